"""Cases of the rule `limit`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import POSITIVE, REALS, UNIT, Domain, Naturals
from draftproof.derivations.expr import Node, num, sym
from draftproof.derivations.symbols import symbol

alpha, gamma, n, x, c = (symbol(name) for name in ("alpha", "gamma", "n", "x", "c"))
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0), "n": Naturals(1), "x": REALS, "c": POSITIVE})
BELOW_ONE = DOMAIN.given(Node("lt", (sym("alpha"), num(1))))


def limit(expression: sp.Expr) -> sp.Limit:
    return sp.Limit(expression, gamma, sp.oo)


CAP, RATE = 1 / (1 - alpha), 1 / ((gamma + 1) * (1 - alpha) ** 2)
RATIO = (1 - alpha ** (gamma + 1)) / (1 - alpha)
SMALL, ONE = {"rate": RATE}, {"rate": 1 / (gamma + 1)}
ROOFLINE = sp.Max(1 + alpha, c + c / (gamma + 1))

ACCEPTED = {
    "a power falls": (limit(RATIO), "=", CAP, BELOW_ONE, SMALL),
    "a quotient of polynomials": (limit(gamma / (gamma + 1)), "=", sp.S.One, DOMAIN, ONE),
    "a power against its exponent": (
        limit((gamma + 1) * alpha**gamma),
        "=",
        sp.S.Zero,
        BELOW_ONE,
        {"rate": 9 * RATE / (1 - alpha)},
    ),
    "an extreme": (limit(ROOFLINE), "=", sp.Max(1 + alpha, c), DOMAIN, {"rate": 2 * c / (gamma + 1)}),
}
REJECTED = {
    "alpha may be 1": (limit(alpha**gamma), "=", sp.S.Zero, DOMAIN, ONE),
    "another value": (limit(RATIO), "=", CAP - 1, BELOW_ONE, SMALL),
    # 1/1000 is within 1/(gamma + 1) of 0 at every point that is tried.
    "a value that is near": (limit(sp.Rational(1, 1000) + 0 * gamma), "=", sp.S.Zero, DOMAIN, ONE),
    "a value that is near, with a power": (
        limit(alpha**gamma / 9 + sp.Rational(1, 1000)),
        "=",
        sp.S.Zero,
        BELOW_ONE,
        {"rate": 9 * RATE},
    ),
    "no limit": (limit(gamma), "=", sp.S.Zero, DOMAIN, ONE),
    "a rate that does not vanish": (limit(RATIO), "=", CAP, BELOW_ONE, {"rate": CAP}),
    "a rate that grows": (limit(RATIO), "=", CAP, BELOW_ONE, {"rate": (gamma + 1) * CAP}),
    "a rate that may be negative": (limit(gamma / (gamma + 1)), "=", sp.S.One, DOMAIN, {"rate": x / (gamma + 1)}),
    "a value that depends on the variable": (limit(RATIO), "=", RATIO, BELOW_ONE, SMALL),
    "at another place": (sp.Limit(alpha**2, alpha, 0), "=", sp.S.Zero, DOMAIN, ONE),
    "not a limit": (RATIO, "=", CAP, BELOW_ONE, SMALL),
    "an inequality": (limit(RATIO), "<=", CAP, BELOW_ONE, SMALL),
    "a variable that is bounded": (
        limit(gamma / (gamma + 1)),
        "=",
        sp.S.One,
        DOMAIN.extended({"gamma": Naturals(0, 9)}),
        ONE,
    ),
    "a base that tends to 1": (limit((1 - 1 / (gamma + 2)) ** gamma), "=", sp.S.Zero, DOMAIN, ONE),
    "an extreme under a factor that grows": (
        limit(gamma * (sp.Max(1, 1 + 1 / (gamma + 1)) - 1)),
        "=",
        sp.S.Zero,
        DOMAIN,
        {"rate": 9 / (gamma + 1)},
    ),
    "another extreme": (limit(ROOFLINE), "=", 1 + alpha, DOMAIN, {"rate": 2 * c / (gamma + 1)}),
}
REJECTED_BY_KERNEL = {
    "a rate that is too fast": (limit(RATIO), "=", CAP, BELOW_ONE, {"rate": RATE / 100}),
}


def test_case(case: Callable[[], None]) -> None:
    case()
