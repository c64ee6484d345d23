"""The blocks of a program, its functions, classes and the whole, with the words that stand in and beside each."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from ..document import Kind, Passage, Source
from .compose import JOINS, MAX_AROUND, stretch

MAX_BLOCKS = 8  # functions in functions; deeper ones are read as part of what they are in
MAX_COMMENTS = 20  # lines of comment above a line of code that are read with it


@dataclass(frozen=True)
class Comment:
    """A comment with its marks; `alone` on its lines."""

    start: int
    end: int
    alone: bool


@dataclass
class Block:
    """A function, a class or the whole program, from its first decorator to its end."""

    name: str
    start: int
    end: int
    parent: Block | None = None
    depth: int = 0
    decorators: str = ""
    is_class: bool = False
    doc: str = ""  # its docstring
    names: Callable[[], Iterable[str]] = tuple  # those in it
    comments: list[Comment] = field(default_factory=list)
    is_property: bool = False  # worked out where it is read: its name is one of the class around

    @cached_property
    def scope(self) -> str:
        """Dotted path from the program, which is `""`."""
        return ".".join(block.name for block in self._line())

    @cached_property
    def above(self) -> str:
        """The names of what this is and stands in, each after its decorators."""
        return JOINS.join(f"{block.decorators} {block.name}".strip() for block in self._line())

    @cached_property
    def owner(self) -> str:
        """The class that this is a method of, or is; `""` for a function."""
        return next((block.name for block in reversed(self._line()) if block.is_class), "")

    def _line(self) -> list[Block]:
        line: list[Block] = []
        block: Block | None = self
        while block is not None and block.parent is not None:
            line.append(block)
            block = block.parent
        return line[::-1]


class Blocks:
    """All blocks of a program, and what can be asked of a place in it. The first block is the whole."""

    def __init__(self, source: Source, blocks: Iterable[Block], comments: Sequence[Comment], language: str) -> None:
        self.source, self.comments, self.language = source, comments, language
        self.all = sorted(blocks, key=lambda block: (block.start, block.depth))
        self._starts = [block.start for block in self.all]
        self._passages: dict[tuple[int, str], Passage] = {}
        self._texts: dict[int, str] = {}
        self._around: dict[int, str] = {}
        self._homes: dict[int, Block] = {}
        self._by_line: dict[int, Comment] = {}
        for comment in comments:
            for line in range(self.line(comment.start), self.line(comment.end) + 1):
                self._by_line[line] = comment
            self.at(comment.start).comments.append(comment)
        for block in self.all[1:]:
            for comment in self._above(self.line(block.start)):
                block.comments.insert(0, comment)
                self._homes[comment.start] = block

    def line(self, offset: int) -> int:
        """The line of an offset."""
        return self.source.place(offset).line

    def _above(self, line: int) -> Iterator[Comment]:
        """The comments alone on the lines just above a line, nearest first."""
        for _ in range(MAX_COMMENTS):
            comment = self._by_line.get(line - 1)
            if comment is None or not comment.alone:
                return
            yield comment
            line = self.line(comment.start)

    def at(self, offset: int) -> Block:
        """The innermost block that a place is in."""
        block = self.all[bisect_right(self._starts, offset) - 1]
        while block.parent is not None and not block.start <= offset < block.end:
            block = block.parent
        return block

    def home(self, comment: Comment) -> Block:
        """The block that a comment is about: the one just under it, or the one that it is in."""
        return self._homes.get(comment.start) or self.at(comment.start)

    def passage(self, block: Block, within: str = "") -> Passage:
        """The code of a block; `within` names the container that a part of it stands in."""
        key = id(block), within
        if key not in self._passages:
            above = JOINS.join(part for part in (block.above, within) if part)
            self._passages[key] = stretch(
                Kind.CODE, self.source, block.start, block.end, around=self.around(block), above=above, scope=block.scope,
                language=self.language,
            )  # fmt: skip
        return self._passages[key]

    def passages(self) -> Iterator[Passage]:
        """The code passages that were asked for: a block is one, however many containers in it were named."""
        first: dict[int, Passage] = {}
        for (key, _), passage in self._passages.items():
            first.setdefault(key, passage)
        yield from sorted(first.values(), key=lambda passage: passage.spots[0][1])

    def around(self, block: Block) -> str:
        """The docstring and comments of a block, and the names in it."""
        if id(block) not in self._around:
            self._around[id(block)] = f"{self.texts(block)}\n{' '.join(block.names())}".strip()[:MAX_AROUND]
        return self._around[id(block)]

    def texts(self, block: Block) -> str:
        """The docstring and comments of a block."""
        if id(block) not in self._texts:
            parts = (block.doc, *map(self.words, block.comments))
            self._texts[id(block)] = "\n".join(part for part in parts if part)[:MAX_AROUND]
        return self._texts[id(block)]

    def words(self, comment: Comment) -> str:
        """What a comment says, without its marks."""
        return self.source.text[comment.start : comment.end].strip("#:!/*-%;(){} \t\n")

    def above(self, start: int) -> str:
        """What the comments alone on the lines just above a place say."""
        return "\n".join(map(self.words, reversed(list(self._above(self.line(start))))))

    def near(self, start: int, end: int) -> str:
        """The comments on the lines of a stretch of code, and those alone on the lines just above it."""
        first, last = self.line(start), self.line(max(start, end - 1))
        lines = range(first, min(last, first + 2 * MAX_COMMENTS) + 1)
        beside = [self._by_line[line] for line in lines if line in self._by_line]
        found = dict.fromkeys((*reversed(list(self._above(first))), *beside))
        return "\n".join(map(self.words, found))


def within(starts: Sequence[int], start: int, end: int) -> range:
    """The places of the sorted offsets that are in a stretch."""
    return range(bisect_left(starts, start), bisect_left(starts, end))


def innermost(spans: Iterable[tuple[int, int, str]], places: Sequence[int]) -> dict[int, tuple[int, int, str]]:
    """For each place, in order, the smallest of nested spans that it is in."""
    found: dict[int, tuple[int, int, str]] = {}
    ordered = sorted(spans, key=lambda span: (span[0], -span[1]))
    stack: list[tuple[int, int, str]] = []
    at = 0
    for place in places:
        while at < len(ordered) and ordered[at][0] <= place:
            while stack and stack[-1][1] <= ordered[at][0]:
                stack.pop()
            stack.append(ordered[at])
            at += 1
        while stack and stack[-1][1] <= place:
            stack.pop()
        if stack:
            found[place] = stack[-1]
    return found
