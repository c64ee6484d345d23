"""limit: the limit at infinity of an expression, with the rate at which it is approached.

SymPy finds the value. The checker does not take its word: |expression - value| <= rate must hold on the domain, and the rate
must be a constant over (variable + number), which tends to 0.
"""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..export import export
from ..expr import Node
from ..kernel import Identity, rule
from ..symbols import unfold
from .common import is_positive, need, refuse, written


def compute(before: sp.Expr, domain: Domain, *, rate: sp.Expr) -> tuple[str, sp.Expr]:
    """`before` is an unevaluated `Limit` at infinity."""
    if not isinstance(before, sp.Limit):
        refuse("not a limit", before)
    expression, variable, _, _ = before.args
    # Interior values: SymPy asks for signs that the domain knows and SymPy's assumptions cannot say.
    hidden = {name: sp.Dummy(str(name), positive=True) for name in expression.free_symbols - {variable}}
    inside = {name: 1 / (1 + d) if _below_one(name, domain) else d for name, d in hidden.items()}
    back = {d: 1 / name - 1 if _below_one(name, domain) else name for name, d in hidden.items()}
    return "=", written(sp.simplify(sp.limit(expression.subs(inside), variable, sp.oo).subs(back)))


def _below_one(name: sp.Symbol, domain: Domain) -> bool:
    return is_positive(1 - name, domain)


@rule(
    "limit",
    "the distance to the value is at most the rate, and the rate is a constant over (variable + number)",
    compute,
)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, rate: sp.Expr) -> tuple[Identity, ...]:
    if not isinstance(before, sp.Limit):
        refuse("not a limit", before)
    expression, variable, to, _ = before.args
    need(relation == "=" and to is sp.oo, "a limit at infinity equals its value", before, after)
    need(not after.has(variable), "the value depends on the variable", after)
    top, bottom = sp.fraction(sp.together(rate))
    lead = sp.Poly(bottom, variable) if bottom.is_polynomial(variable) else None
    need(
        lead is not None and lead.degree() >= 1 and not top.has(variable),
        "the rate is not constant over (variable + number)",
        rate,
    )
    need(is_positive(rate, domain), "the rate may be negative", rate)
    distance = sp.Abs(unfold(expression) - after)
    return (Identity("within the rate", Node("le", (export(distance), export(rate))), domain),)
