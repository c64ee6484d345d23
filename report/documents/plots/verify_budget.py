"""Plots of the chain `verify_budget`: the speedup over the batch, and where speculation becomes a slowdown."""

from __future__ import annotations

from fractions import Fraction

from .model import Axis, Curve, Formula, Plot, Value, octaves

WEIGHTS_ONLY = Formula("verify_budget.constant_acceptance")
WITH_CACHE = Formula(
    "verify_budget.constant_acceptance", at=("verify_budget.constant_acceptance", "verify_budget.per_sequence")
)

PLOTS = (
    Plot(
        "speedup-over-batch",
        "Speedup over the batch, with and without the KV cache's memory time",
        Axis("batch", octaves(10, 6), octaves(10), log=True),
        "speedup",
        (Curve(WITH_CACHE, shows=("t_kv",)), Curve(WEIGHTS_ONLY, shows=("t_kv",))),
        level=Fraction(1),
        below="slower than plain decoding",
    ),
)
VALUES = (Value("speedup-at-batch", WEIGHTS_ONLY, "speedup at batch B"),)
