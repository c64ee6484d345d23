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
from .common import is_positive, need, refuse


def compute(before: sp.Expr, domain: Domain, *, rate: sp.Expr) -> tuple[str, sp.Expr]:
    """`before` is an unevaluated `Limit` at infinity."""
    if not isinstance(before, sp.Limit):
        refuse("not a limit", before)
    expression, variable, _, _ = before.args
    stand_ins = {
        name: sp.Dummy(str(name), positive=True) for name in expression.free_symbols - {variable}
    }  # interior values: SymPy asks for signs that the domain knows and its assumptions cannot say
    bounded = {s: 1 / (1 + sp.Dummy(positive=True)) for n, s in stand_ins.items() if _in_unit(n, domain)}
    inside = expression.xreplace(stand_ins).subs(bounded)
    found = sp.limit(inside, variable, sp.oo)
    back = {v.args[0].args[1] if False else d: name for name, d in stand_ins.items() for v in ()}
    undo = {}
    for stand_in, ratio in bounded.items():
        hidden = next(iter(ratio.free_symbols))
        undo[hidden] = 1 / stand_in - 1
    value = sp.simplify(found.subs(undo)).xreplace({d: n for n, d in stand_ins.items()} | back)
    return "=", value


def _in_unit(name: sp.Symbol, domain: Domain) -> bool:
    return is_positive(1 - name, domain)


@rule("limit", "the distance to the value is at most the rate, and the rate is a constant over (variable + number)", compute)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, rate: sp.Expr) -> tuple[Identity, ...]:
    if not isinstance(before, sp.Limit):
        refuse("not a limit", before)
    expression, variable, to, _ = before.args
    need(relation == "=" and to is sp.oo, "a limit at infinity equals its value", before, after)
    need(not after.has(variable), "the value depends on the variable", after)
    top, bottom = sp.fraction(sp.together(rate))
    lead = sp.Poly(bottom, variable) if bottom.is_polynomial(variable) else None
    need(lead is not None and lead.degree() >= 1 and not top.has(variable), "the rate is not constant over (variable + number)", rate)
    need(is_positive(rate, domain), "the rate may be negative", rate)
    distance = sp.Abs(unfold(expression) - after)
    return (Identity("within the rate", Node("le", (export(distance), export(rate))), domain),)
