"""Second moment and variance of the number of emitted tokens."""

from __future__ import annotations

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .kernel import Argument
from .statements import Statement, both, eq, lt, when
from .symbols import quantity
from .tokens_law import (
    CLOSED,
    CLOSED_FORM,
    DOMAIN,
    EXAMPLE,
    TAIL,
    E,
    P,
    T,
    alpha,
    gamma,
    k,
    n,
)

M = quantity("M_N", sp.Sum(n**2 * P(n, alpha, gamma), (n, 1, gamma + 1)))
V = quantity("V_N", M(alpha, gamma) - E(alpha, gamma) ** 2)

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
        .by("algebra", "over one denominator", form="factor")
        .by("algebra", "ordered by powers of alpha", to=VARIANCE_FORM),
        opened(eq(alpha, 1))
        .by("choose_branch", "alpha is 1", at=CLOSED**2)
        .by("substitution", "every power is 1", values={alpha: sp.S.One})
        .by("telescoping", "the sum of the odd numbers", at=odds, antidifference=k**2),
    )
