"""Which claims give a value, of which quantity, in which names."""

from __future__ import annotations

from fractions import Fraction

import pytest
from draftproof.derivations.claims import claim
from draftproof.derivations.export import export
from draftproof.derivations.expr import number
from draftproof.derivations.given import given, givens
from draftproof.derivations.symbols import unfold
from draftproof.errors import BadInput

GIVES = {
    "tokens.closed_form": [("E", ("alpha", "gamma"))],
    "tokens.tail": [("T_N", ("k", "alpha", "gamma"))],
    "tokens.positions": [("E_a", ("a", "gamma"))],
    "acceptance.closed_form": [("r", ("alpha", "gamma"))],  # by cases
    "acceptance.length": [("L", ("alpha", "gamma"))],  # twice
    "draft_cost.from_bytes": [("c_t", ("BW", "b_d", "m_d", "b_t", "m_t"))],  # parameters of parameters
    "grammar_mask.bytes": [("mask_bytes", ("V", "batch", "gamma"))],
    "beam_paging.blocks": [(name, ("beams", "prompt", "generated", "block_size")) for name in ("U_blocks", "H_blocks")],
}
NONE = (
    "tokens.law",  # of shifted arguments
    "tokens.total",  # of a sum
    "tokens.recurrence",
    "tokens.bounds",  # an equation at the corners alone
    "acceptance.between",
    "draft_length.monotone",
    "verify_budget.ridge_rows",
    "verify_budget.crossing_point",  # a parameter in another's place
    "verify_budget.intensity",  # one case of two
)


@pytest.mark.parametrize("id_", GIVES)
def test_quantities_that_a_claim_gives(id_: str) -> None:
    assert [(one.term.name, one.names) for one in given(claim(id_))] == GIVES[id_]


@pytest.mark.parametrize("id_", NONE)
def test_a_claim_without_a_value_is_refused_with_those_that_have_one(id_: str) -> None:
    assert givens(claim(id_)) == ()
    with pytest.raises(BadInput, match="gives no value of a quantity, expected one of ") as refused:
        given(claim(id_))
    assert "\n" not in str(refused.value)


def test_formulas_are_those_asserted_at_the_point() -> None:
    of = claim("acceptance.closed_form")
    (one,) = given(of)
    for alpha in (Fraction(1), Fraction(7, 10), Fraction(0)):
        point = {"alpha": alpha, "gamma": Fraction(5)}
        (formula,) = one.formulas(of.statement, point)
        assert number(export(unfold(formula)), point) == number(one.definition(), point)
    (rival,) = (rival for rival in of.rivals if rival.id == "acceptance.ratio_of_reached")
    assert rival.statement is not None
    assert one.formulas(rival.statement, {"alpha": Fraction(1), "gamma": Fraction(5)}) == ()


def test_rivals_of_other_claims_of_the_quantity() -> None:
    (one,) = given(claim("tokens.expectation"))
    assert "tokens.one_plus_gamma_alpha" in {rival.id for rival in one.rivals()}
    assert "tokens.tail_without_bonus" not in {rival.id for rival in one.rivals()}
