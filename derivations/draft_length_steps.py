"""The best draft length among the natural numbers: does one more draft gain?

The deficit D = c·E(gamma) - alpha^(gamma+1)·(1 + gamma·c) decides: the next draft gains exactly where D < 0. D never falls as
gamma grows, so the speedup has one peak, at the smallest gamma with D >= 0.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, POSITIVE, UNIT, Domain, Interval, Naturals
from .draft_cost import S
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, narrow, when
from .symbols import quantity, symbol
from .tokens import CLOSED, CLOSED_FORM, EXPECTATION, INCREASING_GAMMA, LEVIATHAN, TAIL_SUM, E

alpha, beta, gamma, c, c_2, k, j, y = (symbol(name) for name in ("alpha", "beta", "gamma", "c", "c_2", "k", "j", "y"))

TIME = 1 + gamma * c
GAIN = alpha ** (gamma + 1) * TIME
D = quantity("D", c * E(alpha, gamma) - GAIN)

DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0), "c": NONNEGATIVE})
SEED = {"alpha": Fraction(7, 10), "gamma": Fraction(3), "c": Fraction(77, 500)}
FURTHER = SEED | {"j": Fraction(2)}

here, longer = S(alpha, gamma, c), S(alpha, gamma + 1, c)
tokens_here, tokens_longer = E(alpha, gamma), E(alpha, gamma + 1)
deficit = D(alpha, gamma, c)
TIMES = TIME * (1 + (gamma + 1) * c)


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
            why_tempting="gain against cost per draft; the time that is spent already and the tokens that are won already are left out",
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
            "algebra", "over both cycle times",
            to=sp.Mul(TIME * (tokens_here + alpha ** (gamma + 1)), 1 / TIMES, evaluate=False),
        )
    )  # fmt: skip


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
        le((gamma + 1) * alpha**gamma, tokens_here),
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
            "induction", "on j: the next power is not above the first one", to=TAIL_SUM + j * power, over=j, order="<=",
            rest=power * (1 - alpha**j),
        )
        .back("lemma", "the tail sum", tokens_here, at=TAIL_SUM, claim=EXPECTATION),
        Argument(tokens_here, domain)
        .by("lemma", "the tail sum", claim=EXPECTATION)
        .by(
            "induction", "on j: the next power is not above the last one", to=further - j * alpha ** (gamma + j), over=j,
            order="<=", rest=j * alpha ** (gamma + j) * (1 - alpha),
        )
        .back("lemma", "the tail sum", E(alpha, gamma + j), at=further, claim=EXPECTATION, values={gamma: gamma + j}),
        Argument((gamma + 1) * alpha**gamma, domain)
        .by(
            "induction", "on gamma: the last power is the smallest", to=TAIL_SUM, over=gamma, order="<=",
            rest=(gamma + 1) * alpha**gamma * (1 - alpha),
        )
        .back("lemma", "the tail sum", tokens_here, claim=EXPECTATION),
    )  # fmt: skip


FURTHER_TIME, LAST_TIME = 1 + (gamma + j) * c, 1 + (gamma + j + 1) * c
FURTHER_DOMAIN = DOMAIN.extended({"j": Naturals(0)})
further, one_further = S(alpha, gamma + j, c), S(alpha, gamma + j + 1, c)

UNIMODAL = Claim(
    "draft_length.unimodal",
    title="One peak: once a draft does not gain, no later one does",
    statement=both(
        eq(D(alpha, gamma + 1, c) - deficit, (1 - alpha) * alpha ** (gamma + 1) * (1 + (gamma + 1) * c)),
        ge(D(alpha, gamma + j, c), deficit),
        le(further, here - j * deficit / (TIME * FURTHER_TIME)),
        le(here, one_further + (j + 1) * D(alpha, gamma + j, c) / (TIME * LAST_TIME)),
        when(ge(deficit, 0), le(further, here)),
    ),
    domain=FURTHER_DOMAIN,
    source="own derivation: the deficit never falls, and E is concave in γ; so the smallest γ with D ≥ 0 is a best one",
    depends_on=("draft_length.added", "draft_length.concave", "tokens.expectation"),
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


@derives(UNIMODAL.id)
def _unimodal() -> tuple[Argument, ...]:
    domain = UNIMODAL.domain
    next_deficit, later_deficit = D(alpha, gamma + 1, c), D(alpha, gamma + j, c)
    tail = TAIL_SUM.subs(gamma, gamma + j)
    power, last = alpha ** (gamma + 1), alpha ** (gamma + j + 1)
    shift = {gamma: gamma + j}
    tokens_further, tokens_last = E(alpha, gamma + j), E(alpha, gamma + j + 1)
    risen = (1 - alpha) * last * LAST_TIME
    grown, kept = TIME * (tokens_here + j * power), FURTHER_TIME * tokens_here
    last_speedup = (tokens_further + last) / LAST_TIME
    later = c * tokens_further - last * FURTHER_TIME

    return (
        Argument(next_deficit - deficit, domain)
        .by("definition", "the deficit", at=deficit)
        .by("definition", "the deficit one draft later", at=next_deficit)
        .by("lemma", "one more draft adds its power", at=tokens_longer, claim=ADDED)
        .by("algebra", "the tokens so far cancel", to=UNIMODAL.statement.parts[0].rhs),
        Argument(later_deficit, domain)
        .by("definition", "the deficit j drafts later")
        .by("lemma", "the tail sum", at=tokens_further, claim=EXPECTATION, values=shift)
        .by(
            "induction", "on j: each draft raises the deficit", to=c * TAIL_SUM - GAIN, over=j, order=">=", rest=risen,
        )
        .back("lemma", "the tail sum", tokens_here, at=TAIL_SUM, claim=EXPECTATION)
        .back("definition", "the deficit", deficit),
        Argument(further, domain)
        .by("definition", "the speedup j drafts later")
        .by("lemma", "no added power is above the first", at=tokens_further, claim=CONCAVE, order="<=")
        .by("algebra", "against the tokens so far", to=tokens_here / TIME - j * D.definition / (TIME * FURTHER_TIME))
        .back("definition", "the speedup", here, at=tokens_here / TIME)
        .back("definition", "the deficit", deficit, at=D.definition),
        Argument(here, domain)
        .by("definition", "the speedup")
        .by(
            "lemma", "no added power is below the last", at=tokens_here, claim=CONCAVE, order="<=", values={j: j + 1},
        )
        .by("lemma", "the last draft adds its power", at=tokens_last, claim=ADDED, values=shift)
        .by("algebra", "against the tokens with the last draft", to=last_speedup + (j + 1) * later / (TIME * LAST_TIME))
        .back("definition", "the deficit j drafts later", later_deficit, at=later)
        .back("lemma", "the last draft adds its power", tokens_last, at=tokens_further + last, claim=ADDED, values=shift)
        .back("definition", "the speedup with the last draft", one_further, at=tokens_last / LAST_TIME),
        Argument(further, domain, (ge(deficit, 0),))
        .by("definition", "the speedup j drafts later")
        .by("lemma", "no added power is above the first", at=tokens_further, claim=CONCAVE, order="<=")
        .by("algebra", "over both cycle times", to=sp.Mul(grown, 1 / (TIME * FURTHER_TIME), evaluate=False))
        .by("monotone_bound", "the deficit is not negative", at=grown, by=kept, gap=j * D.definition)
        .back("definition", "the speedup", here),
    )  # fmt: skip


BELOW_ONE = narrow(DOMAIN, lt(alpha, 1))
TOO_LONG = gamma * c * (1 - alpha)

LONGEST = Claim(
    "draft_length.longest_worth_trying",
    title="No draft of α/(c(1-α)) tokens or more beats plain decoding",
    statement=when(ge(TOO_LONG, alpha), le(here, 1)),
    domain=BELOW_ONE,
    source="own derivation: E stays below 1/(1-α); so where c > 0 and α < 1 there is a best length, and the search for it ends",
    depends_on=("tokens.closed_form",),
    example={"alpha": Fraction(1, 2), "gamma": Fraction(4), "c": Fraction(1, 4)},
    rivals=(
        Rival(
            "draft_length.always_faster",
            says="where some draft is faster than plain decoding, a longer one is too",
            why_tempting="E is above 1 whatever the draft length; the time of the drafts is forgotten",
            statement=ge(here, 1),
        ),
    ),
)


@derives(LONGEST.id)
def _longest() -> tuple[Argument, ...]:
    general = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    return (
        Argument(here, BELOW_ONE, (ge(TOO_LONG, alpha),))
        .by("definition", "the speedup")
        .by("lemma", "the closed form", at=tokens_here, claim=CLOSED_FORM)
        .by("choose_branch", "alpha is not 1", at=CLOSED)
        .by("monotone_bound", "the limit for long drafts", at=general, by=1 / (1 - alpha), gap=alpha ** (gamma + 1) / (1 - alpha))
        .by("monotone_bound", "what is given", by=sp.S.One, gap=(TOO_LONG - alpha) / ((1 - alpha) * TIME)),
    )


one_draft = S(alpha, 1, c)

CLIPPED = Claim(
    "draft_length.clipped",
    title="Not drafting at all is best exactly where α ≤ c",
    statement=both(
        eq(S(alpha, 0, c), 1),
        when(le(alpha, c), le(here, 1)),
        when(gt(alpha, c), gt(one_draft, 1)),
    ),
    domain=DOMAIN,
    source=f"{LEVIATHAN}, corollary 3.9, and its converse",
    depends_on=("tokens.expectation", "draft_length.concave"),
    example={"alpha": Fraction(1, 2), "gamma": Fraction(3), "c": Fraction(3, 5)},
    rivals=(
        Rival(
            "draft_length.at_least_one",
            says="one draft is always worth it, since a verification comes free with it",
            why_tempting="the bonus token is counted, the draft's time is not",
            statement=ge(one_draft, 1),
        ),
    ),
)


@derives(CLIPPED.id)
def _clipped() -> tuple[Argument, ...]:
    one_token = E(alpha, 0)

    def single(start: sp.Expr, *given: Statement) -> Argument:
        """An argument about a speedup at a fixed length, with the tail sum put in and written out."""
        return Argument(start, DOMAIN, given).by("definition", "the speedup")

    first, second = sp.Sum(alpha**k, (k, 0, 0)), sp.Sum(alpha**k, (k, 0, 1))
    return (
        single(S(alpha, 0, c))
        .by("lemma", "the tail sum at gamma = 0", at=one_token, claim=EXPECTATION, values={gamma: sp.S.Zero})
        .by("split_term", "its one term", at=first),
        Argument(here, DOMAIN, (le(alpha, c),))
        .by("definition", "the speedup")
        .by("lemma", "no added power is above alpha", at=tokens_here, claim=CONCAVE, values={gamma: sp.S.Zero, j: gamma}, order="<=")
        .by("lemma", "the tail sum at gamma = 0", at=one_token, claim=EXPECTATION, values={gamma: sp.S.Zero})
        .by("split_term", "its one term", at=first)
        .by("monotone_bound", "what is given", by=sp.S.One, gap=gamma * (c - alpha) / TIME),
        single(one_draft, gt(alpha, c))
        .by("lemma", "the tail sum at gamma = 1", at=E(alpha, 1), claim=EXPECTATION, values={gamma: sp.S.One})
        .by("split_term", "the bonus token apart", at=second)
        .by("split_term", "its one term", at=first)
        .by("monotone_bound", "what is given", by=sp.S.One, order=">", gap=(alpha - c) / (1 + c)),
    )  # fmt: skip


UNBOUNDED = Claim(
    "draft_length.unbounded",
    title="No best length where drafts are free or never rejected",
    statement=both(
        when(both(eq(c, 0), gt(alpha, 0)), gt(longer, here)),
        when(both(eq(alpha, 1), lt(c, 1)), gt(longer, here)),
    ),
    domain=DOMAIN,
    source="own derivation: every further draft gains, so there is no best length, and none is returned",
    depends_on=("tokens.increasing_in_gamma", "tokens.closed_form"),
    example={"alpha": Fraction(7, 10), "gamma": Fraction(5), "c": Fraction(0)},
    rivals=(
        Rival(
            "draft_length.always_a_best",
            says="every drafter has a best draft length, be it a large one",
            why_tempting="a search up to some largest length always returns one: that largest length",
            statement=both(when(both(eq(c, 0), gt(alpha, 0)), le(longer, here))),
        ),
    ),
)


@derives(UNBOUNDED.id)
def _unbounded() -> tuple[Argument, ...]:
    free, sure = both(eq(c, 0), gt(alpha, 0)), both(eq(alpha, 1), lt(c, 1))
    next_time = 1 + (gamma + 1) * c
    return (
        Argument(longer, DOMAIN, (free,))
        .by("definition", "the speedup one draft longer")
        .by("substitution", "drafts are free", values={c: sp.S.Zero})
        .by("lemma", "a longer draft brings more tokens", claim=INCREASING_GAMMA, order=">")
        .back("substitution", "drafts are free", S.definition, values={c: sp.S.Zero})
        .back("definition", "the speedup", here),
        Argument(longer, DOMAIN, (sure,))
        .by("definition", "the speedup one draft longer")
        .by("lemma", "the closed form", at=tokens_longer, claim=CLOSED_FORM, values={gamma: gamma + 1})
        .by("choose_branch", "alpha is 1", at=CLOSED.subs(gamma, gamma + 1))
        .by("monotone_bound", "one draft costs less than one token", by=(gamma + 1) / TIME, order=">", gap=(1 - c) / (TIME * next_time))
        .back("choose_branch", "alpha is 1", CLOSED, at=gamma + 1)
        .back("lemma", "the closed form", tokens_here, at=CLOSED, claim=CLOSED_FORM)
        .back("definition", "the speedup", here),
    )  # fmt: skip


CHEAPER = Claim(
    "draft_length.cheaper",
    title="Cheaper drafts: the next one costs less than it did",
    statement=le(D(alpha, gamma, c_2), deficit),
    domain=narrow(DOMAIN.extended({"c_2": NONNEGATIVE}), le(c_2, c)),
    source="own derivation, by induction: E is at least γ times the next power",
    depends_on=("tokens.expectation",),
    example=SEED | {"c_2": Fraction(1, 20)},
)


@derives(CHEAPER.id)
def _cheaper() -> tuple[Argument, ...]:
    power = alpha ** (gamma + 1)
    return (
        Argument(D(alpha, gamma, c_2), CHEAPER.domain)
        .by("definition", "the deficit")
        .by("lemma", "the tail sum", at=tokens_here, claim=EXPECTATION)
        .by(
            "induction", "on gamma: the difference grows with each draft", to=c * TAIL_SUM - GAIN, over=gamma, order="<=",
            rest=(c - c_2) * (gamma + 1) * power * (1 - alpha),
        )
        .back("lemma", "the tail sum", tokens_here, at=TAIL_SUM, claim=EXPECTATION)
        .back("definition", "the deficit", deficit),
    )  # fmt: skip


LIKELIER = Claim(
    "draft_length.likelier",
    title="Likelier drafts: the next one weighs more against the tokens so far",
    statement=both(
        le(alpha ** (gamma + 1) * E(beta, gamma), beta ** (gamma + 1) * tokens_here),
        le(alpha ** (gamma + 1) * D(beta, gamma, c), beta ** (gamma + 1) * deficit),
    ),
    domain=narrow(DOMAIN.extended({"beta": UNIT}), le(alpha, beta)),
    source="own derivation, by induction",
    depends_on=("tokens.expectation",),
    example=SEED | {"beta": Fraction(4, 5)},
)


@derives(LIKELIER.id)
def _likelier() -> tuple[Argument, ...]:
    domain, power, other = LIKELIER.domain, alpha ** (gamma + 1), beta ** (gamma + 1)
    tail = TAIL_SUM.subs(alpha, beta)

    def crossed(argument: Argument) -> Argument:
        return (
            argument.by("lemma", "the tail sum", at=E(beta, gamma), claim=EXPECTATION, values={alpha: beta})
            .by(
                "induction", "on gamma: beta multiplies, and what is added has the sign of beta - alpha", at=power * tail,
                to=other * TAIL_SUM, over=gamma, order="<=", multiplier=beta,
                rest=(beta - alpha) * (power * tail + power * other),
            )
            .back("lemma", "the tail sum", tokens_here, at=TAIL_SUM, claim=EXPECTATION)
        )  # fmt: skip

    return (
        crossed(Argument(power * E(beta, gamma), domain)),
        crossed(
            Argument(power * D(beta, gamma, c), domain)
            .by("definition", "the deficit", at=D(beta, gamma, c))
            .by("algebra", "multiplied out", to=c * power * E(beta, gamma) - power * other * TIME)
        )
        .by("algebra", "one factor taken out", to=sp.Mul(other, D.definition, evaluate=False))
        .back("definition", "the deficit", deficit, at=D.definition),
    )


BETTER = narrow(
    Domain({"alpha": UNIT, "beta": UNIT, "gamma": Naturals(0), "c": NONNEGATIVE, "c_2": NONNEGATIVE}),
    le(alpha, beta),
    le(c_2, c),
)
better = D(beta, gamma, c_2)

MONOTONE = Claim(
    "draft_length.monotone",
    title="The best length never falls as drafts get cheaper or likelier",
    statement=le(alpha ** (gamma + 1) * better, beta ** (gamma + 1) * deficit),
    domain=BETTER,
    source="own derivation: so for α > 0 a draft that does not lose at (α, c) does not lose at any (β, c′) with β ≥ α and c′ ≤ c",
    depends_on=("draft_length.cheaper", "draft_length.likelier"),
    example={
        "alpha": Fraction(7, 10), "gamma": Fraction(2), "c": Fraction(77, 500), "beta": Fraction(4, 5), "c_2": Fraction(1, 20),
    },
    rivals=(
        Rival(
            "draft_length.one_length_for_all",
            says="a length that is right for one drafter is right for the next: both have the same deficit",
            why_tempting="the length is a launch parameter that is set once and kept",
            statement=eq(better, deficit),
        ),
        Rival(
            "draft_length.better_needs_less",
            says="a better drafter needs shorter drafts",
            why_tempting="fewer drafts suffice for the same number of tokens",
            statement=ge(alpha ** (gamma + 1) * better, beta ** (gamma + 1) * deficit),
        ),
    ),
)  # fmt: skip


@derives(MONOTONE.id)
def _monotone() -> tuple[Argument, ...]:
    power = alpha ** (gamma + 1)
    return (
        Argument(power * better, BETTER)
        .by("lemma", "cheaper drafts", at=better, claim=CHEAPER, values={alpha: beta}, order="<=")
        .by("lemma", "likelier drafts", claim=LIKELIER, order="<="),
    )


CHANGES = DOMAIN.extended({"c_2": NONNEGATIVE})
NEXT_TIME = 1 + (gamma + 1) * c

FLAT = Claim(
    "draft_length.flat",
    title="What one step costs, and what a cheaper drafter gains",
    statement=both(
        ge(longer, here * TIME / NEXT_TIME),
        le(longer, here * (gamma + 2) / (gamma + 1)),
        eq(S(alpha, gamma, c_2), here * TIME / (1 + gamma * c_2)),
    ),
    domain=CHANGES,
    source="own derivation: one draft too many costs at most c/(1+(γ+1)c) of the speedup, one too few at most 1/(γ+2); "
    "a drafter of cost c′ in place of c multiplies it by (1+γc)/(1+γc′), at the same length already",
    depends_on=("draft_length.added", "draft_length.concave", "tokens.increasing_in_gamma"),
    example=SEED | {"c_2": Fraction(1, 20)},
    rivals=(
        Rival(
            "draft_length.cost_by_the_ratio",
            says="drafts at a third of the cost triple the speedup",
            why_tempting="the speedup is taken to be inversely proportional to the draft cost; the target step stays what it is",
            statement=both(eq(c_2 * S(alpha, gamma, c_2), c * here)),
        ),
        Rival(
            "draft_length.a_step_is_a_draft",
            says="one draft too many loses the time of a draft and nothing comes back: the speedup falls by 1/(γ+2)",
            why_tempting="cycle time is taken to be all drafts: then one more costs its share of γ + 1",
            statement=both(le(longer, here * (gamma + 1) / (gamma + 2))),
        ),
    ),
)


@derives(FLAT.id)
def _flat() -> tuple[Argument, ...]:
    cheap = S(alpha, gamma, c_2)
    power, added, share = alpha**gamma, alpha ** (gamma + 1), (gamma + 1) * alpha**gamma
    return (
        Argument(longer, CHANGES)
        .by("definition", "the speedup one draft longer")
        .by("lemma", "one more draft adds its power", at=tokens_longer, claim=ADDED)
        .by("monotone_bound", "the added power is not negative", at=tokens_here + added, by=tokens_here, order=">=", gap=added)
        .by("algebra", "extended by the cycle time", to=sp.Mul(tokens_here / TIME, TIME / NEXT_TIME, evaluate=False))
        .back("definition", "the speedup", here, at=tokens_here / TIME),
        Argument(longer, CHANGES)
        .by("definition", "the speedup one draft longer")
        .by("lemma", "one more draft adds its power", at=tokens_longer, claim=ADDED)
        .by("monotone_bound", "the next power is smaller", at=added, by=power, gap=power * (1 - alpha))
        .by("algebra", "extended by gamma + 1", at=power, to=sp.Mul(share, 1 / (gamma + 1), evaluate=False))
        .by("lemma", "E is at least gamma + 1 times its last power", at=share, claim=CONCAVE, values={j: sp.S.Zero}, order="<=")
        .by(
            "monotone_bound", "the longer cycle takes longer", by=tokens_here * (gamma + 2) / ((gamma + 1) * TIME),
            gap=tokens_here * (gamma + 2) * c / ((gamma + 1) * TIME * NEXT_TIME),
        )
        .by("algebra", "in the usual order", to=sp.Mul(tokens_here / TIME, (gamma + 2) / (gamma + 1), evaluate=False))
        .back("definition", "the speedup", here, at=tokens_here / TIME),
        Argument(cheap, CHANGES)
        .by("definition", "the speedup at the other cost")
        .by("algebra", "extended by the cycle time", to=sp.Mul(tokens_here / TIME, TIME / (1 + gamma * c_2), evaluate=False))
        .back("definition", "the speedup", here, at=tokens_here / TIME),
    )
