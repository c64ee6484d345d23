"""zero_term: a term of a finite sum of terms that are never negative is 0 where the whole sum is not above 0."""

from __future__ import annotations

import sympy as sp

from ..bounds import implies, is_integer, with_index
from ..domain import Domain
from ..export import export
from ..expr import Node, num
from ..kernel import Identity, relation_tree, rule
from ..symbols import put, unfold
from .common import is_nonnegative, need, sum_parts


def compute(before: sp.Expr, domain: Domain, *, total: sp.Expr, place: sp.Expr) -> tuple[str, sp.Expr]:
    """`total` is the sum, `place` the index of the term."""
    return "=", sp.S.Zero


@rule(
    "zero_term",
    "the place lies in the range, no term is negative, and the domain says that the sum is at most 0",
    compute,
)
def check(
    before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, total: sp.Expr, place: sp.Expr
) -> tuple[Identity, ...]:
    body, index, low, high = sum_parts(total)
    need(relation == "=" and after is sp.S.Zero, "such a term equals 0", before, after)
    need(before == put(body, {index: place}), "not the term at this place", before, total)
    need(is_integer(export(unfold(place)), domain), f"{place} may not be a whole number", total)
    inside = implies(domain, Node("le", (export(low), export(place)))) and implies(
        domain, Node("le", (export(place), export(high)))
    )
    need(inside, f"{place} may lie outside the range {low}..{high}", total)
    need(is_nonnegative(body, with_index(export(unfold(total)), domain)), "a term may be negative", body)
    need(implies(domain, Node("le", (export(unfold(total)), num(0)))), "nothing says that the sum is at most 0", total)
    return (Identity("the term", relation_tree("=", unfold(before), sp.S.Zero), domain),)
