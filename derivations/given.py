"""The quantity that a claim gives a value to: the left sides of its equations, and what they come to at a point.

A claim gives a quantity where its statement says `quantity(parameters) = formula` at every inner point of the domain, as
a whole or by cases. An inequality, or an equation between two formulas, gives none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from ..errors import BadInput
from .claims import Claim, Rival, chain
from .enclosure import value_at
from .exact import POINTS
from .export import export
from .expr import Env, Node, NotRational, Undefined, free_names
from .statements import Statement, asserted, relations
from .symbols import unfold
from .vocabulary import Term, term


@dataclass(frozen=True)
class Given:
    """A quantity as a claim writes it, `E(alpha, gamma)`, with the names that its value depends on, in reading order."""

    claim: Claim
    left: sp.Expr
    names: tuple[str, ...]

    @property
    def term(self) -> Term:
        """The quantity's entry in the vocabulary."""
        return term(self.left.func.__name__)

    def definition(self) -> Node:
        """The quantity by its definition, which the claim shows equal to its formula."""
        return export(unfold(self.left))

    def formulas(self, statement: Statement, point: Env) -> tuple[sp.Expr, ...]:
        """What `statement` (the claim's, or a rival's) says that the quantity is at a point; none where it says nothing."""
        try:
            return tuple(rel.rhs for rel in asserted(statement, point) if rel.op == "=" and rel.lhs == self.left)
        except (Undefined, NotRational):  # a case that exact arithmetic does not decide here
            return ()

    def elsewhere(self, point: Env) -> tuple[sp.Expr, ...]:
        """The formulas that other claims of the chain show the quantity to have at a point of their domain, too."""
        return tuple(
            formula
            for other in chain(self.claim.chain).claims
            if other.id != self.claim.id
            if any(rel.op == "=" and rel.lhs == self.left for rel in relations(other.statement))
            if free_names_of(other.statement, self.left) <= set(self.names) and other.domain.admits(point)
            for formula in self.formulas(other.statement, point)
        )

    def rivals(self) -> tuple[Rival, ...]:
        """Rivals of other claims of the chain that give the same quantity otherwise: a callable may be one of those."""
        return tuple(
            rival
            for other in chain(self.claim.chain).claims
            if other.id != self.claim.id
            for rival in other.rivals
            if rival.statement is not None
            and any(rel.op == "=" and rel.lhs == self.left for rel in relations(rival.statement))
            and free_names_of(rival.statement, self.left) <= set(self.names)
        )


def givens(claim: Claim) -> tuple[Given, ...]:
    """The quantities that a claim gives, in reading order."""
    lefts = dict.fromkeys(rel.lhs for rel in relations(claim.statement) if rel.op == "=")
    found = (Given(claim, left, names) for left in lefts if (names := _names(left)) is not None)
    return tuple(given for given in found if _everywhere(given))


def given(claim: Claim) -> tuple[Given, ...]:
    """The quantities that a claim gives. Raises `BadInput`, naming claims of the chain that give one, where it gives none."""
    found = givens(claim)
    if not found:
        others = [f"{other.id} ({it.term.name})" for other in chain(claim.chain).claims for it in givens(other)[:1]]
        expected = ", ".join(others) or "tokens.closed_form (E), say: no claim of its chain gives one"
        raise BadInput(f"{claim.id}: gives no value of a quantity, expected one of {expected}")
    return found


def free_names_of(statement: Statement, left: sp.Expr) -> set[str]:
    """The names in the formulas that a statement gives for a left side."""
    formulas = [rel.rhs for rel in relations(statement) if rel.op == "=" and rel.lhs == left]
    return {name for formula in formulas for name in free_names(export(unfold(formula)))}


def _names(left: sp.Expr) -> tuple[str, ...] | None:
    """What a quantity depends on; None where it is not taken as a whole: `E(alpha, 0)`, `E(alpha, gamma + 1)`."""
    if not isinstance(left, AppliedUndef):
        return None
    own = term(left.func.__name__).parameters
    names: dict[str, None] = {}
    for slot, argument in zip(own, left.args, strict=True):
        inside = tuple(_inside(argument))
        alone = isinstance(argument, sp.Symbol | sp.IndexedBase)
        if not inside or ((inside != (slot,) or not alone) and not set(own).isdisjoint(inside)):
            return None  # a number, or one of its parameters in another's place
        names.update(dict.fromkeys(inside))
    return tuple(names)


def _inside(argument: sp.Basic) -> Iterator[str]:
    if isinstance(argument, sp.IndexedBase):
        yield argument.label.name
    else:
        yield from sorted(free_names(export(unfold(argument))))


def _everywhere(given: Given) -> bool:
    """Whether the claim has a formula, in no other name, with a value at every inner point."""
    if not free_names_of(given.claim.statement, given.left) <= set(given.names):
        return False
    return all(
        any(_has_value(f, env) for f in given.formulas(given.claim.statement, env)) for env in inner(given.claim)
    )


def _has_value(formula: sp.Expr, env: Env) -> bool:
    try:
        value_at(export(unfold(formula)), env)
    except (Undefined, BadInput):
        return False
    return True


def inner(claim: Claim) -> tuple[Env, ...]:
    """Exact points inside the claim's domain: at least 100 with gamma >= 2 and 0 < alpha < 1."""
    return tuple(claim.domain.points(POINTS))
