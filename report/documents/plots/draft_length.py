"""Plots of the chain `draft_length`: the speedup over the draft length, for the seed's two drafters."""

from __future__ import annotations

from .model import Axis, Curve, Formula, Plot, Value, naturals

DEAR = Formula("draft_length.unimodal", relation=1, at=("draft_length.seed.0.154.3",))
CHEAP = Formula("draft_length.unimodal", relation=1, at=("draft_length.seed.0.05.5",), held=("c",))

PLOTS = (
    Plot(
        "speedup-over-gamma",
        "Speedup over the draft length for two drafters, each with its peak",
        Axis("gamma", naturals(0, 20), naturals(0, 20)),
        "speedup",
        (Curve(DEAR, shows=("c",)), Curve(CHEAP, shows=("c",))),
        peak=True,
    ),
)
VALUES = (
    Value("best", Formula("draft_length.seed.peak.0.154"), "best draft length", "none up to 63"),
    Value(
        "best-real",
        Formula("draft_length.real_peak"),
        "γ*(α, c), where the real curve's slope vanishes (where α ≤ c no whole draft pays, and draftproof plan says 0)",
        none="none: α or c is not between 0 and 1",
        beyond="not computed here: an exponent is too large (draftproof plan has it)",
    ),
)
