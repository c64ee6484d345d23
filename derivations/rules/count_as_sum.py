"""count_as_sum: a whole-number multiple as a sum of equal terms, n·f = sum_{k=0}^{n-1} f."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from .common import equal, need, need_range, sum_parts


def compute(before: sp.Expr, domain: Domain, *, count: sp.Expr, index: sp.Symbol) -> tuple[str, sp.Expr]:
    return "=", sp.Sum(before / count, (index, 0, count - 1))


@rule("count_as_sum", "the count is a natural number and the term does not depend on the new index", compute)
def check(
    before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, count: sp.Expr, index: sp.Symbol
) -> tuple[Identity, ...]:
    body, new, low, high = sum_parts(after)
    need(relation == "=", "counting gives an equality", before, after)
    need(new == index and not before.has(index) and not body.has(index), "the term depends on the index", before, index)
    need_range(low, high, domain)
    return (
        equal("the number of terms", high - low + 1, count, domain),
        equal("count times term", count * body, before, domain),
    )
