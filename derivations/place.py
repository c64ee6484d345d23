"""A point at which many formulas are read: their trees opened without SymPy (`opened`), and each value computed once."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from ..errors import BadInput
from . import opened
from .enclosure import at_point, compared, enclose, value_at
from .exact import holds_at
from .export import export
from .expr import Env, Node, NotRational, Point, Undefined, free_names, number
from .intervals import Interval, point
from .statements import RELATIONS, SWAPPED, All, Rel, Statement, When, Words, expressions, tree
from .symbols import unfold


class Place:
    """A point with what is known there. A formula without a value as `opened` has it is read as SymPy simplifies it."""

    def __init__(self, env: Env) -> None:
        self.env = env
        self._point = Point.of(env)
        self._values: dict[Node, Interval] = {}
        self._names: dict[Statement, frozenset[str]] = {}

    @classmethod
    def of(cls, env: Env | Place) -> Place:
        return env if isinstance(env, Place) else cls(env)

    def of_tree(self, node: Node) -> Interval:
        """`enclosure.value_at`."""
        found = self._values.get(node)
        if found is None:
            try:
                found = point(number(node, self._point))
            except NotRational:
                found = enclose(node, at_point(self.env))
            self._values[node] = found
        return found

    def rational(self, node: Node) -> Fraction | None:
        """The value of a tree; None where it has none, or one that is not rational."""
        try:
            return node.args[0] if node.op == "num" else number(node, self._point)
        except (Undefined, NotRational, BadInput):
            return None

    def value(self, formula: Any) -> Interval:
        """The value of a formula, quantities unfolded. Raises `Undefined` and `BadInput` as `enclosure.value_at`."""
        try:
            return self._value(formula)
        except (Undefined, BadInput):
            return value_at(export(unfold(formula)), self.env)

    def _value(self, formula: Any) -> Interval:
        return self.of_tree(opened.opened(formula))

    def holds(self, statement: Statement) -> bool | None:
        """`exact.holds_at` of the statement's tree."""
        try:
            return self._holds(statement)
        except (Undefined, BadInput):
            return holds_at(tree(statement), self.env)

    def names(self, statement: Statement) -> frozenset[str]:
        """The variables of a statement's tree: without those that cancel where a quantity is unfolded.

        What a value depends on has not cancelled, however SymPy simplifies; so it need not be asked, most of the time.
        """
        if statement not in self._names:
            self._names[statement] = self._names_of(statement)
        return self._names[statement]

    def _names_of(self, statement: Statement) -> frozenset[str]:
        found, sides = free_names(opened.tree(statement)), expressions(statement)
        open_ = found.difference(*map(opened.kept, sides))
        for node in map(opened.opened, sides):
            open_ -= {name for name in open_ & free_names(node) & self.env.keys() if self._moves(node, name)}
        return free_names(tree(statement)) if open_ else found

    def _moves(self, node: Node, name: str) -> bool:
        """Whether the value of a tree is another one where a number is changed. False where that is not known."""
        try:
            return any(
                number(node, Point.of({**self.env, name: value})) != number(node, self._point)
                for value in _others(self.env[name])
            )
        except (Undefined, NotRational, BadInput):
            return False

    def _holds(self, statement: Statement) -> bool | None:
        if isinstance(statement, Rel):
            sides = [self._value(side) for side in (statement.lhs, statement.rhs)]
            return compared(RELATIONS[statement.op], *(reversed(sides) if statement.op in SWAPPED else sides))
        if isinstance(statement, When):
            return _first(True, self._implied(statement))
        if isinstance(statement, Words):
            raise BadInput(f"said in words, it has no formula: {statement.says}")
        return _first(not isinstance(statement, All), map(self._holds, statement.parts))

    def _implied(self, statement: When) -> Iterator[bool | None]:
        given = self._holds(statement.condition)
        yield None if given is None else not given
        yield self._holds(statement.then)


def _others(value: Fraction | tuple[Fraction, ...]) -> Iterator[Fraction | tuple[Fraction, ...]]:
    """Other numbers of a kind, nearer to 0: whole numbers stay whole, and sequences as long."""
    if isinstance(value, tuple):
        yield tuple(element / (place + 2) for place, element in enumerate(value))
        yield (value[0] / 2, *value[1:])
    else:
        yield value - 1 if value.denominator == 1 and value > 1 else value / 2


def _first(wanted: bool, parts: Iterator[bool | None]) -> bool | None:
    """What joined parts come to: `wanted` where one of them does, None where it is open whether one does."""
    is_open = False
    for part in parts:
        if part is wanted:
            return wanted
        is_open |= part is None
    return None if is_open else not wanted
