"""The proofs of `draft_length` rest on what they say they rest on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from draftproof.checks.draft_length import PROOFS
from draftproof.checks.prove import prove, proved_before
from draftproof.checks.session import Session
from draftproof.checks.solvers import Solvers
from draftproof.derivations.draft_length import CHAIN
from draftproof.ledger import Verdict


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    solvers = Solvers(timeout=20.0)
    yield Session(solvers)
    solvers.close()


def test_every_claim_has_a_proof_or_says_why_not() -> None:
    without = {claim.id for claim in CHAIN.claims if "proof" in claim.not_applicable}
    assert without == {"draft_length.inverse", "draft_length.real_peak"}
    assert set(PROOFS) == {claim.id for claim in CHAIN.claims} - without


@pytest.mark.parametrize("id_", PROOFS)
def test_both_solvers_prove_it_for_every_length(session: Session, id_: str) -> None:
    found = proved_before(PROOFS[id_], PROOFS, session)
    assert found.verdict is Verdict.PROVED, found.reason
    assert set(found.detail["cvc5"]) == set(found.detail["z3"]) == {"unsat"}


@pytest.mark.parametrize("id_", PROOFS)
def test_a_proof_rejects_every_rival_it_is_not_blind_to(session: Session, id_: str) -> None:
    claim = next(claim for claim in CHAIN.claims if claim.id == id_)
    found = proved_before(PROOFS[id_], PROOFS, session)
    blind = {rival.id for rival in claim.rivals if "proof" in rival.blind}
    assert set(found.rivals.rejected) == {rival.id for rival in claim.rivals} - blind


def test_only_what_the_exponential_and_lambert_are_is_assumed() -> None:
    assuming = {id_ for id_, proof in PROOFS.items() if proof.facts}
    assert assuming == {
        "draft_length.real_deficit_rises",
        "draft_length.real_maximum",
        "draft_length.between_slopes",
        "draft_length.floor_or_ceiling",
        "draft_length.real_clip",
    }


WITHOUT = {
    "draft_length.floor_or_ceiling": {"lemmas": ()},
    "draft_length.marginal": {"lemmas": ()},
    "draft_length.likelier": {"lemmas": ()},
    "draft_length.monotone": {"lemmas": ("draft_length.likelier",), "consequences": ()},
    "draft_length.unimodal": {"lemmas": ("draft_length.concave",)},
    "draft_length.longest_worth_trying": {"lemmas": ()},
    "draft_length.real_deficit_rises": {"facts": ()},
    "draft_length.real_maximum": {"facts": ()},
    "draft_length.between_slopes": {"facts": ()},
}


@pytest.mark.parametrize("id_", WITHOUT)
def test_without_what_it_rests_on_it_is_not_proved(session: Session, id_: str) -> None:
    bare = replace(PROOFS[id_], **WITHOUT[id_])  # type: ignore[arg-type]
    assert not prove(bare, session).verdict.passes
