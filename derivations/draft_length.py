"""The best draft length: one more draft pays as long as its gain in tokens exceeds its cost in time.

`draft_length_steps` has the claims about natural numbers: the marginal rule, one peak, how it moves. `draft_length_real` takes the
length as a real number: there the peak is a value of Lambert's W, and the best whole number is next to it.
"""

from __future__ import annotations

from . import draft_length_real as real
from . import draft_length_steps as steps
from .claims import Chain

ORDER = 4

CHAIN = Chain(
    "draft_length",
    "The best draft length",
    (
        steps.ADDED, steps.MARGINAL, steps.CONCAVE, steps.UNIMODAL, steps.LONGEST, steps.CLIPPED, steps.UNBOUNDED, steps.CHEAPER,
        steps.LIKELIER, steps.MONOTONE, steps.FLAT, real.SLOPE, real.RISES, real.INVERSE, real.PEAK, real.MAXIMUM, real.NEIGHBOURS,
        real.CLIP,
    ),
)  # fmt: skip
