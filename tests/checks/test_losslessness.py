"""The proofs of `losslessness` rest on what they say they rest on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
import sympy as sp
from draftproof.checks import obligations
from draftproof.checks.losslessness import PROOFS
from draftproof.checks.obligations import Proof
from draftproof.checks.prove import prove
from draftproof.checks.session import Session
from draftproof.checks.solvers import Solvers
from draftproof.derivations import losslessness_block as block
from draftproof.derivations import losslessness_lenience as lenience
from draftproof.derivations import losslessness_variants as variants
from draftproof.derivations.claims import Claim
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.losslessness import CHAIN
from draftproof.derivations.losslessness_position import (
    ALL_REST,
    ALPHA,
    EMITTED,
    OVERLAP,
    PAIR,
    SUMS,
    TOKEN,
    TOTAL_P,
    TOTAL_Q,
    TV,
    V,
    l,
    p,
    q,
)
from draftproof.derivations.statements import Statement, eq, gt, le, narrow
from draftproof.ledger import Verdict

FALSE: dict[str, tuple[Statement, Domain, dict[str, Any]]] = {
    "two laws share a token": (gt(OVERLAP, 0), PAIR, {}),
    "weights are as good as laws": (eq(TV, 1 - ALPHA), SUMS, {"lemmas": ("losslessness.overlap", "losslessness.differences")}),
    "the target may have any total": (
        eq(EMITTED, p[l]),
        narrow(SUMS.extended({"l": Naturals(1)}), le(l, V), eq(TOTAL_Q, 1)),
        {"lemmas": ("losslessness.residuals_add_up", "losslessness.overlap", "losslessness.one_of_all")},
    ),
    "a lemma about laws serves weights": (eq(ALL_REST, 1 - ALPHA), SUMS, {"lemmas": ("losslessness.residual_mass",)}),
    "point-mass drafts may have any total": (
        eq(variants.EMITTED_POINT, p[l]), variants.POINTS, {"lemmas": ("losslessness.point_mass_sum",)},
    ),
    "the renormalised residual need not be that": (
        eq(variants.ANOTHER, p[l]), TOKEN.extended({"try_p": UNIT}), {"lemmas": ("losslessness.residual_mass",)},
    ),
    "all that is rejected with lenience is recovered": (
        le(lenience.LENIENT + ALL_REST, TOTAL_P), lenience.SHARE.domain, {"lemmas": ("losslessness.lenience_share",)},
    ),
    "any residual is recovered whole": (
        eq(block.RECOVERED, block.w * block.P * p[l] - sp.Min(block.w * block.P * p[l], block.w * q[l])),
        narrow(block.ANY.extended({"w_blk": UNIT, "l": Naturals(1)}), le(l, V), gt(block.REST, 0)),
        {"lemmas": ("losslessness.block_split",)},
    ),
}  # fmt: skip
"""Each with what its true neighbour rests on."""


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


@pytest.mark.parametrize("name", FALSE)
def test_no_false_neighbour_is_proved(session: Session, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    statement, domain, how = FALSE[name]
    made = Claim("losslessness.false", statement, domain, "made up")
    known = obligations.claim
    monkeypatch.setattr(obligations, "claim", lambda id_: made if id_ == made.id else known(id_))
    found = prove(Proof(made.id, direct=bool(how), **how), session, hypotheses=False)
    assert not found.verdict.passes
    assert found.reason


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
