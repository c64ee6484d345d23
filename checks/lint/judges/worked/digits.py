"""What printed digits claim, and whether a result can follow from printed inputs: the intervals of `derivations` for foreign text.

Three answers about `expression = result`: *exact* at the numbers as printed, *within the rounding* of what was rounded, or
*inconsistent*. Nobody chooses a tolerance: which digits are printed decides. What is a setting and not a rounded value is
told by its print:

=====================  ==============================================================================================
`5`, `1,200`, `48 tokens`    exact: a count
`0.7`, `.05`, `1e-3`   exact: one significant digit is how a setting is written; as a rounding it would excuse anything
`0.74`, `4.79`, `70%`  rounded to its last digit
`3 ms`, `80 GB`, `7B`  rounded to its last digit: a measurement
=====================  ==============================================================================================

The same print twice in a line is the same number. A result's zeros before the decimal mark are digits only where the
inputs are counts that are added and multiplied: 295 is "about 300".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import IntEnum
from fractions import Fraction

from .....derivations.enclosure import value_at
from .....derivations.expr import Node, Undefined, free_names, num, substitute, sym
from .....derivations.intervals import Interval, point
from .....derivations.search import search
from .....errors import DraftproofError
from ...mathtext import Numeral

MAX_SPLITS = 60  # boxes of one question; a worked line has a handful of numbers and needs less than ten
MAX_NUMERALS = 24  # of one line
MAX_LOGIT = 40  # in a softmax that is worked out by hand
MAX_EXPONENT = 2_000  # of a power of numbers: nobody works such a line by hand


class Fit(IntEnum):
    """How a result follows from its inputs; the order is that of better to worse."""

    EXACT = 0
    ROUNDED = 1
    UNKNOWN = 2
    CUT = 3  # its digits were cut off, not rounded
    NOT = 4


@dataclass(frozen=True)
class Given:
    """A printed number in one reading of its marks: its value, one in its last digit, and whether it is exact."""

    text: str
    value: Fraction
    unit: Fraction
    exact: bool

    @property
    def interval(self) -> Interval:
        """What rounds to the print; the point itself for a setting."""
        return point(self.value) if self.exact else Interval(self.value - self.unit / 2, self.value + self.unit / 2)


def significant(text: str) -> int:
    """The significant digits of a printed number, zeros at an integer's end included."""
    mantissa = text.lower().rstrip("%％\\ ").partition("e")[0]
    return len("".join(filter(str.isdigit, mantissa)).lstrip("0"))


def given(numeral: Numeral, mark: int, *, measured: bool = False, rough: bool = False) -> Given:
    """A numeral read with the point (`mark` 0) or the comma (-1) as decimal mark; `measured` where its unit says so.

    `rough`: a number whose zeros at the end are no digits.
    """
    value, unit = numeral.values[mark], numeral.units[mark]
    if rough:
        return Given(numeral.text, value, _without_zeros(value, unit), exact=False)
    whole = value.denominator == 1 and unit >= 1 and "e" not in numeral.text.lower()
    setting = significant(numeral.text) <= 1 and "%" not in numeral.text
    return Given(numeral.text, value, unit, not measured and (whole or setting))


def as_chosen(one: Given) -> Given:
    """A number on a grid of 0.05 as exact: it was chosen."""
    on_grid = one.unit < 1 and (one.value * 20).denominator == 1 and one.text[-1:] == "5"
    return replace(one, exact=True) if on_grid else one


@dataclass(frozen=True)
class Claimed:
    """What a printed result claims: the interval that rounds to it, and the one of which it is the beginning."""

    rounded: Interval
    cut: Interval


def claimed(numeral: Numeral, mark: int, *, loosely: bool, zeros: bool) -> Claimed:
    """The claim of a printed result. `loosely`: called approximate. `zeros`: zeros at an integer's end are digits."""
    value, unit = numeral.values[mark], numeral.units[mark]
    if not zeros:
        unit = _without_zeros(value, unit)
    slack = unit if loosely and abs(value) < 10 * unit else unit / 2
    sign = 1 if value >= 0 else -1
    return Claimed(Interval(value - slack, value + slack), Interval(*sorted((value, value + sign * unit))))


def _without_zeros(value: Fraction, unit: Fraction) -> Fraction:
    """One in the last digit of an integer but its zeros at the end."""
    while value and unit >= 1 and value % (unit * 10) == 0:
        unit *= 10
    return unit


def fit(tree: Node, inputs: Mapping[str, Given], claim: Claimed) -> Fit:
    """How the claim follows from a tree over the inputs' names."""
    same: dict[tuple[str, bool], str] = {}
    names = {name: same.setdefault((one.text, one.exact), name) for name, one in inputs.items()}
    box = {names[name]: one for name, one in inputs.items()}
    tree = substitute(tree, {name: sym(names[name]) for name in free_names(tree) & set(names)})
    points = {name: one.value for name, one in box.items() if name in free_names(tree)}
    try:
        value = value_at(tree, points)
    except Undefined:
        return Fit.UNKNOWN
    except DraftproofError:
        return Fit.UNKNOWN
    if claim.rounded.covers(value):
        return Fit.EXACT
    loose = {name: box[name].interval for name in points if not box[name].exact}
    fixed = substitute(tree, {name: num(value) for name, value in points.items() if name not in loose})
    if loose:
        try:
            found = search(fixed, loose, claim.rounded, max_splits=MAX_SPLITS)
        except DraftproofError:
            return Fit.UNKNOWN
        if found.witness is not None:
            return Fit.ROUNDED
        if not found.excluded:
            return Fit.UNKNOWN
    return Fit.CUT if claim.cut.covers(value) else Fit.NOT


def exact(tree: Node, inputs: Mapping[str, Given], claim: Claimed) -> bool:
    """Whether a claim is what a tree gives at the inputs as printed."""
    try:
        return claim.rounded.covers(value_at(tree, {name: inputs[name].value for name in free_names(tree)}))
    except DraftproofError:
        return False


def value_of(tree: Node, inputs: Mapping[str, Given]) -> Fraction | None:
    """The value at the inputs as printed, for a message."""
    try:
        return value_at(tree, {name: inputs[name].value for name in free_names(tree)}).middle
    except (DraftproofError, KeyError):
        return None


def held(
    tree: Node, inputs: Mapping[str, Numeral], printed: Numeral, marks: Iterable[int], *, loosely: bool
) -> tuple[Fit, Fraction | None]:
    """How a printed number follows from a tree at printed settings, in the reading of the marks in which it does so best, and what
    the tree gives; unknown, and None, where a reading cannot be decided.
    """
    fits, values = [], []
    for mark in marks:
        at = {name: as_chosen(given(one, mark)) for name, one in inputs.items()}
        values.append(value_of(tree, at))
        fits.append(fit(tree, at, claimed(printed, mark, loosely=loosely, zeros=True)))
    return (min(fits), values[0]) if fits and Fit.UNKNOWN not in fits and values[0] is not None else (Fit.UNKNOWN, None)


def sums_counts(tree: Node, inputs: Iterable[Given]) -> bool:
    """Whether a tree only adds, multiplies and raises counts, so that its result is a whole number to the last digit."""
    return _whole(tree) and all(one.exact and one.value.denominator == 1 for one in inputs)


def _whole(tree: Node) -> bool:
    return tree.op in ("num", "sym", "add", "mul", "pow", "floor", "ceil", "min", "max") and all(
        map(_whole, tree.children())
    )


def modest(tree: Node, inputs: Mapping[str, Given]) -> bool:
    """Whether the tree is one that people work out: no huge powers, not too many numbers."""
    if len(inputs) > MAX_NUMERALS:
        return False
    level = [tree]
    while level:
        node = level.pop()
        if node.op == "pow":
            exponent = value_of(node.args[1], inputs)
            if exponent is None or abs(exponent) > MAX_EXPONENT or exponent.denominator > 100:
                return False
            if any(inner.op == "pow" for inner in node.args[1].children()) or node.args[1].op == "pow":
                return False
        if node.op in ("log", "sum", "prod"):
            return False
        if node.op == "exp":
            exponent = value_of(node.args[0], inputs)
            if exponent is None or abs(exponent) > MAX_LOGIT:
                return False
        level += node.children()
    return True
