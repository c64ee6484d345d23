"""Cases of the rule `derivative_sign`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations import tokens_law as law
from draftproof.derivations.domain import NONNEGATIVE, REALS, UNIT, Domain, Naturals
from draftproof.derivations.expr import Node, num, sym
from draftproof.derivations.statements import gt, le, lt, tree
from draftproof.derivations.symbols import symbol

E = law.E
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


def beside(whole: sp.Expr, part: sp.Expr) -> sp.Expr:
    """The whole and 0 times a part, as SymPy would not leave it: the part must be smooth all the same."""
    return sp.Add(whole, sp.Mul(0, part, evaluate=False), evaluate=False)


ACCEPTED = {
    "a line": (2 * alpha, "<", 2 * beta, RISING, ALPHA),
    "a sum, its slope written out": (
        alpha + LATER, "<", (alpha + LATER).subs(alpha, beta), RISING, {**ALPHA, "shown": SLOPE}
    ),
    "not strictly": (alpha**gamma, "<=", beta**gamma, WEAKLY, ALPHA),
    "falling": (1 / (1 + c), ">", 1 / (1 + c_2), COSTS, COST),
    "falling by a parameter": (-c * gamma, ">", -c_2 * gamma, COSTS, COST),
    "beside a root of another variable": (2 * alpha + sp.sqrt(c), "<", 2 * beta + sp.sqrt(c), RISING, ALPHA),
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
    "an equality, where the function falls": (-2 * alpha, "=", -2 * beta, WEAKLY, ALPHA),
    "unequal, where the function falls": (-2 * alpha, "!=", -2 * beta, WEAKLY, ALPHA),
    "a jump by rounding up": (-sp.ceiling(c / 100), "<=", -sp.ceiling(c_2 / 100), COSTS, COST),
    "a larger of two": (sp.Max(c, 100), "<=", sp.Max(c_2, 100), COSTS, COST),
    "a smaller of two": (sp.Min(c, 100), "<=", sp.Min(c_2, 100), COSTS, COST),
    "a limit": (beside(alpha, sp.Limit(alpha / gamma, gamma, sp.oo)), "<", beta, RISING, ALPHA),
    "a quantity that is not written out": (E(alpha, gamma), "<=", E(beta, gamma), RISING, ALPHA),
    "a range that ends at the variable": (sp.Sum(x, (k, 0, c)), "<=", sp.Sum(x, (k, 0, c_2)), COSTS, COST),
    "a root of what may be 0": (beside(c, sp.sqrt(c)), "<", c_2, COSTS, COST),
    "a pole in between, times nothing": (beside(c, 1 / (c - 100)), "<", c_2, COSTS, COST),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
