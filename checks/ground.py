"""Ground instances: small literal naturals, everything written out as rational arithmetic, models put back exactly.

The abstraction never reaches what is shown `sat`: with the atom alpha^gamma free, even the impossible E > 1 +
gamma*alpha has a model. A point found here counts only after exact evaluation has confirmed it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice, product

from ..derivations.domain import Domain, Interval, Naturals, Sequences, as_conditions
from ..derivations.exact import holds_at
from ..derivations.expr import Node, free_names, num, substitute
from ..errors import Vacuous
from . import smt
from .abstraction import Abstraction
from .terms import TRUE, with_indices_named

Point = Mapping[str, "Fraction | tuple[Fraction, ...]"]


@dataclass(frozen=True)
class Instance:
    """A ground question: the text, and how a model of it is read back."""

    script: smt.Script
    domain: Domain
    literals: Mapping[str, Fraction]
    elements: Mapping[str, tuple[str, int]]

    def point(self, model: Mapping[str, Fraction | bool]) -> Point | None:
        """The model as a point of the domain; None where a value is not rational (left out of the model)."""
        env: dict[str, Fraction | tuple[Fraction, ...]] = dict(self.literals)
        values = {name: Fraction(value) for name, value in model.items() if not isinstance(value, bool)}
        for name, allowed in self.domain.sets.items():
            if isinstance(allowed, Sequences):
                env[name] = self._sequence(name, allowed, values)
            elif name not in self.literals:
                used = values.get(name)
                if used is None and f"(declare-const {name} " in self.script.text:
                    return None
                env[name] = inside(allowed) if used is None else used
        return env

    def _sequence(self, name: str, allowed: Sequences, values: Mapping[str, Fraction]) -> tuple[Fraction, ...]:
        placed = {position: values[e] for e, (of, position) in self.elements.items() if of == name and e in values}
        length = max([allowed.length, *placed])
        return tuple(placed.get(i, inside(allowed.element)) for i in range(1, length + 1))


def inside(allowed: Interval | Naturals | Sequences) -> Fraction:
    """Some value of a set, for a variable on which nothing depends."""
    if isinstance(allowed, Naturals):
        return Fraction(allowed.start)
    assert isinstance(allowed, Interval)
    low, high = allowed.low, allowed.high
    if low is not None and high is not None:
        return (low + high) / 2
    return low + 1 if low is not None else high - 1 if high is not None else Fraction(0)


def instance(
    premises: Sequence[Node], denied: Node | None, domain: Domain, literals: Mapping[str, int]
) -> Instance | None:
    """The question whether the premises can hold (and `denied` fail) at these naturals; None where that is not
    rational.
    """
    values = {name: num(value) for name, value in literals.items()}
    fixed = Domain({n: s for n, s in domain.sets.items() if n not in literals})
    scope = Abstraction(fixed)

    def ground(node: Node) -> Node:
        return scope.rewrite(substitute(with_indices_named(node), values))

    stated = [ground(node) for node in (*domain.conditions, *premises)]
    goal = None if denied is None else ground(denied)
    if any(meaning.op != "at" for meaning in scope.atoms.values()):
        return None
    names = frozenset().union(*(free_names(node) for node in (*stated, *([goal] if goal else []))))
    context = [c for n in sorted(names & fixed.sets.keys()) for c in as_conditions(n, fixed.sets[n])]
    context += scope.facts(names)
    elements = {name: (meaning.args[0], int(meaning.args[1].args[0])) for name, meaning in scope.atoms.items()}
    made = smt.script([*context, *(s for s in stated if s != TRUE)], goal)
    return Instance(made, domain, {name: Fraction(value) for name, value in literals.items()}, elements)


def choices(domain: Domain, values: Sequence[int], limit: int) -> Iterator[dict[str, int]]:
    """Small literals for the domain's naturals, at most `limit` choices, each in its set and meeting what is said of
    naturals.
    """
    naturals = {name: allowed for name, allowed in domain.sets.items() if isinstance(allowed, Naturals)}
    about = [condition for condition in domain.conditions if free_names(condition) <= naturals.keys()]

    def admitted() -> Iterator[dict[str, int]]:
        for chosen in product(values, repeat=len(naturals)):
            env = {name: Fraction(value) for name, value in zip(naturals, chosen, strict=True)}
            if all(naturals[name].contains(value) for name, value in env.items()) and holds(about, env):
                yield dict(zip(naturals, chosen, strict=True))

    return islice(admitted(), limit)


def interior(domain: Domain) -> Domain:
    """The domain with open ends: strict inequalities only."""
    opened = {
        name: replace(s, low_open=True, high_open=True) if isinstance(s, Interval) and s.low != s.high else s
        for name, s in domain.sets.items()
    }
    return replace(domain, sets=opened)


def lies_in(domain: Domain, env: Point) -> bool:
    """Every value lies in its set, and the domain's conditions hold, in exact arithmetic."""
    for name, allowed in domain.sets.items():
        value = env[name]
        if isinstance(allowed, Sequences):
            if not isinstance(value, tuple) or not all(allowed.element.contains(element) for element in value):
                return False
        elif isinstance(value, tuple) or not allowed.contains(value):
            return False
    return holds(domain.conditions, env)


def holds(nodes: Sequence[Node], env: Point) -> bool:
    """Every statement is true at the point, in exact arithmetic."""
    return all(holds_at(node, env) is True for node in nodes)


def sampled(premises: Sequence[Node], domain: Domain) -> Point | None:
    """An exact point at which the premises hold, where logarithms and the like leave no rational question to ask a
    solver.
    """
    try:
        return next((env for env in domain.points(40) if holds(premises, env)), None)
    except Vacuous:
        return None
