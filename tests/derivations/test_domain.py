"""Domains: what lies in them, what a condition leaves of them, and the points that are tried."""

from __future__ import annotations

import pickle
from fractions import Fraction
from typing import Any

import pytest
from draftproof.derivations.domain import (
    NONNEGATIVE,
    OPEN_UNIT,
    POSITIVE,
    REALS,
    UNIT,
    Domain,
    Interval,
    Naturals,
    Sequences,
    Set,
    as_conditions,
    opposite,
)
from draftproof.derivations.expr import Node, num, sym, truth
from draftproof.errors import BadInput, Vacuous
from hypothesis import given, settings
from hypothesis import strategies as st

HALF = Fraction(1, 2)
DOMAIN = Domain(
    {"u": UNIT, "o": OPEN_UNIT, "p": POSITIVE, "x": REALS, "g": Naturals(0), "m": Naturals(2, 4), "s": Sequences(UNIT)}
)


def rel(op: str, left: Any, right: Any) -> Node:
    return Node(op, tuple(sym(side) if isinstance(side, str) else num(side) for side in (left, right)))


NARROWED: dict[str, tuple[Node, str, Set]] = {
    "below the end": (rel("lt", "u", 1), "u", Interval(Fraction(0), Fraction(1), False, True)),
    "at the end": (rel("eq", "u", 1), "u", Interval(Fraction(1), Fraction(1))),
    "at the other end": (rel("le", "u", 0), "u", Interval(Fraction(0), Fraction(0))),
    "beyond the end: nothing new": (rel("le", "u", 2), "u", UNIT),
    "an open end stays open": (rel("le", 0, "o"), "o", OPEN_UNIT),
    "turned round": (rel("lt", HALF, "u"), "u", Interval(HALF, Fraction(1), True)),
    "no longer unbounded": (rel("le", "x", 3), "x", Interval(None, Fraction(3))),
    "not the end": (rel("ne", "u", 0), "u", Interval(Fraction(0), Fraction(1), True)),
    "not the end, turned round": (rel("ne", 1, "u"), "u", Interval(Fraction(0), Fraction(1), False, True)),
    "not, of a relation": (Node("not", (rel("lt", "u", 1),)), "u", Interval(Fraction(1), Fraction(1))),
    "a natural number above one": (rel("lt", 1, "g"), "g", Naturals(2)),
    "a natural number from a half": (rel("le", HALF, "g"), "g", Naturals(1)),
    "a natural number above a half": (rel("lt", HALF, "g"), "g", Naturals(1)),
    "a natural number below three": (rel("lt", "g", 3), "g", Naturals(0, 2)),
    "a natural number up to a half": (rel("le", "g", HALF), "g", Naturals(0, 0)),
    "not the first": (rel("ne", "g", 0), "g", Naturals(1)),
    "not the last": (rel("ne", "m", 4), "m", Naturals(2, 3)),
}


@pytest.mark.parametrize("name", NARROWED)
def test_a_bound_goes_into_the_set(name: str) -> None:
    condition, variable, expected = NARROWED[name]
    narrowed = DOMAIN.given(condition)
    assert narrowed.sets[variable] == expected
    assert narrowed.conditions == ()


KEPT = {
    "between two variables": rel("lt", "u", "o"),
    "inside the interval": rel("ne", "u", HALF),
    "empty": rel("lt", 1, "u"),
    "empty at an open end": rel("eq", "o", 1),
    "empty for a natural number": rel("eq", "g", HALF),
    "of an unknown variable": rel("lt", "z", 1),
    "one of two": Node("or", (rel("lt", "u", HALF), rel("lt", HALF, "u"))),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_the_set_cannot_say_stays_a_condition(name: str) -> None:
    kept = DOMAIN.given(KEPT[name])
    assert kept.conditions == (KEPT[name],)
    assert kept.sets == DOMAIN.sets


@pytest.mark.parametrize("name", ["empty", "empty at an open end", "empty for a natural number"])
def test_an_empty_domain_has_no_point(name: str) -> None:
    empty = DOMAIN.given(KEPT[name])
    with pytest.raises(Vacuous, match="no exact point found"):
        list(empty.points(1))
    assert list(empty.corners()) == []


VALUES = st.fractions(min_value=-3, max_value=6, max_denominator=4)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(
    st.sampled_from(["u", "o", "p", "x", "g", "m"]),
    st.sampled_from(["lt", "le", "eq", "ne"]),
    VALUES,
    st.booleans(),
    VALUES,
)
def test_narrowing_keeps_exactly_what_meets_the_condition(
    name: str, op: str, bound: Fraction, turned: bool, value: Fraction
) -> None:
    condition = rel(op, bound, name) if turned else rel(op, name, bound)
    sets = {name: DOMAIN.sets[name]}
    env = {name: value}
    assert Domain(sets).given(condition).admits(env) == (Domain(sets).admits(env) and truth(condition, env))


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.sampled_from(["lt", "le", "eq", "ne"]), VALUES, VALUES)
def test_the_opposite_holds_where_the_relation_does_not(op: str, left: Fraction, right: Fraction) -> None:
    assert truth(opposite(rel(op, left, right)), {}) is not truth(rel(op, left, right), {})


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.sampled_from(["u", "o", "p", "x", "m"]), VALUES)
def test_conditions_say_what_the_set_says(name: str, value: Fraction) -> None:
    allowed = DOMAIN.sets[name]
    said = all(truth(condition, {name: value}) for condition in as_conditions(name, allowed))
    assert said == allowed.contains(value) or isinstance(allowed, Naturals)  # integrality is a sort


def test_every_point_lies_in_the_domain() -> None:
    domain = DOMAIN.given(rel("lt", "u", "o")).given(rel("ne", "x", 0))
    for env in (*domain.corners(), *domain.points(50)):
        assert domain.admits(env)
        assert env["u"] < env["o"]


def test_points_are_inside_and_the_same_in_every_run() -> None:
    found = list(DOMAIN.points(60))
    assert found == list(DOMAIN.points(60))
    assert found != list(DOMAIN.points(60, seed=1))
    assert all(0 < env["u"] < 1 and env["g"] >= 2 for env in found)


def test_further_variables_do_not_move_the_points() -> None:
    alone, more = Domain({"u": UNIT}), DOMAIN
    assert [env["u"] for env in alone.points(20)] == [env["u"] for env in more.points(20)]


def test_a_condition_that_defines_a_variable_gives_it_its_value() -> None:
    product = Node("mul", (sym("u"), sym("o")))
    domain = DOMAIN.given(Node("eq", (sym("x"), product)))
    assert all(env["x"] == env["u"] * env["o"] for env in domain.points(20))


def test_what_no_condition_ties_together_is_drawn_apart() -> None:
    chained = Node("le", (Node("add", (sym("x"), sym("p"))), num(4)))
    domain = DOMAIN.given(rel("lt", "u", "o")).given(rel("lt", "o", "x")).given(chained)
    names = [(set(group.sets), len(group.conditions)) for group in domain.groups()]
    assert sorted(names, key=lambda found: sorted(found[0])) == [
        ({"g"}, 0), ({"m"}, 0), ({"u", "o", "p", "x"}, 3), ({"s"}, 0),
    ]  # fmt: skip
    assert all(domain.admits(env) and list(env) == list(DOMAIN.sets) for env in domain.points(20))


def test_a_condition_on_nothing_counts() -> None:
    never = Domain({"u": UNIT}, (rel("lt", 1, 0),))
    with pytest.raises(Vacuous):
        list(never.points(1))


def test_corners_come_alone_and_together() -> None:
    found = list(DOMAIN.corners())
    assert any(env["u"] == 0 and env["g"] >= 2 for env in found)
    assert any(env["u"] == 0 == env["g"] for env in found)
    assert any(env["x"] == 0 for env in found)
    assert any(env["p"] == 1 for env in found)
    assert any(set(env["s"]) == {Fraction(1)} for env in found)
    assert not any(env["p"] == 0 or env["o"] in (0, 1) for env in found)


def test_only_what_mentions_the_name_is_forgotten() -> None:
    domain = DOMAIN.given(rel("lt", "u", "o")).given(rel("lt", "o", "p"))
    assert domain.without("u").conditions == (rel("lt", "o", "p"),)
    assert domain.without("o").conditions == ()
    bound = Node("le", (Node("sum", ("k", num(0), sym("g"), sym("k"))), sym("x")))
    assert DOMAIN.given(bound).without("k").conditions == (bound,)


def test_admits_asks_for_every_variable() -> None:
    point = next(DOMAIN.points(1))
    assert DOMAIN.admits(point)
    assert not DOMAIN.admits({name: value for name, value in point.items() if name != "u"})
    assert not DOMAIN.admits({**point, "u": Fraction(2)})
    assert not DOMAIN.admits({**point, "u": (Fraction(1),)})
    assert not DOMAIN.admits({**point, "s": Fraction(1)})
    assert not DOMAIN.admits({**point, "s": (Fraction(2),)})
    assert not DOMAIN.admits({**point, "g": HALF})


@pytest.mark.parametrize(
    ("name", "value"), [("u", Fraction(2)), ("u", Fraction(-1)), ("o", Fraction(0)), ("g", HALF), ("g", Fraction(-1))]
)
def test_validation_says_what_was_expected(name: str, value: Fraction) -> None:
    with pytest.raises(BadInput, match=f"{name} = .*expected a value in"):
        DOMAIN.validate(name, value)


def at(name: str, index: str | int) -> Node:
    return Node("at", (name, num(index) if isinstance(index, int) else sym(index)))


def sums_to_one(name: str, low: int = 1) -> Node:
    return Node("eq", (Node("sum", ("i", num(low), sym("h"), at(name, "i"))), num(1)))


TWO_LAWS = Domain({"p": Sequences(UNIT), "q": Sequences(UNIT), "h": Naturals(1)}).given(sums_to_one("p"))
TWO_LAWS = TWO_LAWS.given(sums_to_one("q"))


def total(point: dict[str, Any], name: str) -> Fraction:
    return sum(point[name][: int(point["h"])], Fraction(0))


def test_points_of_laws_sum_to_one() -> None:
    found = list(TWO_LAWS.points(40))
    assert all(total(point, "p") == 1 == total(point, "q") for point in found)
    assert len({point["p"] for point in found}) == 40
    assert any(len(set(point["p"][: int(point["h"])])) > 1 for point in found)


def test_corners_of_laws_are_even_laws_and_point_masses() -> None:
    corners = list(TWO_LAWS.corners())
    assert all(total(point, "p") == 1 == total(point, "q") for point in corners)
    assert any(point["p"][:2] == (1, 0) and point["h"] == 2 for point in corners)
    assert any(point["p"][:2] == (HALF, HALF) and point["h"] == 2 for point in corners)
    assert any(point["p"] == point["q"] for point in corners)
    assert any(point["p"][:2] == (0, 1) and point["q"][:2] == (1, 0) and point["h"] == 2 for point in corners)


def test_a_sum_from_elsewhere_makes_no_law() -> None:
    with pytest.raises(Vacuous):
        next(Domain({"p": Sequences(OPEN_UNIT), "h": Naturals(2, 2)}).given(sums_to_one("p", low=2)).points(1))


def test_laws_that_must_be_equal_are_drawn_equal() -> None:
    """Chance never draws two equal sequences; a condition that only those meet still has points."""
    apart = Node("add", (at("p", 1), Node("mul", (num(-1), at("q", 1)))))
    close = Node("le", (Node("abs", (apart,)), num(0)))
    assert all(point["p"][0] == point["q"][0] for point in TWO_LAWS.given(close).points(20))


def test_equal_domains_are_one_key() -> None:
    reordered = Domain(dict(reversed(DOMAIN.sets.items())))
    assert reordered == DOMAIN
    assert hash(reordered) == hash(DOMAIN)
    assert hash(DOMAIN.given(rel("lt", "u", "o"))) != hash(DOMAIN)
    assert pickle.loads(pickle.dumps(DOMAIN)) == DOMAIN


def test_json() -> None:
    data = DOMAIN.given(rel("lt", "u", "o")).to_json()
    assert data["sets"]["u"] == {"kind": "real", "low": "0", "high": "1", "low_open": False, "high_open": False}
    assert data["sets"]["m"] == {"kind": "natural", "start": 2, "stop": 4}
    assert data["sets"]["s"]["kind"] == "sequence"
    assert data["conditions"] == [["lt", ["sym", "u"], ["sym", "o"]]]


def test_display() -> None:
    assert str(NONNEGATIVE) == "[0, ∞)"
    assert str(OPEN_UNIT) == "(0, 1)"
    assert str(Naturals(1)) == "{1, 2, ...}"
    assert str(Domain({"u": UNIT}).given(rel("ne", "u", HALF))) == "u in [0, 1] under 1 conditions"
