"""Proofs of the chain `beam_paging`: counts by induction over beams, copy-on-write by invariants (`paging`)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import partial

from ..derivations.beam_paging_blocks import CONSTANT, FULL, H_K, WHOLE, K
from ..derivations.beam_paging_tokens import b, s, t
from ..derivations.claims import Claim, claim
from ..derivations.options import Options
from ..derivations.statements import eq, lt
from ..ledger import Evidence
from .obligations import Lemma, Proof
from .paging import judge
from .script import evidence_of, proofs_of, run

AT_LONGER = tuple(Lemma(id_, {"prompt": s + 1}) for id_ in ("beam_paging.unshared", "beam_paging.shared"))
AT_LATER = tuple(Lemma(id_, {"generated": t + 1}) for id_ in ("beam_paging.unshared", "beam_paging.shared"))
COUNTS = ("beam_paging.unshared", "beam_paging.shared")

ARITHMETIC = proofs_of(
    "beam_paging",
    Proof("beam_paging.ratio_bounds", direct=True, lemmas=COUNTS),
    Proof("beam_paging.grows_with_prompt", direct=True, lemmas=(*AT_LONGER, *AT_LATER)),
    Proof("beam_paging.limit", direct=True, lemmas=COUNTS),
    Proof("beam_paging.saved_share", direct=True, lemmas=COUNTS),
    Proof(
        "beam_paging.own_blocks",
        direct=True,
        lemmas=("beam_paging.rounding",),
        consequences=(eq((s + t) / K, s / K + t / K),),
    ),
    Proof(
        "beam_paging.blocks_limit",
        direct=True,
        lemmas=("beam_paging.blocks", "beam_paging.own_blocks"),
        consequences=(
            lt(b * (b - 1) * (WHOLE - FULL), CONSTANT),
            eq(b * H_K(b, s, t, K), b * FULL + b * b * (WHOLE - FULL)),
        ),
    ),
)
PROOFS = {id_: proof for id_, proof in ARITHMETIC.items() if id_ not in judge.ABOUT and id_ != judge.SMALL}

QUESTIONS = {id_: partial(judge.questions, id_) for id_ in judge.ABOUT}
"""The obligations that no formula gives, for bundles."""

OTHERS: dict[str, Callable[[Options], Evidence]] = {
    **{id_: partial(judge.proof, claim(id_)) for id_ in judge.ABOUT},
    judge.SMALL: judge.searched,
}
"""The claims said in words: what gives their evidence."""


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The proof of one claim of the chain."""
    return OTHERS[claim.id](options) if claim.id in OTHERS else evidence_of(PROOFS, claim, options)


if __name__ == "__main__":
    sys.exit(run(PROOFS, others=OTHERS))
