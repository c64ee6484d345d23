"""Proofs of the chain `losslessness`, for every vocabulary size and every draft length."""

from __future__ import annotations

import sys

from ..derivations.claims import Claim
from ..derivations.losslessness_position import OVERLAP, l
from ..derivations.options import Options
from ..ledger import Evidence
from .obligations import Lemma, Proof
from .script import evidence_of, proofs_of, run

PROOFS = proofs_of(
    "losslessness",
    Proof("losslessness.one_of_all", lemmas=(Lemma("losslessness.residual_not_negative", {"k": l - 1}),)),
    Proof("losslessness.acceptance", direct=True, lemmas=("losslessness.overlap", "losslessness.differences")),
    Proof("losslessness.residual_mass", direct=True, lemmas=("losslessness.residuals_add_up", "losslessness.overlap")),
    Proof("losslessness.one_position", direct=True, lemmas=("losslessness.residual_mass", "losslessness.one_of_all")),
    Proof("losslessness.recovered", direct=True, lemmas=("losslessness.residual_mass",)),
    Proof("losslessness.declared", direct=True, lemmas=("losslessness.one_position",)),
    Proof("losslessness.tokens", direct=True, lemmas=(Lemma("tokens.expectation", {"alpha": OVERLAP}),)),
    Proof("losslessness.block_recovered", direct=True, lemmas=("losslessness.block_split",)),
    Proof("losslessness.point_mass", direct=True, lemmas=("losslessness.point_mass_sum",)),
    Proof("losslessness.another_try", direct=True, lemmas=("losslessness.residual_mass",)),
    Proof("losslessness.certain", over="level"),
    Proof("losslessness.boundary", over="h", lemmas=(Lemma("losslessness.certain", {"h": 0}),)),
)


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The proof of one claim of the chain."""
    return evidence_of(PROOFS, claim, options)


if __name__ == "__main__":
    sys.exit(run(PROOFS))
