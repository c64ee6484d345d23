"""differentiation: the derivative of an expression, or of a finite sum term by term."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain, Interval
from ..kernel import Identity, rule
from .common import equal, need, refuse


def compute(before: sp.Expr, domain: Domain) -> tuple[str, sp.Expr]:
    """`before` is an unevaluated `Derivative`."""
    if not isinstance(before, sp.Derivative):
        return "=", before
    return "=", derivative(before.expr, before.variables)


def derivative(expression: sp.Expr, variables: tuple[sp.Symbol, ...]) -> sp.Expr:
    """The derivative, finite sums and sums of terms kept in shape, powers joined (k·alpha^(k-1), not k·alpha^k/alpha)."""
    for variable in variables:
        expression = _once(expression, variable)
    return expression


def _once(expression: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    if isinstance(expression, sp.Sum):
        return sp.Sum(_once(expression.function, variable), *expression.limits)
    if isinstance(expression, sp.Add):
        return sp.Add(*(_once(term, variable) for term in expression.args))
    return sp.powsimp(sp.diff(expression, variable))


@rule("differentiation", "the variable is real, the range of a sum does not depend on it", compute)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain) -> tuple[Identity, ...]:
    if not isinstance(before, sp.Derivative):
        refuse("not a derivative", before)
    need(relation == "=", "a derivative is an equality", before, after)
    for variable in before.variables:
        need(
            isinstance(domain.sets.get(variable.name), Interval), f"{variable} does not range over an interval", before
        )
        for folded in before.expr.atoms(sp.Sum, sp.Product):
            ends = [end for limit in folded.limits for end in limit]
            need(not any(end.has(variable) for end in ends), "the range depends on the variable", folded)
    return (equal("the derivative", after, derivative(before.expr, before.variables), domain),)
