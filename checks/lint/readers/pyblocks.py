"""The blocks of a Python file, from its statements: functions and classes with their docstrings, and its string tokens."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence

from ..document import Source
from .blocks import MAX_BLOCKS, Block, Blocks, Comment, within
from .pyscan import Literal, literal_text
from .pytrees import Positions, walk

MAX_NAMES = 200  # of those in a block that are evidence

Owner = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
Definition = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


class Program:
    """A Python file: its blocks, which statement is which, and its string tokens."""

    def __init__(
        self, source: Source, positions: Positions, tree: ast.Module, marks: Sequence[Comment | Literal], language: str
    ) -> None:
        self.source, self.positions, self.tree = source, positions, tree
        self.literals = [mark for mark in marks if isinstance(mark, Literal)]
        self._starts = [literal.start for literal in self.literals]
        self.docstrings: dict[int, Block] = {}  # by where they begin
        self.module = Block("", 0, len(source.text), doc=self._doc(tree), names=lambda: _names(tree))
        self._note(tree, self.module)
        self._of: dict[int, Block] = {}
        found = [self.module, *self._inside(tree)]
        self.blocks = Blocks(source, found, [mark for mark in marks if isinstance(mark, Comment)], language)

    def of(self, node: ast.AST) -> Block | None:
        """The block that a class or function is."""
        return self._of.get(id(node))

    def literals_in(self, start: int, end: int) -> list[Literal]:
        """The string tokens of a stretch of code."""
        return [self.literals[place] for place in within(self._starts, start, end)]

    def _inside(self, tree: ast.Module) -> Iterator[Block]:
        stack: list[tuple[ast.AST, Block]] = [(tree, self.module)]
        while stack:
            node, outer = stack.pop()
            for child in ast.iter_child_nodes(node):
                inner = outer
                if isinstance(child, Definition) and outer.depth < MAX_BLOCKS:
                    inner = self._of[id(child)] = self._block(child, outer)
                    self._note(child, inner)
                    yield inner
                if isinstance(child, ast.stmt | ast.ExceptHandler | ast.match_case):
                    stack.append((child, inner))

    def _block(self, node: Definition, outer: Block) -> Block:
        first = [self.positions.span(decorator) for decorator in node.decorator_list]
        start, end = self.positions.span(node)
        line_end = self.source.text.find("\n", end)
        end = line_end if line_end >= 0 else len(self.source.text)  # with the comment on its last line
        said = " ".join(self.source.text[a : min(b, a + 100)] for a, b in first)
        return Block(
            node.name, min([start, *(a - 1 for a, _ in first)]), end, outer, outer.depth + 1, said,
            isinstance(node, ast.ClassDef), self._doc(node), lambda: _names(node),
        )  # fmt: skip

    def _doc(self, node: Owner) -> str:
        span = self._doc_span(node)
        return literal_text(self.source, self.literals_in(*span)) if span else ""

    def _note(self, node: Owner, block: Block) -> None:
        span = self._doc_span(node)
        if span is not None:
            self.docstrings[span[0]] = block

    def _doc_span(self, node: Owner) -> tuple[int, int] | None:
        match node.body:
            case [ast.Expr(value=ast.Constant(value=str()) as said), *_]:
                return self.positions.span(said)
        return None


def _names(node: Owner) -> Iterable[str]:
    """The names in a block, in order, each once; of a module only those outside its functions and classes."""
    found: dict[str, None] = {}
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        found |= dict.fromkeys(arg.arg for arg in walk(node.args) if isinstance(arg, ast.arg))
    for statement in node.body:
        if isinstance(node, ast.Module) and isinstance(statement, Definition):
            continue
        for inner in walk(statement):
            if len(found) >= MAX_NAMES:
                return found
            name = inner.id if isinstance(inner, ast.Name) else getattr(inner, "attr", getattr(inner, "arg", None))
            if isinstance(name, str):
                found[name] = None
    return found
