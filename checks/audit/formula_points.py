"""The exact points at which a callable is tried: simple ones first, inner ones, the corners of the domain and beside them,
large numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from ...derivations.domain import Domain, Interval, Naturals, Sequences, Set
from ...derivations.enclosure import value_at
from ...derivations.export import export
from ...derivations.expr import Env, Node, Undefined
from ...derivations.given import Given, inner
from ...derivations.symbols import unfold

SIMPLE = (1, 2, 3, 4)
"""Natural numbers of the first points, whose fractions are 1/2: a counterexample among them is easily checked by hand."""

LARGE = (17, 32, 33, 64, 100, 200)
"""Natural numbers past those of the inner points: around a word of bits, and far beyond any draft length in use."""

BESIDE = Fraction(1, 1000)
"""A number this far above its interval's end: nearer than any inner point, where branches for small rates are. (Not below the
other end: there right formulas differ in how much they cancel.)
"""

HALF, TWO = Fraction(1, 2), Fraction(2)


@dataclass(frozen=True)
class At:
    """A point of the domain, what of it the callable is given (sequences as long as they are used), and where it lies."""

    env: Env
    given: Env
    place: str

    def shown(self) -> dict[str, str | list[str]]:
        """What is given, as text: the message to the driver, and what a report shows."""
        return {
            name: [str(part) for part in value] if isinstance(value, tuple) else str(value)
            for name, value in self.given.items()
        }


def points(given: Given) -> tuple[At, ...]:
    """Every point once, in the order in which a fault on it is shown."""
    found: dict[tuple[object, ...], At] = {}
    for place, env in _points(given):
        # a sequence may be too short for a large number
        if given.claim.domain.admits(env) and _have_values(_trees(given, env), env):
            at = At(env, _used(given, env), place)
            found.setdefault(tuple(at.given.values()), at)
    return tuple(found.values())


def _points(given: Given) -> Iterator[tuple[str, Env]]:
    domain, inside = given.claim.domain, inner(given.claim)
    for whole in SIMPLE:
        yield "simple", _simple(domain, whole)
    if given.claim.example:
        yield "example", given.claim.example
    yield from (("inner", env) for env in inside)
    yield from (("corner", env) for env in domain.corners())
    reals = {name: values for name in given.names if isinstance(values := domain.sets.get(name), Interval)}
    for name, interval in reals.items():
        if interval.low is not None:
            yield "beside", {**inside[0], name: interval.low + BESIDE}
    # at small rates, floats cannot tell 100 drafts from 200
    far = [
        (name, end) for name, interval in reals.items() for end in (*interval.corners(), max(e[name] for e in inside))
    ]
    for name in given.names:
        values = domain.sets.get(name)
        if isinstance(values, Naturals) and values.stop is None:
            for place, whole in enumerate(LARGE):
                large = {**inside[place], name: Fraction(whole)}
                yield from (("large", {**large, **moved}) for moved in ({}, *({other: end} for other, end in far)))


def _simple(domain: Domain, whole: int) -> Env:
    return {name: _plain(values, whole) for name, values in domain.sets.items()}


def _plain(values: Set, whole: int) -> Fraction | tuple[Fraction, ...]:
    if isinstance(values, Naturals):
        return Fraction(max(whole, values.start))
    if isinstance(values, Sequences):
        return (HALF,) * values.length
    return HALF if values.contains(HALF) else TWO


def _used(given: Given, env: Env) -> Env:
    """The names that the callable is about, each sequence cut to what the quantity and the claim's formula use of it."""
    trees = _trees(given, env)
    found: dict[str, Fraction | tuple[Fraction, ...]] = {}
    for name in given.names:
        value = env[name]
        found[name] = value[: _length(name, env, trees)] if isinstance(value, tuple) else value
    return found


def _trees(given: Given, env: Env) -> list[Node]:
    return [given.definition(), *(export(unfold(f)) for f in given.formulas(given.claim.statement, env))]


def _length(name: str, env: Env, trees: list[Node]) -> int:
    """The smallest length of a sequence at which every tree has its value."""
    whole = env[name]
    assert isinstance(whole, tuple)
    low, high = 0, len(whole)
    while low < high:
        middle = (low + high) // 2
        if _have_values(trees, {**env, name: whole[:middle]}):
            high = middle
        else:
            low = middle + 1
    return low


def _have_values(trees: list[Node], env: Env) -> bool:
    try:
        for tree in trees:
            value_at(tree, env)
    except Undefined:
        return False
    return True
