"""What an expression can be when its inputs are only known to intervals: rigorous enclosures of the neutral tree.

Standard library only. `enclose` has the operators of `expr.evaluate`, over boxes instead of points, and log, exp and
Lambert's W by rational bounds. It is too wide where a variable occurs twice: `search` splits the box until that no
longer matters.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache, reduce

from ..errors import BadInput
from .elementary import exp_bounds, lambertw_bounds, log_bounds
from .expr import MAX_EXPONENT, MAX_RANGE, Env, Node, NotRational, Undefined, number
from .intervals import Interval, point

Box = Mapping[str, "Interval | tuple[Interval, ...]"]
"""Names -> intervals; a sequence is a tuple of the intervals of its elements."""


def enclose(node: Node, box: Box) -> Interval:
    """An interval that holds the value of `node` at every point of `box`.

    Exact at a point for rational trees. An `ite` that the box does not decide is the hull of both branches. Raises
    `Undefined` where no finite enclosure is found (a divisor's enclosure holds 0, a range's end is not decided), and
    `BadInput` past the bounds on ranges and exponents or for a truth value.
    """
    known = box.known if isinstance(box, _Known) else None
    if known is not None and (found := known.get(node)) is not None:
        return found
    rule = _ENCLOSURES.get(node.op)
    if rule is None:
        raise BadInput(f"'{node.op}' is a truth value where a number was expected")
    value = rule(node, box)
    if known is not None:
        known[node] = value
    return value


def decide(node: Node, box: Box) -> bool | None:
    """The truth value of `node` over the whole box, None where the box does not decide it."""
    rule = _DECISIONS.get(node.op)
    if rule is None:
        raise BadInput(f"'{node.op}' is a number where a truth value was expected")
    return rule(node, box)


def value_at(node: Node, env: Env) -> Interval:
    """The value at a point: exact by `expr.evaluate` if it is rational, else an enclosure finer than 20 digits."""
    try:
        return point(number(node, env))
    except NotRational:
        return enclose(node, at_point(env))


def at_point(env: Env) -> Box:
    """The box that is a single point. Equal points share one box, and what was enclosed on it before."""
    return _known_at(tuple(env.items()))


class _Known(dict[str, "Interval | tuple[Interval, ...]"]):
    """A point as a box, with the enclosures of trees found on it. A fold's index makes a plain box of it again."""

    def __init__(self, values: Box) -> None:
        super().__init__(values)
        self.known: dict[Node, Interval] = {}


@lru_cache(maxsize=1024)  # more than the points of a domain, through which the steps of an argument go again and again
def _known_at(items: tuple[tuple[str, Fraction | tuple[Fraction, ...]], ...]) -> _Known:
    return _Known({name: _lift(value) for name, value in items})


def _lift(value: Fraction | tuple[Fraction, ...]) -> Interval | tuple[Interval, ...]:
    return tuple(point(part) for part in value) if isinstance(value, tuple) else point(value)


def _all(node: Node, box: Box) -> list[Interval]:
    return [enclose(child, box) for child in node.args]


def _symbol(node: Node, box: Box) -> Interval:
    value = box.get(node.args[0])
    if not isinstance(value, Interval):
        raise Undefined(f"no interval for {node.args[0]}")
    return value


def _element(node: Node, box: Box) -> Interval:
    index, sequence = _integer(node.args[1], box), box.get(node.args[0])
    if not isinstance(sequence, tuple) or isinstance(sequence, Interval) or not 1 <= index <= len(sequence):
        raise Undefined(f"no element {index} of {node.args[0]}")
    return sequence[index - 1]


def _integer(node: Node, box: Box) -> int:
    low, high = enclose(node, box)
    if low != high or low.denominator != 1:
        raise Undefined("an index or a range's end that the box does not decide")
    return int(low)


def _plus(a: Interval, b: Interval) -> Interval:
    return Interval(a.low + b.low, a.high + b.high)


def _times(a: Interval, b: Interval) -> Interval:
    if a.low.numerator >= 0 and b.low.numerator >= 0:  # the common case, in two products instead of four
        return _coarse(a.low * b.low, a.high * b.high)
    ends = [x * y for x in a for y in b]
    return _coarse(min(ends), max(ends))


KEPT = 256  # significant bits, 96 more than the bounds of exp and log have
WIDE = 2 ** (2 * KEPT)


def _coarse(low: Fraction, high: Fraction) -> Interval:
    """The interval, its ends rounded outwards where their digits have grown past use."""
    if low.denominator < WIDE and high.denominator < WIDE:
        return Interval(low, high)
    return Interval(cut(low, up=False), cut(high, up=True))


def cut(end: Fraction, *, up: bool) -> Fraction:
    """The end to `KEPT` significant bits, rounded up or down."""
    shift = KEPT - end.numerator.bit_length() + end.denominator.bit_length()
    top, bottom = (
        (end.numerator << shift, end.denominator) if shift >= 0 else (end.numerator, end.denominator << -shift)
    )
    whole = -(-top // bottom) if up else top // bottom
    return Fraction(whole, 1 << shift) if shift >= 0 else Fraction(whole << -shift)


def _inverse(a: Interval) -> Interval:
    if a.low.numerator <= 0 <= a.high.numerator:
        raise Undefined("a divisor whose enclosure holds 0")
    return Interval(1 / a.high, 1 / a.low)


def _total(parts: Iterable[Interval]) -> Interval:
    return _joined(_plus, parts, point(Fraction(0)))


def _product(parts: Iterable[Interval]) -> Interval:
    return _joined(_times, parts, point(Fraction(1)))


def _joined(join: Callable[[Interval, Interval], Interval], parts: Iterable[Interval], empty: Interval) -> Interval:
    first, *others = [*parts] or [empty]
    return reduce(join, others, first)


def _power(node: Node, box: Box) -> Interval:
    base, exponent = _all(node, box)
    if exponent.low != exponent.high or exponent.low.denominator != 1:
        if base.low == 0 and exponent.low > 0:  # 0 has no logarithm, but a positive power: 0
            above = _exp(_times(exponent, _log(point(base.high)))).high if base.high > 0 else Fraction(0)
            return Interval(Fraction(0), above)
        return _exp(_times(exponent, _log(base)))
    n = int(exponent.low)
    if abs(n) > MAX_EXPONENT:
        raise BadInput(f"exponent {n} exceeds {MAX_EXPONENT}")
    if n < 0:
        return _inverse(_raised(base, -n))
    return _raised(base, n)


def _raised(base: Interval, n: int) -> Interval:
    low, high = base.low**n, base.high**n
    if n % 2 == 1 or base.low >= 0:
        return Interval(low, high)
    return Interval(high, low) if base.high <= 0 else Interval(Fraction(n == 0), max(low, high))


def _exp(a: Interval) -> Interval:
    return Interval(exp_bounds(a.low).low, exp_bounds(a.high).high)


def _log(a: Interval) -> Interval:
    return Interval(log_bounds(a.low).low, log_bounds(a.high).high)


def _lambertw(node: Node, box: Box) -> Interval:
    argument, branch = enclose(node.args[0], box), _integer(node.args[1], box)
    ends = [lambertw_bounds(end, branch) for end in argument]  # monotone on either branch
    return _hull(*ends)


def _hull(*parts: Interval) -> Interval:
    return Interval(min(part.low for part in parts), max(part.high for part in parts))


def _absolute(a: Interval) -> Interval:
    ends = sorted((abs(a.low), abs(a.high)))
    return Interval(Fraction(0) if a.low <= 0 <= a.high else ends[0], ends[1])


def _terms(node: Node, box: Box) -> Iterator[Interval]:
    index, low, high, body = node.args
    start, stop = _integer(low, box), _integer(high, box)
    if stop - start > MAX_RANGE:
        raise BadInput(f"range of {stop - start} terms exceeds {MAX_RANGE}")
    return (enclose(body, {**box, index: point(Fraction(k))}) for k in range(start, stop + 1))


def _branch(node: Node, box: Box) -> Interval:
    condition, then, otherwise = node.args
    taken = decide(condition, box)
    if taken is None:
        return _hull(enclose(then, box), enclose(otherwise, box))
    return enclose(then if taken else otherwise, box)


def _limit(node: Node, box: Box) -> Interval:
    raise Undefined("a limit: no finite box holds its variable's values")


_ENCLOSURES: dict[str, Callable[[Node, Box], Interval]] = {
    "num": lambda node, box: point(node.args[0]),
    "sym": _symbol,
    "at": _element,
    "add": lambda node, box: _total(_all(node, box)),
    "mul": lambda node, box: _product(_all(node, box)),
    "pow": _power,
    "div": lambda node, box: _times(enclose(node.args[0], box), _inverse(enclose(node.args[1], box))),
    "min": lambda node, box: Interval(*(min(ends) for ends in zip(*_all(node, box), strict=True))),
    "max": lambda node, box: Interval(*(max(ends) for ends in zip(*_all(node, box), strict=True))),
    "floor": lambda node, box: Interval(*(Fraction(math.floor(end)) for end in enclose(node.args[0], box))),
    "ceil": lambda node, box: Interval(*(Fraction(math.ceil(end)) for end in enclose(node.args[0], box))),
    "abs": lambda node, box: _absolute(enclose(node.args[0], box)),
    "ite": _branch,
    "sum": lambda node, box: _total(_terms(node, box)),
    "prod": lambda node, box: _product(_terms(node, box)),
    "log": lambda node, box: _log(enclose(node.args[0], box)),
    "exp": lambda node, box: _exp(enclose(node.args[0], box)),
    "lambertw": _lambertw,
    "limit": _limit,
}


def compared(op: str, a: Interval, b: Interval) -> bool | None:
    """Whether `eq`, `ne`, `lt` or `le` holds for all values in two intervals; None where that depends on the values."""
    return _COMPARED[op](a, b)


def _equal(a: Interval, b: Interval) -> bool | None:
    if a.meet(b) is None:
        return False
    return True if a.width == b.width == 0 else None


def _less(a: Interval, b: Interval) -> bool | None:
    return True if a.high < b.low else False if a.low >= b.high else None


def _at_most(a: Interval, b: Interval) -> bool | None:
    return True if a.high <= b.low else False if a.low > b.high else None


def _not(value: bool | None) -> bool | None:
    return None if value is None else not value


def _any(values: list[bool | None]) -> bool | None:
    return True if True in values else None if None in values else False


def _parts(node: Node, box: Box) -> list[bool | None]:
    return [decide(child, box) for child in node.args]


def _iff(node: Node, box: Box) -> bool | None:
    a, b = _parts(node, box)
    return None if a is None or b is None else a == b


_COMPARED: dict[str, Callable[[Interval, Interval], bool | None]] = {
    "eq": _equal,
    "ne": lambda a, b: _not(_equal(a, b)),
    "lt": _less,
    "le": _at_most,
}


def _relation(node: Node, box: Box) -> bool | None:
    return compared(node.op, *_all(node, box))


_DECISIONS: dict[str, Callable[[Node, Box], bool | None]] = {
    **dict.fromkeys(_COMPARED, _relation),
    "or": lambda node, box: _any(_parts(node, box)),
    "and": lambda node, box: _not(_any([_not(part) for part in _parts(node, box)])),
    "not": lambda node, box: _not(decide(node.args[0], box)),
    "implies": lambda node, box: _any([_not(decide(node.args[0], box)), decide(node.args[1], box)]),
    "iff": _iff,
}
