"""scale_extreme: a nonnegative factor taken out of a maximum or a minimum, max(f·x, f·y) = f·max(x, y)."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from .common import equal, is_nonnegative, need, refuse


def compute(before: sp.Expr, domain: Domain, *, factor: sp.Expr) -> tuple[str, sp.Expr]:
    if not isinstance(before, sp.Max | sp.Min):
        refuse("not a maximum or minimum", before)
    return "=", factor * before.func(
        *(sp.Add(*(term / factor for term in sp.Add.make_args(value))) for value in before.args)
    )


@rule("scale_extreme", "the factor is never negative, and every value is the factor times the new one", compute)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, factor: sp.Expr) -> tuple[Identity, ...]:
    inner = after / factor
    if not (isinstance(before, sp.Max | sp.Min) and isinstance(inner, before.func)):
        refuse("not a maximum or minimum with a factor before it", before, after)
    need(relation == "=", "taking out a factor gives an equality", before, after)
    need(is_nonnegative(factor, domain), "the factor may be negative", factor)
    need(len(inner.args) == len(before.args), "values were lost", before, after)
    left = list(before.args)
    found = []
    for value in inner.args:
        match = next((old for old in left if sp.cancel(factor * value - old) == 0), None)
        need(match is not None, f"{factor} times {value} is none of the values", before, after)
        left.remove(match)
        found.append(equal("the factor times the value", factor * value, match, domain))
    return tuple(found)
