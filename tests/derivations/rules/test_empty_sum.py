"""Cases of the rule `empty_sum`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.symbols import symbol

alpha, gamma, k, n = (symbol(name) for name in ("alpha", "gamma", "k", "n"))
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0), "n": Naturals(1)})
AT_ZERO = DOMAIN.extended({"gamma": Naturals(0, 0)})


def powers(low: sp.Expr | int, high: sp.Expr | int) -> sp.Sum:
    return sp.Sum(alpha**k, (k, low, high))


ACCEPTED = {
    "between numbers": (powers(1, 0), "=", sp.S.Zero, DOMAIN),
    "from gamma + 1 to gamma": (powers(gamma + 1, gamma), "=", sp.S.Zero, DOMAIN),
    "two products that differ by 1": (powers(n * gamma, gamma * n - 1), "=", sp.S.Zero, DOMAIN),
}
REJECTED = {
    "one term": (powers(1, 1), "=", sp.S.Zero, DOMAIN),
    "reversed by two": (powers(2, 0), "=", sp.S.Zero, DOMAIN),
    "ends whose sum is -1": (powers(-1, 0), "=", sp.S.Zero, DOMAIN),
    "perhaps empty": (powers(1, gamma), "=", sp.S.Zero, DOMAIN),
    "empty by the domain alone": (powers(1, gamma), "=", sp.S.Zero, AT_ZERO),
    "another value": (powers(1, 0), "=", sp.S.One, DOMAIN),
    "an inequality": (powers(1, 0), "<=", sp.S.Zero, DOMAIN),
    "a product": (sp.Product(alpha, (k, 1, 0)), "=", sp.S.Zero, DOMAIN),
    "two sums": (sp.Sum(alpha**k, (k, 1, 0), (n, 1, 0)), "=", sp.S.Zero, DOMAIN),
    "not a sum": (alpha, "=", sp.S.Zero, DOMAIN),
}


def test_case(case: Callable[[], None]) -> None:
    case()
