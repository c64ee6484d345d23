"""Proofs of the chain `sampling_order`, for every vocabulary size: inductions over sums and products of ratios."""

from __future__ import annotations

import sys

from ..derivations.claims import Claim
from ..derivations.options import Options
from ..derivations.sampling_order_law import EDGE, RATIO, T_2, G, G_f, R, R_f, T, V, f, h, k, s
from ..derivations.statements import ge, le, when
from ..derivations.symbols import unfold
from ..ledger import Evidence
from .obligations import Lemma, Proof
from .script import evidence_of, proofs_of, run

COLDER_RATIO = RATIO.subs(T, T_2)


def weight(number: object) -> Lemma:
    """So many tokens have a positive weight."""
    return Lemma("sampling_order.positive_weight", {"k": number})


def cold_weight(number: object) -> Lemma:
    """The same at the lower temperature."""
    return Lemma("sampling_order.positive_weight_colder", {"k": number})


BEYOND = {"h": V - k}
BETWEEN = {"k": h, "h": k - h}
KEPT_H, KEPT_K = unfold(G(h, s)), unfold(G(k, s))

PROOFS = proofs_of(
    "sampling_order",
    Proof(
        "sampling_order.temperature",
        facts=(when(le(COLDER_RATIO.args[0], RATIO.args[0]), le(COLDER_RATIO, RATIO)),),  # e^x rises with x
    ),
    Proof("sampling_order.descending", over="h"),
    Proof("sampling_order.split", over="h"),
    Proof("sampling_order.split_colder", over="h"),
    Proof("sampling_order.positive_rest", over="h"),
    Proof("sampling_order.top_loses_least", lemmas=(weight(k + 1),)),
    Proof("sampling_order.rest_loses_most", lemmas=(Lemma("sampling_order.descending", {"l": k + 1, "h": V - k}),)),
    Proof(
        "sampling_order.cross",
        direct=True,
        lemmas=(
            weight(k),
            Lemma("sampling_order.positive_rest", BEYOND),
            Lemma("sampling_order.split", BEYOND),
            Lemma("sampling_order.split_colder", BEYOND),
            "sampling_order.top_loses_least",
            "sampling_order.rest_loses_most",
        ),
        consequences=(
            ge(G(k, s) * (EDGE * R(k, V, s) - R_f(k, V, s, f)), 0),
            ge(R(k, V, s) * (G_f(k, s, f) - EDGE * G(k, s)), 0),
        ),
    ),
    Proof(
        "sampling_order.majorisation",
        direct=True,
        lemmas=("sampling_order.cross", weight(V), cold_weight(V)),
    ),
    Proof("sampling_order.never_more", direct=True, lemmas=("sampling_order.majorisation",)),
    Proof(
        "sampling_order.mass_grows",
        direct=True,
        lemmas=(Lemma("sampling_order.split", BETWEEN), Lemma("sampling_order.positive_rest", BETWEEN), weight(V)),
    ),
    Proof(
        "sampling_order.top_p",
        direct=True,
        lemmas=(
            Lemma("sampling_order.mass_grows", {"k": k - 1}),
            Lemma("sampling_order.mass_grows", {"h": k, "k": V}),
            weight(V),
        ),
    ),
    Proof(
        "sampling_order.truncated_is_conditional",
        direct=True,
        lemmas=(Lemma("sampling_order.common_divisor", {"x": KEPT_K, "z": KEPT_K}), weight(k), weight(V)),
    ),
    Proof(
        "sampling_order.top_k_commutes",
        direct=True,
        lemmas=("sampling_order.common_factor", cold_weight(k), cold_weight(V)),
    ),
    Proof(
        "sampling_order.order_distance",
        direct=True,
        lemmas=(
            Lemma("sampling_order.common_divisor", {"x": KEPT_H, "z": KEPT_K, "k": h}),
            Lemma("sampling_order.mass_grows", {"V": k}),
            weight(h),
            weight(k),
        ),
    ),
    Proof(
        "sampling_order.sequential_or_joint",
        direct=True,
        lemmas=(
            Lemma("sampling_order.split", BEYOND),
            Lemma("sampling_order.positive_rest", BEYOND),
            weight(h),
            weight(k),
            weight(V),
        ),
    ),
    Proof("sampling_order.min_p", direct=True, lemmas=(weight(k),)),
    Proof("sampling_order.temperatures_multiply", direct=True),
    Proof("sampling_order.min_p_moves", direct=True),
    Proof("sampling_order.cuts_of_one_law", direct=True),
    Proof("sampling_order.smaller_p_cuts_more", direct=True),
    Proof("sampling_order.one_token", direct=True),
    Proof(
        "sampling_order.matches_where_the_laws_agree",
        direct=True,
        lemmas=("sampling_order.speculation_follows_the_processed_law",),
    ),
    Proof(
        "sampling_order.speculation_follows_the_processed_law",
        direct=True,
        lemmas=("losslessness.one_position",),
    ),
)


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The proof of one claim of the chain."""
    return evidence_of(PROOFS, claim, options)


if __name__ == "__main__":
    sys.exit(run(PROOFS))
