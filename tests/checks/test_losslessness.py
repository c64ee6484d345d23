"""The proofs of `losslessness` rest on what they say they rest on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from draftproof.checks.losslessness import PROOFS
from draftproof.checks.prove import prove
from draftproof.checks.session import Session
from draftproof.checks.solvers import Solvers
from draftproof.derivations.losslessness import CHAIN
from draftproof.ledger import Verdict


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    solvers = Solvers(timeout=10.0)
    yield Session(solvers)
    solvers.close()


def test_every_claim_has_a_proof() -> None:
    assert set(PROOFS) == {claim.id for claim in CHAIN.claims}


@pytest.mark.parametrize(
    "name", ["residuals_add_up", "overlap", "one_position", "boundary", "lenience_bias", "completed"]
)
def test_both_solvers_prove_it(session: Session, name: str) -> None:
    found = prove(PROOFS[f"losslessness.{name}"], session)
    assert found.verdict is Verdict.PROVED, found.reason
    assert found.detail["cvc5"] == found.detail["z3"]
    assert not found.rivals.survived
    assert found.rivals.rejected


WITHOUT = {
    "one_of_all": {"lemmas": ()},
    "acceptance": {"lemmas": ("losslessness.overlap",)},
    "residual_mass": {"lemmas": ("losslessness.residuals_add_up",)},
    "one_position": {"lemmas": ("losslessness.residual_mass",)},
    "declared": {"lemmas": ()},
    "point_mass": {"lemmas": ()},
    "another_try": {"lemmas": ()},
    "boundary": {"lemmas": ()},
}


@pytest.mark.parametrize("name", WITHOUT)
def test_without_what_it_rests_on_it_is_not_proved(session: Session, name: str) -> None:
    found = prove(replace(PROOFS[f"losslessness.{name}"], **WITHOUT[name]), session, hypotheses=False)
    assert not found.verdict.passes
