"""Limits at 1, exactly: where the formula itself has no value, where it has one, and where it grows beyond bounds."""

from fractions import Fraction

import pytest
from draftproof.checks.lint.mathtext import parse
from draftproof.checks.lint.series import NoSeriesError, limit_at_one
from draftproof.derivations.expr import Node, num, sym
from draftproof.errors import DraftproofError

LIMITS = [
    ("(1 - x^(k+1))/(1 - x)", Fraction(4)),
    ("(1 - x^k)/(1 - x)", Fraction(3)),
    ("x*(1 - x^k)/(k*(1 - x))", Fraction(1)),
    ("1 + k*x", Fraction(4)),
    ("1/(1 - x)", None),
    ("(1 - x^k)/(1 - x)^2", None),
    ("(1 - x)^2/(1 - x)", Fraction(0)),
    ("(1 - x)/(1 - x)^2 * (1 - x)", Fraction(1)),
    ("Σ_{i=0}^{k} x^i", Fraction(4)),
    ("(x^(0-k) - 1)/(1 - x)", Fraction(3)),
    ("(x - x^(2*k+2) - (2*k+1)*x^(k+1)*(1-x))/(1-x)^2", Fraction(0)),  # a variance: three orders cancel
    ("k - k", Fraction(0)),
]


@pytest.mark.parametrize(("text", "limit"), LIMITS)
def test_limits(text, limit):
    assert limit_at_one(parse(text).tree, "x", {"k": Fraction(3)}) == limit


@pytest.mark.parametrize("text", ["min(x, 1)", "log(x)", "k^x", "x^(1/2)", "1/(x - x)", "Σ_{i=0}^{x} k"])
def test_no_series(text):
    with pytest.raises(DraftproofError):
        limit_at_one(parse(text).tree, "x", {"k": Fraction(3)})


def test_cases_are_decided_just_below_one():
    tree = Node("ite", (Node("eq", (sym("x"), num(1))), num(7), sym("x")))
    assert limit_at_one(tree, "x", {}) == 1


def test_too_many_cancelling_terms_are_not_guessed():
    with pytest.raises(NoSeriesError, match=r"cancel|zero"):
        limit_at_one(parse("(x - 1)^9/((x - 1)^8 + 1 - 1 - (x - 1)^8 + (x - 1)^9)").tree, "x", {})
