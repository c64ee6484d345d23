"""derivative_sign: from the sign of the derivative on the domain to the order of two values, f(x) <= f(y) for x <= y."""

from __future__ import annotations

import sympy as sp
from sympy.core.function import AppliedUndef

from ..bounds import implies
from ..defined import undefined_parts
from ..domain import Domain, Interval
from ..export import export
from ..expr import Node
from ..kernel import Identity, rule
from ..symbols import put, unfold
from .common import equal, is_nonnegative, is_positive, need
from .differentiation import derivative

JUMPS = (sp.Piecewise, sp.floor, sp.ceiling, sp.Abs, sp.Min, sp.Max, sp.Limit, AppliedUndef)


def compute(
    before: sp.Expr, domain: Domain, *, of: sp.Symbol, to: sp.Symbol, order: str = "<", shown: sp.Expr | None = None
) -> tuple[str, sp.Expr]:
    """f(of) order f(to). `shown` is the derivative written so that its sign shows."""
    return order, put(before, {of: to})


@rule(
    "derivative_sign",
    "both values lie in the interval of the variable, in order; the derivative has a sign on it",
    compute,
)
def check(
    before: sp.Expr,
    relation: str,
    after: sp.Expr,
    domain: Domain,
    *,
    of: sp.Symbol,
    to: sp.Symbol,
    shown: sp.Expr | None = None,
    **_: str,
) -> tuple[Identity, ...]:
    need(relation in ("<", "<=", ">", ">="), "an order is an inequality", before, after)
    allowed, other = domain.sets.get(of.name), domain.sets.get(to.name)
    need(isinstance(allowed, Interval) and allowed == other, f"{of} and {to} do not share an interval", before, after)
    need(after == put(before, {of: to}), "not the same function of the two values", before, after)
    order = Node("le" if "=" in relation else "lt", (export(of), export(to)))
    need(implies(domain, order) or implies(domain, Node("lt", order.args)), f"nothing says that {of} comes before {to}")
    moving = domain.without(of.name).given(order)  # every value between the two, not only the two
    need_smooth(before, of, moving)
    slope = derivative(before, (of,))
    sign = slope if shown is None else shown
    sign_up = sign if relation[0] == "<" else -sign
    signed = is_nonnegative(sign_up, moving) if "=" in relation else is_positive(sign_up, moving)
    need(signed, "the derivative has no such sign", sign)
    return (equal("the derivative", slope, sign, moving),)


def need_smooth(expression: sp.Expr, variable: sp.Symbol, domain: Domain) -> None:
    """Refuse what may jump, have a kink or have no value where the variable moves."""
    for part in expression.atoms(*JUMPS):
        need(not part.has(variable), f"{type(part).__name__} may not be differentiable", part)
    for folded in expression.atoms(sp.Sum, sp.Product):
        need(
            not any(end.has(variable) for limit in folded.limits for end in limit),
            "the range depends on the variable",
            folded,
        )
    for power in expression.atoms(sp.Pow):
        whole = power.exp.is_integer and not power.exp.has(variable)
        need(
            whole or not power.has(variable) or is_positive(power.base, domain),
            f"{power.base} may not be positive",
            power,
        )
    need(not undefined_parts(export(unfold(expression)), domain), "it may have no value in between", expression)
