"""lemma: use a claim that stands before this one (it becomes an assumption that `draftproof axioms` prints)."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from ..claims import Claim
from ..bounds import covers, implies
from ..coverage import exhaustive
from ..domain import Domain
from ..export import export
from ..expr import Node, substitute
from ..kernel import Identity, rule
from ..statements import Rel, Statement, When, parts, tree
from .common import need, refuse

Values = Mapping[sp.Symbol, sp.Expr]


def _put(rel: Rel, values: Values) -> Rel:
    return Rel(rel.op, rel.lhs.subs(dict(values), simultaneous=True), rel.rhs.subs(dict(values), simultaneous=True))


def _uses(claim: Claim, target: sp.Expr, values: Values) -> list[tuple[Rel, Statement | None]]:
    """The relations of the claim whose left side is the target, each with its condition."""
    found: list[tuple[Rel, Statement | None]] = []
    for part in parts(claim.statement):
        condition, rel = (part.condition, part.then) if isinstance(part, When) else (None, part)
        if isinstance(rel, Rel) and _put(rel, values).lhs == target:
            found.append((_put(rel, values), condition))
    return found


def compute(
    before: sp.Expr, domain: Domain, *, claim: Claim, values: Values | None = None, order: str = "="
) -> tuple[str, sp.Expr]:
    for rel, _ in _uses(claim, before, values or {}):
        if rel.op == order:
            return rel.op, rel.rhs
    refuse(f"the claim {claim.id} says nothing of this form", before)


@rule("lemma", "the point lies in the lemma's domain; its condition is given, or its cases cover the domain", compute)
def check(
    before: sp.Expr,
    relation: str,
    after: sp.Expr,
    domain: Domain,
    *,
    claim: Claim,
    values: Values | None = None,
    **_: str,
) -> tuple[Identity, ...]:
    values = values or {}
    need(_inside(claim, values, domain), f"outside the domain of {claim.id}", before)
    found = [(rel, c) for rel, c in _uses(claim, before, values) if (rel.op, rel.rhs) == (relation, after)]
    need(bool(found), f"not what {claim.id} says", before, after)
    conditions = [_condition(c, values) for _, c in found if c is not None]
    given = len(conditions) < len(found) or any(implies(domain, condition) for condition in conditions)
    need(given or exhaustive(conditions, domain), f"{claim.id} says it under conditions that do not hold here", before, after)
    return (Identity(f"lemma {claim.id}", tree(found[0][0]), domain),)


def _condition(condition: Statement, values: Values) -> Node:
    return substitute(tree(condition), {name.name: export(value) for name, value in values.items()})


def _inside(claim: Claim, values: Values, domain: Domain) -> bool:
    """Every condition of the lemma's domain follows on this domain, for the values put in."""
    put = {name.name: export(value) for name, value in values.items()}
    put = {name: put.get(name, Node("sym", (name,))) for name in claim.domain.sets}
    return covers(domain, claim.domain, put)
