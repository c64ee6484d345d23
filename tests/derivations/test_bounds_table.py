"""What bounds say, row by row: every kind of tree over every kind of interval, and what signs, conditions and forms follow.

Never too narrow is tested elsewhere, on drawn trees; here each row also pins how wide, so that no case of an operator goes unseen.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest
from draftproof.derivations.bounds import (
    above_branch_point,
    bounds,
    covers,
    difference,
    from_linear,
    implies,
    is_integer,
    linear,
    nonnegative,
    nonzero,
    positive,
    with_index,
)
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
from draftproof.derivations.expr import Node, num, sym

SETS = {
    "u": UNIT,
    "o": OPEN_UNIT,
    "p": POSITIVE,
    "n": NONNEGATIVE,
    "x": REALS,
    "y": REALS,
    "z": REALS,
    "half": Interval(Fraction(1, 3), Fraction(1, 2)),
    "zero": Interval(Fraction(0), Fraction(0)),
    "one": Interval(Fraction(1), Fraction(1)),
    "top": Interval(Fraction(1), Fraction(2), False, True),
    "big": Interval(Fraction(2), Fraction(3)),
    "over": Interval(Fraction(1), None, True),
    "neg": Interval(Fraction(-3), Fraction(-2)),
    "below": Interval(Fraction(-1), Fraction(0), True, False),
    "under": Interval(None, Fraction(0), False, True),
    "upto": Interval(None, Fraction(0)),
    "left": Interval(Fraction(-1), Fraction(1), True, False),
    "both": Interval(Fraction(-1), Fraction(1)),
    "g": Naturals(0),
    "h": Naturals(1),
    "h2": Naturals(2),
    "m": Naturals(2, 4),
    "s": Sequences(OPEN_UNIT),
}
DOMAIN = Domain(SETS)
u, o, p, n, x, y, z, half, zero, one = (
    sym(name) for name in ["u", "o", "p", "n", "x", "y", "z", "half", "zero", "one"]
)
top, big, over, neg, below, under, upto, left, both = (
    sym(name) for name in ["top", "big", "over", "neg", "below", "under", "upto", "left", "both"]
)
g, h, h2, m, k = (sym(name) for name in ["g", "h", "h2", "m", "k"])
Leaf = Node | Fraction | int


def N(op: str, *arguments: Leaf) -> Node:  # noqa: N802  # a node, numbers written as they are
    return Node(op, tuple(each if isinstance(each, Node) else num(each) for each in arguments))


def add(*terms: Leaf) -> Node:
    return N("add", *terms)


def mul(*factors: Leaf) -> Node:
    return N("mul", *factors)


def minus(of: Leaf) -> Node:
    return mul(-1, of)


def div(above: Leaf, beneath: Leaf) -> Node:
    return N("div", above, beneath)


def pw(base: Leaf, exponent: Leaf) -> Node:
    return N("pow", base, exponent)


def total(low: Leaf, high: Leaf, body: Node) -> Node:
    return Node("sum", ("k", *N("range", low, high).args, body))


def prod(low: Leaf, high: Leaf, body: Node) -> Node:
    return Node("prod", ("k", *N("range", low, high).args, body))


def hidden(t: Node) -> Node:
    """t, written so that only multiplying out shows it: t (1 - x) + t x."""
    return add(mul(t, add(1, minus(x))), mul(t, x))


BOUNDS = [
    (Node("at", ("s", num(1))), "(0, 1)"),
    (add(u, o), "(0, 2)"),
    (add(o, u), "(0, 2)"),
    (add(u, big), "[2, 4]"),
    (add(x, u), "(-∞, ∞)"),
    (add(upto, neg), "(-∞, -2]"),
    (mul(big, neg), "[-9, -4]"),
    (mul(big, big), "[4, 9]"),
    (mul(both, left), "[-1, 1]"),
    (mul(left, left), "(-1, 1]"),
    (mul(left, both), "[-1, 1]"),
    (mul(u, p), "[0, ∞)"),
    (mul(zero, x), "[0, 0]"),
    (mul(n, neg), "(-∞, 0]"),
    (mul(p, upto), "(-∞, 0]"),
    (mul(under, under), "(0, ∞)"),
    (mul(p, p), "(0, ∞)"),
    (mul(below, big), "(-3, 0]"),
    (mul(o, big), "(0, 3)"),
    (mul(big, half), "[2/3, 3/2]"),
    (mul(top, big), "[2, 6)"),
    (mul(over, half), "(1/3, ∞)"),
    (div(1, big), "[1/3, 1/2]"),
    (div(u, half), "[0, 3]"),
    (div(1, p), "(0, ∞)"),
    (div(1, n), "(-∞, ∞)"),
    (div(1, under), "(-∞, 0)"),
    (div(1, upto), "(-∞, ∞)"),
    (div(1, neg), "[-1/2, -1/3]"),
    (div(1, below), "(-∞, ∞)"),
    (div(1, over), "(0, 1)"),
    (div(1, top), "(1/2, 1]"),
    (div(1, o), "(1, ∞)"),
    (div(1, both), "(-∞, ∞)"),
    (div(big, half), "[4, 9]"),
    (pw(u, g), "[0, 1]"),
    (pw(o, g), "(0, 1]"),
    (pw(o, h), "(0, 1)"),
    (pw(u, h), "[0, 1]"),
    (pw(half, h), "(0, 1/2]"),
    (pw(half, g), "(0, 1]"),
    (pw(big, g), "[1, ∞)"),
    (pw(big, h), "[2, ∞)"),
    (pw(big, h2), "[2, ∞)"),
    (pw(top, g), "[1, ∞)"),
    (pw(top, h), "[1, ∞)"),
    (pw(over, g), "[1, ∞)"),
    (pw(over, h), "(1, ∞)"),
    (pw(p, g), "(0, ∞)"),
    (pw(n, h), "[0, ∞)"),
    (pw(n, g), "[0, ∞)"),
    (pw(x, g), "(-∞, ∞)"),
    (pw(both, g), "(-∞, ∞)"),
    (pw(below, g), "(-∞, ∞)"),
    (pw(p, x), "(0, ∞)"),
    (pw(u, x), "(-∞, ∞)"),
    (pw(u, n), "(-∞, ∞)"),
    (pw(p, add(g, -1)), "(0, ∞)"),
    (pw(n, add(g, -1)), "(-∞, ∞)"),
    (pw(p, -1), "(0, ∞)"),
    (pw(big, 0), "[1, 1]"),
    (pw(big, 1), "[2, 3]"),
    (pw(big, 2), "[4, 9]"),
    (pw(big, 3), "[8, 27]"),
    (pw(neg, 2), "[0, ∞)"),
    (pw(neg, 3), "[-27, -8]"),
    (pw(neg, 0), "[1, 1]"),
    (pw(n, 2), "[0, ∞)"),
    (pw(x, 2), "[0, ∞)"),
    (pw(upto, 2), "[0, ∞)"),
    (pw(below, 2), "[0, ∞)"),
    (pw(half, 2), "[1/9, 1/4]"),
    (pw(one, g), "[1, 1]"),
    (total(0, g, o), "(0, ∞)"),
    (total(1, g, o), "[0, ∞)"),
    (total(1, g, n), "[0, ∞)"),
    (total(0, g, u), "[0, ∞)"),
    (total(1, g, neg), "(-∞, 0]"),
    (total(0, g, neg), "(-∞, 0]"),
    (total(0, g, zero), "[0, 0]"),
    (total(1, g, upto), "(-∞, 0]"),
    (total(1, g, x), "(-∞, ∞)"),
    (total(1, g, below), "(-∞, 0]"),
    (total(0, m, o), "(0, ∞)"),
    (total(3, m, o), "[0, ∞)"),
    (total(0, 1, big), "[4, 6]"),
    (total(2, 3, k), "[5, 5]"),
    (total(2, 3, big), "[4, 6]"),
    (total(0, 15, big), "[32, 48]"),
    (total(0, 16, big), "(0, ∞)"),
    (total(3, 2, big), "[0, ∞)"),
    (total(-1, 1, k), "[0, 0]"),
    (total(num(Fraction(1, 2)), 2, big), "(0, ∞)"),
    (total(1, g, k), "[0, ∞)"),
    (total(num(Fraction(3, 2)), g, add(k, -2)), "[0, ∞)"),
    (total(-1, g, k), "(-∞, ∞)"),
    (total(x, g, k), "(-∞, ∞)"),
    (total(g, h2, o), "[0, ∞)"),
    (prod(0, 1, big), "[4, 9]"),
    (prod(0, 1, half), "[1/9, 1/4]"),
    (prod(2, 3, k), "[6, 6]"),
    (prod(1, g, o), "(0, 1]"),
    (prod(1, g, u), "[0, 1]"),
    (prod(1, g, half), "(0, 1]"),
    (prod(1, g, big), "(0, ∞)"),
    (prod(1, g, n), "[0, ∞)"),
    (prod(1, g, both), "(-∞, ∞)"),
    (prod(1, g, x), "(-∞, ∞)"),
    (prod(1, g, top), "(0, ∞)"),
    (prod(1, g, k), "(0, ∞)"),
    (N("exp", x), "(0, ∞)"),
    (N("exp", u), "(0, ∞)"),
    (N("log", u), "(-∞, 0]"),
    (N("log", o), "(-∞, 0)"),
    (N("log", big), "[0, ∞)"),
    (N("log", over), "(0, ∞)"),
    (N("log", top), "[0, ∞)"),
    (N("log", p), "(-∞, ∞)"),
    (N("log", add(1, n)), "[0, ∞)"),
    (N("log", x), "(-∞, ∞)"),
    (N("log", half), "(-∞, 0]"),
    (N("log", one), "[0, 0]"),
    (N("abs", x), "[0, ∞)"),
    (N("min", u, big), "[0, 1]"),
    (N("min", o, u), "[0, 1)"),
    (N("min", u, o), "[0, 1)"),
    (N("min", x, big), "(-∞, 3]"),
    (N("min", p, over), "(0, ∞)"),
    (N("min", half, neg, big), "[-3, -2]"),
    (N("max", u, big), "[2, 3]"),
    (N("max", o, u), "(0, 1]"),
    (N("max", x, big), "[2, ∞)"),
    (N("max", upto, neg), "[-3, 0]"),
    (N("max", top, big), "[2, 3]"),
    (N("max", half, neg, o), "[1/3, 1)"),
    (N("floor", x), "(-∞, ∞)"),
    (N("lambertw", mul(-1, N("exp", add(-1, mul(-1, p)))), -1), "(-∞, -1)"),
    (N("lambertw", mul(-1, N("exp", add(-1, mul(-1, n)))), -1), "(-∞, -1]"),
    (N("lambertw", mul(-1, N("exp", add(-1, mul(-1, p)))), 0), "(-1, ∞)"),
    (N("lambertw", mul(-1, N("exp", add(-1, mul(-1, n)))), 0), "[-1, ∞)"),
    (N("lambertw", half, -1), "(-∞, -1]"),
    (Node("ite", (Node("lt", (u, num(Fraction(1, 2)))), u, num(2))), "[0, 2]"),
    (Node("ite", (Node("lt", (u, num(Fraction(1, 2)))), num(2), u)), "[1/2, 2]"),
    (Node("ite", (Node("lt", (x, num(0))), x, u)), "(-∞, 1]"),
    (Node("ite", (Node("lt", (x, num(0))), u, x)), "[0, ∞)"),
    (Node("ite", (Node("lt", (x, y)), o, u)), "[0, 1]"),
    (Node("ite", (Node("lt", (x, y)), u, o)), "[0, 1]"),
    (Node("ite", (Node("lt", (x, y)), neg, big)), "[-3, 3]"),
    (sym("unknown"), "(-∞, ∞)"),
    (g, "[0, ∞)"),
    (m, "[2, 4]"),
    (pw(both, 2), "[0, ∞)"),
    (pw(x, 3), "(-∞, ∞)"),
    (mul(o, neg), "(-3, 0)"),
    (add(both, left), "(-2, 2]"),
    (N("max", neg, upto), "[-3, 0]"),
    (N("max", x, y), "(-∞, ∞)"),
    (N("min", x, y), "(-∞, ∞)"),
    (div(1, add(1, u)), "[1/2, 1]"),
    (div(neg, half), "[-9, -4]"),
    (div(1, div(1, big)), "[2, 3]"),
    (total(2, 2, k), "[2, 2]"),
    (prod(1, g, neg), "(-∞, ∞)"),
    (mul(p, 10**400), "(0, ∞)"),  # beyond floats
    (mul(10**400, p), "(0, ∞)"),
    (pw(u, 2), "[0, 1]"),
    (total(2, m, o), "(0, ∞)"),
]


@pytest.mark.parametrize(("tree", "expected"), BOUNDS, ids=str)
def test_bounds(tree: Node, expected: str) -> None:
    assert str(bounds(tree, DOMAIN)) == expected


def le(a: Leaf, b: Leaf) -> Node:
    return N("le", a, b)


def lt(a: Leaf, b: Leaf) -> Node:
    return N("lt", a, b)


SIGNS: list[tuple[Callable[[Node, Domain], bool], Node, tuple[Node, ...], bool]] = [
    (nonnegative, hidden(u), (), True),
    (nonnegative, hidden(neg), (), False),
    (positive, hidden(o), (), True),
    (positive, hidden(u), (), False),
    (positive, add(mul(o, add(1, minus(x))), mul(o, x), u), (), True),
    (nonnegative, add(mul(o, add(1, minus(x))), mul(o, x), u), (), True),
    (nonnegative, mul(hidden(u), u), (), True),
    (nonnegative, mul(hidden(u), neg), (), False),
    # Multiplied out: several factors, numbers inside, terms of several degrees.
    (nonnegative, add(mul(neg, add(neg, x)), mul(-1, neg, x)), (), True),
    (nonnegative, add(mul(neg, add(neg, both)), mul(-1, neg, both)), (), True),
    (nonnegative, add(x, minus(add(x, minus(o)))), (), True),
    (nonnegative, add(mul(x, add(1, o)), minus(x), mul(-1, x, o), 1, minus(u)), (), True),
    (positive, add(mul(2, add(mul(2, x), o)), mul(-4, x)), (), True),
    (positive, add(mul(3, add(1, x)), mul(-3, x), -3), (), False),
    (positive, add(mul(3, add(1, x)), mul(-3, x), -2), (), True),
    # By parts.
    (nonnegative, div(hidden(u), p), (), True),
    (nonnegative, div(hidden(o), u), (), False),
    (nonnegative, div(minus(hidden(o)), p), (), False),
    (positive, div(hidden(o), p), (), True),
    (positive, div(hidden(u), p), (), False),
    (positive, add(div(hidden(o), p), div(hidden(u), p)), (), True),
    (positive, add(div(hidden(u), p), div(hidden(u), p)), (), False),
    (positive, mul(hidden(o), u), (), False),
    # A maximum added, a minimum subtracted.
    (nonnegative, add(N("max", x, y), minus(x)), (), True),
    (nonnegative, add(x, minus(N("max", x, y))), (), False),
    (nonnegative, add(x, minus(N("min", x, y))), (), True),
    (nonnegative, add(N("min", x, y), minus(x)), (), False),
    (nonnegative, add(mul(2, N("max", x, y)), mul(-2, y)), (), True),
    (nonnegative, add(mul(3, N("max", mul(2, x), y)), mul(-6, x)), (), True),
    (nonnegative, add(mul(3, N("max", mul(2, x), y)), mul(-5, x)), (), False),
    (nonnegative, add(N("max", x, add(y, z)), minus(y), minus(z)), (), True),
    (nonnegative, add(N("max", x, y), minus(z)), (), False),
    (nonnegative, add(N("max", x, minus(u)), Fraction(1, 2)), (), False),
    (positive, add(N("max", x, y), minus(x)), (), False),
    # A minimum added, a maximum subtracted: every value must do.
    (nonnegative, add(N("min", add(x, u), add(x, n)), minus(x)), (), True),
    (nonnegative, add(N("min", add(x, u), add(x, neg)), minus(x)), (), False),
    (nonnegative, add(x, minus(N("max", add(x, neg), add(x, minus(u))))), (), True),
    (nonnegative, add(x, minus(N("max", add(x, neg), add(x, u)))), (), False),
    (nonnegative, add(N("min", x, y), minus(N("min", x, y, z))), (), True),
    # A factor common to all terms.
    (nonnegative, add(div(n, o), minus(n)), (), True),
    (nonnegative, add(div(x, o), minus(x)), (), False),
    (nonnegative, add(n, minus(div(n, o))), (), False),
    (nonnegative, add(mul(n, x), minus(mul(n, x, u))), (le(0, x),), True),
    (nonnegative, add(div(n, o), minus(x)), (), False),
    (nonnegative, add(div(n, o), mul(Fraction(-3, 2), n)), (), False),
    (nonnegative, add(div(mul(u, n), o), minus(mul(n, u))), (), True),
    (nonnegative, add(div(mul(u, n), o), minus(mul(n, u)), mul(-1, n, u)), (), False),
    # By conditions.
    (nonnegative, add(y, minus(x)), (le(x, y),), True),
    (nonnegative, add(x, minus(y)), (le(x, y),), False),
    (positive, add(y, minus(x)), (le(x, y),), False),
    (positive, add(y, minus(x)), (lt(x, y),), True),
    (positive, add(y, minus(x), 1), (le(x, y),), True),
    (positive, add(y, minus(x), -1), (lt(x, y),), False),
    (nonnegative, add(z, minus(x)), (le(x, y), le(y, z)), True),
    (nonnegative, add(z, minus(x)), (le(y, z), le(x, y)), True),
    (positive, add(z, minus(x)), (le(x, y), lt(y, z)), True),
    (nonnegative, add(z, minus(x)), (le(x, y), N("ne", y, z)), False),
    (nonnegative, add(mul(2, y), mul(-2, x)), (le(x, y),), False),
    (nonnegative, add(y, minus(x), mul(p, add(z, minus(both)))), (le(x, y), le(both, z)), True),
    # Never 0.
    (nonzero, p, (), True),
    (nonzero, n, (), False),
    (nonzero, neg, (), True),
    (nonzero, below, (), False),
    (nonzero, mul(p, x), (), False),
    (nonzero, mul(p, x), (N("ne", x, 0),), True),
    (nonzero, pw(x, 3), (N("ne", x, 0),), True),
    (nonzero, pw(x, 3), (), False),
    (nonzero, add(x, minus(y)), (N("ne", x, y),), True),
    (nonzero, add(mul(3, y), mul(-3, x)), (N("ne", x, y),), True),
    (nonzero, add(x, minus(y)), (N("eq", x, y),), False),
    (nonzero, add(mul(2, x), y), (N("ne", x, mul(-2, y)),), False),
    (nonzero, add(x, y), (N("ne", x, y),), False),
    (nonzero, x, (N("ne", x, add(x, 0)),), False),
    # -e^u with u < -1.
    (above_branch_point, minus(N("exp", add(-1, minus(p)))), (), True),
    (above_branch_point, minus(N("exp", add(-1, minus(n)))), (), False),
    (above_branch_point, minus(N("exp", -1)), (), False),
    (above_branch_point, mul(-2, N("exp", add(-1, minus(p)))), (), False),
    (above_branch_point, mul(-1, N("exp", neg), 2), (), False),
    (above_branch_point, minus(N("log", neg)), (), False),
    (above_branch_point, add(-1, N("exp", neg)), (), False),
    (above_branch_point, mul(N("exp", neg), -1), (), False),
    # Whole numbers.
    (is_integer, num(2), (), True),
    (is_integer, num(Fraction(1, 2)), (), False),
    (is_integer, g, (), True),
    (is_integer, x, (), False),
    (is_integer, add(g, 1), (), True),
    (is_integer, add(g, x), (), False),
    (is_integer, mul(g, m), (), True),
    (is_integer, div(g, 2), (), False),
    (is_integer, N("floor", x), (), True),
    (is_integer, N("ceil", x), (), True),
    (is_integer, pw(g, g), (), False),
]


@pytest.mark.parametrize(
    ("judge", "tree", "given", "expected"), SIGNS, ids=lambda value: getattr(value, "__name__", str(value))
)
def test_signs(judge: Callable[[Node, Domain], bool], tree: Node, given: tuple[Node, ...], expected: bool) -> None:
    assert judge(tree, Domain(SETS, given)) is expected


IMPLIED: list[tuple[Node, tuple[Node, ...], bool]] = [
    (le(0, u), (), True),
    (lt(0, u), (), False),
    (lt(0, o), (), True),
    (le(u, 1), (), True),
    (N("ne", p, 0), (), True),
    (N("ne", n, 0), (), False),
    (N("eq", x, x), (), True),
    (N("eq", add(x, y), add(y, x)), (), True),
    (N("eq", x, y), (), False),
    (N("eq", x, add(x, 1)), (), False),
    (N("eq", one, 1), (), True),
    (N("eq", zero, mul(zero, x)), (), True),
    (N("eq", u, 0), (), False),
    (N("eq", below, 0), (), False),
    (N("eq", one, 0), (), False),
    (N("and", le(0, u), le(u, 1)), (), True),
    (N("and", le(0, u), lt(u, 1)), (), False),
    (N("or", le(0, u), lt(u, 1)), (), True),
    (N("or", lt(0, u), lt(u, 1)), (), False),
    (N("not", lt(u, 0)), (), True),
    (N("not", le(u, 0)), (), False),
    (N("not", N("and", lt(u, 0), lt(0, x))), (), True),
    (N("not", N("and", lt(u, 1), lt(0, x))), (), False),
    (N("not", N("or", lt(u, 0), lt(1, u))), (), True),
    (N("not", N("or", lt(u, 0), lt(0, u))), (), False),
    (N("not", N("or")), (), True),
    (N("not", N("and")), (), False),
    (N("not", N("implies", lt(u, 0), lt(u, 0))), (), False),
    (N("not", N("eq", p, 0)), (), True),
    (N("implies", le(0, u), le(0, u)), (), False),
    (N("implies", le(0, u), le(0, u)), (N("implies", le(0, u), le(0, u)),), True),
    (le(x, y), (le(x, y),), True),
    (le(x, y), (lt(x, y),), True),
    (lt(x, y), (le(x, y),), False),
]


@pytest.mark.parametrize(("condition", "given", "expected"), IMPLIED, ids=str)
def test_implies(condition: Node, given: tuple[Node, ...], expected: bool) -> None:
    assert implies(Domain(SETS, given), condition) is expected


LINEAR: list[tuple[Node, dict[Node, Fraction | int]]] = [
    (num(3), {num(1): 3}),
    (mul(2, 3), {num(1): 6}),
    (mul(2, x), {x: 2}),
    (mul(2, x, 5), {x: 10}),
    (mul(2, x, u), {mul(x, u): 2}),
    (mul(2, add(x, mul(3, u))), {x: 2, u: 6}),
    (add(x, mul(2, x), 1), {x: 3, num(1): 1}),
    (div(add(x, mul(2, u)), p), {div(x, p): 1, div(u, p): 2}),
    (div(mul(4, x), 2), {x: 2}),
    (div(x, 0), {div(x, 0): 1}),
    (pw(x, 2), {pw(x, 2): 1}),
]


@pytest.mark.parametrize(("tree", "form"), LINEAR, ids=str)
def test_linear(tree: Node, form: dict[Node, Fraction | int]) -> None:
    assert linear(tree) == form


def test_differences_cancel() -> None:
    assert difference(add(x, 1), add(1, x)) == from_linear({}) == num(0)
    assert linear(difference(x, mul(2, y))) == {x: 1, y: -2}
    assert from_linear({num(1): Fraction(3), x: Fraction(2), y: Fraction(0)}) == add(3, mul(2, x))


INDICES = [
    (num(0), Naturals(0)),
    (num(Fraction(3, 2)), Naturals(2)),
    (m, Naturals(2)),
    (num(-1), Interval(Fraction(-1))),
    (x, REALS),
]


@pytest.mark.parametrize(("low", "expected"), INDICES, ids=str)
def test_an_index_starts_at_its_range_s_end(low: Node, expected: Interval | Naturals) -> None:
    assert with_index(Node("sum", ("k", low, g, k)), DOMAIN).sets["k"] == expected


def test_every_end_of_a_set_is_asked_for() -> None:
    assert covers(DOMAIN, Domain({"a": Interval(Fraction(0), Fraction(3))}), {"a": big})
    assert not covers(DOMAIN, Domain({"a": Interval(Fraction(0), Fraction(2))}), {"a": big})
    assert not covers(DOMAIN, Domain({"a": Interval(Fraction(3), None)}), {"a": big})
