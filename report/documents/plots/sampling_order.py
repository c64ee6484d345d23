"""Plots of the chain `sampling_order`: how many of the seed's three tokens top-p keeps at each temperature."""

from __future__ import annotations

from .model import Axis, Curve, Formula, Plot, Value, spaced

PLOTS = (
    Plot(
        "kept-over-temperature",
        "Size of the nucleus over the temperature, for three tokens",
        Axis("T", spaced("0.1", "4", "0.05"), spaced("0.25", "4", "0.25")),
        "tokens kept",
        (Curve(Formula("sampling_order.seed.T=1.0.kept"), "tokens kept", ("p",)),),
        steps=True,
    ),
)
VALUES: tuple[Value, ...] = ()
