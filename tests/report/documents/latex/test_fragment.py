"""Fragments: amsmath only, macros of our own names, labels that are unique over all chains."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from draftproof.report.documents.formats import Layout
from draftproof.report.documents.latex import files
from draftproof.report.documents.latex.fragment import heading_words
from draftproof.report.documents.latex.pdf import build
from draftproof.report.documents.model import Document

AMSMATH = {"align", "aligned", "cases", "equation"}


def test_a_file_for_each_chain(few: Document) -> None:
    written = files(few, Layout())
    assert list(written) == ["tokens.tex", "draft_cost.tex", "beam_paging.tex"]
    assert all(text.isascii() for text in written.values())


def test_a_fragment_needs_amsmath_only(few: Document) -> None:
    text = "\n".join(files(few, Layout()).values())
    assert not re.search(r"^[^%\n]*\\(usepackage|documentclass|newcommand|def|newtheorem|input)\b", text, re.MULTILINE)
    assert set(re.findall(r"\\begin{(\w+)}", text)) <= AMSMATH


def test_macros_are_ours_by_their_names(few: Document) -> None:
    text = files(few, Layout())["tokens.tex"]
    given = re.findall(r"\\providecommand{\\(\w+)}", text)
    assert given
    assert all(name.startswith("dp") for name in given)
    assert set(re.findall(r"\\(dp\w+)", text)) == set(given)


def test_labels_are_unique_over_all_chains(unchecked: Callable[..., Document], few: Document) -> None:
    for document in (few, unchecked()):
        labels = re.findall(r"\\label{([^}]*)}", "\n".join(files(document, Layout()).values()))
        assert len(set(labels)) == len(labels)
        assert {f"dp:{entry.claim.id}" for entry in document.entries} <= set(labels)


def test_a_claim_without_derivation_says_why_and_has_its_number_at_the_statement(few: Document) -> None:
    text = files(few, Layout())["beam_paging.tex"]
    assert r"\begin{equation} \label{dp:beam_paging.copy_on_write}" in text
    assert r"\dphead{No derivation:} a property of states, not a formula" in text


def test_no_page_ends_with_the_word_derivation(few: Document) -> None:
    text = "".join(files(few, Layout()).values())
    assert text.count(r"\dphead{Derivation.}") == text.count(r"\dphead{Derivation.}\nopagebreak") > 0


def test_a_heading_with_math_has_words_for_a_bookmark() -> None:
    assert heading_words("Closed form") == "Closed form"
    assert heading_words("r at γ") == r"\dpwords{r at \(\gamma\)}{r at gamma}"


@pytest.mark.parametrize("options", ["", "[11pt]"])
def test_an_article_takes_them_in(few: Document, pdflatex: str, options: str) -> None:
    fragments = "\n".join(files(few, Layout()).values())
    article = (
        rf"\documentclass{options}{{article}}\usepackage{{amsmath,amsthm}}\allowdisplaybreaks\begin{{document}}"
        + fragments
        + r"See \eqref{dp:tokens.closed_form}.\end{document}"
    )
    assert build(article).startswith(b"%PDF"), Path(pdflatex)
