"""Grammar masks: one bit a token, packed into rows of words; what masking does to the law, and what it costs in time.

The rows are in `grammar_mask_rows`, packing and unpacking in `grammar_mask_bits`, the law in `grammar_mask_law`, the times in
`grammar_mask_times`.
"""

from __future__ import annotations

from .claims import Chain
from .grammar_mask_bits import PACK_UNPACK, UNPACK_PACK
from .grammar_mask_law import ALLOWED_MASS, CONDITIONAL, EMPTY, TEMPERATURE, TOP_P
from .grammar_mask_rows import BYTES, COVERED, PLACE, WORDS
from .grammar_mask_times import BYTES_ARE_SMALL, HIT_RATE, NEW_SCHEMA, REGIMES, STALL_CHANCE, STALLED

ORDER = 7

CHAIN = Chain(
    "grammar_mask",
    "A grammar mask per step",
    (
        WORDS, PLACE, PACK_UNPACK, UNPACK_PACK, COVERED, BYTES, ALLOWED_MASS, CONDITIONAL, TEMPERATURE, TOP_P, EMPTY,
        REGIMES, STALLED, STALL_CHANCE, HIT_RATE, NEW_SCHEMA, BYTES_ARE_SMALL,
    ),
)  # fmt: skip
