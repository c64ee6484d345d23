"""Cases of the rule `monotone_bound`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import OPEN_UNIT, REALS, UNIT, Domain, Naturals
from draftproof.derivations.statements import le, tree
from draftproof.derivations.symbols import symbol

alpha, beta, gamma, k, x = (symbol(name) for name in ("alpha", "beta", "gamma", "k", "x"))
DOMAIN = Domain({"alpha": UNIT, "beta": OPEN_UNIT, "gamma": Naturals(0), "x": REALS})
ORDERED = DOMAIN.given(tree(le(alpha, beta)))


def total(body: sp.Expr, low: int = 1) -> sp.Sum:
    return sp.Sum(body, (k, low, gamma))


def by(bound: sp.Expr | int, **gap: sp.Expr) -> dict[str, sp.Expr]:
    return {"by": sp.sympify(bound), **gap}


REST = total(alpha**k)

ACCEPTED = {
    "a power is at most 1": (alpha**gamma, "<=", sp.S.One, DOMAIN, by(1)),
    "strictly, where the end is left out": (beta, "<", sp.S.One, DOMAIN, by(1)),
    "term by term": (REST, "<=", total(alpha), DOMAIN, by(alpha, gap=alpha * (1 - alpha ** (k - 1)))),
    "from below, by a sum of terms": (1 + REST, ">=", sp.S.One, DOMAIN, by(1, gap=REST)),
    "by a condition": (alpha, "<=", beta, ORDERED, by(beta)),
    "a sum as a whole": (REST, ">=", sp.S.Zero, DOMAIN, by(0, gap=REST)),
}
REJECTED = {
    "strictly, though the end is attained": (alpha, "<", sp.S.One, DOMAIN, by(1)),
    "the wrong way": (alpha**gamma, ">=", sp.S.One, DOMAIN, by(1)),
    "a gap of either sign": (x, "<=", x**2, DOMAIN, by(x**2)),
    "a gap that is not the difference": (x, "<=", sp.S.One, DOMAIN, by(1, gap=alpha)),
    "the reverse of a condition": (beta, "<=", alpha, ORDERED, by(alpha)),
    "without the condition": (alpha, "<=", beta, DOMAIN, by(beta)),
    "strictly, by a condition that is not": (alpha, "<", beta, ORDERED, by(beta)),
    "strictly, for a sum that may be empty": (total(beta), "<", total(sp.S.One), DOMAIN, by(1)),
    "terms that are not below": (REST, "<=", total(alpha**2), DOMAIN, by(alpha**2)),
    "sums over different ranges": (REST, "<=", sp.Sum(alpha, (k, 1, gamma + 1)), DOMAIN, by(alpha)),
    "an equality": (alpha, "=", alpha, DOMAIN, by(alpha)),
    "unequal": (beta, "!=", sp.S.One, DOMAIN, by(1)),
    "a power of a number above 1": ((1 + beta) ** gamma, "<=", 1 + beta, DOMAIN, by(1 + beta)),
    "a quotient whose divisor changes its sign": (1 / (1 + x**2), "<=", 1 / (1 + x), DOMAIN, by(1 / (1 + x))),
    "sums over different ranges, term by term": (
        REST,
        "<=",
        sp.Sum(alpha, (k, 1, gamma - 1)),
        DOMAIN,
        by(alpha, gap=alpha * (1 - alpha ** (k - 1))),
    ),
}


def test_case(case: Callable[[], None]) -> None:
    case()
