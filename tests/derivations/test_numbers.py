"""Numbers as people compare them."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from draftproof.derivations.claims import claim
from draftproof.derivations.decimals import apart, decimal
from draftproof.derivations.numbers import against, point_text
from draftproof.derivations.statements import Statement, both, eq, ge, gt, le, when
from draftproof.derivations.symbols import symbol

alpha, gamma, k = (symbol(name) for name in ("alpha", "gamma", "k"))
POINT = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}
SUM = sp.Sum(alpha**k, (k, 0, gamma))


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        (eq(SUM, 1 + gamma * alpha), "4.5 against 2.94 at α .7, γ 5"),
        (ge(SUM, 1 + gamma * alpha), "2.94 ≥ 4.5 fails at α .7, γ 5"),
        (le(gamma, 3), "5 ≤ 3 fails at γ 5"),
        (both(ge(SUM, 1), eq(gamma, 6)), "6 against 5 at α .7, γ 5"),
        (when(gt(alpha, 0), eq(alpha, 1)), "1 against 0.7 at α .7"),
        (eq(sp.log(alpha), -alpha), "-0.7 against -0.357 at α .7"),
        (eq(1 / (gamma - 5), 0), "false at γ 5"),
    ],
)
def test_why_a_statement_is_false(statement: Statement, said: str) -> None:
    assert against(statement, POINT) == said


def test_a_symbol_that_is_written_has_its_number_also_where_it_cancels() -> None:
    """γ̄·r is accepted / drafts, but who reads γ̄(drafted, drafts)·r(accepted, drafted) needs what was drafted."""
    counts = claim("acceptance.counts")
    said = {against(rival.statement, counts.example) for rival in counts.rivals if rival.statement is not None}
    assert "2.92 against 1.92 at accepted 167, drafted 259, drafts 87" in said


def test_digits_are_added_until_two_numbers_differ() -> None:
    assert apart([Fraction(7, 3), Fraction(7, 3) + Fraction(1, 10**7)]) == ["2.3333333", "2.3333334"]
    assert apart([Fraction(1, 3), Fraction(1, 3)]) == ["0.333", "0.333"]
    assert apart([Fraction(0), Fraction(1, 10**60)]) == ["0", "1.00e-60"]
    close = [Fraction(1, 3), Fraction(1, 3) + Fraction(1, 10**60)]
    assert apart(close) == [str(value) for value in close]
    long = [Fraction(1, 3) + Fraction(1, 10**20_000), Fraction(1, 3)]
    assert apart(long) == ["0." + "3" * 28] * 2


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (Fraction(294117, 100000), "2.94"),
        (Fraction(9, 2), "4.5"),
        (Fraction(123, 10**6), "0.000123"),
        (Fraction(123, 10**9), "1.23e-07"),
        (Fraction(1240000000), "1.24e+09"),
        (Fraction(40), "40"),
        (Fraction(123456), "123000"),
        (Fraction(0), "0"),
        (Fraction(-1, 3), "-0.333"),
    ],
)
def test_three_digits(value: Fraction, written: str) -> None:
    assert decimal(value) == written


def test_points() -> None:
    env = {
        "alpha": Fraction(7, 10),
        "gamma": Fraction(5),
        "c": Fraction(3, 7),
        "w": Fraction(0),
        "a": (Fraction(1, 2),) * 6,
        "n": Fraction(1),
    }
    assert point_text(env) == "α .7, γ 5, c 3/7, w 0, a (.5, .5, .5, .5, ...), n 1"
    assert point_text(env, frozenset({"gamma"})) == "γ 5"
    assert point_text({"x": Fraction(-1, 4)}) == "x -0.25"
    assert point_text({"c": Fraction(1, 10**99)}) == "c 10^(-99)"
    assert point_text({"c": Fraction("0.99999999999999999999")}) == "c 0.99999999999999999999"
