"""monotone_bound: bound an expression, or a finite sum term by term, by one that is never smaller (never larger)."""

from __future__ import annotations

import sympy as sp

from ..bounds import with_index
from ..domain import Domain
from ..export import export
from ..kernel import Identity, rule
from ..symbols import unfold
from .common import equal, is_nonnegative, is_positive, need, need_range, sum_parts


def compute(
    before: sp.Expr, domain: Domain, *, by: sp.Expr, order: str = "<=", gap: sp.Expr | None = None
) -> tuple[str, sp.Expr]:
    """`by` bounds the whole; where the whole is a sum and `by` is none, it bounds each term.

    `gap` is the difference written so that its sign shows.
    """
    return order, sp.Sum(by, *before.limits) if isinstance(before, sp.Sum) and not isinstance(by, sp.Sum) else by


@rule("monotone_bound", "the difference has a sign on the whole domain, by rigorous bounds", compute)
def check(
    before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, by: sp.Expr, gap: sp.Expr | None = None, **_: str
) -> tuple[Identity, ...]:
    need(relation in ("<=", "<", ">=", ">"), "a bound is an inequality", before, after)
    small, large, inside = before, after, domain
    if isinstance(before, sp.Sum) and isinstance(after, sp.Sum):
        body, index, low, high = sum_parts(before)
        small, index_new, low_new, high_new = sum_parts(after)
        need((index, low, high) == (index_new, low_new, high_new), "the two sums have different ranges", before, after)
        small, large, inside = body, small, with_index(export(unfold(before)), domain)
        need_range(low, high, domain, empty_allowed="=" in relation)
    if relation[0] == ">":
        small, large = large, small
    shown = large - small if gap is None else gap
    signed = is_nonnegative(shown, inside) if "=" in relation else is_positive(shown, inside)
    need(signed, f"the sign of {shown} does not follow from the domain", before, after)
    return (equal("the difference", large - small, shown, inside),)
