"""The document of claims: what it says comes from them, and a reader's numbers move no verdict."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from draftproof.derivations import claims as register
from draftproof.derivations import exact
from draftproof.derivations.numbers import against
from draftproof.derivations.statements import tree
from draftproof.derivations.vocabulary import TERMS
from draftproof.errors import BadInput
from draftproof.report.documents import build, tempting
from draftproof.report.documents.build import document
from draftproof.report.documents.model import Document
from draftproof.report.documents.tempting import SAME


@pytest.fixture(scope="module")
def tokens() -> Document:
    return document(("tokens.closed_form", "tokens.linear_overestimates", "acceptance.ratio"))


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(build, "derivation", lambda claim: None)


def test_an_entry_has_its_lemmas_and_its_users(tokens: Document) -> None:
    closed = tokens.entries[0]
    assert closed.derivation is not None
    assert closed.uses == ("tokens.expectation",)
    assert "draft_cost.closed_form" in closed.used_by
    assert "tokens.bounds" in closed.used_by
    assert closed.recorded is None
    assert closed.status == "derivation checked; not proved in this build"


def test_terms_are_those_that_occur_in_the_vocabularys_order(tokens: Document) -> None:
    names = [term.name for term in tokens.terms]
    assert names == [name for name in TERMS if name in set(names)]
    assert {"alpha", "gamma", "E", "r", "A"} <= set(names)
    assert not {"k", "n", "batch", "beams"} & set(names)  # bound indices, and what occurs nowhere


def test_rivals_stand_at_the_claims_point_with_numbers(tokens: Document) -> None:
    rival = tokens.entries[0].rivals[0]
    assert rival.rival.id == "tokens.one_plus_gamma_alpha"
    assert rival.numbers == "4.5 against 2.94 at α .7, γ 5"
    assert rival.at is not None
    assert rival.at.holds is False


def test_figures_are_judged(tokens: Document) -> None:
    ratio, as_printed = tokens.entries[2].figures
    assert (ratio.verdict, ratio.value and ratio.value.text) == ("exact", "0.388234")
    assert (as_printed.verdict, as_printed.value and as_printed.value.text) == ("exact", "0.388")


@pytest.mark.usefixtures("quick")
def test_figures_that_fail_or_are_judged_together_say_why() -> None:
    counts = document(("acceptance.counts",)).entries[0]
    refuted = [figure for figure in counts.figures if figure.verdict == "refuted"]
    assert [figure.note for figure in refuted] == [
        "as recorded: 259 drafted tokens are not 3 in each of 87 drafts: the length varied"
    ]
    joint = document(("draft_length.unimodal",)).entries[0].figures[:5]
    assert {figure.verdict for figure in joint} == {"holds"}
    assert all("itself misses" in figure.note for figure in joint)


@pytest.mark.usefixtures("quick")
def test_a_readers_numbers_go_through_every_line_without_a_verdict() -> None:
    made = document(("tokens.closed_form", "acceptance.ratio"), values={"alpha": Fraction(3, 5), "gamma": Fraction(1)})
    closed, ratio = made.entries
    assert closed.at.point == {"alpha": Fraction(3, 5), "gamma": Fraction(1)}
    assert closed.rivals[0].numbers == SAME
    assert closed.rivals[1].numbers == "1 against 1.6 at α .6, γ 1"
    assert [figure.verdict for figure in ratio.figures] == ["", ""]
    assert ratio.figures[0].note == "at your α, γ; printed 0.39"


@pytest.mark.usefixtures("quick")
def test_a_rival_that_divides_by_zero_there_has_no_value() -> None:
    rivals = document(("tokens.closed_form",), values={"alpha": Fraction(1)}).entries[0].rivals
    said = {one.rival.id: one.numbers for one in rivals}
    assert said["tokens.no_cap"] == said["tokens.divided_twice"] == "no value at α = 1"
    assert said["tokens.one_plus_gamma_alpha"] == SAME
    assert not any(one.at.lines for one in rivals if one.at is not None and one.numbers.startswith("no value"))


@pytest.mark.usefixtures("quick")
def test_what_a_domain_defines_by_the_numbers_follows_them() -> None:
    plug_in = document(("tokens.plug_in",), values={"w": Fraction(1, 4)}).entries[0]
    assert plug_in.at.point["x"] == Fraction(7, 10) / 4 + Fraction(3, 10) * Fraction(3, 4)
    both = document(("tokens.plug_in",), values={"w": Fraction(1, 4), "x": Fraction(1, 2)}).entries[0]
    assert "lie outside" in both.at.reason


@pytest.mark.usefixtures("quick")
def test_inputs_with_a_unit_stay_as_the_figure_prints_them() -> None:
    made = document(("draft_cost.from_bytes",), values={"BW": Fraction(10**12)}).entries[0]
    assert all(figure.verdict for figure in made.figures)


@pytest.mark.usefixtures("quick")
def test_differences_past_all_digits_are_said_to_be() -> None:
    made = document(("tokens.closed_form",), values={"gamma": Fraction(250)}).entries[0]
    forgotten = next(one for one in made.rivals if one.rival.id == "tokens.bonus_forgotten")
    assert "apart only past" in forgotten.numbers


def test_bad_names_and_numbers_are_refused_before_anything_is_built(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(claim: object) -> None:
        raise AssertionError

    monkeypatch.setattr(build, "derivation", refuse)
    with pytest.raises(BadInput, match="unknown chain"):
        document(("nope",))
    with pytest.raises(BadInput, match="no claim here has it"):
        document(("tokens",), values={"beams": Fraction(4)})


def test_the_numbers_of_a_rival_are_looked_for_where_a_format_shows_them(
    quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    monkeypatch.setattr(tempting, "against", lambda statement, place: asked.append(statement) or "numbers")
    rival = document(("tokens.closed_form",)).entries[0].rivals[0]
    assert not asked
    assert rival.numbers == rival.numbers == "numbers"
    assert len(asked) == 1


@pytest.mark.parametrize("id_", ["sampling_order.never_more", "beam_paging.copies", "tokens.bounds"])
def test_a_rival_that_holds_at_the_example_is_told_apart_where_the_evidence_does_it(quick: None, id_: str) -> None:
    """At the first of all points where it is false, though only some are looked at first."""
    seen = 0
    for made in document((id_,)).entries[0].rivals:
        if made.at is None or made.at.holds is not True or made.rival.statement is None or "no value" in made.numbers:
            continue
        claim = register.claim(id_)
        first = exact.check(tree(made.rival.statement), claim.domain, first=claim.example).witness
        assert first is not None
        assert made.numbers == against(made.rival.statement, first)
        seen += 1
    assert seen


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize(
    ("id_", "values", "note"),
    [
        ("acceptance.ratio", {"gamma": "0", "alpha": "1/3"}, "γ = 0 lies outside: γ in {1, 2, ...}; printed 0.39"),
        ("draft_length.unimodal", {"gamma": "0", "alpha": "1", "c": "1"}, "no value at your"),
        ("sampling_order.temperature", {"T": "1e-20"}, "not computed at these numbers: exp of -10^20 is out of bounds"),
    ],
)
def test_a_figure_that_has_no_value_at_a_readers_numbers_says_so(
    id_: str, values: Mapping[str, str], note: str
) -> None:
    """Nothing is put in: `1.94/0` would be no line. What lies outside the claim's domain is said as the claim's line says it."""
    given = {name: Fraction(text) for name, text in values.items()}
    figures = document((id_,), values=given).entries[0].figures
    assert figures
    for figure in figures:
        assert figure.note.startswith(note), figure.note
        assert figure.note.endswith(f"; printed {figure.figure.printed}")
        assert (figure.value, figure.put) == (None, figure.figure.expression)


@pytest.mark.usefixtures("quick")
def test_one_claim_that_is_beyond_reach_refuses_no_document() -> None:
    assert document(("sampling_order",), values={"T": Fraction(1, 10**20)}).entries
    made = document(("losslessness",), values={"V": Fraction(10**6)})
    assert "a sum of 1000000 terms is more than is computed exactly here" in {entry.at.reason for entry in made.entries}
