"""Temperature, then top-p: what the order of the sampling steps does to the law that is sampled from.

The claims stand in four modules: sorted laws and temperature (`sampling_order_law`), cuts and their order
(`sampling_order_cuts`), how steps move and merge (`sampling_order_steps`), and speculative sampling from the processed law
(`sampling_order_speculative`). `pipelines` applies the same steps to a given law, in exact arithmetic.
"""

from __future__ import annotations

from . import sampling_order_cuts as cuts
from . import sampling_order_law as law
from . import sampling_order_speculative as speculative
from . import sampling_order_steps as steps
from .claims import Chain

ORDER = 6

CHAIN = Chain(
    "sampling_order",
    "Temperature, then top-p",
    (
        law.TEMPERATURE, law.DESCENDING, law.SPLIT, law.SPLIT_COLD, law.POSITIVE_WEIGHT, law.POSITIVE_WEIGHT_COLD,
        law.POSITIVE_REST, law.COMMON, law.COMMON_COLD, law.TOP, law.REST, law.CROSS, law.MAJORISATION, law.NEVER_MORE,
        cuts.GROWS, cuts.TOP_P, cuts.CONDITIONAL, cuts.TOP_K, cuts.DISTANCE, cuts.JOINT, cuts.MIN_P, cuts.GREEDY,
        *steps.CLAIMS,
        speculative.LOSSLESS, speculative.MATCHES,
    ),
)  # fmt: skip
