"""How sampling steps move past each other and merge: what the normal form of a pipeline rests on (`pipeline_forms`).

A token's logit lies some gap below the largest one, and temperature divides the gap. A cut keeps a prefix of the sorted
law, so two cuts of one law keep the shorter of two prefixes. Part of the chain `sampling_order`.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import POSITIVE, POSITIVE_UNIT, Domain, Interval, Naturals
from .kernel import Argument
from .sampling_order_law import (
    FACTS,
    NUMBERS_ONLY,
    OWN,
    PREFIX,
    SORTED,
    T_2,
    G,
    Q,
    T,
    V,
    gap,
    h,
    k,
    p_top,
    rank,
    s,
    w,
    x,
)
from .statements import Statement, both, eq, ge, gt, le, lt, when
from .symbols import quantity, symbol

mu = symbol("log_share")

cooled = quantity("gap_T", gap / T)
kept = quantity("kept", sp.Min(k, h))

GAPS = Domain({"logit_gap": Interval(Fraction(0)), "T": POSITIVE, "T_2": POSITIVE})
AGAIN = cooled(cooled(gap, T), T_2)

TEMPERATURES = Claim(
    "sampling_order.temperatures_multiply",
    title="Two temperatures are one, their product; T = 1 changes nothing; the order and the ties of tokens stay",
    statement=both(
        eq(T * cooled(gap, T), gap),
        eq(AGAIN, cooled(gap, T * T_2)),
        eq(cooled(gap, 1), gap),
        when(gt(gap, 0), gt(cooled(gap, T), 0)),
        when(eq(gap, 0), eq(cooled(gap, T), 0)),
    ),
    domain=GAPS,
    source=f"{OWN}, by the definition of the softmax of logits over T",
    example={"logit_gap": Fraction(1), "T": Fraction(1, 2), "T_2": Fraction(3)},
    not_applicable=NUMBERS_ONLY,
    rivals=(
        Rival(
            "sampling_order.temperatures_add",
            says="two temperatures act as their sum",
            why_tempting="a step that is applied twice sounds like twice the step",
            statement=eq(AGAIN, cooled(gap, T + T_2)),
        ),
        Rival(
            "sampling_order.last_temperature_wins",
            says="a second temperature replaces the first",
            why_tempting="a temperature is a setting, and settings are overwritten",
            statement=eq(AGAIN, cooled(gap, T_2)),
        ),
    ),
)


@derives(TEMPERATURES.id)
def _temperatures() -> tuple[Argument, ...]:
    def opened(start: sp.Expr, *given: Statement) -> Argument:
        return Argument(start, GAPS, given).by("definition", "divided by the temperature")

    return (
        Argument(T * cooled(gap, T), GAPS).by("definition", "divided by the temperature", at=cooled(gap, T)),
        opened(AGAIN)
        .by("definition", "divided by the first one", at=cooled(gap, T))
        .back("definition", "divided by the product", cooled(gap, T * T_2)),
        opened(cooled(gap, 1)),
        opened(cooled(gap, T), gt(gap, 0)).by("monotone_bound", "both are positive", by=sp.S.Zero, order=">"),
        opened(cooled(gap, T), eq(gap, 0)).by("substitution", "equal logits", values={gap: sp.S.Zero}),
    )


AT_SHARE = cooled(mu, T)

MIN_P_GAPS = Claim(
    "sampling_order.min_p_moves",
    title="Min-p is a limit to the gap, so past a temperature its share takes the power 1/T",
    statement=both(
        when(le(gap, mu), le(cooled(gap, T), AT_SHARE)),
        when(lt(mu, gap), lt(AT_SHARE, cooled(gap, T))),
    ),
    domain=Domain({"logit_gap": Interval(Fraction(0)), "log_share": Interval(Fraction(0)), "T": POSITIVE}),
    source=f"{OWN}: a token has at least the share e^-μ of the largest probability exactly where its gap is at most μ, and at "
    "T the share e^(-μ/T) exactly where its gap is at most μ/T",
    example={"logit_gap": Fraction(3, 2), "log_share": Fraction(1), "T": Fraction(2)},
    not_applicable=NUMBERS_ONLY,
    rivals=(
        Rival(
            "sampling_order.share_kept_past_temperature",
            says="min-p keeps its share past a temperature",
            why_tempting="a share of the largest probability looks as if it had no temperature",
            statement=both(when(lt(mu, gap), lt(mu, cooled(gap, T)))),
        ),
    ),
)


@derives(MIN_P_GAPS.id)
def _min_p_gaps() -> tuple[Argument, ...]:
    def ordered(given: Statement, start: sp.Expr, end: sp.Expr, order: str, gained: sp.Expr) -> Argument:
        return (
            Argument(start, MIN_P_GAPS.domain, (given,))
            .by("definition", "divided by the temperature")
            .by("monotone_bound", "both are divided by it", by=end.args[0] / T, order=order, gap=gained / T)
            .back("definition", "divided by the temperature", end)
        )

    return (
        ordered(le(gap, mu), cooled(gap, T), AT_SHARE, "<=", mu - gap),
        ordered(lt(mu, gap), AT_SHARE, cooled(gap, T), "<", gap - mu),
    )


TWO_CUTS = Domain({"V": Naturals(1), "k": Naturals(0), "h": Naturals(0)})
STRICTER_FIRST, STRICTER_LAST = kept(kept(V, k), h), kept(kept(V, h), k)

CUTS = Claim(
    "sampling_order.cuts_of_one_law",
    title="Of two cuts of one law the stricter decides, whichever comes first",
    statement=both(
        when(le(k, h), eq(STRICTER_FIRST, kept(V, k))),
        when(le(k, h), eq(STRICTER_LAST, kept(V, k))),
        when(le(V, k), eq(kept(V, k), V)),
    ),
    domain=TWO_CUTS,
    source=f"{OWN}: a cut that would keep k tokens keeps the first min(n, k) of n; so cuts whose number does not depend on "
    "what the others left may be taken in any order, or at once",
    example={"V": Fraction(5), "k": Fraction(2), "h": Fraction(3)},
    not_applicable={"simulation": "an identity of counts: nothing is drawn"},
    rivals=(
        Rival(
            "sampling_order.last_cut_wins",
            says="a second cut replaces the first",
            why_tempting="a setting that is given twice is usually overwritten",
            statement=both(when(le(k, h), eq(STRICTER_FIRST, kept(V, h)))),
        ),
    ),
)


@derives(CUTS.id)
def _cuts() -> tuple[Argument, ...]:
    def stricter(start: sp.Expr, first: sp.Expr) -> Argument:
        return (
            Argument(start, TWO_CUTS, (le(k, h),))
            .by("definition", "the second cut")
            .by("definition", "the first cut", at=first)
            .by("choose_branch", "the weaker one is never the least")
            .back("definition", "one cut", kept(V, k))
        )

    return (
        stricter(STRICTER_FIRST, kept(V, k)),
        stricter(STRICTER_LAST, kept(V, h)),
        Argument(kept(V, k), TWO_CUTS, (le(V, k),))
        .by("definition", "one cut")
        .by("choose_branch", "there are no more tokens than it keeps"),
    )


SMALLER_P = Claim(
    "sampling_order.smaller_p_cuts_more",
    title="Of two top-p of one law the smaller p decides",
    statement=both(when(both(ge(Q(k, V, s), x), le(p_top, x)), ge(Q(k, V, s), p_top))),
    domain=PREFIX.extended({"p_top": POSITIVE_UNIT, "x": POSITIVE_UNIT}),
    source=f"{OWN}: a prefix that reaches x reaches every p up to x, so the smallest that reaches p is no longer",
    example={"s": FACTS, "k": Fraction(2), "V": Fraction(4), "p_top": Fraction(3, 10), "x": Fraction(3, 5)},
    not_applicable=NUMBERS_ONLY,
    rivals=(
        Rival(
            "sampling_order.larger_p_decides",
            says="a prefix that reaches p reaches every larger one too",
            why_tempting="the larger of two thresholds is the one that is harder to pass, and that sounds like the stricter cut",
            statement=both(when(both(ge(Q(k, V, s), p_top), le(p_top, x)), ge(Q(k, V, s), x))),
        ),
    ),
)


@derives(SMALLER_P.id)
def _smaller_p() -> tuple[Argument, ...]:
    return (
        Argument(Q(k, V, s), SMALLER_P.domain, (both(ge(Q(k, V, s), x), le(p_top, x)),))
        .by("monotone_bound", "the larger p is reached", by=x, order=">=")
        .by("monotone_bound", "the smaller p is below it", by=p_top, order=">="),
    )


ONE_TOKEN = Claim(
    "sampling_order.one_token",
    title="A law of one token stays as it is: it has probability 1, every cut keeps it, and cuts before it do not matter",
    statement=both(
        eq(w(1, s) / G(1, s), 1),
        when(ge(k, 1), eq(kept(k, 1), 1)),
        when(ge(k, 1), eq(kept(1, k), 1)),
    ),
    domain=SORTED.extended({"k": Naturals(0)}),
    source=f"{OWN}; every cut keeps at least one token, and the same one: the most probable",
    example={"s": FACTS, "k": Fraction(2)},
    not_applicable=NUMBERS_ONLY,
    rivals=(
        Rival(
            "sampling_order.last_token_keeps_its_share",
            says="the one token that is left keeps the probability that it had",
            why_tempting="cutting looks like setting the other probabilities to 0 and no more",
            statement=both(when(ge(k, 1), eq(w(1, s) / G(k, s), 1))),
        ),
    ),
)


@derives(ONE_TOKEN.id)
def _one_token() -> tuple[Argument, ...]:
    def one(start: sp.Expr) -> Argument:
        return (
            Argument(start, ONE_TOKEN.domain, (ge(k, 1),))
            .by("definition", "the shorter prefix")
            .by("choose_branch", "one is the least that is kept")
        )

    only = sp.Sum(w(rank, s), (rank, 1, 1))
    return (
        Argument(w(1, s) / G(1, s), ONE_TOKEN.domain)
        .by("definition", "the kept weight", at=G(1, s))
        .by("split_term", "one term", at=only),
        one(kept(k, 1)),
        one(kept(1, k)),
    )


CLAIMS = (TEMPERATURES, MIN_P_GAPS, CUTS, SMALLER_P, ONE_TOKEN)
