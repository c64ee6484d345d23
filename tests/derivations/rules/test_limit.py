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

FAST = {"rate": 1000 / (gamma + 1)}
"""Wide enough for any value at the points that are tried."""

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
    "an extreme beside another": (
        limit(sp.Max(1 + alpha, c + c / (gamma + 1) + sp.Min(alpha, c))),
        "=",
        sp.Max(1 + alpha, c + sp.Min(alpha, c)),
        DOMAIN,
        {"rate": 2 * c / (gamma + 1)},
    ),
    "a real variable": (sp.Limit(c / (c + 1), c, sp.oo), "=", sp.S.One, DOMAIN, {"rate": 1 / (c + 1)}),
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
    "a base that tends to 1": (limit((1 - 1 / (gamma + 2)) ** gamma), "=", sp.S.Zero, DOMAIN, ONE),
    "an extreme under a factor that grows": (
        limit(gamma * (sp.Max(1, 1 + 1 / (gamma + 1)) - 1)),
        "=",
        sp.S.Zero,
        DOMAIN,
        {"rate": 9 / (gamma + 1)},
    ),
    "another extreme": (limit(ROOFLINE), "=", 1 + alpha, DOMAIN, {"rate": 2 * c / (gamma + 1)}),
    "a rate that may be 0": (limit(alpha * gamma / (gamma + 1)), "=", alpha, DOMAIN, {"rate": alpha / (gamma + 1)}),
    # At alpha = 0 the first value stays 0.
    "an extreme of what need not tend there": (
        limit(sp.Max(alpha * gamma / (alpha * gamma + 1), c + c / (gamma + 1))),
        "=",
        sp.Max(1, c),
        DOMAIN,
        FAST,
    ),
    "a difference of extremes under a factor that grows": (
        limit(gamma * (sp.Max(c, 1 + 1 / (gamma + 1)) - sp.Max(c, 1))),
        "=",
        sp.S.Zero,
        DOMAIN,
        FAST,
    ),
    "an extreme rounded down": (
        limit(sp.floor(sp.Max(c, gamma / (gamma + 1)))),
        "=",
        sp.floor(sp.Max(c, 1)),
        DOMAIN,
        FAST,
    ),
    "an extreme that decides a case": (
        limit(sp.Piecewise((1, sp.Max(c, gamma / (gamma + 1)) < 1), (0, True))),
        "=",
        sp.Piecewise((1, sp.Max(c, 1) < 1), (0, True)),
        DOMAIN,
        FAST,
    ),
    "a pole at the limit": (
        limit(1 / (sp.Max(alpha, c + 1 / (gamma + 1)) - c)),
        "=",
        1 / (sp.Max(alpha, c) - c),
        DOMAIN,
        FAST,
    ),
    "a power in the denominator": (limit(1 / (1 + alpha**gamma)), "=", sp.S.One, BELOW_ONE, {"rate": 9 * RATE}),
    "a root": (limit(sp.sqrt(gamma)), "=", sp.S.Zero, DOMAIN, FAST),
}
REJECTED_BY_KERNEL = {
    "a real variable that is bounded": (
        sp.Limit(alpha / (alpha + 1), alpha, sp.oo),
        "=",
        sp.S.One,
        DOMAIN,
        {"rate": 1 / (alpha + 1)},
    ),
    "a variable that is bounded": (
        limit(gamma / (gamma + 1)),
        "=",
        sp.S.One,
        DOMAIN.extended({"gamma": Naturals(0, 9)}),
        ONE,
    ),
    "a rate that is too fast": (limit(RATIO), "=", CAP, BELOW_ONE, {"rate": RATE / 100}),
}


def test_case(case: Callable[[], None]) -> None:
    case()
