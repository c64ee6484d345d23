"""Cases of the rule `linearity`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.symbols import symbol

alpha, beta, gamma, k = (symbol(name) for name in ("alpha", "beta", "gamma", "k"))
DOMAIN = Domain({"alpha": UNIT, "beta": UNIT, "gamma": Naturals(0)})


def total(body: sp.Expr, low: int = 0) -> sp.Sum:
    return sp.Sum(body, (k, low, gamma))


ACCEPTED = {
    "a constant factor": (total(beta * alpha**k), "=", beta * total(alpha**k), DOMAIN),
    "equal terms": (total(alpha), "=", (gamma + 1) * alpha, DOMAIN),
    "two parts": (total(alpha**k + k), "=", total(alpha**k) + total(k), DOMAIN),
    "a factor out of a power": (total(alpha ** (k + 1)), "=", alpha * total(alpha**k), DOMAIN),
    "terms that may be none": (total(alpha, 1), "=", gamma * alpha, DOMAIN),
    "two factors out of a power": (total(alpha ** (k + 2)), "=", alpha**2 * total(alpha**k), DOMAIN),
}
REJECTED = {
    "a factor forgotten": (total(beta * alpha**k), "=", total(alpha**k), DOMAIN),
    "one term too few": (total(alpha), "=", gamma * alpha, DOMAIN),
    "a part forgotten": (total(alpha**k + k), "=", total(alpha**k), DOMAIN),
    "the index taken out": (total(k * alpha**k), "=", k * total(alpha**k), DOMAIN),
    "a power of the index taken out": (total(alpha**k * beta), "=", alpha**k * total(beta), DOMAIN),
    "a sum of products": (total(k * alpha**k), "=", total(k) * total(alpha**k), DOMAIN),
    "equal terms of a range that may be reversed": (total(alpha, 2), "=", (gamma - 1) * alpha, DOMAIN),
    "an inequality": (total(alpha), "<=", (gamma + 1) * alpha, DOMAIN),
    "a product over an index": (sp.Product(alpha, (k, 0, gamma)), "=", (gamma + 1) * alpha, DOMAIN),
    "two sums at once": (sp.Sum(alpha, (k, 0, 1), (gamma, 0, 2)), "=", 6 * alpha, DOMAIN),
}


def test_case(case: Callable[[], None]) -> None:
    case()
