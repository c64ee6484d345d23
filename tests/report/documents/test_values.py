"""`--set`: what is understood, and one line for what is not."""

from __future__ import annotations

from fractions import Fraction

import pytest
from draftproof.errors import BadInput
from draftproof.report.documents.values import parse, refuse_unused


@pytest.mark.parametrize(
    ("pair", "name", "value"),
    [
        ("alpha=0.7", "alpha", Fraction(7, 10)),
        ("α=7/10", "alpha", Fraction(7, 10)),
        ("alpha = 70%", "alpha", Fraction(7, 10)),
        ("alpha=.7", "alpha", Fraction(7, 10)),
        ("BW=3.35e12", "BW", Fraction(3_350_000_000_000)),
        ("B=64", "batch", Fraction(64)),
        ("logit_gap=0", "logit_gap", Fraction(0)),
        ("a=0.9,.8, 70%", "a", (Fraction(9, 10), Fraction(4, 5), Fraction(7, 10))),
    ],
)
def test_numbers(pair: str, name: str, value: object) -> None:
    assert parse([pair]) == {name: value}


@pytest.mark.parametrize(
    ("pairs", "expected"),
    [
        (["alpha"], "expected NAME=NUMBER"),
        (["alfa=1"], "unknown symbol 'alfa', expected 'alpha'"),
        (["=1"], "unknown symbol ''"),
        (["E=3"], "follows from other numbers, expected one of alpha, gamma"),
        (["p=.5"], "several symbols are written p, expected one of p_top"),
        (["alpha=1.2"], r"expected α in \[0, 1\]"),
        (["gamma=5.5"], "expected γ in {0, 1, ...}"),
        (["a=.5,2"], "expected a in sequences in"),
        (["alpha=.5", "α=.5"], "given twice"),
        (["alpha=nan"], "unreadable number 'nan'"),
        (["alpha=0,7"], "unreadable number"),
        (["alpha=."], "unreadable number"),
        (["alpha="], "unreadable number"),
        (["alpha=1/0"], "division by zero"),
        (["alpha=1e999999999"], "unreadable number"),
        (["alpha=" + "1" * 10**6], "expected NAME=NUMBER"),
        (["alpha=" + "1" * 100], "unreadable number"),
        (["alpha=" + ",".join(["1"] * 900)], "unreadable number"),
        (["__import__('os')=1"], "unknown symbol"),
        (["\x1b[31m\n=1"], r"unknown symbol '\?\[31m'"),
    ],
)
def test_what_is_refused(pairs: list[str], expected: str) -> None:
    with pytest.raises(BadInput, match=expected) as refused:
        parse(pairs)
    assert len(str(refused.value)) < 400
    assert str(refused.value).isprintable()


def test_a_number_that_nothing_uses_is_refused() -> None:
    values = parse(["beams=4"])
    refuse_unused(values, ["beams", "prompt"])
    with pytest.raises(BadInput, match=r"--set beams \(b\): no claim here has it, expected one of alpha, gamma"):
        refuse_unused(values, ["gamma", "alpha"])
    with pytest.raises(BadInput, match="none"):
        refuse_unused(values, [])
