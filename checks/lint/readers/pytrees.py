"""Expressions of Python as trees: operators, conditions and names. The functions that formulas are made of: `pycalls`.

Attributes and constant subscripts are names, any call that is not known is one, and what only wraps a value is seen through.
Nothing is evaluated. A *guard* (`max(n, 1)` below a fraction, `x / n if n else 0`) is left out of the plain tree, since
a formula is not about it; the exact tree keeps it.
"""

from __future__ import annotations

import ast
import warnings
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from ....derivations.expr import Node, num, sym
from ..document import line_starts
from . import codetrees as t
from .codetrees import MAX_DEPTH, Unread
from .guards import Guards


def parsed(text: str, mode: str = "exec") -> ast.AST | None:
    """The tree of a program or expression; None where it is none, or too deep. What Python would warn of is no matter."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text, mode=mode)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


_LEAVES = frozenset(
    {"ctx", "op", "ops", "id", "attr", "arg", "kind", "type_comment", "conversion", "is_async", "simple", "module"}
)
"""Fields with no expression or statement in them."""


_FIELDS: dict[type[ast.AST], tuple[str, ...]] = {}
"""Those of a kind of node that may have some; worked out when the first such node comes."""


def _fields(kind: type[ast.AST]) -> tuple[str, ...]:
    if kind not in _FIELDS:
        _FIELDS[kind] = tuple(name for name in kind._fields if name not in _LEAVES)
    return _FIELDS[kind]


def inside(node: ast.AST) -> list[ast.AST]:
    """The nodes just below a node, but for operators and contexts: a third of all, and of no name."""
    found: list[ast.AST] = []
    for name in _fields(type(node)):
        value = getattr(node, name, None)
        if isinstance(value, ast.AST):
            found.append(value)
        elif isinstance(value, list):
            found += [one for one in value if isinstance(one, ast.AST)]
    return found


def walk(node: ast.AST) -> Iterator[ast.AST]:
    """A node and all below it, level by level as `ast.walk` has them, which takes three times as long."""
    found = [node]
    for one in found:
        yield one
        found += inside(one)


@dataclass(frozen=True)
class Positions:
    """Offsets in a source of what `ast` found in a text that begins there. `ast` counts columns in bytes of UTF-8."""

    text: str
    base: int = 0

    @cached_property
    def _starts(self) -> tuple[int, ...]:
        return line_starts(self.text)

    @cached_property
    def _wide(self) -> dict[int, bytes]:
        """The lines that are not ASCII."""
        if self.text.isascii():
            return {}
        lines = enumerate(self.text.split("\n"), 1)
        return {place: line.encode("utf-8", "surrogatepass") for place, line in lines if not line.isascii()}

    def offset(self, line: int, column: int) -> int:
        line = min(line, len(self._starts))
        if line in self._wide:
            column = len(self._wide[line][:column].decode("utf-8", "replace"))
        return self.base + self._starts[line - 1] + column

    def span(self, node: ast.expr | ast.stmt | ast.arg | ast.keyword) -> tuple[int, int]:
        end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
        return self.offset(node.lineno, node.col_offset), self.offset(end_line, end_column)

    def line(self, offset: int) -> int:
        """The line, from 1, of an offset."""
        return bisect_right(self._starts, offset - self.base)


@dataclass(frozen=True)
class Vector:
    """Numbers `body` for an index from low to high: what is summed or multiplied up."""

    index: str
    low: Node
    high: Node
    body: Node


@dataclass(frozen=True)
class Scope:
    """What names stand for where an expression is: vectors, and what a call comes to (None: nobody knows)."""

    called: Callable[[Trees, ast.Call], Node | None]
    vectors: Mapping[str, Vector] = field(default_factory=dict)


@dataclass
class Trees:
    """Makes the trees of one expression, or of several that belong together. Raises `Unread` for what is too deep."""

    source: str
    positions: Positions
    scope: Scope
    guards: Guards
    depth: int = 0
    opaque: list[ast.expr] = field(default_factory=list)  # what was taken as a name, to be looked into

    def tree(self, node: ast.expr) -> Node:
        """The tree of an expression; a name where nothing better is known."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise Unread
        try:
            return self._tree(node)
        finally:
            self.depth -= 1

    def _tree(self, node: ast.expr) -> Node:
        match node:
            case ast.Constant(value=bool() | None | str() | bytes()):
                return self.name(node)
            case ast.Constant():
                start, end = self.positions.span(node)
                return self.guards.numerals.leaf(self.source[start:end], start) or self.name(node)
            case ast.Name(id=name):
                return t.named(name, self.source)
            case ast.Attribute() | ast.Subscript():
                return self._member(node)
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return t.minus(self.tree(inner))
            case ast.UnaryOp(op=ast.UAdd(), operand=inner) | ast.Await(value=inner) | ast.NamedExpr(value=inner):
                return self.tree(inner)
            case ast.IfExp(test=test, body=body, orelse=other):
                return self.choice(test, lambda: self.tree(body), lambda: self.tree(other)) or self.name(node)
            case ast.Compare() | ast.UnaryOp(op=ast.Not()):
                return self.condition(node) or self.name(node)
            case ast.BoolOp(op=ast.Or(), values=[first, *_]):  # `n or 1`
                self.guards.left_out = True
                return self.tree(first)
            case ast.Call():
                return self.scope.called(self, node) or self.name(node)
        return self.name(node)

    def text(self, node: ast.expr) -> str:
        start, end = self.positions.span(node)
        return t.squeezed(self.source[start : min(end, start + 4_000)])

    def name(self, node: ast.expr) -> Node:
        """What is not read further, as the name that it is written as."""
        self.opaque.append(node)
        return sym(self.text(node))

    def _member(self, node: ast.Attribute | ast.Subscript) -> Node:
        parts: list[str] = []
        inner: ast.expr = node
        while isinstance(inner, ast.Attribute | ast.Subscript) and len(parts) < MAX_DEPTH:
            if isinstance(inner, ast.Attribute):
                parts.append(f".{inner.attr}")
            else:
                parts.append(self._key(inner.slice))
            inner = inner.value
        if isinstance(inner, ast.Name):
            return sym(inner.id + "".join(reversed(parts)))
        self.opaque.append(inner)
        return sym(self.text(inner) + "".join(reversed(parts)))

    def _key(self, key: ast.expr) -> str:
        if isinstance(key, ast.Constant) and isinstance(key.value, str) and key.value:
            return "." + t.squeezed("_".join(key.value.split()))
        if not isinstance(key, ast.Constant | ast.Name | ast.Attribute):
            self.opaque.append(key)
        return f"[{self.text(key)}]"

    def _binary(self, node: ast.BinOp) -> Node:
        kind = type(node.op)
        if kind in _CHAINED:
            return self._chain(node, _CHAINED[kind])
        make = _BINARY.get(kind)
        if make is None:
            return self.name(node)
        left = self.tree(node.left)
        self.guards.below += kind in (ast.Div, ast.FloorDiv)
        try:
            right = self.tree(node.right)
        finally:
            self.guards.below -= kind in (ast.Div, ast.FloorDiv)
        return make(left, right)

    def _chain(self, node: ast.BinOp, op: str) -> Node:
        """A long sum or product, which `ast` nests as deep as it is long."""
        parts: list[Node] = []
        inner: ast.expr = node
        while isinstance(inner, ast.BinOp) and _CHAINED.get(type(inner.op)) == op and len(parts) < t.MAX_NODES:
            right = inner.right
            part = self.tree(right)
            parts.append(t.negative(part) if isinstance(inner.op, ast.Sub) else part)
            inner = inner.left
            if isinstance(inner, _NO_NUMBERS) or isinstance(right, _NO_NUMBERS):
                return self.name(node)
        parts.append(self.tree(inner))
        parts.reverse()
        return self.guards.sum(parts) if op == "add" else t.joined(op, parts)

    def condition(self, node: ast.expr) -> Node | None:
        """The truth value of an expression; None where it is no relation of numbers."""
        match node:
            case ast.Compare(left=left, ops=ops, comparators=others):
                if not all(type(op) in _RELATIONS for op in ops):
                    return None
                sides = [self.tree(side) for side in (left, *others)]
                made = [self._relation(type(op), a, b) for op, a, b in zip(ops, sides, sides[1:], strict=False)]
                return made[0] if len(made) == 1 else Node("and", tuple(made))
            case ast.BoolOp(op=op, values=values):
                parts = [self.condition(value) for value in values]
                if not all(parts):
                    return None
                return Node("and" if isinstance(op, ast.And) else "or", tuple(part for part in parts if part))
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                found = self.condition(inner)
                return Node("not", (found,)) if found else None
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[a, b, *_]) if name == "isclose":
                return self._relation(ast.Eq, self.tree(a), self.tree(b))
            case ast.Name() | ast.Attribute() | ast.Subscript() | ast.Call() | ast.BinOp():
                return Node("ne", (self.tree(node), num(0)))
        return None

    def _relation(self, op: type[ast.cmpop], left: Node, right: Node) -> Node:
        kind, swapped = _RELATIONS[op]
        return self.guards.relation(kind, *((right, left) if swapped else (left, right)))

    def choice(self, test: ast.expr, then: Callable[[], Node], other: Callable[[], Node]) -> Node | None:
        """One of two trees by a condition. A guard against a division by zero is left out; None where nobody knows."""
        condition = self.condition(test)
        return None if condition is None else self.guards.chosen(condition, then(), other())


def _modulo(a: Node, b: Node) -> Node:
    return t.add(a, t.mul(num(-1), b, t.floor_quotient(a, b)))


_NO_NUMBERS = (ast.List, ast.ListComp, ast.Tuple, ast.Dict, ast.Set, ast.JoinedStr)
_CHAINED: dict[type[ast.operator], str] = {ast.Add: "add", ast.Sub: "add", ast.Mult: "mul"}
_BINARY: dict[type[ast.operator], Callable[[Node, Node], Node]] = {
    ast.Div: t.quotient,
    ast.FloorDiv: t.floor_quotient,
    ast.Pow: t.power,
    ast.Mod: _modulo,
    ast.LShift: lambda a, b: t.mul(a, t.power(num(2), b)),
    ast.RShift: lambda a, b: t.floor_quotient(a, t.power(num(2), b)),
}
_RELATIONS: dict[type[ast.cmpop], tuple[str, bool]] = {
    ast.Eq: ("eq", False), ast.NotEq: ("ne", False), ast.Lt: ("lt", False), ast.Gt: ("lt", True), ast.LtE: ("le", False),
    ast.GtE: ("le", True),
}  # fmt: skip


def readings(trees: Trees, node: ast.expr) -> tuple[Node, ...]:
    """The trees of an expression, the plain one first, then the exact one where guards were left out."""
    plain = trees.tree(node)
    if not trees.guards.left_out:
        return (plain,)
    exact = replace(trees, guards=Guards(trees.guards.numerals, exact=True), opaque=[])
    return tuple(dict.fromkeys((plain, exact.tree(node))))
