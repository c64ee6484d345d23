"""The second method: a statement evaluated in exact arithmetic at many points of its domain.

It refutes with a witness, and never proves by itself. A claim and its rival go through the same function.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from ..errors import BadInput, Vacuous
from .domain import Domain
from .enclosure import at_point, decide
from .expr import Env, Node, NotRational, Point, Undefined, evaluate, free_names, operators, truth

POINTS = 120
"""Points per statement: at least 100 with gamma >= 2 and 0 < alpha < 1, where most rivals do not coincide with the truth."""


Items = tuple[tuple[str, Fraction | tuple[Fraction, ...]], ...]


@dataclass(frozen=True)
class Outcome:
    """`holds` is None where no point decided. `witness` is the first point at which the statement is false."""

    holds: bool | None
    points: int
    undecided: int = 0
    witness: Mapping[str, Fraction | tuple[Fraction, ...]] | None = None


def check(statement: Node, domain: Domain, *, first: Env | None = None, points: int = POINTS, seed: int = 0) -> Outcome:
    """Evaluate a truth-valued tree at `first`, at the corners, and at `points` inner points of the domain.

    A point where the statement has no value counts as false: a claim must be defined on its whole domain.
    """
    return _checked(statement, domain, None if first is None else tuple(first.items()), points, seed)


@lru_cache(maxsize=4096)  # a step and its identity, a claim and the last step towards it, often say the same
def _checked(statement: Node, domain: Domain, first: Items | None, points: int, seed: int) -> Outcome:
    conjuncts = statement.args if statement.op == "and" else (statement,)
    decided = undecided = 0
    for env, point in _points(domain, free_names(statement), None if first is None else dict(first), points, seed):
        found = [_holds(part, env, point) for part in conjuncts]
        if False in found:
            return Outcome(False, decided + 1, undecided, dict(env))
        undecided += None in found
        decided += True in found
    if not decided and not undecided:
        raise Vacuous(f"no point of {domain} was tried")
    return Outcome(True if decided else None, decided, undecided)


def holds_at(statement: Node, env: Env) -> bool | None:
    """The truth of a statement at one point: exact where it is rational, else by rigorous enclosures.

    False where it has no value (or none that enclosures find); None where enclosures do not separate its sides (so an
    equality is never concluded from them), and for a limit, whose rate is what a claim states.
    """
    return _holds(statement, env, Point.of(env))


def _holds(statement: Node, env: Env, point: Point) -> bool | None:
    try:
        try:
            return truth(statement, point)
        except NotRational:
            return None if "limit" in operators(statement) else decide(statement, at_point(env))
    except Undefined:
        return False


def _points(
    domain: Domain, names: frozenset[str], first: Env | None, points: int, seed: int
) -> Iterator[tuple[Env, Point]]:
    if first is not None:
        if not domain.admits(first):
            raise BadInput(f"the point {show(first)} does not lie in the domain {domain}")
        yield first, Point.of(first)
    used = names.union(*(free_names(condition) for condition in domain.conditions))
    sets = {name: values for name, values in domain.sets.items() if name in used}
    reduced = Domain(sets, domain.conditions)
    yield from _corners(reduced)
    yield from _sampled(reduced, points, seed)


@lru_cache(maxsize=64)
def _corners(domain: Domain) -> tuple[tuple[Env, Point], ...]:
    return tuple((env, Point.of(env)) for env in domain.corners())


@lru_cache(maxsize=64)  # the steps of an argument share their domain, and so the sums that its points have added up
def _sampled(domain: Domain, points: int, seed: int) -> tuple[tuple[Env, Point], ...]:
    return tuple((env, Point.of(env)) for env in domain.points(points, seed))


def show(env: Env, names: frozenset[str] | None = None) -> dict[str, str]:
    """A point as text, for messages and ledgers."""
    return {
        name: "(" + ", ".join(map(str, value[:6])) + ", ...)" if isinstance(value, tuple) else str(value)
        for name, value in env.items()
        if names is None or name in names
    }


def sides(statement: Node, env: Env) -> tuple[Fraction, Fraction] | None:
    """The two exact values of the first relation that fails at a point, for `4.5 against 2.94`; None where irrational."""
    if statement.op in ("and", "or"):
        for part in statement.args:
            if holds_at(part, env) is False:
                return sides(part, env)
        return None
    if statement.op == "implies":
        return sides(statement.args[1], env)
    if statement.op not in ("eq", "ne", "lt", "le"):
        return None
    try:
        left, right = (evaluate(child, env) for child in statement.args)
    except (Undefined, NotRational):
        return None
    return None if isinstance(left, bool) or isinstance(right, bool) else (left, right)


def names_of(statement: Node) -> frozenset[str]:
    """The variables of a statement."""
    return free_names(statement)
