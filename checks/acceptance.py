"""Proofs of the chain `acceptance`, for every gamma: which other claims the proofs use, where they use any.

r at two rates is two means of powers, compared power by power; its inverse then needs only their order.
"""

from __future__ import annotations

import sys

from ..derivations.acceptance_order import beta
from ..derivations.acceptance_ratio import alpha, gamma
from ..derivations.claims import Claim
from ..derivations.options import Options
from ..derivations.statements import le
from ..ledger import Evidence
from .obligations import Lemma, Proof
from .script import evidence_of, proofs_of, run

SWAPPED = {"alpha": beta, "beta": alpha}

PROOFS = proofs_of(
    "acceptance",
    Proof(
        "acceptance.increasing_in_alpha",
        lemmas=(Lemma("acceptance.mean_over_positions"), Lemma("acceptance.mean_over_positions", {"alpha": beta})),
        invariants=(le(alpha**gamma, beta**gamma),),
    ),
    # The steps lead from gamma to gamma + 1, where r is known to increase.
    Proof(
        "acceptance.unique_inverse",
        lemmas=(
            Lemma("acceptance.increasing_in_alpha", {"gamma": gamma + 1}),
            Lemma("acceptance.increasing_in_alpha", {**SWAPPED, "gamma": gamma + 1}),
        ),
    ),
    Proof("acceptance.pooled_ratio", direct=True),
    Proof("acceptance.varying_length", direct=True),
)


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The proof of one claim of the chain."""
    return evidence_of(PROOFS, claim, options)


if __name__ == "__main__":
    sys.exit(run(PROOFS))
