"""Sums with terms left out: `1 + α + α² + … + α^k` is the sum of α^i for i from 0 to k.

Only powers of one thing, rising by one from term to term, are filled in. A sum that goes on without end, or by another rule, is
not read: the whole side that it stands in is then the name `ELLIPSIS`, of which nothing is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from ...derivations.expr import Node, free_names, num, sym
from .mathtokens import ELLIPSIS

UNSAID = sym(ELLIPSIS)
"""A side that is left open."""
_INDEX = "?…"
"""The index of a sum that is filled in: no text has such a name."""

Value = Callable[[Node], Fraction | None]


def filled(tree: Node, numerals: Mapping[str, Fraction]) -> Node:
    """The tree with its sums filled in; `UNSAID` where one cannot be. `numerals` are the values of names that are numbers."""

    def value(node: Node) -> Fraction | None:
        if node.op == "num":
            return Fraction(node.args[0])
        return numerals.get(node.args[0]) if node.op == "sym" else None

    new = _filled(tree, value)
    return UNSAID if ELLIPSIS in free_names(new) else new


def _filled(tree: Node, value: Value) -> Node:
    tree = tree.rebuild(lambda part: _filled(part, value))
    if tree.op != "add" or UNSAID not in tree.args:
        return tree
    place = tree.args.index(UNSAID)
    before, after = tree.args[:place], tree.args[place + 1 :]
    return _summed(before, after[0], value) if len(after) == 1 and before else UNSAID


def _summed(terms: tuple[Node, ...], last: Node, value: Value) -> Node:
    """The sum from the first of the terms that are written to the last; `UNSAID` where they are no powers that rise by one."""
    if last.op != "pow":
        return UNSAID
    base, stop = last.args
    exponents = [_exponent(term, base, value) for term in terms]
    first = exponents[0]
    if first is None or any(one != first + place for place, one in enumerate(exponents)):
        return UNSAID
    return Node("sum", (_INDEX, num(first), stop, Node("pow", (base, sym(_INDEX)))))


def _exponent(term: Node, base: Node, value: Value) -> Fraction | None:
    """The exponent of a power of the base: 0 of 1, 1 of the base itself."""
    if term == base:
        return Fraction(1)
    if value(term) == 1:
        return Fraction(0)
    return value(term.args[1]) if term.op == "pow" and term.args[0] == base else None
