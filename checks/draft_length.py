"""Proofs of the chain `draft_length`, for every gamma: what the inductions need beside the statements themselves."""

from __future__ import annotations

import sys

import sympy as sp

from ..derivations.claims import Claim
from ..derivations.draft_length_real import CYCLE, POWER, W, peak, y, y_2
from ..derivations.draft_length_rounded import before_peak, past_peak, scaled
from ..derivations.draft_length_steps import D, alpha, beta, c, c_2, gamma, j
from ..derivations.options import Options
from ..derivations.statements import ge, gt, le, lt, when
from ..derivations.symbols import unfold
from ..derivations.tokens_law import E
from ..ledger import Evidence
from .obligations import Lemma, Proof
from .script import evidence_of, proofs_of, run

LOG, PEAK = sp.log(alpha), unfold(peak)
NEXT, LATER = alpha ** (gamma + 1), alpha ** (gamma + j + 1)

AFTER, AFTER_TIME, TIME = alpha ** (gamma + 2), 1 + (gamma + 1) * c, 1 + gamma * c
# c ln α times the way from γ* to γ + 1, and from γ to γ*, each at least 0 on its side of the peak.
BEFORE, PAST = AFTER_TIME * LOG - c * (W + 1), c * (W + 1) - TIME * LOG

PROOFS = proofs_of(
    "draft_length",
    Proof("draft_length.marginal", direct=True, lemmas=("draft_length.added",)),
    Proof("draft_length.concave", over="j"),
    Proof(
        "draft_length.deficit_rises",
        over="j",
        lemmas=("draft_length.added", Lemma("draft_length.added", {"gamma": gamma + j})),
        consequences=(ge((1 - alpha) * LATER, 0), ge((1 - alpha) * (gamma + j + 1) * c * LATER, 0)),
    ),
    Proof(
        "draft_length.unimodal",
        direct=True,
        lemmas=(
            Lemma("draft_length.added", {"gamma": gamma + j}),
            "draft_length.concave",
            Lemma("draft_length.concave", {"j": j + 1}),
        ),
    ),
    Proof(
        "draft_length.clipped",
        over="gamma",
        direct=True,
        invariants=(when(le(alpha, c), le(E(alpha, gamma), 1 + gamma * c)),),
    ),
    Proof("draft_length.longest_worth_trying", direct=True, lemmas=("tokens.closed_form",)),
    Proof(
        "draft_length.likelier",
        lemmas=(
            Lemma("tokens.expectation"),
            Lemma("tokens.expectation", {"alpha": beta}),
            Lemma("tokens.bounds", {"alpha": beta}),
        ),
    ),
    Proof(
        "draft_length.monotone",
        direct=True,
        lemmas=(Lemma("draft_length.cheaper", {"alpha": beta}), "draft_length.likelier"),
        consequences=(le(NEXT * D(beta, gamma, c_2), NEXT * D(beta, gamma, c)),),
    ),
    Proof("draft_length.real_slope", direct=True, lemmas=("tokens.closed_form",)),
    Proof(
        "draft_length.real_deficit_rises",
        facts=(lt(LOG, 0), gt(alpha ** (y_2 + 1), 0), ge(POWER, alpha ** (y_2 + 1) * (1 + (y - y_2) * LOG))),
    ),
    Proof(
        "draft_length.real_maximum",
        facts=(lt(LOG, 0), lt(W, -1), ge(POWER, -(1 + sp.expand((y - PEAK) * LOG, deep=False)) / W)),
        consequences=(ge((1 - POWER) * c * W, LOG * CYCLE),),
    ),
    Proof(
        "draft_length.between_slopes",
        direct=True,
        lemmas=("tokens.closed_form",),
        facts=(ge(alpha, 1 + LOG), ge(1, alpha * (1 - LOG))),
    ),
    # The slope's deficit by the tangents of the power at γ* and at γ, where α^(γ*+1) = -1/W: a product a step.
    Proof(
        "draft_length.floor_or_ceiling",
        direct=True,
        lemmas=("draft_length.between_slopes",),
        facts=(lt(LOG, 0), lt(W, -1), ge(-c * W * AFTER, c + BEFORE), ge(c, -W * NEXT * (c + PAST))),
        consequences=(
            when(past_peak, ge(PAST, 0)),
            when(before_peak, ge(BEFORE, 0)),
            when(past_peak, le(PAST * (W + 1), 0)),
            when(past_peak, le(NEXT * PAST * (W + 1), 0)),
            when(past_peak, le(NEXT * (c - TIME * LOG), c)),
            when(past_peak, ge(scaled, 0)),
            when(before_peak, le(BEFORE * AFTER_TIME * LOG, 0)),
            when(before_peak, ge(-c * W * AFTER * (c - AFTER_TIME * LOG), (c + BEFORE) * (c - AFTER_TIME * LOG))),
            when(before_peak, ge(-c * W * AFTER * (c - AFTER_TIME * LOG), -(c**2) * W)),
            when(before_peak, ge(AFTER * (c - AFTER_TIME * LOG), c)),
            when(before_peak, le(scaled, 0)),
        ),
    ),
    Proof(
        "draft_length.real_clip",
        facts=(ge(alpha, 1 + LOG), ge(POWER, alpha * (1 + y * LOG))),
    ),
    Proof("draft_length.flat", direct=True, lemmas=("draft_length.added", "draft_length.last_power")),
)


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The proof of one claim of the chain."""
    return evidence_of(PROOFS, claim, options)


if __name__ == "__main__":
    sys.exit(run(PROOFS))
