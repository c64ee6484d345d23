"""Whether conditions together cover a domain: every point meets at least one of them.

Decided by signs alone: each comparison is the sign of a difference, and all combinations of signs that the domain's own
conditions allow are tried. It may say no where the truth is yes (what one difference says of another is not seen).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from itertools import product

from .bounds import difference, linear
from .domain import Domain
from .expr import Node

Form = frozenset[tuple[Node, Fraction]]
Signs = dict[Form, int]

_HOLDS: dict[str, Callable[[int], bool]] = {
    "le": lambda sign: sign >= 0,
    "lt": lambda sign: sign > 0,
    "eq": lambda sign: sign == 0,
    "ne": lambda sign: sign != 0,
}
"""What the sign of right - left says of a comparison."""

MAX_DIFFERENCES = 8
"""Differences told apart at most: 3^8 combinations take a moment, and no claim has more."""


def exhaustive(conditions: Sequence[Node], domain: Domain) -> bool:
    """Whether every point of the domain meets one of the conditions, as far as signs of differences show."""
    seen = sorted({form for condition in conditions for form in _forms(condition)}, key=repr)
    if len(seen) > MAX_DIFFERENCES:
        return False
    known = [condition for condition in domain.conditions if _forms(condition) <= set(seen)]
    for combination in product((-1, 0, 1), repeat=len(seen)):
        signs = dict(zip(seen, combination, strict=True))
        if all(_truth(c, signs) for c in known) and not any(_truth(c, signs) for c in conditions):
            return False
    return bool(conditions)


def _forms(node: Node) -> set[Form]:
    if node.op in _HOLDS:
        return {_signed(node)[0]}
    return (
        {form for child in node.children() for form in _forms(child)}
        if node.op in ("and", "or", "not")
        else {_itself(node)}
    )


def _truth(node: Node, signs: Signs) -> bool:
    if node.op in _HOLDS:
        form, turned = _signed(node)
        return _HOLDS[node.op](turned * signs[form])
    if node.op == "not":
        return not _truth(node.args[0], signs)
    if node.op in ("and", "or"):
        return (all if node.op == "and" else any)(_truth(child, signs) for child in node.args)
    return signs[_itself(node)] > 0


def _itself(node: Node) -> Form:
    """A truth value of another kind stands for itself: true where its sign is positive."""
    return frozenset({(node, Fraction(1))})


def _signed(relation: Node) -> tuple[Form, int]:
    """The difference right - left, the same for a pair and its reverse, and by which sign it is turned."""
    left, right = relation.args
    form = {part: coefficient for part, coefficient in linear(difference(right, left)).items() if coefficient}
    turn = -1 if form and form[min(form, key=repr)] < 0 else 1
    return frozenset((part, turn * coefficient) for part, coefficient in form.items()), turn
