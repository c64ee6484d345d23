"""Cases of the rule `differentiation`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import REALS, UNIT, Domain, Naturals
from draftproof.derivations.symbols import symbol

alpha, gamma, k, x = (symbol(name) for name in ("alpha", "gamma", "k", "x"))
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(1), "x": REALS})


def d(expression: sp.Expr, *by: sp.Symbol) -> sp.Derivative:
    return sp.Derivative(expression, *by)


POWERS = sp.Sum(alpha**k, (k, 1, gamma))

ACCEPTED = {
    "a power": (d(alpha**gamma, alpha), "=", gamma * alpha ** (gamma - 1), DOMAIN),
    "a product": (d(x * (1 - x), x), "=", 1 - 2 * x, DOMAIN),
    "a finite sum": (d(POWERS, alpha), "=", sp.Sum(k * alpha ** (k - 1), (k, 1, gamma)), DOMAIN),
    "twice": (d(x**3, x, x), "=", 6 * x, DOMAIN),
    "a quotient": (d(1 / (1 + alpha), alpha), "=", -1 / (1 + alpha) ** 2, DOMAIN),
}
REJECTED = {
    "the exponent kept": (d(alpha**gamma, alpha), "=", gamma * alpha**gamma, DOMAIN),
    "the factor forgotten": (d(alpha**gamma, alpha), "=", alpha ** (gamma - 1), DOMAIN),
    "a wrong sign": (d(1 - x, x), "=", sp.S.One, DOMAIN),
    "term by term, one forgotten": (d(x + x**2, x), "=", 2 * x, DOMAIN),
    "a sum's factor forgotten": (d(POWERS, alpha), "=", sp.Sum(alpha ** (k - 1), (k, 1, gamma)), DOMAIN),
    "by a natural number": (d(gamma * alpha, gamma), "=", alpha, DOMAIN),
    "by what the domain does not have": (d(symbol("c") ** 2, symbol("c")), "=", 2 * symbol("c"), DOMAIN),
    "the range depends on the variable": (
        d(sp.Sum(x, (k, 0, sp.floor(x))), x), "=", sp.Sum(1, (k, 0, sp.floor(x))), DOMAIN
    ),
    "an outer range depends on the variable": (
        d(sp.Sum(x, (k, 0, 3), (gamma, 0, sp.floor(x))), x), "=", sp.Sum(1, (k, 0, 3), (gamma, 0, sp.floor(x))), DOMAIN
    ),
    "by a sum's own index": (
        d(x * sp.Sum(x**2, (x, 0, 3)), x), "=", sp.Sum(x**2, (x, 0, 3)), DOMAIN
    ),
    "once for twice": (d(x**3, x, x), "=", 3 * x**2, DOMAIN),
    "not a derivative": (2 * x, "=", 2 * x, DOMAIN),
    "an inequality": (d(x**2, x), "<=", 2 * x, DOMAIN),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
