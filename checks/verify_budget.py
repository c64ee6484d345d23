"""Proofs of the chain `verify_budget`, for every draft length and batch."""

from __future__ import annotations

import sys

from ..derivations.claims import Claim
from ..derivations.options import Options
from ..ledger import Evidence
from .script import evidence_of, proofs_of, run

PROOFS = proofs_of("verify_budget")


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The proof of one claim of the chain."""
    return evidence_of(PROOFS, claim, options)


if __name__ == "__main__":
    sys.exit(run(PROOFS))
