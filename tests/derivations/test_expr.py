"""Exact evaluation of trees: what has a value, what has none, and that nothing kept for a point goes stale."""

from __future__ import annotations

import math
import pickle
from fractions import Fraction
from typing import Any

import pytest
from draftproof.derivations.expr import (
    MAX_DEPTH,
    MAX_EXPONENT,
    MAX_RANGE,
    Node,
    NotRational,
    Point,
    Undefined,
    evaluate,
    free_names,
    from_json,
    num,
    number,
    operators,
    substitute,
    sym,
    to_json,
    truth,
)
from draftproof.errors import BadInput
from hypothesis import given, settings
from hypothesis import strategies as st

X, Y, K = sym("x"), sym("y"), sym("k")
ENV = {
    "x": Fraction(2, 3),
    "y": Fraction(-3, 2),
    "k": Fraction(4),
    "s": (Fraction(1, 2), Fraction(1, 3), Fraction(1, 5)),
}


def node(op: str, *args: Any) -> Node:
    return Node(op, args)


VALUES = {
    "0 to the power 0": (node("pow", num(0), num(0)), 1),
    "a negative power": (node("pow", Y, num(-3)), Fraction(-8, 27)),
    "a negative power of a negative number, even": (node("pow", Y, num(-2)), Fraction(4, 9)),
    "a quotient by a negative number": (node("div", X, Y), Fraction(-4, 9)),
    "rounded down": (node("floor", Y), -2),
    "rounded up": (node("ceil", Y), -1),
    "its size": (node("abs", Y), Fraction(3, 2)),
    "the smallest": (node("min", X, Y, num(0)), Fraction(-3, 2)),
    "the largest": (node("max", X, Y, num(0)), Fraction(2, 3)),
    "an empty sum": (node("sum", "i", num(1), num(0), node("div", num(1), num(0))), 0),
    "a reversed sum is empty": (node("sum", "i", num(5), num(1), sym("i")), 0),
    "an empty product": (node("prod", "i", num(1), num(0), num(7)), 1),
    "a reversed product is empty": (node("prod", "i", num(5), num(1), sym("i")), 1),
    "a sum over elements": (node("sum", "i", num(1), num(3), node("at", "s", sym("i"))), Fraction(31, 30)),
    "an index over a variable of its name": (node("add", K, node("sum", "k", num(1), num(3), K)), 10),
    "an end that names the outer variable": (node("sum", "k", num(1), K, K), 10),
    "the untaken branch": (node("ite", node("lt", X, num(0)), node("div", num(1), num(0)), X), Fraction(2, 3)),
    "nested sums of one index": (node("sum", "i", num(1), num(3), node("sum", "i", num(1), sym("i"), sym("i"))), 10),
}


@pytest.mark.parametrize("name", VALUES)
def test_value(name: str) -> None:
    tree, expected = VALUES[name]
    assert evaluate(tree, ENV) == expected


def test_the_operators_of_a_tree_are_those_anywhere_in_it() -> None:
    tree = node("sum", "i", num(1), sym("g"), node("pow", X, sym("i")))
    assert operators(tree) == {"sum", "num", "sym", "pow"}
    assert operators(tree) is operators(tree)
    assert operators(pickle.loads(pickle.dumps(tree))) == operators(tree)


UNDEFINED = {
    "a division by 0": node("div", X, num(0)),
    "0 to a negative power": node("pow", num(0), num(-1)),
    "an unknown symbol": sym("z"),
    "an unknown sequence": node("at", "t", num(1)),
    "element 0": node("at", "s", num(0)),
    "an element beyond the sequence": node("at", "s", num(4)),
    "half an element": node("at", "s", num(Fraction(1, 2))),
    "a range that ends between": node("sum", "i", num(0), X, num(1)),
}
IRRATIONAL = {
    "a root": node("pow", X, num(Fraction(1, 2))),
    "a logarithm": node("log", X),
    "an exponential": node("exp", X),
    "Lambert's W": node("lambertw", X, num(0)),
    "a limit": node("limit", "g", sym("g")),
}
UNUSABLE = {
    "a sequence for a number": sym("s"),
    "a truth value added": node("add", num(1), node("lt", X, Y)),
    "a number negated": node("not", X),
    "a truth value compared": node("eq", node("lt", X, Y), num(1)),
    "a case that is a truth value": node(
        "add", num(1), node("ite", node("lt", X, Y), node("lt", X, Y), node("lt", Y, X))
    ),
    "too long a range": node("sum", "i", num(0), num(MAX_RANGE + 1), num(1)),
    "too large an exponent": node("pow", X, num(MAX_EXPONENT + 1)),
}


@pytest.mark.parametrize(
    ("tree", "error"),
    [
        *((tree, Undefined) for tree in UNDEFINED.values()),
        *((tree, NotRational) for tree in IRRATIONAL.values()),
        *((tree, BadInput) for tree in UNUSABLE.values()),
    ],
    ids=[*UNDEFINED, *IRRATIONAL, *UNUSABLE],
)
def test_no_value(tree: Node, error: type[Exception]) -> None:
    with pytest.raises(error):
        evaluate(tree, ENV)


def test_a_failure_inside_a_sum_leaves_the_point_as_it_was() -> None:
    point = Point.of(ENV)
    broken = node("sum", "k", num(0), num(3), node("div", num(1), node("add", K, num(-2))))
    for _ in range(2):
        with pytest.raises(Undefined):
            evaluate(broken, point)
        assert evaluate(K, point) == 4
    assert evaluate(node("sum", "z", num(0), num(1), sym("z")), point) == 1
    assert "z" not in point.values


def test_what_is_kept_for_a_point_depends_on_the_outer_index() -> None:
    inner = node("sum", "i", num(1), sym("n"), node("mul", sym("i"), sym("n"), X))
    outer = node("sum", "n", num(1), num(4), inner)
    point = Point.of(ENV)
    expected = sum(Fraction(i * n) * Fraction(2, 3) for n in range(1, 5) for i in range(1, n + 1))
    assert [evaluate(outer, point) for _ in range(3)] == [expected] * 3
    shorter = node("sum", "n", num(1), num(2), inner)
    assert evaluate(shorter, point) == sum(Fraction(i * n) * Fraction(2, 3) for n in (1, 2) for i in range(1, n + 1))


SMALL = st.fractions(min_value=-3, max_value=3, max_denominator=7)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(SMALL, SMALL, st.integers(0, 6), st.integers(0, 6))
def test_nested_folds_agree_with_python(x: Fraction, y: Fraction, top: int, low: int) -> None:
    body = node(
        "add", node("mul", X, node("prod", "j", num(1), sym("i"), node("add", Y, sym("j")))), node("pow", X, sym("i"))
    )
    tree = node("sum", "i", num(low), num(top), body)
    expected = sum(
        (x * math.prod((y + j for j in range(1, i + 1)), start=Fraction(1)) + x**i for i in range(low, top + 1)),
        Fraction(0),
    )
    assert evaluate(tree, {"x": x, "y": y}) == expected


@settings(max_examples=200, derandomize=True, deadline=None)
@given(SMALL, SMALL)
def test_relations_agree_with_python(x: Fraction, y: Fraction) -> None:
    env = {"x": x, "y": y}
    told = {op: truth(node(op, X, Y), env) for op in ("eq", "ne", "lt", "le")}
    assert told == {"eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y}


@pytest.mark.parametrize(
    ("op", "table"),
    {
        "and": (False, False, False, True),
        "or": (False, True, True, True),
        "implies": (True, True, False, True),
        "iff": (True, False, False, True),
    }.items(),
)
def test_connectives(op: str, table: tuple[bool, ...]) -> None:
    values = {False: node("or"), True: node("and")}
    assert tuple(truth(node(op, values[a], values[b]), {}) for a in (False, True) for b in (False, True)) == table


def test_a_number_is_no_truth_value() -> None:
    with pytest.raises(BadInput, match="is a number"):
        truth(X, ENV)
    with pytest.raises(BadInput, match="is a truth value"):
        number(node("lt", X, Y), ENV)


SUM = node("sum", "k", num(0), sym("g"), node("pow", X, K))


def test_free_names() -> None:
    assert free_names(SUM) == {"x", "g"}
    assert free_names(node("sum", "k", K, num(3), K)) == {"k"}  # the end names another k
    assert free_names(node("limit", "g", SUM)) == {"x"}
    assert free_names(node("at", "s", K)) == {"s", "k"}


def test_substitution_leaves_bound_names_alone() -> None:
    assert substitute(SUM, {"k": num(3)}) == SUM
    assert substitute(node("limit", "g", sym("g")), {"g": num(3)}) == node("limit", "g", sym("g"))
    assert substitute(node("sum", "k", K, num(3), K), {"k": num(1)}) == node("sum", "k", num(1), num(3), K)


@pytest.mark.parametrize("tree", [SUM, node("prod", "k", num(0), sym("g"), X), node("limit", "k", node("mul", X, K))])
def test_a_replacement_is_not_captured(tree: Node) -> None:
    with pytest.raises(BadInput, match="bound index k"):
        substitute(tree, {"x": K})


def test_round_trip() -> None:
    for tree, _ in VALUES.values():
        assert from_json(to_json(tree)) == tree
        assert pickle.loads(pickle.dumps(tree)) == tree


def _deep(levels: int) -> list[Any]:
    data: list[Any] = ["num", "1"]
    for _ in range(levels):
        data = ["abs", data]
    return data


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "num",
        ["num"],
        ["num", 1],
        ["num", "1/0"],
        ["num", "one"],
        ["num", "1" * 10_001],
        ["nothing", "1"],
        ["__import__", "os"],
        ["sym", "a b"],
        ["sym", ["num", "1"]],
        ["add", ["num", "1"]],
        ["sum", "k", ["num", "0"], ["num", "1"]],
        ["div", ["num", "1"], "2"],
        _deep(MAX_DEPTH + 1),
    ],
)
def test_foreign_trees_are_refused(data: Any) -> None:
    with pytest.raises(BadInput):
        from_json(data)
