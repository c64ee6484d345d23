"""Proofs of the chain `verify_budget`, for every draft length and batch.

Most follow from the statement alone: a maximum is a case distinction, and what is left is nonlinear real arithmetic.
Where quotients by the batch are compared, the lemma is used and the products that its use needs are stated.
"""

from __future__ import annotations

import sys

from ..derivations.claims import Claim
from ..derivations.options import Options
from ..derivations.statements import eq, ge, gt, le, lt, when
from ..derivations.tokens_law import E
from ..derivations.verify_budget_measured import m_1, m_2, tau, w
from ..derivations.verify_budget_roofline import PLAIN, VERIFY, T, t_c, t_kv, t_w
from ..derivations.verify_budget_rows import LAYER, B, b_a, b_w, d_in, d_out, gamma, m
from ..derivations.verify_budget_speedup import PAIRS, SHARED, alpha, at_batch, c, per_sequence, u, v
from ..ledger import Evidence
from .obligations import Lemma, Proof
from .script import evidence_of, proofs_of, run

rows = B * (gamma + 1)
weights, activations = LAYER * b_w * d_in * d_out, LAYER * b_a * m * (d_in + d_out)
operations = 2 * m * d_in * d_out
CLIPPED, _, TOP = PAIRS[4]
tokens, cycle = E(alpha, gamma), gamma * c * PLAIN + VERIFY
ends = [(share, entry, T(entry, B, t_w, t_kv, t_c)) for share, entry in ((w, m_1), (1 - w, m_2))]

PROOFS = proofs_of(
    "verify_budget",
    Proof(
        "verify_budget.first_batch",
        direct=True,
        lemmas=("verify_budget.rows",),
    ),
    Proof(
        "verify_budget.intensity",
        consequences=(
            eq(weights + activations, operations),
            gt(LAYER, 0),
            when(gt(b_a, 0), gt(activations, 0)),
            when(gt(b_a, 0), gt((2 * m - LAYER * b_w) * d_in * d_out, 0)),
            when(gt(b_a, 0), lt(LAYER * b_w, 2 * m)),
        ),
    ),
    Proof(
        "verify_budget.table",
        consequences=tuple(ge(share * (time - entry * t_c), 0) for share, entry, time in ends),
    ),
    Proof(
        "verify_budget.constant_acceptance",
        direct=True,
        consequences=(gt(cycle, 0), eq(at_batch(B, tokens) * cycle, tokens * PLAIN)),
    ),
    # The bound of the one row in which both ends are clipped, multiplied out: z3 takes seconds over it otherwise.
    Proof(
        "verify_budget.rise_by_regime",
        consequences=(when(CLIPPED, le((per_sequence(v) - per_sequence(u)) * TOP, tau * (TOP - u))),),
    ),
    Proof(
        "verify_budget.non_increasing",
        lemmas=(
            "verify_budget.per_sequence",
            Lemma("verify_budget.per_sequence", {"batch": B + 1}),
            Lemma("verify_budget.rise", {"u": SHARED.subs(B, B + 1), "v": SHARED}),
        ),
    ),
)


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The proof of one claim of the chain."""
    return evidence_of(PROOFS, claim, options)


if __name__ == "__main__":
    sys.exit(run(PROOFS))
