"""E is convex in alpha: what a mean acceptance rate hides, and where 1 + gamma·alpha is furthest off."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import UNIT, Domain, Naturals
from .kernel import Argument
from .statements import both, eq, ge, narrow
from .symbols import symbol
from .tokens_law import (
    EXAMPLE,
    EXPECTATION,
    TAIL_SUM,
    E,
    alpha,
    as_tail_sum,
    beta,
    gamma,
    k,
)

w, x = symbol("w"), symbol("x")

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
        as_tail_sum(E(beta, gamma), CONVEX.domain, values=put)
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
    source="own derivation: E is convex in α (Jensen); two rates suffice, as for any convex function",
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
