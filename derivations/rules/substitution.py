"""substitution: put values for symbols (or for expressions), where the domain says that they are equal."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from ..domain import Domain, Interval, Naturals
from ..export import export
from ..expr import Node
from ..kernel import Identity, rule
from ..symbols import put, unfold
from .common import equal, need


def compute(before: sp.Expr, domain: Domain, *, values: Mapping[sp.Expr, sp.Expr]) -> tuple[str, sp.Expr]:
    return "=", put(before, values)


@rule("substitution", "the domain (or what is given) makes each symbol (expression) equal to its value", compute)
def check(
    before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, values: Mapping[sp.Expr, sp.Expr]
) -> tuple[Identity, ...]:
    need(relation == "=", "a substitution gives an equality", before, after)
    for name, value in values.items():
        need(isinstance(name, sp.Symbol) or before == name, "an expression is replaced as a whole", before, name)
        need(_fixed(name, value, domain), f"nothing says that {name} = {value}", before, after)
    return (equal("the values put in", after, compute(before, domain, values=values)[1], domain),)


def _fixed(name: sp.Expr, value: sp.Expr, domain: Domain) -> bool:
    allowed = domain.sets.get(name.name) if isinstance(name, sp.Symbol) else None
    if isinstance(allowed, Interval) and value.is_Rational:
        return allowed.low == allowed.high is not None and sp.Rational(str(allowed.low)) == value
    if isinstance(allowed, Naturals) and value.is_Integer:
        return allowed.start == allowed.stop == int(value)
    left, right = export(unfold(name)), export(unfold(value))
    return any(c in (Node("eq", (left, right)), Node("eq", (right, left))) for c in domain.conditions)
