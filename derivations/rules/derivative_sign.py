"""derivative_sign: from the sign of the derivative on the domain to the order of two values, f(x) <= f(y) for x <= y."""

from __future__ import annotations

import sympy as sp

from ..bounds import implies
from ..domain import Domain, Interval
from ..export import export
from ..expr import Node
from ..kernel import Identity, rule
from .common import equal, is_nonnegative, is_positive, need
from .differentiation import derivative


def compute(
    before: sp.Expr, domain: Domain, *, of: sp.Symbol, to: sp.Symbol, order: str = "<", shown: sp.Expr | None = None
) -> tuple[str, sp.Expr]:
    """f(of) order f(to). `shown` is the derivative written so that its sign shows."""
    return order, before.subs(of, to)


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
    need(after == before.subs(of, to), "not the same function of the two values", before, after)
    order = Node("le" if "=" in relation else "lt", (export(of), export(to)))
    need(implies(domain, order) or implies(domain, Node("lt", order.args)), f"nothing says that {of} comes before {to}")
    slope = derivative(before, (of,))
    sign = slope if shown is None else shown
    sign_up = sign if relation[0] == "<" else -sign
    need(
        is_nonnegative(sign_up, domain) if "=" in relation else is_positive(sign_up, domain),
        "the derivative has no such sign",
        sign,
    )
    return (equal("the derivative", slope, sign, domain),)
