"""Whether SymPy finds two trees equal. Imported only to confirm a match."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache, reduce
from operator import add, mul

import sympy as sp

from ...derivations.expr import Node, free_names, num, substitute, sym
from .points import SAME, is_sequence
from .shapes import tamed

LENGTHS = range(1, 7)
"""Draft lengths put in where a sum or product keeps powers from being atoms."""


def equal(written: Node, meant: Mapping[str, Node], expected: Node, gamma: int | None) -> bool:
    """Whether a tree, with what its names mean put in, is the expected one: their difference is zero as a rational function."""
    readings = tamed(written, {name: (node,) for name, node in meant.items()})
    for reading in readings:
        given = _put(reading.tree, {name: nodes[0] for name, nodes in reading.candidates.items()})
        pair = tuple(_alike(tree if gamma is None else _at_length(tree, gamma)) for tree in (given, expected))
        folded = any(_has(tree, ("sum", "prod")) for tree in pair)
        if folded and "gamma" in free_names(pair[0]) | free_names(pair[1]):
            if all(_zero(*(_at_length(tree, length) for tree in pair)) for length in LENGTHS):
                return True
        elif _zero(*pair):
            return True
    return False


def _put(tree: Node, meant: Mapping[str, Node]) -> Node:
    """The tree with meanings for names, sequences included."""
    sequences = {name: node.args[0] for name, node in meant.items() if node.op == "sym" and is_sequence(node.args[0])}

    def renamed(node: Node) -> Node:
        node = node.rebuild(renamed)
        return Node("at", (sequences.get(node.args[0], node.args[0]), node.args[1])) if node.op == "at" else node

    return substitute(renamed(tree), {name: node for name, node in meant.items() if name not in sequences})


def _alike(tree: Node) -> Node:
    return substitute(tree, {name: sym(other) for name, other in SAME.items()})


def _at_length(tree: Node, gamma: int) -> Node:
    return substitute(tree, {"gamma": num(gamma)})


def _has(tree: Node, ops: tuple[str, ...]) -> bool:
    return tree.op in ops or any(_has(child, ops) for child in tree.children())


@lru_cache(maxsize=1024)
def _zero(a: Node, b: Node) -> bool:
    """Whether two trees over vocabulary names are equal. A file's findings are of few forms, whatever its names."""
    difference = sp.powsimp(sp.expand_power_exp(expression(a) - expression(b)))
    return bool(sp.cancel(sp.together(sp.expand_power_exp(difference))) == 0)


def expression(tree: Node) -> sp.Expr:
    """The SymPy expression of a tree, built node by node. The general branch of a case at one point stands for the whole."""
    return _BUILDERS[tree.op](tree)


def _symbol(name: str) -> sp.Symbol:
    return sp.Symbol(name, positive=True)


def _joined(join: Callable[[sp.Expr, sp.Expr], sp.Expr]) -> Callable[[Node], sp.Expr]:
    return lambda tree: reduce(join, (expression(child) for child in tree.args))


def _folded(join: Callable[[sp.Expr, sp.Expr], sp.Expr], empty: int) -> Callable[[Node], sp.Expr]:
    def build(tree: Node) -> sp.Expr:
        index, low, high, body = tree.args
        start, stop = expression(low), expression(high)
        terms = [expression(substitute(body, {index: num(k)})) for k in range(int(start), int(stop) + 1)]
        return reduce(join, terms, sp.Integer(empty))

    return build


def _case(tree: Node) -> sp.Expr:
    condition, then, other = tree.args
    if condition.op == "eq":
        return expression(other)
    if condition.op == "ne":
        return expression(then)
    left, right = (expression(side) for side in condition.args)
    truth = {"lt": left < right, "le": left <= right}.get(condition.op)
    if truth is sp.true or truth is sp.false:
        return expression(then if truth is sp.true else other)
    return sp.Piecewise((expression(then), truth), (expression(other), True))


_BUILDERS: dict[str, Callable[[Node], sp.Expr]] = {
    "num": lambda tree: sp.Rational(tree.args[0].numerator, tree.args[0].denominator),
    "sym": lambda tree: _symbol(tree.args[0]),
    "at": lambda tree: sp.Symbol(f"{tree.args[0]}[{expression(tree.args[1])}]", positive=True),
    "add": _joined(add),
    "mul": _joined(mul),
    "div": lambda tree: expression(tree.args[0]) / expression(tree.args[1]),
    "pow": lambda tree: expression(tree.args[0]) ** expression(tree.args[1]),
    "min": lambda tree: sp.Min(*map(expression, tree.args)),
    "max": lambda tree: sp.Max(*map(expression, tree.args)),
    "floor": lambda tree: sp.floor(expression(tree.args[0])),
    "ceil": lambda tree: sp.ceiling(expression(tree.args[0])),
    "abs": lambda tree: sp.Abs(expression(tree.args[0])),
    "ite": _case,
    "sum": _folded(add, 0),
    "prod": _folded(mul, 1),
}
