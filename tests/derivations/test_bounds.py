"""Bounds contain every value, ends that are left out are never reached, and nothing that a point refutes is implied."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import pytest
from draftproof.derivations import bounds as module
from draftproof.derivations.bounds import bounds, covers, implies, nonnegative, nonzero, positive, with_index
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
)
from draftproof.derivations.expr import Node, NotRational, Undefined, evaluate, num, number, sym, truth
from draftproof.errors import BadInput
from hypothesis import given, settings
from hypothesis import strategies as st

SETS = {
    "u": UNIT,
    "o": OPEN_UNIT,
    "p": POSITIVE,
    "r": Interval(Fraction(-2), Fraction(3), True, False),
    "x": REALS,
    "g": Naturals(0),
    "m": Naturals(2, 4),
    "s": Sequences(UNIT),
}
DOMAIN = Domain(SETS)
NAMES = [name for name in SETS if name != "s"]
NATURAL = st.sampled_from([sym("g"), sym("m"), num(0), num(1), num(2), num(3)])
LEAF = st.one_of(
    st.sampled_from([sym(name) for name in NAMES]),
    st.sampled_from([num(Fraction(k, 2)) for k in range(-4, 5)]),
    st.builds(lambda k: Node("at", ("s", num(k))), st.integers(1, 4)),
)
KINDS = ("add", "mul", "div", "pow", "min", "max", "abs", "ite", "sum", "prod")


def _grown(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    def build(kind: str, a: Node, b: Node, c: Node, n: Node, low: int) -> Node:
        if kind == "pow":
            return Node("pow", (a, n))
        if kind == "abs":
            return Node("abs", (a,))
        if kind == "ite":
            return Node("ite", (Node("lt", (a, b)), c, a))
        if kind in ("sum", "prod"):
            body = Node("mul", (a, Node("add", (sym("k"), b)))) if low else Node("pow", (a, sym("k")))
            return Node(kind, ("k", num(low), n, body))
        return Node(kind, (a, b))

    return st.builds(build, st.sampled_from(KINDS), inner, inner, inner, NATURAL, st.integers(0, 2))


TREES = st.recursive(LEAF, _grown, max_leaves=6)
RELATIONS = st.builds(lambda op, a, b: Node(op, (a, b)), st.sampled_from(["lt", "le", "eq", "ne"]), TREES, TREES)


@cache
def _envs(seed: int) -> list[dict[str, Fraction | tuple[Fraction, ...]]]:
    return [*DOMAIN.corners(), *DOMAIN.points(6, seed)]


def _value(tree: Node, env: dict[str, Fraction | tuple[Fraction, ...]]) -> Fraction | None:
    try:
        return number(tree, env)
    except (Undefined, NotRational):
        return None


@settings(max_examples=400, derandomize=True, deadline=None)
@given(TREES, st.integers(0, 9))
def test_every_value_lies_within_the_bounds(tree: Node, seed: int) -> None:
    _contained(tree, seed)


def _contained(tree: Node, seed: int) -> None:
    found = bounds(tree, DOMAIN)
    for env in _envs(seed):
        value = _value(tree, env)
        assert value is None or found.contains(value), (found, value, env)


def _under(condition: Node, seed: int) -> list[dict[str, Fraction | tuple[Fraction, ...]]]:
    return [env for env in _envs(seed) if _true(condition, env)]


def _true(condition: Node, env: dict[str, Fraction | tuple[Fraction, ...]]) -> bool | None:
    try:
        return truth(condition, env)
    except (Undefined, NotRational):
        return None


@settings(max_examples=300, derandomize=True, deadline=None)
@given(TREES, RELATIONS, st.integers(0, 9))
def test_signs_hold_at_every_point(tree: Node, condition: Node, seed: int) -> None:
    domain = DOMAIN.given(condition)
    for env in _under(condition, seed):
        value = _value(tree, env)
        if value is not None:
            assert value >= 0 or not nonnegative(tree, domain)
            assert value > 0 or not positive(tree, domain)
            assert value != 0 or not nonzero(tree, domain)


@settings(max_examples=300, derandomize=True, deadline=None)
@given(RELATIONS, RELATIONS, st.integers(0, 9))
def test_nothing_is_implied_that_a_point_refutes(known: Node, condition: Node, seed: int) -> None:
    domain = DOMAIN.given(known)
    wanted = [condition, Node("not", (condition,)), Node("and", (condition, known)), Node("or", (condition, known))]
    for claimed in wanted:
        if implies(domain, claimed):
            assert not any(_true(claimed, env) is False for env in _under(known, seed))


def test_a_point_that_is_tried_can_refute() -> None:
    """The generators above reach the ends: a bound that were open by mistake would be seen."""
    envs = _envs(0)
    assert any(env["u"] == 0 for env in envs)
    assert any(env["u"] == 1 for env in envs)
    assert any(env["u"] == 1 and env["g"] == 0 for env in envs)


def test_a_planted_fault_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """An open end where the value is attained (a power of an open interval, exponent 0 included)."""
    monkeypatch.setitem(module._RULES, "pow", lambda node, domain: Interval(Fraction(0), Fraction(1), True, True))
    bounds.cache_clear()
    try:
        with pytest.raises(AssertionError):
            _contained(POWER, 0)
    finally:
        bounds.cache_clear()


POWER = Node("pow", (sym("u"), sym("g")))
TABLE = {
    "0 to the power 0 is 1": (POWER, Interval(Fraction(0), Fraction(1))),
    "at least one factor": (Node("pow", (sym("o"), sym("m"))), Interval(Fraction(0), Fraction(1), True, True)),
    "a sum that may be empty": (Node("sum", ("k", num(1), sym("g"), sym("o"))), Interval(Fraction(0), None)),
    "a sum that is not empty": (Node("sum", ("k", num(0), sym("g"), sym("o"))), Interval(Fraction(0), None, True)),
    "a literal sum": (
        Node("sum", ("k", num(0), num(0), Node("pow", (sym("u"), sym("k"))))),
        Interval(Fraction(1), Fraction(1)),
    ),
    "a product that may be empty": (
        Node("prod", ("k", num(1), sym("g"), sym("o"))),
        Interval(Fraction(0), Fraction(1), True),
    ),
    "a divisor that may be 0": (Node("div", (num(1), sym("u"))), REALS),
    "a divisor that is never 0": (Node("div", (num(1), sym("p"))), Interval(Fraction(0), None, True, True)),
    "an even power": (Node("pow", (sym("r"), num(2))), NONNEGATIVE),
}


@pytest.mark.parametrize("name", TABLE)
def test_known_bounds(name: str) -> None:
    tree, expected = TABLE[name]
    found = bounds(tree, DOMAIN)
    assert (found.low, found.low_open, found.high) == (expected.low, expected.low_open, expected.high)
    assert found.high is None or found.high_open == expected.high_open


def test_both_branches_of_a_case_count() -> None:
    tree = Node("ite", (Node("eq", (sym("u"), num(1))), num(5), Node("add", (num(-1), sym("u")))))
    assert bounds(tree, DOMAIN) == Interval(Fraction(-1), Fraction(5))


def test_an_excluded_end_is_open() -> None:
    apart = DOMAIN.given(Node("ne", (sym("u"), num(1))))
    gap = Node("add", (num(1), Node("mul", (num(-1), sym("u")))))
    assert positive(gap, apart)
    assert not positive(gap, DOMAIN)


def test_what_a_condition_excludes_is_not_0() -> None:
    apart = DOMAIN.given(Node("ne", (sym("x"), sym("r"))))
    gap = Node("add", (sym("r"), Node("mul", (num(-1), sym("x")))))
    twice = Node("add", (Node("mul", (num(2), sym("x"))), Node("mul", (num(-2), sym("r")))))
    other = Node("add", (sym("x"), sym("r")))
    assert nonzero(gap, apart)
    assert nonzero(twice, apart)
    assert not nonzero(other, apart)
    assert not nonzero(gap, DOMAIN)


def test_an_index_forgets_the_variable_of_its_name() -> None:
    outer = DOMAIN.extended({"k": Naturals(5)}).given(Node("le", (sym("k"), sym("m"))))
    inner = with_index(Node("sum", ("k", num(0), sym("g"), sym("k"))), outer)
    assert inner.sets["k"] == Naturals(0)
    assert not inner.conditions


@pytest.mark.parametrize("start", [num(-2), sym("x")])
def test_an_index_that_may_be_negative_is_no_natural_number(start: Node) -> None:
    inner = with_index(Node("sum", ("k", start, sym("g"), sym("k"))), DOMAIN)
    assert not isinstance(inner.sets["k"], Naturals)


COVERED = {
    "the same": ({"u": sym("u")}, {"u": UNIT}, True),
    "a smaller set": ({"u": sym("o")}, {"u": UNIT}, True),
    "a larger set": ({"u": sym("x")}, {"u": UNIT}, False),
    "an end too many": ({"u": sym("u")}, {"u": OPEN_UNIT}, False),
    "a natural number": ({"g": Node("add", (sym("g"), num(1)))}, {"g": Naturals(1)}, True),
    "one too small": ({"g": sym("g")}, {"g": Naturals(1)}, False),
    "no natural number": ({"g": sym("p")}, {"g": Naturals(0)}, False),
    "half of one": ({"g": Node("mul", (num(Fraction(1, 2)), sym("m")))}, {"g": Naturals(0)}, False),
    "a sequence": ({"s": sym("s")}, {"s": Sequences(UNIT)}, True),
    "another sequence": ({"s": sym("s")}, {"s": Sequences(OPEN_UNIT)}, False),
}


@pytest.mark.parametrize("name", COVERED)
def test_covers(name: str) -> None:
    values, sets, expected = COVERED[name]
    assert covers(DOMAIN, Domain(sets), values) is expected


def test_covers_asks_for_the_conditions() -> None:
    other = Domain({"u": UNIT, "o": UNIT}).given(Node("lt", (sym("u"), sym("o"))))
    same = {"u": sym("u"), "o": sym("o")}
    assert not covers(DOMAIN, other, same)
    assert covers(DOMAIN.given(Node("lt", (sym("u"), sym("o")))), other, same)
    assert not covers(DOMAIN.given(Node("lt", (sym("u"), sym("o")))), other, {"u": sym("o"), "o": sym("u")})


def test_a_truth_value_has_no_value_to_bound() -> None:
    with pytest.raises(BadInput):
        evaluate(Node("add", (num(1), Node("lt", (num(0), num(1))))), {})
