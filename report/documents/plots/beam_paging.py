"""Plots of the chain `beam_paging`: what sharing the prompt saves, over its length."""

from __future__ import annotations

from .model import Axis, Curve, Formula, Plot, Value, spaced

PLOTS = (
    Plot(
        "saved-over-prompt",
        "Share of the KV cache that beams save by sharing their prompt",
        Axis("prompt", spaced("50", "4000", "50"), spaced("500", "4000", "500")),
        "share saved",
        (
            Curve(Formula("beam_paging.saved_share", "right", relation=1)),
            Curve(Formula("beam_paging.saved_share")),
        ),
    ),
)
VALUES: tuple[Value, ...] = ()
