"""The limit of a formula as one name goes to 1, exactly: as a power series in (name - 1) with rational coefficients."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce

from ...derivations.expr import Node, Point, evaluate, free_names, num, substitute
from ...errors import DraftproofError

TERMS = 6
"""Coefficients kept: five zeros of a denominator at 1 may cancel."""
BELOW_ONE = (10**9 - 1, 10**9)
"""Where a case distinction is decided: nearer to 1 than any tolerance that people compare with."""


class NoSeriesError(DraftproofError):
    """The formula has no power series here, or none that is found."""


@dataclass(frozen=True)
class Series:
    """`coefficients[0]·t^order + ...`, the first not zero unless all are."""

    order: int
    coefficients: tuple[Fraction, ...]


def limit_at_one(tree: Node, name: str, others: Mapping[str, Fraction | tuple[Fraction, ...]]) -> Fraction | None:
    """The limit as `name` goes to 1 with the other names at their values; None where it grows beyond bounds.

    Raises `NoSeriesError` for what has no power series there (a minimum, a logarithm), `Undefined` and `NotRational` as
    evaluation does.
    """
    found = _series(tree, name, Point.of(dict(others)))
    if all(coefficient == 0 for coefficient in found.coefficients):
        return Fraction(0)
    if found.order < 0:
        return None
    return found.coefficients[0] if found.order == 0 else Fraction(0)


def _series(tree: Node, name: str, others: Point) -> Series:
    if name not in free_names(tree):
        value = evaluate(tree, others)
        if isinstance(value, bool):
            raise NoSeriesError("a truth value")
        return _constant(value)
    build = _BUILDERS.get(tree.op)
    if build is None:
        raise NoSeriesError(f"{tree.op} of {name}")
    return build(tree, name, others)


def _constant(value: Fraction) -> Series:
    return _made(0, (value, *(Fraction(0),) * (TERMS - 1)))


def _made(order: int, coefficients: tuple[Fraction, ...]) -> Series:
    """With leading zeros taken off, as many coefficients kept as are known."""
    first = next((place for place, value in enumerate(coefficients) if value), 0)
    return Series(order + first, coefficients[first:])


def _plus(a: Series, b: Series) -> Series:
    order = min(a.order, b.order)
    end = min(a.order + len(a.coefficients), b.order + len(b.coefficients))
    if end <= order:
        raise NoSeriesError("too many terms cancel")

    def at(series: Series, place: int) -> Fraction:
        index = place - series.order
        return series.coefficients[index] if 0 <= index < len(series.coefficients) else Fraction(0)

    return _made(order, tuple(at(a, place) + at(b, place) for place in range(order, end)))


def _times(a: Series, b: Series) -> Series:
    length = min(len(a.coefficients), len(b.coefficients))
    return _made(
        a.order + b.order,
        tuple(
            sum((a.coefficients[i] * b.coefficients[n - i] for i in range(n + 1)), Fraction(0)) for n in range(length)
        ),
    )


def _inverse(a: Series) -> Series:
    first = a.coefficients[0]
    if not first:
        raise NoSeriesError("division by zero")
    found = [1 / first]
    for n in range(1, len(a.coefficients)):
        found.append(-sum((a.coefficients[i] * found[n - i] for i in range(1, n + 1)), Fraction(0)) / first)
    return Series(-a.order, tuple(found))


def _power(tree: Node, name: str, others: Point) -> Series:
    if name in free_names(tree.args[1]):
        raise NoSeriesError(f"{name} in an exponent")
    exponent = evaluate(tree.args[1], others)
    if isinstance(exponent, bool) or exponent.denominator != 1 or abs(exponent) > 1000:
        raise NoSeriesError("no whole exponent")
    base = _series(tree.args[0], name, others)
    base = base if exponent >= 0 else _inverse(base)
    return reduce(_times, [base] * abs(int(exponent)), _constant(Fraction(1)))


def _case(tree: Node, name: str, others: Point) -> Series:
    """The branch that is taken just below 1."""
    condition, then, other = tree.args
    taken = evaluate(condition, Point({**others.values, name: BELOW_ONE}))
    return _series(then if taken else other, name, others)


def _folded(join: Callable[[Series, Series], Series], empty: Fraction) -> Callable[[Node, str, Point], Series]:
    def build(tree: Node, name: str, others: Point) -> Series:
        index, low, high, body = tree.args
        if name in free_names(low) | free_names(high):
            raise NoSeriesError(f"{name} in a range")
        start, stop = evaluate(low, others), evaluate(high, others)
        if (
            isinstance(start, bool)
            or isinstance(stop, bool)
            or start.denominator * stop.denominator != 1
            or stop - start > 100
        ):
            raise NoSeriesError("no short range")
        terms = (_series(substitute(body, {index: num(k)}), name, others) for k in range(int(start), int(stop) + 1))
        return reduce(join, terms, _constant(empty))

    return build


def _joined(join: Callable[[Series, Series], Series]) -> Callable[[Node, str, Point], Series]:
    return lambda tree, name, others: reduce(join, (_series(child, name, others) for child in tree.args))


_BUILDERS: dict[str, Callable[[Node, str, Point], Series]] = {
    "sym": lambda tree, name, others: Series(0, (Fraction(1), Fraction(1), *(Fraction(0),) * (TERMS - 2))),
    "add": _joined(_plus),
    "mul": _joined(_times),
    "div": lambda tree, name, others: _times(
        _series(tree.args[0], name, others), _inverse(_series(tree.args[1], name, others))
    ),
    "pow": _power,
    "ite": _case,
    "sum": _folded(_plus, Fraction(0)),
    "prod": _folded(_times, Fraction(1)),
}
