"""A plot as SVG: axes, curves with marks, a legend with the values. No text stands between the curves, so none can overlap.

Everything that a slider changes has a class of its own, by which page.js finds it: it makes the same paths and texts.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from .markers import SHAPES, mark
from .scale import MOST_TICKS, NONE, Scale, shown, ticks
from .svg import Markup, drawing, element, number

WIDTH, LEFT, RIGHT = 360.0, 40.0, 342.0
LINE, PLOT_HEIGHT = 17.0, 170.0
"""Sizes in units of the drawing. A text is 12 units high: on a phone 320 wide that is 10.5 pixels."""

Points = Sequence[float | None]


class Line(NamedTuple):
    """A curve: its values over the grid, its label, and whether it is a wrong one."""

    values: Points
    label: str
    wrong: bool = False
    here: float | None = None  # the value at the reader's own number


class Since(NamedTuple):
    """From where on, along the x axis, something holds; `at` is None where it does not on the paper."""

    words: str
    at: float | None


@dataclass(frozen=True)
class Picture:
    """A plot with its numbers: what `drawn` draws. `here` is the reader's number on the x axis, None where there is none.

    `peaks`: where they are marked, the place in the grid of each curve's peak, None for a curve that has none there.
    `whole`: the x axis counts something, so that a curve has a first value below the level, and else comes down to it.
    """

    id: str
    title: str
    description: str
    x_label: str
    x_name: str
    y_label: str
    grid: Sequence[float]
    rows: Sequence[int]  # places in the grid that carry a mark, and stand in the table
    lines: tuple[Line, ...]
    log: bool = False
    steps: bool = False
    peaks: tuple[int | None, ...] = ()
    level: float | None = None
    below: str = ""
    here: float | None = None
    crossings: tuple[float | None, ...] = field(default=())
    whole: bool = True
    since: Since | None = None

    @property
    def top(self) -> float:
        """Where the paper of the curves begins: under the legend."""
        return 10 + LINE * (len(self.lines) + bool(self.below) + (self.since is not None)) + 21

    @property
    def bottom(self) -> float:
        return self.top + PLOT_HEIGHT

    @cached_property
    def x(self) -> Scale:
        return Scale(self.grid[0], self.grid[-1], LEFT, RIGHT, self.log)

    @cached_property
    def y(self) -> Scale:
        """From 0 to a round number above every value."""
        return Scale(0.0, self.ticks[-1], self.bottom, self.top)

    @cached_property
    def ticks(self) -> list[float]:
        found = [value for line in self.lines for value in line.values if value is not None]
        return ticks(max(found, default=1.0))


def drawn(picture: Picture) -> Markup:
    """The plot as an `svg`."""
    height = picture.bottom + 36
    return drawing(
        picture.id,
        picture.title,
        picture.description,
        WIDTH,
        height,
        *_legend(picture),
        *_shading(picture),
        *_axes(picture),
        *_curves(picture),
    )


def says(picture: Picture, k: int) -> str:
    """The legend's line of a curve: its label, its value at the reader's number, its peak or where it falls below the level."""
    line = picture.lines[k]
    parts = [f"{shown(line.here)} at {picture.x_name} = {shown(picture.here)}"] if picture.here is not None else []
    if picture.peaks:
        place = picture.peaks[k]
        has_any = any(value is not None for value in line.values)
        none = f"no peak up to {shown(picture.grid[-1])}" if has_any else f"peak {NONE}"
        parts.append(none if place is None else f"peak {shown(line.values[place])} at {shown(picture.grid[place])}")
    if picture.level is not None:
        crossing = picture.crossings[k]
        never = f"≥ {shown(picture.level)} up to {shown(picture.grid[-1])}"
        parts.append(never if crossing is None else f"{falls(picture)} {shown(crossing)}")
    return f"{line.label}: {', '.join(parts)}" if parts else line.label


def falls(picture: Picture) -> str:
    """What is said of the place where a curve goes below the level, before its number."""
    level = shown(picture.level)
    return f"below {level} from" if picture.whole else f"falls to {level} at"


def begins(picture: Picture, since: Since) -> str:
    """The legend's line of what holds from some place on."""
    where = f"not up to {shown(picture.grid[-1])}" if since.at is None else f"from {picture.x_name} = {shown(since.at)}"
    return f"{where}: {since.words}"


def path(picture: Picture, values: Points) -> str:
    """The path through the values; a gap where there is none, and corners where the curve jumps."""
    written, open_ = [], False
    for at, value in zip(picture.grid, values, strict=True):
        if value is None:
            open_ = False
            continue
        x, y = number(picture.x.place(at)), number(picture.y.place(value))
        written.append(f"{'H' + x + 'V' + y if picture.steps else 'L' + x + ' ' + y}" if open_ else f"M{x} {y}")
        open_ = True
    return "".join(written)


def marks(picture: Picture, k: int) -> str:
    """The marks on a curve's points of the table."""
    values = picture.lines[k].values
    shape = SHAPES[k % len(SHAPES)]
    return "".join(
        mark(shape, picture.x.place(picture.grid[row]), picture.y.place(value))
        for row in picture.rows
        if (value := values[row]) is not None
    )


def _kind(line: Line, k: int) -> str:
    return f"dp-c{k}" + (" dp-wrong" if line.wrong else "")


def _legend(picture: Picture) -> Iterator[Markup]:
    for k, line in enumerate(picture.lines):
        y = 10 + LINE * k
        yield element("path", d=f"M4 {number(y)}H30", class_=f"dp-curve {_kind(line, k)}")
        yield element("path", d=mark(SHAPES[k % len(SHAPES)], 17, y), class_=f"dp-mark {_kind(line, k)}")
        yield element("text", says(picture, k), x=36, y=y + 4, class_=f"dp-text dp-says-{k}")
    if picture.below:
        y = 10 + LINE * len(picture.lines)
        yield element("rect", x=4, y=y - 5, width=26, height=10, class_="dp-below")
        yield element("text", picture.below, x=36, y=y + 4, class_="dp-text")
    if picture.since is not None:
        y = picture.top - 21 - LINE
        yield element("path", d=f"M4 {number(y)}H30", class_="dp-since")
        yield element("text", begins(picture, picture.since), x=36, y=y + 4, class_="dp-text dp-says-since")


def _shading(picture: Picture) -> Iterator[Markup]:
    if picture.level is not None:
        yield element("path", d=below(picture), class_="dp-below dp-level")


def below(picture: Picture) -> str:
    """The paper below the level."""
    y = max(picture.y.place(picture.level or 0.0), picture.top)
    return f"M{number(LEFT)} {number(y)}H{number(RIGHT)}V{number(picture.bottom)}H{number(LEFT)}z"


def _axes(picture: Picture) -> Iterator[Markup]:
    yield element("text", picture.y_label, x=4, y=picture.top - 11, class_="dp-text dp-quiet")
    heights = [picture.y.place(tick) for tick in picture.ticks]
    lines = "".join(f"M{number(LEFT)} {number(y)}H{number(RIGHT)}" for y in heights)
    yield element("path", d=lines, class_="dp-rules")
    texts = [(shown(tick), y) for tick, y in zip(picture.ticks, heights, strict=True)]
    for label, y in texts + [("", picture.top)] * (MOST_TICKS - len(texts)):
        yield element("text", label, x=LEFT - 5, y=y + 4, class_="dp-text dp-tick", text_anchor="end")
    for tick in x_ticks(picture):
        x = picture.x.place(tick)
        yield element("path", d=f"M{number(x)} {number(picture.bottom)}v4", class_="dp-axis")
        yield element("text", shown(tick), x=x, y=picture.bottom + 16, class_="dp-text", text_anchor="middle")
    yield element(
        "text",
        picture.x_label,
        x=(LEFT + RIGHT) / 2,
        y=picture.bottom + 31,
        class_="dp-text dp-quiet",
        text_anchor="middle",
    )


def x_ticks(picture: Picture) -> list[float]:
    """Numbers on the x axis: every doubling or second one of it, or round numbers."""
    low, high = picture.grid[0], picture.grid[-1]
    if picture.log:
        doublings = range(0, math.floor(math.log2(high)) + 1, 2)
        return [2.0**k for k in doublings]
    return [tick for tick in ticks(high) if low <= tick <= high]


def _curves(picture: Picture) -> Iterator[Markup]:
    if picture.here is not None:
        yield element("path", d=upright(picture, picture.here), class_="dp-here")
    if picture.since is not None:
        yield element("path", d=upright(picture, picture.since.at), class_="dp-since dp-path-since")
    for k, line in enumerate(picture.lines):
        yield element("path", d=path(picture, line.values), class_=f"dp-curve {_kind(line, k)} dp-path-{k}")
        yield element("path", d=marks(picture, k), class_=f"dp-mark {_kind(line, k)} dp-marks-{k}")
    for k in range(len(picture.lines)):
        if picture.peaks or picture.level is not None:
            yield element("path", d=ring(picture, k), class_=f"dp-ring dp-ring-{k}")


def upright(picture: Picture, at: float | None) -> str:
    """An upright line, at the reader's number or where something begins; none where that lies beside the paper."""
    if at is None or not picture.grid[0] <= at <= picture.grid[-1]:
        return "M0 0"
    return f"M{number(picture.x.place(at))} {number(picture.top)}V{number(picture.bottom)}"


def ring(picture: Picture, k: int) -> str:
    """The ring around a curve's peak, or around the place where it falls below the level."""
    if picture.peaks:
        place = picture.peaks[k]
        at, value = (None, None) if place is None else (picture.grid[place], picture.lines[k].values[place])
    else:
        at, value = picture.crossings[k], picture.level
    if at is None or value is None:
        return "M0 0"
    return mark("circle", picture.x.place(at), picture.y.place(value), 6.5)
