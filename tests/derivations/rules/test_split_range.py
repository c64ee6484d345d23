"""Cases of the rule `split_range`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import REALS, UNIT, Domain, Naturals, Sequences
from draftproof.derivations.statements import le, lt, tree
from draftproof.derivations.symbols import sequence, symbol

V, l, i, k, x = (symbol(name) for name in ("V", "l", "i", "k", "x"))  # noqa: E741 - a token's letter
p = sequence("p_l")
SETS = Domain({"p_l": Sequences(UNIT), "V": Naturals(1), "l": Naturals(1), "k": Naturals(0), "x": REALS})
INSIDE = SETS.given(tree(le(l, V)))
JUST_BEFORE = SETS.given(tree(lt(k, V)))


def parts(low: sp.Expr | int, cut: sp.Expr | int, high: sp.Expr, body: sp.Expr = p[i]) -> sp.Expr:
    return sp.Sum(body, (i, low, cut)) + sp.Sum(body, (i, cut + 1, high))


def after(place: sp.Expr) -> dict[str, sp.Expr]:
    return {"after_index": place}


WHOLE = sp.Sum(p[i], (i, 1, V))

ACCEPTED = {
    "before a token": (WHOLE, "=", parts(1, l - 1, V), INSIDE, after(l - 1)),
    "after a token": (WHOLE, "=", parts(1, l, V), INSIDE, after(l)),
    "after none": (WHOLE, "=", parts(1, k, V), JUST_BEFORE, after(k)),
    "after all": (WHOLE, "=", parts(1, V, V), SETS, after(V)),
}
REJECTED = {
    "beyond the end": (WHOLE, "=", parts(1, l, V), SETS, after(l)),
    "one beyond the end": (WHOLE, "=", parts(1, V + 1, V), SETS, after(V + 1)),
    "before the start": (WHOLE, "=", parts(1, l - 2, V), INSIDE, after(l - 2)),
    "a term twice": (WHOLE, "=", sp.Sum(p[i], (i, 1, l)) + sp.Sum(p[i], (i, l, V)), INSIDE, after(l)),
    "a term lost": (WHOLE, "=", sp.Sum(p[i], (i, 1, l - 1)) + sp.Sum(p[i], (i, l + 1, V)), INSIDE, after(l - 1)),
    "another body": (WHOLE, "=", parts(1, l, V, p[i] ** 2), INSIDE, after(l)),
    "not a sum": (p[l], "=", p[l], INSIDE, after(l)),
    "no whole number": (WHOLE, "=", parts(1, x, V), SETS.given(tree(le(1, x))).given(tree(le(x, V))), after(x)),
    "the index itself": (
        WHOLE,
        "=",
        parts(1, i, V),
        INSIDE.extended({"i": Naturals(1)}).given(tree(le(i, V))),
        after(i),
    ),
    "an inequality": (WHOLE, "<=", parts(1, l, V), INSIDE, after(l)),
}


def test_case(case: Callable[[], None]) -> None:
    case()
