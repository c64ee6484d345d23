"""The acceptance ratio r = A/gamma and the mean acceptance length L = 1 + A, A the expected number of accepted drafts.

r counts every drafted token, also those that were never tested because one before them was rejected: it is the mean
over positions of the probability to be accepted, alpha^k at position k. So r <= alpha, and r falls as gamma grows.
Part of the chain `acceptance`.
"""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import UNIT, Domain, Naturals
from .export import export
from .figures import Figure
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, when
from .symbols import quantity, symbol, unfold
from .tokens_law import EXPECTATION, LEVIATHAN, TAIL_SUM, TOTAL, E, P

alpha, gamma, k, n = (symbol(name) for name in ("alpha", "gamma", "k", "n"))

A = quantity("A", sp.Sum((n - 1) * P(n, alpha, gamma), (n, 2, gamma + 1)))
r = quantity("r", A(alpha, gamma) / gamma)
L = quantity("L", 1 + A(alpha, gamma))

DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0)})
DRAFTED = Domain({"alpha": UNIT, "gamma": Naturals(1)})
EXAMPLE = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}
SEED = "seed, chain 'Accepted drafts are not alpha'"
SEED_INPUTS = {"alpha": "0.7", "gamma": "5"}
VLLM = "vLLM v1 metrics"

S = sp.Sum(alpha**k, (k, 1, gamma))
PER_VERIFICATION = (E(alpha, gamma) - 1) / gamma
GEOMETRIC = alpha * (1 - alpha**gamma) / (gamma * (1 - alpha))


def _figure(id_: str, printed: str, expression: sp.Expr) -> Figure:
    """A figure of the seed, at its alpha and gamma."""
    tree = export(unfold(expression))
    return Figure(id_, printed, SEED_INPUTS, tree, SEED, exact_inputs=frozenset(SEED_INPUTS))


ACCEPTED = Claim(
    "acceptance.accepted",
    title="Accepted drafts: all emitted tokens but one",
    statement=eq(A(alpha, gamma), E(alpha, gamma) - 1),
    domain=DOMAIN,
    source=f"{LEVIATHAN}, section 3.1: each verification emits one token of the target's own, bonus or recovered",
    depends_on=("tokens.total",),
    example=EXAMPLE,
    figures=(_figure("seed.accepted", "1.94", E(alpha, gamma) - 1),),
    rivals=(
        Rival(
            "acceptance.emitted_called_accepted",
            says="A = E: every emitted token was an accepted draft",
            why_tempting="most emitted tokens were drafted; the bonus or recovered token never was",
            statement=eq(A(alpha, gamma), E(alpha, gamma)),
        ),
        Rival(
            "acceptance.accepted_gamma_alpha",
            says="A = γα: a fraction α of the drafts is accepted",
            why_tempting="α is called the acceptance rate, and a rate times a number gives a count",
            statement=eq(A(alpha, gamma), gamma * alpha),
        ),
        Rival(
            "acceptance.no_cap",
            says="A = α/(1-α): the mean number of acceptances before the first rejection",
            why_tempting="it is the limit for long drafts; a draft of γ tokens ends after γ acceptances",
            statement=eq(A(alpha, gamma), sp.Piecewise((gamma, sp.Eq(alpha, 1)), (alpha / (1 - alpha), True))),
        ),
    ),
)


@derives(ACCEPTED.id)
def _accepted() -> tuple[Argument, ...]:
    here = P(n, alpha, gamma)
    total = sp.Sum(here, (n, 1, gamma + 1))
    return (
        Argument(A(alpha, gamma), DOMAIN)
        .by("definition", "of n emitted tokens all but the target's own are accepted drafts")
        .back(
            "split_term", "with one token, no draft is accepted", sp.Sum((n - 1) * here, (n, 1, gamma + 1)), last=False
        )
        .by("algebra", "multiplied out", at=(n - 1) * here, to=n * here - here)
        .by("linearity", "the mean of N, less the sum of its law")
        .by("lemma", "the law sums to one", at=total, claim=TOTAL)
        .back("definition", "the expectation of N", E(alpha, gamma), at=sp.Sum(n * here, (n, 1, gamma + 1))),
    )


RATIO = Claim(
    "acceptance.ratio",
    title="Acceptance ratio: accepted over drafted tokens",
    statement=both(eq(r(alpha, gamma), PER_VERIFICATION), eq(gamma * r(alpha, gamma), A(alpha, gamma))),
    domain=DRAFTED,
    source=f"{VLLM}: draft acceptance rate = accepted tokens over draft tokens",
    depends_on=("acceptance.accepted",),
    example=EXAMPLE,
    figures=(
        _figure("seed.ratio", "0.39", PER_VERIFICATION),
        Figure(
            "seed.ratio_as_printed", "0.39", {"A": "1.94", "gamma": "5"},
            export(r.definition.xreplace({A(alpha, gamma): sp.Symbol("A")})), SEED,
            exact_inputs=frozenset({"gamma"}),
        ),
    ),
    rivals=(
        Rival(
            "acceptance.emitted_over_drafted",
            says="r = E/γ: the tokens of a verification over its drafts",
            why_tempting="emitted tokens are what a server counts; the target's own token is among them",
            statement=eq(r(alpha, gamma), E(alpha, gamma) / gamma),
        ),
        Rival(
            "acceptance.accepted_over_verified",
            says="r = (E-1)/(γ+1): accepted tokens over verified positions",
            why_tempting="a verification computes γ + 1 positions, but the last of them holds no draft",
            statement=eq(r(alpha, gamma), (E(alpha, gamma) - 1) / (gamma + 1)),
        ),
    ),
)  # fmt: skip


@derives(RATIO.id)
def _ratio() -> tuple[Argument, ...]:
    return (
        Argument(r(alpha, gamma), DRAFTED)
        .by("definition", "accepted over drafted")
        .by("lemma", "all emitted tokens but one", at=A(alpha, gamma), claim=ACCEPTED),
        Argument(gamma * r(alpha, gamma), DRAFTED).by("definition", "accepted over drafted", at=r(alpha, gamma)),
    )


MEAN = Claim(
    "acceptance.mean_over_positions",
    title="r is the mean over positions of the probability to be accepted",
    statement=eq(r(alpha, gamma), S / gamma),
    domain=DRAFTED,
    source="own derivation: position k is accepted with probability α^k",
    depends_on=("acceptance.ratio", "tokens.expectation"),
    example=EXAMPLE,
    rivals=(
        Rival(
            "acceptance.mean_over_reached",
            says="r = (1 + α + ... + α^(γ-1))/γ: the mean of the probabilities to be reached",
            why_tempting="the first drafted token is always tested, so its term is taken for 1",
            statement=eq(r(alpha, gamma), sp.Sum(alpha**k, (k, 0, gamma - 1)) / gamma),
        ),
    ),
)


@derives(MEAN.id)
def _mean() -> tuple[Argument, ...]:
    return (
        Argument(r(alpha, gamma), DRAFTED)
        .by("lemma", "accepted over drafted", claim=RATIO)
        .by("lemma", "the tail sum", at=E(alpha, gamma), claim=EXPECTATION)
        .by("split_term", "the token that always comes", at=TAIL_SUM, last=False),
    )


CLOSED_FORM = Claim(
    "acceptance.closed_form",
    title="Closed form",
    statement=both(
        when(lt(alpha, 1), eq(r(alpha, gamma), GEOMETRIC)),
        when(eq(alpha, 1), eq(r(alpha, gamma), 1)),
    ),
    domain=DRAFTED,
    source=f"own derivation, from equation 1 of {LEVIATHAN}",
    depends_on=("acceptance.mean_over_positions",),
    example=EXAMPLE,
    figures=(_figure("seed.ratio_closed_form", "0.39", GEOMETRIC),),
    rivals=(
        Rival(
            "acceptance.ratio_is_alpha",
            says="r = α: the acceptance rate on the dashboard is the acceptance rate of the drafter",
            why_tempting="both are called acceptance rate; the dashboard's counts drafts that were never tested",
            statement=eq(r(alpha, gamma), alpha),
        ),
        Rival(
            "acceptance.ratio_of_reached",
            says="r = (1-α^γ)/(γ(1-α)): the geometric sum starts at 1",
            why_tempting="a geometric sum usually starts at 1",
            statement=both(when(lt(alpha, 1), eq(r(alpha, gamma), (1 - alpha**gamma) / (gamma * (1 - alpha))))),
        ),
    ),
)


@derives(CLOSED_FORM.id)
def _closed_form() -> tuple[Argument, ...]:
    def averaged(given: Statement) -> Argument:
        return Argument(r(alpha, gamma), DRAFTED, (given,)).by("lemma", "the mean over positions", claim=MEAN)

    return (
        averaged(lt(alpha, 1))
        .by("geometric_sum", "a finite geometric sum with ratio alpha", at=S)
        .by("algebra", "over one denominator", to=GEOMETRIC),
        averaged(eq(alpha, 1))
        .by("substitution", "every power is 1", values={alpha: sp.S.One})
        .by("linearity", "gamma ones", at=sp.Sum(sp.S.One, (k, 1, gamma))),
    )


BETWEEN = Claim(
    "acceptance.between",
    title="r is at most α, and at least α^γ, with the cases of equality",
    statement=both(
        le(r(alpha, gamma), alpha),
        ge(r(alpha, gamma), alpha**gamma),
        when(both(gt(alpha, 0), lt(alpha, 1), ge(gamma, 2)), lt(r(alpha, gamma), alpha)),
        when(eq(gamma, 1), eq(r(alpha, gamma), alpha)),
        when(eq(alpha, 0), eq(r(alpha, gamma), 0)),
        when(eq(alpha, 1), eq(r(alpha, gamma), 1)),
    ),
    domain=DRAFTED,
    source="own derivation, position by position",
    depends_on=("acceptance.mean_over_positions", "acceptance.closed_form"),
    example=EXAMPLE,
    rivals=(
        Rival(
            "acceptance.ratio_overestimates",
            says="r is never below α: the dashboard flatters the drafter",
            why_tempting="reported rates are suspected to be optimistic",
            statement=ge(r(alpha, gamma), alpha),
        ),
        Rival(
            "acceptance.ratio_of_whole_drafts",
            says="r = α^γ: a draft counts when all of it is accepted",
            why_tempting="acceptance is thought of as one event for the whole draft",
            statement=le(r(alpha, gamma), alpha**gamma),
        ),
    ),
)


@derives(BETWEEN.id)
def _between() -> tuple[Argument, ...]:
    ratio, later = r(alpha, gamma), sp.Sum(alpha**k, (k, 2, gamma))
    gap = alpha * (1 - alpha ** (k - 1))
    least = gamma * alpha**gamma

    def averaged(*given: Statement) -> Argument:
        return Argument(ratio, DRAFTED, given).by("lemma", "the mean over positions", claim=MEAN)

    return (
        averaged()
        .by("monotone_bound", "alpha^k <= alpha for k >= 1", at=S, by=alpha, gap=gap)
        .by("linearity", "gamma equal terms", at=sp.Sum(alpha, (k, 1, gamma))),
        averaged()
        .by(
            "induction", "on gamma: no position does worse than the last", at=S, to=least, over=gamma, order=">=",
            rest=gamma * alpha**gamma * (1 - alpha),
        ),
        averaged(both(gt(alpha, 0), lt(alpha, 1), ge(gamma, 2)))
        .by("split_term", "the first draft apart", at=S, last=False)
        .by("monotone_bound", "alpha^k < alpha for k >= 2", at=later, by=alpha, order="<", gap=gap)
        .by("linearity", "gamma - 1 equal terms", at=sp.Sum(alpha, (k, 2, gamma)))
        .by("algebra", "gamma cancels", to=alpha),
        averaged(eq(gamma, 1))
        .by("substitution", "one draft", values={gamma: sp.S.One})
        .by("split_term", "its one term"),
        Argument(ratio, DRAFTED, (eq(alpha, 0),))
        .by("lemma", "the closed form", claim=CLOSED_FORM)
        .by("substitution", "nothing is accepted", values={alpha: sp.S.Zero}),
        Argument(ratio, DRAFTED, (eq(alpha, 1),)).by("lemma", "the closed form", claim=CLOSED_FORM),
    )  # fmt: skip


LAST_POWER = Claim(
    "acceptance.last_power",
    title="One more position is accepted less often than the mean of those before",
    statement=le(gamma * alpha ** (gamma + 1), S - alpha * (1 - alpha)),
    domain=DRAFTED,
    source="own derivation, by induction; it gives the fall of r its size",
    example=EXAMPLE,
    not_applicable={"simulation": "a bound on powers of a number: nothing in it is drawn"},
)


@derives(LAST_POWER.id)
def _last_power() -> tuple[Argument, ...]:
    return (
        Argument(gamma * alpha ** (gamma + 1), DRAFTED).by(
            "induction",
            "on gamma: the gap gains (gamma+1) alpha^(gamma+1) (1-alpha)",
            to=S - alpha * (1 - alpha),
            over=gamma,
            order="<=",
            rest=(gamma + 1) * alpha ** (gamma + 1) * (1 - alpha),
        ),
    )


LONGER = r(alpha, gamma + 1)
FALL = alpha * (1 - alpha) / (gamma * (gamma + 1))

DECREASING = Claim(
    "acceptance.decreasing_in_gamma",
    title="r falls as γ grows, by at least α(1-α)/(γ(γ+1)) a draft",
    statement=both(
        le(LONGER, r(alpha, gamma) - FALL),
        when(both(gt(alpha, 0), lt(alpha, 1)), lt(LONGER, r(alpha, gamma))),
        when(eq(alpha, 0), eq(LONGER, r(alpha, gamma))),
        when(eq(alpha, 1), eq(LONGER, r(alpha, gamma))),
    ),
    domain=DRAFTED,
    source="own derivation: the added position is accepted less often than the mean of those before",
    depends_on=("acceptance.mean_over_positions", "acceptance.last_power", "acceptance.between"),
    example=EXAMPLE,
    rivals=(
        Rival(
            "acceptance.ratio_without_gamma",
            says="r belongs to the drafter: it is the same at every draft length",
            why_tempting="a rate is thought not to depend on how many trials are made",
            statement=eq(LONGER, r(alpha, gamma)),
        ),
        Rival(
            "acceptance.ratio_rises_with_gamma",
            says="longer drafts have more tokens accepted, so r rises with γ",
            why_tempting="A does rise with γ; r divides it by γ",
            statement=ge(LONGER, r(alpha, gamma)),
        ),
    ),
)


@derives(DECREASING.id)
def _decreasing() -> tuple[Argument, ...]:
    added = gamma * alpha ** (gamma + 1)

    def fallen(*given: Statement) -> Argument:
        return (
            Argument(LONGER, DRAFTED, given)
            .by("lemma", "the mean over positions", claim=MEAN, values={gamma: gamma + 1})
            .by("split_term", "the added position", at=sp.Sum(alpha**k, (k, 1, gamma + 1)))
            .by("algebra", "extended by gamma", to=(gamma * S + added) / (gamma * (gamma + 1)))
            .by("lemma", "less than the mean of those before", at=added, claim=LAST_POWER, order="<=")
            .by("algebra", "the mean of those before apart", to=S / gamma - FALL)
            .back("lemma", "the mean over positions", r(alpha, gamma), at=S / gamma, claim=MEAN)
        )

    def same(given: Statement) -> Argument:
        return (
            Argument(LONGER, DRAFTED, (given,))
            .by("lemma", "an end", claim=BETWEEN, values={gamma: gamma + 1})
            .back("lemma", "the same end", r(alpha, gamma), claim=BETWEEN)
        )

    return (
        fallen(),
        fallen(both(gt(alpha, 0), lt(alpha, 1)))
        .by("monotone_bound", "the fall is positive", by=r(alpha, gamma), order="<", gap=FALL),
        same(eq(alpha, 0)),
        same(eq(alpha, 1)),
    )  # fmt: skip


LENGTH = Claim(
    "acceptance.length",
    title="Mean acceptance length, from the ratio r and γ, is E exactly",
    statement=both(
        eq(L(alpha, gamma), E(alpha, gamma)),
        eq(L(alpha, gamma), 1 + gamma * r(alpha, gamma)),
    ),
    domain=DRAFTED,
    source=f"{VLLM}: mean acceptance length = 1 + accepted tokens over drafts",
    depends_on=("acceptance.accepted", "acceptance.ratio"),
    example=EXAMPLE,
    figures=(_figure("seed.length", "2.94", 1 + gamma * r(alpha, gamma)),),
    rivals=(
        Rival(
            "acceptance.length_by_alpha",
            says="L = 1 + γα: the identity L = 1 + γr with the drafter's own rate",
            why_tempting="L = 1 + γr is exact, and r and α are both called acceptance rate",
            statement=eq(L(alpha, gamma), 1 + gamma * alpha),
        ),
        Rival(
            "acceptance.ratio_in_closed_form",
            says="L = (1-r^(γ+1))/(1-r): the dashboard's rate goes into the closed form",
            why_tempting="the closed form asks for an acceptance rate, and the dashboard shows one",
            statement=eq(L(alpha, gamma), E(r(alpha, gamma), gamma)),
        ),
        Rival(
            "acceptance.length_without_bonus",
            says="L = γr: the accepted drafts",
            why_tempting="accepted drafts are what the counters count",
            statement=eq(L(alpha, gamma), gamma * r(alpha, gamma)),
        ),
        Rival(
            "acceptance.ratio_without_length",
            says="L = 1/(1-r): one token in 1/(1-r) is the target's own",
            why_tempting="with the drafted share of the emitted tokens it is right; r is the accepted share of the drafted ones",
            statement=when(lt(alpha, 1), eq(L(alpha, gamma), 1 / (1 - r(alpha, gamma)))),
        ),
        Rival(
            "acceptance.ratio_as_share",
            says="L = 1/((1-r) + r/γ): Amdahl's law, with r of the tokens γ times faster",
            why_tempting="r is taken for the share of tokens that whole drafts bring; it is the accepted share of the drafted ones",
            statement=eq(L(alpha, gamma), 1 / (1 - r(alpha, gamma) + r(alpha, gamma) / gamma)),
        ),
        Rival(
            "acceptance.ratio_as_share_with_bonus",
            says="L = 1/((1-r) + r/(γ+1)): Amdahl's law, with r of the tokens γ + 1 times faster",
            why_tempting="it is right where every draft is accepted or none; r is no share of the emitted tokens",
            statement=eq(L(alpha, gamma), 1 / (1 - r(alpha, gamma) + r(alpha, gamma) / (gamma + 1))),
        ),
    ),
)


@derives(LENGTH.id)
def _length() -> tuple[Argument, ...]:
    counted = Argument(L(alpha, gamma), DRAFTED).by("definition", "the accepted drafts and one token more")
    return (
        counted.by("lemma", "all emitted tokens but one", at=A(alpha, gamma), claim=ACCEPTED),
        counted.back("lemma", "gamma r are accepted", gamma * r(alpha, gamma), at=A(alpha, gamma), claim=RATIO),
    )
