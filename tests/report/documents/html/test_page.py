"""The page: nothing fetched, nothing unclosed, every link with its target, headings in order, a stranger's words harmless."""

from __future__ import annotations

import base64
import dataclasses
import hashlib
import itertools
import json
import re
import zlib

import pytest
from draftproof.derivations.claims import claim
from draftproof.report.documents import build
from draftproof.report.documents.formats import Layout
from draftproof.report.documents.html import files, packing
from draftproof.report.documents.html.parts import prose, rows
from draftproof.report.documents.model import WITHOUT_EVIDENCE, Recorded, Row

HOSTILE = "</script><script>alert(1)</script>\"'><img src=x onerror=alert(1)>&\u202e\x00\ud800"
HEADINGS = {f"h{level}": level for level in range(1, 7)}


def test_every_element_closes(page, look):
    assert look(page).unclosed == []


@pytest.mark.parametrize("broken", ["<p><b>a</p>", "<div>", "</div>"])
def test_what_does_not_close_is_look(broken, look):
    assert look(broken).unclosed


def test_ids_are_unique(page, look):
    ids = look(page).every("id")
    assert sorted(ids) == sorted(set(ids))


def test_every_link_within_the_page_has_its_target(page, look):
    found = look(page)
    assert {link[1:] for link in found.every("href") if link.startswith("#")} <= set(found.every("id"))


def test_a_claim_on_no_page_is_named_and_not_linked(document, page):
    entry = next(entry for entry in document.entries if entry.claim.id == "tokens.closed_form")
    other = next(id_ for id_ in entry.uses if id_ not in {one.claim.id for one in document.entries})
    assert f"<code>{other}</code>" in page
    assert f'href="#{other}"' not in page


def test_what_a_label_names_is_there(page, look):
    found = look(page)
    named = {
        id_
        for attribute in ("aria-labelledby", "aria-describedby")
        for ids in found.every(attribute)
        for id_ in ids.split()
    }
    assert named <= set(found.every("id"))


def test_parentheses_around_fractions_are_as_tall_as_each_other_where_a_line_may_break_between_them():
    found = rows(claim("draft_cost.one_draft_more").statement)
    tall = '<mo minsize="2.4em" maxsize="2.4em">'
    assert found.count(f"{tall}(</mo>") == found.count(f"{tall})</mo>") == 2
    for piece in re.findall("<math>.*?</math>", found):
        assert piece.count("<mo>(</mo>") == piece.count("<mo>)</mo>"), piece


def test_headings_are_in_order(page, look):
    levels = [HEADINGS[tag] for tag, _ in look(page).tags if tag in HEADINGS]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_nothing_is_fetched(page, look):
    found = look(page)
    assert not {tag for tag, _ in found.tags} & {
        "img",
        "link",
        "iframe",
        "object",
        "embed",
        "audio",
        "video",
        "form",
        "base",
    }
    assert found.every("src") == found.every("srcset") == found.every("style") == []
    assert not [name for _, attrs in found.tags for name in attrs if name.startswith("on")]
    assert not re.search(r"url\(|@import|fetch\(|XMLHttpRequest|import\(", page)
    assert all(link.startswith(("#", "https://")) for link in found.every("href"))


def test_the_policy_lets_run_what_the_page_has_and_no_more(page, look):
    policy = next(attrs["content"] for tag, attrs in look(page).tags if tag == "meta" and "http-equiv" in attrs)
    assert policy.startswith("default-src 'none';")
    allowed = set(re.findall(r"'(sha256-[^']+)'", policy))
    inline = re.findall(r"<(?:script|style)>(.*?)</(?:script|style)>", page, re.DOTALL)
    assert allowed == {"sha256-" + base64.b64encode(hashlib.sha256(body.encode()).digest()).decode() for body in inline}
    assert "unsafe" not in policy


def test_landmarks_language_and_a_way_past_the_contents(page, look):
    tags = [tag for tag, _ in look(page).tags]
    assert [tags.count(tag) for tag in ("main", "header", "footer", "nav")] == [1, 1, 1, 1]
    assert '<html lang="en">' in page
    assert page.index('<a class="skip" href="#content">') < page.index("<header>")


def test_every_table_has_a_caption_and_its_heads_a_scope(page, look):
    tables = re.findall(r"<table.*?</table>", page, re.DOTALL)
    assert tables
    assert all("<caption>" in table for table in tables)
    assert all("scope" in attrs for tag, attrs in look(page).tags if tag == "th")


def test_every_claim_and_rival_stands_under_its_id(document, page, look):
    ids = set(look(page).every("id"))
    assert {entry.claim.id for entry in document.entries} <= ids
    assert {one.rival.id for entry in document.entries for one in entry.rivals} <= ids


def test_without_a_ledger_nothing_is_said_to_be_proved(page):
    assert "derivation checked; not proved in this build" in page
    assert 'class="state proved"' not in page


def test_a_strangers_words_are_words(document, look, write):
    row = Row(HOSTILE, HOSTILE, False, HOSTILE, HOSTILE, HOSTILE, (HOSTILE,), HOSTILE)
    recorded = Recorded((row,), (), {HOSTILE: HOSTILE}, (HOSTILE,))
    section = document.sections[0]
    entry = dataclasses.replace(section.entries[0], recorded=recorded)
    hostile = dataclasses.replace(
        document,
        sections=(dataclasses.replace(section, entries=(entry,)),),
        environment={HOSTILE: HOSTILE},
    )
    page = write(hostile)
    clean = write(dataclasses.replace(document, sections=hostile.sections[:1], environment={}))
    page.encode()
    assert "alert(1)" in page
    assert not re.search("[\x00\u202e\ud800]", page)
    assert look(page).unclosed == []
    assert [tag for tag, _ in look(page).tags if tag in ("script", "img")] == ["script"] * clean.count("<script")


def test_the_same_document_makes_the_same_page(document, page, write):
    assert write(document) == page


def test_a_page_too_large_is_packed_and_nothing_is_lost(document, page, monkeypatch, look, write):
    monkeypatch.setattr(packing, "LARGEST", 1000)
    packed = write(document)
    block = re.search(r'id="dp-packed">([^<]*)<', packed)
    bodies = json.loads(zlib.decompress(base64.b64decode(block[1])))
    assert list(bodies) == [entry.claim.id for entry in document.entries]
    assert all(body in page for body in bodies.values())
    assert packed.count(packing.PLACE) == len(bodies)
    assert look(packed).unclosed == []
    assert packing.COMMAND in packed[packed.index('<p id="packed">') : packed.index(packing.PLACE)]


def test_pages_of_single_chains_stand_beside_an_index_and_link_to_each_other(document, page, monkeypatch, look):
    monkeypatch.setattr(packing, "LARGEST", len(page.encode()) - 1)
    made = files(document, Layout(pages=True))
    assert list(made) == ["index.html", *(f"{section.name}.html" for section in document.sections)]
    assert [name for name, text in made.items() if 'dp-packed"' in text] == ["index.html"]
    seen = {name: look(text) for name, text in made.items()}
    packed = re.search(r'id="dp-packed">([^<]*)<', made["index.html"])
    inside = look("".join(json.loads(zlib.decompress(base64.b64decode(packed[1]))).values()))
    targets = {
        name: {*found.every("id"), *(inside.every("id") if name == "index.html" else ())}
        for name, found in seen.items()
    }
    across = 0
    for name, found in seen.items():
        assert found.unclosed == []
        for link in found.every("href"):
            file, _, fragment = link.partition("#")
            if not link.startswith("https:"):
                assert fragment in targets[file or name] or (file in made and not fragment), (name, link)
                across += bool(file and fragment)
    assert across
    notice = made["index.html"].split('<p id="packed">')[1].split("</p>")[0]
    assert all(f'<a href="{name}">' in notice for name in list(made)[1:])
    assert all(f'<a href="{name}">' in made["tokens.html"] for name in list(made)[2:]), "its contents name the others"


def test_every_page_of_a_chain_is_what_its_own_document_makes(document, write):
    one = files(document, Layout(pages=True))["sampling_order.html"]
    alone = write(build.document(("sampling_order",)))
    main = [text.split("<main")[1].split("<footer")[0] for text in (one, alone)]
    assert re.sub(r' href="[^"]*"', "", main[0]).replace("<a>", "").replace("</a>", "") == re.sub(
        r' href="[^"]*"', "", main[1]
    ).replace("<a>", "").replace("</a>", "")


def test_a_page_that_is_small_enough_needs_no_script(page):
    assert 'dp-packed"' not in page
    assert 'id="packed"' not in page


def test_no_line_ends_within_a_set(page):
    """`(0, ∞)`: neither in a claim's domain nor in that of a symbol."""
    words = re.sub("<[^>]*>", "", re.sub("<(math|script|style).*?</\\1>", "", page, flags=re.DOTALL))
    assert "in (0,\u00a0∞)" in words
    assert not re.findall(r"[(\[][-0-9∞]+, [0-9∞]+[)\]]", words)


def test_exponents_are_raised_in_words_and_not_in_code(page):
    assert "E = (1-αᵞ)/(1-α): the exponent is the number of drafts" in page
    assert prose("as `alpha^k`, α^k") == "as <code>alpha^k</code>, αᵏ"


def test_a_ledger_of_other_claims_is_said_to_hold_none_of_these(document, write):
    page = write(dataclasses.replace(document, environment={"z3": "5.4.1"}))
    assert WITHOUT_EVIDENCE in page
    assert "The verdicts are those of the ledger" not in page
    assert "z3 5.4.1" not in page
    assert "no ledger" not in page
