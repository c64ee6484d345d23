"""Draft cost: what drafting costs against what it brings, and when speculation pays.

The times are in `draft_cost_times`, the step from one draft length to the next in `draft_cost_marginal`.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from . import draft_cost_figures as published
from .acceptance_ratio import r
from .claims import Chain, Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, UNIT, Domain, Naturals
from .draft_cost_marginal import CHEAPER_LONGER, DILUTION, MARGINAL, PAYS_MORE
from .draft_cost_times import CONSTANT, CYCLE, CYCLE_COST, FROM_BYTES, ONE_STEP, SPEEDUP, TIMES_NOT_SIZES
from .draft_cost_times import S as S
from .export import export
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, narrow, when
from .symbols import quantity, symbol
from .tokens_bounds import BOUNDS, LINEAR_OVER
from .tokens_growth import INCREASING_ALPHA
from .tokens_law import CLOSED, CLOSED_FORM, EXPECTATION, LEVIATHAN, LINEAR, RATIO, TAIL_SUM, E

ORDER = 3

alpha, beta, gamma, c, c_2, c_hat = (symbol(name) for name in ("alpha", "beta", "gamma", "c", "c_2", "c_hat"))
i, k = symbol("i"), symbol("k")

DRAFT_WORK = sp.Sum(c_hat, (i, 1, gamma))
VERIFY_WORK = sp.Sum(sp.S.One, (i, 0, gamma))
O = quantity("O", (DRAFT_WORK + VERIFY_WORK) / E(alpha, gamma))  # noqa: E741 - Leviathan's operations

PLAN = Domain({"alpha": UNIT, "gamma": Naturals(0), "c": NONNEGATIVE})
EXAMPLE = {"alpha": Fraction(7, 10), "gamma": Fraction(5), "c": Fraction("0.154")}
BELOW_ONE = lt(alpha, 1)
SPEEDUP_FORM = (1 - alpha ** (gamma + 1)) / ((1 - alpha) * CYCLE_COST)
SPEEDUP_TREE = export(SPEEDUP_FORM)

CLOSED_SPEEDUP = Claim(
    "draft_cost.closed_form",
    title="Speedup in closed form",
    statement=both(
        when(BELOW_ONE, eq(S(alpha, gamma, c), SPEEDUP_FORM)),
        when(eq(alpha, 1), eq(S(alpha, gamma, c), (gamma + 1) / CYCLE_COST)),
    ),
    domain=PLAN,
    source=f"{LEVIATHAN}, theorem 3.8",
    depends_on=("tokens.closed_form",),
    assumes=(ONE_STEP, CONSTANT),
    example=EXAMPLE,
    figures=(
        published.seed("speedup", "1.66x", SPEEDUP_TREE, {"alpha": "0.7", "gamma": "5", "c": "0.154"}, "alpha gamma"),
        *published.table_1("speedup", SPEEDUP_TREE),
        *published.table_4(SPEEDUP_TREE),
    ),
    rivals=(
        Rival(
            "draft_cost.bonus_forgotten",
            says="speedup = (1-α^γ)/((1-α)(1+γc)): the exponent is the number of drafts",
            why_tempting="the geometric sum over γ drafts is at hand, and the token after the last one is overlooked",
            statement=when(BELOW_ONE, eq(S(alpha, gamma, c), (1 - alpha**gamma) / ((1 - alpha) * CYCLE_COST))),
        ),
        Rival(
            "draft_cost.draft_is_free",
            says="speedup = E: the draft model is so small that it costs nothing",
            why_tempting="one draft step is cheap, but it is taken γ times per verification",
            statement=when(BELOW_ONE, eq(S(alpha, gamma, c), RATIO)),
        ),
        Rival(
            "draft_cost.cost_once",
            says="speedup = E/(1+c): the draft costs c",
            why_tempting="c is the cost of a draft step, and the draft is thought of as one",
            statement=when(BELOW_ONE, eq(S(alpha, gamma, c), RATIO / (1 + c))),
        ),
        Rival(
            "draft_cost.linear_tokens",
            says="speedup = (1+γα)/(1+γc)",
            why_tempting="it puts gains and costs in the same form, as if drafts survived independently",
            statement=when(BELOW_ONE, eq(S(alpha, gamma, c), LINEAR / CYCLE_COST)),
        ),
        Rival(
            "draft_cost.gain_unbracketed",
            says="speedup = 1 + γα/(1+γc): only the accepted drafts are divided",
            why_tempting="(1+γα)/(1+γc) typed without the parentheses of its numerator",
            statement=when(BELOW_ONE, eq(S(alpha, gamma, c), 1 + gamma * alpha / CYCLE_COST)),
        ),
        Rival(
            "draft_cost.cost_turned_round",
            says="speedup = E/(γ+c): a cycle costs γ target steps and one draft step",
            why_tempting="a cycle has γ steps of one model and one of the other, and which is which is mistaken",
            statement=when(both(BELOW_ONE, ge(gamma, 1)), eq(S(alpha, gamma, c), RATIO / (gamma + c))),
        ),
        Rival(
            "draft_cost.pays_for_rejections",
            says="speedup = 1/((1-α) + c): a token costs a draft step, and a target step where it is rejected",
            why_tempting="a cache pays for its misses so; γ drafts share one verification, which costs as much if none is rejected",
            statement=when(BELOW_ONE, eq(S(alpha, gamma, c), 1 / (1 - alpha + c))),
        ),
        Rival(
            "draft_cost.pays_for_unaccepted",
            says="speedup = 1/((1-r) + c): a token costs a draft step, and a target step where it is not accepted",
            why_tempting="dashboards show r; it is a share of the drafted tokens, not of the emitted ones that are paid for",
            statement=when(both(BELOW_ONE, ge(gamma, 1)), eq(S(alpha, gamma, c), 1 / (1 - r(alpha, gamma) + c))),
        ),
        Rival(
            "draft_cost.amdahl",
            says="speedup = 1/((1-α) + αc): Amdahl's law, with α of the tokens at the draft's cost",
            why_tempting="accepted tokens are taken for the draft's work alone; they are verified too, and rejected ones cost too",
            statement=when(BELOW_ONE, eq(S(alpha, gamma, c), 1 / (1 - alpha + alpha * c))),
        ),
        Rival(
            "draft_cost.amdahl_by_ratio",
            says="speedup = 1/((1-r) + rc): Amdahl's law, with r of the tokens at the draft's cost",
            why_tempting="r is taken for the drafted share of the emitted tokens; it is a share of the drafts, and each costs c",
            statement=when(
                both(BELOW_ONE, ge(gamma, 1)), eq(S(alpha, gamma, c), 1 / (1 - r(alpha, gamma) + r(alpha, gamma) * c))
            ),
        ),
    ),
)


@derives(CLOSED_SPEEDUP.id)
def _closed_form() -> tuple[Argument, ...]:
    def opened(given: Statement, branch: str) -> Argument:
        return (
            Argument(S(alpha, gamma, c), PLAN, (given,))
            .by("definition", "tokens over the cost of a cycle")
            .by("lemma", "tokens in closed form", at=E(alpha, gamma), claim=CLOSED_FORM)
            .by("choose_branch", branch, at=CLOSED)
        )

    return opened(BELOW_ONE, "alpha is not 1"), opened(eq(alpha, 1), "alpha is 1")


RATIO_R = (E(alpha, gamma) - 1) / gamma

BREAK_EVEN = Claim(
    "draft_cost.break_even",
    title="At draft length γ it pays where the acceptance ratio r = (E-1)/γ exceeds c",
    statement=both(
        when(gt(RATIO_R, c), gt(S(alpha, gamma, c), 1)),
        when(lt(RATIO_R, c), lt(S(alpha, gamma, c), 1)),
        when(eq(c, RATIO_R), eq(S(alpha, gamma, c), 1)),
    ),
    domain=Domain({"alpha": UNIT, "gamma": Naturals(1), "c": UNIT}),
    source="own derivation: a cycle pays when its accepted drafts, E - 1, exceed its drafting, γc",
    assumes=(ONE_STEP, CONSTANT),
    example={"alpha": Fraction(1, 2), "gamma": Fraction(2), "c": Fraction(1, 4)},
    rivals=(
        Rival(
            "draft_cost.pays_beyond_gamma_c",
            says="speculation pays only where α exceeds γc",
            why_tempting="γc is what a cycle pays for drafting; against it stand the accepted drafts, not α",
            statement=when(le(alpha, gamma * c), le(S(alpha, gamma, c), 1)),
        ),
        Rival(
            "draft_cost.pays_beyond_half",
            says="speculation pays only where more than half of the drafts are accepted",
            why_tempting="a guess that is wrong more often than right looks like a loss",
            statement=when(le(alpha, sp.Rational(1, 2)), le(S(alpha, gamma, c), 1)),
        ),
        Rival(
            "draft_cost.pays_beyond_one_in_gamma",
            says="speculation pays only where α exceeds 1/γ: a cycle must have one draft accepted",
            why_tempting="γα > 1 asks for a token won a cycle, whatever the drafts cost, and counts drafts that are not reached",
            statement=when(le(alpha * gamma, 1), le(S(alpha, gamma, c), 1)),
        ),
        Rival(
            "draft_cost.pays_beyond_one_less_c",
            says="speculation pays only where α exceeds 1 - c",
            why_tempting="a rejected draft is a loss, 1-α of them, and c looks like what one may lose; drafts gain α and cost c",
            statement=when(le(alpha, 1 - c), le(S(alpha, gamma, c), 1)),
        ),
    ),
)


@derives(BREAK_EVEN.id)
def _break_even() -> tuple[Argument, ...]:
    def against(order: str, given: Statement, gap: sp.Expr) -> Argument:
        return (
            Argument(S(alpha, gamma, c), BREAK_EVEN.domain, (given,))
            .by("definition", "tokens over the cost of a cycle")
            .by("monotone_bound", "accepted drafts against drafting", by=sp.S.One, order=order, gap=gap)
        )

    return (
        against(">", gt(RATIO_R, c), gamma * (RATIO_R - c) / CYCLE_COST),
        against("<", lt(RATIO_R, c), gamma * (c - RATIO_R) / CYCLE_COST),
        Argument(S(alpha, gamma, c), BREAK_EVEN.domain, (eq(c, RATIO_R),))
        .by("definition", "tokens over the cost of a cycle")
        .by("substitution", "drafting costs what it brings", values={c: RATIO_R}),
    )


PAYS = Claim(
    "draft_cost.pays_above_c",
    title="If α > c, one draft already pays: (1+α)/(1+c) > 1; no draft length reaches α/c",
    statement=both(
        eq(S(alpha, 1, c), (1 + alpha) / (1 + c)),
        gt(S(alpha, 1, c), 1),
        when(gt(c, 0), lt(S(alpha, gamma, c), alpha / c)),
    ),
    domain=narrow(Domain({"alpha": UNIT, "gamma": Naturals(1), "c": UNIT}), lt(c, alpha)),
    source=f"{LEVIATHAN}, corollary 3.9; the upper bound is an own derivation",
    depends_on=("tokens.linear_overestimates", "tokens.expectation"),
    assumes=(ONE_STEP, CONSTANT),
    example={**EXAMPLE, "c": Fraction("0.05")},
    rivals=(
        Rival(
            "draft_cost.one_draft_is_best",
            says="the speedup is at most (1+α)/(1+c)",
            why_tempting="the corollary's bound is read as the best speedup; it is what one draft gives",
            statement=le(S(alpha, gamma, c), (1 + alpha) / (1 + c)),
        ),
        Rival(
            "draft_cost.reaches_alpha_over_c",
            says="a long enough draft speeds up by α/c: it costs γc and brings γα",
            why_tempting="(1+γα)/(1+γc) tends to α/c",
            statement=when(gt(c, 0), ge(S(alpha, gamma, c), alpha / c)),
        ),
    ),
)


@derives(PAYS.id)
def _pays_above_c() -> tuple[Argument, ...]:
    one, any_length = S(alpha, 1, c), S(alpha, gamma, c)
    first = sp.Sum(alpha**k, (k, 0, 1))
    opened = (
        Argument(one, PAYS.domain)
        .by("definition", "tokens over the cost of a cycle")
        .by("lemma", "the tail sum", at=E(alpha, 1), claim=EXPECTATION, values={gamma: sp.S.One})
        .by("split_term", "its last term", at=first)
        .by("split_term", "its one term", at=sp.Sum(alpha**k, (k, 0, 0)), last=False)
    )
    return (
        opened,
        opened.by("monotone_bound", "alpha exceeds c", by=sp.S.One, order=">", gap=(alpha - c) / (1 + c)),
        Argument(any_length, PAYS.domain, (gt(c, 0),))
        .by("definition", "tokens over the cost of a cycle")
        .by("lemma", "at most 1 + gamma alpha", at=E(alpha, gamma), claim=LINEAR_OVER, order="<=")
        .by("monotone_bound", "alpha exceeds c", by=alpha / c, order="<", gap=(alpha - c) / (c * CYCLE_COST)),
    )


NEVER_PAYS = Claim(
    "draft_cost.never_pays_below_c",
    title="If α ≤ c, no draft length pays",
    statement=both(
        le(S(alpha, gamma, c), 1),
        when(both(lt(alpha, c), ge(gamma, 1)), lt(S(alpha, gamma, c), 1)),
    ),
    domain=narrow(PLAN, le(alpha, c)),
    source=f"own derivation; the converse of corollary 3.9 of {LEVIATHAN}",
    depends_on=("tokens.linear_overestimates",),
    assumes=(ONE_STEP, CONSTANT),
    example={"alpha": Fraction(3, 10), "gamma": Fraction(5), "c": Fraction(2, 5)},
    rivals=(
        Rival(
            "draft_cost.never_loses",
            says="speculation never loses: each cycle emits at least one token",
            why_tempting="E ≥ 1 is true, and the time of the drafts is forgotten",
            statement=ge(S(alpha, gamma, c), 1),
        ),
    ),
)


@derives(NEVER_PAYS.id)
def _never_pays_below_c() -> tuple[Argument, ...]:
    def at_most(order: str, *given: Statement) -> Argument:
        return (
            Argument(S(alpha, gamma, c), NEVER_PAYS.domain, given)
            .by("definition", "tokens over the cost of a cycle")
            .by("lemma", "at most 1 + gamma alpha", at=E(alpha, gamma), claim=LINEAR_OVER, order="<=")
            .by("monotone_bound", "alpha is at most c", by=sp.S.One, order=order, gap=gamma * (c - alpha) / CYCLE_COST)
        )

    return at_most("<="), at_most("<", both(lt(alpha, c), ge(gamma, 1)))


CHEAPER = narrow(Domain({"alpha": UNIT, "gamma": Naturals(1), "c": UNIT, "c_2": UNIT}), lt(c_2, c))
TWO_DRAFTERS = {**EXAMPLE, "c_2": Fraction("0.05")}

DECREASING = Claim(
    "draft_cost.decreasing_in_c",
    title="A cheaper drafter is faster, at every draft length",
    statement=gt(S(alpha, gamma, c_2), S(alpha, gamma, c)),
    domain=CHEAPER,
    source="own derivation",
    depends_on=("tokens.expectation",),
    assumes=(ONE_STEP, CONSTANT),
    example=TWO_DRAFTERS,
    rivals=(
        Rival(
            "draft_cost.gain_once",
            says="from c to c′ the speedup rises by (1+c)/(1+c′) only",
            why_tempting="the draft cost is counted once per cycle, not γ times",
            statement=eq(S(alpha, gamma, c_2) * (1 + c_2), S(alpha, gamma, c) * (1 + c)),
        ),
    ),
)


def _as_sum(start: sp.Expr, domain: Domain) -> Argument:
    """An argument about a speedup, with the tail sum put for the tokens and its first term apart."""
    return (
        Argument(start, domain)
        .by("definition", "tokens over the cost of a cycle")
        .by("lemma", "the tail sum", at=E(alpha, gamma), claim=EXPECTATION)
        .by("split_term", "the token that always comes", at=TAIL_SUM, last=False)
    )


@derives(DECREASING.id)
def _decreasing_in_c() -> tuple[Argument, ...]:
    rest = sp.Sum(alpha**k, (k, 1, gamma))
    slope = -gamma * (1 + rest) / (1 + gamma * c_2) ** 2
    return (
        _as_sum(S(alpha, gamma, c_2), CHEAPER)
        .by("derivative_sign", "the cycle's cost rises with c", of=c_2, to=c, order=">", shown=slope)
        .back("split_term", "the token that always comes", TAIL_SUM, at=1 + rest, last=False)
        .back("lemma", "the tail sum", E(alpha, gamma), at=TAIL_SUM, claim=EXPECTATION)
        .back("definition", "the speedup", S(alpha, gamma, c)),
    )


BETTER = narrow(Domain({"alpha": UNIT, "beta": UNIT, "gamma": Naturals(1), "c": NONNEGATIVE}), lt(alpha, beta))

INCREASING = Claim(
    "draft_cost.increasing_in_alpha",
    title="A drafter that is accepted more often is faster, at the same cost",
    statement=lt(S(alpha, gamma, c), S(beta, gamma, c)),
    domain=BETTER,
    source="own derivation",
    depends_on=("tokens.increasing_in_alpha",),
    assumes=(ONE_STEP, CONSTANT),
    example={**EXAMPLE, "beta": Fraction(4, 5)},
    rivals=(
        Rival(
            "draft_cost.proportional_to_alpha",
            says="the speedup rises in proportion to α",
            why_tempting="accepted tokens are what speeds up; the token that always comes does not depend on α",
            statement=eq(S(beta, gamma, c) * alpha, S(alpha, gamma, c) * beta),
        ),
    ),
)


@derives(INCREASING.id)
def _increasing_in_alpha() -> tuple[Argument, ...]:
    return (
        Argument(S(alpha, gamma, c), BETTER)
        .by("definition", "tokens over the cost of a cycle")
        .by("lemma", "more tokens", at=E(alpha, gamma), claim=INCREASING_ALPHA, order="<")
        .back("definition", "the speedup", S(beta, gamma, c)),
    )


CYCLE_WORK = gamma * c_hat + gamma + 1
OPERATIONS_FORM = (1 - alpha) * CYCLE_WORK / (1 - alpha ** (gamma + 1))

OPERATIONS = Claim(
    "draft_cost.operations",
    title="Operations factor: speculation never saves arithmetic",
    statement=both(
        when(BELOW_ONE, eq(O(alpha, gamma, c_hat), OPERATIONS_FORM)),
        when(eq(alpha, 1), eq(O(alpha, gamma, c_hat), CYCLE_WORK / (gamma + 1))),
        ge(O(alpha, gamma, c_hat), 1),
        when(both(ge(gamma, 1), BELOW_ONE), gt(O(alpha, gamma, c_hat), 1)),
        when(both(ge(gamma, 1), gt(c_hat, 0)), gt(O(alpha, gamma, c_hat), 1)),
        when(eq(gamma, 0), eq(O(alpha, gamma, c_hat), 1)),
        when(both(eq(alpha, 1), eq(c_hat, 0)), eq(O(alpha, gamma, c_hat), 1)),
    ),
    domain=Domain({"alpha": UNIT, "gamma": Naturals(0), "c_hat": NONNEGATIVE}),
    source=f"{LEVIATHAN}, theorem 3.11; that it is at least 1, with the cases of equality, is an own derivation",
    depends_on=("tokens.expectation", "tokens.closed_form", "tokens.bounds"),
    not_applicable={"simulation": "the reciprocal of a mean is no mean; its E is what tokens.closed_form simulates"},
    assumes=(CONSTANT, "a token costs the same arithmetic, 1 by the target and ĉ by the draft, wherever it stands"),
    example={"alpha": Fraction(4, 5), "gamma": Fraction(5), "c_hat": Fraction(1, 10)},
    figures=tuple(published.table_1("operations", export(OPERATIONS_FORM))),
    rivals=(
        Rival(
            "draft_cost.only_drafts_verified",
            says="a verification costs γ tokens of arithmetic: as many as were drafted",
            why_tempting="the token after the last draft is not drafted, but it is computed",
            statement=when(BELOW_ONE, eq(O(alpha, gamma, c_hat), (CYCLE_WORK - 1) / RATIO)),
        ),
        Rival(
            "draft_cost.speedup_saves_operations",
            says="what speeds up by E also saves arithmetic: the factor is 1/E",
            why_tempting="time and arithmetic are taken for the same; below the ridge the arithmetic is idle anyway",
            statement=when(BELOW_ONE, eq(O(alpha, gamma, c_hat), 1 / RATIO)),
        ),
    ),
)


@derives(OPERATIONS.id)
def _operations() -> tuple[Argument, ...]:
    factor = O(alpha, gamma, c_hat)
    later, rejected = sp.Sum(alpha**k, (k, 1, gamma)), sp.Sum(1 - alpha**k, (k, 1, gamma))
    gap = (gamma * c_hat + rejected) / (1 + later)

    def counted(*given: Statement) -> Argument:
        return (
            Argument(factor, OPERATIONS.domain, given)
            .by("definition", "the work of a cycle, a token emitted")
            .by("linearity", "gamma draft steps", at=DRAFT_WORK)
            .by("linearity", "gamma + 1 tokens verified", at=VERIFY_WORK)
        )

    def closed(given: Statement, branch: str) -> Argument:
        return (
            counted(given)
            .by("lemma", "tokens in closed form", at=E(alpha, gamma), claim=CLOSED_FORM)
            .by("choose_branch", branch, at=1 / CLOSED)
        )

    def above(order: str, *given: Statement, gap: sp.Expr = gap) -> Argument:
        return (
            counted(*given)
            .by("lemma", "the tail sum", at=E(alpha, gamma), claim=EXPECTATION)
            .by("split_term", "the token that always comes", at=TAIL_SUM, last=False)
            .by("algebra", "one taken out", to=1 + (gamma * c_hat + gamma - later) / (1 + later))
            .back("linearity", "what is not accepted", rejected, at=gamma - later)
            .by("monotone_bound", "tokens that are computed and not emitted", by=sp.S.One, order=order, gap=gap)
        )

    at_one = eq(alpha, 1)
    return (
        closed(BELOW_ONE, "alpha is not 1"),
        closed(at_one, "alpha is 1"),
        above(">="),
        above(">", both(ge(gamma, 1), BELOW_ONE)),
        above(">", both(ge(gamma, 1), gt(c_hat, 0))),
        counted(eq(gamma, 0))
        .by("lemma", "one token", at=E(alpha, gamma), claim=BOUNDS)
        .by("substitution", "nothing is drafted", values={gamma: sp.S.Zero}),
        closed(both(at_one, eq(c_hat, 0)), "alpha is 1").by(
            "substitution", "drafts are free", values={c_hat: sp.S.Zero}
        ),
    )


CHAIN = Chain(
    "draft_cost",
    "Draft cost from bytes",
    (
        FROM_BYTES, TIMES_NOT_SIZES, CYCLE, SPEEDUP, CLOSED_SPEEDUP, BREAK_EVEN, PAYS, NEVER_PAYS, DECREASING,
        INCREASING, DILUTION, MARGINAL, PAYS_MORE, CHEAPER_LONGER, OPERATIONS,
    ),
)  # fmt: skip
