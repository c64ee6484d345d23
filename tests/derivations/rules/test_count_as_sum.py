"""Cases of the rule `count_as_sum`."""

from __future__ import annotations

from collections.abc import Callable

import sympy as sp
from draftproof.derivations.domain import REALS, UNIT, Domain, Naturals
from draftproof.derivations.symbols import symbol

alpha, gamma, n, k, x = (symbol(name) for name in ("alpha", "gamma", "n", "k", "x"))
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0), "n": Naturals(1), "x": REALS})
BY_N, BY_GAMMA, BY_X = ({"count": count, "index": k} for count in (n, gamma, x))

ACCEPTED = {
    "n ones": (n, "=", sp.Sum(1, (k, 0, n - 1)), DOMAIN, BY_N),
    "n equal terms": (n * alpha**n, "=", sp.Sum(alpha**n, (k, 0, n - 1)), DOMAIN, BY_N),
    "none of them": (gamma * alpha, "=", sp.Sum(alpha, (k, 0, gamma - 1)), DOMAIN, BY_GAMMA),
    "another range of the same length": (n * alpha, "=", sp.Sum(alpha, (k, 1, n)), DOMAIN, BY_N),
}
REJECTED = {
    "one too many": (n * alpha, "=", sp.Sum(alpha, (k, 0, n)), DOMAIN, BY_N),
    "one too few": (n * alpha, "=", sp.Sum(alpha, (k, 1, n - 1)), DOMAIN, BY_N),
    "the wrong term": (n * alpha, "=", sp.Sum(alpha**2, (k, 0, n - 1)), DOMAIN, BY_N),
    "the term depends on the index": (n * alpha, "=", sp.Sum(alpha**k, (k, 0, n - 1)), DOMAIN, BY_N),
    "the index is in use": (n * k, "=", sp.Sum(k, (k, 0, n - 1)), DOMAIN, BY_N),
    "another index": (n * alpha, "=", sp.Sum(alpha, (gamma, 0, n - 1)), DOMAIN, BY_N),
    "a count that may be negative": (
        (n - 5) * alpha,
        "=",
        sp.Sum(alpha, (k, 0, n - 6)),
        DOMAIN,
        {"count": n - 5, "index": k},
    ),
    "a count of either sign": (x * alpha, "=", sp.Sum(alpha, (k, 0, x - 1)), DOMAIN, BY_X),
    "an inequality": (n * alpha, "<=", sp.Sum(alpha, (k, 0, n - 1)), DOMAIN, BY_N),
    "not a sum": (n * alpha, "=", alpha * n, DOMAIN, BY_N),
    "a product": (n * alpha, "=", sp.Product(alpha, (k, 0, n - 1)), DOMAIN, BY_N),
}
REJECTED_BY_KERNEL = {
    "a count that is no whole number": (
        (1 + alpha) * gamma, "=", sp.Sum(gamma, (k, 0, alpha)), DOMAIN, {"count": 1 + alpha, "index": k}
    ),
}  # fmt: skip


def test_case(case: Callable[[], None]) -> None:
    case()
