"""Plots of the chain `draft_cost`: the speedup over the cost of a draft step, with the cost at which each draft length breaks even.

The lengths are those of the seed's table of best draft lengths; the one of the seed's example moves with the slider. A single
draft breaks even last, at c = α: from there on no length pays.
"""

from __future__ import annotations

from fractions import Fraction

from .model import Axis, Curve, Formula, Plot, Value, spaced

SPEEDUP = Formula("draft_cost.closed_form")
LENGTHS = ("draft_length.seed.0.154.1", "draft_length.seed.0.154.3", "draft_length.seed.0.05.7")

PLOTS = (
    Plot(
        "speedup-over-cost",
        "Speedup over the cost of a draft step, and where it breaks even",
        Axis("c", spaced("0", "1", "0.05"), spaced("0", "1", "0.1")),
        "speedup",
        (
            Curve(SPEEDUP, shows=("gamma",)),
            *(Curve(Formula(SPEEDUP.of, at=(length,), held=("gamma",)), shows=("gamma",)) for length in LENGTHS),
        ),
        level=Fraction(1),
        below="slower than plain decoding",
        since=Formula("draft_cost.never_pays_below_c", "domain", at=(SPEEDUP.of,)),
    ),
)
VALUES = (Value("speedup", SPEEDUP),)
