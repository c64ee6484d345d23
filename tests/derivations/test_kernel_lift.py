"""An inequality is carried into a place only where it stays true there."""

from __future__ import annotations

import pytest
import sympy as sp
from draftproof.derivations.domain import OPEN_UNIT, POSITIVE, REALS, UNIT, Domain, Naturals
from draftproof.derivations.expr import Node, num, sym
from draftproof.derivations.kernel import lift, scope
from draftproof.derivations.symbols import symbol
from draftproof.errors import StepRejected

alpha, beta, gamma, x, k, i, n, c = (symbol(name) for name in ("alpha", "beta", "gamma", "x", "k", "i", "n", "c"))
DOMAIN = Domain({"alpha": OPEN_UNIT, "beta": UNIT, "gamma": Naturals(0), "x": REALS, "c": POSITIVE})
TERMS = sp.Sum(alpha**k, (k, 1, gamma))

ACCEPTED = {
    "as it stands": (alpha, "<"),
    "a term of a sum": (x + alpha, "<"),
    "under a positive factor": (c * alpha, "<"),
    "over a positive denominator": (alpha / (1 + gamma), "<"),
    "under a factor that may be 0, not strictly": (gamma * alpha, "<="),
    "in the terms of a finite sum, not strictly": (TERMS, "<="),
}

REJECTED = {
    "under a factor that may be 0": (gamma * alpha, "<"),
    "over a denominator under a factor that may be 0": (beta * alpha / (1 + gamma), ">"),
    "in the terms of a sum that may be empty": (TERMS, "<"),
    "in a sum under a factor that may be 0": (gamma * (x + alpha), "<"),
    "under a factor of either sign": (x * alpha, "<="),
    "under a negative factor": (-alpha, "<="),
    "in a denominator": (1 / (1 + alpha), "<="),
    "in an exponent": (2**alpha, "<"),
    "in two places": (alpha * (1 + alpha), "<="),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_carried(name: str) -> None:
    whole, relation = ACCEPTED[name]
    part = alpha**k if whole is TERMS else alpha
    assert lift(whole, part, sp.S.One, relation, DOMAIN) == whole.xreplace({part: sp.S.One})


@pytest.mark.parametrize("name", REJECTED)
def test_not_carried(name: str) -> None:
    whole, relation = REJECTED[name]
    with pytest.raises(StepRejected, match="an inequality cannot be carried into this place"):
        lift(whole, alpha**k if whole is TERMS else alpha, sp.S.One, relation, DOMAIN)


INNER = sp.Sum(alpha**k, (k, 0, n))
NESTED = sp.Sum(alpha**k, (k, 0, n), (n, 0, gamma))

PARTS_ACCEPTED = {
    "the inner sum of two": (NESTED, INNER, "=", sp.Sum(x, (n, 0, gamma))),
    "the inner sum of two, not strictly": (NESTED, INNER, "<=", sp.Sum(x, (n, 0, gamma))),
    "some terms": (x + alpha + beta, alpha + beta, "<", 2 * x),
    "some factors": (c * alpha * beta, alpha * beta, "<", c * x),
    "a factor that may be 0 in a sum's terms": (
        sp.Sum(gamma * alpha, (k, 0, 5)),
        alpha,
        "<=",
        sp.Sum(gamma * x, (k, 0, 5)),
    ),
    "two factors deep": (c * (1 + c * alpha), alpha, "<", c * (1 + c * x)),
    "some terms inside a maximum": (sp.Max(x + alpha + beta, c), alpha + beta, "=", sp.Max(2 * x, c)),
    "the lower end of a range": (sp.Sum(alpha**k, (k, gamma, 9)), gamma, "=", sp.Sum(alpha**k, (k, x, 9))),
}
PARTS_REJECTED = {
    "the inner sum of two, strictly": (NESTED, INNER, "<"),
    "an inner sum that starts elsewhere": (NESTED, sp.Sum(alpha**k, (k, 1, n)), "="),
    "an inner sum of other terms": (NESTED, sp.Sum(beta**k, (k, 0, n)), "="),
    "more than the whole": (NESTED, sp.Sum(alpha**k, (k, 0, n), (n, 0, gamma), (i, 0, 2)), "="),
    "a factor more": (alpha * beta, alpha * beta * c, "="),
    "a part that is not there": (alpha + beta, c, "="),
    "the factors in another order": (sp.Mul(beta, alpha, evaluate=False), alpha * beta, "="),
    "some factors beside one of either sign": (x * alpha * beta, alpha * beta, "<="),
    "under a factor of either sign, inside a sum": (c * (1 + x * alpha), alpha, "<="),
}


@pytest.mark.parametrize("name", PARTS_ACCEPTED)
def test_part_carried(name: str) -> None:
    whole, part, relation, expected = PARTS_ACCEPTED[name]
    assert lift(whole, part, x, relation, DOMAIN) == expected


@pytest.mark.parametrize("name", PARTS_REJECTED)
def test_part_not_carried(name: str) -> None:
    whole, part, relation = PARTS_REJECTED[name]
    with pytest.raises(StepRejected):
        lift(whole, part, x, relation, DOMAIN)


def test_the_scope_of_an_inner_sum_has_the_outer_index() -> None:
    assert scope(NESTED, INNER, DOMAIN).sets["n"] == Naturals(0)
    assert scope(sp.Sum(alpha**k, (k, gamma, 9)), gamma, DOMAIN) == DOMAIN


@pytest.mark.parametrize(
    ("whole", "part"),
    [(NESTED + INNER, INNER), (sp.Sum(sp.Min(k, 5), (k, 0, 3)) + sp.Sum(sp.Min(k, 5), (i, 0, 3)), sp.Min(k, 5))],
)
def test_a_part_under_different_indices_has_no_scope(whole: sp.Expr, part: sp.Expr) -> None:
    with pytest.raises(StepRejected, match="under different indices"):
        scope(whole, part, DOMAIN)


def test_what_moves_must_be_free_to_move() -> None:
    for free in (alpha, beta, x, c):
        assert scope(sp.Derivative(free**2, free), free**2, DOMAIN) == DOMAIN
    fixed = DOMAIN.given(Node("eq", (sym("beta"), num(1))))
    with pytest.raises(StepRejected, match="moves"):
        scope(sp.Derivative(beta**2, beta), beta**2, fixed)
    with pytest.raises(StepRejected, match="moves"):
        scope(sp.Limit(beta**2, beta, sp.oo), beta**2, DOMAIN)
    assert scope(sp.Limit(1 / c, c, sp.oo), 1 / c, DOMAIN) == DOMAIN
