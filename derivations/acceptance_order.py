"""What r says of alpha: at one gamma its order is that of alpha, at two it is not. Part of the chain `acceptance`."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .acceptance_ratio import BETWEEN, EXAMPLE, MEAN, RATIO, alpha, gamma, k, r
from .claims import Claim, Rival
from .derive import derives
from .domain import OPEN_UNIT, UNIT, Domain, Naturals
from .kernel import Argument
from .statements import both, eq, ge, lt, narrow, when
from .symbols import symbol
from .tokens_growth import INCREASING_ALPHA as E_INCREASING
from .tokens_law import E

beta = symbol("beta")

INCREASING = Claim(
    "acceptance.increasing_in_alpha",
    title="r strictly increases in α",
    statement=lt(r(alpha, gamma), r(beta, gamma)),
    domain=narrow(Domain({"alpha": UNIT, "beta": UNIT, "gamma": Naturals(1)}), lt(alpha, beta)),
    source="own derivation: E strictly increases in α",
    depends_on=("acceptance.ratio", "tokens.increasing_in_alpha"),
    example={**EXAMPLE, "beta": Fraction(4, 5)},
    rivals=(
        Rival(
            "acceptance.ratio_hides_alpha",
            says="for long drafts r is about the same for every drafter",
            why_tempting="late positions rarely get a chance, whoever drafts",
            statement=eq(r(alpha, gamma), r(beta, gamma)),
        ),
    ),
)


@derives(INCREASING.id)
def _increasing() -> tuple[Argument, ...]:
    return (
        Argument(r(alpha, gamma), INCREASING.domain)
        .by("lemma", "accepted over drafted", claim=RATIO)
        .by("lemma", "E increases in alpha", at=E(alpha, gamma), claim=E_INCREASING, order="<")
        .back("lemma", "accepted over drafted", r(beta, gamma), claim=RATIO, values={alpha: beta}),
    )


INVERSE = Claim(
    "acceptance.unique_inverse",
    title="r and γ determine α",
    statement=both(
        when(lt(alpha, beta), lt(r(alpha, gamma), r(beta, gamma))),
        when(lt(beta, alpha), lt(r(beta, gamma), r(alpha, gamma))),
        eq(r(0, gamma), 0),
        eq(r(1, gamma), 1),
    ),
    domain=Domain({"alpha": UNIT, "beta": UNIT, "gamma": Naturals(1)}),
    source="own derivation: two different rates never share a ratio, and r runs from 0 to 1",
    depends_on=("acceptance.increasing_in_alpha", "acceptance.between"),
    assumes=("a polynomial in α takes every value between those at its ends (intermediate value theorem)",),
    example={"alpha": Fraction(18, 25), "beta": Fraction(7, 10), "gamma": Fraction(5)},
    rivals=(
        Rival(
            "acceptance.inverse_is_ambiguous",
            says="above some α two rates share one ratio: r is at its largest before α = 1",
            why_tempting="formulas with 1 - α in the denominator look as if something happened near 1",
            statement=both(
                when(lt(alpha, beta), lt(r(alpha, gamma), r(beta, gamma))),
                when(lt(beta, alpha), lt(r(alpha, gamma), r(beta, gamma))),
            ),
        ),
        Rival(
            "acceptance.inverse_without_gamma",
            says="equal ratios mean equal drafters: the order of r is the order of α at whatever draft lengths",
            why_tempting="α is read off r without asking for γ",
            statement=both(
                when(lt(alpha, beta), lt(r(alpha, gamma), r(beta, gamma + 1))),
                when(lt(beta, alpha), lt(r(beta, gamma), r(alpha, gamma + 1))),
            ),
        ),
    ),
)


@derives(INVERSE.id)
def _inverse() -> tuple[Argument, ...]:
    domain, swapped = INVERSE.domain, {alpha: beta, beta: alpha}
    here, there = r(alpha, gamma), r(beta, gamma)

    def end(value: int) -> Argument:
        return Argument(r(value, gamma), domain).by("lemma", "an end", claim=BETWEEN, values={alpha: sp.Integer(value)})

    return (
        Argument(here, domain, (lt(alpha, beta),)).by("lemma", "r increases", claim=INCREASING, order="<"),
        Argument(there, domain, (lt(beta, alpha),)).by(
            "lemma", "r increases", claim=INCREASING, order="<", values=swapped
        ),
        end(0),
        end(1),
    )


SHORT, LONG = r(beta, 1), r(alpha, 2)

ORDER_FLIPS = Claim(
    "acceptance.order_flips",
    title="A worse drafter shows the better r at a shorter draft",
    statement=lt(LONG, SHORT),
    domain=narrow(Domain({"alpha": OPEN_UNIT, "beta": OPEN_UNIT}), lt(beta, alpha), lt(alpha / 2 + alpha**2 / 2, beta)),
    source="own derivation: a range of worse rates β for every α; α = .5 at γ = 2 shows .375, β = .45 at γ = 1 .45",
    depends_on=("acceptance.mean_over_positions", "acceptance.between"),
    example={"alpha": Fraction(1, 2), "beta": Fraction(9, 20)},
    rivals=(
        Rival(
            "acceptance.compared_across_gamma",
            says="of two drafters the one with the higher r is the better one, whatever their draft lengths",
            why_tempting="dashboards show r side by side, and γ stands elsewhere in the configuration",
            statement=ge(LONG, SHORT),
        ),
    ),
)


@derives(ORDER_FLIPS.id)
def _order_flips() -> tuple[Argument, ...]:
    one = {alpha: beta, gamma: sp.S.One}
    two = sp.Sum(alpha**k, (k, 1, 2))
    return (
        Argument(LONG, ORDER_FLIPS.domain)
        .by("lemma", "the mean over two positions", claim=MEAN, values={gamma: sp.Integer(2)})
        .by("split_term", "its last term", at=two)
        .by("split_term", "its first term", at=sp.Sum(alpha**k, (k, 1, 1)))
        .by("monotone_bound", "beta lies above it", by=beta, order="<")
        .back("lemma", "one draft: r is the rate itself", SHORT, claim=BETWEEN, values=one),
    )
