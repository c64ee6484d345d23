"""Measured values with their intervals against predicted ones, each in units of its own interval's radius."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .markers import mark
from .scale import shown
from .svg import Markup, drawing, element, joined, number

WIDTH, LABELS, RIGHT, ROW, TOP = 360.0, 236.0, 350.0, 15.0, 12.0
LEAST, MOST = 2, 8
"""The axis goes so many radii to either side, at least and at most: what lies beyond stands at its end."""


class Measured(NamedTuple):
    """One measured value: `off` is how many radii it lies above what is predicted. A label stands where it is not ""."""

    label: str
    off: float
    href: str = ""

    @property
    def agrees(self) -> bool:
        """Whether the interval holds the predicted value."""
        return abs(self.off) <= 1


def drawn(id_: str, title: str, measured: Sequence[Measured]) -> Markup:
    """The intervals, one to a row; the upright line is what is predicted."""
    reach = min(max(LEAST, math.ceil(max(abs(one.off) for one in measured) + 1)), MOST)
    bottom = TOP + ROW * len(measured)
    agree = sum(one.agrees for one in measured)
    return drawing(
        id_,
        title,
        f"{agree} of {len(measured)} intervals hold the predicted value. The numbers are in the table that follows.",
        WIDTH,
        bottom + 36,
        *_axis(reach, bottom),
        *(part for k, one in enumerate(measured) for part in _row(one, TOP + ROW * (k + 0.5), reach)),
        role="group",
    )


def _x(off: float, reach: int) -> float:
    held = min(max(off, -reach), reach)
    return LABELS + (held + reach) / (2 * reach) * (RIGHT - LABELS)


def _axis(reach: int, bottom: float) -> Iterator[Markup]:
    middle = number(_x(0, reach))
    yield element("path", d=f"M{middle} {number(TOP - 6)}V{number(bottom)}", class_="dp-axis")
    for off in (-reach, 0, reach):
        label = shown(float(off))
        yield element("text", label, x=_x(off, reach), y=bottom + 14, class_="dp-text", text_anchor="middle")
    label = "radii above what is predicted"
    yield element("text", label, x=RIGHT, y=bottom + 30, class_="dp-text dp-quiet", text_anchor="end")


def _row(one: Measured, y: float, reach: int) -> Iterator[Markup]:
    if one.label:
        text = element("text", one.label, x=2, y=y + 4, class_="dp-text")
        yield element("a", text, href=one.href) if one.href else text
    low, here, high = (_x(one.off + by, reach) for by in (-1, 0, 1))
    kind = "dp-agrees" if one.agrees else "dp-differs"
    ends = f"M{number(low)} {number(y - 3)}v6m0 -3H{number(high)}m0 -3v6"
    yield joined(
        element("path", d=ends, class_=f"dp-interval {kind}"),
        element("path", d=mark("circle" if one.agrees else "diamond", here, y, 3), class_=f"dp-node {kind}"),
    )
