"""Cuts of a sorted law: top-p, top-k, min-p, and what their order does. Part of the chain `sampling_order`."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import POSITIVE, POSITIVE_UNIT, UNIT, Domain, Interval, Naturals
from .kernel import Argument
from .sampling_order_figures import at, joint_figures
from .sampling_order_law import (
    COLD,
    COLDER,
    FACTS,
    NUMBERS_ONLY,
    OWN,
    SORTED,
    SPLIT,
    Example,
    G,
    G_f,
    Q,
    Q_f,
    R,
    V,
    f,
    h,
    k,
    p_top,
    phi,
    rank,
    s,
    w,
    x,
)
from .statements import Statement, both, eq, ge, gt, le, lt, narrow, when
from .symbols import symbol
from .tokens_growth import DECAY
from .tokens_law import alpha
from .tokens_law import k as power

p_min, t = symbol("p_min"), symbol("t")

TWO_CUTS = narrow(SORTED.extended({"h": Naturals(0), "k": Naturals(1), "V": Naturals(1)}), le(h, k), le(k, V))
"""h tokens of the k that are kept of V."""

PREFIXES = narrow(SORTED.extended({"h": Naturals(0), "k": Naturals(0), "V": Naturals(1)}), le(h, k), le(k, V))
CUTS_EXAMPLE: Example = {"s": FACTS, "h": Fraction(1), "k": Fraction(2), "V": Fraction(4)}

GROWS = Claim(
    "sampling_order.mass_grows",
    title="More kept tokens have more mass",
    statement=both(le(Q(h, V, s), Q(k, V, s)), when(le(h + 1, k), lt(Q(h, V, s), Q(k, V, s)))),
    domain=PREFIXES,
    source=f"{OWN}: what lies between two cuts has a positive weight",
    depends_on=("sampling_order.split",),
    example=CUTS_EXAMPLE,
    not_applicable=NUMBERS_ONLY,
)


@derives(GROWS.id)
def _grows() -> tuple[Argument, ...]:
    small, large, between = G(h, s), G(k, s), R(h, k, s)
    total = 1 / G(V, s)

    def grown(order: str, *given: Statement) -> Argument:
        return (
            Argument(Q(h, V, s), PREFIXES, given)
            .by("definition", "kept over all")
            .by("monotone_bound", "the ranks between", at=small, by=small + between, order=order, gap=between)
            .back("lemma", "kept and between", large, at=small + between, claim=SPLIT, values={k: h, h: k - h})
            .back("definition", "kept over all", Q(k, V, s), at=large * total)
        )

    return grown("<="), grown("<", le(h + 1, k))


TOP_P = Claim(
    "sampling_order.top_p",
    title="Top-p keeps the smallest prefix whose mass reaches p, the crossing token included",
    statement=both(
        ge(Q(V, V, s), p_top),
        lt(Q(0, V, s), p_top),
        le(Q(h, V, s), Q(k - 1, V, s)),
        when(le(k + 1, V), lt(Q(k, V, s), 1)),
    ),
    domain=narrow(
        SORTED.extended({"h": Naturals(0), "k": Naturals(1), "V": Naturals(1), "p_top": POSITIVE_UNIT}),
        le(h, k - 1),
        le(k, V),
    ),
    source="Holtzman et al. 2020 (arXiv 1904.09751), equation 2: the whole vocabulary reaches every p, no token reaches none, "
    "a prefix shorter than one that falls short falls short too, and p = 1 cuts nothing",
    depends_on=("sampling_order.mass_grows",),
    example={**CUTS_EXAMPLE, "p_top": Fraction(7, 10)},
    rivals=(
        Rival(
            "sampling_order.crossing_dropped",
            says="the token at which the mass crosses p is left out: those before it are kept",
            why_tempting="a mask of `cumulative mass > p` is true at the crossing token",
            statement=both(when(both(lt(Q(k - 1, V, s), p_top), ge(Q(k, V, s), p_top)), ge(Q(k - 1, V, s), p_top))),
        ),
        Rival(
            "sampling_order.equality_adds",
            says="a prefix is enough only when its mass exceeds p: at equality one more token is kept",
            why_tempting="`<` and `<=` differ by a tie, and ties look rare; round numbers such as p = .5 make them",
            statement=both(when(ge(Q(k, V, s), p_top), gt(Q(k, V, s), p_top))),
            blind={
                "simulation": "it is wrong at equality alone, and no sample tells a mass from one a little above it"
            },
        ),
        Rival(
            "sampling_order.tiny_p_masks_everything",
            says="a p below the largest probability keeps no token",
            why_tempting="no token's cumulative mass is at most p, so a mask that asks for that is empty",
            statement=both(when(gt(Q(1, V, s), p_top), ge(Q(0, V, s), p_top))),
        ),
        Rival(
            "sampling_order.top_p_one_is_greedy",
            says="at p = 1 a shorter prefix already suffices: the cut keeps one token",
            why_tempting="1 is read as a number of tokens, or as 'off' by one part and as a cut by another",
            statement=both(when(le(k + 1, V), ge(Q(k, V, s), 1))),
        ),
    ),
)


@derives(TOP_P.id)
def _top_p() -> tuple[Argument, ...]:
    domain = TOP_P.domain
    return (
        Argument(Q(V, V, s), domain)
        .by("definition", "all over all")
        .by("monotone_bound", "p is at most 1", by=p_top, order=">="),
        Argument(Q(0, V, s), domain)
        .by("definition", "nothing over all")
        .by("definition", "no token", at=G(0, s))
        .by("empty_sum", "no token has no weight", at=sp.Sum(w(rank, s), (rank, 1, 0)))
        .by("monotone_bound", "p is positive", by=p_top, order="<"),
        Argument(Q(h, V, s), domain).by(
            "lemma", "a shorter prefix has no more", claim=GROWS, values={k: k - 1}, order="<="
        ),
        Argument(Q(k, V, s), domain, (le(k + 1, V),))
        .by("lemma", "a token beyond has some mass", claim=GROWS, values={h: k, k: V}, order="<")
        .by("definition", "all over all"),
    )


JOINT = Claim(
    "sampling_order.sequential_or_joint",
    title="Top-p after top-k never keeps more than top-p of the whole law",
    statement=both(
        le(Q(h, V, s), Q(h, k, s)),
        when(ge(Q(h, V, s), p_top), ge(Q(h, k, s), p_top)),
    ),
    domain=TWO_CUTS.extended({"p_top": POSITIVE_UNIT}),
    source=f"{OWN}: renormalising after top-k raises every mass, so p is reached no later",
    depends_on=("sampling_order.split",),
    example={**CUTS_EXAMPLE, "p_top": Fraction(1, 2)},
    rivals=(
        Rival(
            "sampling_order.sequential_taken_for_joint",
            says="top-k then top-p keeps what both keep of the same law: where p is reached after top-k, it was before",
            why_tempting="each cut keeps a prefix, so it looks as if only the shorter one counted",
            statement=both(when(ge(Q(h, k, s), p_top), ge(Q(h, V, s), p_top))),
        ),
        Rival(
            "sampling_order.mass_not_renormalised",
            says="the mass of a prefix is the same before and after top-k",
            why_tempting="masking logits looks as if it left the other probabilities alone",
            statement=both(eq(Q(h, V, s), Q(h, k, s))),
        ),
    ),
)


@derives(JOINT.id)
def _joint() -> tuple[Argument, ...]:
    kept, fewer, rest = G(k, s), G(h, s), R(k, V, s)
    excess = fewer * rest / (kept * (kept + rest))
    beyond = {h: V - k}
    return (
        Argument(Q(h, V, s), JOINT.domain)
        .by("definition", "kept over all")
        .by("lemma", "kept and rest", at=G(V, s), claim=SPLIT, values=beyond)
        .by("monotone_bound", "without the rest", by=fewer / kept, order="<=", gap=excess)
        .back("definition", "kept over what top-k left", Q(h, k, s)),
        Argument(Q(h, k, s), JOINT.domain, (ge(Q(h, V, s), p_top),))
        .by("definition", "kept over what top-k left")
        .by("monotone_bound", "with the rest", by=fewer / (kept + rest), order=">=", gap=excess)
        .back("lemma", "kept and rest", G(V, s), at=kept + rest, claim=SPLIT, values=beyond)
        .back("definition", "kept over all", Q(h, V, s))
        .by("monotone_bound", "p is reached", by=p_top, order=">="),
    )


KEPT = narrow(SORTED.extended({"l": Naturals(1), "k": Naturals(1), "V": Naturals(1)}), le(rank, k), le(k, V))
CONDITIONED = (w(rank, s) / G(V, s)) / Q(k, V, s)

CONDITIONAL = Claim(
    "sampling_order.truncated_is_conditional",
    title="A truncated law is the conditional law of the kept tokens",
    statement=both(
        eq(CONDITIONED, w(rank, s) / G(k, s)),
        eq(sp.Sum(w(rank, s) / G(k, s), (rank, 1, k)), 1),
    ),
    domain=KEPT,
    source=f"{OWN}, by the definition of a conditional probability",
    example={"s": FACTS, "l": Fraction(2), "k": Fraction(2), "V": Fraction(4)},
    rivals=(
        Rival(
            "sampling_order.not_renormalised",
            says="the kept tokens keep their probabilities: the law sums to what was kept",
            why_tempting="setting probabilities to 0 is one line, and sampling routines renormalise silently",
            statement=both(eq(CONDITIONED, w(rank, s) / G(V, s))),
        ),
        Rival(
            "sampling_order.cut_mass_shared_evenly",
            says="the mass that is cut is shared evenly among the kept tokens",
            why_tempting="it sums to one as well",
            statement=both(eq(CONDITIONED, w(rank, s) / G(V, s) + (1 - Q(k, V, s)) / k)),
        ),
    ),
)


@derives(CONDITIONAL.id)
def _conditional() -> tuple[Argument, ...]:
    share = sp.Sum(w(rank, s) / G(k, s), (rank, 1, k))
    return (
        Argument(CONDITIONED, KEPT).by("definition", "kept over all: the total cancels", at=Q(k, V, s)),
        Argument(share, KEPT)
        .by("linearity", "the common denominator taken out")
        .back("definition", "the kept weight", G(k, s), at=sp.Sum(w(rank, s), (rank, 1, k))),
    )


AT_T = COLD / G_f(k, s, f)
SCALED = x * COLD / sp.Sum(x * COLD, (rank, 1, k))

TOP_K = Claim(
    "sampling_order.top_k_commutes",
    title="Temperature and top-k commute",
    statement=both(eq(SCALED, AT_T), eq((COLD / G_f(V, s, f)) / Q_f(k, V, s, f), AT_T)),
    domain=narrow(COLDER.extended({"l": Naturals(1), "x": POSITIVE}), le(rank, k)),
    source=f"{OWN}: the power 1/T of a renormalised weight is that of the weight times a common factor x, which cancels, and "
    "the ranks stay as they are",
    example={"s": FACTS, "f": FACTS, "l": Fraction(2), "k": Fraction(2), "V": Fraction(4), "x": Fraction(3)},
    rivals=(
        Rival(
            "sampling_order.temperature_lost",
            says="a temperature applied after top-k changes nothing",
            why_tempting="after the cut the law is fixed, and the temperature is taken for a part of the cut",
            statement=both(eq(SCALED, w(rank, s) / G(k, s))),
        ),
        Rival(
            "sampling_order.temperature_of_the_whole",
            says="the order shows in the normalisation: the kept probabilities are those of the whole law at T",
            why_tempting="the softmax at T is over the whole vocabulary if temperature comes first",
            statement=both(eq(SCALED, COLD / G_f(V, s, f))),
        ),
    ),
)


@derives(TOP_K.id)
def _top_k() -> tuple[Argument, ...]:
    summed = sp.Sum(x * COLD, (rank, 1, k))
    return (
        Argument(SCALED, TOP_K.domain)
        .by("linearity", "the common factor taken out", at=summed)
        .back("definition", "the kept weight at T", G_f(k, s, f), at=sp.Sum(COLD, (rank, 1, k))),
        Argument((COLD / G_f(V, s, f)) / Q_f(k, V, s, f), TOP_K.domain).by(
            "definition", "kept over all at T: the total cancels", at=Q_f(k, V, s, f)
        ),
    )


NESTED = narrow(SORTED.extended({"h": Naturals(1), "k": Naturals(1)}), le(h, k))
POSITIVE_PARTS = sp.Sum(w(rank, s) / G(h, s) - w(rank, s) / G(k, s), (rank, 1, h))
CUT_AWAY = 1 - Q(h, k, s)
FIRST_RATIO = {s[1]: sp.Symbol("p_2") / sp.Symbol("p_1")}

DISTANCE = Claim(
    "sampling_order.order_distance",
    title="Temperature and top-p do not commute: the distance is the mass that only one of the orders keeps",
    statement=both(
        eq(POSITIVE_PARTS, CUT_AWAY),
        eq(CUT_AWAY.subs(h, k), 0),
        when(le(h + 1, k), gt(CUT_AWAY, 0)),
    ),
    domain=NESTED,
    source=f"{OWN}: one order keeps h tokens of the law at T, the other k of the same law; the total variation distance is the "
    "sum of the positive parts, and it is 0 only where both keep as many",
    depends_on=("sampling_order.mass_grows", "sampling_order.split"),
    example={"s": FACTS, "h": Fraction(1), "k": Fraction(2)},
    figures=joint_figures(
        at(CUT_AWAY, {h: 1, k: 2}, FIRST_RATIO), [at(w(n, s) / G(2, s), {}, FIRST_RATIO) for n in (1, 2)]
    ),
    rivals=(
        Rival(
            "sampling_order.temperature_after_truncation",
            says="temperature may as well come after top-p: the law is the same",
            why_tempting="it may come after top-k, and both are cuts of the sorted law",
            statement=both(eq(POSITIVE_PARTS, 0)),
        ),
        Rival(
            "sampling_order.distance_counted_twice",
            says="the distance is the sum of all differences, gains and losses alike",
            why_tempting="the sum of absolute differences is twice the total variation distance",
            statement=both(eq(POSITIVE_PARTS, 2 * CUT_AWAY)),
        ),
    ),
)


@derives(DISTANCE.id)
def _distance() -> tuple[Argument, ...]:
    kept, beyond = sp.Sum(w(rank, s), (rank, 1, h)), R(h, k, s)
    return (
        Argument(POSITIVE_PARTS, NESTED)
        .by("linearity", "the two denominators taken out")
        .back("definition", "the kept weight", G(h, s), at=kept)
        .back("definition", "kept by one over kept by the other", Q(h, k, s), at=G(h, s) / G(k, s)),
        Argument(CUT_AWAY.subs(h, k), NESTED).by("definition", "all over all", at=Q(k, k, s)),
        Argument(CUT_AWAY, NESTED, (le(h + 1, k),))
        .by("definition", "less what both keep", at=Q(h, k, s))
        .by("lemma", "kept and beyond", at=G(k, s), claim=SPLIT, values={k: h, h: k - h})
        .by("monotone_bound", "something is beyond", by=sp.S.Zero, order=">", gap=beyond / (G(h, s) + beyond)),
    )


MIN_P = Claim(
    "sampling_order.min_p",
    title="Min-p looks at ratios: cuts before it change nothing, a lower temperature never keeps more, a share of 0 cuts nothing",
    statement=both(
        when(le(p_min, w(rank, s)), le(p_min / G(k, s), w(rank, s) / G(k, s))),
        when(lt(w(rank, s), p_min), lt(w(rank, s) / G(k, s), p_min / G(k, s))),
        le(COLD, w(rank, s)),
        ge(w(rank, s), 0),
    ),
    domain=SORTED.extended({"f": COLDER.sets["f"], "l": Naturals(1), "k": Naturals(1), "p_min": UNIT}),
    source="Nguyen et al. 2024 (arXiv 2407.01082): a token stays if its probability is at least p_min times the largest",
    example={"s": FACTS, "f": FACTS, "l": Fraction(2), "k": Fraction(2), "p_min": Fraction(7, 10)},
    not_applicable=NUMBERS_ONLY,
    rivals=(
        Rival(
            "sampling_order.min_p_absolute",
            says="min-p compares the probability itself with p_min",
            why_tempting="the name says a minimal probability",
            statement=both(when(le(p_min, w(rank, s)), le(p_min, w(rank, s) / G(k, s)))),
        ),
        Rival(
            "sampling_order.min_p_commutes",
            says="min-p and temperature commute: what min-p keeps it keeps at every lower temperature",
            why_tempting="a share of the largest probability looks as if it had no temperature",
            statement=both(when(le(p_min, w(rank, s)), le(p_min, COLD))),
        ),
    ),
)


@derives(MIN_P.id)
def _min_p() -> tuple[Argument, ...]:
    here, scale, domain = w(rank, s), 1 / G(k, s), MIN_P.domain
    return (
        Argument(p_min * scale, domain, (le(p_min, here),)).by(
            "monotone_bound", "both over the same weight", at=p_min, by=here, order="<=", gap=here - p_min
        ),
        Argument(here * scale, domain, (lt(here, p_min),)).by(
            "monotone_bound", "both over the same weight", at=here, by=p_min, order="<", gap=p_min - here
        ),
        Argument(COLD, domain).by("monotone_bound", "no factor exceeds 1", at=phi(rank, f), by=sp.S.One, order="<="),
        Argument(here, domain).by("monotone_bound", "a product of ratios", by=sp.S.Zero, order=">="),
    )


OTHERS = (V - 1) * x**t
GREEDY_RATE = (V - 1) / (t * (1 - x))

GREEDY = Claim(
    "sampling_order.greedy",
    title="As T falls to 0 the law becomes greedy: where the second ratio is x, the others have at most (V-1)x^(1/T)",
    statement=both(
        le(1 - 1 / (1 + OTHERS), OTHERS),
        le(OTHERS, GREEDY_RATE),
        eq(sp.Limit(OTHERS, t, sp.oo), 0),
    ),
    domain=Domain({"x": Interval(Fraction(0), Fraction(1), False, True), "V": Naturals(2), "t": Naturals(1)}),
    source=f"{OWN}; with a tie for the first place (x = 1) the limit is even among the tied tokens",
    depends_on=("tokens.power_decay",),
    example={"x": Fraction(1, 2), "V": Fraction(4), "t": Fraction(3)},
    not_applicable=NUMBERS_ONLY,
    rivals=(
        Rival(
            "sampling_order.cold_keeps_its_tail",
            says="however low the temperature, the others keep the weight they have at T = 1",
            why_tempting="every token keeps a positive probability at every T > 0",
            statement=both(ge(OTHERS, (V - 1) * x)),
        ),
    ),
)


@derives(GREEDY.id)
def _greedy() -> tuple[Argument, ...]:
    scaled = t * (1 - x) * x**t
    return (
        Argument(1 - 1 / (1 + OTHERS), GREEDY.domain).by(
            "monotone_bound", "a share is less than the weight", by=OTHERS, order="<=", gap=OTHERS**2 / (1 + OTHERS)
        ),
        Argument(OTHERS, GREEDY.domain)
        .by("algebra", "extended by t(1-x)", to=sp.Mul(scaled, GREEDY_RATE, evaluate=False))
        .by("lemma", "a power falls faster than 1/t", at=scaled, claim=DECAY, values={alpha: x, power: t}, order="<="),
        Argument(sp.Limit(OTHERS, t, sp.oo), GREEDY.domain).by("limit", "the power tends to 0", rate=GREEDY_RATE),
    )
