"""The functions and classes of code in any language: by their braces, or by their indent where a language has none."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from .blocks import MAX_BLOCKS, Block
from .codesyntax import Syntax
from .codetokens import Tokens
from .codetrees import words

_CONTROL = words(
    "if for while switch catch match with using unless until foreach elif elsif do synchronized lock when guard sizeof return"
)
_CLASSES = words(
    "class struct impl interface trait enum object namespace module contract union record protocol extension actor mod"
)
_MAX_TYPE = 16  # tokens from a property's name to its accessor
_MAX_HEAD = 24  # tokens between a function's brackets and its brace: a return type, qualifiers
MAX_NAMES = 200


def blocks(tokens: Tokens, syntax: Syntax) -> list[Block]:
    """The whole program, and the functions and classes in it."""
    whole = Block("", 0, len(tokens.text))
    found = list(_indented(tokens, whole) if syntax.indents else _braced(tokens, whole))
    outermost = [block for block in found if block.parent is whole]
    whole.names = lambda: _names(tokens, 0, len(tokens.text), outermost)
    return [whole, *found]


def _names(tokens: Tokens, start: int, end: int, but: Sequence[Block] = ()) -> list[str]:
    """The names in a stretch, in order, each once, without those in some blocks."""
    found: dict[str, None] = {}
    left = iter(but)
    block = next(left, None)
    for place in range(bisect_left(tokens.starts, start), len(tokens.all)):
        token = tokens.all[place]
        while block is not None and token.start >= block.end:
            block = next(left, None)
        if token.start >= end or len(found) >= MAX_NAMES:
            break
        if token.kind == "name" and not (block is not None and block.start <= token.start):
            found[token.text] = None
    return list(found)


def _block(tokens: Tokens, name: str, start: int, end: int, outer: Block, what: str) -> Block:
    return Block(
        name, start, end, outer, outer.depth + 1, is_class=what == "class", is_property=what == "property",
        names=lambda: _names(tokens, start, end),
    )  # fmt: skip


def _braced(tokens: Tokens, whole: Block) -> Iterator[Block]:
    stack = [whole]
    for place, token in enumerate(tokens.all):
        if token.text != "{" or token.kind != "open" or place not in tokens.pairs:
            continue
        while stack[-1] is not whole and token.start >= stack[-1].end:
            stack.pop()
        name, what = _head(tokens, place)
        if name and len(stack) <= MAX_BLOCKS:
            line = tokens.text.rfind("\n", 0, token.start) + 1
            start = max(line, stack[-1].start)
            block = _block(tokens, name, start, tokens.all[tokens.pairs[place]].end, stack[-1], what)
            stack.append(block)
            yield block


def _head(tokens: Tokens, brace: int) -> tuple[str, str]:
    """The name of the function, property or class whose body a brace opens, and which it is; nothing for another brace."""
    every = tokens.all
    place = brace - 1
    accessor = brace + 1 < len(every) and every[brace + 1].text == "get"
    if accessor and place > 1 and every[place].kind == every[place - 1].kind == "name":
        return every[place].text, "property"  # double Rate { get { ... } }
    for _ in range(_MAX_HEAD):
        if place < 0 or every[place].text in (";", "{", "}", ",", "="):
            return "", ""
        if every[place].kind == "name" and place:
            before = every[place - 1].text
            if before in _CLASSES:
                return every[place].text, "class"
            if before == "get" or (before == "var" and every[place + 1].text == ":"):
                return every[place].text, "property"  # double get rate {, var rate: Double {
        if every[place].text == ")":
            opened = tokens.pairs.get(place, -1)
            if _controls(tokens, opened):
                return "", ""
            owner = property_of(tokens, opened - 1)
            return (owner, "property") if owner else (_function(tokens, opened), "function")
        if every[place].kind == "num":
            return "", ""
        place -= 1
    return "", ""


def property_of(tokens: Tokens, place: int) -> str:
    """The property that `get()` at a place stands behind, on its line or the next: `val rate: Double get() = a / b` of Kotlin."""
    every = tokens.all
    if place < 2 or every[place].text != "get":
        return ""
    for at in range(place - 1, max(0, place - _MAX_TYPE), -1):
        if every[at - 1].text in ("val", "var"):
            return every[at].text
    return ""


def _controls(tokens: Tokens, place: int) -> bool:
    """Whether the statement that a bracket is in is a condition or a loop."""
    for at in range(place - 1, max(-1, place - _MAX_HEAD), -1):
        if tokens.all[at].text in (";", "{", "}", "="):
            return False
        if tokens.all[at].text in _CONTROL:
            return True
    return False


def _function(tokens: Tokens, opened: int) -> str:
    """The name before a function's brackets: `f(`, `f = function (`, `f = async (`."""
    every, place = tokens.all, opened - 1
    while place > 0 and every[place].text in ("function", "async", "func", "fn", "fun", "lambda"):
        place -= 1
    if place > 0 and every[place].text in ("=", "<-", ":="):
        place -= 1
        return every[place].text if every[place].kind == "name" else ""
    if place >= 0 and every[place].kind == "name" and every[place].text not in _CONTROL:
        return every[place].text
    return ""


_HEAD = re.compile(
    r"^(?P<indent>[^\S\n]*)(?:(?:local|async|export|pub|private|static)\s+){0,2}"
    r"(?P<kind>def|defp|function|func|fn|proc|let|class|module|struct)\s+"
    r"(?:(?<=function )(?:\[[\w, ]{1,60}\]|\w{1,40})[^\S\n]*=[^\S\n]*(?=\w+\s*\())?(?P<name>[\w.:]+[!?]?)",  # of MATLAB
    re.MULTILINE,
)
_LINE = re.compile(r"^([^\S\n]*)(?=\S)([^\n]*)", re.MULTILINE)


def _indented(tokens: Tokens, whole: Block) -> Iterator[Block]:
    """Blocks by indent: each goes to the line before the next one that is not deeper, or to its `end`."""
    text = tokens.text
    stack: list[tuple[int, int, str, bool]] = []
    found: list[tuple[int, int, str, bool]] = []
    last = 0
    for line in _LINE.finditer(text):
        indent = len(line[1])
        ends = line[2].startswith(("end", "}"))
        while stack and indent <= stack[-1][0]:
            column, start, name, is_class = stack.pop()
            found.append((start, line.end() if ends and indent == column else last, name, is_class))
        head = _HEAD.match(text, line.start())
        if head and len(stack) < MAX_BLOCKS and (head["kind"] != "let" or ("=" in line[2] and "(" in head[0])):
            stack.append((indent, line.start(), re.split(r"[.:]", head["name"])[-1], head["kind"] in _CLASSES))
        last = line.end()
    found += [(start, len(text), name, is_class) for _, start, name, is_class in stack]
    open_blocks = [whole]
    for start, end, name, is_class in sorted(found, key=lambda one: (one[0], -one[1])):
        while open_blocks[-1] is not whole and start >= open_blocks[-1].end:
            open_blocks.pop()
        block = _block(tokens, name, start, end, open_blocks[-1], "class" if is_class else "function")
        open_blocks.append(block)
        yield block
