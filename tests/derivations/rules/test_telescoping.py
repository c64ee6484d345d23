"""Cases of the rule `telescoping`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import OPEN_UNIT, UNIT, Domain, Naturals, Sequences
from draftproof.derivations.symbols import sequence, symbol

alpha, beta, gamma, n, k, i = (symbol(name) for name in ("alpha", "beta", "gamma", "n", "k", "i"))
a = sequence("a")
DOMAIN = Domain({"alpha": UNIT, "beta": OPEN_UNIT, "gamma": Naturals(0), "a": Sequences(UNIT)})
FAR = DOMAIN.extended({"k": Naturals(5)})


def by(antidifference: sp.Expr) -> dict[str, sp.Expr]:
    return {"antidifference": antidifference}


ODD = sp.Sum(2 * k + 1, (k, 0, gamma))
STOPS = sp.Sum(alpha ** (n - 1) * (1 - alpha), (n, 1, gamma))
SURVIVAL = sp.Product(a[i], (i, 1, n - 1))
REST = sp.Product(a[i], (i, n + 1, gamma + 1))
MADE_UP = sp.Sum((alpha - a[n]) * alpha ** (n - 1) * REST, (n, 1, gamma))
FROM_N = sp.Product(a[i], (i, n, gamma + 1))
ALL_OF_A = sp.Product(a[i], (i, 1, gamma + 1))
PARTIAL = 1 / ((k + 1) * (k + 2))

ACCEPTED = {
    "odd numbers": (ODD, "=", (gamma + 1) ** 2, DOMAIN, by(k**2)),
    "neighbouring powers": (STOPS, "=", 1 - alpha**gamma, DOMAIN, by(-(alpha ** (n - 1)))),
    "neighbouring products": (
        sp.Sum(SURVIVAL * (1 - a[n]), (n, 1, gamma)), "=", SURVIVAL.subs(n, 1) - SURVIVAL.subs(n, gamma + 1), DOMAIN,
        by(-SURVIVAL),
    ),
    "products up to a common end": (
        MADE_UP, "=", alpha**gamma * a[gamma + 1] - ALL_OF_A, DOMAIN, by(alpha ** (n - 1) * FROM_N)
    ),
    "partial fractions": (
        sp.Sum(PARTIAL, (k, 0, gamma)), "=", 1 - 1 / (gamma + 2), DOMAIN, by(-1 / (k + 1))
    ),
    "by SymPy's own antidifference": (ODD, "=", (gamma + 1) ** 2, DOMAIN),
    "by SymPy's own, of powers": (
        sp.Sum(beta**k, (k, 0, gamma)), "=", (1 - beta ** (gamma + 1)) / (1 - beta), DOMAIN
    ),
}  # fmt: skip
REJECTED = {
    "one term too few": (ODD, "=", gamma**2, DOMAIN, by(k**2)),
    "products up to a common end, one factor too many": (
        MADE_UP, "=", alpha**gamma * a[gamma + 1] - ALL_OF_A, DOMAIN, by(alpha ** (n - 1) * FROM_N * a[gamma + 1])
    ),
    "products up to a common end, the last one forgotten": (
        MADE_UP, "=", alpha**gamma - ALL_OF_A, DOMAIN, by(alpha ** (n - 1) * FROM_N)
    ),
    "products whose end the sum passes": (
        sp.Sum((alpha - a[n]) * alpha ** (n - 1) * REST, (n, 1, gamma + 2)),
        "=", alpha ** (gamma + 2) - ALL_OF_A, DOMAIN, by(alpha ** (n - 1) * FROM_N),
    ),
    "another antidifference": (ODD, "=", (gamma + 1) ** 3, DOMAIN, by(k**3)),
    "the lower end forgotten": (STOPS, "=", -(alpha**gamma), DOMAIN, by(-(alpha ** (n - 1)))),
    "a wrong sign": (STOPS, "=", alpha**gamma - 1, DOMAIN, by(alpha ** (n - 1))),
    "a range that may be reversed": (sp.Sum(2 * k + 1, (k, 2, gamma)), "=", (gamma + 1) ** 2 - 4, DOMAIN, by(k**2)),
    "a pole of the antidifference at alpha = 1": (
        sp.Sum(alpha**k, (k, 0, gamma)), "=", (1 - alpha ** (gamma + 1)) / (1 - alpha), DOMAIN, by(-(alpha**k) / (1 - alpha))
    ),
    # On the outer domain k >= 5, so k - 3 is never 0 there; the index runs from 0 on.
    "a pole inside the range": (
        sp.Sum(1 / (k - 3) - 1 / (k - 2), (k, 0, gamma)), "=", -1 / (gamma - 2) - sp.Rational(1, 3), FAR, by(-1 / (k - 3))
    ),
    "a power with a negative exponent": (
        sp.Sum(alpha**k - alpha ** (k - 1), (k, 0, gamma)), "=", alpha**gamma - 1 / alpha, DOMAIN, by(alpha ** (k - 1))
    ),
    "an end that would be captured": (
        sp.Sum(sp.Sum(i, (i, 1, 2)), (k, 0, i)),
        "=", sp.Sum(i * (i + 1), (i, 1, 2)), DOMAIN.extended({"i": Naturals(1)}), by(sp.Sum(k * i, (i, 1, 2))),
    ),
    "an inequality": (ODD, "<=", (gamma + 1) ** 2, DOMAIN, by(k**2)),
    "not a sum": (gamma**2, "=", gamma**2, DOMAIN, by(k**2)),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
