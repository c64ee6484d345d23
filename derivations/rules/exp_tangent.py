"""exp_tangent: a power lies above its tangents, a^x >= a^y (1 + (x - y) ln a) for a > 0 (as e^t >= 1 + t)."""

from __future__ import annotations

import sympy as sp

from ..domain import REALS, Domain
from ..expr import Node, num, sym
from ..kernel import Identity, rule
from .common import equal, is_nonnegative, is_positive, need


def compute(
    before: sp.Expr, domain: Domain, *, base: sp.Expr, exponent: sp.Expr, around: sp.Expr, factor: sp.Expr = sp.S.One
) -> tuple[str, sp.Expr]:
    """`before` is factor·base^exponent; the tangent is taken at `around`. A negative factor turns the bound round."""
    order = ">=" if is_nonnegative(factor, domain) else "<="
    return order, factor * base**around * (1 + (exponent - around) * sp.log(base))


@rule("exp_tangent", "the base is positive and the factor has a sign on the domain", compute)
def check(
    before: sp.Expr,
    relation: str,
    after: sp.Expr,
    domain: Domain,
    *,
    base: sp.Expr,
    exponent: sp.Expr,
    around: sp.Expr,
    factor: sp.Expr = sp.S.One,
) -> tuple[Identity, ...]:
    need(is_positive(base, domain), f"the base {base} may not be positive", before)
    need(relation in ("<=", ">="), "a tangent gives a bound", before, after)
    signed = factor if relation == ">=" else -factor
    need(is_nonnegative(signed, domain), f"the factor {factor} does not have this sign", before, after)
    tangent = factor * base**around * (1 + (exponent - around) * sp.log(base))
    t = sym("t")
    return (
        equal("the power", before, factor * base**exponent, domain),
        equal("the tangent", after, tangent, domain),
        Identity("e^t >= 1 + t", Node("le", (Node("add", (num(1), t)), Node("exp", (t,)))), Domain({"t": REALS})),
    )
