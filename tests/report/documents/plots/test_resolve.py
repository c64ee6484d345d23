"""Formulas by name: the claims' own, with the claims' own numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from draftproof.derivations.claims import claim
from draftproof.derivations.expr import sym
from draftproof.errors import BadInput
from draftproof.report.documents.plots.model import Formula
from draftproof.report.documents.plots.resolve import resolve, value

SEED = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}


def test_a_claim_by_its_side() -> None:
    left, right = resolve(Formula("tokens.closed_form")), resolve(Formula("tokens.closed_form", "right"))
    assert left.numbers == right.numbers == SEED
    assert value(left.tree, SEED) == value(right.tree, SEED) == float(Fraction(294117, 100000))
    assert (left.label, left.wrong, left.sources) == ("E(α, γ)", False, ("the example of tokens.closed_form",))


def test_a_rival_is_wrong() -> None:
    rival = resolve(Formula("tokens.one_plus_gamma_alpha", "right"))
    assert rival.wrong
    assert rival.claim is claim("tokens.closed_form")
    assert value(rival.tree, SEED) == 4.5


def test_a_published_figure_with_its_inputs() -> None:
    best = resolve(Formula("draft_length.seed.peak.0.154"))
    assert best.formula is None
    assert best.numbers == {"alpha": Fraction(7, 10), "c": Fraction(77, 500)}
    assert value(best.tree, best.numbers) == 3
    assert best.sources == ("the seed, chain 'The best draft length'",)


def test_there_is_no_value_outside_the_claims_domain() -> None:
    ratio = resolve(Formula("acceptance.between"))
    assert value(ratio.tree, {**SEED, "gamma": Fraction(0)}) is None
    assert value(ratio.tree, {**SEED, "alpha": Fraction(3, 2)}) is None


def test_a_slider_moves_what_is_not_held() -> None:
    held = resolve(Formula("draft_length.unimodal", relation=1, at=("draft_length.seed.0.05.5",), held=("c",)))
    assert [name for name in held.numbers if held.moved(name)] == ["alpha", "gamma"]
    moved = held.at({"alpha": Fraction(1, 2), "c": Fraction(1), "T": Fraction(2)})
    assert moved == {"alpha": Fraction(1, 2), "gamma": Fraction(5), "c": Fraction(1, 20)}


@pytest.mark.parametrize("id_", ["tokens.no_such", "beam_paging.no_copy", "nothing.at_all", "tokens"])
def test_an_id_without_a_formula_is_refused(id_: str) -> None:
    with pytest.raises(BadInput):
        resolve(Formula(id_))


def test_a_symbol_without_a_number_is_refused() -> None:
    with pytest.raises(BadInput, match="no number is given for gamma"):
        resolve(Formula("tokens.closed_form", at=("draft_length.seed.peak.0.154",)))


def test_a_value_past_the_bounds_is_none() -> None:
    star = resolve(Formula("draft_length.real_peak"))
    assert value(star.tree, {"alpha": Fraction(1, 100), "c": Fraction(1, 500)}) is None
    assert value(sym("x"), {}) is None
