"""Cases of the rule `derivative_sign`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import NONNEGATIVE, REALS, UNIT, Domain, Naturals
from draftproof.derivations.expr import Node, num, sym
from draftproof.derivations.statements import gt, le, lt, tree
from draftproof.derivations.symbols import symbol

alpha, beta, gamma, k, x, c, c_2 = (symbol(name) for name in ("alpha", "beta", "gamma", "k", "x", "c", "c_2"))
SETS = Domain({"alpha": UNIT, "beta": UNIT, "gamma": Naturals(1), "c": NONNEGATIVE, "c_2": NONNEGATIVE, "x": REALS})
RISING, WEAKLY = SETS.given(tree(lt(alpha, beta))), SETS.given(tree(le(alpha, beta)))
COSTS = SETS.given(tree(lt(c, c_2)))
ALPHA, COST = {"of": alpha, "to": beta}, {"of": c, "to": c_2}
LATER = sp.Sum(alpha**k, (k, 2, gamma))
SLOPE = 1 + sp.Sum(k * alpha ** (k - 1), (k, 2, gamma))


def step(at: sp.Expr) -> sp.Piecewise:
    """1 up to 100, 0 beyond: no point tried lies there."""
    return sp.Piecewise((1, at < 100), (0, True))


ACCEPTED = {
    "a line": (2 * alpha, "<", 2 * beta, RISING, ALPHA),
    "a sum, its slope written out": (
        alpha + LATER, "<", (alpha + LATER).subs(alpha, beta), RISING, {**ALPHA, "shown": SLOPE}
    ),
    "not strictly": (alpha**gamma, "<=", beta**gamma, WEAKLY, ALPHA),
    "falling": (1 / (1 + c), ">", 1 / (1 + c_2), COSTS, COST),
    "falling by a parameter": (-c * gamma, ">", -c_2 * gamma, COSTS, COST),
}  # fmt: skip
REJECTED = {
    "the wrong way": (2 * alpha, ">", 2 * beta, RISING, ALPHA),
    "strictly, though the slope may be 0": (alpha**2, "<", beta**2, RISING, ALPHA),
    "strictly, though the values may be equal": (2 * alpha, "<", 2 * beta, WEAKLY, ALPHA),
    "no order is given": (2 * alpha, "<", 2 * beta, SETS, ALPHA),
    "another function": (2 * alpha, "<", 3 * beta, RISING, ALPHA),
    "two intervals": (alpha, "<", c, SETS.given(tree(lt(alpha, c))), {"of": alpha, "to": c}),
    "a natural number": (gamma, "<", k, SETS.extended({"k": Naturals(1)}).given(tree(lt(gamma, k))), {"of": gamma, "to": k}),
    "an equality": (alpha, "=", beta, RISING, ALPHA),
    "a wrong slope": (-alpha, "<", -beta, RISING, {**ALPHA, "shown": sp.S.One}),
    "a slope of either sign": (x * alpha, "<", x * beta, RISING, ALPHA),
    "a jump that no point shows": (step(c), "<=", step(c_2), COSTS, COST),
    "a jump by rounding down": (-sp.floor(c / 100), "<=", -sp.floor(c_2 / 100), COSTS, COST),
    "a kink": (-sp.Abs(c - 100), "<=", -sp.Abs(c_2 - 100), COSTS, COST),
    "a range that depends on the variable": (
        sp.Sum(1, (k, 0, sp.floor(c))), "<=", sp.Sum(1, (k, 0, sp.floor(c_2))), COSTS, COST
    ),
    "a pole in between": (
        1 / (c - 100), ">", 1 / (c_2 - 100), COSTS.given(Node("ne", (sym("c"), num(100)))),
        {**COST, "shown": -1 / (c - 100) ** 2},
    ),
    "a condition that holds at the first value only": (
        -((c - x) ** 2), "<", -((c_2 - x) ** 2), COSTS.given(tree(gt(x, c))), {**COST, "shown": 2 * (x - c)}
    ),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
