"""The proofs of `verify_budget`: both solvers, and what they need."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from draftproof.checks.prove import prove
from draftproof.checks.session import Session
from draftproof.checks.solvers import Solvers
from draftproof.checks.verify_budget import PROOFS
from draftproof.derivations.verify_budget import CHAIN
from draftproof.ledger import Verdict


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    solvers = Solvers(timeout=10.0)
    yield Session(solvers)
    solvers.close()


def test_every_claim_has_a_proof() -> None:
    assert set(PROOFS) == {claim.id for claim in CHAIN.claims}


@pytest.mark.parametrize("name", ["rows", "ridge", "first_batch", "verify_time", "crossing_point", "large_batch"])
def test_both_solvers_prove_it(session: Session, name: str) -> None:
    found = prove(PROOFS[f"verify_budget.{name}"], session)
    assert found.verdict is Verdict.PROVED, found.reason
    assert found.detail["cvc5"] == found.detail["z3"]
    assert not found.rivals.survived


def test_the_first_batch_needs_the_number_of_rows(session: Session) -> None:
    alone = replace(PROOFS["verify_budget.first_batch"], lemmas=())
    assert not prove(alone, session).verdict.passes
