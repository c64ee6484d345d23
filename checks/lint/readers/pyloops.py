"""Loops that add or multiply up, as the sums and products that they come to.

Every pass of the body is one step: what each variable becomes, as a tree of what all were before. A variable that is
multiplied (`p *= a`) is a running product, one that something is added to (`e += p`) a sum, and one of the form
`b + a·x` (Horner) the sum of the powers of a. A loop of another form says nothing: None.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence

from ....derivations.expr import Node, free_names, num, sym
from . import codetrees as t
from .codetrees import Unread
from .pycalls import ranged
from .pytrees import Trees, inside

_INDEX = "_n"


def assigned(statements: Sequence[ast.stmt]) -> frozenset[str]:
    """The names that statements assign, however deep."""
    return frozenset[str]().union(*map(_assigned, statements))


def _assigned(statement: ast.stmt) -> frozenset[str]:
    """Those of one statement; kept with it, as whatever it stands in is asked for them too."""
    known: frozenset[str] | None = statement.__dict__.get("_assigned")
    if known is None:
        found: set[str] = set()
        below = inside(statement)
        for node in below:
            if isinstance(node, ast.Name):
                found.update([node.id] if isinstance(node.ctx, ast.Store) else ())
            elif (within := node.__dict__.get("_assigned")) is not None:
                found |= within
            else:
                below += inside(node)
        known = statement.__dict__["_assigned"] = frozenset(found)
    return known


def step(trees: Trees, statements: Sequence[ast.stmt], state: dict[str, Node]) -> dict[str, Node] | None:
    """What straight assignments make of what is known; None where there is another statement than such, or a call."""
    for statement in statements:
        pairs = assignments(statement)
        if pairs is None:
            if not isinstance(statement, ast.Expr | ast.Pass | ast.Assert):
                return None
            continue
        made = {name: t.put_in(trees.tree(value), state) for name, value in pairs}
        state = {**state, **made}
    return state


def assignments(statement: ast.stmt) -> list[tuple[str, ast.expr]] | None:
    """The names that a statement assigns, with what: `x = v`, `x, y = v, w`, `x += v` as `x = x + v`; None for any other."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            return [(name, value)]
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            return [(name, value)]
        case ast.AugAssign(target=ast.Name(id=name) as target, op=op, value=value):
            before = ast.copy_location(ast.Name(name, ast.Load()), target)
            return [(name, ast.copy_location(ast.BinOp(before, op, value), statement))]
        case ast.Assign(targets=[ast.Tuple(elts=names)], value=ast.Tuple(elts=values)) if len(names) == len(values):
            if all(isinstance(name, ast.Name) for name in names):
                return [
                    (name.id, value) for name, value in zip(names, values, strict=True) if isinstance(name, ast.Name)
                ]
    return None


def closed(trees: Trees, loop: ast.For, before: Mapping[str, Node]) -> dict[str, Node] | None:
    """What a loop makes of the variables that it carries on, by name, as trees of what was before it."""
    if loop.orelse:
        return None
    try:
        index, low, high, inner = _run(trees, loop)
        after = step(trees, loop.body, inner)
    except Unread:
        return None
    if after is None:
        return None
    carried = {name: tree for name, tree in after.items() if name in before and name not in inner}
    try:
        return _Loop(trees, carried, before, index, low, high).closed()
    except Unread:
        return None


def _run(trees: Trees, loop: ast.For) -> tuple[str, Node, Node, dict[str, Node]]:
    """The index of a loop with its limits, and what the loop's own variable is by it. `?low` where nothing is numbered."""
    ends = ranged(trees, loop.iter)
    if ends is not None and isinstance(loop.target, ast.Name):
        return _INDEX, *ends, {loop.target.id: sym(_INDEX)}
    if isinstance(loop.target, ast.Name) and isinstance(loop.iter, ast.Name | ast.Attribute):
        name = trees.tree(loop.iter).args[0]
        return _INDEX, num(1), sym(f"len({name})"), {loop.target.id: Node("at", (name, sym(_INDEX)))}
    return _INDEX, t.LOW, t.HIGH, {}


class _Loop:
    """A loop's variables, each with what one pass makes of it."""

    def __init__(
        self, trees: Trees, carried: Mapping[str, Node], before: Mapping[str, Node], index: str, low: Node, high: Node
    ) -> None:
        self.trees, self.carried, self.before = trees, carried, before
        self.index, self.low, self.high = index, low, high
        found = {name: self._factor(name) for name in carried}
        self.factors = {name: factor for name, factor in found.items() if factor is not None}

    def closed(self) -> dict[str, Node] | None:
        made = {}
        for name in self.carried:
            tree = self._product(name) if name in self.factors else self._sum(name) or self._horner(name)
            if tree is None or not t.small(tree):
                return None
            made[name] = tree
        return made or None

    def _factor(self, name: str) -> Node | None:
        """What a running product is multiplied by in every pass."""
        update = self.carried[name]
        if update.op != "mul" or sum(part == sym(name) for part in update.args) != 1 or self.low == t.LOW:
            return None
        rest = [part for part in update.args if part != sym(name)]
        return t.joined("mul", rest) if rest and self._steady(rest) else None

    def _steady(self, parts: Sequence[Node]) -> bool:
        """Whether no part changes with what the loop carries on."""
        return not any(free_names(part) & self.carried.keys() for part in parts)

    def _passes(self, before: Node | None = None) -> Node:
        """How many passes there are, or how many before the one of an index."""
        if before is not None:
            return before if self.low == num(0) else t.add(before, t.negative(self.low))
        ends = self.high.args if self.high.op == "add" else (self.high,)
        count = t.joined("add", ends[:-1]) if ends[-1] == num(-1) and len(ends) > 1 else t.add(self.high, num(1))
        return count if self.low == num(0) else t.add(count, t.negative(self.low))

    def _product(self, name: str, before: Node | None = None) -> Node:
        """A running product after the loop, or as it stands before the pass of an index."""
        factor = self.factors[name]
        if self.index not in free_names(factor):
            made = t.power(factor, self._passes(before))
        else:
            last = self.high if before is None else t.minus_one(before)
            made = t.folded("prod", "_j", self.low, last, t.put_in(factor, {self.index: sym("_j")}))
        return self._with("mul", self.before[name], made)

    def _sum(self, name: str) -> Node | None:
        update = self.carried[name]
        if update.op != "add" or sum(part == sym(name) for part in update.args) != 1:
            return None
        term = t.joined("add", [part for part in update.args if part != sym(name)])
        running = free_names(term) & self.carried.keys()
        if not running <= self.factors.keys():
            return None
        if self.low == t.LOW:
            return None if running else self._with("add", self.before[name], t.over_all("sum", term))
        term = t.put_in(term, {other: self._product(other, sym(self.index)) for other in running})
        return self._with("add", self.before[name], t.folded("sum", self.index, self.low, self.high, term))

    def _horner(self, name: str) -> Node | None:
        update = self.carried[name]
        if update.op != "add" or self.low == t.LOW:
            return None
        scaled = [part for part in update.args if name in free_names(part)]
        rest = [part for part in update.args if name not in free_names(part)]
        if len(scaled) != 1 or scaled[0].op != "mul" or sum(part == sym(name) for part in scaled[0].args) != 1:
            return None
        factors = [part for part in scaled[0].args if part != sym(name)]
        if not self._steady(factors + rest) or any(self.index in free_names(part) for part in factors + rest):
            return None
        rate, each, count = t.joined("mul", factors), t.joined("add", rest), self._passes()
        powers = t.folded("sum", self.index, num(0), t.minus_one(count), t.power(rate, sym(self.index)))
        return t.add(self._with("mul", self.before[name], t.power(rate, count)), self._with("mul", each, powers))

    def _with(self, op: str, first: Node, second: Node) -> Node:
        """A sum or product with what was there before, which is often nothing: 0 or 1."""
        value = self.trees.guards.numerals.value(first)
        return second if value == (1 if op == "mul" else 0) else t.joined(op, (first, second))
