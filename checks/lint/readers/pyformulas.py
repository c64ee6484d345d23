"""The formulas of a Python file: every value that a statement gives a name, returns, passes or prints.

`Walker` goes through the statements and knows what was assigned before in a straight line, for loops and `x *= k`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ....derivations.expr import Node, sym
from ..document import Formula, How
from . import codetrees as t
from . import pycalls, pyloops
from .codetrees import Numerals, Unread
from .pyblocks import Program
from .pyfunctions import Functions
from .pytrees import Trees, walk
from .pyvalues import MAX_LABEL, At, Values, children, defaults, over


class Walker:
    """Statements, in order, with what is known of names in a straight line before them."""

    def __init__(self, program: Program, functions: Functions, numerals: Numerals) -> None:
        self.program = program
        self.values = Values(program, functions, numerals)

    def formulas(self) -> list[Formula]:
        """All formulas of the file."""
        self._run(self.program.tree.body, At(self.program.module, self.program.positions), {})
        return self.values.found

    def _run(self, statements: Sequence[ast.stmt], at: At, state: dict[str, Node], looped: bool = False) -> None:
        """Walk statements. `state` holds what names are, as trees of what they are made of, and is changed."""
        guards: list[
            tuple[ast.expr, ast.expr]
        ] = []  # `if test: return value` that what is returned at last belongs with
        for statement in statements:
            match statement:
                case ast.If(test=test, body=[ast.Return(value=ast.expr() as value)], orelse=[]):
                    self.values.add(test, at)
                    guards.append((test, value))
                    continue
                case ast.If(
                    test=test,
                    body=[ast.Return(value=ast.expr() as value)],
                    orelse=[ast.Return(value=ast.expr() as other)],
                ):
                    self.values.add(test, at)
                    self._returned([*guards, (test, value)], other, at)
                    guards = []
                case ast.Return(value=ast.expr() as value):
                    self._returned(guards, value, at)
                    guards = []
                case ast.Assign() | ast.AnnAssign() | ast.AugAssign():
                    self._assign(statement, at, state, looped)
                case _:
                    self._separately(guards, at)
                    guards = []
                    self._compound(statement, at, state, looped)
        self._separately(guards, at)

    def _separately(self, guards: list[tuple[ast.expr, ast.expr]], at: At) -> None:
        for _, value in guards:
            self.values.add(value, replace(at, result=at.block.name, how=How.RETURNED))

    def _returned(self, guards: list[tuple[ast.expr, ast.expr]], value: ast.expr, at: At) -> None:
        """What a function returns: by conditions where a single point has a value of its own, else each on its own."""
        at = replace(at, result=at.block.name, how=How.RETURNED)
        if not guards or not self._together(guards, value, at):
            self._separately(guards, at)
            self.values.add(value, at)

    def _together(self, guards: list[tuple[ast.expr, ast.expr]], value: ast.expr, at: At) -> bool:
        """One formula of several returns, where all conditions but that of a point (`p == 1`) only guard a division."""
        trees = self.values.trees(at)
        templates = []
        try:
            for exact in (False, True):
                trees.guards.exact = exact
                tree = trees.tree(value)
                for test, then in reversed(guards):
                    condition = trees.condition(test)
                    if condition is None:
                        return False
                    tree = trees.guards.chosen(condition, trees.tree(then), tree)
                templates.append(tree)
                if not exact and not _at_points(tree, len(guards)):
                    return False
                if not trees.guards.left_out:
                    break
        except Unread:
            return False
        first, _ = at.positions.span(guards[0][0])  # what stands above the conditions is said of what they choose from
        label = "\n".join(part for part in (at.label, self.program.blocks.above(first)) if part)
        general = max((value, *(then for _, then in guards)), key=lambda one: sum(1 for _ in walk(one)))
        self.values.say(replace(at, label=label), *at.positions.span(general), templates)
        for inner in trees.opaque:
            for part, place in children(inner, at):
                self.values.add(part, place)
        return True

    def _assign(
        self, statement: ast.Assign | ast.AnnAssign | ast.AugAssign, at: At, state: dict[str, Node], looped: bool
    ) -> None:
        trees = self.values.trees(at)
        pairs = pyloops.assignments(statement)
        if isinstance(statement, ast.AugAssign) or (pairs and any(_itself(name, value) for name, value in pairs)):
            self._changed(statement, pairs or [], trees, at, state, looped)
            return
        value = statement.value
        if value is not None:
            targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
            default = isinstance(statement, ast.AnnAssign) and at.block.is_class
            for target in targets[:1]:
                self._target(target, value, at, default)
        for name in pyloops.assigned([statement]):
            state.pop(name, None)
            self.values.vectors.pop(name, None)
        for name, value in pairs or []:
            try:
                state[name] = trees.tree(value)
                found = pycalls.vector(trees, value)
            except Unread:
                continue
            if found is not None:
                self.values.vectors[name] = found

    def _target(self, target: ast.expr, value: ast.expr, at: At, default: bool) -> None:
        if (
            isinstance(target, ast.Tuple | ast.List)
            and isinstance(value, ast.Tuple | ast.List)
            and len(target.elts) == len(value.elts)
        ):
            for one, its in zip(target.elts, value.elts, strict=True):
                self._target(one, its, at, default)
            return
        if not isinstance(target, ast.Name | ast.Attribute | ast.Subscript):
            self.values.add(value, at)
            return
        name = str(self.values.trees(at).tree(target).args[0])
        how = How.ENTRY if isinstance(target, ast.Subscript) else How.DEFAULT if default else How.ASSIGNED
        if default and isinstance(value, ast.Call) and (inner := _field_default(value)) is not None:
            at, value = replace(at, label=_field_help(value)), inner
        nested = not isinstance(value, ast.Name | ast.Attribute | ast.BinOp | ast.Constant | ast.Subscript)
        self.values.add(value, replace(at, result=name, how=how, within=name if nested else at.within))

    def _changed(
        self, statement: ast.stmt, pairs: list[tuple[str, ast.expr]], trees: Trees, at: At, state: dict[str, Node],
        looped: bool,
    ) -> None:  # fmt: skip
        """`avg *= k`, `avg = avg * k`: with what it was before. In a loop that nobody knows, the name is unknown from here."""
        start, end = self.program.positions.span(statement)
        if not pairs and isinstance(statement, ast.AugAssign):  # an attribute or element: a counter
            self.values.add(statement.value, at)
        for name, value in pairs:
            place = replace(at, result=name, how=How.LOOPED if looped else How.ASSIGNED)
            try:
                tree = t.put_in(trees.tree(value), {name: state[name]} if name in state else {})
            except Unread:
                tree = sym(f"?{name}")
            if looped:
                tree = sym(f"?{name}")
            self.values.say(place, start, end, [tree])
            state.pop(name, None)
            if not looped:
                state[name] = tree
        for inner in trees.opaque:
            for part, place in children(inner, at):
                self.values.add(part, place)

    def _compound(self, statement: ast.stmt, at: At, state: dict[str, Node], looped: bool) -> None:
        """A statement with statements in it, or one that gives nothing a name."""
        match statement:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._function(statement, at)
            case ast.ClassDef(body=body):
                block = self.program.of(statement)
                self._run(body, replace(at, block=block) if block else at, {})
            case ast.If():
                self._if(statement, at, state, looped)
            case ast.For():
                self._for(statement, at, state)
            case ast.Expr(value=ast.Constant(value=str())):
                pass
            case _:
                for child in ast.iter_child_nodes(statement):
                    if isinstance(child, ast.expr):
                        self.values.add(child, at)
                    elif isinstance(child, ast.withitem):
                        self.values.add(child.context_expr, at)
                for body in _bodies(statement):
                    self._run(body, at, dict(state), looped or isinstance(statement, ast.While | ast.AsyncFor))
        if not isinstance(statement, ast.For):
            self._forget(statement, state)

    def _forget(self, statement: ast.stmt, state: dict[str, Node]) -> None:
        if any(_bodies(statement)):
            for name in pyloops.assigned([statement]):
                state.pop(name, None)
                self.values.vectors.pop(name, None)

    def _function(self, node: ast.FunctionDef | ast.AsyncFunctionDef, at: At) -> None:
        block = self.program.of(node)
        inner = At(block or at.block, at.positions)
        for value, place in defaults(node.args, inner):
            self.values.add(value, place)
        kept, self.values.vectors = self.values.vectors, {}
        self._run(node.body, inner, {})
        self.values.vectors = kept

    def _if(self, statement: ast.If, at: At, state: dict[str, Node], looped: bool) -> None:
        """A chain of `if` and `elif`. Two branches that give one name a value are one formula where a point is set apart."""
        link: ast.If | None = statement
        while link is not None:
            self.values.add(link.test, at)
            match link.body, link.orelse:
                case (
                    [ast.Assign(targets=[ast.Name(id=name)], value=then)],
                    [ast.Assign(targets=[ast.Name(id=again)], value=other)],
                ) if name == again and self._together(
                    [(link.test, then)], other, replace(at, result=name, how=How.ASSIGNED)
                ):
                    return
            self._run(link.body, at, dict(state), looped)
            following = link.orelse
            link = following[0] if len(following) == 1 and isinstance(following[0], ast.If) else None
            if link is None:
                self._run(following, at, dict(state), looped)

    def _for(self, statement: ast.For, at: At, state: dict[str, Node]) -> None:
        """A loop: what it adds or multiplies up, and then each statement in it."""
        for part in over(statement.iter):
            self.values.add(part, at)
        made = pyloops.closed(self.values.trees(at), statement, state) or {}
        for name, tree in made.items():
            update = next(s for s in statement.body if name in pyloops.assigned([s]))
            self.values.say(replace(at, result=name, how=How.LOOPED), *self.program.positions.span(update), [tree])
        inner = [s for s in statement.body if not (made.keys() & pyloops.assigned([s]))]
        self._run(inner, at, {}, looped=True)
        self._run(statement.orelse, at, {})
        for name in pyloops.assigned([statement]):
            state.pop(name, None)
            self.values.vectors.pop(name, None)
        state |= made


def _at_points(tree: Node, guards: int) -> bool:
    """Whether every condition of a tree of returns is that of a single point."""
    for _ in range(guards):
        if tree.op != "ite":
            return True
        if tree.args[0].op != "eq":
            return False
        tree = tree.args[2]
    return True


def _itself(name: str, value: ast.expr) -> bool:
    return any(isinstance(node, ast.Name) and node.id == name for node in walk(value))


def _field_default(node: ast.Call) -> ast.expr | None:
    """The default in `field(default=5)`, `Field(5, ...)`."""
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    if name not in ("field", "Field", "Param", "Option", "attrib"):
        return None
    return next((k.value for k in node.keywords if k.arg == "default"), node.args[0] if node.args else None)


def _field_help(node: ast.Call) -> str:
    """What the description of a field says: `Field(0.7, description="...")`, `field(metadata={"help": "..."})`."""
    said = [k.value for k in node.keywords if k.arg in ("description", "help", "doc", "title", "metadata")]
    said += [value for one in said if isinstance(one, ast.Dict) for value in one.values]
    return " ".join(one.value for one in said if isinstance(one, ast.Constant) and isinstance(one.value, str))[
        :MAX_LABEL
    ]


def _bodies(statement: ast.stmt) -> Iterator[list[ast.stmt]]:
    """The blocks of statements in a statement that is no function, class, `if` or `for`."""
    for name in ("body", "orelse", "finalbody"):
        found = getattr(statement, name, None)
        if isinstance(found, list) and found:
            yield found
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body
