"""What a plot shows, as plain data: which claims' formulas, over which symbol. No formula stands here."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from typing import Literal, NamedTuple

from ....derivations.domain import Naturals
from ....derivations.vocabulary import term

Side = Literal["left", "right", "domain"]


class Formula(NamedTuple):
    """One side of a relation that a claim or a rival states, the expression of a published figure, or where a claim applies.

    "domain" is 0 where the conditions of the claim's domain hold, else 1: what `level` finds the beginning of.
    `of` is the id of any of them, `relation` counts the relations of a statement from 0. `at` names the claims (their
    examples) and figures (their inputs) whose numbers are put for the other symbols, later ones before earlier ones; the
    owner's own where none is named. A slider does not move what `held` names.
    """

    of: str
    side: Side = "left"
    relation: int = 0
    at: tuple[str, ...] = ()
    held: tuple[str, ...] = ()


class Curve(NamedTuple):
    """A formula over the plot's symbol. Its label is `words`, or the formula itself, then the values that `shows` names."""

    formula: Formula
    words: str = ""
    shows: tuple[str, ...] = ()


class Axis(NamedTuple):
    """The symbol that a plot goes over, the values at which curves are computed, and those that stand in the table."""

    name: str
    grid: tuple[Fraction, ...]
    rows: tuple[Fraction, ...]
    log: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether the symbol counts something: between two of its values there need not be another one."""
        return isinstance(term(self.name).domain, Naturals)


class Plot(NamedTuple):
    """Curves over one symbol.

    `peak`: the highest point of each curve is marked; its values are rational, and the symbol counts. `level`: below it the paper
    is shaded, called `below`, and where a falling curve first goes below it is marked. `since`: where on the x axis a claim begins
    to apply is marked, with its title. `steps`: the curves jump between values and are drawn so; between two marks they do not jump
    there and back.
    """

    id: str
    title: str
    x: Axis
    y: str
    curves: tuple[Curve, ...]
    peak: bool = False
    level: Fraction | None = None
    below: str = ""
    since: Formula | None = None
    steps: bool = False


class Value(NamedTuple):
    """A line of the reader's own numbers: a formula, or `words` for it, and what it comes to; `none` where it has no value, and
    `beyond` where it has one that is beyond what is computed here.
    """

    id: str
    formula: Formula
    words: str = ""
    none: str = "–"
    beyond: str = "not computed here: a number on the way is too large"


class Slider(NamedTuple):
    """A symbol that the reader may move: from `low` to `high`, by equal steps, or through `places`, each another number."""

    name: str
    low: Fraction
    high: Fraction
    step: Fraction = Fraction(1)
    places: tuple[Fraction, ...] = ()

    def nearest(self, number: Fraction) -> int:
        """The place that comes closest to a positive number, by their ratio."""
        return min(range(len(self.places)), key=lambda k: abs(math.log(self.places[k] / number)))

    def reaches(self, number: Fraction) -> bool:
        """Whether a number lies on the slider. Plots are not drawn for others: a sum of a million exact terms takes its time."""
        return self.low <= number <= self.high


def naturals(low: int, high: int) -> tuple[Fraction, ...]:
    """Every natural number from `low` to `high`."""
    return tuple(map(Fraction, range(low, high + 1)))


def spaced(low: str, high: str, step: str) -> tuple[Fraction, ...]:
    """The numbers from `low` to `high`, `step` apart."""
    start, end, by = map(Fraction, (low, high, step))
    return tuple(start + k * by for k in range(int((end - start) / by) + 1))


def octaves(doublings: int, parts: int = 1) -> tuple[Fraction, ...]:
    """Natural numbers from 1 to 2^doublings, about `parts` to a doubling."""
    return _sorted(Fraction(round(2 ** (k / parts))) for k in range(doublings * parts + 1))


def _sorted(values: Iterable[Fraction]) -> tuple[Fraction, ...]:
    return tuple(sorted(set(values)))


SLIDERS = (
    Slider("alpha", Fraction(0), Fraction(1), Fraction(1, 100)),
    Slider("gamma", Fraction(0), Fraction(20)),
    Slider("c", Fraction(0), Fraction(1, 2), Fraction(1, 500)),
    Slider("batch", Fraction(1), Fraction(1024), places=octaves(10, 4)),
)
"""Up to lengths and costs that are met in practice (`draft_length`'s table of best lengths ends at c = 0.2)."""
