"""A document's evidence is collected from all of it, once."""

from __future__ import annotations

from fractions import Fraction

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.evidence import facts, may_mean, may_speculate, speculates

TEXT = b'''"""Speculative decoding. alpha: per-token acceptance probability."""

rate = 0.7  # acceptance rate


def f(alpha, k):
    return (1 - alpha ** (k + 1)) / (1 - alpha)
'''


def test_definitions_descriptions_powers_and_values() -> None:
    known = facts(readers.read("x.py", TEXT))
    assert "rate" in known.defined
    assert any("per-token" in text for text, _ in known.described["alpha"])
    assert known.powers["alpha"]
    assert [name for name, _ in known.values[Fraction(7, 10)]] == ["rate"]


def test_a_document_is_read_once() -> None:
    document = readers.read("x.py", TEXT)
    assert facts(document) is facts(document)


def test_places_about_speculation_are_counted() -> None:
    assert speculates(readers.read("x.py", TEXT)) >= 1
    assert speculates(readers.read("x.py", b"x = 1 + k * alpha\n")) == 0


@pytest.mark.parametrize(
    ("line", "can"),
    [
        ("y = 1 + k * alpha", True),
        ("y = 1 + k * width", False),
        ("y = sum(min(a[i], b[i]) for i in range(n))", True),
        ("y = 1 + k * beta_percent / 100", True),
    ],
)
def test_a_formula_whose_names_mean_nothing_is_passed_over(line: str, can: bool) -> None:
    document = readers.read("x.py", f"# speculative decoding\n{line}\n".encode())
    assert may_mean(document.formulas[-1], document) is can


@pytest.mark.parametrize(
    ("text", "can"),
    [
        ("# speculative decoding\n", True),
        ("# accepted, of 5 draft tokens\n", True),
        ("# accepted by the server\n", False),
        ("x = 1 + k * p\n", False),
    ],
)
def test_documents_about_nothing_of_the_kind_are_passed_over(text: str, can: bool) -> None:
    assert may_speculate(readers.read("x.py", text.encode())) is can


def test_a_title_speaks_for_the_whole_text() -> None:
    assert speculates(readers.read("x.md", b"# Speculative decoding\n\ntext\n")) == 2


def test_a_sign_is_found_in_any_spelling() -> None:
    document = readers.read("x.md", "The acceptance probability $\\alpha$.\n\n1 + kα\n".encode())
    assert any("acceptance probability" in text for text, _ in facts(document).described["alpha"])
