"""Words at the beginning of a sentence: a word gets its capital, a symbol stays the symbol that it is."""

from __future__ import annotations

import pytest
from draftproof.report.documents.sentences import opening, sentence


@pytest.mark.parametrize(
    ("words", "opened"),
    [
        ("a sum of 5 terms", "A sum of 5 terms"),
        ("no number is given for γ", "No number is given for γ"),
        ("i.i.d. drafts", "i.i.d. drafts"),
        ("token-wise sampling", "Token-wise sampling"),
        ("checked", "Checked"),
        ("γ = 0 lies outside: γ in {1, 2, ...}", "γ = 0 lies outside: γ in {1, 2, ...}"),
        ("a = 2, p = 1 lie outside", "a = 2, p = 1 lie outside"),
        ("accepted = 5 lies outside", "accepted = 5 lies outside"),
        ("y has no value", "y has no value"),
        ("4.5 against 2.94", "4.5 against 2.94"),
        ("", ""),
    ],
)
def test_the_beginning_of_a_sentence(words: str, opened: str) -> None:
    assert opening(words) == opened
    assert sentence(words) == f"{opened}."
