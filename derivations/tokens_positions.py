"""Acceptance rate by position."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from .claims import Claim, Rival
from .derive import derives
from .domain import UNIT, Domain, Naturals, Sequences
from .kernel import Argument
from .statements import eq
from .symbols import quantity, sequence
from .tokens_law import (
    gamma,
    i,
    k,
    n,
)

a = sequence("a")
ALL_ACCEPTED = sp.Product(a[i], (i, 1, gamma))
P_a = quantity("P_a", sp.Piecewise((sp.Product(a[i], (i, 1, n - 1)) * (1 - a[n]), n <= gamma), (ALL_ACCEPTED, True)))
E_a = quantity("E_a", sp.Sum(n * P_a(n, a, gamma), (n, 1, gamma + 1)))

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
    survive = sp.Product(a[i], (i, 1, n - 1))
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
