"""Plots of the chain `tokens`: what a verification emits, and what 1 + γα would promise."""

from __future__ import annotations

from .model import Axis, Curve, Formula, Plot, Value, naturals

LENGTHS = Axis("gamma", naturals(0, 20), naturals(0, 20))
EXPECTED = Formula("tokens.closed_form")
PROMISED = Formula("tokens.one_plus_gamma_alpha", "right")

PLOTS = (
    Plot(
        "tokens-over-gamma",
        "Expected tokens per verification, and the line that is tempting and wrong",
        LENGTHS,
        "tokens per verification",
        (Curve(EXPECTED), Curve(PROMISED)),
    ),
)
VALUES = (Value("expected", EXPECTED), Value("promised", PROMISED))
