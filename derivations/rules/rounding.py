"""rounding: a number rounded down or up lies within 1 of it, x - 1 < floor(x) <= x <= ceil(x) < x + 1."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, relation_tree, rule
from ..symbols import unfold
from .common import need, refuse

_BOUNDS = {(sp.floor, "<="): 0, (sp.floor, ">"): -1, (sp.ceiling, ">="): 0, (sp.ceiling, "<"): 1}
"""How far from the number the bound lies."""


def compute(before: sp.Expr, domain: Domain, *, order: str) -> tuple[str, sp.Expr]:
    return order, _bound(before, order)


def _bound(before: sp.Expr, order: str) -> sp.Expr:
    for (kind, relation), beyond in _BOUNDS.items():
        if isinstance(before, kind) and relation == order:
            return before.args[0] + beyond
    refuse(f"no bound '{order}' follows from rounding", before)


@rule("rounding", "the number is rounded down and the relation is <= or >, or rounded up and it is >= or <", compute)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, order: str) -> tuple[Identity, ...]:
    need(relation == order and after == _bound(before, relation), "not a bound of the rounded number", before, after)
    return (Identity("rounding", relation_tree(relation, unfold(before), unfold(after)), domain),)
