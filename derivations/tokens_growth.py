"""How E grows with alpha and gamma, and where it ends."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import UNIT, Domain, Naturals
from .kernel import Argument
from .statements import both, eq, gt, le, lt, narrow, when
from .tokens_law import (
    CLOSED,
    CLOSED_FORM,
    DOMAIN,
    EXAMPLE,
    EXPECTATION,
    LEVIATHAN,
    LINEAR,
    TAIL_SUM,
    E,
    alpha,
    as_tail_sum,
    beta,
    gamma,
    k,
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
        as_tail_sum(E(alpha, gamma), INCREASING_ALPHA.domain)
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
        as_tail_sum(longer, DOMAIN, gt(alpha, 0), values={gamma: gamma + 1})
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
