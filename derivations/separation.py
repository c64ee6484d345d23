"""Truth of a relation at a point whose value is not rational: interval arithmetic decides, or nothing is said.

A statement with a logarithm, an exponential or the Lambert function is evaluated in mpmath's intervals at growing precision
until the two sides separate. Equality is never concluded from intervals: where they never separate, the answer is None.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import mpmath
from mpmath import iv

from .expr import Env, Node, NotRational, evaluate

PRECISIONS = (80, 200, 500)
"""Bits of the attempts: 80 separates what differs in double precision, 500 what differs by 1e-140."""


def decide(node: Node, env: Env) -> bool | None:
    """The truth value of a tree at a point, exactly where it is rational, else by enclosures; None: not separated."""
    try:
        value = evaluate(node, env)
        return value if isinstance(value, bool) else None
    except NotRational:
        pass
    if node.op in _JOINS:
        return _JOINS[node.op]([decide(child, env) for child in node.args])
    if any(child.op == "limit" for child in node.args):
        return None
    for bits in PRECISIONS:
        left, right = (enclose(child, env, bits) for child in node.args)
        if left.b < right.a:
            return node.op in ("lt", "le", "ne")
        if right.b < left.a:
            return node.op == "ne"
    return None


def enclose(node: Node, env: Env, bits: int) -> Any:
    """An mpmath interval that contains the value of a numeric tree at a point."""
    saved = iv.prec
    iv.prec = bits
    try:
        return _interval(node, env)
    finally:
        iv.prec = saved


def _interval(node: Node, env: Env) -> Any:
    try:
        value = evaluate(node, env)
        assert isinstance(value, Fraction)
        return iv.mpf(value.numerator) / iv.mpf(value.denominator)
    except NotRational:
        pass
    if node.op == "ite":
        condition = decide(node.args[0], env)
        if condition is None:
            raise NotRational("a case distinction that intervals do not decide")
        return _interval(node.args[1 if condition else 2], env)
    if node.op not in _INTERVALS:
        raise NotRational(f"no enclosure for '{node.op}'")
    return _INTERVALS[node.op](*(_interval(child, env) for child in node.args))


def _real_power(base: Any, exponent: Any) -> Any:
    return iv.exp(exponent * iv.log(base))


def _lambert(z: Any, branch: Any) -> Any:
    """W at both ends of z, widened, and then *verified*: w·e^w at the ends must enclose z (monotone either side of w = -1)."""
    k = int(branch.mid)
    with mpmath.workprec(iv.prec + 20):
        ends = [mpmath.lambertw(mpmath.mpf(end), k).real for end in (z.a, z.b)]
        slack = mpmath.mpf(2) ** (-iv.prec + 10) * (1 + max(abs(end) for end in ends))
        found = iv.mpf([min(ends) - slack, max(ends) + slack])
    if not _brackets(found, z, k):
        raise NotRational("the Lambert enclosure could not be verified")
    return found


def _brackets(w: Any, z: Any, branch: int) -> bool:
    at_low, at_high = iv.mpf(w.a) * iv.exp(iv.mpf(w.a)), iv.mpf(w.b) * iv.exp(iv.mpf(w.b))
    if branch == 0:
        return bool(w.a > -1 and at_low.b <= z.a and at_high.a >= z.b)
    return bool(w.b < -1 and at_low.a >= z.b and at_high.b <= z.a)


def _fold(join: Callable[[Any, Any], Any]) -> Callable[..., Any]:
    def folded(*values: Any) -> Any:
        total = values[0]
        for value in values[1:]:
            total = join(total, value)
        return total

    return folded


_INTERVALS: dict[str, Callable[..., Any]] = {
    "add": _fold(lambda x, y: x + y),
    "mul": _fold(lambda x, y: x * y),
    "div": lambda x, y: x / y,
    "pow": _real_power,
    "log": iv.log,
    "exp": iv.exp,
    "lambertw": _lambert,
    "min": lambda *v: iv.mpf([min(x.a for x in v), min(x.b for x in v)]),
    "max": lambda *v: iv.mpf([max(x.a for x in v), max(x.b for x in v)]),
}


def _negate(value: bool | None) -> bool | None:
    return None if value is None else not value


def _all(values: list[bool | None]) -> bool | None:
    return False if False in values else (None if None in values else True)


_JOINS: dict[str, Callable[[list[bool | None]], bool | None]] = {
    "and": _all,
    "or": lambda values: _negate(_all([_negate(value) for value in values])),
    "not": lambda values: _negate(values[0]),
    "implies": lambda values: _negate(_all([values[0], _negate(values[1])])),
    "iff": lambda values: None if None in values else values[0] == values[1],
}
