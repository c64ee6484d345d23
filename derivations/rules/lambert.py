"""lambert: rewrite by w e^w = z for w = W(z), and a^u = e^(u ln a); what is left is rational in its atoms."""

from __future__ import annotations

import sympy as sp

from ..bounds import above_branch_point, positive
from ..domain import Domain
from ..export import export
from ..kernel import Identity, rule
from ..symbols import unfold
from .common import equal, need


def compute(before: sp.Expr, domain: Domain, *, to: sp.Expr) -> tuple[str, sp.Expr]:
    return "=", to


def in_exponentials(expressions: tuple[sp.Expr, ...], domain: Domain) -> tuple[sp.Expr, ...]:
    """Powers of positive bases as exponentials, sums in exponents split, and e^w as z/w for w = W(z)."""
    return tuple(_rewritten(expression, domain) for expression in expressions)


def _rewritten(expression: sp.Expr, domain: Domain) -> sp.Expr:
    calls = sorted(expression.atoms(sp.LambertW), key=sp.default_sort_key)
    places = {call: sp.Dummy(f"w{number}") for number, call in enumerate(calls)}
    expression = _split(expression.xreplace(places), domain)
    for call, place in places.items():
        expression = expression.subs(sp.exp(place), _split(call.args[0], domain) / place).subs(place, call)
    return expression


def _split(expression: sp.Expr, domain: Domain) -> sp.Expr:
    def as_exponential(power: sp.Pow) -> sp.Expr:
        base, exponent = power.as_base_exp()
        need(positive(export(base), domain), f"the base {base} may not be positive", power)
        return sp.exp(exponent * sp.log(base))

    expression = expression.replace(lambda e: e.is_Pow and not e.exp.is_number and e.base is not sp.E, as_exponential)
    return expression.replace(
        lambda e: isinstance(e, sp.exp), lambda e: sp.expand_power_exp(sp.exp(sp.expand(e.args[0])))
    )


@rule("lambert", "every W(z) has -1/e < z < 0, so that w e^w = z and w is not 0; bases of powers are positive", compute)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, to: sp.Expr) -> tuple[Identity, ...]:
    need(relation == "=", "w e^w = z gives an equality", before, after)
    before, after = unfold(before), unfold(after)
    for call in sorted((before.atoms(sp.LambertW) | after.atoms(sp.LambertW)), key=sp.default_sort_key):
        inside = above_branch_point(export(call.args[0]), domain)
        need(inside, f"{call.args[0]} may lie outside (-1/e, 0)", before, after)
    before, after = in_exponentials((before, after), domain)
    return (equal("w e^w = z", before, after, domain),)
