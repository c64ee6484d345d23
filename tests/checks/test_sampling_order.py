"""The proofs of `sampling_order` rest on what they say they rest on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from draftproof.checks.prove import prove
from draftproof.checks.sampling_order import PROOFS
from draftproof.checks.session import Session
from draftproof.checks.solvers import Solvers
from draftproof.derivations.sampling_order import CHAIN
from draftproof.ledger import Verdict


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    solvers = Solvers(timeout=10.0)
    yield Session(solvers)
    solvers.close()


def test_every_claim_has_a_proof() -> None:
    assert set(PROOFS) == {claim.id for claim in CHAIN.claims}


@pytest.mark.parametrize("id_", ["sampling_order.top_loses_least", "sampling_order.cross", "sampling_order.never_more"])
def test_both_solvers_prove_it_for_every_vocabulary_size(session: Session, id_: str) -> None:
    found = prove(PROOFS[id_], session)
    assert found.verdict is Verdict.PROVED, found.reason
    assert found.detail["cvc5"] == found.detail["z3"]
    assert not found.rivals.survived


WITHOUT = {
    "sampling_order.temperature": {"facts": ()},
    "sampling_order.top_loses_least": {"lemmas": ()},
    "sampling_order.rest_loses_most": {"lemmas": ()},
    "sampling_order.cross": {"lemmas": ("sampling_order.rest_loses_most",)},
    "sampling_order.majorisation": {"lemmas": ()},
    "sampling_order.order_distance": {"lemmas": ()},
    "sampling_order.speculation_follows_the_processed_law": {"lemmas": ()},
}


@pytest.mark.parametrize("id_", WITHOUT)
def test_without_what_it_rests_on_it_is_not_proved(session: Session, id_: str) -> None:
    found = prove(replace(PROOFS[id_], **WITHOUT[id_]), session)
    assert not found.verdict.passes


def test_the_fact_about_the_exponential_is_reported_as_assumed(session: Session) -> None:
    assert prove(PROOFS["sampling_order.temperature"], session).detail["assumed"]
