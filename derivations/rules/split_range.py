"""split_range: a finite sum as the sum up to a place and the sum beyond it."""

from __future__ import annotations

import sympy as sp

from ..bounds import is_integer
from ..domain import Domain
from ..export import export
from ..kernel import Identity, relation_tree, rule
from ..symbols import unfold
from .common import need, need_range, sum_parts


def compute(before: sp.Expr, domain: Domain, *, after_index: sp.Expr) -> tuple[str, sp.Expr]:
    """`after_index` is the last index of the first part."""
    body, index, low, high = sum_parts(before)
    return "=", sp.Add(sp.Sum(body, (index, low, after_index)), sp.Sum(body, (index, after_index + 1, high)))


@rule("split_range", "the place is a whole number in the range, or just before it", compute)
def check(
    before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, after_index: sp.Expr
) -> tuple[Identity, ...]:
    _, index, low, high = sum_parts(before)
    need(
        relation == "=" and after == compute(before, domain, after_index=after_index)[1],
        "not the two parts",
        before,
        after,
    )
    need(is_integer(export(unfold(after_index)), domain), "the place may not be a whole number", after_index)
    need(not after_index.has(index), "the place mentions the index", after_index)
    need_range(low, after_index, domain)
    need_range(after_index + 1, high, domain)
    return (Identity("the two parts", relation_tree("=", unfold(before), unfold(after)), domain),)
