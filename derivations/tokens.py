"""Tokens per verification: the law of the number of emitted tokens N, and its expectation E.

The process: gamma tokens are drafted; each is accepted with probability alpha given that it is reached; the first rejection
discards every draft after it and emits one recovered token instead; when all are accepted, the bonus token is emitted. So
1 <= N <= gamma + 1, and N - 1 drafts are accepted.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import sympy as sp

from .claims import Chain, Claim, Rival
from .derive import derives
from .domain import UNIT, Domain, Naturals, Sequences
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, narrow, when
from .symbols import quantity, sequence, symbol

ORDER = 1

alpha, beta, gamma, w, x = (symbol(name) for name in ("alpha", "beta", "gamma", "w", "x"))
n, k, i = (symbol(name) for name in ("n", "k", "i"))
a = sequence("a")

P = quantity("P_N", sp.Piecewise((alpha ** (n - 1) * (1 - alpha), n <= gamma), (alpha**gamma, True)))
E = quantity("E", sp.Sum(n * P(n, alpha, gamma), (n, 1, gamma + 1)))
T = quantity("T_N", sp.Sum(P(n, alpha, gamma), (n, k + 1, gamma + 1)))
M = quantity("M_N", sp.Sum(n**2 * P(n, alpha, gamma), (n, 1, gamma + 1)))
V = quantity("V_N", M(alpha, gamma) - E(alpha, gamma) ** 2)
ALL_ACCEPTED = sp.Product(a[i], (i, 1, gamma))
P_a = quantity("P_a", sp.Piecewise((sp.Product(a[i], (i, 1, n - 1)) * (1 - a[n]), n <= gamma), (ALL_ACCEPTED, True)))
E_a = quantity("E_a", sp.Sum(n * P_a(n, a, gamma), (n, 1, gamma + 1)))

DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0)})
EXAMPLE = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}
LEVIATHAN = "Leviathan, Kalman, Matias 2023 (arXiv 2211.17192)"

TAIL_SUM = sp.Sum(alpha**k, (k, 0, gamma))
RATIO = (1 - alpha ** (gamma + 1)) / (1 - alpha)
CLOSED = sp.Piecewise((gamma + 1, sp.Eq(alpha, 1)), (RATIO, True))
LINEAR = 1 + gamma * alpha


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
            why_tempting="α is the acceptance rate of a position, and that it is given that the position is reached goes unsaid",
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
            why_tempting="the sum over drafted positions looks complete; the token that the target adds has no position in the draft",
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
            why_tempting="it is the mean of a binomial count, with neither the stop at the first rejection nor the bonus token",
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
    ),
)


def _as_tail_sum(
    start: sp.Expr, domain: Domain, *given: Statement, values: Mapping[sp.Symbol, sp.Expr] | None = None
) -> Argument:
    """An argument about `start` = E(...), with the tail sum put for it."""
    return Argument(start, domain, given).by("lemma", "the tail sum", claim=EXPECTATION, values=values)


@derives(CLOSED_FORM.id)
def _closed_form() -> tuple[Argument, ...]:
    return (_as_tail_sum(E(alpha, gamma), DOMAIN).by("geometric_sum", "a finite geometric sum with ratio alpha"),)


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
        _as_tail_sum(E(alpha, gamma + 1), DOMAIN, values={gamma: gamma + 1})
        .by("split_term", "the token that always comes", last=False)
        .by("index_shift", "count from the second token", at=rest, by=1)
        .by("linearity", "one factor alpha taken out", at=sp.Sum(alpha ** (k + 1), (k, 0, gamma)))
        .back("lemma", "the tail sum", E(alpha, gamma), at=TAIL_SUM, claim=EXPECTATION),
    )


BOUNDS = Claim(
    "tokens.bounds",
    title="Between 1 and γ + 1, with the cases of equality",
    statement=both(
        ge(E(alpha, gamma), 1),
        le(E(alpha, gamma), gamma + 1),
        when(eq(alpha, 0), eq(E(alpha, gamma), 1)),
        when(eq(gamma, 0), eq(E(alpha, gamma), 1)),
        when(eq(alpha, 1), eq(E(alpha, gamma), gamma + 1)),
        when(both(gt(alpha, 0), ge(gamma, 1)), gt(E(alpha, gamma), 1)),
        when(both(lt(alpha, 1), ge(gamma, 1)), lt(E(alpha, gamma), gamma + 1)),
    ),
    domain=DOMAIN,
    source=f"{LEVIATHAN}, section 3.1",
    depends_on=("tokens.expectation", "tokens.closed_form"),
    example=EXAMPLE,
    rivals=(
        Rival(
            "tokens.at_most_gamma",
            says="E never exceeds γ: no more tokens can come out than were drafted",
            why_tempting="the bonus token is not drafted",
            statement=le(E(alpha, gamma), gamma),
        ),
        Rival(
            "tokens.may_be_zero",
            says="E may be below 1: a fully rejected draft emits nothing",
            why_tempting="nothing of the draft survives, and the recovered token is overlooked",
            statement=eq(E(alpha, gamma), E(alpha, gamma) - (1 - alpha) ** (gamma + 1)),
        ),
    ),
)


@derives(BOUNDS.id)
def _bounds() -> tuple[Argument, ...]:
    e, rest = E(alpha, gamma), sp.Sum(alpha**k, (k, 1, gamma))
    shorter = sp.Sum(alpha**k, (k, 0, gamma - 1))
    some, fails = both(gt(alpha, 0), ge(gamma, 1)), both(lt(alpha, 1), ge(gamma, 1))
    return (
        _as_tail_sum(e, DOMAIN)
        .by("split_term", "the token that always comes", last=False)
        .by("monotone_bound", "no term is negative", by=sp.S.One, order=">=", gap=rest),
        _as_tail_sum(e, DOMAIN)
        .by("monotone_bound", "no probability exceeds 1", by=sp.S.One)
        .by("linearity", "gamma + 1 ones"),
        Argument(e, DOMAIN, (eq(alpha, 0),))
        .by("lemma", "the closed form", claim=CLOSED_FORM)
        .by("choose_branch", "alpha is not 1")
        .by("substitution", "nothing is accepted", values={alpha: sp.S.Zero}),
        _as_tail_sum(e, DOMAIN, eq(gamma, 0))
        .by("substitution", "nothing is drafted", values={gamma: sp.S.Zero})
        .by("split_term", "its one term"),
        Argument(e, DOMAIN, (eq(alpha, 1),))
        .by("lemma", "the closed form", claim=CLOSED_FORM)
        .by("choose_branch", "alpha is 1"),
        _as_tail_sum(e, DOMAIN, some)
        .by("split_term", "the token that always comes", last=False)
        .by("monotone_bound", "at least one further term, each positive", by=sp.S.One, order=">", gap=rest),
        _as_tail_sum(e, DOMAIN, fails)
        .by("split_term", "the bonus token apart")
        .by("monotone_bound", "some draft may fail", at=alpha**gamma, by=sp.S.One, order="<")
        .by("monotone_bound", "no probability exceeds 1", at=shorter, by=sp.S.One)
        .by("linearity", "gamma ones", at=sp.Sum(sp.S.One, (k, 0, gamma - 1))),
    )


LINEAR_OVER = Claim(
    "tokens.linear_overestimates",
    title="1 + γα is never below E",
    statement=both(
        le(E(alpha, gamma), LINEAR),
        when(both(gt(alpha, 0), lt(alpha, 1), ge(gamma, 2)), lt(E(alpha, gamma), LINEAR)),
        when(eq(alpha, 0), eq(E(alpha, gamma) - LINEAR, 0)),
        when(eq(alpha, 1), eq(E(alpha, gamma) - LINEAR, 0)),
        when(eq(gamma, 0), eq(E(alpha, gamma) - LINEAR, 0)),
        when(eq(gamma, 1), eq(E(alpha, gamma) - LINEAR, 0)),
    ),
    domain=DOMAIN,
    source="own derivation, from the tail sum term by term",
    depends_on=("tokens.expectation", "tokens.closed_form"),
    example=EXAMPLE,
    rivals=(
        Rival(
            "tokens.linear_is_conservative",
            says="1 + γα is a safe lower estimate of E",
            why_tempting="a rough formula is hoped to err on the safe side",
            statement=ge(E(alpha, gamma), LINEAR),
        ),
    ),
)


@derives(LINEAR_OVER.id)
def _linear_overestimates() -> tuple[Argument, ...]:
    e = E(alpha, gamma)
    rest, later = sp.Sum(alpha**k, (k, 1, gamma)), sp.Sum(alpha**k, (k, 2, gamma))
    gap = alpha * (1 - alpha ** (k - 1))

    def equality(given: Statement, *, closed: bool) -> Argument:
        claim = CLOSED_FORM if closed else EXPECTATION
        return Argument(e - LINEAR, DOMAIN, (given,)).by("lemma", "E", at=e, claim=claim)

    return (
        _as_tail_sum(e, DOMAIN)
        .by("split_term", "the token that always comes", last=False)
        .by("monotone_bound", "alpha^k <= alpha for k >= 1", at=rest, by=alpha, gap=gap)
        .by("linearity", "gamma equal terms", at=sp.Sum(alpha, (k, 1, gamma)))
        .by("algebra", "in the usual order", to=LINEAR),
        _as_tail_sum(e, DOMAIN, both(gt(alpha, 0), lt(alpha, 1), ge(gamma, 2)))
        .by("split_term", "the token that always comes", last=False)
        .by("split_term", "the first draft apart", at=rest, last=False)
        .by("monotone_bound", "alpha^k < alpha for k >= 2", at=later, by=alpha, order="<", gap=gap)
        .by("linearity", "gamma - 1 equal terms", at=sp.Sum(alpha, (k, 2, gamma)))
        .by("algebra", "in the usual order", to=LINEAR),
        equality(eq(alpha, 0), closed=True)
        .by("choose_branch", "alpha is not 1", at=CLOSED)
        .by("substitution", "nothing is accepted", values={alpha: sp.S.Zero}),
        equality(eq(alpha, 1), closed=True)
        .by("choose_branch", "alpha is 1", at=CLOSED)
        .by("substitution", "everything is accepted", values={alpha: sp.S.One}),
        equality(eq(gamma, 0), closed=False)
        .by("substitution", "nothing is drafted", values={gamma: sp.S.Zero})
        .by("split_term", "its one term", at=sp.Sum(alpha**k, (k, 0, 0))),
        equality(eq(gamma, 1), closed=False)
        .by("substitution", "one draft", values={gamma: sp.S.One})
        .by("split_term", "its last term", at=sp.Sum(alpha**k, (k, 0, 1)))
        .by("split_term", "its one term", at=sp.Sum(alpha**k, (k, 0, 0)), last=False),
    )


INCREASING_ALPHA = Claim(
    "tokens.increasing_in_alpha",
    title="Strictly increasing in α, from the first draft on",
    statement=lt(E(alpha, gamma), E(beta, gamma)),
    domain=narrow(Domain({"alpha": UNIT, "beta": UNIT, "gamma": Naturals(1)}), lt(alpha, beta)),
    source="own derivation, by the derivative",
    depends_on=("tokens.expectation",),
    example={**EXAMPLE, "beta": Fraction(4, 5)},
    rivals=(
        Rival(
            "tokens.saturates_in_alpha",
            says="beyond some α a better drafter gains nothing: E is at its cap γ + 1",
            why_tempting="1 + γα clipped at γ + 1 looks like a saturation",
            statement=eq(E(alpha, gamma), E(beta, gamma)),
        ),
    ),
)


@derives(INCREASING_ALPHA.id)
def _increasing_in_alpha() -> tuple[Argument, ...]:
    later = sp.Sum(alpha**k, (k, 2, gamma))
    rest = sp.Sum(alpha**k, (k, 1, gamma))
    put = {alpha: beta}
    slope = 1 + sp.Sum(k * alpha ** (k - 1), (k, 2, gamma))
    return (
        _as_tail_sum(E(alpha, gamma), INCREASING_ALPHA.domain)
        .by("split_term", "the token that always comes", last=False)
        .by("split_term", "the first draft apart", at=rest, last=False)
        .by("derivative_sign", "the derivative is at least 1", of=alpha, to=beta, shown=slope)
        .back("split_term", "the first draft back", rest.subs(put), at=beta + later.subs(put), last=False)
        .back("split_term", "the token that always comes", TAIL_SUM.subs(put), at=1 + rest.subs(put), last=False)
        .back("lemma", "the tail sum", E(beta, gamma), claim=EXPECTATION, values=put),
    )


INCREASING_GAMMA = Claim(
    "tokens.increasing_in_gamma",
    title="Strictly increasing in γ, as soon as anything is accepted",
    statement=both(
        when(gt(alpha, 0), gt(E(alpha, gamma + 1), E(alpha, gamma))),
        when(eq(alpha, 0), eq(E(alpha, gamma + 1) - E(alpha, gamma), 0)),
    ),
    domain=DOMAIN,
    source="own derivation, by the added term",
    depends_on=("tokens.expectation",),
    example=EXAMPLE,
    rivals=(
        Rival(
            "tokens.stops_growing",
            says="from some draft length on a longer draft yields fewer tokens",
            why_tempting="the speedup does fall beyond its peak; E itself never does",
            statement=le(E(alpha, gamma + 1), E(alpha, gamma)),
        ),
    ),
)


@derives(INCREASING_GAMMA.id)
def _increasing_in_gamma() -> tuple[Argument, ...]:
    longer, shorter = E(alpha, gamma + 1), E(alpha, gamma)
    grown = sp.Sum(alpha**k, (k, 0, gamma + 1))
    return (
        _as_tail_sum(longer, DOMAIN, gt(alpha, 0), values={gamma: gamma + 1})
        .by("split_term", "the added term")
        .by("monotone_bound", "the added term is positive", by=TAIL_SUM, order=">", gap=alpha ** (gamma + 1))
        .back("lemma", "the tail sum", shorter, claim=EXPECTATION),
        Argument(longer - shorter, DOMAIN, (eq(alpha, 0),))
        .by("lemma", "the longer sum", at=longer, claim=EXPECTATION, values={gamma: gamma + 1})
        .by("lemma", "the shorter sum", at=shorter, claim=EXPECTATION)
        .by("split_term", "the added term", at=grown)
        .by("algebra", "the sums cancel", to=alpha ** (gamma + 1))
        .by("substitution", "nothing is accepted", values={alpha: sp.S.Zero}),
    )


DECAY = Claim(
    "tokens.power_decay",
    title="A power falls faster than 1/k",
    statement=le(k * (1 - alpha) * alpha**k, 1),
    domain=Domain({"alpha": UNIT, "k": Naturals(0)}),
    source="own derivation, by induction; it gives the limit its rate",
    not_applicable={"simulation": "an inequality between numbers: nothing is drawn"},
    example={"alpha": Fraction(7, 10), "k": Fraction(5)},
)


@derives(DECAY.id)
def _power_decay() -> tuple[Argument, ...]:
    return (
        Argument(k * (1 - alpha) * alpha**k, DECAY.domain).by(
            "induction",
            "on k: what is left of 1 shrinks by alpha and gains (1-alpha)(1-alpha^(k+1))",
            to=sp.S.One,
            over=k,
            order="<=",
            multiplier=alpha,
            rest=(1 - alpha) * (1 - alpha ** (k + 1)),
        ),
    )


BELOW_ONE = narrow(DOMAIN, lt(alpha, 1))
CAP = 1 / (1 - alpha)
RATE = 1 / ((gamma + 1) * (1 - alpha) ** 2)

LIMIT = Claim(
    "tokens.limit",
    title="Limit for long drafts",
    statement=both(
        eq(CAP - E(alpha, gamma), alpha ** (gamma + 1) / (1 - alpha)),
        le(alpha ** (gamma + 1) / (1 - alpha), RATE),
        eq(sp.Limit(E(alpha, gamma), gamma, sp.oo), CAP),
    ),
    domain=BELOW_ONE,
    source=f"{LEVIATHAN}, equation 1, for γ without bound",
    depends_on=("tokens.closed_form", "tokens.power_decay"),
    example=EXAMPLE,
    rivals=(
        Rival(
            "tokens.grows_without_bound",
            says="long enough drafts yield any number of tokens: E grows by about α for each further draft",
            why_tempting="1 + γα has no bound",
            statement=both(eq(CAP - E(alpha, gamma), CAP - LINEAR)),
        ),
    ),
)


@derives(LIMIT.id)
def _limit() -> tuple[Argument, ...]:
    e = E(alpha, gamma)
    scaled = (gamma + 1) * (1 - alpha) * alpha ** (gamma + 1)
    return (
        Argument(CAP - e, BELOW_ONE)
        .by("lemma", "the closed form", at=e, claim=CLOSED_FORM)
        .by("choose_branch", "alpha is not 1", at=CLOSED)
        .by("algebra", "over one denominator", to=alpha ** (gamma + 1) / (1 - alpha)),
        Argument(alpha ** (gamma + 1) / (1 - alpha), BELOW_ONE)
        .by("algebra", "extended by (gamma+1)(1-alpha)", to=sp.Mul(scaled, RATE, evaluate=False))
        .by("lemma", "a power falls faster than 1/k", at=scaled, claim=DECAY, values={k: gamma + 1}, order="<="),
        Argument(sp.Limit(e, gamma, sp.oo), BELOW_ONE)
        .by("lemma", "the closed form", at=e, claim=CLOSED_FORM)
        .by("choose_branch", "alpha is not 1", at=CLOSED)
        .by("limit", "the power tends to 0", rate=RATE),
    )


SECOND_SUM = sp.Sum((2 * k + 1) * alpha**k, (k, 0, gamma))

SECOND_MOMENT = Claim(
    "tokens.second_moment",
    title="Second moment by the tail",
    statement=eq(M(alpha, gamma), SECOND_SUM),
    domain=DOMAIN,
    source="own derivation: n² is the sum of the first n odd numbers",
    depends_on=("tokens.tail",),
    example=EXAMPLE,
    rivals=(
        Rival(
            "tokens.second_moment_without_odd",
            says="the second moment sums 2k α^k",
            why_tempting="n² is nearly n(n-1)",
            statement=eq(M(alpha, gamma), sp.Sum(2 * k * alpha**k, (k, 0, gamma))),
        ),
    ),
)


@derives(SECOND_MOMENT.id)
def _second_moment() -> tuple[Argument, ...]:
    here = P(n, alpha, gamma)
    tail = sp.Sum(here, (n, k + 1, gamma + 1))
    odd = sp.Sum((2 * k + 1) * here, (k, 0, n - 1))
    return (
        Argument(M(alpha, gamma), DOMAIN)
        .by("definition", "the expectation of N² under its law")
        .back("telescoping", "n² = 1 + 3 + ... + (2n-1)", odd, at=n**2 * here, antidifference=k**2 * here)
        .by("interchange", "sum first over n > k")
        .by("linearity", "the odd number taken out", at=sp.Sum((2 * k + 1) * here, (n, k + 1, gamma + 1)))
        .back("definition", "the tail", T(k, alpha, gamma), at=tail)
        .by("lemma", "position k + 1 is reached with probability alpha^k", at=T(k, alpha, gamma), claim=TAIL),
    )


VARIANCE_FORM = (alpha - (2 * gamma + 1) * (1 - alpha) * alpha ** (gamma + 1) - alpha ** (2 * gamma + 2)) / (
    1 - alpha
) ** 2

VARIANCE = Claim(
    "tokens.variance",
    title="Variance",
    statement=both(
        when(lt(alpha, 1), eq(V(alpha, gamma), VARIANCE_FORM)),
        when(eq(alpha, 1), eq(V(alpha, gamma), 0)),
    ),
    domain=DOMAIN,
    source="own derivation, from the second moment",
    depends_on=("tokens.second_moment", "tokens.closed_form"),
    example=EXAMPLE,
    rivals=(
        Rival(
            "tokens.binomial_variance",
            says="the variance is γα(1-α)",
            why_tempting="it is the variance of γ independent acceptances, the assumption behind 1 + γα",
            statement=both(when(lt(alpha, 1), eq(V(alpha, gamma), gamma * alpha * (1 - alpha)))),
        ),
        Rival(
            "tokens.geometric_variance",
            says="the variance is α/(1-α)²",
            why_tempting="it is the variance of the geometric law without the cap at γ + 1",
            statement=both(when(lt(alpha, 1), eq(V(alpha, gamma), alpha / (1 - alpha) ** 2))),
        ),
    ),
)


@derives(VARIANCE.id)
def _variance() -> tuple[Argument, ...]:
    m, e = M(alpha, gamma), E(alpha, gamma)
    odds = sp.Sum(2 * k + 1, (k, 0, gamma))

    def opened(given: Statement) -> Argument:
        return (
            Argument(V(alpha, gamma), DOMAIN, (given,))
            .by("definition", "second moment less squared mean")
            .by("lemma", "the second moment", at=m, claim=SECOND_MOMENT)
            .by("lemma", "the closed form", at=e, claim=CLOSED_FORM)
        )

    antidifference = -(alpha**k) * (2 * k / (1 - alpha) + (1 + alpha) / (1 - alpha) ** 2)
    return (
        opened(lt(alpha, 1))
        .by("choose_branch", "alpha is not 1", at=CLOSED**2)
        .by("telescoping", "an arithmetic-geometric sum", at=SECOND_SUM, antidifference=antidifference)
        .by("algebra", "over one denominator", to=VARIANCE_FORM),
        opened(eq(alpha, 1))
        .by("choose_branch", "alpha is 1", at=CLOSED**2)
        .by("substitution", "every power is 1", values={alpha: sp.S.One})
        .by("telescoping", "the sum of the odd numbers", at=odds, antidifference=k**2),
    )


POSITION_SUM = 1 + sp.Sum(sp.Product(a[i], (i, 1, k)), (k, 1, gamma))
MEAN_RATE = sp.Sum(a[i], (i, 1, gamma))

POSITIONS = Claim(
    "tokens.positions",
    title="Acceptance rate by position",
    statement=eq(E_a(a, gamma), POSITION_SUM),
    domain=Domain({"a": Sequences(UNIT), "gamma": Naturals(0)}),
    source="own derivation; constant rates give equation 1 of Leviathan et al. 2023",
    example={
        "a": (Fraction(9, 10), Fraction(4, 5), Fraction(7, 10), Fraction(3, 5), Fraction(1, 2)),
        "gamma": Fraction(5),
    },
    rivals=(
        Rival(
            "tokens.sum_of_rates",
            says="E = 1 + a_1 + ... + a_γ: the conditional rates are added up",
            why_tempting="per-position rates on a dashboard are unconditional, and those may be added",
            statement=eq(E_a(a, gamma), 1 + MEAN_RATE),
        ),
        Rival(
            "tokens.product_without_bonus",
            says="E = a_1 + a_1 a_2 + ...: one term a drafted position",
            why_tempting="the token that the target adds has no position in the draft",
            statement=eq(E_a(a, gamma), sp.Sum(sp.Product(a[i], (i, 1, k)), (k, 1, gamma))),
        ),
    ),
)


@derives(POSITIONS.id)
def _positions() -> tuple[Argument, ...]:
    here, last = P_a(n, a, gamma), P_a(gamma + 1, a, gamma)
    survive, survived = sp.Product(a[i], (i, 1, n - 1)), sp.Product(a[i], (i, 1, k))
    return (
        Argument(E_a(a, gamma), POSITIONS.domain)
        .by("definition", "the expectation of N under its law")
        .by("count_as_sum", "n tokens are n ones", at=n * here, count=n, index=k)
        .by("interchange", "sum first over n > k")
        .by("split_term", "the bonus token apart", at=sp.Sum(here, (n, k + 1, gamma + 1)))
        .by("definition", "all drafts accepted", at=last)
        .by("definition", "the law inside the draft", at=here)
        .by("choose_branch", "n <= gamma here", at=P_a.at(n, a, gamma))
        .by(
            "telescoping",
            "neighbouring products",
            at=sp.Sum(survive * (1 - a[n]), (n, k + 1, gamma)),
            antidifference=-survive,
        )
        .by("split_term", "the token that always comes", last=False),
    )


TANGENT = Claim(
    "tokens.power_tangent",
    title="A power lies above its tangents",
    statement=ge(beta**k, alpha**k + k * alpha ** (k - 1) * (beta - alpha)),
    domain=Domain({"alpha": UNIT, "beta": UNIT, "k": Naturals(1)}),
    source="own derivation, by induction",
    not_applicable={"simulation": "an inequality between numbers: nothing is drawn"},
    example={"alpha": Fraction(7, 10), "beta": Fraction(9, 10), "k": Fraction(3)},
)


@derives(TANGENT.id)
def _power_tangent() -> tuple[Argument, ...]:
    slope = k * alpha ** (k - 1)
    return (
        Argument(beta**k, TANGENT.domain).by(
            "induction",
            "on k: the gap is multiplied by beta and gains k alpha^(k-1) (beta-alpha)²",
            to=alpha**k + slope * (beta - alpha),
            over=k,
            order=">=",
            multiplier=beta,
            rest=slope * (beta - alpha) ** 2,
        ),
    )


SLOPE = sp.Sum(k * alpha ** (k - 1), (k, 1, gamma))

CONVEX = Claim(
    "tokens.convex",
    title="E lies above its tangents",
    statement=ge(E(beta, gamma), E(alpha, gamma) + (beta - alpha) * SLOPE),
    domain=Domain({"alpha": UNIT, "beta": UNIT, "gamma": Naturals(0)}),
    source="own derivation, term by term",
    depends_on=("tokens.expectation", "tokens.power_tangent"),
    example={**EXAMPLE, "beta": Fraction(9, 10)},
    rivals=(
        Rival(
            "tokens.linear_in_alpha",
            says="E rises by the same amount for each step in α: E(β) = E(α) + (β-α)γ",
            why_tempting="1 + γα is linear in α",
            statement=both(eq(E(beta, gamma), E(alpha, gamma) + (beta - alpha) * gamma)),
        ),
    ),
)


@derives(CONVEX.id)
def _convex() -> tuple[Argument, ...]:
    put = {alpha: beta}
    rest = sp.Sum(alpha**k, (k, 1, gamma))
    tangent = k * alpha ** (k - 1) * (beta - alpha)
    summed = sp.Sum(alpha**k + tangent, (k, 1, gamma))
    return (
        _as_tail_sum(E(beta, gamma), CONVEX.domain, values=put)
        .by("split_term", "the token that always comes", last=False)
        .by("lemma", "each power above its tangent", at=beta**k, claim=TANGENT, order=">=")
        .by("linearity", "the tangents apart", at=summed)
        .back("split_term", "the token that always comes", TAIL_SUM, at=1 + rest, last=False)
        .back("lemma", "the tail sum", E(alpha, gamma), at=TAIL_SUM, claim=EXPECTATION)
        .by("algebra", "the slope collected", to=E(alpha, gamma) + (beta - alpha) * SLOPE),
    )


MIXED = narrow(
    Domain({"alpha": UNIT, "beta": UNIT, "w": UNIT, "x": UNIT, "gamma": Naturals(0)}),
    eq(x, w * alpha + (1 - w) * beta),
)

PLUG_IN = Claim(
    "tokens.plug_in",
    title="The mean α put into E under-estimates E of a mixture",
    statement=ge(w * E(alpha, gamma) + (1 - w) * E(beta, gamma), E(x, gamma)),
    domain=MIXED,
    source="own derivation: E is convex in α (Jensen); two rates suffice, since convexity is a statement about two points",
    depends_on=("tokens.convex",),
    example={**EXAMPLE, "beta": Fraction(3, 10), "w": Fraction(1, 2), "x": Fraction(1, 2)},
    rivals=(
        Rival(
            "tokens.mean_rate_suffices",
            says="sequences with different α have the E of their mean α",
            why_tempting="averages are plugged into formulas as a matter of course; it is right for a linear one",
            statement=eq(w * E(alpha, gamma) + (1 - w) * E(beta, gamma), E(x, gamma)),
        ),
    ),
)


@derives(PLUG_IN.id)
def _plug_in() -> tuple[Argument, ...]:
    one, other, mean = E(alpha, gamma), E(beta, gamma), E(x, gamma)
    slope = SLOPE.subs(alpha, x)
    off = w * alpha + (1 - w) * beta - x
    return (
        Argument(w * one + (1 - w) * other, MIXED)
        .by("lemma", "above the tangent at the mean", at=one, claim=CONVEX, values={beta: alpha, alpha: x}, order=">=")
        .by("lemma", "above the tangent at the mean", at=other, claim=CONVEX, values={alpha: x}, order=">=")
        .by("algebra", "the tangents meet at the mean", to=mean + off * slope)
        .by("substitution", "x is the mean rate", at=off, values={x: w * alpha + (1 - w) * beta}),
    )


HALF = sp.Rational(1, 2)
PEAK_SIDE = E(alpha, gamma) - gamma * alpha + (beta - alpha) * (SLOPE - gamma)

PEAK = Claim(
    "tokens.linear_peak",
    title="The over-estimate of 1 + γα is largest at the root of Σ kα^(k-1) = γ",
    statement=ge(E(beta, gamma) - gamma * beta, PEAK_SIDE),
    domain=CONVEX.domain,
    source="own derivation: where the slope is γ the last term vanishes, so no β has a larger 1 + γβ - E(β)",
    depends_on=("tokens.convex",),
    example={"alpha": Fraction(2, 3), "beta": Fraction(3, 5), "gamma": Fraction(5)},
    rivals=(
        Rival(
            "tokens.peak_at_half",
            says="1 + γα is furthest off at α = 1/2",
            why_tempting="it is right for γ = 2, where the over-estimate is α(1-α)",
            statement=ge(E(beta, gamma) - gamma * beta, E(HALF, gamma) - gamma * HALF),
        ),
    ),
)


@derives(PEAK.id)
def _linear_peak() -> tuple[Argument, ...]:
    e = E(beta, gamma)
    return (
        Argument(e - gamma * beta, CONVEX.domain)
        .by("lemma", "above the tangent at alpha", at=e, claim=CONVEX, order=">=")
        .by("algebra", "the slope against gamma", to=PEAK_SIDE),
    )


SURVIVAL = Claim(
    "tokens.independent_survival",
    title="What 1 + γα computes: drafts that survive independently of those before",
    statement=eq(1 + sp.Sum(alpha, (i, 1, gamma)), LINEAR),
    domain=DOMAIN,
    source="own derivation: the expected number of survivors, each counted with probability α, and the bonus token",
    example=EXAMPLE,
    rivals=(
        Rival(
            "tokens.survival_is_acceptance",
            says="drafts that survive independently give the same mean as drafts that stop at the first rejection",
            why_tempting="both accept each reached token with probability α",
            statement=eq(1 + sp.Sum(alpha, (i, 1, gamma)), E(alpha, gamma)),
        ),
    ),
)


@derives(SURVIVAL.id)
def _independent_survival() -> tuple[Argument, ...]:
    survivors = sp.Sum(alpha, (i, 1, gamma))
    return (Argument(1 + survivors, DOMAIN).by("linearity", "gamma equal terms", at=survivors),)


CHAIN = Chain(
    "tokens",
    "Tokens per verification",
    (
        LAW, TAIL, TOTAL, EXPECTATION, CLOSED_FORM, RECURRENCE, BOUNDS, LINEAR_OVER, PEAK, SURVIVAL, INCREASING_ALPHA,
        INCREASING_GAMMA, DECAY, LIMIT, SECOND_MOMENT, VARIANCE, POSITIONS, TANGENT, CONVEX, PLUG_IN,
    ),
)  # fmt: skip
