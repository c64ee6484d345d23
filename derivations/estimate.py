"""What floats already show to be false: a quick look before rigorous enclosures.

Standard library only. It serves to leave points out, never to let one in: what floats do not refuse is decided exactly.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from .expr import Env, Node

MARGIN = 1e-6
"""Of the larger side, by which floats must miss an inequality: a billion times their rounding, which cancels at times."""

NEWTON_STEPS = 5  # from within a few per cent; each doubles the digits


def clearly_false(condition: Node, env: Env) -> bool:
    """Whether floats show that an inequality (or part of a conjunction) fails at a point, by a wide margin.

    False also where floats cannot say: an operator that is not in the table, an overflow, a sequence.
    """
    if condition.op == "and":
        return any(clearly_false(part, env) for part in condition.args)
    if condition.op not in ("lt", "le"):
        return False
    try:
        left, right = (_value(side, env) for side in condition.args)
    except (KeyError, TypeError, ValueError, ArithmeticError):
        return False
    return left - right > MARGIN * max(abs(left), abs(right), 1.0)


def _value(node: Node, env: Env) -> float:
    if node.op == "num":
        return float(node.args[0])
    if node.op == "sym":
        value = env[node.args[0]]
        if isinstance(value, tuple):
            raise TypeError
        return float(value)
    return float(_VALUES[node.op](*(_value(child, env) for child in node.args)))


def _lambertw(x: float, branch: float) -> float:
    """The lower branch, by Newton's method for w + ln(-w) = ln(-x), started between Chatzigeorgiou's bounds."""
    target = math.log(-x)
    if branch != -1 or target >= -1:
        raise ValueError
    below = -1 - target
    w = -1 - math.sqrt(2 * below) - 5 * below / 6
    for _ in range(NEWTON_STEPS):
        w -= (w + math.log(-w) - target) / (1 + 1 / w)
    return w


_VALUES: dict[str, Callable[..., Any]] = {
    "add": lambda *parts: sum(parts),
    "mul": lambda *parts: math.prod(parts),
    "div": lambda a, b: a / b,
    "pow": math.pow,
    "log": math.log,
    "exp": math.exp,
    "lambertw": _lambertw,
}
