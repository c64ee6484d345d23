"""Conditions in code as trees, and guards: what only keeps a formula from dividing by nothing is no part of it.

`x / n if n else 0` is plainly `x / n`, and so are `x / max(n, 1)` and `x / (n + 1e-9)`. A condition on a rate of 1 is the point
where `1 - p` is no divisor: `p >= 1` there says `p = 1`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from ....derivations.expr import Node, num
from . import codetrees as t
from .codetrees import Numerals

TINY = Fraction(1, 1000)  # at most this, added below a fraction or taken as a bound, only keeps it from zero


@dataclass
class Guards:
    """How one expression is read: with its guards (`exact`) or without, and whether any was left out."""

    numerals: Numerals
    exact: bool = False
    left_out: bool = False
    below: int = 0  # fractions whose denominator is being read
    clamped: set[Node] = field(default_factory=set)  # what a bound was left out of

    def tiny(self, part: Node) -> bool:
        """Whether a tree is a number that is only there to be none."""
        value = self.numerals.value(part)
        if value is None:
            return part.op == "sym" and part.args[0].rpartition(".")[2].strip("_").lower() in ("eps", "epsilon", "tiny")
        return 0 < value <= TINY

    def sum(self, parts: list[Node]) -> Node:
        """A sum; below a fraction without what only keeps it from zero."""
        if self.below and not self.exact:
            kept = [part for part in parts if not self.tiny(part)]
            self.left_out |= len(kept) < len(parts)
            parts = kept or parts
        return t.joined("add", parts)

    def extreme(self, name: str, parts: list[Node]) -> Node:
        """The smaller or larger. What only keeps a number in its range (`max(n, 1)` below a fraction) is a guard."""
        if not self.exact and len(parts) == 2:
            values = [self.numerals.value(part) for part in parts]
            for value, other in zip(values, reversed(parts), strict=True):
                if value is not None and self.numerals.value(other) is None:
                    inner = self._bounded(other)
                    crossed = inner is not None and {name, other.op} == {"min", "max"}
                    low = name == "max" and (0 <= value <= TINY or (self.below and value == 1))
                    if low or crossed or other in self.clamped or (name == "min" and Fraction(9, 10) < value < 1):
                        self.left_out = True
                        found = inner if crossed and inner is not None else other
                        self.clamped.add(found)
                        return found
        return Node(name, tuple(parts))

    def _bounded(self, tree: Node) -> Node | None:
        """What is bounded in a minimum or maximum of a tree and a printed number."""
        if tree.op not in ("min", "max") or len(tree.args) != 2:
            return None
        rest = [part for part in tree.args if self.numerals.value(part) is None]
        return rest[0] if len(rest) == 1 else None

    def relation(self, kind: str, a: Node, b: Node) -> Node:
        """A relation, `eq ne lt le`. `abs(a - b) < 1e-9` says that a is b, and `1 - p < 1e-9` that p is 1."""
        if kind in ("lt", "le") and a.op == "abs" and self.tiny(b) and a.args[0].op == "add":
            parts = a.args[0].args
            signed = [part for part in parts if part.op == "mul" and part.args[0] == num(-1)]
            if len(parts) == 2 and len(signed) == 1:
                a = next(part for part in parts if part is not signed[0])
                b, kind = t.joined("mul", signed[0].args[1:]), "eq"
        if kind in ("lt", "le") and self.tiny(b) and (name := self._complement(a)) is not None:
            return Node("eq", (name, num(1)))
        if kind == "eq" and self.numerals.value(a) is not None:
            a, b = b, a
        return Node(kind, (a, b))

    def chosen(self, condition: Node, then: Node, other: Node) -> Node:
        """`choice`, of trees. A rate of 1 (`p >= 1`) is the one point where 1 - p is no divisor: `p = 1`."""
        if condition.op == "not":
            return self.chosen(condition.args[0], other, then)
        if not self.exact and (plain := self._unguarded(condition, then, other)) is not None:
            self.left_out = True
            return plain
        for value, formula, op in ((then, other, "le"), (other, then, "lt")):
            if condition.op == "lt" and op == "le":  # p > 1 - eps, or p > 0.999: 1 in so many words
                one = self._nearly_one(condition.args[0])
            else:
                one = condition.op == op and self.numerals.value(condition.args[op == "lt"]) == 1
            name = condition.args[op == "le"] if condition.op in ("lt", "le") else None
            if one and name is not None and name.op == "sym" and _divides_by_complement(formula, name, self.numerals):
                return Node("ite", (Node("eq", (name, num(1))), value, formula))
        return Node("ite", (condition, then, other))

    def _complement(self, tree: Node) -> Node | None:
        """The name in 1 less a name."""
        if tree.op != "add" or len(tree.args) != 2 or self.numerals.value(tree.args[0]) != 1:
            return None
        rest = tree.args[1]
        name = rest.args[-1] if rest.op == "mul" and len(rest.args) == 2 and rest.args[0] == num(-1) else None
        return name if name is not None and name.op == "sym" else None

    def _nearly_one(self, tree: Node) -> bool:
        value = self.numerals.value(tree)
        if value is not None:
            return 1 - TINY <= value <= 1
        if tree.op != "add" or len(tree.args) != 2 or self.numerals.value(tree.args[0]) != 1:
            return False
        rest = tree.args[1]
        return rest.op == "mul" and rest.args[0] == num(-1) and self.tiny(t.joined("mul", rest.args[1:]))

    def _unguarded(self, condition: Node, then: Node, other: Node) -> Node | None:
        """The branch that is meant where a condition only asks whether something is there to divide by."""
        found = self._zero(condition)
        if found is None:
            return None
        main, rest = (other, then) if found else (then, other)
        plain = self.numerals.value(rest) is not None or rest.op == "sym"
        divides = any(node.op == "div" for node in t.walked(main))
        return main if plain and divides else None

    def _zero(self, condition: Node) -> bool | None:
        """Whether a condition says of a name that it is zero (True), that it is not (False), or neither."""
        value = self.numerals.value
        if condition.op in ("eq", "ne") and value(condition.args[1]) == 0:
            return condition.op == "eq"
        if condition.op in ("lt", "le"):
            a, b = condition.args
            if value(b) == 0 or self.tiny(b) or (condition.op == "lt" and value(b) == 1 and _counts(a)):
                return True
            if value(a) == 0 or self.tiny(a) or (condition.op == "le" and value(a) == 1 and _counts(b)):
                return False
        return None


def _counts(tree: Node) -> bool:
    """Whether a name is one of a count: `num_drafts < 1` says that there are none."""
    return tree.op == "sym" and tree.args[0].rpartition(".")[2].startswith(("num_", "n_", "total", "len("))


def _divides_by_complement(formula: Node, name: Node, numerals: Numerals) -> bool:
    """Whether a formula divides by 1 - name."""
    for node in t.walked(formula):
        for part in t.walked(node.args[1]) if node.op == "div" else ():
            if part.op == "add" and len(part.args) == 2:
                ones = [abs(value) for arg in part.args if (value := numerals.value(arg)) is not None]
                if ones == [1] and any(arg in (name, t.negative(name)) for arg in part.args):
                    return True
    return False
