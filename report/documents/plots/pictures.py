"""A plot with its numbers put in: the curves' values, computed exactly, at the numbers of the claims or of the reader."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from ....derivations.expr import Env
from ....derivations.vocabulary import term
from ..drawing.plot import Line, Picture
from ..drawing.scale import shown
from .model import Curve, Plot
from .resolve import Resolved, resolve, value, values_over

WRONG = ", tempting and wrong"
"""What is said of a rival's formula."""


def picture(plot: Plot, values: Env) -> Picture:
    """What is drawn of a plot at these values of the reader's (none: at the claims' own numbers)."""
    return _picture(plot, tuple(values.items()))


@lru_cache(maxsize=64)  # a page has each plot as a drawing, and again as the data that its script works with
def _picture(plot: Plot, items: tuple[tuple[str, Fraction | tuple[Fraction, ...]], ...]) -> Picture:
    values = dict(items)
    grid = [float(at) for at in plot.x.grid]
    name = plot.x.name
    here = here_of(plot, values)
    lines, crossings = [], []
    for curve in plot.curves:
        found = resolve(curve.formula)
        numbers = found.at(values)
        line = values_over(found.tree, numbers, name, plot.x.grid)
        at_here = None if here is None else value(found.tree, {**numbers, name: here})
        lines.append(Line(line, label(curve, found, numbers), found.wrong, at_here))
        crossings.append(_crossing(plot, found, numbers, line))
    return Picture(
        id=f"dp-plot-{plot.id}",
        title=plot.title,
        description=f"{plot.y} over {named(name)}. The caption says at which numbers; the values are in the table that follows.",
        x_label=named(name),
        x_name=term(name).text,
        y_label=plot.y,
        grid=grid,
        rows=[plot.x.grid.index(row) for row in plot.x.rows],
        lines=tuple(lines),
        log=plot.x.log,
        steps=plot.steps,
        peak=plot.peak,
        level=None if plot.level is None else float(plot.level),
        below=plot.below,
        here=None if here is None else float(here),
        crossings=tuple(crossings),
    )


def here_of(plot: Plot, values: Env) -> Fraction | None:
    """The reader's number on the x axis, at first the one of the claims; None where no slider moves it."""
    found = [one for curve in plot.curves if (one := resolve(curve.formula)).moved(plot.x.name)]
    return found[0].at(values)[plot.x.name] if found else None


def label(curve: Curve, found: Resolved, numbers: Mapping[str, Fraction]) -> str:
    """What the legend calls a curve."""
    shows = [f"{term(name).text} = {shown(float(numbers[name]))}" for name in curve.shows]
    return ", ".join([text for text in (caption(curve, found),) if text] + shows)


def caption(curve: Curve, found: Resolved) -> str:
    """The part of the label that does not change."""
    words = curve.words or ("" if curve.shows else found.label)
    return words + WRONG if found.wrong else words


def named(name: str) -> str:
    """A symbol with the first words of its meaning."""
    found = term(name)
    return f"{found.text}, {re.split('[:,;]', found.meaning)[0]}"


def at_text(plot: Plot, values: Env) -> str:
    """The numbers that all curves share, but for the one on the x axis and those that the legend names: `at α = 0.7`."""
    pairs = [f"{term(name).text} = {shown(float(number))}" for name, number in shared(plot, values).items()]
    return f"at {', '.join(pairs)}" if pairs else "for every number"


def shared(plot: Plot, values: Env) -> dict[str, Fraction]:
    """The numbers that hold for the whole plot."""
    shows = {name for curve in plot.curves for name in curve.shows}
    found: dict[str, Fraction] = {}
    for curve in plot.curves:
        found.update(resolve(curve.formula).at(values))
    return {name: number for name, number in found.items() if name != plot.x.name and name not in shows}


def _crossing(plot: Plot, found: Resolved, numbers: Mapping[str, Fraction], line: list[float | None]) -> float | None:
    """The first natural number on the x axis at which a falling curve is below the level; None where it never is."""
    if plot.level is None:
        return None
    level = float(plot.level)
    first = next((k for k, y in enumerate(line) if y is not None and y < level), None)
    if first is None:
        return None
    low, high = int(plot.x.grid[max(first - 1, 0)]), int(plot.x.grid[first])
    while high - low > 1:
        middle = (low + high) // 2
        y = value(found.tree, {**numbers, plot.x.name: Fraction(middle)})
        low, high = (low, middle) if y is not None and y < level else (middle, high)
    return float(high)
