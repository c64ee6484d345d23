"""split_term: take the first or the last term out of a finite sum."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from ..symbols import put
from .common import equal, need, need_range, short_written, sum_parts


def _split(before: sp.Expr, last: bool) -> tuple[sp.Expr, sp.Expr]:
    body, index, low, high = sum_parts(before)
    term = short_written(put(body, {index: high if last else low}))
    if low == high:
        return term, sp.S.Zero
    return term, sp.Sum(body, (index, low, high - 1) if last else (index, low + 1, high))


def compute(before: sp.Expr, domain: Domain, *, last: bool = True) -> tuple[str, sp.Expr]:
    term, rest = _split(before, last)
    return "=", term + rest


@rule("split_term", "the range has at least one term", compute)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, last: bool = True) -> tuple[Identity, ...]:
    _, _, low, high = sum_parts(before)
    need(relation == "=", "a split gives an equality", before, after)
    need_range(low, high, domain, empty_allowed=False)
    term, rest = _split(before, last)
    return (equal("the term and the rest", after, term + rest, domain),)
