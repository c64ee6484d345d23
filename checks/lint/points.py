"""Fixed exact points at which formulas are told apart: every name of the vocabulary has a value at each.

At all of them gamma >= 2 and 0 < alpha < 1: at the ends most rivals coincide with the truth. Quantities have values of
their own, as if they were free: `1 + γ·r` is compared as a formula in γ and r.
"""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

from ...derivations.domain import UNIT, Interval, Naturals, Sequences
from ...derivations.expr import Node, Pair, Point, free_names
from ...derivations.vocabulary import term

COUNT = 120
"""Points that two formulas are compared at. The first, by which formulas are looked up, has many digits, so that few coincide."""
SAME = {"L": "E", "tau": "E"}
"""Tokens per verification by three letters: formulas may be written with any."""
POSITION = "k"

Held = Pair | list[Pair]


def is_sequence(name: str) -> bool:
    """Whether a name stands for values by position: a sequence, or a quantity that depends first on a position k."""
    found = term(name)
    return isinstance(found.domain, Sequences) or found.parameters[:1] == (POSITION,)


@cache
def value(name: str, point: int) -> Held:
    """The value of a vocabulary name at a point; of a sequence the values of its first elements."""
    name = SAME.get(name, name)
    rng, domain = random.Random(f"{point} {name}"), term(name).domain
    if is_sequence(name) and not isinstance(domain, Sequences):
        domain = Sequences(UNIT)
    drawn = domain.sample(rng)
    if isinstance(drawn, tuple):
        return [_pair(one) for one in drawn]
    if point == 0 and isinstance(domain, Interval):
        drawn = (drawn + 2 * domain.sample(rng) + 4 * domain.sample(rng)) / 7
    return _pair(drawn)


def _pair(number: Fraction) -> Pair:
    return number.numerator, number.denominator


def at(tree: Node, point: int, gamma: int | None = None) -> Point:
    """The point for a tree over vocabulary names, gamma put in where it is given."""
    held = {name: value(name, point) for name in free_names(tree)}
    if gamma is not None and "gamma" in held:
        held["gamma"] = (gamma, 1)
    return Point(held)


def anywhere(tree: Node, point: int, whole: frozenset[str]) -> Point:
    """A point for a tree over any names: natural numbers from 2 for those in `whole`, sequences for those with elements."""
    elements = _with_elements(tree)
    held: dict[str, Held] = {}
    for name in sorted(free_names(tree)):
        rng = random.Random(f"{point} {name}")
        if name in elements:
            held[name] = [_pair(UNIT.sample(rng)) for _ in range(24)]
        else:
            held[name] = _pair(Naturals(2).sample(rng) if name in whole else UNIT.sample(rng))
    return Point(held)


def _with_elements(tree: Node) -> frozenset[str]:
    own = {tree.args[0]} if tree.op == "at" else set()
    return frozenset(own).union(*(_with_elements(child) for child in tree.children()))
