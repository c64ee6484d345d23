"""Between which values E lies, and the misconception 1 + gamma·alpha: what it makes of E, and what it computes instead."""

from __future__ import annotations

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, when
from .tokens_law import (
    CLOSED,
    CLOSED_FORM,
    DOMAIN,
    EXAMPLE,
    EXPECTATION,
    LEVIATHAN,
    LINEAR,
    E,
    alpha,
    as_tail_sum,
    gamma,
    i,
    k,
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
        as_tail_sum(e, DOMAIN)
        .by("split_term", "the token that always comes", last=False)
        .by("monotone_bound", "no term is negative", by=sp.S.One, order=">=", gap=rest),
        as_tail_sum(e, DOMAIN)
        .by("monotone_bound", "no probability exceeds 1", by=sp.S.One)
        .by("linearity", "gamma + 1 ones"),
        Argument(e, DOMAIN, (eq(alpha, 0),))
        .by("lemma", "the closed form", claim=CLOSED_FORM)
        .by("choose_branch", "alpha is not 1")
        .by("substitution", "nothing is accepted", values={alpha: sp.S.Zero}),
        as_tail_sum(e, DOMAIN, eq(gamma, 0))
        .by("substitution", "nothing is drafted", values={gamma: sp.S.Zero})
        .by("split_term", "its one term"),
        Argument(e, DOMAIN, (eq(alpha, 1),))
        .by("lemma", "the closed form", claim=CLOSED_FORM)
        .by("choose_branch", "alpha is 1"),
        as_tail_sum(e, DOMAIN, some)
        .by("split_term", "the token that always comes", last=False)
        .by("monotone_bound", "at least one further term, each positive", by=sp.S.One, order=">", gap=rest),
        as_tail_sum(e, DOMAIN, fails)
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
        as_tail_sum(e, DOMAIN)
        .by("split_term", "the token that always comes", last=False)
        .by("monotone_bound", "alpha^k <= alpha for k >= 1", at=rest, by=alpha, gap=gap)
        .by("linearity", "gamma equal terms", at=sp.Sum(alpha, (k, 1, gamma)))
        .by("algebra", "in the usual order", to=LINEAR),
        as_tail_sum(e, DOMAIN, both(gt(alpha, 0), lt(alpha, 1), ge(gamma, 2)))
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


SURVIVAL = Claim(
    "tokens.independent_survival",
    title="What the misconception 1 + γα computes: drafts that survive independently of those before",
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
