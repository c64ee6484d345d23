"""x"""
from . import sampling_order_cuts as cuts
from . import sampling_order_law as law
from . import sampling_order_speculative as spec
from .claims import Chain

_ORDER = 6
CHAIN = Chain("sampling_order","Temperature, then top-p",(law.TEMPERATURE,law.DESCENDING,law.SPLIT,law.SPLIT_COLD,law.TOP,law.REST,law.CROSS,law.MAJORISATION,law.NEVER_MORE,
cuts.GROWS,cuts.TOP_P,cuts.JOINT,cuts.CONDITIONAL,cuts.TOP_K,cuts.DISTANCE,cuts.MIN_P,cuts.GREEDY,spec.RESIDUAL,spec.LOSSLESS))
