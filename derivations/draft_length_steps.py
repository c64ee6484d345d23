"""The best draft length among the natural numbers: does one more draft gain?

The deficit D = c·E(gamma) - alpha^(gamma+1)·(1 + gamma·c) decides: the next draft gains exactly where D < 0. D never
falls as gamma grows, so the speedup has one peak, at the smallest gamma with D >= 0.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from . import draft_length_figures as published
from .claims import Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, UNIT, Domain, Naturals
from .draft_cost_times import S
from .export import export
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, tree, when
from .symbols import quantity, symbol
from .tokens_law import EXPECTATION, LEVIATHAN, RATIO, TAIL_SUM, E

alpha, beta, gamma, c, c_2, k, j, y = (symbol(name) for name in ("alpha", "beta", "gamma", "c", "c_2", "k", "j", "y"))

TIME = 1 + gamma * c
GAIN = alpha ** (gamma + 1) * TIME
D = quantity("D", c * E(alpha, gamma) - GAIN)

DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0), "c": NONNEGATIVE})
SEED = {"alpha": Fraction(7, 10), "gamma": Fraction(3), "c": Fraction(77, 500)}
SEED_RATE = {"alpha": Fraction(7, 10), "gamma": Fraction(3)}
FURTHER = SEED | {"j": Fraction(2)}

here, longer = S(alpha, gamma, c), S(alpha, gamma + 1, c)
tokens_here, tokens_longer = E(alpha, gamma), E(alpha, gamma + 1)
deficit = D(alpha, gamma, c)
TIMES = TIME * (1 + (gamma + 1) * c)

CLOSED_SPEEDUP, CLOSED_DEFICIT = (q.definition.subs(tokens_here, RATIO) for q in (S, D))
"""For alpha below 1, where the figures are."""

BEST = published.counted(
    tree(lt(CLOSED_DEFICIT.subs(gamma, k), 0)), tree(ge(CLOSED_DEFICIT.subs(gamma, published.LONGEST), 0))
)


ADDED = Claim(
    "draft_length.added",
    title="One more draft adds α^(γ+1) tokens",
    statement=eq(tokens_longer, tokens_here + alpha ** (gamma + 1)),
    domain=Domain({"alpha": UNIT, "gamma": Naturals(0)}),
    source=f"{LEVIATHAN}, equation 1: the added draft counts when all before it and it itself are accepted",
    depends_on=("tokens.expectation",),
    example=SEED,
    rivals=(
        Rival(
            "draft_length.adds_a_power_too_much",
            says="one more draft adds α^γ tokens",
            why_tempting="α^γ is the probability that the added draft is reached; it must still be accepted",
            statement=eq(tokens_longer, tokens_here + alpha**gamma),
        ),
    ),
)


@derives(ADDED.id)
def _added() -> tuple[Argument, ...]:
    return (
        Argument(tokens_longer, ADDED.domain)
        .by("lemma", "the tail sum", claim=EXPECTATION, values={gamma: gamma + 1})
        .by("split_term", "the added term")
        .back("lemma", "the tail sum", tokens_here, at=TAIL_SUM, claim=EXPECTATION),
    )


MARGINAL = Claim(
    "draft_length.marginal",
    title="Marginal rule: one more draft gains exactly where α^(γ+1)(1+γc) > cE(γ)",
    statement=both(
        eq(here - longer, deficit / TIMES),
        when(le(GAIN, c * tokens_here), le(longer, here)),
        when(gt(GAIN, c * tokens_here), gt(longer, here)),
    ),
    domain=DOMAIN,
    source="own derivation, from the difference of two neighbouring speedups",
    depends_on=("draft_length.added",),
    example=SEED | {"gamma": Fraction(4)},
    rivals=(
        Rival(
            "draft_length.stop_below_cost",
            says="draft on as long as the next draft is accepted more often than it costs: α^(γ+1) > c",
            why_tempting="gain against cost per draft; the time spent and the tokens won so far are left out",
            statement=both(when(gt(alpha ** (gamma + 1), c), gt(longer, here))),
        ),
        Rival(
            "draft_length.longest_draft",
            says="a longer draft is never slower, so the longest draft is the best",
            why_tempting="E never falls as γ grows, and E is what is plotted",
            statement=ge(longer, here),
        ),
    ),
)


def _over_both(start: sp.Expr, *given: Statement) -> Argument:
    """An argument about the speedup one draft longer, over both cycle times."""
    return (
        Argument(start, DOMAIN, given)
        .by("definition", "the speedup one draft longer")
        .by("lemma", "one more draft adds its power", at=tokens_longer, claim=ADDED)
        .by(
            "algebra",
            "over both cycle times",
            to=sp.Mul(TIME * (tokens_here + alpha ** (gamma + 1)), 1 / TIMES, evaluate=False),
        )
    )


@derives(MARGINAL.id)
def _marginal() -> tuple[Argument, ...]:
    grown = TIME * (tokens_here + alpha ** (gamma + 1))
    kept = (1 + (gamma + 1) * c) * tokens_here
    gap = c * tokens_here - GAIN

    def ordered(given: Statement, order: str, shown: sp.Expr) -> Argument:
        return (
            _over_both(longer, given)
            .by("monotone_bound", "what is given", at=grown, by=kept, order=order, gap=shown)
            .back("definition", "the speedup", here)
        )

    return (
        Argument(here - longer, DOMAIN)
        .by("definition", "the speedup", at=here)
        .by("definition", "the speedup one draft longer", at=longer)
        .by("lemma", "one more draft adds its power", at=tokens_longer, claim=ADDED)
        .by("algebra", "over both cycle times", to=D.definition / TIMES)
        .back("definition", "the deficit", deficit, at=D.definition),
        ordered(le(GAIN, c * tokens_here), "<=", gap),
        ordered(gt(GAIN, c * tokens_here), ">", -gap),
    )


CONCAVE = Claim(
    "draft_length.concave",
    title="Each further draft adds less than the one before",
    statement=both(
        le(E(alpha, gamma + j), tokens_here + j * alpha ** (gamma + 1)),
        le(tokens_here, E(alpha, gamma + j) - j * alpha ** (gamma + j)),
    ),
    domain=Domain({"alpha": UNIT, "gamma": Naturals(0), "j": Naturals(0)}),
    source="own derivation, by induction: no added power is larger than the first, nor smaller than the last",
    depends_on=("tokens.expectation",),
    example=FURTHER,
    rivals=(
        Rival(
            "draft_length.each_adds_the_same",
            says="each further draft adds as much as the first: α^(γ+1)",
            why_tempting="the marginal gain is computed once and multiplied by the number of drafts",
            statement=both(ge(E(alpha, gamma + j), tokens_here + j * alpha ** (gamma + 1))),
        ),
    ),
)


@derives(CONCAVE.id)
def _concave() -> tuple[Argument, ...]:
    domain, power = CONCAVE.domain, alpha ** (gamma + 1)
    further = TAIL_SUM.subs(gamma, gamma + j)

    return (
        Argument(E(alpha, gamma + j), domain)
        .by("lemma", "the tail sum", claim=EXPECTATION, values={gamma: gamma + j})
        .by(
            "induction",
            "on j: the next power is not above the first one",
            to=TAIL_SUM + j * power,
            over=j,
            order="<=",
            rest=power * (1 - alpha**j),
        )
        .back("lemma", "the tail sum", tokens_here, at=TAIL_SUM, claim=EXPECTATION),
        Argument(tokens_here, domain)
        .by("lemma", "the tail sum", claim=EXPECTATION)
        .by(
            "induction",
            "on j: the next power is not above the last one",
            to=further - j * alpha ** (gamma + j),
            over=j,
            order="<=",
            rest=j * alpha ** (gamma + j) * (1 - alpha),
        )
        .back("lemma", "the tail sum", E(alpha, gamma + j), at=further, claim=EXPECTATION, values={gamma: gamma + j}),
    )


LAST_POWER = Claim(
    "draft_length.last_power",
    title="E is at least γ + 1 times its last power",
    statement=le((gamma + 1) * alpha**gamma, tokens_here),
    domain=ADDED.domain,
    source="own derivation, by induction: the last power is the smallest",
    depends_on=("tokens.expectation",),
    example=SEED_RATE,
    not_applicable={"simulation": "a bound on powers of a number: nothing in it is drawn"},
)


@derives(LAST_POWER.id)
def _last_power() -> tuple[Argument, ...]:
    return (
        Argument((gamma + 1) * alpha**gamma, LAST_POWER.domain)
        .by(
            "induction",
            "on gamma: the last power is the smallest",
            to=TAIL_SUM,
            over=gamma,
            order="<=",
            rest=(gamma + 1) * alpha**gamma * (1 - alpha),
        )
        .back("lemma", "the tail sum", tokens_here, claim=EXPECTATION),
    )


FURTHER_TIME, LAST_TIME = 1 + (gamma + j) * c, 1 + (gamma + j + 1) * c
RISE = (1 - alpha) * alpha ** (gamma + 1) * (1 + (gamma + 1) * c)
FURTHER_DOMAIN = DOMAIN.extended({"j": Naturals(0)})
further, one_further = S(alpha, gamma + j, c), S(alpha, gamma + j + 1, c)

DEFICIT = Claim(
    "draft_length.deficit_rises",
    title="The deficit never falls: what does not gain now never gains later",
    statement=both(eq(D(alpha, gamma + 1, c) - deficit, RISE), ge(D(alpha, gamma + j, c), deficit)),
    domain=FURTHER_DOMAIN,
    source="own derivation, by induction",
    depends_on=("draft_length.added", "tokens.expectation"),
    example=FURTHER,
    rivals=(
        Rival(
            "draft_length.later_drafts_pay",
            says="the deficit shrinks as the draft grows: a draft that does not pay now may pay later",
            why_tempting="the fixed time of the verification is spread over more tokens",
            statement=both(le(D(alpha, gamma + j, c), deficit)),
        ),
    ),
)


@derives(DEFICIT.id)
def _deficit_rises() -> tuple[Argument, ...]:
    domain, later_deficit = DEFICIT.domain, D(alpha, gamma + j, c)
    next_deficit, tokens_further = D(alpha, gamma + 1, c), E(alpha, gamma + j)
    shift = {gamma: gamma + j}
    risen = (1 - alpha) * alpha ** (gamma + j + 1) * LAST_TIME
    return (
        Argument(next_deficit - deficit, domain)
        .by("definition", "the deficit", at=deficit)
        .by("definition", "the deficit one draft later", at=next_deficit)
        .by("lemma", "one more draft adds its power", at=tokens_longer, claim=ADDED)
        .by("algebra", "the tokens so far cancel", to=RISE),
        Argument(later_deficit, domain)
        .by("definition", "the deficit j drafts later")
        .by("lemma", "the tail sum", at=tokens_further, claim=EXPECTATION, values=shift)
        .by(
            "induction",
            "on j: each draft raises the deficit",
            to=c * TAIL_SUM - GAIN,
            over=j,
            order=">=",
            rest=risen,
        )
        .back("lemma", "the tail sum", tokens_here, at=TAIL_SUM, claim=EXPECTATION)
        .back("definition", "the deficit", deficit),
    )


UNIMODAL = Claim(
    "draft_length.unimodal",
    title="One peak: the smallest γ whose next draft does not gain is a best one",
    statement=both(
        le(further, here - j * deficit / (TIME * FURTHER_TIME)),
        le(here, one_further + (j + 1) * D(alpha, gamma + j, c) / (TIME * LAST_TIME)),
        when(ge(deficit, 0), le(further, here)),
    ),
    domain=FURTHER_DOMAIN,
    source="own derivation, E being concave in γ: where D(γ) ≥ 0 no longer draft is faster, where D(γ+j) ≤ 0 no shorter",
    depends_on=("draft_length.added", "draft_length.concave"),
    example=FURTHER,
    figures=(*published.tables(export(CLOSED_SPEEDUP)), *published.best_lengths(BEST)),
    rivals=(
        Rival(
            "draft_length.pays_off_later",
            says="where one more draft does not gain, several more may",
            why_tempting="a search that stops at the first loss is known to get stuck where a curve has several peaks",
            statement=both(when(ge(deficit, 0), ge(further, here))),
        ),
    ),
)


@derives(UNIMODAL.id)
def _unimodal() -> tuple[Argument, ...]:
    domain = UNIMODAL.domain
    later_deficit = D(alpha, gamma + j, c)
    power, last = alpha ** (gamma + 1), alpha ** (gamma + j + 1)
    shift = {gamma: gamma + j}
    tokens_further, tokens_last = E(alpha, gamma + j), E(alpha, gamma + j + 1)
    grown, kept = TIME * (tokens_here + j * power), FURTHER_TIME * tokens_here
    last_speedup = (tokens_further + last) / LAST_TIME
    later = c * tokens_further - last * FURTHER_TIME

    return (
        Argument(further, domain)
        .by("definition", "the speedup j drafts later")
        .by("lemma", "no added power is above the first", at=tokens_further, claim=CONCAVE, order="<=")
        .by("algebra", "against the tokens so far", to=tokens_here / TIME - j * D.definition / (TIME * FURTHER_TIME))
        .back("definition", "the speedup", here, at=tokens_here / TIME)
        .back("definition", "the deficit", deficit, at=D.definition),
        Argument(here, domain)
        .by("definition", "the speedup")
        .by(
            "lemma",
            "no added power is below the last",
            at=tokens_here,
            claim=CONCAVE,
            order="<=",
            values={j: j + 1},
        )
        .by("lemma", "the last draft adds its power", at=tokens_last, claim=ADDED, values=shift)
        .by("algebra", "against the tokens with the last draft", to=last_speedup + (j + 1) * later / (TIME * LAST_TIME))
        .back("definition", "the deficit j drafts later", later_deficit, at=later)
        .back(
            "lemma", "the last draft adds its power", tokens_last, at=tokens_further + last, claim=ADDED, values=shift
        )
        .back("definition", "the speedup with the last draft", one_further, at=tokens_last / LAST_TIME),
        Argument(further, domain, (ge(deficit, 0),))
        .by("definition", "the speedup j drafts later")
        .by("lemma", "no added power is above the first", at=tokens_further, claim=CONCAVE, order="<=")
        .by("algebra", "over both cycle times", to=sp.Mul(grown, 1 / (TIME * FURTHER_TIME), evaluate=False))
        .by("monotone_bound", "the deficit is not negative", at=grown, by=kept, gap=j * D.definition)
        .back("definition", "the speedup", here),
    )
