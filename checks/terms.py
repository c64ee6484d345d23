"""Trees put together with the obvious simplifications, so that the text which a solver gets stays short and readable.

Constants are folded, sums and products flattened, and a case distinction whose condition is a constant is decided. No
other rewriting: what a simplification is worth is decided by the exact-evaluation tests of `abstraction`.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from ..derivations.bounds import ONE, linear
from ..derivations.expr import Node, num, substitute, sym

TRUE, FALSE = Node("and"), Node("or")
ZERO = num(0)


def plus(parts: Iterable[Node]) -> Node:
    """The sum."""
    flat = [inner for part in parts for inner in (part.args if part.op == "add" else (part,))]
    constant = sum((part.args[0] for part in flat if part.op == "num"), Fraction(0))
    rest = [part for part in flat if part.op != "num"]
    if constant or not rest:
        rest.append(num(constant))
    return rest[0] if len(rest) == 1 else Node("add", tuple(rest))


def times(parts: Iterable[Node]) -> Node:
    """The product."""
    flat = [inner for part in parts for inner in (part.args if part.op == "mul" else (part,))]
    constant = math.prod((part.args[0] for part in flat if part.op == "num"), start=Fraction(1))
    rest = [part for part in flat if part.op != "num"]
    if constant == 0 and not partial(*rest):  # 0 times what has no value has none
        return ZERO
    if constant != 1 or not rest:
        rest.insert(0, num(constant))
    return rest[0] if len(rest) == 1 else Node("mul", tuple(rest))


def over(top: Node, bottom: Node) -> Node:
    """The quotient; by a number other than 0 it is a product."""
    if bottom.op == "num" and bottom.args[0] != 0:
        return times((num(1 / bottom.args[0]), top))
    return Node("div", (top, bottom))


def relation(op: str, left: Node, right: Node) -> Node:
    """`left op right`, decided where the two differ by a number."""
    gap = linear(left)
    for monomial, coefficient in linear(right).items():
        gap[monomial] = gap.get(monomial, Fraction(0)) - coefficient
    if any(coefficient for monomial, coefficient in gap.items() if monomial != ONE) or partial(left, right):
        return Node(op, (left, right))
    excess = gap.get(ONE, Fraction(0))
    return TRUE if {"eq": excess == 0, "ne": excess != 0, "lt": excess < 0, "le": excess <= 0}[op] else FALSE


def partial(*nodes: Node) -> bool:
    """Whether a division occurs, so that the value may not exist: what cancels may then not be left out."""
    return any(node.op == "div" or partial(*node.children()) for node in nodes)


def choice(condition: Node, then: Node, otherwise: Node) -> Node:
    """The case distinction."""
    if condition == TRUE:
        return then
    return otherwise if condition == FALSE else Node("ite", (condition, then, otherwise))


def joined(op: str, parts: Iterable[Node]) -> Node:
    """`and` or `or` of truth values."""
    neutral, absorbing = (TRUE, FALSE) if op == "and" else (FALSE, TRUE)
    flat: list[Node] = []
    for part in parts:
        flat.extend(part.args if part.op == op else (part,))
        if part == absorbing:  # what follows it is not reached, as in exact evaluation
            break
    kept = tuple(part for part in flat if part != neutral)
    if absorbing in kept and len(kept) == 1:
        return absorbing
    return kept[0] if len(kept) == 1 else Node(op, kept)


def negated(node: Node) -> Node:
    """The denial of a truth value."""
    return {TRUE: FALSE, FALSE: TRUE}.get(node) or (node.args[0] if node.op == "not" else Node("not", (node,)))


def implied(condition: Node, then: Node) -> Node:
    """`condition` implies `then`."""
    if condition == TRUE:
        return then
    always = condition == FALSE or (then == TRUE and not partial(condition))
    return TRUE if always else Node("implies", (condition, then))


def linear_form(node: Node) -> tuple[dict[str, int], int] | None:
    """A tree as integer multiples of symbols plus an integer; None when it is not of that form."""
    form = {monomial: coefficient for monomial, coefficient in linear(node).items() if coefficient}
    constant = form.pop(ONE, Fraction(0))
    if any(monomial.op != "sym" for monomial in form) or any(c.denominator != 1 for c in (constant, *form.values())):
        return None
    return {m.args[0]: int(c) for m, c in sorted(form.items(), key=lambda item: item[0].args[0])}, int(constant)


def from_form(form: dict[str, int], constant: int) -> Node:
    """The tree of such a form, the same for equal forms."""
    return plus([*(times((num(c), sym(name))) for name, c in sorted(form.items()) if c), num(constant)])


@lru_cache(maxsize=2**14)
def tidied(node: Node) -> Node:
    """A tree whose linear parts (ends of ranges, exponents) have the form that equal ones share: γ + 0 + 1 is γ + 1."""
    form = linear_form(node) if node.op in ("add", "mul") else None
    return node.rebuild(tidied) if form is None else from_form(*form)


@lru_cache(maxsize=2**14)
def with_indices_named(node: Node, depth: int = 0) -> Node:
    """Bound indices renamed by their depth (`_0`, `_1`, ...): equal folds become equal trees, and nothing put in is
    captured.
    """
    if node.op in ("sum", "prod"):
        index, low, high, body = node.args
        name = f"_{depth}"
        deeper = with_indices_named(body, depth + 1)
        ends = (with_indices_named(low, depth), with_indices_named(high, depth))
        return Node(node.op, (name, *ends, substitute(deeper, {index: sym(name)})))
    return node.rebuild(lambda child: with_indices_named(child, depth))


_SIGNS = {"eq": "=", "ne": "!=", "lt": "<", "le": "<=", "add": " + ", "mul": "*", "div": "/", "pow": "^"}


def show(node: Node) -> str:
    """A tree as one readable line, for comments, names and messages."""
    args = [show(arg) if isinstance(arg, Node) else str(arg) for arg in node.args]
    if node.op in ("num", "sym"):
        return args[0]
    if node.op == "at":
        return f"{args[0]}[{args[1]}]"
    if node.op in ("eq", "ne", "lt", "le"):
        return f"{args[0]} {_SIGNS[node.op]} {args[1]}"
    if node.op in _SIGNS:
        return "(" + _SIGNS[node.op].join(args) + ")"
    return f"{node.op}({', '.join(args)})"
