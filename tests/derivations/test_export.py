"""The tree of a SymPy expression has the value that the expression has."""

from __future__ import annotations

from fractions import Fraction
from unittest.mock import patch

import pytest
import sympy as sp
from draftproof.derivations.export import export, with_calls
from draftproof.derivations.expr import Node, Undefined, evaluate, free_names, from_json, num, sym, to_json
from draftproof.derivations.symbols import sequence, symbol
from draftproof.errors import BadInput
from hypothesis import given, settings
from hypothesis import strategies as st

x, y, z = sp.symbols("x y z")
n = sp.Symbol("n", integer=True, nonnegative=True)
LEAVES = st.one_of(st.sampled_from([x, y, z]), st.builds(sp.Rational, st.integers(-4, 4), st.integers(1, 3)))


def _grown(inner: st.SearchStrategy[sp.Expr]) -> st.SearchStrategy[sp.Expr]:
    return st.one_of(
        st.builds(lambda a, b: a + b, inner, inner),
        st.builds(lambda a, b: a * b, inner, inner),
        st.builds(lambda a, b: a - b, inner, inner),
        st.builds(lambda a: 1 / (1 + a**2), inner),
        st.builds(lambda a, k: a**k, inner, st.integers(0, 3)),
        st.builds(lambda a, b: sp.Mul(a, b, evaluate=False), inner, inner),
        st.builds(lambda a, b: sp.Add(a, b, evaluate=False), inner, inner),
        st.builds(sp.Max, st.sampled_from([x, y]), st.sampled_from([z, sp.S.One])),
        st.builds(lambda a, b: sp.Piecewise((a, x < y), (b, True)), inner, inner),
        st.builds(lambda a: sp.Sum(a * n, (n, 0, 3)), inner),
        st.builds(lambda a: sp.Product(a + n, (n, 1, 2)), inner),
    )


EXPRESSIONS = st.recursive(LEAVES, _grown, max_leaves=6)
VALUES = st.fractions(min_value=-3, max_value=3, max_denominator=5)


@settings(max_examples=250, derandomize=True, deadline=None)
@given(EXPRESSIONS, VALUES, VALUES, VALUES)
def test_the_value_is_kept(expression: sp.Expr, a: Fraction, b: Fraction, c: Fraction) -> None:
    env = {"x": a, "y": b, "z": c}
    put = {symbol_: sp.Rational(env[symbol_.name].numerator, env[symbol_.name].denominator) for symbol_ in (x, y, z)}
    expected = expression.subs(put, simultaneous=True).doit()
    tree = export(expression)
    assert evaluate(tree, env) == Fraction(int(expected.p), int(expected.q))
    assert from_json(to_json(tree)) == tree


a, k, i, gamma, alpha = sequence("a"), symbol("k"), symbol("i"), symbol("gamma"), symbol("alpha")
SHAPES = {
    "a negative power": (x**-2, Node("div", (num(1), Node("pow", (sym("x"), num(2)))))),
    "a root": (sp.sqrt(x), Node("pow", (sym("x"), num(Fraction(1, 2))))),
    "an element": (a[i + 1], Node("at", ("a", Node("add", (sym("i"), num(1)))))),
    "a sum": (sp.Sum(k, (k, 1, gamma)), Node("sum", ("k", num(1), sym("gamma"), sym("k")))),
    "the inner sum is inside": (
        sp.Sum(k, (k, 1, i), (i, 1, gamma)),
        Node("sum", ("i", num(1), sym("gamma"), Node("sum", ("k", num(1), sym("i"), sym("k"))))),
    ),
    "a greater one is a less one turned round": (sp.Gt(x, y), Node("lt", (sym("y"), sym("x")))),
    "true": (sp.true, Node("and")),
    "false": (sp.false, Node("or")),
    "the branch of Lambert's W": (sp.LambertW(x, -1), Node("lambertw", (sym("x"), num(-1)))),
    "the principal branch": (sp.LambertW(x), Node("lambertw", (sym("x"), num(0)))),
    "e": (sp.E, Node("exp", (num(1),))),
    "a limit": (sp.Limit(x, x, sp.oo), Node("limit", ("x", sym("x")))),
    "a derivative, by rules of its own": (sp.Derivative(x, x), num(1)),
    "one term": (sp.Mul(x, evaluate=False), sym("x")),
}


@pytest.mark.parametrize("name", SHAPES)
def test_shape(name: str) -> None:
    expression, tree = SHAPES[name]
    assert export(expression) == tree


REFUSED = {
    "no default": sp.Piecewise((x, x > 0)),
    "infinity": sp.oo,
    "no number": sp.nan,
    "a pole": sp.zoo,
    "a decimal": sp.Float(0.1),
    "pi": sp.pi,
    "an unknown function": sp.Function("f")(x),
    "a sine": sp.sin(x),
    "an integral": sp.Integral(x, (x, 0, 1)),
    "a limit elsewhere": sp.Limit(x, x, 0),
    "a relation that is none of ours": sp.Xor(x > 0, y > 0),
    "a plain number": 1,
    "text": "x",
    "a derivative by a jump": sp.Derivative(sp.floor(x), x),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    with pytest.raises(BadInput):
        export(REFUSED[name])


def test_ranges_follow_the_tree_not_sympy() -> None:
    """SymPy gives a reversed sum the negative of what lies between; here it is empty."""
    reversed_ = sp.Sum(k, (k, 5, 2))
    assert reversed_.doit() == -7
    assert evaluate(export(reversed_), {}) == 0


def test_an_end_that_names_the_outer_index() -> None:
    assert evaluate(export(sp.Sum(k, (k, k, 4))), {"k": Fraction(3)}) == 7
    assert free_names(export(sp.Sum(k, (k, k, 4)))) == {"k"}


def test_0_to_the_power_0() -> None:
    tree = export(alpha**gamma)
    assert evaluate(tree, {"alpha": Fraction(0), "gamma": Fraction(0)}) == 1
    with pytest.raises(Undefined):
        evaluate(export(alpha ** (gamma - 1)), {"alpha": Fraction(0), "gamma": Fraction(0)})


@pytest.mark.parametrize(
    "product",
    [
        x * y,
        x / y,
        2 * x / (3 * y**2),
        sp.Rational(3, 7) * x,
        -x / 5,
        x * y**-n,
        x * y ** (-n - 1) / z,
        sp.exp(-2) * x,
        sp.exp(-x) * y,
        sp.Mul(x, sp.Pow(y, -1, evaluate=False), y, evaluate=False),
        1 / (x * y),
    ],
)
def test_a_product_is_parted_as_sympy_parts_it(product: sp.Expr) -> None:
    top, bottom = sp.fraction(product, exact=True)
    assert with_calls(product) == (
        with_calls(top) if bottom == 1 else Node("div", (with_calls(top), with_calls(bottom)))
    )


def test_what_an_exponent_comes_to_is_not_tried_by_simplifying() -> None:
    with patch.object(sp.Expr, "is_constant", side_effect=AssertionError):
        assert export(3 * y ** (-n - 2)) == Node("mul", (num(3), export(y ** (-n - 2))))
