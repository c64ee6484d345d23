"""either_order: an equality of maxima, minima and absolute values of two numbers, shown for either order of the two."""

from __future__ import annotations

import sympy as sp

from ...errors import StepRejected
from ..domain import Domain
from ..export import export
from ..expr import Node
from ..kernel import Identity, rule
from ..symbols import unfold
from .choose_branch import compute as chosen
from .common import equal, is_nonnegative, need

EXTREMES = (sp.Max, sp.Min, sp.Abs)


def compute(before: sp.Expr, domain: Domain, *, of: sp.Expr, against: sp.Expr, to: sp.Expr) -> tuple[str, sp.Expr]:
    """`of` and `against` are the two numbers, in either order."""
    return "=", to


def in_order(small: sp.Expr, large: sp.Expr, domain: Domain) -> Domain:
    """The domain where the first number is at most the second."""
    return domain.given(Node("le", (export(unfold(small)), export(unfold(large)))))


def decided(expression: sp.Expr, domain: Domain) -> sp.Expr:
    """The expression with every extreme replaced that the domain decides, inner ones first; the others stay.

    What is bound in a sum is left alone: the domain says nothing of its index.
    """
    if isinstance(expression, sp.Sum | sp.Product | sp.Limit | sp.Derivative) or not expression.has(*EXTREMES):
        return expression
    inner = expression.func(*(decided(part, domain) for part in expression.args))
    return _chosen(inner, domain) if isinstance(inner, EXTREMES) else inner


def _chosen(extreme: sp.Expr, domain: Domain) -> sp.Expr:
    if isinstance(extreme, sp.Abs):
        (inside,) = extreme.args
        return next((value for value in (inside, -inside) if is_nonnegative(value, domain)), extreme)
    try:
        return chosen(extreme, domain)[1]
    except StepRejected:
        return extreme


@rule(
    "either_order",
    "each side has one value where the first number is the smaller, and one where the second is",
    compute,
)
def check(
    before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, of: sp.Expr, against: sp.Expr, to: sp.Expr
) -> tuple[Identity, ...]:
    need(relation == "=", "either order gives an equality", before, after)
    orders = [in_order(*pair, domain) for pair in ((of, against), (against, of))]
    return tuple(equal("in this order", decided(before, o), decided(after, o), o) for o in orders)
