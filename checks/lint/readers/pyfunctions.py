"""Functions of a file as the one expression that they come to, so that a call of one is read as what it computes.

One level: what a called function calls is a name. A function counts where it is assignments, loops that `pyloops`
knows, and returns by conditions; anything else, and any function that is being worked out already, says nothing.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ....derivations.expr import Node
from . import codetrees as t
from . import pycalls, pyloops
from .codetrees import Numerals, Unread
from .guards import Guards
from .pytrees import Positions, Scope, Trees, walk

MAX_STATEMENTS = 60  # of a function that is one expression in the end

Definition = ast.FunctionDef | ast.Lambda


@dataclass
class Functions:
    """The functions of a file: by name, methods by class and name (`Metrics.expected`). One that calls itself is left a name."""

    source: str
    positions: Positions
    numerals: Numerals
    known: dict[str, Definition] = field(default_factory=dict)
    _values: dict[tuple[int, bool], Node | None] = field(default_factory=dict)

    def collect(self, statements: Sequence[ast.stmt], owner: str = "") -> None:
        """Note the functions of a module or class. Of two of one name nobody knows which is called."""
        for statement in statements:
            match statement:
                case ast.FunctionDef(name=name):
                    self._note(owner + name, statement)
                case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as value):
                    self._note(owner + name, value)
                case ast.ClassDef(name=name, body=body) if not owner:
                    self.collect(body, f"{name}.")

    def _note(self, name: str, definition: Definition) -> None:
        if name in self.known:
            self._values[id(definition), False] = self._values[id(self.known[name]), False] = None
            self._values[id(definition), True] = self._values[id(self.known[name]), True] = None
        self.known[name] = definition

    def knows(self, node: ast.expr, owner: str) -> bool:
        """Whether an expression is a call of a function of this file."""
        return isinstance(node, ast.Call) and self._definition(node, owner) is not None

    def _definition(self, node: ast.Call, owner: str) -> Definition | None:
        match node.func:
            case ast.Name(id=name):
                return self.known.get(name)
            case ast.Attribute(value=ast.Name(id="self" | "cls"), attr=name):
                return self.known.get(f"{owner}.{name}")
        return None

    def called(self, owner: str) -> Callable[[Trees, ast.Call], Node | None]:
        """What calls come to in a class (or none): those of this file's functions, what these compute."""
        return lambda trees, node: self._inlined(trees, node, owner) or pycalls.called(trees, node)

    def _inlined(self, trees: Trees, node: ast.Call, owner: str) -> Node | None:
        definition = self._definition(node, owner)
        value = self._value(definition, trees.guards.exact) if definition is not None else None
        given = _given(definition, node) if definition is not None else None
        if value is None or given is None:
            return None
        return t.put_in(value, {name: trees.tree(arg) for name, arg in given.items()})

    def _value(self, definition: Definition, exact: bool) -> Node | None:
        key = id(definition), exact
        if key not in self._values:
            self._values[key] = None  # while it is worked out: a function that calls itself
            if isinstance(definition, ast.FunctionDef) and _calls(definition, definition.name):
                return None
            trees = Trees(self.source, self.positions, Scope(pycalls.called), Guards(self.numerals, exact))
            try:
                if isinstance(definition, ast.Lambda):
                    self._values[key] = trees.tree(definition.body)
                else:
                    self._values[key] = self._returned(trees, definition.body, {})
            except Unread:
                pass
            own = {arg.arg for arg in walk(definition.args) if isinstance(arg, ast.arg)}
            if any(isinstance(inner, ast.Name) and inner.id in own for one in trees.opaque for inner in walk(one)):
                self._values[key] = None  # what its parameters are is part of a name
        return self._values[key]

    def _returned(self, trees: Trees, statements: Sequence[ast.stmt], state: dict[str, Node]) -> Node | None:
        """What statements return; None where that is not one expression."""
        if len(statements) > MAX_STATEMENTS:
            return None
        for place, statement in enumerate(statements):
            rest = statements[place + 1 :]
            match statement:
                case ast.Return(value=ast.expr() as value):
                    return t.put_in(trees.tree(value), state)
                case ast.If(body=[ast.Raise()], orelse=[]):
                    continue
                case ast.If(test=test, body=body, orelse=other):
                    condition = trees.condition(test)
                    if condition is None:
                        return None
                    condition = t.put_in(condition, state)
                    then = self._returned(trees, body, dict(state))
                    otherwise = self._returned(trees, [*other, *rest], dict(state)) if then else None
                    return trees.guards.chosen(condition, then, otherwise) if then and otherwise else None
                case ast.For():
                    made = pyloops.closed(trees, statement, state)
                    if made is None:
                        return None
                    for name in pyloops.assigned([statement]):
                        state.pop(name, None)
                    state = {**state, **made}
                case ast.With(body=body):
                    return self._returned(trees, [*body, *rest], state)
                case ast.Import() | ast.ImportFrom() | ast.FunctionDef() | ast.Global():
                    continue
                case _:
                    after = pyloops.step(trees, [statement], state)
                    if after is None:
                        return None
                    state = after
        return None


def _calls(definition: ast.FunctionDef, name: str) -> bool:
    """Whether a function calls one of its own name."""
    found = (node.func for node in walk(definition) if isinstance(node, ast.Call))
    return any(name in (getattr(func, "id", ""), getattr(func, "attr", "")) for func in found)


def _given(definition: Definition, node: ast.Call) -> dict[str, ast.expr] | None:
    """The arguments of a call by the parameters' names, defaults filled in; None where they do not fit plainly."""
    spec = definition.args
    names = [arg.arg for arg in (*spec.posonlyargs, *spec.args)]
    if spec.vararg or spec.kwarg or any(isinstance(arg, ast.Starred) for arg in node.args):
        return None
    defaults = dict(zip(reversed(names), reversed(spec.defaults), strict=False))
    defaults |= {arg.arg: value for arg, value in zip(spec.kwonlyargs, spec.kw_defaults, strict=True) if value}
    if isinstance(node.func, ast.Attribute) and names and names[0] in ("self", "cls"):
        names = names[1:]
    allowed = {*names, *(arg.arg for arg in spec.kwonlyargs)}
    given = dict(zip(names, node.args, strict=False))
    given |= {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg}
    if len(node.args) > len(names) or any(keyword.arg not in allowed for keyword in node.keywords):
        return None
    found = {**{name: value for name, value in defaults.items() if name in allowed}, **given}
    return found if found.keys() == allowed else None
