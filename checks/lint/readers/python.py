"""Python: formulas by `ast`, with what stands around them; comments, docstrings and strings as text. Nothing is imported.

`pyformulas` walks the statements, `pytrees` makes the trees, `pyblocks` knows what stands around, `pyscan` finds comments and
strings. What `ast` cannot read, as a whole program or as a session's or notebook's lines, is read by `code`, which needs
no valid program.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator

from ..document import Kind, Source
from . import code
from .blocks import innermost
from .codetrees import Numerals
from .compose import JOINS, MAX_AROUND, Item
from .pyblocks import Program
from .pyformulas import Walker
from .pyfunctions import Functions
from .pyscan import scan
from .pytrees import Positions, parsed, walk
from .texts import comments, paragraphs, side_by_side, strings

MAX_TEXT = 1_000_000  # characters of one program: beyond, a program wrote it


def read(source: Source, language: str = "py") -> Iterator[Item]:
    """What a Python file says: code passages with their formulas, comments, docstrings and other strings."""
    for text, prefix in _variants(source.text):
        tree = parsed(prefix + text)
        if isinstance(tree, ast.Module):
            try:
                yield from list(_read(source, Positions(prefix + text, -len(prefix)), tree, language))
                return
            except RecursionError:
                yield "line 1: statements nested deeper than the grammar of Python is read"
                break
    yield from code.read(source, "py")


def _variants(text: str) -> Iterator[tuple[str, str]]:
    """The text as a program may be in it, and what to put before it: as it is, indented, without prompts and magics."""
    if len(text) > MAX_TEXT:
        return
    tried = set()
    for change in (str, _without_prompts, _without_magics):
        made = change(text)  # not before what comes before it was no program
        if made not in tried:
            tried.add(made)
            yield made, ""
            if made[:1].isspace():
                yield made, "if 1:\n"


_PROMPT = re.compile(r"[^\S\n]*(?:>>>|\.\.\.)(?:[^\S\n]|$)")
_MAGIC = re.compile(r"^([^\S\n]*)(?:[%!?][^\n]*|[\w.]+\?{1,2}[^\S\n]*)$", re.MULTILINE)


def _without_prompts(text: str) -> str:
    """A session: the prompts blanked, and what it printed; every character that stays in its place."""
    if ">>>" not in text:
        return text
    lines = text.split("\n")
    found = [_PROMPT.match(line) for line in lines]
    return "\n".join(
        " " * match.end() + line[match.end() :] if match else " " * len(line)
        for match, line in zip(found, lines, strict=True)
    )


def _without_magics(text: str) -> str:
    """The commands of a notebook as statements that say nothing, so that a block of them alone stays one."""
    if re.match(r"\s*%%(?!(?:time|timeit|capture|prun)\b)", text):  # the cell is in another language
        return re.sub(r"[^\n]", " ", text)
    return _MAGIC.sub(lambda m: m[1] + "pass;"[: len(m[0]) - len(m[1])].ljust(len(m[0]) - len(m[1])), text)


def _read(source: Source, positions: Positions, tree: ast.Module, language: str) -> Iterator[Item]:
    program = Program(source, positions, tree, list(scan(source.text)), language)
    numerals = Numerals()
    functions = Functions(source.text, positions, numerals)
    functions.collect(tree.body)
    formulas = Walker(program, functions, numerals).formulas()
    yield from program.blocks.passages()
    yield from comments(program.blocks, _MARK)
    yield from _docstrings(source, program)
    yield from _strings(source, program)
    yield from formulas


_MARK = re.compile(r"#+[:!]?[^\S\n]?")


def _docstrings(source: Source, program: Program) -> Iterator[Item]:
    """Each paragraph and list item of a docstring, and the whole of it around each."""
    for literal in program.literals:
        block = program.docstrings.get(literal.start)
        if block is not None:
            yield from paragraphs(
                source, literal, Kind.DOCSTRING, program.blocks.around(block), block.above, block.scope
            )


def _strings(source: Source, program: Program) -> Iterator[Item]:
    """String literals that are no docstrings; those side by side are one text. Around each is what it is an entry of."""
    blocks = program.blocks
    said = side_by_side(source.text, [one for one in program.literals if one.start not in program.docstrings])
    containers, names = _containers(program)
    starts = [group[0].start for group in said]
    held, named = innermost(containers, starts), innermost(names, starts)
    for group in said:
        start, end = group[0].start, group[-1].end
        first, last, _ = held.get(start, (start, end, ""))
        block = blocks.at(start)
        above = JOINS.join(part for part in (block.above, named.get(start, (0, 0, ""))[2]) if part)
        yield from strings(source, group, f"{source.text[first:last]}\n{blocks.texts(block)}", above, block.scope)


def _makes(node: ast.Call) -> bool:
    """Whether a call makes an object of a class: `Rival("linear", "1 + k*a")`."""
    name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
    return str(name)[:1].isupper()


def _containers(program: Program) -> tuple[list[tuple[int, int, str]], list[tuple[int, int, str]]]:
    """Where entries and arguments stand, and where what a name is given stands: `WRONG = [...]`."""
    containers: list[tuple[int, int, str]] = []
    names: list[tuple[int, int, str]] = []
    for node in walk(program.tree):
        if isinstance(node, ast.Dict) or (isinstance(node, ast.Call) and (node.keywords or _makes(node))):
            start, end = program.positions.span(node)
            if end - start <= MAX_AROUND // 2:
                containers.append((start, end, ""))
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name | ast.Attribute) and node.value is not None:
                names.append(
                    (*program.positions.span(node), target.id if isinstance(target, ast.Name) else target.attr)
                )
    return containers, names
