"""Proofs of the chain `tokens`, for every gamma: what the inductions need beside the statements themselves."""

from __future__ import annotations

import sys

from ..derivations.claims import Claim
from ..derivations.options import Options
from ..derivations.statements import eq, ge, le, when
from ..derivations.tokens_convexity import SLOPE, w, x
from ..derivations.tokens_law import E, alpha, beta, gamma
from ..derivations.tokens_moments import M
from ..ledger import Evidence
from .obligations import Lemma, Proof
from .script import evidence_of, proofs_of, run

power = alpha**gamma
scaled = (1 - alpha) * E(alpha, gamma)
slope_at_x = SLOPE.subs(alpha, x)

PROOFS = proofs_of(
    "tokens",
    Proof("tokens.law", direct=True),
    Proof("tokens.linear_peak", direct=True, lemmas=("tokens.convex",)),
    Proof("tokens.convex", lemmas=(Lemma("tokens.power_tangent", {"k": gamma + 1}),)),
    Proof(
        "tokens.plug_in",
        direct=True,
        lemmas=(Lemma("tokens.convex", {"alpha": x, "beta": alpha}), Lemma("tokens.convex", {"alpha": x})),
        consequences=(
            ge(w * (E(alpha, gamma) - E(x, gamma) - (alpha - x) * slope_at_x), 0),
            ge((1 - w) * (E(beta, gamma) - E(x, gamma) - (beta - x) * slope_at_x), 0),
            eq(x * slope_at_x, (w * alpha + (1 - w) * beta) * slope_at_x),
        ),
    ),
    Proof(
        "tokens.increasing_in_alpha",
        lemmas=(Lemma("tokens.expectation"), Lemma("tokens.expectation", {"alpha": beta})),
        invariants=(le(power, beta**gamma),),
    ),
    Proof(
        "tokens.limit",
        direct=True,
        invariants=(eq(scaled, 1 - alpha * power), le((gamma + 1) * (1 - alpha) * alpha * power, 1)),
    ),
    # Both moments times powers of 1 - alpha, and the first one's square: what is left is linear in the monomials.
    Proof(
        "tokens.variance",
        direct=True,
        invariants=(
            eq(
                (1 - alpha) ** 2 * M(alpha, gamma),
                1 + alpha - (2 * gamma + 3) * alpha * power + (2 * gamma + 1) * alpha**2 * power,
            ),
            eq(scaled, 1 - alpha * power),
            when(eq(alpha, 1), eq(E(alpha, gamma), gamma + 1)),
            when(eq(alpha, 1), eq(M(alpha, gamma), (gamma + 1) ** 2)),
        ),
        consequences=(eq(scaled**2, (1 - alpha * power) ** 2),),
    ),
)


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The proof of one claim of the chain."""
    return evidence_of(PROOFS, claim, options)


if __name__ == "__main__":
    sys.exit(run(PROOFS))
