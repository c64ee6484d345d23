"""The law of the number of emitted tokens N, its tail, and its expectation E in closed form."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import UNIT, Domain, Naturals
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, narrow, when
from .symbols import quantity, symbol

alpha, beta, gamma = (symbol(name) for name in ("alpha", "beta", "gamma"))
n, k, i = (symbol(name) for name in ("n", "k", "i"))

P = quantity("P_N", sp.Piecewise((alpha ** (n - 1) * (1 - alpha), n <= gamma), (alpha**gamma, True)))
E = quantity("E", sp.Sum(n * P(n, alpha, gamma), (n, 1, gamma + 1)))
T = quantity("T_N", sp.Sum(P(n, alpha, gamma), (n, k + 1, gamma + 1)))

DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0)})
EXAMPLE = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}
LEVIATHAN = "Leviathan, Kalman, Matias 2023 (arXiv 2211.17192)"

TAIL_SUM = sp.Sum(alpha**k, (k, 0, gamma))
RATIO = (1 - alpha ** (gamma + 1)) / (1 - alpha)
CLOSED = sp.Piecewise((gamma + 1, sp.Eq(alpha, 1)), (RATIO, True))
LINEAR = 1 + gamma * alpha  # the misconception


def _capped(general: sp.Expr, at_one: sp.Expr) -> sp.Expr:
    """A formula that divides by 1 - alpha, with its value at alpha = 1."""
    return sp.Piecewise((at_one, sp.Eq(alpha, 1)), (general, True))


LAW = Claim(
    "tokens.law",
    title="Law of the number of emitted tokens",
    statement=both(
        eq(P(1, alpha, 0), 1),
        eq(P(1, alpha, gamma + 1), 1 - alpha),
        when(le(n, gamma), eq(P(n + 1, alpha, gamma + 1), alpha * P(n, alpha, gamma))),
        when(gt(n, gamma), eq(P(n + 1, alpha, gamma + 1), alpha * P(n, alpha, gamma))),
    ),
    domain=narrow(DOMAIN.extended({"n": Naturals(1)}), le(n, gamma + 1)),
    source=f"{LEVIATHAN}, section 3.1: the first draft is rejected, or accepted and then everything starts again",
    example={**EXAMPLE, "n": Fraction(6)},
    rivals=(
        Rival(
            "tokens.law_without_cap",
            says="N is geometric: P(N = n) = α^(n-1)(1-α) for every n",
            why_tempting="the geometric law counts trials up to the first rejection, and γ is easily forgotten",
            statement=both(
                eq(alpha**sp.S.Zero * (1 - alpha), 1), eq(P(n, alpha, gamma), alpha ** (n - 1) * (1 - alpha))
            ),
        ),
    ),
)


@derives(LAW.id)
def _law() -> tuple[Argument, ...]:
    domain, grown, here = LAW.domain, P(n + 1, alpha, gamma + 1), P(n, alpha, gamma)
    inside, beyond = le(n, gamma), gt(n, gamma)
    branch = alpha ** (n - 1) * (1 - alpha)
    return (
        Argument(P(1, alpha, 0), domain).by("definition", "nothing is drafted: only the bonus token"),
        Argument(P(1, alpha, gamma + 1), domain).by(
            "definition", "the law at one emitted token, which is at most gamma + 1"
        ),
        Argument(grown, domain, (inside,))
        .by("definition", "the law one draft longer, one token later")
        .by("choose_branch", "the rejection falls inside the draft")
        .by("algebra", "one factor alpha taken out", to=alpha * branch)
        .back("choose_branch", "the same branch of the shorter law", P.at(n, alpha, gamma), at=branch)
        .back("definition", "the law", here, at=P.at(n, alpha, gamma)),
        Argument(grown, domain, (beyond,))
        .by("definition", "the law one draft longer, one token later")
        .by("choose_branch", "all drafts are accepted")
        .by("algebra", "one factor alpha taken out", to=alpha * alpha**gamma)
        .back("choose_branch", "the same branch of the shorter law", P.at(n, alpha, gamma), at=alpha**gamma)
        .back("definition", "the law", here, at=P.at(n, alpha, gamma)),
    )


TAIL = Claim(
    "tokens.tail",
    title="Tail: position i is reached with probability α^(i-1)",
    statement=eq(T(k, alpha, gamma), alpha**k),
    domain=narrow(DOMAIN.extended({"k": Naturals(0)}), le(k, gamma)),
    source=f"{LEVIATHAN}, section 3.1",
    depends_on=("tokens.law",),
    example={**EXAMPLE, "k": Fraction(3)},
    rivals=(
        Rival(
            "tokens.every_position_reached",
            says="each drafted position is accepted with probability α, whatever came before: P(N > k) = α",
            why_tempting="α is a rate by position; that the position must be reached goes unsaid",
            statement=eq(T(k, alpha, gamma), alpha),
        ),
        Rival(
            "tokens.tail_off_by_one",
            says="P(N > k) = α^(k+1): the k-th position is reached after k + 1 acceptances",
            why_tempting="positions counted from 0 and from 1 are mixed",
            statement=eq(T(k, alpha, gamma), alpha ** (k + 1)),
        ),
    ),
)


@derives(TAIL.id)
def _tail() -> tuple[Argument, ...]:
    last = P(gamma + 1, alpha, gamma)
    shown = (
        Argument(T(k, alpha, gamma), TAIL.domain)
        .by("definition", "more than k tokens: k + 1 of them or more")
        .by("split_term", "the last term is the bonus token's")
        .by("definition", "the law at gamma + 1: all drafts accepted", at=last)
    )
    rest = sp.Sum(P(n, alpha, gamma), (n, k + 1, gamma))
    shown = (
        shown.by("definition", "the law inside the draft", at=rest.function)
        .by("choose_branch", "n <= gamma here", at=P.at(n, alpha, gamma))
        .by(
            "telescoping",
            "alpha^(n-1)(1-alpha) = alpha^(n-1) - alpha^n",
            at=sp.Sum(alpha ** (n - 1) * (1 - alpha), (n, k + 1, gamma)),
            antidifference=-(alpha ** (n - 1)),
        )
    )
    return (shown if shown.end == alpha**k else shown.by("algebra", "alpha^gamma cancels", to=alpha**k),)


TOTAL = Claim(
    "tokens.total",
    title="The law sums to one",
    statement=eq(sp.Sum(P(n, alpha, gamma), (n, 1, gamma + 1)), 1),
    domain=DOMAIN,
    source=f"{LEVIATHAN}, section 3.1",
    depends_on=("tokens.tail",),
    example=EXAMPLE,
    rivals=(
        Rival(
            "tokens.law_without_bonus",
            says="at most γ tokens are emitted: the probabilities up to γ already sum to one",
            why_tempting="the draft has γ tokens, and the target's own bonus token is not in it",
            statement=eq(sp.Sum(P(n, alpha, gamma), (n, 1, gamma)), 1),
        ),
    ),
)


@derives(TOTAL.id)
def _total() -> tuple[Argument, ...]:
    return (
        Argument(sp.Sum(P(n, alpha, gamma), (n, 1, gamma + 1)), DOMAIN)
        .back("definition", "more than no tokens", T(0, alpha, gamma))
        .by("lemma", "the tail at k = 0", claim=TAIL, values={k: sp.S.Zero}),
    )


EXPECTATION = Claim(
    "tokens.expectation",
    title="Expectation by the law and by the tail",
    statement=eq(E(alpha, gamma), TAIL_SUM),
    domain=DOMAIN,
    source=f"{LEVIATHAN}, equation 1",
    depends_on=("tokens.tail",),
    example=EXAMPLE,
    rivals=(
        Rival(
            "tokens.tail_without_bonus",
            says="E = α + α² + ... + α^γ: one term a drafted position",
            why_tempting="the token that the target adds has no position in the draft",
            statement=eq(E(alpha, gamma), sp.Sum(alpha**k, (k, 1, gamma))),
        ),
    ),
)


@derives(EXPECTATION.id)
def _expectation() -> tuple[Argument, ...]:
    term = n * P(n, alpha, gamma)
    counted = (
        Argument(E(alpha, gamma), DOMAIN)
        .by("definition", "the expectation of N under its law")
        .by("count_as_sum", "n tokens are n ones", at=term, count=n, index=k)
        .by("interchange", "sum first over n > k")
    )
    tail = sp.Sum(P(n, alpha, gamma), (n, k + 1, gamma + 1))
    return (
        counted.back("definition", "the tail", T(k, alpha, gamma), at=tail).by(
            "lemma", "position k + 1 is reached with probability alpha^k", at=T(k, alpha, gamma), claim=TAIL
        ),
    )


CLOSED_FORM = Claim(
    "tokens.closed_form",
    title="Closed form",
    statement=eq(E(alpha, gamma), CLOSED),
    domain=DOMAIN,
    source=f"{LEVIATHAN}, equation 1",
    depends_on=("tokens.expectation",),
    example=EXAMPLE,
    rivals=(
        Rival(
            "tokens.one_plus_gamma_alpha",
            says="E = 1 + γα: each of the γ drafts survives with probability α, and the bonus token comes on top",
            why_tempting="it treats the drafts as independent; in fact one rejection discards every draft after it",
            statement=eq(E(alpha, gamma), LINEAR),
        ),
        Rival(
            "tokens.bonus_forgotten",
            says="E = (1-α^γ)/(1-α): the exponent is the number of drafts",
            why_tempting="the geometric sum over γ drafts is at hand, and the token after the last one is overlooked",
            statement=eq(E(alpha, gamma), _capped((1 - alpha**gamma) / (1 - alpha), gamma)),
        ),
        Rival(
            "tokens.gamma_alpha",
            says="E = γα: drafts times acceptance rate",
            why_tempting="the mean of a binomial count, without the stop at the first rejection and the bonus token",
            statement=eq(E(alpha, gamma), gamma * alpha),
        ),
        Rival(
            "tokens.accepted_called_emitted",
            says="E = α(1-α^γ)/(1-α): the accepted drafts are what is emitted",
            why_tempting="accepted drafts are what the engine counts; each verification emits one token more",
            statement=eq(E(alpha, gamma), _capped(alpha * (1 - alpha**gamma) / (1 - alpha), gamma)),
        ),
        Rival(
            "tokens.no_cap",
            says="E = 1/(1-α): the mean number of trials up to the first rejection",
            why_tempting="it is the limit for long drafts, and close to E when α is small",
            statement=eq(E(alpha, gamma), _capped(1 / (1 - alpha), gamma + 1)),
        ),
        Rival(
            "tokens.all_or_nothing",
            says="E = (γ+1)α^γ + (1-α^γ): the whole draft is kept or none of it",
            why_tempting="acceptance is thought of as one event for the whole draft",
            statement=eq(E(alpha, gamma), (gamma + 1) * alpha**gamma + (1 - alpha**gamma)),
        ),
        Rival(
            "tokens.divided_twice",
            says="E = (1-α^(γ+1))/(1-α)²: divided by 1-α twice",
            why_tempting="1-α occurs in the law of N and again in the geometric sum, and is not cancelled",
            statement=eq(E(alpha, gamma), _capped((1 - alpha ** (gamma + 1)) / (1 - alpha) ** 2, gamma + 1)),
        ),
        Rival(
            "tokens.numerator_unbracketed",
            says="E = 1 - α^(γ+1)/(1-α): only the power is divided",
            why_tempting="on paper the fraction bar holds the numerator together; on one line parentheses must",
            statement=eq(E(alpha, gamma), _capped(1 - alpha ** (gamma + 1) / (1 - alpha), gamma + 1)),
        ),
        Rival(
            "tokens.one_beside_power",
            says="E = (1-α^γ+1)/(1-α): the 1 stands beside the power",
            why_tempting="α^γ+1 is how the exponent γ+1 looks when it is typed without parentheses",
            statement=eq(E(alpha, gamma), _capped((1 - alpha**gamma + 1) / (1 - alpha), gamma + 1)),
        ),
        Rival(
            "tokens.bonus_twice",
            says="E = (1-α^(γ+2))/(1-α): the exponent is two more than the number of drafts",
            why_tempting="the number of tokens a cycle can emit, γ + 1, is taken for the draft length and the bonus added again",
            statement=eq(E(alpha, gamma), _capped((1 - alpha ** (gamma + 2)) / (1 - alpha), gamma + 2)),
        ),
        Rival(
            "tokens.sure_token_and_bonus",
            says="E = 1 + (1-α^γ)/(1-α): the bonus token is added to the geometric sum over γ drafts",
            why_tempting="the sum from α^0 is taken for the accepted drafts; its first term is already the token that always comes",
            statement=eq(E(alpha, gamma), _capped(1 + (1 - alpha**gamma) / (1 - alpha), gamma + 1)),
        ),
        Rival(
            "tokens.last_token_after_whole_drafts",
            says="E = α(1-α^γ)/(1-α) + α^γ: a token beside the accepted drafts comes only when all of them are",
            why_tempting="the bonus token is counted; the one that is sampled in place of a rejected draft is forgotten",
            statement=eq(E(alpha, gamma), _capped(alpha * (1 - alpha**gamma) / (1 - alpha) + alpha**gamma, gamma + 1)),
        ),
        Rival(
            "tokens.every_position_alpha",
            says="E = (γ+1)α: each of the γ + 1 verified positions brings α tokens",
            why_tempting="γ + 1 positions are verified at once, and a rate times a number gives a count",
            statement=eq(E(alpha, gamma), (gamma + 1) * alpha),
        ),
        Rival(
            "tokens.bonus_added_to_emitted",
            says="E = 1 + (1-α^(γ+1))/(1-α): the bonus token is added to a count that has it already",
            why_tempting="one paper's formula for the emitted tokens is taken for accepted drafts, and another's one more added",
            statement=eq(E(alpha, gamma), _capped(1 + (1 - alpha ** (gamma + 1)) / (1 - alpha), gamma + 2)),
        ),
        Rival(
            "tokens.amdahl",
            says="E = 1/((1-α) + α/γ): Amdahl's law, with α of the tokens γ times faster",
            why_tempting="α is taken for the share of tokens that whole drafts bring; drafts are cut short, and bring one more",
            statement=when(ge(gamma, 1), eq(E(alpha, gamma), 1 / (1 - alpha + alpha / gamma))),
        ),
        Rival(
            "tokens.amdahl_with_bonus",
            says="E = 1/((1-α) + α/(γ+1)): Amdahl's law, with α of the tokens γ + 1 times faster",
            why_tempting="it is right at α = 0, α = 1 and γ = 0; between them the accepted beginning of a draft is kept",
            statement=eq(E(alpha, gamma), 1 / (1 - alpha + alpha / (gamma + 1))),
        ),
    ),
)


def as_tail_sum(
    start: sp.Expr, domain: Domain, *given: Statement, values: Mapping[sp.Symbol, sp.Expr] | None = None
) -> Argument:
    """An argument about `start` = E(...), with the tail sum put for it."""
    return Argument(start, domain, given).by("lemma", "the tail sum", claim=EXPECTATION, values=values)


@derives(CLOSED_FORM.id)
def _closed_form() -> tuple[Argument, ...]:
    return (as_tail_sum(E(alpha, gamma), DOMAIN).by("geometric_sum", "a finite geometric sum with ratio alpha"),)


RECURRENCE = Claim(
    "tokens.recurrence",
    title="One draft longer",
    statement=both(eq(E(alpha, 0), 1), eq(E(alpha, gamma + 1), 1 + alpha * E(alpha, gamma))),
    domain=DOMAIN,
    source=f"{LEVIATHAN}, equation 1",
    depends_on=("tokens.expectation",),
    example=EXAMPLE,
    rivals=(
        Rival(
            "tokens.each_draft_adds_alpha",
            says="one more draft adds α tokens: E(γ+1) = E(γ) + α",
            why_tempting="it is right for the first draft, and what 1 + γα means",
            statement=both(eq(E(alpha, 0), 1), eq(E(alpha, gamma + 1), E(alpha, gamma) + alpha)),
        ),
    ),
)


@derives(RECURRENCE.id)
def _recurrence() -> tuple[Argument, ...]:
    rest = sp.Sum(alpha**k, (k, 1, gamma + 1))
    return (
        Argument(E(alpha, 0), DOMAIN)
        .by("lemma", "the tail sum at gamma = 0", claim=EXPECTATION, values={gamma: sp.S.Zero})
        .by("split_term", "its one term"),
        as_tail_sum(E(alpha, gamma + 1), DOMAIN, values={gamma: gamma + 1})
        .by("split_term", "the token that always comes", last=False)
        .by("index_shift", "count from the second token", at=rest, by=1)
        .by("linearity", "one factor alpha taken out", at=sp.Sum(alpha ** (k + 1), (k, 0, gamma)))
        .back("lemma", "the tail sum", E(alpha, gamma), at=TAIL_SUM, claim=EXPECTATION),
    )
