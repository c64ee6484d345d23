"""The article: what stands in it, with a ledger and without, and that a stranger's words are only words."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from draftproof.report.documents.build import document
from draftproof.report.documents.formats import Layout
from draftproof.report.documents.latex import files
from draftproof.report.documents.latex.article import WITHOUT_LEDGER
from draftproof.report.documents.latex.claims import reference
from draftproof.report.documents.latex.numbers import at_rows, point_latex
from draftproof.report.documents.latex.pdf import build
from draftproof.report.documents.latex.tables import kept
from draftproof.report.documents.model import At, Document, Recorded, Row

HOSTILE = "\\input{/etc/passwd} \\write18{id} 100% $x$ #1 & a_b ^^ }\n\n\\end{document} " + "x" * 300 + " \u202e\x00"


def whole(document: Document) -> str:
    (text,) = files(document, Layout(standalone=True)).values()
    return text


def with_ledger(document: Document, words: str) -> Document:
    """The document with evidence in which every word is `words` but those that the reader of ledgers looks up in a list."""
    row = Row("proof", "proved", True, words, words, words, ("tokens.no_cap",), words)
    figure = Row("figure", "exact", True, "digit intervals", "one, printed 1", "", (), "")
    recorded = Recorded(
        (row, replace(row, passes=False), figure, figure), not_run={"reference on cuda": words}, faults=(words,)
    )
    sections = tuple(
        replace(section, entries=tuple(replace(entry, recorded=recorded) for entry in section.entries))
        for section in document.sections
    )
    return replace(document, sections=sections, environment={"z3": words})


def test_the_parts_stand_in_order(few: Document) -> None:
    text = whole(few)
    parts = [
        r"\title{", r"\tableofcontents", r"\section*{Nomenclature}", r"\dpchain{Tokens per verification}",
        r"Derivation checked; not proved in this build", r"\dphead{Derivation.}", r"\dphead{Numbers put in.}",
        "Tempting, and wrong:",
        r"\textit{Why it tempts:}", r"\dphead{Used by}", r"\dphead{Assuming}", r"\dphead{Published figures}",
        r"\begin{thebibliography}",
    ]  # fmt: skip
    places = [text.index(part) for part in parts]
    assert places == sorted(places)
    assert text.isascii()


def test_without_a_ledger_no_verdict_stands(few: Document) -> None:
    text = whole(few)
    assert WITHOUT_LEDGER in text
    assert r"\begin{dpevidence}" not in text.split(r"\begin{document}")[1]
    assert r"\section*{Evidence}" not in text


def test_the_substituted_line_and_the_rivals_one(few: Document) -> None:
    text = whole(few)
    assert r"E\left(\alpha, \gamma\right) = \frac{1 - 0.7^{6}}{0.3} = 2.94117" in text
    assert r"2.94117 \neq 4.5 = 1 + 5 \cdot 0.7" in text


def test_of_a_rival_only_what_is_false_is_shown(few: Document) -> None:
    (rival, *_) = few.entries[0].rivals
    assert rival.at is not None
    true, false = few.entries[0].at.lines[0], rival.at.lines[0]
    assert len(at_rows(At({}, (true, false), False), false=True)) == 1
    assert len(at_rows(At({}, (true, false), False))) == 2


def test_equal_numbers_at_a_sequences_end_are_dots() -> None:
    half, zero = Fraction(1, 2), Fraction(0)
    assert point_latex({"a": (half, half)}) == r"\(a = (0.5, \allowbreak 0.5)\)"
    assert point_latex({"a": (half, *(zero,) * 9)}) == r"\(a = (0.5, \allowbreak 0, \allowbreak \ldots)\)"


def test_a_claim_is_referred_to_by_number_where_it_is_there() -> None:
    assert reference("tokens.tail", {"tokens.tail"}) == r"\texttt{tokens.\allowbreak{}tail}~\eqref{dp:tokens.tail}"
    assert reference("tokens.tail", ()) == r"\texttt{tokens.\allowbreak{}tail}"


def test_every_reference_has_its_label(few: Document) -> None:
    text = whole(few)
    assert set(re.findall(r"\\eqref{([^}]*)}", text)) <= set(re.findall(r"\\label{([^}]*)}", text))
    cited = {key for keys in re.findall(r"\\cite{([^}]*)}", text) for key in keys.split(",")}
    assert cited == set(re.findall(r"\\bibitem{([^}]*)}", text))


def test_evidence_and_what_rejected_a_rival(few: Document) -> None:
    text = whole(with_ledger(few, "proved"))
    assert "proof & proved & proved; proved; proved & proved" in text
    assert "proof & proved (fails)" in text
    assert "reference on cuda & not run & proved" in text
    assert "figure & exact & 2 published figures & digit intervals" in text
    assert r"\texttt{tokens.\allowbreak{}no\_\allowbreak{}cap}. Rejected by proof." in text
    assert "Does not pass: proved." in text
    assert r"\section*{Evidence}" in text


def test_a_strangers_words_are_only_words(few: Document) -> None:
    text = whole(with_ledger(few, HOSTILE))
    assert text.isascii()
    assert text.count(r"\end{document}") == 1
    assert not re.search(r"\\(input|write18|immediate)\b", text)


def test_the_same_document_gives_the_same_text(few: Document) -> None:
    assert whole(few) == whole(replace(few))


@pytest.mark.parametrize("words", ["", "a reason", HOSTILE])
def test_no_box_is_overfull_and_no_reference_undefined(few: Document, pdflatex: str, words: str) -> None:
    assert build(whole(with_ledger(few, words) if words else few)).startswith(b"%PDF"), pdflatex


def test_no_row_of_a_table_stands_alone_on_a_page(few: Document) -> None:
    """Between its first two rows, and between its last two, a table is not broken."""
    tables = re.findall(r"\\endfoot\n(.*?)\n\\end\{longtable\}", whole(with_ledger(few, "words")), re.DOTALL)
    assert len(tables) == 2
    for table in tables:
        rows = table.splitlines()
        assert [row.endswith(r"\\*") for row in (rows[0], rows[-2], rows[-1])] == [True, True, False]
    assert list(kept("abcd")) == [r"a \\*", r"b \\", r"c \\*", r"d \\"]
    assert list(kept("a")) == [r"a \\*"]


def test_a_figure_that_is_not_judged_has_no_empty_judgement() -> None:
    text = whole(document(("acceptance.ratio",), values={"gamma": Fraction(0)}))
    assert "printed 0.39: \\(\\gamma\\) = 0 lies outside" in text
    assert "()" not in text.split(r"\begin{document}")[1]


def test_long_numbers_of_a_reader_are_set(pdflatex: str) -> None:
    long = {"alpha": Fraction("0." + "3" * 30), "c": Fraction("0.12345678901234567890123456789")}
    made = document(("draft_length.real_peak", "draft_length.monotone"), values=long)
    assert build(whole(made)).startswith(b"%PDF"), pdflatex
