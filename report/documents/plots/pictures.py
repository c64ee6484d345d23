"""A plot with its numbers put in: the curves' values, computed exactly, at the numbers of the claims or of the reader."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import floor

from ....derivations.expr import Env
from ....derivations.vocabulary import term
from ..drawing.plot import Line, Picture, Since
from ..drawing.scale import raised, shown
from .model import Axis, Curve, Plot
from .resolve import Resolved, along, exactly_along, resolve

WRONG = ", tempting and wrong"
"""What is said of a rival's formula."""

HALVINGS = 26
"""Of the distance between two values of the grid, where a crossing is looked for: seven digits of it, and a reader sees four."""


def picture(plot: Plot, values: Env) -> Picture:
    """What is drawn of a plot at these values of the reader's (none: at the claims' own numbers)."""
    return _picture(plot, tuple(values.items()))


@lru_cache(maxsize=64)  # a page has each plot as a drawing, and again as the data that its script works with
def _picture(plot: Plot, items: tuple[tuple[str, Fraction | tuple[Fraction, ...]], ...]) -> Picture:
    values = dict(items)
    grid = [float(at) for at in plot.x.grid]
    name = plot.x.name
    here = here_of(plot, values)
    lines, crossings, peaks = [], [], []
    for curve in plot.curves:
        found = resolve(curve.formula)
        numbers = found.at(values)
        value_for = along(found.tree, numbers, name)
        line = _stepped(plot.x, value_for) if plot.steps else [value_for(at) for at in plot.x.grid]
        at_here = None if here is None else value_for(here)
        lines.append(Line(line, label(curve, found, numbers), found.wrong, at_here))
        crossings.append(None if plot.level is None else _crossing(plot.x, value_for, line, float(plot.level)))
        if plot.peak:
            peaks.append(_peak(plot.x, exactly_along(found.tree, numbers, name)))
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
        peaks=tuple(peaks),
        level=None if plot.level is None else float(plot.level),
        below=plot.below,
        whole=plot.x.is_whole,
        since=None if plot.since is None else _since(plot, resolve(plot.since), values),
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
    words = curve.words or ("" if curve.shows else raised(found.label))
    return words + WRONG if found.wrong else words


def named(name: str) -> str:
    """A symbol with the first words of its meaning."""
    found = term(name)
    return f"{found.text}, {re.split('[:,;]', found.meaning)[0]}"


def at_text(plot: Plot, values: Env) -> str:
    """The numbers that all curves share, but for the one on the x axis and those that the legend names: `at α = 0.7`."""
    numbers = shared(plot, values)
    return f"at {numbers_text(numbers)}" if numbers else "for every number"


def numbers_text(numbers: Mapping[str, Fraction]) -> str:
    """`α = 0.7, γ = 5`, where a line may end after a comma."""
    return ", ".join(f"{term(name).text}\u00a0=\u00a0{shown(float(number))}" for name, number in numbers.items())


def shared(plot: Plot, values: Env) -> dict[str, Fraction]:
    """The numbers that hold for the whole plot."""
    shows = {name for curve in plot.curves for name in curve.shows}
    found: dict[str, Fraction] = {}
    for curve in plot.curves:
        found.update(resolve(curve.formula).at(values))
    return {name: number for name, number in found.items() if name != plot.x.name and name not in shows}


def _stepped(x: Axis, value_for: Callable[[Fraction], float | None]) -> list[float | None]:
    """The values over the grid of a curve that jumps: each jump is looked for between the two marks whose values differ."""
    known = {place: value_for(x.grid[place]) for place in sorted({0, *map(x.grid.index, x.rows), len(x.grid) - 1})}
    pairs = list(itertools.pairwise(known))
    while pairs:
        low, high = pairs.pop()
        if known[low] == known[high]:
            known.update(dict.fromkeys(range(low + 1, high), known[low]))
        elif high - low > 1:
            middle = (low + high) // 2
            known[middle] = value_for(x.grid[middle])
            pairs += [(low, middle), (middle, high)]
    return [known[place] for place in range(len(x.grid))]


def _peak(x: Axis, exact_for: Callable[[Fraction], Fraction | None]) -> int | None:
    """The place of the peak in the grid, decided exactly: values that differ may be the same number once they are rounded."""
    return highest([exact_for(at) for at in (*x.grid, x.grid[-1] + 1)])


def highest(values: Sequence[Fraction | None]) -> int | None:
    """The place of the first highest value; none where that is the last one, after which a curve may rise on."""
    found = [(value, -k) for k, value in enumerate(values) if value is not None]
    place = -max(found)[1] if found else None
    return None if not found or place == -found[-1][1] else place


def _since(plot: Plot, found: Resolved, values: Env) -> Since:
    """Where a claim begins to apply, among the values that the plot goes over."""
    value_for = along(found.tree, found.at(values), plot.x.name)
    return Since(found.claim.title, _crossing(plot.x, value_for, [value_for(at) for at in plot.x.grid], 0.5))


def _crossing(
    x: Axis, value_for: Callable[[Fraction], float | None], line: list[float | None], level: float
) -> float | None:
    """The x at which a falling curve goes below the level, None where it never does: by halving what lies between two values of
    the grid. Of a count that is the first one below; of a real number the place where the curve has come down to the level.
    """
    first = next((k for k, y in enumerate(line) if y is not None and y < level), None)
    if first is None:
        return None
    low, high = x.grid[max(first - 1, 0)], x.grid[first]
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        if x.is_whole and (middle := Fraction(floor(middle))) == low:
            break
        y = value_for(middle)
        low, high = (low, middle) if y is not None and y < level else (middle, high)
    return float(high if x.is_whole else low)
