"""The derivative of a tree, by its own rules: the second method beside SymPy's `diff`, which the derivations use.

A `Derivative` in a statement is exported as the tree that this module makes of its inside, so that exact evaluation,
the solvers and the re-checker judge SymPy's derivative by another one. Standard library only.
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import BadInput
from .expr import Node, free_names, num

Rule = Callable[[Node, str], Node]


def derivative(node: Node, name: str) -> Node:
    """d node / d name. Raises `BadInput` where there is no rule (a case distinction, a variable exponent)."""
    if name not in free_names(node):
        return num(0)
    if node.op not in _RULES:
        raise BadInput(f"no derivative of '{node.op}' by {name}")
    return _RULES[node.op](node, name)


def _product(node: Node, name: str) -> Node:
    terms = [
        Node("mul", (derivative(factor, name), *node.args[:place], *node.args[place + 1 :]))
        for place, factor in enumerate(node.args)
        if name in free_names(factor)  # not 0·log(x), which would no longer be rational
    ]
    return terms[0] if len(terms) == 1 else Node("add", tuple(terms))


def _quotient(node: Node, name: str) -> Node:
    top, bottom = node.args
    falls = Node("mul", (num(-1), top, derivative(bottom, name)))
    return Node(
        "div", (Node("add", (Node("mul", (derivative(top, name), bottom)), falls)), Node("mul", (bottom, bottom)))
    )


def _power(node: Node, name: str) -> Node:
    base, exponent = node.args
    if name in free_names(exponent):
        if name in free_names(base):
            raise BadInput(f"no derivative by {name} of a power with {name} in its base and its exponent")
        return Node("mul", (node, Node("log", (base,)), derivative(exponent, name)))
    lower = Node("pow", (base, Node("add", (exponent, num(-1)))))
    return Node("mul", (exponent, lower, derivative(base, name)))


def _sum(node: Node, name: str) -> Node:
    index, low, high, body = node.args
    if name in free_names(low) | free_names(high):
        raise BadInput(f"no derivative by {name} of a sum whose range depends on it")
    return Node("sum", (index, low, high, derivative(body, name)))


_RULES: dict[str, Rule] = {
    "sym": lambda node, name: num(1),
    "add": lambda node, name: Node("add", tuple(derivative(term, name) for term in node.args)),
    "mul": _product,
    "div": _quotient,
    "pow": _power,
    "sum": _sum,
    "log": lambda node, name: Node("div", (derivative(node.args[0], name), node.args[0])),
    "exp": lambda node, name: Node("mul", (node, derivative(node.args[0], name))),
}
