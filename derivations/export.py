"""SymPy -> the neutral tree, once. Everything that reads a formula without SymPy reads what this writes.

A `Piecewise` becomes nested `ite`; its last branch must be the default, so that the tree has a value everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import sympy as sp

from ..errors import BadInput
from .expr import Node, num, sym
from .tree_derivative import derivative


@lru_cache(maxsize=2**15, typed=True)  # parts occur in many formulas; typed, since 1 equals sympy.Integer(1)
def export(expression: Any) -> Node:
    """The tree of a SymPy expression or relational. Raises `BadInput` for anything it has no operator for."""
    for kind, write in _WRITERS:
        if isinstance(expression, kind):
            return write(expression)
    raise BadInput(f"no tree for {type(expression).__name__}: {expression}")


def _join(op: str, nodes: list[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else Node(op, tuple(nodes))


def _product(expression: sp.Mul) -> Node:
    top, bottom = sp.fraction(expression, exact=True)
    if bottom == 1:
        return _join("mul", [export(f) for f in expression.args])
    return Node("div", (export(top), export(bottom)))


def _power(expression: sp.Pow) -> Node:
    base, exponent = expression.args
    if exponent.is_Integer and exponent < 0:
        return Node("div", (num(1), export(base**-exponent)))
    return Node("pow", (export(base), export(exponent)))


def _piecewise(expression: sp.Piecewise) -> Node:
    *cases, (default, last) = expression.args
    if last is not sp.true:
        raise BadInput(f"a piecewise expression without a default branch: {expression}")
    node = export(default)
    for value, condition in reversed(cases):
        node = Node("ite", (export(condition), export(value), node))
    return node


def _fold(op: str) -> Callable[[Any], Node]:
    def write(expression: Any) -> Node:
        node = export(expression.function)
        for index, low, high in expression.limits:
            node = Node(op, (index.name, export(low), export(high), node))
        return node

    return write


def _many(op: str) -> Callable[[Any], Node]:
    return lambda expression: Node(op, tuple(export(a) for a in sorted(expression.args, key=sp.default_sort_key)))


def _fixed(op: str) -> Callable[[Any], Node]:
    return lambda expression: Node(op, tuple(export(a) for a in expression.args))


def _swapped(op: str) -> Callable[[Any], Node]:
    return lambda expression: Node(op, (export(expression.args[1]), export(expression.args[0])))


def _lambert(expression: sp.LambertW) -> Node:
    branch = expression.args[1] if len(expression.args) > 1 else sp.S.Zero
    return Node("lambertw", (export(expression.args[0]), export(branch)))


def _limit(expression: sp.Limit) -> Node:
    inside, variable, to, _ = expression.args
    if to is not sp.oo:
        raise BadInput(f"only limits at infinity have a tree: {expression}")
    return Node("limit", (variable.name, export(inside)))


def _derivative(expression: sp.Derivative) -> Node:
    node = export(expression.expr)
    for variable in expression.variables:
        node = derivative(node, variable.name)
    return node


_WRITERS: tuple[tuple[Any, Callable[[Any], Node]], ...] = (
    (sp.Rational, lambda e: num(Fraction(int(e.p), int(e.q)))),
    (sp.Symbol, lambda e: sym(e.name)),
    (sp.Indexed, lambda e: Node("at", (e.base.label.name, export(e.indices[0])))),
    (sp.Add, lambda e: _join("add", [export(a) for a in e.as_ordered_terms()])),
    (sp.Mul, _product),
    (sp.exp, _fixed("exp")),
    (sp.Pow, _power),
    (sp.Sum, _fold("sum")),
    (sp.Product, _fold("prod")),
    (sp.Piecewise, _piecewise),
    (sp.Min, _many("min")),
    (sp.Max, _many("max")),
    (sp.floor, _fixed("floor")),
    (sp.ceiling, _fixed("ceil")),
    (sp.Abs, _fixed("abs")),
    (sp.log, _fixed("log")),
    (sp.LambertW, _lambert),
    (sp.Limit, _limit),
    (sp.Derivative, _derivative),
    (sp.Eq, _fixed("eq")),
    (sp.Ne, _fixed("ne")),
    (sp.Lt, _fixed("lt")),
    (sp.Le, _fixed("le")),
    (sp.Gt, _swapped("lt")),
    (sp.Ge, _swapped("le")),
    (sp.And, _many("and")),
    (sp.Or, _many("or")),
    (sp.Not, _fixed("not")),
    (type(sp.true), lambda e: Node("and")),
    (type(sp.false), lambda e: Node("or")),
    (type(sp.E), lambda e: Node("exp", (num(1),))),
)
