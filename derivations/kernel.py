"""The step checker: derivations are lists of steps, and a step that does not hold cannot be made.

`Argument` builds a chain of steps; each `after` is computed by its rule and then *checked*: by the rule's own checker (which
sees only before, after and parameters, and may refuse), by the rational identities the checker emits, and by exact evaluation of
`before relation after` over the domain. A rejection raises `StepRejected` with an exact witness where there is one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp

from ..errors import StepRejected
from . import exact
from .bounds import nonnegative, with_index
from .domain import Domain
from .export import export
from .expr import Node
from .statements import RELATIONS, SWAPPED, All, Rel, Statement, When, tree
from .symbols import unfold


@dataclass(frozen=True)
class Identity:
    """A rational relation over atoms that a step rests on: true at every point of its domain, or the step falls."""

    label: str
    statement: Node
    domain: Domain


Compute = Callable[..., tuple[str, sp.Expr]]
Check = Callable[..., tuple[Identity, ...]]


@dataclass(frozen=True)
class Rule:
    """One rule: `compute(before, domain, **parameters)` proposes, `check(before, relation, after, domain, **parameters)` judges.

    `condition` says in words what the rule needs of the domain; the checker enforces it.
    """

    name: str
    condition: str
    compute: Compute
    check: Check


RULES: dict[str, Rule] = {}


def rule(name: str, condition: str, compute: Compute) -> Callable[[Check], Check]:
    """Register a rule by its checker: a rule without one cannot be registered."""

    def register(check: Check) -> Check:
        if name in RULES:
            raise ValueError(f"the rule {name} is registered twice")
        RULES[name] = Rule(name, condition, compute, check)
        return check

    return register


@dataclass(frozen=True)
class Step:
    """`before relation after`, by a rule. `stated` marks an `after` that was typed by hand and only checked."""

    before: sp.Expr
    relation: str
    after: sp.Expr
    rule: str
    because: str
    stated: bool = False
    identities: tuple[Identity, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)
    backwards: bool = False


@dataclass(frozen=True)
class Argument:
    """A chain of steps from `start`, on `domain`, under the conditions `given`. Immutable: `by` returns a longer one."""

    start: sp.Expr
    domain: Domain
    given: tuple[Statement, ...] = ()
    steps: tuple[Step, ...] = ()

    @property
    def end(self) -> sp.Expr:
        return self.steps[-1].after if self.steps else self.start

    @property
    def local(self) -> Domain:
        """The domain narrowed by what is given."""
        domain = self.domain
        for condition in self.given:
            domain = domain.given(tree(condition))
        return domain

    def by(self, name: str, because: str, *, at: sp.Expr | None = None, **parameters: Any) -> Argument:
        """The next step: the rule computes what follows from the end (or from its part `at`), and it is checked."""
        target = self.end if at is None else at
        relation, after = RULES[name].compute(target, scope(self.end, target, self.local), **parameters)
        return self._add(name, because, target, relation, after, False, parameters)

    def back(self, name: str, because: str, to: sp.Expr, *, at: sp.Expr | None = None, **parameters: Any) -> Argument:
        """The next step by an equality read from right to left: the rule, applied to `to`, must compute the end (or `at`)."""
        target = self.end if at is None else at
        inner = scope(self.end, target, self.local)
        relation, computed = RULES[name].compute(to, inner, **parameters)
        if relation != "=" or computed != target:
            raise StepRejected(
                "read backwards, the rule does not give this", step=name, lhs=str(computed), rhs=str(target)
            )
        whole = lift(self.end, target, to, "=", self.local)
        step = Step(self.end, "=", whole, name, because, False, (), parameters, backwards=True)
        identities = check_step(step, self.local, inner, to, target)
        return replace(self, steps=(*self.steps, replace(step, identities=identities)))

    def stated(self, name: str, because: str, after: sp.Expr, relation: str = "=", **parameters: Any) -> Argument:
        """The next step with `after` typed by hand: checked the same way, and labelled *stated*."""
        return self._add(name, because, self.end, relation, after, True, parameters)

    def _add(
        self,
        name: str,
        because: str,
        target: sp.Expr,
        relation: str,
        after: sp.Expr,
        stated: bool,
        parameters: Mapping[str, Any],
    ) -> Argument:
        whole = lift(self.end, target, after, relation, self.local)
        step = Step(self.end, relation, whole, name, because, stated, (), parameters)
        identities = check_step(step, self.local, scope(self.end, target, self.local), target, after)
        return replace(self, steps=(*self.steps, replace(step, identities=identities)))

    @property
    def conclusion(self) -> Statement:
        """What the chain shows: start related to end, under the given conditions."""
        relation = "="
        for step in self.steps:
            relation = compose(relation, step.relation)
        found: Statement = Rel(relation, self.start, self.end)
        for condition in reversed(self.given):
            found = When(condition, found)
        return found


def check_step(step: Step, domain: Domain, inner: Domain, target: sp.Expr, after: sp.Expr) -> tuple[Identity, ...]:
    """Judge one step on `domain` that rewrites `target` (whose own scope is `inner`) to `after`; return its identities.

    Raises `StepRejected`.
    """
    try:
        identities = RULES[step.rule].check(target, step.relation, after, inner, **step.parameters)
    except StepRejected as error:
        raise StepRejected(
            error.reason,
            step=error.step or step.rule,
            lhs=error.lhs or str(target),
            rhs=error.rhs or str(after),
            witness=error.witness or _witness(step, domain),
        ) from None
    for identity in identities:
        outcome = exact.check(identity.statement, identity.domain)
        if outcome.holds is not True:
            raise StepRejected(
                f"the identity '{identity.label}' fails",
                step=step.rule,
                lhs=str(target),
                rhs=str(after),
                witness=exact.show(outcome.witness or {}),
            )
    if (witness := _witness(step, domain)) or not identities:
        reason = "the two sides differ" if witness else "the rule emitted no identity to check"
        raise StepRejected(reason, step=step.rule, lhs=str(step.before), rhs=str(step.after), witness=witness)
    return identities


def statement_of(step: Step) -> Node:
    """`before relation after` as a tree, quantities unfolded."""
    return tree(Rel(step.relation, step.before, step.after))


def _witness(step: Step, domain: Domain) -> dict[str, str]:
    statement = statement_of(step)
    outcome = exact.check(statement, domain)
    return exact.show(outcome.witness or {}, exact.names_of(statement)) if outcome.holds is False else {}


def compose(first: str, second: str) -> str:
    """The relation of a to c from a-b and b-c. Raises `StepRejected` where there is none."""
    if "=" in (first, second):
        return second if first == "=" else first
    if first[0] == second[0]:
        return first if len(first) == 1 else second
    raise StepRejected(f"'{first}' after '{second}' gives no relation")


def scope(whole: sp.Expr, target: sp.Expr, domain: Domain) -> Domain:
    """The domain that holds at `target` inside `whole`: within a sum, its index runs over the sum's range."""
    if whole == target or _is_part(whole, target):
        for limit in _outer_limits(whole, target):
            domain = _inside(whole, limit, domain)
        return domain
    if isinstance(whole, sp.Sum | sp.Product) and whole.function.has(target):
        for limit in reversed(whole.limits):
            domain = _inside(whole, limit, domain)
        return scope(whole.function, target, domain)
    holders = [argument for argument in whole.args if _occurs(argument, target)]
    return scope(holders[0], target, domain) if len(holders) == 1 else domain


def _inside(whole: sp.Expr, limit: tuple[sp.Symbol, sp.Expr, sp.Expr], domain: Domain) -> Domain:
    index, low, high = limit
    domain = with_index(export(sp.Sum(index, (index, low, high))), domain)
    return domain.given(tree(All((Rel("<=", low, index), Rel("<=", index, high)))))


def _is_part(whole: sp.Expr, target: sp.Expr) -> bool:
    """A part that is no node of its own: some terms of a sum, some factors of a product, the inner sums of a nested one."""
    if whole.func is target.func and (whole.is_Add or whole.is_Mul):
        return set(target.args) < set(whole.args)
    return _nested(whole, target)


def _nested(whole: sp.Expr, target: sp.Expr) -> bool:
    return (
        isinstance(whole, sp.Sum)
        and isinstance(target, sp.Sum)
        and whole.function == target.function
        and len(target.limits) < len(whole.limits)
        and whole.limits[: len(target.limits)] == target.limits
    )


def _outer_limits(whole: sp.Expr, target: sp.Expr) -> tuple[Any, ...]:
    return tuple(reversed(whole.limits[len(target.limits) :])) if _nested(whole, target) else ()


def _occurs(whole: sp.Basic, target: sp.Expr) -> bool:
    return any(
        part == target or _is_part(part, target) for part in sp.preorder_traversal(whole) if isinstance(part, sp.Expr)
    )


def lift(whole: sp.Expr, target: sp.Expr, after: sp.Expr, relation: str, domain: Domain) -> sp.Expr:
    """`whole` with its part `target` replaced. An inequality passes only through sums and nonnegative factors."""
    if not _occurs(whole, target):
        raise StepRejected("the part to rewrite does not occur", lhs=str(whole), rhs=str(target))
    if relation != "=" and not _monotone(whole, target, domain):
        raise StepRejected("an inequality cannot be carried into this place", lhs=str(whole), rhs=str(target))
    return _replaced(whole, target, after)


def _replaced(whole: sp.Expr, target: sp.Expr, after: sp.Expr) -> sp.Expr:
    if whole == target:
        return after
    if _nested(whole, target):
        return sp.Sum(after, *whole.limits[len(target.limits) :])
    if _is_part(whole, target):
        return whole.func(after, *(argument for argument in whole.args if argument not in target.args))
    return whole.func(*(_replaced(arg, target, after) if _occurs(arg, target) else arg for arg in whole.args))


def _monotone(whole: sp.Expr, target: sp.Expr, domain: Domain) -> bool:
    """Whether `whole` never falls when its part `target` rises: one occurrence, under sums and nonnegative factors only."""
    if whole == target:
        return True
    part = _is_part(whole, target)
    holders = list(target.args) if part else [argument for argument in whole.args if _occurs(argument, target)]
    if isinstance(whole, sp.Sum) and (part or whole.function.has(target)):
        return part or _monotone(whole.function, target, scope(whole, whole.function, domain))
    if not part and len(holders) != 1:
        return False
    if whole.is_Mul:
        rest = sp.Mul(*(argument for argument in whole.args if argument not in holders))
        return nonnegative(export(unfold(rest)), domain) and (part or _monotone(holders[0], target, domain))
    return bool(whole.is_Add) and (part or _monotone(holders[0], target, domain))


def relation_tree(op: str, lhs: sp.Expr, rhs: sp.Expr) -> Node:
    """`lhs op rhs` as a tree, nothing unfolded (for identities over atoms)."""
    left, right = export(lhs), export(rhs)
    return Node(RELATIONS[op], (right, left) if op in SWAPPED else (left, right))
