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
from .expr import Env, Node, NotRational, Point, Undefined, number
from .intervals import Interval, point
from .statements import RELATIONS, SWAPPED, All, Rel, Statement, When, Words, tree
from .symbols import unfold


class Place:
    """A point with what is known there. A formula without a value as `opened` has it is read as SymPy simplifies it."""

    def __init__(self, env: Env) -> None:
        self.env = env
        self._point = Point.of(env)
        self._values: dict[Node, Interval] = {}

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


def _first(wanted: bool, parts: Iterator[bool | None]) -> bool | None:
    """What joined parts come to: `wanted` where one of them does, None where it is open whether one does."""
    is_open = False
    for part in parts:
        if part is wanted:
            return wanted
        is_open |= part is None
    return None if is_open else not wanted
