"""definition: replace a quantity by its definition."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from ..symbols import definition_of
from .common import equal, need, refuse


def compute(before: sp.Expr, domain: Domain) -> tuple[str, sp.Expr]:
    """Unfold the applied quantity `before` once."""
    meaning = definition_of(before)
    return "=", before if meaning is None else meaning


@rule("definition", "the symbol has exactly one definition", compute)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain) -> tuple[Identity, ...]:
    meaning = definition_of(before)
    if meaning is None:
        refuse("not a defined quantity", before)
    need(relation == "=", "a definition gives an equality", before, after)
    need(after == meaning, "not the definition", after, meaning)
    return (equal("definition", after, meaning, domain),)
