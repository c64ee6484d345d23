"""Statements are data: they never evaluate themselves away, and their tree says what they say."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from draftproof.derivations import tokens_law as law
from draftproof.derivations.domain import UNIT, Domain, Interval, Naturals
from draftproof.derivations.expr import truth
from draftproof.derivations.statements import (
    Rel,
    Statement,
    both,
    either,
    eq,
    ge,
    gt,
    le,
    lt,
    map_expressions,
    narrow,
    ne,
    parts,
    relations,
    tree,
    when,
)
from draftproof.derivations.symbols import symbol

alpha, beta, gamma, n = (symbol(name) for name in ("alpha", "beta", "gamma", "n"))
POINTS = [{"alpha": Fraction(p, 2), "beta": Fraction(q, 2)} for p in range(3) for q in range(3)]

TRUTHS = {
    "=": (eq(alpha, beta), lambda p, q: p == q),
    "!=": (ne(alpha, beta), lambda p, q: p != q),
    "<": (lt(alpha, beta), lambda p, q: p < q),
    "<=": (le(alpha, beta), lambda p, q: p <= q),
    ">": (gt(alpha, beta), lambda p, q: p > q),
    ">=": (ge(alpha, beta), lambda p, q: p >= q),
    "both": (both(le(alpha, beta), ne(alpha, beta)), lambda p, q: p < q),
    "either": (either(lt(alpha, beta), gt(alpha, beta)), lambda p, q: p != q),
    "when": (when(lt(alpha, 1), lt(alpha, beta)), lambda p, q: not p < 1 or p < q),
    "nested": (
        when(both(gt(alpha, 0), lt(alpha, 1)), either(eq(beta, 0), ge(beta, alpha))),
        lambda p, q: not 0 < p < 1 or q == 0 or q >= p,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TRUTHS)
def test_the_tree_says_what_the_statement_says(name: str) -> None:
    statement, meaning = TRUTHS[name]
    for point in POINTS:
        assert truth(tree(statement), point) is meaning(point["alpha"], point["beta"])


def test_nothing_evaluates_itself_away() -> None:
    """SymPy's Eq(1, 1) is True and its Implies has a truth value; a statement is neither."""
    assert sp.Eq(sp.Integer(1), 1) is sp.true
    assert eq(sp.Integer(1), 1) == Rel("=", sp.S.One, sp.S.One)
    assert eq(1, 2) == Rel("=", sp.S.One, sp.S(2))
    assert tree(eq(alpha, alpha)).op == "eq"


def test_quantities_are_unfolded_in_the_tree_only() -> None:
    statement = eq(law.E(alpha, gamma), law.CLOSED)
    assert statement.lhs == law.E(alpha, gamma)
    assert truth(tree(statement), {"alpha": Fraction(1), "gamma": Fraction(4)})


def test_parts_are_the_conjuncts_and_nothing_inside_a_condition() -> None:
    inner: Statement = when(lt(alpha, 1), both(le(alpha, beta), le(beta, 1)))
    assert parts(both(eq(alpha, beta), both(ne(alpha, 1), inner))) == (eq(alpha, beta), ne(alpha, 1), inner)
    assert parts(either(eq(alpha, 0), eq(alpha, 1))) == (either(eq(alpha, 0), eq(alpha, 1)),)
    assert parts(both()) == ()


def test_relations_leave_conditions_out() -> None:
    statement = both(when(lt(alpha, 1), le(alpha, beta)), either(eq(alpha, 0), eq(beta, 0)))
    assert relations(statement) == (le(alpha, beta), eq(alpha, 0), eq(beta, 0))


def test_map_expressions_reaches_conditions_too() -> None:
    statement = both(when(lt(alpha, 1), le(alpha, beta)), either(eq(alpha, 0)))
    swapped = map_expressions(statement, lambda e: e.subs({alpha: beta, beta: alpha}, simultaneous=True))
    assert swapped == both(when(lt(beta, 1), le(beta, alpha)), either(eq(beta, 0)))


def test_narrow() -> None:
    domain = narrow(Domain({"alpha": UNIT, "n": Naturals(1)}), lt(alpha, 1), both(gt(n, 2), ne(alpha, 0)))
    assert domain.sets == {"alpha": Interval(Fraction(0), Fraction(1), True, True), "n": Naturals(3)}
    assert domain.conditions == ()
    with_condition = narrow(Domain({"alpha": UNIT, "beta": UNIT}), lt(alpha, beta))
    assert with_condition.conditions == (tree(lt(alpha, beta)),)
