"""split_term: take the first or the last term out of a finite sum."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from ..symbols import put
from .common import equal, need, need_range, sum_parts


def _split(before: sp.Expr, last: bool) -> tuple[sp.Expr, sp.Expr]:
    body, index, low, high = sum_parts(before)
    term = _written(put(body, {index: high if last else low}))
    if low == high:
        return term, sp.S.Zero
    return term, sp.Sum(body, (index, low, high - 1) if last else (index, low + 1, high))


def _written(term: sp.Expr) -> sp.Expr:
    """An empty product or sum inside the term is written out (a product over i = 1..0 is 1)."""
    return term.replace(
        lambda e: isinstance(e, sp.Sum | sp.Product) and e.limits[0][2] - e.limits[0][1] == -1, lambda e: e.doit()
    )


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
