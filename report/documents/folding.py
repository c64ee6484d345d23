"""Arithmetic that a reader does at a glance, done: `1 - 0.7` is 0.3, `5 + 1` is 6. The rest of a formula stays as it is."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from math import prod

from ...derivations.exact import holds_at
from ...derivations.expr import Node, free_names, num

Values = Mapping[str, "Node | tuple[Fraction, ...]"]
"""What stands for a name: a number, or the elements of a sequence."""

ZERO, ONE = num(0), num(1)
BINDERS = frozenset({"sum", "prod", "limit"})


def put_in(node: Node, values: Values) -> Node:
    """A formula with its numbers put in, simplified inside; its outermost sum or product stays, which else a reader would miss.

    Inside, numbers are added up and whole numbers multiplied within sums, exponents and the ends of ranges; powers of 0 and 1 and
    divisions by 1 are done, elements of sequences put in where the index is a number, conditions between numbers decided. The
    value does not change.
    """
    taken = _taken(node, values)
    if taken.op not in ("add", "mul"):
        return _folded(taken, values)
    return taken.rebuild(
        lambda child: (
            child.rebuild(lambda factor: _folded(factor, values)) if child.op == "mul" else _folded(child, values)
        )
    )


def _taken(node: Node, values: Values) -> Node:
    """The case that applies."""
    while node.op == "ite" and (decided := _decided(_folded(node.args[0], values))) is not None:
        node = node.args[1 if decided else 2]
    return node


def _folded(node: Node, values: Values) -> Node:
    if node.op == "num":
        return node
    if node.op == "sym":
        value = values.get(node.args[0], node)
        return value if isinstance(value, Node) else node
    taken = _taken(node, values)
    if taken.op in BINDERS:
        index, *ends, body = taken.args
        inner = {name: value for name, value in values.items() if name != index} if index in values else values
        made = Node(taken.op, (index, *(_folded(end, values) for end in ends), _folded(body, inner)))
    else:
        made = taken.rebuild(lambda child: _folded(child, values))
    if made.op == "at":
        return _element(made, values)
    return _RULES[made.op](made) if made.op in _RULES else made


def _decided(condition: Node) -> bool | None:
    return None if free_names(condition) else holds_at(condition, {})


def _element(node: Node, values: Values) -> Node:
    name, index = node.args
    elements = values.get(name)
    if not isinstance(elements, tuple) or index.op != "num" or index.args[0] not in range(1, len(elements) + 1):
        return node
    return num(elements[int(index.args[0]) - 1])


def _sum(node: Node) -> Node:
    """Numbers added up, at the place of the first."""
    terms = [_whole_product(term) for term in node.args]
    numbers = [term for term in terms if term.op == "num"]
    if len(numbers) < 2:
        return _joined("add", terms, ZERO)
    total = num(sum(term.args[0] for term in numbers))
    place = terms.index(numbers[0])
    rest = [term for term in terms[place:] if term.op != "num"]
    kept = [total] if total != ZERO or not (terms[:place] or rest) else []
    return _joined("add", [*terms[:place], *kept, *rest], ZERO)


def _whole_product(node: Node) -> Node:
    """A product of whole numbers alone, multiplied out."""
    if node.op != "mul" or not all(map(_is_whole, node.args)):
        return node
    return num(prod(factor.args[0] for factor in node.args))


def _is_whole(node: Node) -> bool:
    return node.op == "num" and node.args[0].denominator == 1


def _product(node: Node) -> Node:
    """A product without its ones, and a sign put into the number after it."""
    factors = [factor for factor in node.args if factor != ONE]
    if len(factors) > 1 and factors[0] == num(-1) and factors[1].op == "num":
        factors = [num(-factors[1].args[0]), *factors[2:]]
    return _joined("mul", factors, ONE)


def _joined(op: str, nodes: list[Node], empty: Node) -> Node:
    return empty if not nodes else nodes[0] if len(nodes) == 1 else Node(op, tuple(nodes))


def _power(node: Node) -> Node:
    base, exponent = node.args[0], _whole_product(node.args[1])
    if exponent == ZERO:
        return ONE
    return base if exponent == ONE or base == ONE else Node("pow", (base, exponent))


def _quotient(node: Node) -> Node:
    return node.args[0] if node.args[1] == ONE else node


def _range(node: Node) -> Node:
    index, low, high, body = node.args
    return Node(node.op, (index, _whole_product(low), _whole_product(high), body))


def _choice(node: Node) -> Node:
    decided = _decided(node.args[0])
    return node if decided is None else node.args[1 if decided else 2]


_RULES = {"add": _sum, "mul": _product, "pow": _power, "div": _quotient, "ite": _choice, "sum": _range, "prod": _range}
