"""From the real peak to whole draft lengths: the best one is next to it, and none is where it is clipped."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from . import draft_length_figures as published
from .claims import Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, OPEN_UNIT, Domain, Naturals
from .draft_length_real import (
    CYCLE,
    HALF,
    NO_PROCESS,
    PEAK,
    POWER,
    RISES,
    D_y,
    alpha,
    c,
    gamma,
    peak,
    speed,
    y,
    y_2,
)
from .draft_length_steps import CLOSED_SPEEDUP, TIME, deficit
from .export import export
from .kernel import Argument
from .statements import Statement, both, eq, ge, le, lt, when
from .tokens_law import CLOSED, CLOSED_FORM, E

WHOLE = Domain({"alpha": OPEN_UNIT, "gamma": Naturals(0), "c": OPEN_UNIT})
AFTER_TIME = 1 + (gamma + 1) * c
scaled = (1 - alpha) * deficit
EXAMPLE = {"alpha": Fraction(7, 10), "gamma": Fraction(5), "c": Fraction(1, 20)}

BETWEEN = Claim(
    "draft_length.between_slopes",
    title="The deficit of a whole step lies between the slopes at its ends",
    statement=both(ge(scaled, D_y(alpha, gamma, c)), le(scaled, D_y(alpha, gamma + 1, c))),
    domain=WHOLE,
    source="own derivation, from 1 - α ≤ -ln α ≤ (1-α)/α",
    depends_on=("tokens.closed_form",),
    example=EXAMPLE,
    not_applicable=NO_PROCESS,
    rivals=(
        Rival(
            "draft_length.step_is_slope",
            says="a step gains where the slope at its start is upwards",
            why_tempting="a derivative is taken for a difference",
            statement=both(le(scaled, D_y(alpha, gamma, c))),
        ),
    ),
)


@derives(BETWEEN.id)
def _between() -> tuple[Argument, ...]:
    power, after = alpha ** (gamma + 1), alpha ** (gamma + 2)
    opened = (
        Argument(scaled, WHOLE)
        .by("definition", "the deficit of a step", at=deficit)
        .by("lemma", "the closed form", at=E(alpha, gamma), claim=CLOSED_FORM)
        .by("choose_branch", "alpha is not 1", at=CLOSED)
    )
    return (
        opened.by("algebra", "the power once more apart", to=c * (1 - power) - power * TIME + after * TIME)
        .by(
            "exp_tangent",
            "alpha >= 1 + ln alpha",
            at=after * TIME,
            base=alpha,
            exponent=sp.S.One,
            around=sp.S.Zero,
            factor=power * TIME,
        )
        .by("algebra", "the slope's deficit", to=D_y.at(alpha, gamma, c))
        .back("definition", "the deficit", D_y(alpha, gamma, c)),
        opened.by("algebra", "at the longer draft", to=c * (1 - after) + after * AFTER_TIME - power * AFTER_TIME)
        .by(
            "exp_tangent",
            "1 >= alpha (1 - ln alpha)",
            at=-power * AFTER_TIME,
            base=alpha,
            exponent=sp.S.Zero,
            around=sp.S.One,
            factor=-power * AFTER_TIME,
        )
        .by("algebra", "the slope's deficit", to=D_y.at(alpha, gamma + 1, c))
        .back("definition", "the deficit", D_y(alpha, gamma + 1, c)),
    )


before_peak, past_peak = le(gamma + 1, peak), both(ge(peak, 0), le(peak, gamma))

NEIGHBOURS = Claim(
    "draft_length.floor_or_ceiling",
    title="The best whole length is γ* rounded down or up",
    statement=both(when(before_peak, le(deficit, 0)), when(past_peak, ge(deficit, 0))),
    domain=WHOLE,
    source="own derivation: up to the floor of γ* no draft loses, from its ceiling on none gains; between the two the "
    "marginal rule decides",
    depends_on=("draft_length.between_slopes", "draft_length.real_deficit_rises", "draft_length.real_peak"),
    example=EXAMPLE,
    not_applicable=NO_PROCESS,
    figures=(published.near_tie(export(CLOSED_SPEEDUP.subs(gamma, gamma + 1) - CLOSED_SPEEDUP)),),
    rivals=(
        Rival(
            "draft_length.nearest_integer",
            says="the best whole length is the one nearest to γ*",
            why_tempting="the curve is taken to be symmetric about its peak; it falls more slowly than it rises",
            statement=both(when(both(ge(peak, 0), lt(peak, gamma + HALF)), ge(deficit, 0))),
        ),
    ),
)


@derives(NEIGHBOURS.id)
def _neighbours() -> tuple[Argument, ...]:
    def bounded(given: Statement, order: str, end: sp.Expr, values: dict[sp.Symbol, sp.Expr]) -> Argument:
        return (
            Argument(deficit, WHOLE, (given,))
            .by("algebra", "extended by 1 - alpha", to=sp.Mul(scaled, 1 / (1 - alpha), evaluate=False))
            .by("lemma", "between the slopes", at=scaled, claim=BETWEEN, order=order)
            .by(
                "lemma",
                "the slope's deficit never falls",
                at=D_y(alpha, end, c),
                claim=RISES,
                values=values,
                order=order,
            )
            .by("lemma", "it vanishes at the peak", at=D_y(alpha, peak, c), claim=PEAK)
        )

    return (
        bounded(before_peak, "<=", gamma + 1, {y: gamma + 1, y_2: peak}),
        bounded(past_peak, ">=", gamma, {y_2: gamma, y: peak}),
    )


START = -alpha * sp.log(alpha)
ABOVE = 1 + y * (START - c * (1 - alpha)) / ((1 - alpha) * CYCLE)
ANY_COST = Domain({"alpha": OPEN_UNIT, "y": NONNEGATIVE, "c": NONNEGATIVE})

CLIP = Claim(
    "draft_length.real_clip",
    title="The real curve leaves 1 upwards exactly where c < αλ/(1-α), which is above α",
    statement=both(
        eq(D_y(alpha, 0, c), c * (1 - alpha) - START),
        le(speed, ABOVE),
        le(alpha, START / (1 - alpha)),
    ),
    domain=ANY_COST,
    source="own derivation: for α < c < αλ/(1-α) a fraction of a draft would pay, a whole one does not; so the length "
    "is clipped where α ≤ c, not where γ* ≤ 0",
    example={"alpha": Fraction(1, 2), "y": Fraction(3, 10), "c": Fraction(3, 5)},
    not_applicable=NO_PROCESS,
    rivals=(
        Rival(
            "draft_length.real_curve_clipped_too",
            says="for α ≤ c no real length beats plain decoding either",
            why_tempting="it is right for whole lengths",
            blind={"proof": "a rational model cannot be put back into the claim: its own two sides are irrational"},
            statement=both(when(le(alpha, c), le(speed, 1))),
        ),
    ),
)


@derives(CLIP.id)
def _clip() -> tuple[Argument, ...]:
    return (
        Argument(D_y(alpha, 0, c), ANY_COST)
        .by("definition", "the deficit")
        .by("algebra", "at no draft", to=c * (1 - alpha) - START),
        Argument(speed, ANY_COST)
        .by("definition", "the real curve")
        .by(
            "exp_tangent",
            "the tangent at no draft",
            at=-POWER,
            base=alpha,
            exponent=y + 1,
            around=sp.S.One,
            factor=sp.S.NegativeOne,
        )
        .by("algebra", "against 1", to=ABOVE),
        Argument(alpha, ANY_COST)
        .by("algebra", "extended by 1 - alpha", to=sp.Mul(alpha - alpha**2, 1 / (1 - alpha), evaluate=False))
        .by(
            "exp_tangent",
            "alpha >= 1 + ln alpha",
            at=-(alpha**2),
            base=alpha,
            exponent=sp.S.One,
            around=sp.S.Zero,
            factor=-alpha,
        )
        .by("algebra", "in the usual order", to=START / (1 - alpha)),
    )
