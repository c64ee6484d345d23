"""The mutants of Python functions: one for every occurrence of an operator, generated, none chosen by hand.

A mutant changes one place: a comparison, `and` against `or`, a `not` or a minus dropped, an arithmetic operator, a whole number
off by one, `any` against `all`, two arguments exchanged, a refusal deleted, an identity that is not emitted. It is put into the
function itself, so that every module that imports the function runs it.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import CodeType, FunctionType, ModuleType
from typing import Any

OPERATORS = {
    ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt,
    ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.Pow: ast.Mult,
    ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
PAIRS = (("any", "all"), ("min", "max"), ("is_nonnegative", "is_positive"), ("nonnegative", "positive"))
NAMES = {one: other for pair in PAIRS for one, other in (pair, pair[::-1])}
REFUSALS = ("need", "_need", "refuse")
SYMMETRIC = frozenset(
    {"_end_product", "has", "equal", "isinstance", "min", "max", "plus", "times", "hull", "zip", "range", *REFUSALS}
)
"""Calls whose first two arguments may be exchanged, or are never of one kind."""
SPOKEN = {"need": 1, "refuse": 0, "StepRejected": 0}
"""From which argument on a call only says something to a reader."""

Put = Callable[[ast.AST], None]


@dataclass(frozen=True)
class Mutant:
    """One change, what it is called, and the code (of a function) or the value (of a module's constant) that it makes."""

    name: str
    of: str
    made: Any

    @contextmanager
    def planted(self, module: ModuleType) -> Iterator[None]:
        """The module with this mutant in it."""
        target = getattr(module, self.of)
        place, what = (inspect.unwrap(target), "__code__") if isinstance(self.made, CodeType) else (module, self.of)
        kept = getattr(place, what)
        setattr(place, what, self.made)
        try:
            yield
        finally:
            setattr(place, what, kept)


def mutants(module: ModuleType, *roots: str) -> list[Mutant]:
    """Every mutant of the named functions of a module, and of what they use in the same file."""
    found: list[Mutant] = []
    seen: Counter[str] = Counter()
    for name, statement in _reached(module, roots):
        for change in _changes(statement):
            made = _made(statement, name, module)
            if made is None:
                continue
            seen[change] += 1
            again = f" ({seen[change]})" if seen[change] > 1 else ""
            found.append(Mutant(change + again, name, made))
    return found


def _made(statement: ast.stmt, name: str, module: ModuleType) -> Any:
    """What the changed statement defines: a function's code, or a constant's value. None where it defines nothing."""
    namespace = dict(vars(module))
    tree = ast.fix_missing_locations(ast.Module([statement], []))
    try:
        exec(compile(tree, f"<a mutant of {name}>", "exec", dont_inherit=True), namespace)  # our own source, changed
    except (TypeError, SyntaxError):
        return None  # no program
    made = namespace[name]
    return made.__code__ if isinstance(made, FunctionType) else made


def used(module: ModuleType, *roots: str) -> set[str]:
    """The names that the roots use, and what they use in the same file."""
    return {name for _, statement in _reached(module, roots) for name in _names(_body(statement))}


def _reached(module: ModuleType, roots: tuple[str, ...]) -> list[tuple[str, ast.stmt]]:
    """The definitions of the roots and of what they use, in the order of the file."""
    defined = dict(_definitions(module))
    reached: set[str] = set()
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name in defined and name not in reached:
            reached.add(name)
            waiting += _names(_body(defined[name]))
    return [(name, statement) for name, statement in defined.items() if name in reached]


def _definitions(module: ModuleType) -> Iterator[tuple[str, ast.stmt]]:
    """The functions of a module, without decorators and documentation, and its constants."""
    for statement in ast.parse(inspect.getsource(module)).body:
        if isinstance(statement, ast.FunctionDef):
            statement.decorator_list = []
            if ast.get_docstring(statement) is not None:
                statement.body = statement.body[1:] or [ast.Pass()]
            yield statement.name, statement
        elif isinstance(statement, ast.Assign | ast.AnnAssign) and statement.value is not None:
            target = statement.targets[0] if isinstance(statement, ast.Assign) else statement.target
            if isinstance(target, ast.Name):
                yield target.id, statement


def _names(node: ast.AST) -> list[str]:
    """The names that code uses (an annotation is none)."""
    if isinstance(node, ast.AnnAssign):
        return _names(node.value) if node.value is not None else []
    below = [name for child in ast.iter_child_nodes(node) for name in _names(child)]
    return [node.id, *below] if isinstance(node, ast.Name) else below


def _body(statement: ast.stmt) -> ast.AST:
    return ast.Module(statement.body, []) if isinstance(statement, ast.FunctionDef) else statement.value  # type: ignore[attr-defined]


def _changes(statement: ast.stmt) -> Iterator[str]:
    """Make one change after the other in place; each is undone when the next is asked for."""
    identities = isinstance(statement, ast.FunctionDef) and "Identity" in ast.unparse(statement.returns or ast.Pass())
    of = statement.name if isinstance(statement, ast.FunctionDef) else "constant"
    for node, put, around in list(_places(statement, None)):
        for new in _instead(node, identities, module_level=not isinstance(statement, ast.FunctionDef)):
            shown = around if isinstance(node, ast.Constant | ast.Name) and around is not None else None
            before = ast.unparse(shown or node)
            put(new)
            yield f"{of}: {_said(node, new, before, ast.unparse(shown or new))}"
            put(node)


def _said(node: ast.AST, new: ast.AST, before: str, after: str) -> str:
    """What the change is: what was dropped, or what became what."""
    if isinstance(new, ast.Pass):
        return f"without {_short(before)}"
    if isinstance(node, ast.Return | ast.Tuple | ast.Dict):
        return f"without {_short(_lost(node, new))}"
    return f"{_short(before)} to {_short(after)}"


def _lost(node: ast.AST, new: ast.AST) -> str:
    """The element that a tuple (dictionary) lost."""
    elements, kept = (list(_elements(part)) for part in (node, new))
    return next(element for element, other in zip(elements, [*kept, ""], strict=True) if element != other)


def _elements(node: ast.AST) -> list[str]:
    if isinstance(node, ast.Return) and node.value is not None:
        return _elements(node.value)
    if isinstance(node, ast.Dict):
        return [
            f"{ast.unparse(key or node)}: {ast.unparse(value)}"
            for key, value in zip(node.keys, node.values, strict=True)
        ]
    return [ast.unparse(element) for element in node.elts] if isinstance(node, ast.Tuple) else []


def _short(text: str) -> str:
    return textwrap.shorten(text, 100, placeholder=" ...")


def _places(parent: ast.AST, around: ast.expr | None) -> Iterator[tuple[ast.AST, Put, ast.expr | None]]:
    """Every node below, how another is put in its place, and the smallest expression around it."""
    for field, value in ast.iter_fields(parent):
        if isinstance(parent, ast.FunctionDef) and field != "body":
            continue
        if isinstance(parent, ast.JoinedStr) or (isinstance(parent, ast.AnnAssign) and field != "value"):
            continue
        children = list(enumerate(value)) if isinstance(value, list) else [(None, value)]
        for position, child in children:
            if not isinstance(child, ast.AST) or _is_spoken(parent, field, position):
                continue
            inside = parent if isinstance(parent, ast.expr) else around
            yield child, _putter(parent, field, position), parent if isinstance(parent, ast.expr) else None
            yield from _places(child, inside)


def _putter(parent: ast.AST, field: str, position: int | None) -> Put:
    def put(new: ast.AST) -> None:
        if position is None:
            setattr(parent, field, new)
        else:
            getattr(parent, field)[position] = new

    return put


def _called(node: ast.AST) -> str:
    """The name of the function (method) that is called, or nothing."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _is_spoken(parent: ast.AST, field: str, position: int | None) -> bool:
    first = SPOKEN.get(_called(parent))
    return first is not None and (
        field == "keywords" or (field == "args" and position is not None and position >= first)
    )


def _instead(node: ast.AST, identities: bool, *, module_level: bool) -> Iterator[ast.AST]:
    """What stands in the place of a node in its mutants."""
    match node:
        case ast.Compare():
            for place, operator in enumerate(node.ops):
                ops = [*node.ops]
                ops[place] = OPERATORS[type(operator)]()
                yield ast.Compare(node.left, ops, node.comparators)
        case ast.BoolOp():
            yield ast.BoolOp(OPERATORS[type(node.op)](), node.values)
        case ast.BinOp() if type(node.op) in OPERATORS:
            yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
        case ast.UnaryOp(op=ast.Not() | ast.USub()):
            yield node.operand
        case ast.Constant(value=bool()):
            yield ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield ast.Constant(node.value + 1)
        case ast.Name() if node.id in NAMES:
            yield ast.Name(NAMES[node.id], node.ctx)
        case ast.IfExp():
            yield ast.IfExp(node.test, node.orelse, node.body)
        case ast.Call(args=[ast.Name() as first, ast.Name() as second, *others]) if _called(node) not in SYMMETRIC:
            yield ast.Call(node.func, [second, first, *others], node.keywords)
        case ast.Expr(value=ast.Call()) if _called(node.value).startswith(REFUSALS):
            yield ast.Pass()
        case ast.Raise():
            yield ast.Pass()
        case ast.Return(value=ast.Tuple(elts=elements)) if identities:
            for place in range(len(elements)):
                yield ast.Return(ast.Tuple([*elements[:place], *elements[place + 1 :]], ast.Load()))
        case ast.Tuple(elts=elements) if module_level and len(elements) > 1:
            for place in range(len(elements)):
                yield ast.Tuple([*elements[:place], *elements[place + 1 :]], ast.Load())
        case ast.Dict(keys=keys, values=values) if module_level:
            for place in range(len(keys)):
                yield ast.Dict([*keys[:place], *keys[place + 1 :]], [*values[:place], *values[place + 1 :]])
