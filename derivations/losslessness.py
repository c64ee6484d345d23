"""Losslessness: rejection sampling emits the target's law, whatever the draft law; and what happens where a step is done otherwise.

One position is in `losslessness_position`, drafts from another law than the declared one in `losslessness_declared`, coins on a
grid in `losslessness_coins`, other samplers in `losslessness_variants` and `losslessness_lenience`, whole drafts in
`losslessness_sequence` and block verification in `losslessness_block`.
"""

from __future__ import annotations

from . import losslessness_block as block
from . import losslessness_coins as coins
from . import losslessness_declared as declared
from . import losslessness_lenience as lenience
from . import losslessness_position as position
from . import losslessness_sequence as sequence
from . import losslessness_variants as variants
from .claims import Chain

ORDER = 9

CHAIN = Chain(
    "losslessness",
    "Rejection sampling is lossless",
    (
        *position.CLAIMS, *declared.CLAIMS, *coins.CLAIMS, *variants.CLAIMS, *lenience.CLAIMS, *sequence.CLAIMS, *block.CLAIMS,
    ),
)  # fmt: skip
