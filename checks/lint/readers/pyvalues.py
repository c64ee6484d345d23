"""Values of Python taken apart into formulas: the largest arithmetic in one, then what stands in its calls and containers."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from ....derivations.expr import Node, sym
from ..document import Formula, How
from . import codetrees as t
from .blocks import Block
from .codetrees import Numerals, Unread
from .guards import Guards
from .pyblocks import Program
from .pyfunctions import Functions
from .pyrecords import gauges, recorded
from .pytrees import Positions, Scope, Trees, Vector, parsed, readings

_DEFINES = frozenset({How.ASSIGNED, How.RETURNED, How.ARGUMENT, How.ENTRY, How.DEFAULT})
_CONTAINERS = ast.Tuple | ast.List | ast.Set
_COMPREHENSIONS = ast.ListComp | ast.SetComp | ast.GeneratorExp
_TYPES = t.words("int float str bool list dict set tuple bytes None True False object type")
MAX_LABEL = 300  # characters of a string beside a formula


@dataclass(frozen=True)
class At:
    """Where a value stands and what it is called."""

    block: Block
    positions: Positions
    result: str = ""
    how: How = How.BARE
    label: str = ""  # the words of a string or call that it stands in
    within: str = ""  # the name of the container that it stands in

    def bare(self, label: str = "") -> At:
        """The place of what stands in a value and is not its result."""
        return replace(self, result="", how=How.BARE, label=label or self.label)


class Values:
    """Formulas out of values."""

    def __init__(self, program: Program, functions: Functions, numerals: Numerals) -> None:
        self.program, self.functions, self.numerals = program, functions, numerals
        self.text = program.source.text
        self.vectors: dict[str, Vector] = {}
        self.found: list[Formula] = []
        self._seen: set[tuple[int, int]] = set()

    @cached_property
    def _gauges(self) -> Mapping[str, str]:
        return gauges(self.program.tree)

    def trees(self, at: At) -> Trees:
        """What makes trees at a place."""
        scope = Scope(self.functions.called(at.block.owner), self.vectors)
        return Trees(self.text, at.positions, scope, Guards(self.numerals))

    def say(self, at: At, start: int, end: int, templates: Sequence[Node]) -> None:
        """Keep a formula, once."""
        if (start, end) in self._seen:
            return
        self._seen.add((start, end))
        near = "\n".join(part for part in (at.label, self.program.blocks.near(start, end)) if part)
        passage = self.program.blocks.passage(at.block, at.within)
        made = t.formula(passage, start, end, templates, self.numerals, result=at.result, how=at.how, near=near)
        if made is not None:
            self.found.append(made)

    def add(self, value: ast.expr, at: At) -> None:
        """The formulas of a value. Works through a list of its own, since values nest deeper than calls may."""
        stack = [(value, at)]
        while stack:
            node, place = stack.pop()
            parts = self._parts(node, place)
            stack.extend(reversed(list(self._arithmetic(node, place) if parts is None else parts)))

    def _parts(self, node: ast.expr, at: At) -> list[tuple[ast.expr, At]] | None:
        """What a value that is no number is made of; None for one that may be a number."""
        match node:
            case ast.Tuple(elts=parts) | ast.List(elts=parts) | ast.Set(elts=parts):
                return [(part, at) for part in parts]
            case ast.Dict():
                return list(_entries(node, at))
            case ast.ListComp(elt=body, generators=loops) | ast.SetComp(elt=body, generators=loops):
                return [(body, at), *_loops(loops, at)]
            case ast.GeneratorExp(elt=body, generators=loops):
                return [(body, at), *_loops(loops, at)]
            case ast.DictComp(key=key, value=value, generators=loops):
                return [(key, at.bare()), (value, at), *_loops(loops, at)]
            case ast.Lambda(body=body, args=arguments):
                named = at.how in (How.ASSIGNED, How.ENTRY, How.RETURNED)
                return [*defaults(arguments, at), (body, replace(at, how=How.RETURNED) if named else at.bare())]
            case ast.Starred(value=inner) | ast.Await(value=inner) | ast.YieldFrom(value=inner):
                return [(inner, at)]
            case ast.Yield(value=inner):
                return [(inner, at)] if inner else []
            case ast.NamedExpr(target=ast.Name(id=name), value=inner):
                return [(inner, replace(at, result=name, how=How.ASSIGNED))]
            case ast.JoinedStr():
                return list(self._fields(node, at))
            case ast.BoolOp(values=parts) if at.how not in _DEFINES:
                return [(part, at) for part in parts]
            case ast.Call(func=ast.Name(id="max"), args=[ast.Constant(), ast.BinOp() as inner], keywords=[]):
                return [(inner, at)]  # never below a number: the formula is what is inside
            case ast.Call(func=ast.Name(id="max"), args=[ast.BinOp() as inner, ast.Constant()], keywords=[]):
                return [(inner, at)]
            case ast.Call(
                func=ast.Attribute(value=ast.Name() | ast.Attribute() as listed, attr="append"),
                args=[ast.BinOp() | ast.IfExp() as inner],
                keywords=[],
            ):  # what a list is of, it has the name for
                name = str(self.trees(at).tree(listed).args[0])
                return [(inner, replace(at, result=name, how=How.ASSIGNED))]
            case ast.Call(args=[_, *_]) if (one := recorded(node, lambda: self._gauges)) is not None:
                kept = replace(at, result=one.name, how=How.ARGUMENT, label=one.words)
                return [(part, kept if place == one.place else at.bare()) for place, part in enumerate(node.args)]
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return [(inner, at.bare())]
            case ast.Compare(left=left, comparators=others):
                self._condition(node, at)
                return [(side, at.bare()) for side in (left, *others)]
            case ast.BinOp(op=ast.Mod() | ast.Add()) if (texts := _texts(node)) is not None:
                return [(part, at.bare(texts)) for part in (node.left, node.right)]
            case ast.Constant(value=str()) if (
                at.how is How.DEFAULT and at.result[:5] == "args."
            ):  # an option without a default
                self.say(at, *at.positions.span(node), [sym(f"?{at.result}")])
                return []
            case ast.Constant(value=value) if isinstance(value, bool) or not isinstance(value, int | float):
                return []
        return None

    def _condition(self, node: ast.Compare, at: At) -> None:
        """A condition on two numbers of which neither is printed, `alpha > k * c`, or on a product, `alpha * k > 1`."""
        trees = self.trees(at)
        try:
            found = trees.condition(node)
        except Unread:
            return
        if found is None or found.op not in ("lt", "le"):
            return
        printed = [self.numerals.value(side) for side in found.args]
        if printed == [None, None] or (1 in printed and any(side.op == "mul" for side in found.args)):
            self.say(at, *at.positions.span(node), [found])

    def _arithmetic(self, node: ast.expr, at: At) -> Iterator[tuple[ast.expr, At]]:
        """Keep the formula that a value is, and give what it does not say: the insides of calls that are names to it."""
        trees = self.trees(at)
        try:
            templates = readings(trees, node)
        except Unread:
            yield from children(node, at)
            return
        if self.functions.knows(node, at.block.owner):
            how = How.CALLED if at.how is How.ASSIGNED else at.how
            if how in (How.CALLED, How.RETURNED):
                self.say(replace(at, how=how), *at.positions.span(node), templates)
            elif how in _DEFINES:
                self.say(at, *at.positions.span(node), [sym(trees.text(node))])
            yield from children(node, at)
            return
        numeral = isinstance(node, ast.Constant) or self.numerals.value(templates[0]) is not None
        plain = templates[0].op == "sym" and not (isinstance(node, ast.Call) and _folds(templates[0]))
        if not (plain or numeral) or (at.how in _DEFINES and _names_something(node, templates[0], at.result)):
            self.say(at, *at.positions.span(node), templates)
        for inner in trees.opaque:
            yield from children(inner, at)

    def _fields(self, node: ast.JoinedStr, at: At) -> Iterator[tuple[ast.expr, At]]:
        """The expressions of an f-string, each with the words beside it. `ast` before Python 3.12 misplaces them: read anew."""
        start, end = at.positions.span(node)
        for literal in self.program.literals_in(start, end):
            for one in literal.fields:
                tree = parsed(f"({self.text[one.start : one.end]})", "eval")
                if isinstance(tree, ast.Expression):
                    before = self.text[max(literal.first, one.opens - MAX_LABEL) : one.opens]
                    after = self.text[one.close : min(literal.last, one.close + MAX_LABEL)]
                    positions = Positions("(" + self.text[one.start : one.end] + ")", one.start - 1)
                    yield tree.body, replace(at, positions=positions).bare(f"{before} … {after}")


def _folds(tree: Node) -> bool:
    """`np.sum(x)`, `x.sum()`: a name, but one that says something by itself."""
    return str(tree.args[0]).startswith(("sum(", "prod("))


def _names_something(node: ast.expr, tree: Node, result: str) -> bool:
    """Whether a name or number that a value is says something of its result: `k = 5`, `r = self.rate`, not `k=k`."""
    if isinstance(node, ast.Name) and node.id in _TYPES:
        return False
    known = isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Call | ast.Constant | ast.UnaryOp)
    return known and not (tree.op == "sym" and tree.args[0] == result)


def _entries(node: ast.Dict, at: At) -> Iterator[tuple[ast.expr, At]]:
    """The values of a dictionary by their keys; of one with a name, `stats.rate`, as `stats["rate"]` is read."""
    owner = f"{at.result}." if at.how is How.ASSIGNED and at.result else ""
    for key, value in zip(node.keys, node.values, strict=True):
        if isinstance(key, ast.Constant) and isinstance(key.value, str):
            name = owner + t.squeezed("_".join(key.value.split()))
            yield value, replace(at, result=name, how=How.ENTRY, label=key.value[:MAX_LABEL])
        else:
            if key is not None:
                yield key, at.bare()
            yield value, at.bare()


def _loops(loops: Sequence[ast.comprehension], at: At) -> Iterator[tuple[ast.expr, At]]:
    for loop in loops:
        yield from ((part, at.bare()) for part in (*over(loop.iter), *loop.ifs))


def over(node: ast.expr) -> Iterator[ast.expr]:
    """What a loop runs over. The ends of a range are no formulas."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("range", "trange")):
        yield node


def defaults(arguments: ast.arguments, at: At) -> Iterator[tuple[ast.expr, At]]:
    """The defaults of parameters, each as the value of its parameter."""
    plain = [*arguments.posonlyargs, *arguments.args]
    pairs = [*zip(reversed(plain), reversed(arguments.defaults), strict=False)]
    pairs += [(arg, value) for arg, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value]
    for arg, value in pairs:
        yield value, replace(at, result=arg.arg, how=How.DEFAULT, label="")


def _texts(node: ast.BinOp) -> str | None:
    """The text in `"..." % x` or `"..." + str(x)`; None where no text is in it."""
    inner: ast.expr = node
    found: list[str] = []
    while isinstance(inner, ast.BinOp) and isinstance(inner.op, ast.Mod | ast.Add):
        found.append(_said(inner.right) or "")
        inner = inner.left
    found.append(_said(inner) or "")
    return " ".join(part for part in reversed(found) if part)[:MAX_LABEL] if any(found) else None


def _said(node: ast.expr) -> str | None:
    """The words of a string, f-strings included."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return " ".join(str(part.value) for part in node.values if isinstance(part, ast.Constant))
    return None


def children(node: ast.expr, at: At) -> Iterator[tuple[ast.expr, At]]:
    """What stands inside of what is read as one name."""
    if not isinstance(node, ast.Call):
        if isinstance(node, _CONTAINERS | ast.Dict | _COMPREHENSIONS | ast.DictComp | ast.Lambda | ast.JoinedStr):
            yield node, at.bare()
        else:
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.expr):
                    yield child, at.bare()
        return
    name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    if isinstance(node.func, ast.Attribute):
        yield node.func.value, at.bare()
    label = " ".join(filter(None, map(_said, node.args)))
    if name == "format" and isinstance(node.func, ast.Attribute):
        label = f"{_said(node.func.value) or ''} {label}"
    label = label.strip()[:MAX_LABEL]
    option = _option(node) if name == "add_argument" else ""
    for arg in node.args:
        yield arg, at.bare(label)
    if option and not any(keyword.arg == "default" for keyword in node.keywords):
        yield from (
            (keyword.value, replace(at, result=option, how=How.DEFAULT, label=_help(node)))
            for keyword in node.keywords
            if keyword.arg == "help"
        )
    for keyword in node.keywords:
        if option and keyword.arg == "default":
            yield keyword.value, replace(at, result=option, how=How.DEFAULT, label=_help(node))
        elif keyword.arg:
            yield keyword.value, replace(at, result=keyword.arg, how=How.ARGUMENT, label=label or at.label)
        else:
            yield keyword.value, at.bare(label)


def _option(node: ast.Call) -> str:
    """The name that `argparse` gives an option: `args.draft_len` of `--draft-len`."""
    names = [said.lstrip("-") for arg in node.args if (said := _said(arg))]
    return "args." + max(names, key=len).replace("-", "_") if names else ""


def _help(node: ast.Call) -> str:
    return next((said[:MAX_LABEL] for k in node.keywords if k.arg == "help" and (said := _said(k.value))), "")
