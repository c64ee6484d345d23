"""What floating point may make of a formula: every value that its evaluation as written can give, as an interval.

The bound is derived, operation by operation, in the standard model of rounding: each operation gives its exact result
times 1 + d with |d| <= u, u the unit roundoff (2^-53 for double precision), or loses at most the smallest subnormal;
inputs that are no floats are rounded once; sums and products of n terms round n - 1 times, in any order; x^n rounds n
times, whether in a library or in a loop; log and exp, and powers by them, are off by two roundings. Operations on natural
numbers that give one are exact.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction

from ..errors import BadInput
from .domain import Domain, Naturals
from .enclosure import Box, cut, decide, enclose
from .expr import MAX_RANGE, Env, Node, Undefined, free_names, sym
from .intervals import Interval, point

UNIT = Fraction(1, 2**53)
"""The unit roundoff of double precision."""

LOST = Fraction(1, 2**1074)
"""What an operation may lose to underflow in double precision: the smallest subnormal number."""

LOST_BY_UNIT = {
    Fraction(1, 2**8): Fraction(1, 2**133),
    Fraction(1, 2**11): Fraction(1, 2**24),
    Fraction(1, 2**24): Fraction(1, 2**149),
}
"""The same of bfloat16, half and single precision, by their unit roundoff."""

SMALL = Fraction(1, 2**500)
"""Results above it, and what products make of them, are far from underflow in double precision."""


def rounded(node: Node, env: Env, domain: Domain, unit: Fraction = UNIT, *, exact_inputs: bool = False) -> Interval:
    """An interval that holds whatever arithmetic with this unit roundoff gives for `node` at a point.

    `domain` says which names are natural numbers. `exact_inputs`: the inputs are taken as they are, not rounded. Raises
    `Undefined` where there is no finite bound (a divisor that rounding may make 0, a range's end that it moves).
    """
    naturals = frozenset(name for name, values in domain.sets.items() if isinstance(values, Naturals))
    box = {
        name: tuple(_input(part, unit, exact_inputs) for part in value)
        if isinstance(value, tuple)
        else point(value)
        if name in naturals
        else _input(value, unit, exact_inputs)
        for name, value in env.items()
    }
    found = _Rounding(unit, naturals).value(node, box)
    return found if free_names(node) <= naturals else widened(found, 1, unit)


def widened(interval: Interval, roundings: int, unit: Fraction = UNIT) -> Interval:
    """The interval after so many roundings of values in it. Raises `Undefined` for so many that nothing is left."""
    small = roundings * unit
    if small > Fraction(1, 2):
        raise Undefined(f"{roundings} roundings of {float(unit):.2g} each")
    low, high = cut(interval.low, up=False), cut(interval.high, up=True)
    largest = max(abs(low), abs(high))
    narrow = LOST_BY_UNIT.get(unit)
    lost = roundings * (narrow or LOST) if narrow or min(abs(low), abs(high)) < SMALL else 0
    # (1 + u)^n - 1 <= n u / (1 - n u) <= n u (1 + 2 n u) up to n u = 1/2
    return _by(Interval(low, high), small * (1 + 2 * small) * largest + lost)


def _by(interval: Interval, margin: Fraction) -> Interval:
    """Wider by a margin, the ends rounded outwards to few digits: those of a long sum would grow past use."""
    return Interval(cut(interval.low - margin, up=False), cut(interval.high + margin, up=True))


def _input(value: Fraction, unit: Fraction, exact: bool) -> Interval:
    return point(value) if _is_float(value, unit) else widened(point(value), not exact, unit)


def _is_float(value: Fraction, unit: Fraction) -> bool:
    """Whether a number has so few binary digits that it is a float (its exponent is never out of range here)."""
    top, bottom = abs(value.numerator), value.denominator
    while top and top % 2 == 0:
        top //= 2
    return bottom & (bottom - 1) == 0 and top * unit < 1


class _Rounding:
    """Enclosures with the roundings of each operation added."""

    def __init__(self, unit: Fraction, naturals: frozenset[str]) -> None:
        self.unit, self.naturals = unit, naturals

    def value(self, node: Node, box: Box) -> Interval:
        if node.op in ("num", "sym", "at"):
            value = enclose(node, box)
            return value if node.op != "num" else _input(node.args[0], self.unit, False)
        if node.op == "ite":
            return self._branch(node, box)
        if node.op in ("sum", "prod"):
            return self._fold(node, box)
        parts = [self.value(child, box) for child in node.children()]
        names = [f"part_{place}" for place in range(len(parts))]
        value = enclose(Node(node.op, tuple(sym(name) for name in names)), dict(zip(names, parts, strict=True)))
        known = free_names(node) <= self.naturals and not any(part.width for part in (*parts, value))
        if known and value.low.denominator == 1 and _is_float(value.low, self.unit):
            return value
        return self._after(node.op, parts, value)

    def _after(self, op: str, parts: Sequence[Interval], value: Interval) -> Interval:
        if op in ("add", "sum"):  # the partial sums may be larger than the sum
            roundings = max(len(parts) - 1, 0)
            total = sum((max(abs(part.low), abs(part.high)) for part in parts), Fraction(0))
            return _by(value, widened(point(total), roundings, self.unit).high - total)
        return widened(value, _ROUNDINGS[op](parts), self.unit)

    def _branch(self, node: Node, box: Box) -> Interval:
        condition, then, otherwise = node.args
        taken = decide(condition, box)
        if taken is not None:
            return self.value(then if taken else otherwise, box)
        one, other = self.value(then, box), self.value(otherwise, box)
        return Interval(min(one.low, other.low), max(one.high, other.high))

    def _fold(self, node: Node, box: Box) -> Interval:
        index, low, high, body = node.args
        start, stop = (self._whole(end, box) for end in (low, high))
        if stop - start > MAX_RANGE:
            raise BadInput(f"range of {stop - start} terms exceeds {MAX_RANGE}")
        inside = _Rounding(self.unit, self.naturals | {index})
        terms = [inside.value(body, {**box, index: point(Fraction(k))}) for k in range(start, stop + 1)]
        if not terms:
            return point(Fraction(node.op == "prod"))
        names = [f"part_{place}" for place in range(len(terms))]
        joined = (
            Node("add" if node.op == "sum" else "mul", tuple(sym(name) for name in names))
            if terms[1:]
            else sym(names[0])
        )
        return self._after(joined.op, terms, enclose(joined, dict(zip(names, terms, strict=True))))

    def _whole(self, node: Node, box: Box) -> int:
        low, high = self.value(node, box)
        if low != high or low.denominator != 1:
            raise Undefined("a range's end that rounding moves")
        return int(low)


def _of_power(parts: Sequence[Interval]) -> int:
    base, exponent = parts
    if exponent.width == 0 and exponent.low.denominator == 1:
        times = abs(int(exponent.low))
        return (times if times > 1 else 0) + (exponent.low < 0)
    logarithm = enclose(Node("log", (sym("base"),)), {"base": base})
    size = max(abs(end * power) for end in logarithm for power in exponent)
    return 2 + math.ceil(3 * size)  # exp, and its argument: two roundings of the logarithm and one of the product


def _none(parts: Sequence[Interval]) -> int:
    return 0


_ROUNDINGS: dict[str, Callable[[Sequence[Interval]], int]] = {
    "mul": lambda parts: len(parts) - 1,
    "div": lambda parts: 1,
    "pow": _of_power,
    "exp": lambda parts: 2,
    "log": lambda parts: 2,
    "lambertw": lambda parts: 4,
    "sym": _none,
    **dict.fromkeys(("min", "max", "abs", "floor", "ceil"), _none),
}
"""How often an operation rounds. Lambert's W is taken to be a library's, two roundings and two of its last correction."""
