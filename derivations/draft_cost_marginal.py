"""One draft more: what it brings and what it costs, and why a cheaper drafter drafts longer."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import NONNEGATIVE, UNIT, Domain, Naturals
from .draft_cost_times import CONSTANT, CYCLE_COST, ONE_STEP, S
from .kernel import Argument
from .statements import Statement, both, eq, ge, gt, le, lt, narrow, when
from .symbols import symbol
from .tokens_law import EXPECTATION, LEVIATHAN, TAIL_SUM, E

alpha, gamma, c, c_2, k = (symbol(name) for name in ("alpha", "gamma", "c", "c_2", "k"))

EXAMPLE = {"alpha": Fraction(7, 10), "gamma": Fraction(4), "c": Fraction("0.154")}
NEXT_COST = 1 + (gamma + 1) * c
WEIGHT = 1 + (1 - alpha) * sp.Sum(k * alpha**k, (k, 1, gamma))
NEXT_TOKEN = alpha ** (gamma + 1)

DILUTION = Claim(
    "draft_cost.dilution",
    title="What one draft more costs all tokens of the cycle",
    statement=both(eq(E(alpha, gamma) - gamma * NEXT_TOKEN, WEIGHT), ge(WEIGHT, 1)),
    domain=Domain({"alpha": UNIT, "gamma": Naturals(0)}),
    source="own derivation, by induction",
    depends_on=("tokens.expectation",),
    example={"alpha": Fraction(7, 10), "gamma": Fraction(4)},
)


@derives(DILUTION.id)
def _dilution() -> tuple[Argument, ...]:
    return (
        Argument(E(alpha, gamma) - gamma * NEXT_TOKEN, DILUTION.domain)
        .by("lemma", "the tail sum", at=E(alpha, gamma), claim=EXPECTATION)
        .by("induction", "on gamma: both sides grow by (gamma+1) alpha^(gamma+1) (1-alpha)", to=WEIGHT, over=gamma),
        Argument(WEIGHT, DILUTION.domain).by(
            "monotone_bound", "the sum is never negative", by=sp.S.One, order=">=", gap=WEIGHT - 1
        ),
    )


MARGINAL_GAIN = (NEXT_TOKEN - c * WEIGHT) / (CYCLE_COST * NEXT_COST)
LONGER = S(alpha, gamma + 1, c) - S(alpha, gamma, c)

MARGINAL = Claim(
    "draft_cost.one_draft_more",
    title="One draft more: a token with probability α^(γ+1), paid by all tokens of the cycle",
    statement=eq(LONGER, MARGINAL_GAIN),
    domain=Domain({"alpha": UNIT, "gamma": Naturals(0), "c": NONNEGATIVE}),
    source=f"own derivation, from theorem 3.8 of {LEVIATHAN}",
    depends_on=("tokens.expectation", "draft_cost.dilution"),
    assumes=(ONE_STEP, CONSTANT),
    example=EXAMPLE,
    rivals=(
        Rival(
            "draft_cost.token_less_step",
            says="one draft more changes the speedup by α^(γ+1) - c",
            why_tempting="a token gained less a draft step paid; but both are per cycle, and the cycle becomes longer",
            statement=eq(LONGER, NEXT_TOKEN - c),
        ),
    ),
)


@derives(MARGINAL.id)
def _one_draft_more() -> tuple[Argument, ...]:
    longer, grown = S(alpha, gamma + 1, c), sp.Sum(alpha**k, (k, 0, gamma + 1))
    weight = E(alpha, gamma) - gamma * NEXT_TOKEN
    return (
        Argument(LONGER, MARGINAL.domain)
        .by("definition", "one draft longer", at=longer)
        .by("definition", "the shorter draft", at=S(alpha, gamma, c))
        .by("lemma", "the tail sum", at=E(alpha, gamma + 1), claim=EXPECTATION, values={gamma: gamma + 1})
        .by("split_term", "the added token", at=grown)
        .back("lemma", "the tail sum", E(alpha, gamma), at=TAIL_SUM, claim=EXPECTATION)
        .by("algebra", "over one denominator", to=(NEXT_TOKEN - c * weight) / (CYCLE_COST * NEXT_COST))
        .by("lemma", "what all tokens pay", at=weight, claim=DILUTION),
    )


THRESHOLD = NEXT_TOKEN / WEIGHT

PAYS_MORE = Claim(
    "draft_cost.longer_pays",
    title="One draft more pays below a threshold of c",
    statement=both(
        when(lt(c, THRESHOLD), gt(LONGER, 0)),
        when(gt(c, THRESHOLD), lt(LONGER, 0)),
        when(eq(c, THRESHOLD), eq(LONGER, 0)),
    ),
    domain=Domain({"alpha": UNIT, "gamma": Naturals(0), "c": UNIT}),
    source="own derivation; for γ = 0 the threshold is α",
    depends_on=("draft_cost.one_draft_more",),
    assumes=(ONE_STEP, CONSTANT),
    example=EXAMPLE,
    rivals=(
        Rival(
            "draft_cost.next_token_against_c",
            says="one draft more pays while α^(γ+1) exceeds c",
            why_tempting="a token gained against a step paid; at a speedup above 1 a step is worth more than a token",
            statement=when(gt(NEXT_TOKEN, c), gt(LONGER, 0)),
        ),
        Rival(
            "draft_cost.every_length_pays",
            says="where α > c, every further draft pays",
            why_tempting="α > c is the condition for the first draft; late drafts are rarely reached but always paid",
            statement=when(gt(alpha, c), gt(LONGER, 0)),
        ),
    ),
)


@derives(PAYS_MORE.id)
def _longer_pays() -> tuple[Argument, ...]:
    def at(given: Statement) -> Argument:
        return Argument(LONGER, PAYS_MORE.domain, (given,)).by("lemma", "one draft more", claim=MARGINAL)

    def signed(order: str, given: Statement, room: sp.Expr) -> Argument:
        gap = WEIGHT * room / (CYCLE_COST * NEXT_COST)
        return at(given).by("monotone_bound", "the threshold decides", by=sp.S.Zero, order=order, gap=gap)

    return (
        signed(">", lt(c, THRESHOLD), THRESHOLD - c),
        signed("<", gt(c, THRESHOLD), c - THRESHOLD),
        at(eq(c, THRESHOLD)).by("substitution", "at the threshold", values={c: THRESHOLD}),
    )


CHEAP_LONGER = LONGER.subs({c: c_2})

CHEAPER_LONGER = Claim(
    "draft_cost.cheaper_drafts_longer",
    title="A draft that is too long for a cheaper drafter is too long for a dearer one",
    statement=when(le(CHEAP_LONGER, 0), le(LONGER, 0)),
    domain=narrow(Domain({"alpha": UNIT, "gamma": Naturals(0), "c": UNIT, "c_2": UNIT}), lt(c_2, c)),
    source="own derivation; so the best draft length never falls as c falls: heads at c of a few percent draft longest",
    depends_on=("draft_cost.one_draft_more",),
    assumes=(ONE_STEP, CONSTANT),
    example={**EXAMPLE, "c_2": Fraction("0.05")},
    rivals=(
        Rival(
            "draft_cost.one_length_for_all",
            says="the best length is a matter of α alone: what is too long for one drafter is so for a cheaper one",
            why_tempting="a draft is cut short by rejections, and those do not depend on the draft's cost",
            statement=when(le(LONGER, 0), le(CHEAP_LONGER, 0)),
        ),
    ),
)


@derives(CHEAPER_LONGER.id)
def _cheaper_drafts_longer() -> tuple[Argument, ...]:
    put = {c: c_2}
    costs, cheap_costs, cheap_gain = CYCLE_COST * NEXT_COST, (CYCLE_COST * NEXT_COST).subs(put), MARGINAL_GAIN.subs(put)
    dearer = (c - c_2) * WEIGHT
    split = (sp.Mul(cheap_costs, cheap_gain, evaluate=False) - dearer) / costs
    return (
        Argument(LONGER, CHEAPER_LONGER.domain, (le(CHEAP_LONGER, 0),))
        .by("lemma", "one draft more", claim=MARGINAL)
        .by("algebra", "the cheaper drafter's gain", to=split)
        .back("lemma", "one draft more", CHEAP_LONGER, at=cheap_gain, claim=MARGINAL, values=put)
        .by(
            "monotone_bound", "nothing is gained there, and more is paid here",
            by=sp.S.Zero, gap=(cheap_costs * -CHEAP_LONGER + dearer) / costs,
        ),
    )  # fmt: skip
