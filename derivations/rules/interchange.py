"""interchange: swap two finite sums over the triangle 0 <= k < n: sum_n sum_{k=0}^{n-1} f = sum_k sum_{n=k+1}^{high} f."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from .common import equal, need, refuse


def _double(
    expression: sp.Expr,
) -> tuple[sp.Expr, tuple[sp.Symbol, sp.Expr, sp.Expr], tuple[sp.Symbol, sp.Expr, sp.Expr]]:
    """(body, inner range, outer range) of a double sum."""
    if not isinstance(expression, sp.Sum) or len(expression.limits) != 2:
        refuse("not a double sum", expression)
    inner, outer = expression.limits
    return expression.function, inner, outer


def compute(before: sp.Expr, domain: Domain) -> tuple[str, sp.Expr]:
    body, (k, first, last), (n, _, high) = _double(before)
    return "=", sp.Sum(body, (n, k + (n - last), high), (k, first, high - (n - last)))


@rule(
    "interchange",
    "the inner range runs from the lower corner up to the outer index, so both orders cover one triangle",
    compute,
)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain) -> tuple[Identity, ...]:
    body, (k, first, last), (n, low, high) = _double(before)
    body_new, (n_new, n_low, n_high), (k_new, k_low, k_high) = _double(after)
    need(relation == "=", "an interchange gives an equality", before, after)
    need((k_new, n_new, body_new) == (k, n, body), "the indices or the body changed", before, after)
    need(not high.has(k, n) and not first.has(n) and not low.has(k), "the ranges are not a triangle", before)
    gap = sp.expand(n - last)
    need(bool(gap.is_Integer), "the inner range must end at the outer index plus a number", last)
    # The triangle {(n, k): first <= k <= n - gap, low <= n <= high} has its corner at n = first + gap.
    return (
        equal("corner", low, first + gap, domain),
        equal("inner lower end", n_low, k + gap, domain),
        equal("inner upper end", n_high, high, domain),
        equal("outer lower end", k_low, first, domain),
        equal("outer upper end", k_high, high - gap, domain),
    )
