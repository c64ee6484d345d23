"""Proofs of the chain `acceptance`: what the special ones need is needed, and a planted fault is not proved."""

from __future__ import annotations

from dataclasses import replace

import pytest
from draftproof.checks.acceptance import PROOFS
from draftproof.checks.prove import prove
from draftproof.checks.session import Session
from draftproof.derivations.claims import chain
from draftproof.ledger import Verdict


def test_every_claim_has_a_proof_or_says_why_not() -> None:
    for claim in chain("acceptance").claims:
        assert (claim.id in PROOFS) != ("proof" in claim.not_applicable)


@pytest.mark.parametrize("name", ["acceptance.accepted", "acceptance.maximum_likelihood", "acceptance.varying_length"])
def test_proved_by_both_solvers(name: str, session: Session) -> None:
    found = prove(PROOFS[name], session)
    assert found.verdict is Verdict.PROVED
    assert set(found.detail["cvc5"]) == {"unsat"}
    assert not found.rivals.survived


def test_the_order_of_r_needs_the_order_of_the_powers(session: Session) -> None:
    planted = replace(PROOFS["acceptance.increasing_in_alpha"], invariants=())
    assert not prove(planted, session).verdict.passes


def test_an_unproved_lemma_proves_nothing(session: Session) -> None:
    resting = PROOFS["acceptance.unique_inverse"]
    found = prove(resting, session, unproved=frozenset({"acceptance.increasing_in_alpha"}))
    assert found.verdict is Verdict.UNKNOWN
