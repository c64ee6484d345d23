"""Cases of the rule `split_term`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import UNIT, Domain, Naturals, Sequences
from draftproof.derivations.symbols import sequence, symbol

alpha, gamma, k, i, n = (symbol(name) for name in ("alpha", "gamma", "k", "i", "n"))
a = sequence("a")
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0), "a": Sequences(UNIT), "i": Naturals(1)})
FROM_ONE = DOMAIN.extended({"gamma": Naturals(1)})


def powers(low: int, high: sp.Expr = gamma) -> sp.Sum:
    return sp.Sum(alpha**k, (k, low, high))


FIRST = {"last": False}
SURVIVAL = sp.Product(a[i], (i, 1, k))
INNER = 1 + sp.Sum(alpha**i, (i, 1, k))

ACCEPTED = {
    "the last term": (powers(0), "=", alpha**gamma + powers(0, gamma - 1), DOMAIN),
    "the first term": (powers(0), "=", 1 + powers(1), DOMAIN, FIRST),
    "a range that is not empty here": (powers(1), "=", alpha + powers(2), FROM_ONE, FIRST),
    "the only term": (powers(0, sp.S.Zero), "=", sp.S.One, DOMAIN),
    "an empty product": (sp.Sum(SURVIVAL, (k, 0, gamma)), "=", 1 + sp.Sum(SURVIVAL, (k, 1, gamma)), DOMAIN, FIRST),
    "a sum in the term, which stays": (
        sp.Sum(INNER, (k, 0, gamma)),
        "=",
        1 + sp.Sum(alpha**i, (i, 1, gamma)) + sp.Sum(INNER, (k, 0, gamma - 1)),
        DOMAIN,
    ),
    "a sum of one term in the term": (
        sp.Sum(INNER, (k, 1, gamma)),
        "=",
        1 + alpha + sp.Sum(INNER, (k, 2, gamma)),
        FROM_ONE,
        FIRST,
    ),
}
REJECTED = {
    "a range that may be empty": (powers(1), "=", alpha + powers(2), DOMAIN, FIRST),
    "a last term that may not be there": (powers(1), "=", alpha**gamma + powers(1, gamma - 1), DOMAIN),
    "the wrong term": (powers(0), "=", alpha ** (gamma + 1) + powers(0, gamma - 1), DOMAIN),
    "the term kept as well": (powers(0), "=", alpha**gamma + powers(0), DOMAIN),
    "the term dropped": (powers(0), "=", powers(0, gamma - 1), DOMAIN),
    "the first term wrong": (powers(0), "=", alpha + powers(1), DOMAIN, FIRST),
    "an empty product taken for 0": (
        sp.Sum(SURVIVAL, (k, 0, gamma)), "=", sp.Sum(SURVIVAL, (k, 1, gamma)), DOMAIN, FIRST
    ),
    "two terms": (powers(0), "=", alpha**gamma + alpha ** (gamma - 1) + powers(0, gamma - 2), DOMAIN),
    "a term that would be captured": (
        sp.Sum(sp.Sum(k * i, (i, 1, 3)), (k, 1, i)),
        "=", sp.Sum(i**2, (i, 1, 3)) + sp.Sum(sp.Sum(k * i, (i, 1, 3)), (k, 1, i - 1)), DOMAIN,
    ),
    "an inequality": (powers(0), ">=", 1 + powers(1), DOMAIN, FIRST),
    "a product": (sp.Product(alpha, (k, 0, gamma)), "=", alpha * sp.Product(alpha, (k, 0, gamma - 1)), DOMAIN),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
