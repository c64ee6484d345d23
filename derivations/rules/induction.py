"""induction: compare two expressions for every value of a natural variable, by base and step.

With D = larger - smaller (or right - left for an equality), the step is the identity D(v+1) = multiplier·D(v) + rest, where the
multiplier and the rest are never negative (for an equality the rest is 0). Finite sums that end at v grow by their last
term (`atoms`).
"""

from __future__ import annotations

import sympy as sp

from ..domain import Domain, Naturals
from ..kernel import Identity, rule
from ..symbols import put
from .common import equal, is_nonnegative, need, refuse


def compute(
    before: sp.Expr,
    domain: Domain,
    *,
    to: sp.Expr,
    over: sp.Symbol,
    order: str = "=",
    multiplier: sp.Expr = sp.S.One,
    rest: sp.Expr = sp.S.Zero,
) -> tuple[str, sp.Expr]:
    return order, to


def at_start(expression: sp.Expr, over: sp.Symbol, start: int) -> sp.Expr:
    """The expression at the first value, sums of a few terms (or none) written out."""
    return put(expression, {over: sp.Integer(start)}).replace(
        lambda e: isinstance(e, sp.Sum) and all(high - low in range(-1, 9) for _, low, high in e.limits),
        lambda e: e.doit(),
    )


@rule(
    "induction",
    "the variable is a natural number; the step's multiplier and rest are never negative",
    compute,
    typed=("to",),
)
def check(
    before: sp.Expr,
    relation: str,
    after: sp.Expr,
    domain: Domain,
    *,
    to: sp.Expr,
    over: sp.Symbol,
    multiplier: sp.Expr = sp.S.One,
    rest: sp.Expr = sp.S.Zero,
    **_: str,
) -> tuple[Identity, ...]:
    values = domain.sets.get(over.name)
    if not isinstance(values, Naturals) or values.stop is not None:
        refuse(f"{over} does not run over the natural numbers", before, after)
    need(relation in ("=", "<=", ">="), "induction shows =, <= or >=", before, after)
    domain = domain.without(over.name)  # what a condition says at one value says nothing at those before it
    gap = after - before if relation != ">=" else before - after
    first = at_start(gap, over, values.start)
    step = equal("step", put(gap, {over: over + 1}), multiplier * gap + rest, domain)
    if relation == "=":
        need(rest == 0, "an equality leaves no rest", rest)
        return (equal("base", first, sp.S.Zero, domain), step)
    need(is_nonnegative(multiplier, domain), "the multiplier may be negative", multiplier)
    need(is_nonnegative(rest, domain), "the rest may be negative", rest)
    need(is_nonnegative(first, domain) or sp.cancel(first) == 0, "the base fails", first)
    return (step,)
