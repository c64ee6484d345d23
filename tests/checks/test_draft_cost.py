"""The proofs of `draft_cost` rest on what they say they rest on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from draftproof.checks.draft_cost import PROOFS
from draftproof.checks.prove import prove
from draftproof.checks.session import Session
from draftproof.checks.solvers import Solvers
from draftproof.derivations.draft_cost import CHAIN
from draftproof.ledger import Verdict


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    solvers = Solvers(timeout=10.0)
    yield Session(solvers)
    solvers.close()


def test_every_claim_has_a_proof() -> None:
    assert set(PROOFS) == {claim.id for claim in CHAIN.claims}


@pytest.mark.parametrize("id_", ["draft_cost.cycle", "draft_cost.never_pays_below_c", "draft_cost.dilution"])
def test_both_solvers_prove_it_for_every_gamma(session: Session, id_: str) -> None:
    found = prove(PROOFS[id_], session)
    assert found.verdict is Verdict.PROVED, found.reason
    assert found.detail["cvc5"] == found.detail["z3"]
    assert not found.rivals.survived


WITHOUT = {
    "draft_cost.speedup": {"lemmas": ()},
    "draft_cost.increasing_in_alpha": {"invariants": ()},
    "draft_cost.closed_form": {"lemmas": ()},
    "draft_cost.longer_pays": {"lemmas": ("draft_cost.dilution",)},
}


@pytest.mark.parametrize("id_", WITHOUT)
def test_without_what_it_rests_on_it_is_not_proved(session: Session, id_: str) -> None:
    found = prove(replace(PROOFS[id_], **WITHOUT[id_]), session)
    assert not found.verdict.passes
