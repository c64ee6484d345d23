"""choose_branch: a case distinction (or the larger, the smaller of some values) that the domain decides, or narrows."""

from __future__ import annotations

import sympy as sp

from ..bounds import implies
from ..domain import Domain
from ..export import export
from ..expr import Node
from ..kernel import Identity, rule
from ..symbols import unfold
from .common import equal, need, refuse


def compute(before: sp.Expr, domain: Domain) -> tuple[str, sp.Expr]:
    return "=", _chosen(before, domain)


def _chosen(before: sp.Expr, domain: Domain) -> sp.Expr:
    if isinstance(before, sp.Max | sp.Min):
        return _extreme(before, domain)
    if not isinstance(before, sp.Piecewise):
        refuse("not a case distinction", before)
    for value, condition in before.args:
        decided = _decide(condition, domain)
        if decided is None:
            refuse("the domain does not decide the case", condition)
        if decided:
            return value
    refuse("no case applies", before)


def _extreme(before: sp.Max | sp.Min, domain: Domain) -> sp.Expr:
    """Without the arguments of a maximum that another is never below (of a minimum: never above)."""
    values = {value: export(unfold(value)) for value in before.args}
    left = list(values)
    for value in before.args:
        others = [values[other] for other in left if other != value]
        pairs = [(values[value], o) if isinstance(before, sp.Max) else (o, values[value]) for o in others]
        if any(implies(domain, Node("le", pair)) for pair in pairs):
            left.remove(value)
    if len(left) == len(values):
        refuse("the domain does not decide which value is taken", before)
    return before.func(*left)


def _decide(condition: sp.Basic, domain: Domain) -> bool | None:
    """True or False where the domain decides the condition, None where it does not."""
    shown = export(unfold(condition))
    if implies(domain, shown):
        return True
    return False if implies(domain, Node("not", (shown,))) else None


@rule(
    "choose_branch",
    "the domain decides every condition up to the branch taken (every comparison with the value taken)",
    compute,
)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain) -> tuple[Identity, ...]:
    need(relation == "=", "a branch equals the whole", before, after)
    return (equal("the branch", after, _chosen(before, domain), domain),)
