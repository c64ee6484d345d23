"""telescoping: a finite sum by an antidifference F with F(k+1) - F(k) = f(k): the sum is F(high+1) - F(low)."""

from __future__ import annotations

import sympy as sp

from ..bounds import with_index
from ..domain import Domain
from ..export import export
from ..kernel import Identity, rule
from ..symbols import unfold
from .common import denominators, equal, need, need_range, never_zero, sum_parts


def compute(before: sp.Expr, domain: Domain, *, antidifference: sp.Expr | None = None) -> tuple[str, sp.Expr]:
    """`antidifference` is a witness as in a certificate: SymPy's `summation` supplies it when it is not given."""
    body, index, low, high = sum_parts(before)
    F = _antidifference(body, index) if antidifference is None else antidifference
    return "=", sp.simplify(F.subs(index, high + 1) - F.subs(index, low))


def _antidifference(body: sp.Expr, index: sp.Symbol) -> sp.Expr:
    found = sp.summation(body, (index, 0, index - 1))
    return found.args[-1][0] if isinstance(found, sp.Piecewise) else found


@rule("telescoping", "the range is not reversed; the antidifference has no pole on the domain", compute)
def check(
    before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, antidifference: sp.Expr | None = None
) -> tuple[Identity, ...]:
    body, index, low, high = sum_parts(before)
    F = _antidifference(body, index) if antidifference is None else antidifference
    need(relation == "=", "a sum equals its closed form", before, after)
    need_range(low, high, domain)
    for pole in denominators(F):
        need(never_zero(pole, domain), f"{pole} may be 0 on the domain", before, after)
    inside = with_index(export(unfold(before)), domain)
    return (
        equal("antidifference", F.subs(index, index + 1) - F, body, inside),
        equal("its ends", F.subs(index, high + 1) - F.subs(index, low), after, domain),
    )
