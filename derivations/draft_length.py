"""The best draft length: one more draft pays as long as its gain in tokens exceeds its cost in time.

`draft_length_steps` has the marginal rule and why there is one peak, `draft_length_ends` where there is none,
`draft_length_drafters` how it moves from drafter to drafter. `draft_length_real` takes the length as a real number:
there the peak is a value of Lambert's W, and `draft_length_rounded` shows that the best whole number is next to it.
"""

from __future__ import annotations

from . import draft_length_drafters as drafters
from . import draft_length_ends as ends
from . import draft_length_real as real
from . import draft_length_rounded as rounded
from . import draft_length_steps as steps
from .claims import Chain

ORDER = 4

CHAIN = Chain(
    "draft_length",
    "The best draft length",
    (
        steps.ADDED, steps.MARGINAL, steps.CONCAVE, steps.LAST_POWER, steps.DEFICIT, steps.UNIMODAL, ends.LONGEST,
        ends.CLIPPED, ends.UNBOUNDED, drafters.CHEAPER, drafters.LIKELIER, drafters.MONOTONE, drafters.FLAT, real.SLOPE,
        real.RISES, real.INVERSE, real.PEAK, real.MAXIMUM, rounded.BETWEEN, rounded.NEIGHBOURS, rounded.CLIP,
    ),
)  # fmt: skip
