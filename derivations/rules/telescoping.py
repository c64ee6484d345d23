"""telescoping: a finite sum by an antidifference F with F(k+1) - F(k) = f(k): the sum is F(high+1) - F(low)."""

from __future__ import annotations

import sympy as sp

from ..bounds import with_index
from ..defined import undefined_parts, within
from ..domain import Domain
from ..export import export
from ..kernel import Identity, rule
from ..symbols import put, unfold
from .common import equal, need, need_range, short_written, sum_parts


def compute(before: sp.Expr, domain: Domain, *, antidifference: sp.Expr | None = None) -> tuple[str, sp.Expr]:
    """`antidifference` is a witness as in a certificate: SymPy's `summation` supplies it when it is not given."""
    body, index, low, high = sum_parts(before)
    anti = _antidifference(body, index) if antidifference is None else antidifference
    return "=", sp.simplify(_between(anti, index, low, high))


def _between(antidifference: sp.Expr, index: sp.Symbol, low: sp.Expr, high: sp.Expr) -> sp.Expr:
    ends = (put(antidifference, {index: end}) for end in (high + 1, low))
    last, first = (short_written(end) for end in ends)
    return last - first


def _antidifference(body: sp.Expr, index: sp.Symbol) -> sp.Expr:
    found = sp.summation(body, (index, 0, index - 1))
    return found.args[-1][0] if isinstance(found, sp.Piecewise) else found


@rule("telescoping", "the range is not reversed; the antidifference has a value from its lower end on", compute)
def check(
    before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, antidifference: sp.Expr | None = None
) -> tuple[Identity, ...]:
    body, index, low, high = sum_parts(before)
    anti = _antidifference(body, index) if antidifference is None else antidifference
    need(relation == "=", "a sum equals its closed form", before, after)
    need_range(low, high, domain)
    whole = export(unfold(before))
    from_low = with_index(whole, domain)
    need(not undefined_parts(export(unfold(anti)), from_low), "the antidifference may have no value", anti)
    return (
        equal("antidifference", _between(anti, index, index, index), body, within(whole, domain)),
        equal("its ends", _between(anti, index, low, high), short_written(after), domain),
    )
