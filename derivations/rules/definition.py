"""definition: replace a quantity by its definition (or, folding, a definition by its quantity)."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from ..symbols import definition_of
from .common import equal, need


def compute(before: sp.Expr, domain: Domain, *, of: sp.Expr | None = None, fold: bool = False) -> tuple[str, sp.Expr]:
    """Unfold `of` (default: `before` itself) once; with `fold`, put the quantity `of` for its definition."""
    target = before if of is None else of
    meaning = definition_of(target)
    if meaning is None:
        return "=", before
    return "=", before.xreplace({meaning: target} if fold else {target: meaning})


@rule("definition", "the symbol has exactly one definition", compute)
def check(
    before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, of: sp.Expr | None = None, fold: bool = False
) -> tuple[Identity, ...]:
    target = before if of is None else of
    meaning = definition_of(target)
    need(meaning is not None, "not a defined quantity", target)
    need(relation == "=", "a definition gives an equality", before, after)
    old, new = (meaning, target) if fold else (target, meaning)
    need(before.has(old), "the definition does not occur", before, old)
    need(after == before.xreplace({old: new}), "not the definition", after, before.xreplace({old: new}))
    return (equal("definition", meaning, definition_of(target), domain),)
