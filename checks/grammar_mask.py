"""Proofs of the chain `grammar_mask`."""

from __future__ import annotations

import sys

from ..derivations.claims import Claim
from ..derivations.options import Options
from ..ledger import Evidence
from . import grammar_mask_bits as bits
from .obligations import Proof
from .script import evidence_of, proofs_of, run

PROOFS = proofs_of(
    "grammar_mask",
    Proof("grammar_mask.pack_unpack", questions=bits.PACK_UNPACK),
    Proof("grammar_mask.unpack_pack", questions=bits.UNPACK_PACK),
    Proof("grammar_mask.conditional_law", direct=True, lemmas=("grammar_mask.allowed_mass",)),
    Proof("grammar_mask.commutes_with_temperature", direct=True),
    Proof("grammar_mask.copy_against_cpu", direct=True, lemmas=("verify_budget.rows",)),
)


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The proof of one claim of the chain."""
    return evidence_of(PROOFS, claim, options)


if __name__ == "__main__":
    sys.exit(run(PROOFS))
