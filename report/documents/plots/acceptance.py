"""Plots of the chain `acceptance`: the ratio that dashboards report falls with the draft length; the rate does not."""

from __future__ import annotations

from .model import Axis, Curve, Formula, Plot, Value, naturals

RATIO = Formula("acceptance.between")

PLOTS = (
    Plot(
        "ratio-over-gamma",
        "Acceptance ratio, between the acceptance rate and the share of drafts accepted whole",
        Axis("gamma", naturals(1, 20), naturals(1, 20)),
        "accepted over drafted",
        (
            Curve(Formula("acceptance.between", "right")),
            Curve(RATIO),
            Curve(Formula("acceptance.between", "right", relation=1)),
        ),
    ),
)
VALUES = (Value("ratio", RATIO),)
