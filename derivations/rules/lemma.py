"""lemma: use a claim that stands before this one (it becomes an assumption that `draftproof axioms` prints)."""

from __future__ import annotations

from collections.abc import Mapping

import sympy as sp

from .. import exact
from ..bounds import covers, implies
from ..claims import Claim
from ..coverage import exhaustive
from ..domain import Domain
from ..export import export
from ..expr import Node, sym
from ..kernel import Identity, rule
from ..statements import Rel, Statement, When, map_expressions, parts, tree
from ..symbols import put, unfold
from .common import equal, need, refuse

Values = Mapping[sp.Symbol, sp.Expr]


_MIRRORED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}


def _put(rel: Rel, values: Values) -> Rel:
    return Rel(rel.op, put(rel.lhs, values), put(rel.rhs, values))


def _uses(claim: Claim, target: sp.Expr, values: Values) -> list[tuple[Rel, Statement | None]]:
    """The relations of the claim whose left side is the target, each with its condition."""
    found: list[tuple[Rel, Statement | None]] = []
    for part in parts(claim.statement):
        condition, rel = (part.condition, part.then) if isinstance(part, When) else (None, part)
        if isinstance(rel, Rel):
            readings = (rel, Rel(_MIRRORED[rel.op], rel.rhs, rel.lhs)) if rel.op in _MIRRORED else (rel,)
            found += [(said, condition) for reading in readings if (said := _put(reading, values)).lhs == target]
    return found


def compute(
    before: sp.Expr, domain: Domain, *, claim: Claim, values: Values | None = None, order: str = "="
) -> tuple[str, sp.Expr]:
    values = values or {}
    found = [(rel, c) for rel, c in _uses(claim, before, values) if rel.op == order]
    found.sort(key=lambda use: use[1] is not None and not implies(domain, _condition(use[1], values)))
    if found:
        return order, found[0][0].rhs
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
    need(
        given or exhaustive(conditions, domain),
        f"{claim.id} says it under conditions that do not hold here",
        before,
        after,
    )
    says = tree(found[0][0])
    if relation == "=" and exact.check(says, domain).holds is None:
        # Beyond exact arithmetic (a logarithm): the lemma's own derivation has shown it; here its use is checked.
        return (equal(f"lemma {claim.id}", found[0][0].rhs, after, domain),)
    return (Identity(f"lemma {claim.id}", says, domain),)


def _condition(condition: Statement, values: Values) -> Node:
    return tree(map_expressions(condition, lambda expression: put(expression, values)))


def _inside(claim: Claim, values: Values, domain: Domain) -> bool:
    """Every condition of the lemma's domain follows on this domain, for the values put in."""
    given = {name.name: export(unfold(value)) for name, value in values.items()}
    return covers(domain, claim.domain, {name: given.get(name, sym(name)) for name in claim.domain.sets})
