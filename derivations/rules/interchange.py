"""interchange: swap two finite sums over the triangle 0 <= k < n: sum_n sum_{k=0}^{n-1} f = sum_k sum_{n=k+1}^{high} f."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from .common import equal, need, sum_parts


def compute(before: sp.Expr, domain: Domain) -> tuple[str, sp.Expr]:
    inner, n, low, high = sum_parts(before)
    body, k, first, last = sum_parts(inner)
    return "=", sp.Sum(sp.Sum(body, (n, k + (n - last), high)), (k, first, high - (n - last)))


@rule("interchange", "the inner range runs from the lower corner up to the outer index, so both orders cover one triangle", compute)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain) -> tuple[Identity, ...]:
    inner, n, low, high = sum_parts(before)
    body, k, first, last = sum_parts(inner)
    swapped, k_new, k_low, k_high = sum_parts(after)
    body_new, n_new, n_low, n_high = sum_parts(swapped)
    need(relation == "=", "an interchange gives an equality", before, after)
    need((k_new, n_new, body_new) == (k, n, body), "the indices or the body changed", before, after)
    need(not high.has(k) and not high.has(n) and not first.has(n) and not low.has(k), "the ranges are not a triangle", before)
    gap = sp.expand(n - last)
    need(gap.is_Integer, "the inner range must end at the outer index plus a number", last)
    # The triangle {(n, k): first <= k <= n - gap, low <= n <= high} has its corner at n = first + gap.
    return (
        equal("corner", low, first + gap, domain),
        equal("inner lower end", n_low, k + gap, domain),
        equal("inner upper end", n_high, high, domain),
        equal("outer lower end", k_low, first, domain),
        equal("outer upper end", k_high, high - gap, domain),
    )
