"""An enclosure holds the value at every point of its box (random trees, boxes, points); and each rule by a case."""

from fractions import Fraction

import pytest
from draftproof.derivations import enclosure
from draftproof.derivations.enclosure import decide, enclose, value_at
from draftproof.derivations.expr import ARITY, TRUTH, Node, NotRational, Undefined, evaluate, num, sym
from draftproof.derivations.intervals import Interval, point
from draftproof.errors import BadInput
from hypothesis import assume, given, settings
from hypothesis import strategies as st

X, Y, K = sym("x"), sym("y"), sym("k")
SMALL = st.fractions(min_value=-3, max_value=3, max_denominator=8)
SIDES = st.tuples(SMALL, st.fractions(min_value=0, max_value=2, max_denominator=8))


def node(op, *args):
    return Node(op, tuple(num(a) if isinstance(a, int | Fraction) else a for a in args))


def trees(leaves):
    def grow(parts):
        pair, one = st.tuples(parts, parts), st.tuples(parts)
        relation = st.builds(Node, st.sampled_from(["eq", "ne", "lt", "le"]), pair)
        truths = st.one_of(
            relation,
            st.builds(Node, st.sampled_from(["and", "or", "implies", "iff"]), st.tuples(relation, relation)),
            st.builds(Node, st.just("not"), st.tuples(relation)),
        )
        power = st.integers(-3, 4).map(num)
        return st.one_of(
            st.builds(Node, st.sampled_from(["add", "mul", "div", "min", "max"]), pair),
            st.builds(Node, st.sampled_from(["floor", "ceil", "abs"]), one),
            st.builds(Node, st.just("pow"), st.tuples(parts, power)),
            st.builds(Node, st.just("ite"), st.tuples(truths, parts, parts)),
            st.builds(
                lambda op, low, high, body: node(op, "k", low, high, node("add", body, K)),
                st.sampled_from(["sum", "prod"]), st.integers(-1, 1), st.integers(0, 3), parts,
            ),
            st.integers(1, 2).map(lambda i: node("at", "a", i)),
        )  # fmt: skip

    return st.recursive(leaves, grow, max_leaves=6)


TREES = trees(st.one_of(st.just(X), st.just(Y), SMALL.map(num)))


def violations(bounding, tree, sides, weights):
    """The points of the box whose value `bounding` misses; none when it gives up or the value is undefined."""
    x, y, first, second = (Interval(low, low + width) for low, width in sides)
    try:
        bounds = bounding(tree, {"x": x, "y": y, "a": (first, second)})
    except Undefined:
        return []
    at = [side.low + side.width * weight for side, weight in zip((x, y, first, second), weights, strict=True)]
    value = evaluate(tree, {"x": at[0], "y": at[1], "a": (at[2], at[3])})  # where there are bounds there is a value
    return [] if bounds.low <= value <= bounds.high else [(at, value, bounds)]


@settings(derandomize=True, max_examples=200, deadline=None)
@given(TREES, st.tuples(SIDES, SIDES, SIDES, SIDES), st.tuples(*[st.fractions(0, 1, max_denominator=16)] * 4))
def test_enclosures_hold_every_point(tree, sides, weights):
    assert violations(enclose, tree, sides, weights) == []


@settings(derandomize=True, max_examples=100, deadline=None)
@given(TREES, SMALL, SMALL)
def test_at_a_point_the_enclosure_is_the_value(tree, x, y):
    env = {"x": x, "y": y, "a": (x, y)}
    try:
        value = evaluate(tree, env)
    except Undefined:
        assume(False)
    box = {"x": point(x), "y": point(y), "a": (point(x), point(y))}
    assert enclose(tree, box) == point(value) == value_at(tree, env)


def test_an_enclosure_from_the_ends_alone_is_caught():
    def ends_only(tree, box):
        low, high = (evaluate(tree, {"x": box["x"][i], "y": box["y"][i]}) for i in (0, 1))
        return Interval(min(low, high), max(low, high))

    square, box = node("pow", X, 2), [(Fraction(-1), Fraction(2))] * 4  # x^2 over [-1, 1] is not [1, 1]
    assert violations(ends_only, square, box, [Fraction(1, 2)] * 4) != []
    assert violations(enclose, square, box, [Fraction(1, 2)] * 4) == []


BOX = {
    "x": Interval(Fraction(-1), Fraction(2)),
    "y": Interval(Fraction(3), Fraction(4)),
    "a": (point(Fraction(5)), Interval(Fraction(6), Fraction(7))),
}

CASES = {
    "a product with a sign change": (node("mul", X, Y), (-4, 8)),
    "an even power": (node("pow", X, 2), (0, 4)),
    "an odd power": (node("pow", X, 3), (-1, 8)),
    "0 to 0": (node("pow", X, 0), (1, 1)),
    "a negative power": (node("pow", Y, -1), (Fraction(1, 4), Fraction(1, 3))),
    "a quotient": (node("div", X, Y), (Fraction(-1, 3), Fraction(2, 3))),
    "min": (node("min", X, 1), (-1, 1)),
    "max": (node("max", X, 1), (1, 2)),
    "abs": (node("abs", X), (0, 2)),
    "floor": (node("floor", node("div", Y, 2)), (1, 2)),
    "ceil": (node("ceil", node("div", Y, 2)), (2, 2)),
    "a decided branch": (node("ite", node("lt", X, Y), 1, node("div", 1, 0)), (1, 1)),
    "an undecided branch": (node("ite", node("lt", X, 0), X, Y), (-1, 4)),
    "a sum": (node("sum", "k", 1, 3, node("mul", K, Y)), (18, 24)),
    "an empty sum": (node("sum", "k", 3, 1, Y), (0, 0)),
    "an empty product": (node("prod", "k", 3, 1, Y), (1, 1)),
    "an element": (node("at", "a", 2), (6, 7)),
}


@pytest.mark.parametrize("name", CASES)
def test_rules(name):
    tree, bounds = CASES[name]
    assert enclose(tree, BOX) == bounds


def test_logarithms_and_real_powers_have_bounds_though_not_rational_values():
    with pytest.raises(NotRational):
        evaluate(node("log", Y), {"y": Fraction(3)})
    low, high = enclose(node("exp", node("log", Y)), BOX)
    assert 0 < 3 - low < Fraction(1, 10**30)
    assert 0 < high - 4 < Fraction(1, 10**30)
    root = value_at(node("pow", Y, Fraction(1, 2)), {"y": Fraction(4)})
    assert Fraction(2) in root
    assert root.width < Fraction(1, 10**30)


def test_0_to_a_positive_power_is_0_though_it_has_no_logarithm():
    assert value_at(node("pow", Y, Fraction(1, 2)), {"y": Fraction(0)}) == point(Fraction(0))
    low, high = enclose(node("pow", Y, Fraction(1, 2)), {"y": Interval(Fraction(0), Fraction(4))})
    assert low == 0
    assert 0 <= high - 2 < Fraction(1, 10**30)
    with pytest.raises(Undefined):
        enclose(node("pow", Y, Fraction(-1, 2)), {"y": Interval(Fraction(0), Fraction(4))})


@pytest.mark.parametrize(
    "tree",
    [
        node("div", 1, X),
        node("pow", X, -1),
        node("log", X),
        node("pow", X, Fraction(1, 2)),
        node("lambertw", X, -1),
        node("sum", "k", 1, Y, K),  # a range's end that the box leaves open
        node("at", "a", 3),
        node("at", "x", 1),
        node("limit", "x", X),
        sym("a"),
        sym("nobody"),
    ],
)
def test_without_a_finite_enclosure_it_says_so(tree):
    with pytest.raises(Undefined):
        enclose(tree, BOX)


@pytest.mark.parametrize("tree", [node("lt", X, Y), node("pow", Y, 10**7), node("sum", "k", 1, 10**9, K)])
def test_malformed_trees_are_bad_input(tree):
    with pytest.raises(BadInput):
        enclose(tree, BOX)
    with pytest.raises(BadInput):
        decide(node("add", X, Y), BOX)


TRUE, FALSE, OPEN = node("lt", X, Y), node("le", Y, X), node("lt", X, 0)

DECISIONS = [
    (node("eq", X, Y), False), (node("eq", X, 0), None), (node("eq", 1, 1), True), (node("ne", X, Y), True),
    (node("lt", X, 2), None), (node("le", X, 2), True), (node("lt", 2, X), False), (node("le", 2, X), None),
    (node("and", TRUE, OPEN), None), (node("and", FALSE, OPEN), False), (node("and"), True), (node("or"), False),
    (node("or", TRUE, OPEN), True), (node("or", FALSE, OPEN), None), (node("not", OPEN), None),
    (node("not", TRUE), False),
    (node("implies", FALSE, OPEN), True), (node("implies", OPEN, TRUE), True), (node("implies", TRUE, OPEN), None),
    (node("implies", TRUE, FALSE), False), (node("iff", FALSE, FALSE), True), (node("iff", TRUE, FALSE), False),
    (node("iff", TRUE, OPEN), None),
]  # fmt: skip


@pytest.mark.parametrize(("tree", "decision"), DECISIONS)
def test_three_valued_decisions(tree, decision):
    assert decide(tree, BOX) is decision


def test_every_operator_of_the_tree_is_covered():
    assert set(enclosure._ENCLOSURES) == set(ARITY) - TRUTH
    assert set(enclosure._DECISIONS) == TRUTH
