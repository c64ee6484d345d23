"""Cases of the rule `zero_term`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import REALS, UNIT, Domain, Naturals, Sequences
from draftproof.derivations.statements import eq, le, tree
from draftproof.derivations.symbols import sequence, symbol

V, l, i, k, x = (symbol(name) for name in ("V", "l", "i", "k", "x"))  # noqa: E741 - a token's letter
p, q = sequence("p_l"), sequence("q_l")
SETS = Domain(
    {"p_l": Sequences(UNIT), "q_l": Sequences(UNIT), "V": Naturals(1), "l": Naturals(1), "k": Naturals(0), "x": REALS}
)


def excess(place: sp.Expr) -> sp.Expr:
    return sp.Max(p[place] - q[place], 0)


def gap(place: sp.Expr) -> sp.Expr:
    return (p[place] - q[place]) ** 2


TOTAL, MIXED = sp.Sum(excess(i), (i, 1, V)), sp.Sum(p[i] - q[i], (i, 1, V))
SQUARES, BEYOND = sp.Sum(gap(i), (i, 1, V)), sp.Sum(excess(i), (i, 2, V))
RANGE = SETS.given(tree(le(l, V)))
EMPTY = RANGE.given(tree(le(TOTAL, 0)))


def at(total: sp.Expr, place: sp.Expr) -> dict[str, sp.Expr]:
    return {"total": total, "place": place}


ZERO = sp.S.Zero
ACCEPTED = {
    "a token without excess": (excess(l), "=", ZERO, EMPTY, at(TOTAL, l)),
    "the last token": (excess(V), "=", ZERO, EMPTY, at(TOTAL, V)),
    "squares": (gap(l), "=", ZERO, RANGE.given(tree(le(SQUARES, 0))), at(SQUARES, l)),
}
REJECTED = {
    "nothing says that the sum is 0": (excess(l), "=", ZERO, RANGE, at(TOTAL, l)),
    "terms of either sign": (p[l] - q[l], "=", ZERO, RANGE.given(tree(le(MIXED, 0))), at(MIXED, l)),
    "beyond the range": (excess(l), "=", ZERO, SETS.given(tree(le(TOTAL, 0))), at(TOTAL, l)),
    "before the range": (excess(l), "=", ZERO, RANGE.given(tree(le(BEYOND, 0))), at(BEYOND, l)),
    "another term": (excess(V), "=", ZERO, EMPTY, at(TOTAL, l)),
    "another value": (excess(l), "=", sp.S.One, EMPTY, at(TOTAL, l)),
    "an inequality": (excess(l), "<=", ZERO, EMPTY, at(TOTAL, l)),
    "not a sum": (excess(l), "=", ZERO, EMPTY, at(excess(l), l)),
    "a place that is no whole number": (
        excess(x), "=", ZERO, EMPTY.given(tree(le(x, V))).given(tree(le(1, x))), at(TOTAL, x)
    ),
    "the sum is at most 1": (excess(l), "=", ZERO, RANGE.given(tree(le(TOTAL, 1))), at(TOTAL, l)),
    "another sum is 0": (excess(l), "=", ZERO, RANGE.given(tree(eq(BEYOND, 0))), at(TOTAL, l)),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
