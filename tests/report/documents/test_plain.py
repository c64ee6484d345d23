"""The text format: within its columns, with everything that the document says."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from draftproof.derivations.render import derivation_text
from draftproof.report.documents.build import document
from draftproof.report.documents.formats import Layout, files
from draftproof.report.documents.model import Document, Recorded, Row


@pytest.fixture(scope="module")
def made() -> Document:
    return document(("tokens.tail", "tokens.recurrence", "acceptance.ratio", "beam_paging.copy_on_write"))


def text(made: Document, width: int = 100) -> str:
    (found,) = files("text", made, Layout(width=width)).values()
    return found


@pytest.mark.parametrize("width", [40, 80, 100])
def test_lines_keep_to_the_width(made: Document, width: int) -> None:
    lines = text(made, width).splitlines()
    assert [line for line in lines if len(line) > width and " " in line.strip()] == []
    assert all(line == line.rstrip() for line in lines)


def test_a_claim_is_its_derivation_and_then_what_is_said_of_it(made: Document) -> None:
    written = text(made)
    for entry in made.entries:
        if entry.derivation is not None:
            assert derivation_text(entry.derivation, 100) in written
    for expected in (
        "Tokens per verification\n=======",
        "At α .7, γ 5, k 3:\n    T(k, α, γ) = ",
        "Tempting, and wrong: P(N > k) = α^(k+1)",
        "In numbers: 0.24 against 0.343 at α .7, γ 5, k 3",
        "0.39: ((Σ_{n=1..γ+1}",
        "Uses: tokens.law",
        "Derivation checked; not proved in this build.",
        "No derivation: ",
    ):
        assert expected in written, expected
    assert "proved." not in written.replace("not proved in this build.", "")


def test_the_same_document_gives_the_same_text(made: Document) -> None:
    assert text(made) == text(made)


def test_words_of_a_ledger_steer_no_terminal(made: Document) -> None:
    evil = "\x1b[2J\x07\u202e\x9b\u2028evil"
    recorded = Recorded(
        (Row("proof", "proved", True, evil, evil, evil, (evil,), evil),), (), {"simulation": evil}, (evil,)
    )
    entries = tuple(replace(entry, recorded=recorded) for entry in made.sections[0].entries)
    section = replace(made.sections[0], entries=entries)
    written = text(replace(made, sections=(section, *made.sections[1:]), environment={evil: evil}))
    assert "[U+001B][2J[U+0007][U+202E][U+009B][U+2028]evil" in written
    assert all(character.isprintable() or character == "\n" for character in written)
    clean = text(made)
    assert "[U+" not in clean


def test_a_symbol_begins_a_sentence_as_it_is() -> None:
    """A capital would be another one: of gamma, Gamma."""
    written = text(document(("acceptance.ratio",), values={"gamma": Fraction(0)}))
    assert "    γ = 0 lies outside: γ in {1, 2, ...}.\n" in written
    assert "Γ" not in written
