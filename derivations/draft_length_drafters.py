"""From one drafter to the next: the best length moves with its cost and its acceptance rate, and what that is worth."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from . import draft_length_figures as published
from .claims import Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, UNIT, Domain, Naturals
from .draft_cost_times import S
from .draft_length_steps import (
    ADDED,
    CLOSED_SPEEDUP,
    DOMAIN,
    GAIN,
    LAST_POWER,
    SEED,
    TIME,
    D,
    alpha,
    beta,
    c,
    c_2,
    deficit,
    gamma,
    here,
    longer,
    tokens_here,
    tokens_longer,
)
from .export import export
from .kernel import Argument
from .statements import both, eq, ge, le, narrow
from .symbols import symbol
from .tokens_law import EXPECTATION, TAIL_SUM, E

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
            "induction",
            "on gamma: the difference grows with each draft",
            to=c * TAIL_SUM - GAIN,
            over=gamma,
            order="<=",
            rest=(c - c_2) * (gamma + 1) * power * (1 - alpha),
        )
        .back("lemma", "the tail sum", tokens_here, at=TAIL_SUM, claim=EXPECTATION)
        .back("definition", "the deficit", deficit),
    )


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
                "induction",
                "on gamma: beta multiplies, and what is added has the sign of beta - alpha",
                at=power * tail,
                to=other * TAIL_SUM,
                over=gamma,
                order="<=",
                multiplier=beta,
                rest=(beta - alpha) * (power * tail + power * other),
            )
            .back("lemma", "the tail sum", tokens_here, at=TAIL_SUM, claim=EXPECTATION)
        )

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
    source="own derivation: so for α > 0 a draft that does not lose at (α, c) does not lose at any (β, c′) "
    "with β ≥ α and c′ ≤ c",
    depends_on=("draft_length.cheaper", "draft_length.likelier"),
    example={
        "alpha": Fraction(7, 10),
        "gamma": Fraction(2),
        "c": Fraction(77, 500),
        "beta": Fraction(4, 5),
        "c_2": Fraction(1, 20),
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
)


@derives(MONOTONE.id)
def _monotone() -> tuple[Argument, ...]:
    power = alpha ** (gamma + 1)
    return (
        Argument(power * better, BETTER)
        .by("lemma", "cheaper drafts", at=better, claim=CHEAPER, values={alpha: beta}, order="<=")
        .by("lemma", "likelier drafts", claim=LIKELIER, order="<="),
    )


CHANGES = DOMAIN.extended({"c_2": NONNEGATIVE})
OFF = CLOSED_SPEEDUP.subs(gamma, symbol("delta"))
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
    depends_on=("draft_length.added", "draft_length.last_power"),
    example=SEED | {"c_2": Fraction(1, 20)},
    figures=tuple(published.steps_off(export(1 - OFF / CLOSED_SPEEDUP), export(OFF.subs(c, c_2) / CLOSED_SPEEDUP - 1))),
    rivals=(
        Rival(
            "draft_length.cost_by_the_ratio",
            says="drafts at a third of the cost triple the speedup",
            why_tempting="the speedup is taken to be inversely proportional to the draft cost; the target's time stays",
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
        .by(
            "monotone_bound",
            "the added power is not negative",
            at=tokens_here + added,
            by=tokens_here,
            order=">=",
            gap=added,
        )
        .by("algebra", "extended by the cycle time", to=sp.Mul(tokens_here / TIME, TIME / NEXT_TIME, evaluate=False))
        .back("definition", "the speedup", here, at=tokens_here / TIME),
        Argument(longer, CHANGES)
        .by("definition", "the speedup one draft longer")
        .by("lemma", "one more draft adds its power", at=tokens_longer, claim=ADDED)
        .by("monotone_bound", "the next power is smaller", at=added, by=power, gap=power * (1 - alpha))
        .by("algebra", "extended by gamma + 1", at=power, to=sp.Mul(share, 1 / (gamma + 1), evaluate=False))
        .by(
            "lemma",
            "E is at least gamma + 1 times its last power",
            at=share,
            claim=LAST_POWER,
            order="<=",
        )
        .by(
            "monotone_bound",
            "the longer cycle takes longer",
            by=tokens_here * (gamma + 2) / ((gamma + 1) * TIME),
            gap=tokens_here * (gamma + 2) * c / ((gamma + 1) * TIME * NEXT_TIME),
        )
        .by("algebra", "in the usual order", to=sp.Mul(tokens_here / TIME, (gamma + 2) / (gamma + 1), evaluate=False))
        .back("definition", "the speedup", here, at=tokens_here / TIME),
        Argument(cheap, CHANGES)
        .by("definition", "the speedup at the other cost")
        .by(
            "algebra",
            "extended by the cycle time",
            to=sp.Mul(tokens_here / TIME, TIME / (1 + gamma * c_2), evaluate=False),
        )
        .back("definition", "the speedup", here, at=tokens_here / TIME),
    )
