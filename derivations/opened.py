"""Quantities replaced by their definitions on trees: what `export(unfold(formula))` says, without SymPy simplifying it.

SymPy cancels and evaluates whatever it puts together; that takes most of the time, and for a value it is not needed. Both trees
have the same value wherever both have one. This one has none where a factor that SymPy cancels is zero.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import sympy as sp

from ..errors import BadInput
from .export import has_calls, with_calls
from .expr import Node, free_names, substitute, sym
from .statements import RELATIONS, SWAPPED, Rel, Some, Statement, When, Words, expressions
from .symbols import quantity_of
from .tree_derivative import derivative

FOLDS = frozenset({"sum", "prod"})


def opened(formula: Any) -> Node:
    """The tree of a formula, only primitive symbols left in it. Raises what `export` raises, and `BadInput` for a capture."""
    return _opened(with_calls(formula))


def tree(statement: Statement) -> Node:
    """The truth-valued tree of a statement, as `statements.tree`."""
    if isinstance(statement, Rel):
        left, right = opened(statement.lhs), opened(statement.rhs)
        return Node(RELATIONS[statement.op], (right, left) if statement.op in SWAPPED else (left, right))
    if isinstance(statement, When):
        return Node("implies", (tree(statement.condition), tree(statement.then)))
    if isinstance(statement, Words):
        raise BadInput(f"said in words, it has no formula: {statement.says}")
    return Node("or" if isinstance(statement, Some) else "and", tuple(map(tree, statement.parts)))


def written_names(statement: Statement) -> frozenset[str]:
    """The symbols and sequences that a statement's formulas are written with, conditions included; quantities are none."""
    return frozenset().union(*(free_names(with_calls(side)) for side in expressions(statement)))


@lru_cache(maxsize=2**12)
def named(formula: Any) -> tuple[Node, Mapping[str, Node]]:
    """The tree with a name in place of each quantity (and slope), and the opened trees that they stand for.

    A quantity of a sum's index has no one value: its definition stands there.
    """
    calls: dict[Node, str] = {}
    node = _named(with_calls(formula), calls)
    return node, {name: _opened(call) for call, name in calls.items()}


def _named(node: Node, calls: dict[Node, str], indices: frozenset[str] = frozenset()) -> Node:
    if not has_calls(node):
        return node
    if node.op in ("call", "slope"):
        if not indices.isdisjoint(free_names(node)):
            return _opened(node)
        return sym(calls.setdefault(node, f"~{len(calls)}"))  # sorted after all names
    inner = indices | {node.args[0]} if node.op in FOLDS else indices
    return node.rebuild(lambda child: _named(child, calls, inner))


@lru_cache(maxsize=2**14)
def _opened(node: Node) -> Node:
    if not has_calls(node):
        return node
    inner = node.rebuild(_opened)
    if inner.op == "slope":
        return derivative(inner.args[1], inner.args[0])
    return _defined(*inner.args) if inner.op == "call" else inner


def _defined(name: str, *arguments: Node) -> Node:
    """A quantity's definition with the arguments put in. A sequence stands for a sequence."""
    quantity = quantity_of(name)
    if quantity is None:
        raise BadInput(f"no definition of {name}")
    symbols: dict[str, Node] = {}
    sequences: dict[str, str] = {}
    for parameter, value in zip(quantity.parameters, arguments, strict=True):
        if isinstance(parameter, sp.IndexedBase):
            sequences[parameter.name] = value.args[0]
        elif value != sym(parameter.name):
            symbols[parameter.name] = value
    return substitute(_renamed(opened(quantity.definition), sequences), symbols)


def _renamed(node: Node, sequences: Mapping[str, str]) -> Node:
    if free_names(node).isdisjoint(sequences):
        return node
    renamed = node.rebuild(lambda child: _renamed(child, sequences))
    if renamed.op != "at":
        return renamed
    name, index = renamed.args
    return Node("at", (sequences.get(name, name), index))
