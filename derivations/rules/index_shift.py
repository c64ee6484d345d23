"""index_shift: rename the index of a finite sum by a constant shift, k -> k + by."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from ..symbols import put
from .common import equal, need, sum_parts


def compute(before: sp.Expr, domain: Domain, *, by: int, to: sp.Symbol | None = None) -> tuple[str, sp.Expr]:
    body, index, low, high = sum_parts(before)
    new = to or index
    return "=", sp.Sum(put(body, {index: new + by}), (new, low - by, high - by))


@rule("index_shift", "the shift is a whole number, the same for both ends and the body", compute)
def check(
    before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, by: int, to: sp.Symbol | None = None
) -> tuple[Identity, ...]:
    body, index, low, high = sum_parts(before)
    new_body, new, new_low, new_high = sum_parts(after)
    need(relation == "=" and isinstance(by, int), "a shift by a whole number gives an equality", before, after)
    need(
        new == index or new not in body.free_symbols | low.free_symbols | high.free_symbols,
        "the new index is in use",
        new,
    )
    need(not new_low.has(new) and not new_high.has(new), "the range mentions its index", after)
    return (
        equal("body", new_body, put(body, {index: new + by}), domain),
        equal("lower end", new_low, low - by, domain),
        equal("upper end", new_high, high - by, domain),
    )
