"""Proofs of the chain `draft_cost`, for every gamma: what the inductions need beside the statements themselves."""

from __future__ import annotations

import sys

from ..derivations.claims import Claim
from ..derivations.draft_cost import DRAFT_WORK, VERIFY_WORK, alpha, beta, c, c_hat, gamma
from ..derivations.draft_cost_marginal import THRESHOLD, WEIGHT
from ..derivations.options import Options
from ..derivations.statements import eq, gt, le, lt, when
from ..derivations.tokens_law import E
from ..ledger import Evidence
from .obligations import Proof
from .script import evidence_of, proofs_of, run

PROOFS = proofs_of(
    "draft_cost",
    Proof("draft_cost.speedup", direct=True, lemmas=("draft_cost.cycle",)),
    Proof("draft_cost.closed_form", direct=True, lemmas=("tokens.closed_form",)),
    Proof("draft_cost.break_even", direct=True),
    Proof(
        "draft_cost.increasing_in_alpha",
        direct=True,
        invariants=(le(alpha**gamma, beta**gamma), lt(E(alpha, gamma), E(beta, gamma))),
    ),
    # The threshold times its denominator: what is left is linear in the monomials (for cvc5).
    Proof(
        "draft_cost.longer_pays",
        direct=True,
        lemmas=("draft_cost.dilution", "draft_cost.one_draft_more"),
        consequences=(
            when(lt(c, THRESHOLD), gt((THRESHOLD - c) * WEIGHT, 0)),
            when(gt(c, THRESHOLD), lt((THRESHOLD - c) * WEIGHT, 0)),
        ),
    ),
    Proof(
        "draft_cost.operations",
        direct=True,
        lemmas=("tokens.closed_form", "tokens.bounds"),
        invariants=(eq(DRAFT_WORK, gamma * c_hat), eq(VERIFY_WORK, gamma + 1)),
    ),
)


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The proof of one claim of the chain."""
    return evidence_of(PROOFS, claim, options)


if __name__ == "__main__":
    sys.exit(run(PROOFS))
