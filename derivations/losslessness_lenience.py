"""Lenience: drafts accepted with probability min(1, p/(λq)) are biased by exactly what they gain in acceptance.

Part of the chain `losslessness`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import POSITIVE_UNIT, UNIT, Domain
from .kernel import Argument
from .losslessness_position import (
    ADDS_UP,
    ALL_REST,
    ALPHA,
    EXAMPLE,
    EXCESS,
    LEVIATHAN,
    NOTHING_DRAWN,
    OVERLAP,
    OVERLAPPING,
    SUMS,
    TOTAL_P,
    TOTAL_Q,
    V,
    i,
    l,
    p,
    p_x,
    q,
    q_x,
    rest,
    summed,
)
from .statements import Statement, both, eq, ge, gt, le, narrow, when
from .symbols import quantity, symbol

lam, lam_2, w = symbol("lenience"), symbol("lenience_2"), symbol("left")
alpha_len = quantity("alpha_len", sp.Sum(sp.Min(p[i] / lam, q[i]), (i, 1, V)))
lenient = quantity("lenient_l", sp.Min(p[l] / lam, q[l]) + w * rest(l, p, q))
LENIENT, STRICTER = alpha_len(V, p, q, lam), alpha_len(V, p, q, lam_2)
LENIENT_LAW = summed(lambda x: lenient(x, p, q, lam, w))
BIAS = summed(lambda x: sp.Max(lenient(x, p, q, lam, w) - p[x], 0))
"""Total variation distance from the target: the sum of the positive differences."""

MILD, MILDER = sp.Min(p_x / lam, q_x), sp.Min(p_x / lam_2, q_x)
GAINED = sp.Max(MILD + w * EXCESS - p_x, 0)
LENIENCES = Domain({"p_x": UNIT, "q_x": UNIT, "lenience": POSITIVE_UNIT})
ORDERED = narrow(LENIENCES.extended({"lenience_2": POSITIVE_UNIT}), le(lam, lam_2))
AT_LENIENCE: dict[str, Any] = {"p_x": Fraction(1, 5), "q_x": Fraction(3, 5), "lenience": Fraction(1, 2)}
APPENDIX = f"{LEVIATHAN}, appendix A.5: accepted with probability min(1, p/(λq))"

LENIENT_TOKEN = Claim(
    "losslessness.lenient_token",
    title="What lenience adds to the acceptance of a token, it adds to its probability: min(p/λ, q) - min(p, q)",
    statement=both(
        when(le(p_x, q_x), eq(sp.Min(p_x, q_x) + GAINED, MILD)),
        when(gt(p_x, q_x), eq(sp.Min(p_x, q_x) + GAINED, MILD)),
    ),
    domain=LENIENCES.extended({"left": UNIT}),
    source=f"own derivation for {APPENDIX}; the residual is (p - q)₊ as without lenience",
    example={**AT_LENIENCE, "left": Fraction(1, 2)},
    not_applicable=NOTHING_DRAWN,
)


@derives(LENIENT_TOKEN.id)
def _lenient_token() -> tuple[Argument, ...]:
    small, domain = sp.Min(p_x, q_x), LENIENT_TOKEN.domain
    lost = -((1 - w) * (p_x - q_x))

    def opened(given: Statement) -> Argument:
        start = Argument(small + GAINED, domain, (given,))
        return start.by("choose_branch", "whether the target has more", at=EXCESS)

    return (
        opened(le(p_x, q_x))
        .by("choose_branch", "p/λ and q are at least p", at=sp.Max(MILD - p_x, 0))
        .by("choose_branch", "p is the smaller", at=small),
        opened(gt(p_x, q_x))
        .by("choose_branch", "p/λ is at least p, which is above q", at=MILD)
        .by("algebra", "what the residual no longer gives", at=q_x + w * (p_x - q_x) - p_x, to=lost)
        .by("choose_branch", "nothing is gained", at=sp.Max(lost, 0))
        .by("choose_branch", "q is the smaller", at=small)
        .back("choose_branch", "p/λ is at least p, which is above q", MILD),
    )


LENIENCE = Claim(
    "losslessness.lenience_bias",
    title="Lenience is biased by exactly what it gains: α_λ is α plus the total variation distance from the target",
    statement=both(eq(LENIENT, ALPHA + BIAS), eq(LENIENT_LAW, LENIENT + w * ALL_REST)),
    domain=SUMS.extended({"lenience": POSITIVE_UNIT, "left": UNIT}),
    source=f"own derivation for {APPENDIX}, the residual as without lenience, for any share w of it; by the second equation and "
    "`losslessness.lenience_share`, w = (1 - α_λ)/(1 - α) gives a law. The paper's Table 5 prints α_λ without the laws, so no "
    "figure of it can be recomputed",
    depends_on=(LENIENT_TOKEN.id, OVERLAPPING.id),
    example={**EXAMPLE, "lenience": Fraction(1, 2), "left": Fraction(1, 2)},
    rivals=(
        Rival(
            "losslessness.lenience",
            says="a lenience below 1 accepts more drafts, and the law is the same: at .999 for all purposes",
            why_tempting="a test of the output with some thousand samples sees no difference",
            statement=both(eq(BIAS, 0)),
        ),
    ),
)


@derives(LENIENCE.id)
def _lenience() -> tuple[Argument, ...]:
    at, excess = {p_x: p[i], q_x: q[i]}, sp.Max(p[i] - q[i], 0)
    small, mild = sp.Min(p[i], q[i]), sp.Min(p[i] / lam, q[i])
    gained = sp.Max(mild + w * excess - p[i], 0)
    return (
        Argument(LENIENT, LENIENCE.domain)
        .by("definition", "drafted and accepted, token by token")
        .back("lemma", "what is gained is emitted too often", small + gained, at=mild, claim=LENIENT_TOKEN, values=at)
        .back("definition", "the residual", rest(i, p, q), at=excess)
        .back("definition", "what is emitted", lenient(i, p, q, lam, w), at=mild + w * rest(i, p, q))
        .by("linearity", "term by term")
        .back("lemma", "the overlap is accepted", ALPHA, at=OVERLAP, claim=OVERLAPPING),
        Argument(LENIENT_LAW, LENIENCE.domain)
        .by("definition", "accepted, or recovered", at=lenient(i, p, q, lam, w))
        .by("linearity", "term by term")
        .back("definition", "accepted with lenience", LENIENT, at=alpha_len.definition),
    )


LENIENCE_TOKEN_ORDER = Claim(
    "losslessness.lenience_order_token",
    title="A smaller lenience accepts a token no less often",
    statement=both(
        when(le(p_x / lam, q_x), ge(MILD, MILDER)),
        when(gt(p_x / lam, q_x), ge(MILD, MILDER)),
    ),
    domain=ORDERED,
    source=f"own derivation for {APPENDIX}",
    example={**AT_LENIENCE, "lenience_2": Fraction(4, 5)},
    not_applicable=NOTHING_DRAWN,
)


@derives(LENIENCE_TOKEN_ORDER.id)
def _lenience_order_token() -> tuple[Argument, ...]:
    def opened(given: Statement) -> Argument:
        return Argument(MILD, ORDERED, (given,)).by("choose_branch", "which is the smaller")

    gap = p_x * (lam_2 - lam) / (lam * lam_2)
    return (
        opened(le(p_x / lam, q_x))
        .by("monotone_bound", "divided by more", by=p_x / lam_2, order=">=", gap=gap)
        .by("monotone_bound", "the smaller is no larger", by=MILDER, order=">="),
        opened(gt(p_x / lam, q_x)).by("monotone_bound", "the smaller is no larger", by=MILDER, order=">="),
    )


LENIENCE_ORDER = Claim(
    "losslessness.lenience_order",
    title="The smaller the lenience, the more is accepted and the larger the bias; at 1 there is none",
    statement=both(ge(LENIENT, STRICTER), eq(alpha_len(V, p, q, 1), ALPHA)),
    domain=narrow(SUMS.extended({"lenience": POSITIVE_UNIT, "lenience_2": POSITIVE_UNIT}), le(lam, lam_2)),
    source=f"own derivation for {APPENDIX}",
    depends_on=(LENIENCE_TOKEN_ORDER.id, OVERLAPPING.id),
    example={**EXAMPLE, "lenience": Fraction(1, 2), "lenience_2": Fraction(4, 5)},
    rivals=(
        Rival(
            "losslessness.lenience_turned_round",
            says="the larger the lenience, the more is accepted",
            why_tempting="more lenience sounds like more acceptance; the letter multiplies q, so it is the other way round",
            statement=both(le(LENIENT, STRICTER)),
        ),
    ),
)


@derives(LENIENCE_ORDER.id)
def _lenience_order() -> tuple[Argument, ...]:
    at = {p_x: p[i], q_x: q[i]}
    return (
        Argument(LENIENT, LENIENCE_ORDER.domain)
        .by("definition", "drafted and accepted, token by token")
        .by(
            "lemma",
            "no less of any token",
            at=sp.Min(p[i] / lam, q[i]),
            claim=LENIENCE_TOKEN_ORDER,
            values=at,
            order=">=",
        )
        .back("definition", "drafted and accepted, token by token", STRICTER),
        Argument(alpha_len(V, p, q, 1), LENIENCE_ORDER.domain)
        .by("definition", "drafted and accepted, token by token")
        .back("lemma", "the overlap is accepted", ALPHA, claim=OVERLAPPING),
    )


SHARE = Claim(
    "losslessness.lenience_share",
    title="With lenience no more than the residual is recovered: 0 ≤ 1 - α_λ ≤ Σ(p - q)₊ of laws, so its share w is in [0, 1]",
    statement=both(le(LENIENT, TOTAL_Q), ge(LENIENT + ALL_REST, TOTAL_P)),
    domain=SUMS.extended({"lenience": POSITIVE_UNIT}),
    source=f"own derivation for {APPENDIX}; w = (1 - α_λ)/Σ(p - q)₊ makes `lenience_bias` speak of a law",
    depends_on=(ADDS_UP.id, LENIENCE_ORDER.id, OVERLAPPING.id),
    example={**EXAMPLE, "lenience": Fraction(1, 2)},
    not_applicable=NOTHING_DRAWN,
    rivals=(
        Rival(
            "losslessness.lenience_recovers_all",
            says="the residual is recovered as without lenience, all of it",
            why_tempting="only the test was changed, and what recovers a token is the code that was there",
            statement=both(eq(LENIENT + ALL_REST, TOTAL_P)),
        ),
    ),
)


@derives(SHARE.id)
def _share() -> tuple[Argument, ...]:
    mild = sp.Min(p[i] / lam, q[i])
    return (
        Argument(LENIENT, SHARE.domain)
        .by("definition", "drafted and accepted, token by token")
        .by("monotone_bound", "no more than is drafted", by=q[i], gap=q[i] - mild),
        Argument(LENIENT + ALL_REST, SHARE.domain)
        .by("lemma", "beyond the overlap", at=ALL_REST, claim=ADDS_UP)
        .by(
            "lemma",
            "no less than without lenience",
            at=LENIENT,
            claim=LENIENCE_ORDER,
            values={lam_2: sp.S.One},
            order=">=",
        )
        .by("lemma", "no lenience", at=alpha_len(V, p, q, 1), claim=LENIENCE_ORDER, values={lam_2: sp.S.One})
        .by("lemma", "the overlap is accepted", at=ALPHA, claim=OVERLAPPING),
    )


CLAIMS = (LENIENT_TOKEN, LENIENCE, LENIENCE_TOKEN_ORDER, LENIENCE_ORDER, SHARE)
