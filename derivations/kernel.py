"""The step checker: derivations are lists of steps, and a step that does not hold cannot be made.

`Argument` builds a chain of steps; each `after` is computed by its rule and then *checked*: by the rule's own checker (which
sees only before, after and parameters, and may refuse), by the rational identities the checker emits, and by exact evaluation of
`before relation after` over the domain. A rejection raises `StepRejected` with an exact witness where there is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import sympy as sp

from ..errors import StepRejected
from . import exact
from .bounds import is_integer, nonnegative, positive
from .defined import undefined_parts, within
from .domain import Domain, Interval, Naturals
from .export import export
from .expr import Node, sym
from .statements import RELATIONS, SWAPPED, Rel, Statement, When, tree
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

    `condition` says in words what the rule needs of the domain; the checker enforces it. `typed` names the parameters by
    which a result is handed in instead of computed (the shape that algebra should give, the bound that an induction shows).
    """

    name: str
    condition: str
    compute: Compute
    check: Check
    typed: tuple[str, ...] = ()


RULES: dict[str, Rule] = {}


def rule(name: str, condition: str, compute: Compute, typed: tuple[str, ...] = ()) -> Callable[[Check], Check]:
    """Register a rule by its checker: a rule without one cannot be registered."""

    def register(check: Check) -> Check:
        if name in RULES:
            raise ValueError(f"the rule {name} is registered twice")
        RULES[name] = Rule(name, condition, compute, check, typed)
        return check

    return register


@dataclass(frozen=True)
class Step:
    """`before relation after`, by a rule. `stated` marks an `after` that was typed by hand and only checked.

    `given` marks a step of a rule that can compute, whose result was handed to it: rewritten by algebra into a shape that
    people write, or a bound that an induction shows. The checker judges it like any other.
    """

    before: sp.Expr
    relation: str
    after: sp.Expr
    rule: str
    because: str
    stated: bool = False
    identities: tuple[Identity, ...] = ()
    parameters: Mapping[str, Any] = field(default_factory=dict)
    backwards: bool = False

    @property
    def given(self) -> bool:
        return any(self.parameters.get(name) is not None for name in RULES[self.rule].typed)


@dataclass(frozen=True)
class Argument:
    """A chain of steps from `start`, on `domain`, under the conditions `given`. Immutable: `by` returns a longer one.

    Steps cannot be handed in: only `by`, `back` and `stated` add one, after it was checked on this domain.
    """

    start: sp.Expr
    domain: Domain
    given: tuple[Statement, ...] = ()
    steps: tuple[Step, ...] = field(default=(), init=False)

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
        return self._with(step, check_step(step, self.local, inner, to, target))

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
        return self._with(step, check_step(step, self.local, scope(self.end, target, self.local), target, after))

    def _with(self, step: Step, identities: tuple[Identity, ...]) -> Argument:
        longer = Argument(self.start, self.domain, self.given)
        object.__setattr__(longer, "steps", (*self.steps, replace(step, identities=identities)))
        return longer

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
    _need_fitting(step, domain)
    old, new = (after, target) if step.backwards else (target, after)
    if undefined := undefined_parts(export(unfold(new)), inner) - undefined_parts(export(unfold(old)), inner):
        what = ", ".join(sorted(part.op for part in undefined))
        raise StepRejected(
            f"the result may have no value on the domain ({what})", step=step.rule, lhs=str(old), rhs=str(new)
        )
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


def _need_fitting(step: Step, domain: Domain) -> None:
    """Refuse symbols of which SymPy assumes more than the domain says, and two symbols of one name."""
    symbols = step.before.atoms(sp.Symbol) | step.after.atoms(sp.Symbol)
    if len({symbol.name for symbol in symbols}) < len(symbols):
        raise StepRejected("two symbols have one name", step=step.rule, lhs=str(step.before), rhs=str(step.after))
    _fitting(step.before, domain)
    _fitting(step.after, domain)


def _fitting(whole: sp.Basic, domain: Domain) -> None:
    if isinstance(whole, sp.Symbol) and whole.name in domain.sets:
        name = sym(whole.name)
        fits = (
            (is_integer(name, domain) or not whole.is_integer)
            and (nonnegative(name, domain) or not whole.is_nonnegative)
            and (positive(name, domain) or not whole.is_positive)
        )
        if not fits:
            raise StepRejected(f"{whole} has assumptions that {domain.sets[whole.name]} does not bear out")
    for part, where in _scoped(whole, domain):
        _fitting(part, where)


def compose(first: str, second: str) -> str:
    """The relation of a to c from a-b and b-c. Raises `StepRejected` where there is none."""
    if "=" in (first, second):
        return second if first == "=" else first
    if first[0] == second[0] != "!":
        return first if len(first) == 1 else second
    raise StepRejected(f"'{first}' after '{second}' gives no relation")


def scope(whole: sp.Expr, target: sp.Expr, domain: Domain) -> Domain:
    """The domain that holds at `target` inside `whole`: within a sum, its index runs over the sum's range.

    Where `target` stands in several places it must mention none of their indices. Raises `StepRejected`.
    """
    places = list(_places(whole, target, domain))
    if not places:
        raise StepRejected("the part to rewrite does not occur", lhs=str(whole), rhs=str(target))
    if all(place == places[0] for place in places):
        return places[0][0]
    if any(index in target.free_symbols for _, indices in places for index in indices):
        raise StepRejected("the part to rewrite stands under different indices", lhs=str(whole), rhs=str(target))
    return domain


def _places(
    whole: sp.Basic, target: sp.Expr, domain: Domain, indices: tuple[sp.Symbol, ...] = ()
) -> Iterator[tuple[Domain, tuple[sp.Symbol, ...]]]:
    """Every place of `target` in `whole`: the domain that holds there, and the indices bound around it."""
    if whole == target or (outer := _around(whole, target)) == ():
        yield domain, indices
        return
    if outer is not None:
        for limit in reversed(outer):
            domain, indices = _inside(limit, domain), (*indices, limit[0])
        yield domain, indices
        return
    bound = _bound(whole)
    if target in bound:
        raise StepRejected("a bound index cannot be rewritten", lhs=str(whole), rhs=str(target))
    for part, where in _scoped(whole, domain):
        yield from _places(part, target, where, (*indices, *(b for b in bound if part is whole.args[0])))


def _bound(whole: sp.Basic) -> tuple[sp.Symbol, ...]:
    """The symbols that `whole` binds in its first argument."""
    if isinstance(whole, sp.Sum | sp.Product):
        return tuple(limit[0] for limit in whole.limits)
    if isinstance(whole, sp.Derivative):
        return tuple(whole.variables)
    return (whole.args[1],) if isinstance(whole, sp.Limit) else ()


def _scoped(whole: sp.Basic, domain: Domain) -> Iterator[tuple[sp.Basic, Domain]]:
    """The parts of `whole`, each with the domain that holds there."""
    if isinstance(whole, sp.Sum | sp.Product):
        for limit in reversed(whole.limits):
            yield from ((end, domain) for end in limit[1:])
            domain = _inside(limit, domain)
        yield whole.function, domain
    elif isinstance(whole, sp.Limit | sp.Derivative):
        for variable in _bound(whole):
            domain = _moving(variable, domain, to_infinity=isinstance(whole, sp.Limit))
        yield whole.args[0], domain
    elif isinstance(whole, sp.Integral | sp.Subs | sp.Lambda):
        raise StepRejected(f"no rule looks into {type(whole).__name__}", lhs=str(whole))
    else:
        yield from ((argument, domain) for argument in whole.args)


def _inside(limit: tuple[sp.Symbol, sp.Expr, sp.Expr], domain: Domain) -> Domain:
    index, low, high = limit
    return within(export(unfold(sp.Sum(index, (index, low, high)))), domain)


def _moving(variable: sp.Symbol, domain: Domain, *, to_infinity: bool) -> Domain:
    """The domain inside a limit or derivative: what holds at one value of the variable only says nothing there."""
    values = domain.sets.get(variable.name)
    top = values.stop if isinstance(values, Naturals) else values.high if isinstance(values, Interval) else None
    if (to_infinity and top is not None) or (isinstance(values, Interval) and values.low == top is not None):
        raise StepRejected(f"{variable} moves, and the domain holds it in {values}")
    return domain.without(variable.name)


def _around(whole: sp.Basic, target: sp.Expr) -> tuple[Any, ...] | None:
    """What stands around a part that is no node of its own, None when it is none.

    Some terms of a sum or factors of a product: nothing, (); the inner sums of a nested one: its outer limits.
    """
    if whole.func is target.func and (whole.is_Add or whole.is_Mul):
        return () if Counter(target.args) < Counter(whole.args) else None
    if isinstance(whole, sp.Sum) and isinstance(target, sp.Sum) and whole.function == target.function:
        inner = len(target.limits)
        return whole.limits[inner:] if whole.limits[:inner] == target.limits and inner < len(whole.limits) else None
    return None


def _beside(whole: sp.Expr, target: sp.Expr) -> tuple[sp.Expr, ...]:
    """The terms (factors) of `whole` that are not its part `target`, or not those of it."""
    return tuple((Counter(whole.args) - Counter([target] if target in whole.args else target.args)).elements())


def _occurs(whole: sp.Basic, target: sp.Expr) -> bool:
    return any(part == target or _around(part, target) is not None for part in sp.preorder_traversal(whole))


def lift(whole: sp.Expr, target: sp.Expr, after: sp.Expr, relation: str, domain: Domain) -> sp.Expr:
    """`whole` with its part `target` replaced. An inequality passes only through sums and nonnegative factors."""
    places = list(_places(whole, target, domain))
    if not places:
        raise StepRejected("the part to rewrite does not occur", lhs=str(whole), rhs=str(target))
    carried = relation == "=" or whole == target or (len(places) == 1 and relation != "!=")
    if not carried or (relation != "=" and not _monotone(whole, target, domain, strict=relation in ("<", ">"))):
        raise StepRejected("an inequality cannot be carried into this place", lhs=str(whole), rhs=str(target))
    return _replaced(whole, target, after)


def _replaced(whole: sp.Expr, target: sp.Expr, after: sp.Expr) -> sp.Expr:
    if whole == target:
        return after
    if (outer := _around(whole, target)) is not None:
        return sp.Sum(after, *outer) if outer else whole.func(after, *_beside(whole, target))
    return whole.func(*(_replaced(arg, target, after) if _occurs(arg, target) else arg for arg in whole.args))


def _monotone(whole: sp.Expr, target: sp.Expr, domain: Domain, *, strict: bool) -> bool:
    """Whether `whole` never falls (`strict`: rises) when its part `target`, which stands in one place, rises.

    Under sums and nonnegative factors only; for `strict` under positive ones, and no finite sum, which may be empty.
    """
    if whole == target:
        return True
    outer = _around(whole, target)
    if isinstance(whole, sp.Sum) and (outer or _occurs(whole.function, target)):
        inner = scope(whole, whole.function, domain)
        return not strict and (outer is not None or _monotone(whole.function, target, inner, strict=False))
    holder = target if outer == () else next(argument for argument in whole.args if _occurs(argument, target))
    if whole.is_Mul:
        rest = export(unfold(sp.Mul(*_beside(whole, holder))))
        if not (positive if strict else nonnegative)(rest, domain):
            return False
    elif not whole.is_Add:
        return False
    return holder == target or _monotone(holder, target, domain, strict=strict)


def relation_tree(op: str, lhs: sp.Expr, rhs: sp.Expr) -> Node:
    """`lhs op rhs` as a tree, nothing unfolded (for identities over atoms)."""
    left, right = export(lhs), export(rhs)
    return Node(RELATIONS[op], (right, left) if op in SWAPPED else (left, right))
