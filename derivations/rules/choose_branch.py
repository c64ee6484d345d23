"""choose_branch: a case distinction whose condition the domain decides."""

from __future__ import annotations

import sympy as sp

from ..bounds import implies
from ..domain import Domain
from ..export import export
from ..expr import Node
from ..kernel import Identity, rule
from .common import equal, need, refuse


def compute(before: sp.Expr, domain: Domain) -> tuple[str, sp.Expr]:
    return "=", _chosen(before, domain)


def _chosen(before: sp.Expr, domain: Domain) -> sp.Expr:
    if not isinstance(before, sp.Piecewise):
        refuse("not a case distinction", before)
    for value, condition in before.args:
        decided = _decide(condition, domain)
        if decided is None:
            refuse("the domain does not decide the case", condition)
        if decided:
            return value
    refuse("no case applies", before)


def _decide(condition: sp.Basic, domain: Domain) -> bool | None:
    """True or False where the domain decides the condition, None where it does not."""
    shown = export(condition)
    if implies(domain, shown):
        return True
    return False if implies(domain, Node("not", (shown,))) else None


@rule("choose_branch", "the domain decides every condition up to the branch taken", compute)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain) -> tuple[Identity, ...]:
    need(relation == "=", "a branch equals the whole", before, after)
    return (equal("the branch", after, _chosen(before, domain), domain),)
