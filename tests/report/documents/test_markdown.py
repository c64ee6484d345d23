"""Markdown for GitHub: what stands in it, links that lead somewhere, whole tables, and strangers' words that are only words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from draftproof.derivations.latex_width import width
from draftproof.report.documents.build import document
from draftproof.report.documents.formats import Layout, files
from draftproof.report.documents.markdown import WITHOUT_LEDGER
from draftproof.report.documents.markdown_text import LINE
from draftproof.report.documents.model import Document, Recorded, Row
from markdown_it import MarkdownIt
from markdown_it.token import Token

NAMES = ("tokens.closed_form", "tokens.expectation", "draft_cost.closed_form", "beam_paging.copy_on_write")
HOSTILE = "<b>x</b> | a\n\n# b ```math `c` *d* _e_ [f](g) ![h](i) $j$ &amp; https://k.example www.l.example \\ ~~m~~ \u202e\x00"


@pytest.fixture(scope="module")
def few() -> Document:
    return document(NAMES)


def whole(given: Document) -> str:
    (text,) = files("markdown", given, Layout(standalone=True)).values()
    return text


def tokens(text: str) -> list[Token]:
    return MarkdownIt("gfm-like", {"linkify": False}).parse(text)


def inside(text: str) -> Iterator[Token]:
    for token in tokens(text):
        yield from token.children or ()


def with_ledger(given: Document, words: str) -> Document:
    row = Row("proof", words, True, words, words, words, ("tokens.no_cap",), words)
    evidence = Recorded((row, replace(row, passes=False)), not_run={"reference on cuda": words}, faults=(words,))
    sections = tuple(
        replace(section, entries=tuple(replace(entry, recorded=evidence) for entry in section.entries))
        for section in given.sections
    )
    return replace(given, sections=sections, environment={"z3": words})


def test_the_parts_of_a_claim_stand_in_order(few: Document) -> None:
    text = whole(few)
    parts = [
        WITHOUT_LEDGER, "## Symbols", "## Tokens per verification", '<a id="tokens.closed_form"></a>\n',
        "\n`tokens.closed_form`: derivation checked; not proved in this build.",
        "```math", "For $`", "Source: ", "**Derivation**", "1. **", "**In numbers**, at $`\\alpha = 0.7`$",
        "> **Tempting, and wrong** (`tokens.", "> Why it tempts: ", "**Published figures**", "## References",
    ]  # fmt: skip
    start = text.index('<a id="tokens.closed_form"></a>')
    places = [text.index(part, 0 if number < 3 else start) for number, part in enumerate(parts[:13])]
    assert places == sorted(places)
    assert all(part in text for part in parts)
    assert "**Evidence**" not in text


def test_a_file_for_each_chain_and_an_index(few: Document) -> None:
    found = files("markdown", few, Layout())
    assert list(found) == ["README.md", "tokens.md", "draft_cost.md", "beam_paging.md"]
    assert "(tokens.md#tokens.closed_form)" in found["README.md"]
    assert "(tokens.md#tokens.closed_form)" in found["draft_cost.md"]
    assert list(files("markdown", document((NAMES[0],)), Layout())) == ["tokens.md"]


@pytest.mark.parametrize("standalone", [False, True])
def test_every_link_leads_somewhere(few: Document, standalone: bool) -> None:
    found = files("markdown", few, Layout(standalone))
    anchors = {name: set(re.findall(r'<a id="([^"]+)">', text)) for name, text in found.items()}
    links = [
        (name, target)
        for name, text in found.items()
        for token in inside(text)
        if token.type == "link_open" and not (target := str(token.attrs["href"])).startswith("https://")
    ]
    assert links
    for name, target in links:
        file, _, anchor = target.partition("#")
        assert anchor in anchors[file or name], target


def test_every_row_has_the_cells_of_its_head(few: Document) -> None:
    """With a bar in a formula, a name or a ledger's words a row would have more."""
    counts, head = 0, 0
    for token in tokens(whole(with_ledger(few, HOSTILE))):
        if token.type == "tr_open":
            counts = 0
        counts += token.type in ("td_open", "th_open")
        head = counts if token.type == "thead_close" else head
        if token.type == "tr_close" and head:
            assert counts == head or token.map is None
    assert "|" not in "".join(re.findall(r"\$`([^`]*)`\$", whole(few)))


def test_a_strangers_words_are_words(few: Document) -> None:
    calm, text = whole(with_ledger(few, "words")), whole(with_ledger(few, HOSTILE))

    def marks(of: str) -> list[str]:
        kinds = [token.type for token in tokens(of)] + [token.type for token in inside(of)]
        return [kind for kind in kinds if kind not in ("text", "html_inline", "text_special", "inline")]

    assert marks(text) == marks(calm)
    shown = {token.content for token in inside(text) if token.type == "html_inline"}
    assert all(re.fullmatch(r'</?span>|<a id="[\w.-]+">|</a>', tag) for tag in shown)
    assert "[U+202E]" in text.replace("\\", "")
    assert "\u202e" not in text


def test_formulas_fit_a_line_where_they_can_be_broken(few: Document) -> None:
    rows = [
        row.strip(" &\\")
        for body in re.findall(r"```math\n(.*?)```", whole(few).replace("> ", ""), re.DOTALL)
        for row in body.splitlines()
    ]
    assert max(map(width, rows)) <= LINE


def test_what_mathjax_refuses_on_github_is_not_there(few: Document) -> None:
    text = whole(few)
    assert not re.search(r"\\(operatorname|penalty|parbox|label|tag|href)\b", text)


def test_the_contents_say_what_is_the_same_of_all_once(few: Document) -> None:
    text = files("markdown", few, Layout())["README.md"]
    assert "(each of 2 claims: derivation checked; not proved in this build)" in text
    assert "(1 claim: " in text
    evidence = Recorded((Row("proof", "proved", True, "z3", "", "", (), ""),), all_rejected=True)
    first, second = few.sections[0].entries
    section = replace(few.sections[0], entries=(replace(first, recorded=evidence), second))
    text = files("markdown", replace(few, sections=(section,)), Layout(standalone=True))["draftproof.md"]
    assert "(checked, every rival rejected)\n" in text
    assert "(derivation checked; not proved in this build)\n" in text


def test_the_contents_say_once_what_is_said_of_most() -> None:
    made = document(("tokens.law", "tokens.tail", "tokens.total"))
    evidence = Recorded((Row("proof", "proved", True, "z3", "", "", (), ""),))
    entries = (
        tuple(replace(entry, recorded=evidence) for entry in made.sections[0].entries[:2])
        + made.sections[0].entries[2:]
    )
    section = replace(made.sections[0], entries=entries)
    text = files("markdown", replace(made, sections=(section,)), Layout(standalone=True))["draftproof.md"]
    assert "(each of 3 claims, where nothing else is said: checked)\n" in text
    assert text.count("(derivation checked; not proved in this build)\n") == 1
    assert "(checked)\n" not in text
