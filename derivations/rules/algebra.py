"""algebra: rewrite as a rational function of its atoms, without dividing by what may be 0 on the domain."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from .common import equal, need

FORMS = {
    "cancel": sp.cancel,
    "factor": sp.factor,
    "expand": sp.expand,
    "together": sp.together,
    "apart": sp.apart,
    "simplify": sp.simplify,
    "powsimp": sp.powsimp,
}


def compute(
    before: sp.Expr, domain: Domain, *, form: str = "simplify", to: sp.Expr | None = None
) -> tuple[str, sp.Expr]:
    """One of SymPy's normal forms; `to` names the shape wanted, by an expression that must turn out equal."""
    return "=", FORMS[form](before) if to is None else to


@rule(
    "algebra",
    "the difference cancels; the kernel sees to it that the result has a value wherever the expression has one",
    compute,
    typed=("to",),
)
def check(
    before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, form: str = "simplify", to: sp.Expr | None = None
) -> tuple[Identity, ...]:
    need(relation == "=", "algebra gives an equality", before, after)
    return (equal("algebra", before, after, domain),)
