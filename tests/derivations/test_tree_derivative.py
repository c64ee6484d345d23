"""Derivatives of trees: named cases against SymPy's, and what has no rule."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from draftproof.derivations.enclosure import value_at
from draftproof.derivations.export import export
from draftproof.derivations.expr import evaluate
from draftproof.derivations.tree_derivative import derivative
from draftproof.errors import BadInput
from hypothesis import given, settings
from hypothesis import strategies as st

x, y = sp.symbols("x y", positive=True)
n, k = sp.symbols("n k", integer=True, positive=True)

CASES = {
    "a constant": sp.Integer(3) * y,
    "the variable": x,
    "a sum": 3 * x + y,
    "a product of three": x * (1 + x) * (2 - x),
    "a quotient": (1 + x) / (2 - x * y),
    "a fixed power": (1 + 2 * x) ** 5,
    "a symbolic power": x**n,
    "a finite sum": sp.Sum(k * x ** (k - 1), (k, 1, n)),
    "a logarithm": n * sp.log(x) + sp.log(1 - x / 2),
}


@pytest.mark.parametrize("name", CASES)
def test_agrees_with_sympy(name: str) -> None:
    expected = export(sp.diff(CASES[name], x).doit())
    for value in (Fraction(1, 3), Fraction(5, 7)):
        point = {"x": value, "y": Fraction(2, 5), "n": Fraction(4)}
        assert evaluate(derivative(export(CASES[name]), "x"), point) == evaluate(expected, point)


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=6), st.fractions(-3, 3, max_denominator=20))
@settings(derandomize=True, max_examples=50)
def test_polynomials(coefficients: list[int], at: Fraction) -> None:
    power = sum((c * x**j for j, c in enumerate(coefficients)), sp.S.Zero)
    expected = sum((j * c * at ** (j - 1) for j, c in enumerate(coefficients) if j), Fraction(0))
    point = {"x": at or Fraction(1, 7)}
    if at:
        assert evaluate(derivative(export(power), "x"), point) == expected


@pytest.mark.parametrize(
    ("name", "expression"),
    {
        "base and exponent with the variable": x**x,
        "a range with the variable": sp.Sum(k, (k, 1, x)),
        "a case distinction": sp.Piecewise((x, x > 1), (1, True)),
        "a rounding": sp.floor(x),
    }.items(),
)
def test_refused(name: str, expression: sp.Expr) -> None:
    with pytest.raises(BadInput, match="no derivative"):
        derivative(export(expression), "x")


def test_a_derivative_in_a_formula_is_exported_by_these_rules() -> None:
    assert evaluate(export(sp.Derivative(x**3, x)), {"x": Fraction(2)}) == 12
    assert evaluate(export(sp.Derivative(x**3, (x, 2))), {"x": Fraction(2)}) == 12


def test_an_exponential_is_differentiated_by_its_logarithm() -> None:
    found = derivative(export(2 ** (3 * x)), "x")
    expected = export(sp.diff(2 ** (3 * x), x))
    at = {"x": Fraction(1, 3)}
    value, other = value_at(found, at), value_at(expected, at)
    assert value.meet(other) is not None
    assert value.width < Fraction(1, 10**20)
