"""Traits by which wrong formulas are told apart: linear in a rate, free of it, unbounded at 1, by whole drafts only.

Each is tested at exact points. A rate is a number or a sequence of them.
"""

from __future__ import annotations

from fractions import Fraction

from ...derivations.expr import Node, NotRational, Point, Undefined, evaluate, free_names
from ...derivations.vocabulary import term
from .points import Held, at, is_sequence
from .series import NoSeriesError, limit_at_one

PLACES = 8
"""Points at which a trait is looked for."""
_HALF, _ONE = Fraction(1, 2), Fraction(1)


def _values(tree: Node, name: str, shares: tuple[Fraction, ...], **fixed: int) -> list[tuple[Fraction, ...]]:
    """At several points, the values of a formula with a rate times each share; a sequence in all its places."""
    found = []
    for place in range(PLACES):
        row = []
        for share in shares:
            point = at(tree, place)
            for other, value in fixed.items():
                if other in point.values:
                    point.values[other] = (value, 1)
            point.values[name] = _scaled(point.values[name], share)
            try:
                value_here = evaluate(tree, point)
            except (Undefined, NotRational):
                break
            row.append(Fraction(value_here))
        if len(row) == len(shares):
            found.append(tuple(row))
    return found


def _scaled(held: Held, share: Fraction) -> Held:
    top, bottom = share.numerator, share.denominator
    if isinstance(held, list):
        return [(a * top, b * bottom) for a, b in held]
    return held[0] * top, held[1] * bottom


def linear(tree: Node, name: str) -> bool:
    """Whether a formula is c0 + c1·rate with c1 not 0."""
    rows = _values(tree, name, (Fraction(0), _HALF, _ONE))
    return bool(rows) and all(b - a == c - b != 0 for a, b, c in rows)


def vanishes(tree: Node, name: str) -> bool:
    """Whether a formula is 0 where the rate is."""
    rows = _values(tree, name, (Fraction(0),))
    return bool(rows) and all(value == 0 for (value,) in rows)


def free_of(tree: Node, name: str) -> bool:
    """Whether a formula has the same value whatever the rate."""
    rows = _values(tree, name, (Fraction(1, 3), _HALF, _ONE))
    return bool(rows) and all(len(set(row)) == 1 for row in rows)


def whole_drafts(tree: Node) -> bool:
    """Whether alpha occurs by its power alpha^gamma alone, so that its sign does not matter at an even gamma; or, of rates
    by position, only the last one.
    """
    names = free_names(tree)
    if "gamma" not in names:
        return False
    if "alpha" in names:
        rows = [row for gamma in (2, 4) for row in _values(tree, "alpha", (-_ONE, _ONE), gamma=gamma)]
        return bool(rows) and all(a == b for a, b in rows) and not free_of(tree, "alpha")
    sequences = [name for name in names if is_sequence(name) and "alpha" not in term(name).parameters]
    return bool(sequences) and all(_last_only(tree, name) for name in sequences)


def _last_only(tree: Node, name: str) -> bool:
    point = at(tree, 0, 3)
    before = evaluate(tree, point)
    held = point.values[name]
    changed = Point({**point.values, name: [(1, 7), *held[1:]]}) if isinstance(held, list) else point
    return isinstance(held, list) and evaluate(tree, changed) == before


def unbounded(tree: Node) -> bool:
    """Whether a formula grows beyond bounds as alpha goes to 1."""
    if "alpha" not in free_names(tree):
        return False
    env = {name: Fraction(*held) for name, held in at(tree, 0).values.items() if isinstance(held, tuple)}
    try:
        return limit_at_one(tree, "alpha", {name: value for name, value in env.items() if name != "alpha"}) is None
    except (NoSeriesError, Undefined, NotRational):
        return False


def complementary(tree: Node) -> bool:
    """Whether a sum spells out two outcomes with weights x and 1 - x: `(K + 1)*p + (1 - p)*1`, numbers put in."""
    if tree.op != "add":
        return False
    factors = [set(part.args) if part.op == "mul" else {part} for part in _terms(tree)]
    pairs = [(a, b) for place, a in enumerate(factors) for b in factors[place + 1 :]]
    return any(_one_less(x) in other for a, b in pairs for one, other in ((a, b), (b, a)) for x in one if x.op != "num")


def _terms(tree: Node) -> list[Node]:
    """The terms of a sum, those in brackets as one: the grammar opens sums in sums, so `1 - x` may be two of them."""
    terms = list(tree.args)
    for negative in [part for part in terms if _subtracted(part) is not None]:
        one = Node("num", (Fraction(1),))
        if one in terms:
            terms.remove(one)
            terms.remove(negative)
            terms.append(Node("add", (one, negative)))
    return terms


def _subtracted(part: Node) -> Node | None:
    if part.op == "mul" and part.args[0] == Node("num", (Fraction(-1),)):
        rest = part.args[1:]
        return rest[0] if len(rest) == 1 else Node("mul", rest)
    return None


def _one_less(x: Node) -> Node:
    one, minus = Node("num", (Fraction(1),)), Node("num", (Fraction(-1),))
    return Node("add", (one, Node("mul", (minus, *(x.args if x.op == "mul" else (x,))))))
