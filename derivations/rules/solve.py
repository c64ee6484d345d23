"""solve: an expression with a single root in one variable, as cofactor·(root - variable), so that its sign shows.

SymPy's `solve` finds the root. The checker does not take its word: the product must equal the expression, and the
cofactor must be positive on the domain. Then the expression is positive below the root, 0 at the root only, and
negative above it.
"""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from .common import equal, is_positive, need, refuse


def compute(before: sp.Expr, domain: Domain, *, unknown: sp.Symbol) -> tuple[str, sp.Expr]:
    free = sp.Dummy("unknown")  # without assumptions, so that `solve` drops no root
    roots = sp.solve(before.subs(unknown, free), free)
    if len(roots) != 1:
        refuse(f"{len(roots)} roots in {unknown}, expected one", before)
    root = sp.factor(roots[0])
    return "=", sp.factor(sp.cancel(before / (root - unknown))) * (root - unknown)


@rule("solve", "the cofactor of (root - variable) is positive on the whole domain", compute)
def check(
    before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, unknown: sp.Symbol
) -> tuple[Identity, ...]:
    need(relation == "=", "a solved form is equal to the expression", before, after)
    factors = [f for f in sp.Mul.make_args(after) if _falls_evenly(f, unknown)]
    need(bool(factors), f"no factor (root - {unknown})", before, after)
    need(any(is_positive(after / f, domain) for f in factors), "the cofactor may not be positive", before, after)
    return (equal("the solved form", before, after, domain),)


def _falls_evenly(factor: sp.Expr, unknown: sp.Symbol) -> bool:
    """Whether a factor is (root - unknown), or a positive number times it (SymPy multiplies numbers out)."""
    slope = sp.expand(factor).coeff(unknown, 1)
    return bool(slope.is_Rational and slope < 0) and not (sp.expand(factor - slope * unknown)).has(unknown)
