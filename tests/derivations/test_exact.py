"""Exact evaluation refutes with a witness; what no point decided is never called true."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from draftproof.derivations import exact
from draftproof.derivations.domain import NONNEGATIVE, OPEN_UNIT, REALS, UNIT, Domain, Naturals
from draftproof.derivations.expr import Node, num, sym
from draftproof.derivations.statements import Statement, both, either, eq, ge, gt, le, lt, ne, tree, when
from draftproof.derivations.symbols import symbol
from draftproof.errors import BadInput, Vacuous

alpha, beta, gamma, k, x, c = (symbol(name) for name in ("alpha", "beta", "gamma", "k", "x", "c"))
DOMAIN = Domain({"alpha": UNIT, "beta": UNIT, "gamma": Naturals(0), "x": REALS, "c": NONNEGATIVE})
POWERS = sp.Sum(alpha**k, (k, 0, gamma))
CLOSED = sp.Piecewise((gamma + 1, sp.Eq(alpha, 1)), ((1 - alpha ** (gamma + 1)) / (1 - alpha), True))


def holds(statement: Statement, domain: Domain = DOMAIN) -> bool | None:
    return exact.check(tree(statement), domain).holds


TRUE = {
    "a closed form": eq(POWERS, CLOSED),
    "a bound": le(POWERS, gamma + 1),
    "a transcendental inequality": le(sp.log(1 + c), c + sp.Rational(1, 100)),
    "under a condition": when(lt(alpha, beta), lt(alpha - beta, 0)),
    "one of two": either(le(alpha, beta), le(beta, alpha)),
}
FALSE = {
    "one plus gamma alpha": eq(POWERS, 1 + gamma * alpha),
    "no value at alpha = 1": eq(POWERS, (1 - alpha ** (gamma + 1)) / (1 - alpha)),
    "no value inside the reals": eq((x**2 - x) / x, x - 1),
    "no value where both are 0": eq((alpha**2 - beta**2) / (alpha + beta), alpha - beta),
    "no logarithm of 0": le(sp.log(c), c),
    "0 to the power 0 is 1": eq(sp.S.Zero**gamma, 0),
    "equal at alpha = 0 and 1 only": eq(alpha, alpha**2),
    "strict at the end": lt(alpha, 1),
    "a transcendental equality": eq(sp.log(1 + c), c),
    "one part of two": both(le(alpha, 1), lt(alpha, 1)),
    "unequal where they meet": ne(alpha, beta),
    "a reversed sum is empty": eq(sp.Sum(k, (k, 5, gamma)), gamma * (gamma + 1) / 2 - 10),
}
UNDECIDED = {
    "a limit": eq(sp.Limit(1 / (gamma + 1), gamma, sp.oo), 0),
    "a false limit": eq(sp.Limit(1 / (gamma + 1), gamma, sp.oo), 1),
    "a transcendental equality that is true": eq(sp.log((1 + c) ** 2 + 1), sp.log(c**2 + 2 * c + 2)),
    "a transcendental bound that is attained": ge(sp.exp(c) * sp.exp(-c - 1), sp.exp(-1)),
}


@pytest.mark.parametrize("name", TRUE)
def test_true(name: str) -> None:
    assert holds(TRUE[name]) is True


@pytest.mark.parametrize("name", FALSE)
def test_false(name: str) -> None:
    statement = tree(FALSE[name])
    outcome = exact.check(statement, DOMAIN)
    assert outcome.holds is False
    assert outcome.witness is not None
    assert exact.holds_at(statement, outcome.witness) is False


@pytest.mark.parametrize("name", UNDECIDED)
def test_undecided_is_not_true(name: str) -> None:
    outcome = exact.check(tree(UNDECIDED[name]), DOMAIN)
    assert outcome.holds is None
    assert outcome.points == 0
    assert outcome.undecided >= exact.POINTS


def test_undecided_parts_are_counted() -> None:
    outcome = exact.check(tree(both(le(alpha, 1), UNDECIDED["a limit"])), DOMAIN)
    assert outcome.holds is True
    assert outcome.undecided == outcome.points


def test_at_least_a_hundred_points_inside() -> None:
    seen = [env for env, _ in exact._sampled(Domain({"alpha": UNIT, "gamma": Naturals(0)}), exact.POINTS, 0)]
    inside = [env for env in seen if 0 < env["alpha"] < 1 and env["gamma"] >= 2]
    assert len(inside) >= 100
    assert len({tuple(env.values()) for env in inside}) >= 100


def test_the_corners_are_met_together() -> None:
    seen = [env for env, _ in exact._corners(DOMAIN)]
    assert any(env["alpha"] == 0 == env["gamma"] for env in seen)
    assert any(env["alpha"] == 1 == env["beta"] for env in seen)
    assert any(env["x"] == 0 == env["c"] for env in seen)


@pytest.mark.parametrize(
    "conditions",
    [
        (lt(alpha, beta), lt(beta, alpha)),
        (gt(alpha, 1),),
        (eq(gamma, sp.Rational(1, 2)),),
        (gt(x, 0), lt(x, 0)),
    ],
)
def test_a_domain_without_points_is_vacuous(conditions: tuple[Statement, ...]) -> None:
    domain = DOMAIN
    for condition in conditions:
        domain = domain.given(tree(condition))
    with pytest.raises(Vacuous):
        exact.check(tree(eq(alpha, alpha + 1)), domain)
    with pytest.raises(Vacuous):
        exact.check(tree(le(alpha, 1)), domain)


def test_contradicting_conditions_on_other_variables_are_vacuous_too() -> None:
    domain = DOMAIN.given(tree(lt(alpha, beta))).given(tree(lt(beta, alpha)))
    with pytest.raises(Vacuous):
        exact.check(tree(le(gamma, gamma)), domain)


def test_nothing_stated_is_vacuous() -> None:
    with pytest.raises(Vacuous):
        exact.check(Node("and"), DOMAIN)


def test_the_first_point_comes_first_and_lies_in_the_domain() -> None:
    first = {"alpha": Fraction(7, 10), "beta": Fraction(1), "gamma": Fraction(5), "x": Fraction(0), "c": Fraction(0)}
    wrong = tree(eq(POWERS, 1 + gamma * alpha))
    outcome = exact.check(wrong, DOMAIN, first=first)
    assert outcome.witness == first
    for outside in ({"alpha": Fraction(2)}, {"gamma": Fraction(1, 2)}, {"alpha": (Fraction(1),)}):
        with pytest.raises(BadInput, match="does not lie in the domain"):
            exact.check(wrong, DOMAIN, first={**first, **outside})
    with pytest.raises(BadInput, match="does not lie in the domain"):
        exact.check(wrong, DOMAIN, first={"alpha": Fraction(1)})


def test_every_run_is_the_same() -> None:
    wrong = tree(eq(x, x**2 - x))
    assert exact.check(wrong, DOMAIN) == exact.check(wrong, DOMAIN)


def test_a_set_that_is_left_out_of_the_statement_changes_nothing() -> None:
    statement = tree(lt(alpha, 1))
    assert exact.check(statement, DOMAIN) == exact.check(statement, Domain({"alpha": UNIT}))
    assert exact.check(statement, Domain({"alpha": OPEN_UNIT})).holds is True


def test_sides_are_those_of_the_first_relation_that_fails() -> None:
    statement = tree(both(le(alpha, 1), eq(POWERS, 1 + gamma * alpha)))
    env = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}
    left, right = exact.sides(statement, env) or (0, 0)
    assert right == Fraction(9, 2)
    assert round(float(left), 2) == 2.94
    assert exact.sides(tree(when(lt(alpha, 1), eq(alpha, gamma))), env) == (Fraction(7, 10), 5)
    assert exact.sides(tree(le(sp.log(c), c)), {"c": Fraction(1)}) is None
    assert exact.sides(Node("not", (Node("lt", (num(0), sym("x"))),)), {"x": Fraction(1)}) is None


def test_show() -> None:
    env = {"alpha": Fraction(7, 10), "a": tuple(Fraction(1, k) for k in range(1, 9)), "x": Fraction(0)}
    assert exact.show(env, frozenset({"alpha", "a"})) == {"alpha": "7/10", "a": "(1, 1/2, 1/3, 1/4, 1/5, 1/6, ...)"}


def test_inner_points_are_drawn_only_where_no_corner_refutes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most rivals fail at a corner, and to draw points takes most of the time."""

    def refused(*_: object) -> None:
        raise AssertionError("points were drawn")

    monkeypatch.setattr(exact, "_sampled", refused)
    assert exact.check(tree(eq(alpha + beta, beta)), DOMAIN, seed=77).holds is False
    with pytest.raises(AssertionError, match="drawn"):
        exact.check(tree(le(alpha, 1)), DOMAIN, seed=77)
