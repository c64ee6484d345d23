"""Cases of the rule `algebra`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import POSITIVE, REALS, UNIT, Domain, Naturals
from draftproof.derivations.expr import Node, num, sym
from draftproof.derivations.symbols import symbol

alpha, beta, gamma, k, x, c = (symbol(name) for name in ("alpha", "beta", "gamma", "k", "x", "c"))
DOMAIN = Domain({"alpha": UNIT, "beta": UNIT, "gamma": Naturals(0), "x": REALS, "c": POSITIVE})
BELOW_ONE = DOMAIN.given(Node("lt", (sym("alpha"), num(1))))
APART = DOMAIN.given(Node("ne", (sym("x"), num(2))))
AT_ZERO = DOMAIN.given(Node("eq", (sym("alpha"), num(0))))
AT_LEAST_TWO = DOMAIN.extended({"gamma": Naturals(2)})


def terms(low: int, high: sp.Expr) -> sp.Sum:
    return sp.Sum(alpha**k, (k, low, high))


ACCEPTED = {
    "a power split": (alpha ** (gamma + 1), "=", alpha * alpha**gamma, DOMAIN),
    "a double exponent": (alpha ** (2 * gamma + 1), "=", alpha * (alpha**gamma) ** 2, DOMAIN),
    "a product of powers": ((alpha * beta) ** gamma, "=", alpha**gamma * beta**gamma, DOMAIN),
    "a negative power": (gamma / 2**gamma - 1, "=", (gamma - 2**gamma) / 2**gamma, DOMAIN),
    "negative powers of two offsets": (2 ** (3 - gamma) * 2 ** (gamma + 1), "=", sp.Integer(16), DOMAIN),
    "a pole outside the domain": (1 - alpha**2, "=", (1 - alpha**2) * (1 + gamma) / (1 + gamma), DOMAIN),
    "a pole at the end that is left out": (x, "=", x * (1 - alpha) ** 2 / (1 - alpha) ** 2, BELOW_ONE),
    "a pole that a condition excludes": (x + 2, "=", (x**2 - 4) / (x - 2), APART),
    "a sum one term longer": (terms(0, gamma + 1), "=", terms(0, gamma) + alpha ** (gamma + 1), DOMAIN),
    "an empty sum grows": (terms(1, gamma + 1), "=", terms(1, gamma) + alpha ** (gamma + 1), DOMAIN),
    "inside one case": (
        sp.Piecewise((1, sp.Eq(alpha, 1)), ((1 - alpha**2) / (1 - alpha), True)),
        "=",
        sp.Piecewise((1, sp.Eq(alpha, 1)), (1 + alpha, True)),
        DOMAIN,
    ),
    "at a single point": ((alpha + x) ** 2, "=", alpha**2 + 2 * alpha * x + x**2, AT_ZERO),
}
REJECTED = {
    "a negative power taken for a positive one": (gamma / 2**gamma, "=", gamma * 2**gamma, DOMAIN),
    "a negative power one off": (2 ** (1 - gamma), "=", 1 / 2**gamma, DOMAIN),
    "a wrong sign": (1 - alpha**2, "=", (1 + alpha) * (alpha - 1), DOMAIN),
    "an exponent off by one": (alpha ** (gamma + 1), "=", alpha**gamma, DOMAIN),
    "one plus gamma alpha": (terms(0, gamma), "=", 1 + gamma * alpha, DOMAIN),
    "a power of a sum": ((alpha + beta) ** gamma, "=", alpha**gamma + beta**gamma, DOMAIN),
    "an inequality": (alpha, "<=", alpha, DOMAIN),
    "a sum two terms longer": (terms(0, gamma + 1), "=", terms(0, gamma) + alpha**gamma, DOMAIN),
    "a sum that may be reversed": (terms(2, gamma), "=", terms(2, gamma + 1) - alpha ** (gamma + 1), DOMAIN),
    "another index in the body": (sp.Sum(k, (k, 0, gamma)), "=", sp.Sum(alpha, (k, 0, gamma)), DOMAIN),
    "a logarithm of a product": (sp.log(c * (1 + c)), "=", sp.log(c) + sp.log(2 + c), DOMAIN),
    "a larger of two": (sp.Max(alpha, beta), "=", alpha + beta, DOMAIN),
    "one case only": (sp.Piecewise((2, sp.Eq(alpha, 1)), (alpha, True)), "=", alpha, DOMAIN),
    "a pole in the terms": (
        terms(0, gamma), "=", sp.Sum((alpha**k - alpha ** (k + 1)) / (1 - alpha), (k, 0, gamma)), DOMAIN
    ),
    "a limit of a power": (sp.Limit(alpha**gamma, gamma, sp.oo), "=", alpha**gamma, DOMAIN),
    "a factor into a limit": (
        sp.Limit(gamma * alpha**gamma, gamma, sp.oo), "=", gamma * sp.Limit(alpha**gamma, gamma, sp.oo), DOMAIN
    ),
}  # fmt: skip
REJECTED_BY_KERNEL = {
    "a pole at alpha = 1": (1 + alpha, "=", (1 - alpha**2) / (1 - alpha), DOMAIN),
    "a pole inside the reals": (x + 2, "=", (x**2 - 4) / (x - 2), DOMAIN),
    "a pole where two variables meet": (alpha + beta, "=", (alpha**2 - beta**2) / (alpha - beta), DOMAIN),
    "a power with a negative exponent": (
        alpha**gamma, "=", sp.Mul(alpha, alpha ** (gamma - 1), evaluate=False), DOMAIN
    ),
    "a negative power of what may be 0": (
        1 + x, "=", sp.Mul(alpha**gamma, alpha**-gamma, evaluate=False) + x, DOMAIN
    ),
    "a pole in one case": (
        sp.Piecewise((1, sp.Eq(alpha, 0)), (1 + alpha, True)),
        "=",
        sp.Piecewise((1, sp.Eq(alpha, 0)), ((1 - alpha**2) / (1 - alpha), True)),
        DOMAIN,
    ),
    "a pole that was there before": (x * (1 + x) / (x - 1), "=", (x + x**2) / (x - 1), DOMAIN),
    "a case's pole without its case": (
        sp.Piecewise((1 + x, sp.Eq(x, 0)), ((x + x**2) / x, True)), "=", (x + x**2) / x, DOMAIN
    ),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
