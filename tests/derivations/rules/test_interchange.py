"""Cases of the rule `interchange`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.symbols import symbol

alpha, gamma, n, k, i = (symbol(name) for name in ("alpha", "gamma", "n", "k", "i"))
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0)})
BODY = alpha**n * (k + 1)


def by_n(
    inner_high: sp.Expr = n - 1, high: sp.Expr = gamma + 1, low: sp.Expr | int = 1, first: sp.Expr | int = 0
) -> sp.Sum:
    return sp.Sum(BODY, (k, first, inner_high), (n, low, high))


def by_k(low: sp.Expr = k + 1, high: sp.Expr = gamma + 1, last: sp.Expr = gamma, first: sp.Expr | int = 0) -> sp.Sum:
    return sp.Sum(BODY, (n, low, high), (k, first, last))


ACCEPTED = {
    "below the diagonal": (by_n(), "=", by_k(), DOMAIN),
    "with the diagonal": (by_n(n, low=1, first=1), "=", by_k(k, last=gamma + 1, first=1), DOMAIN),
    "an empty triangle": (by_n(high=gamma), "=", by_k(high=gamma, last=gamma - 1), DOMAIN),
    "two below the diagonal": (by_n(n - 2, low=2), "=", by_k(k + 2, last=gamma - 1), DOMAIN),
}
REJECTED = {
    "the diagonal lost": (by_n(), "=", by_k(k + 2), DOMAIN),
    "the diagonal gained": (by_n(), "=", by_k(k), DOMAIN),
    "a rectangle": (by_n(), "=", by_k(sp.S.One), DOMAIN),
    "an outer end too far": (by_n(), "=", by_k(last=gamma + 1), DOMAIN),
    "an outer end too near": (by_n(), "=", by_k(last=gamma - 1), DOMAIN),
    "an inner end too near": (by_n(), "=", by_k(high=gamma), DOMAIN),
    "a start too late": (by_n(), "=", by_k(first=1), DOMAIN),
    "the corner cut off": (by_n(low=2), "=", by_k(), DOMAIN),
    "the indices confused": (by_n(), "=", sp.Sum(BODY, (k, k + 1, gamma + 1), (n, 0, gamma)), DOMAIN),
    "another body": (by_n(), "=", sp.Sum(alpha**k * (n + 1), (n, k + 1, gamma + 1), (k, 0, gamma)), DOMAIN),
    "an inner end that is not the outer index": (by_n(2 * n - 1), "=", by_k(), DOMAIN),
    "a single sum": (sp.Sum(alpha**n, (n, 1, gamma)), "=", sp.Sum(alpha**n, (n, 1, gamma)), DOMAIN),
    "three sums": (sp.Sum(BODY * i, (i, 1, 2), (k, 0, n - 1), (n, 1, gamma)), "=", by_k(), DOMAIN),
    "an inequality": (by_n(), "<=", by_k(), DOMAIN),
    "an outer end that mentions the inner index": (by_n(high=k + 3), "=", by_k(high=k + 3, last=k + 2), DOMAIN),
    "an inner end at a distance that is no number": (
        by_n(n - i, low=i),
        "=",
        by_k(k + i, last=gamma + 1 - i),
        DOMAIN.extended({"i": Naturals(1)}),
    ),
}


def test_case(case: Callable[[], None]) -> None:
    case()
