"""SymPy -> the neutral tree, once. Everything that reads a formula without SymPy reads what this writes.

A `Piecewise` becomes nested `ite`; its last branch must be the default, so that the tree has a value everywhere.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ..errors import BadInput
from .expr import Node, num, operators, sym
from .tree_derivative import derivative

Export = Callable[[Any], Node]
Writer = Callable[[Any, Export], Node]


def export(expression: Any) -> Node:
    """The tree of a SymPy expression or relational. Raises `BadInput` for anything it has no operator for."""
    found = _exported(expression)
    if has_calls(found):
        raise BadInput(f"no tree for a quantity that is not unfolded: {expression}")
    return found


@lru_cache(maxsize=2**15, typed=True)  # parts occur in many formulas; typed, since 1 equals sympy.Integer(1)
def _exported(expression: Any) -> Node:
    return _written(expression, _exported)


@lru_cache(maxsize=2**15)
def with_calls(expression: Any) -> Node:
    """The tree of a formula before its quantities are unfolded: `opened` makes one of `draftproof/expr/1` of it.

    It has two more operators: `call` is a quantity, by its name and arguments, `slope` a derivative of what has one inside. The
    terms of sums stand as SymPy keeps them, since to order them for a machine takes most of the time of `export`.
    """
    return _written(expression, with_calls)


def _written(expression: Any, go: Export) -> Node:
    kind: type = type(expression)
    write = _writer(kind)
    if write is None:
        raise BadInput(f"no tree for {kind.__name__}: {expression}")
    return write(expression, go)


@cache
def _writer(kind: type) -> Writer | None:
    """The first entry of the table for a class."""
    return next((write for of, write in _WRITERS if issubclass(kind, of)), None)


def has_calls(node: Node) -> bool:
    """Whether a tree has nodes that only `with_calls` makes."""
    return not _CALLS.isdisjoint(operators(node))


_CALLS = frozenset({"call", "slope"})


def _join(op: str, nodes: list[Node]) -> Node:
    return nodes[0] if len(nodes) == 1 else Node(op, tuple(nodes))


def _product(expression: sp.Mul, go: Export) -> Node:
    """As `sympy.fraction` parts it, which also tries by simplifying whether an exponent with symbols is constant."""
    above: list[sp.Expr] = []
    below: list[sp.Expr] = []
    for factor in expression.args:
        base, exponent = factor.as_base_exp() if isinstance(factor, _POWERS) else (factor, None)
        if exponent is not None and exponent.is_negative and exponent.is_number:
            below.append(sp.Pow(base, -exponent))
        elif factor.is_Rational and not factor.is_Integer:
            above += [sp.Integer(factor.p)] if factor.p != 1 else []
            below.append(sp.Integer(factor.q))
        else:
            above.append(factor)
    top = _join("mul", [go(factor) for factor in above or (sp.S.One,)])
    return Node("div", (top, _join("mul", [go(factor) for factor in below]))) if below else top


_POWERS = (sp.Pow, sp.exp)


def _power(expression: sp.Pow, go: Export) -> Node:
    base, exponent = expression.args
    if exponent.is_Integer and exponent < 0:
        return Node("div", (num(1), go(base**-exponent)))
    return Node("pow", (go(base), go(exponent)))


def _piecewise(expression: sp.Piecewise, go: Export) -> Node:
    *cases, (default, last) = expression.args
    if last is not sp.true:
        raise BadInput(f"a piecewise expression without a default branch: {expression}")
    node = go(default)
    for value, condition in reversed(cases):
        node = Node("ite", (go(condition), go(value), node))
    return node


def _fold(op: str) -> Writer:
    def write(expression: Any, go: Export) -> Node:
        node = go(expression.function)
        for index, low, high in expression.limits:
            node = Node(op, (index.name, go(low), go(high), node))
        return node

    return write


def _many(op: str) -> Writer:
    return lambda expression, go: Node(op, tuple(go(a) for a in sorted(expression.args, key=sp.default_sort_key)))


def _fixed(op: str) -> Writer:
    return lambda expression, go: Node(op, tuple(go(a) for a in expression.args))


def _swapped(op: str) -> Writer:
    return lambda expression, go: Node(op, (go(expression.args[1]), go(expression.args[0])))


def _lambert(expression: sp.LambertW, go: Export) -> Node:
    branch = expression.args[1] if len(expression.args) > 1 else sp.S.Zero
    return Node("lambertw", (go(expression.args[0]), go(branch)))


def _limit(expression: sp.Limit, go: Export) -> Node:
    inside, variable, to, _ = expression.args
    if to is not sp.oo:
        raise BadInput(f"only limits at infinity have a tree: {expression}")
    return Node("limit", (variable.name, go(inside)))


def _derivative(expression: sp.Derivative, go: Export) -> Node:
    node = go(expression.expr)
    for variable in expression.variables:
        node = Node("slope", (variable.name, node)) if has_calls(node) else derivative(node, variable.name)
    return node


def _call(expression: AppliedUndef, go: Export) -> Node:
    return Node("call", (expression.func.__name__, *(_argument(argument, go) for argument in expression.args)))


def _argument(argument: Any, go: Export) -> Node:
    return sym(argument.label.name) if isinstance(argument, sp.IndexedBase) else go(argument)


_WRITERS: tuple[tuple[Any, Writer], ...] = (
    (sp.Rational, lambda e, go: num(Fraction(int(e.p), int(e.q)))),
    (sp.Symbol, lambda e, go: sym(e.name)),
    (sp.Indexed, lambda e, go: Node("at", (e.base.label.name, go(e.indices[0])))),
    (AppliedUndef, _call),
    (sp.Add, lambda e, go: _join("add", [go(a) for a in (e.args if go is with_calls else e.as_ordered_terms())])),
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
    (type(sp.true), lambda e, go: Node("and")),
    (type(sp.false), lambda e, go: Node("or")),
    (type(sp.E), lambda e, go: Node("exp", (num(1),))),
)
