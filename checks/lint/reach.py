"""How far a suppression reaches: its line, or, alone on its line, what comes next."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable

from .document import Document, Kind, Source
from .readers import kind

_OPENS = re.compile(r"(?:> {0,3})*(?:#+:?|//+!?|/\*+!?|\*|--+|;+|%+|\.\.|<!--+|\{/\*+|\(\*+|\{-+)?")
"""All that stands on a line, but white space, before a comment that is alone on it: its mark, and those of a quotation."""
_CLOSES = re.compile(r"--+>|\*+/\}?|\*+\)|-+\}")
_TRIPLE = re.compile(r'"""|\'\'\'')
_LITERAL = re.compile(r""""(?:\\.|[^"\\\n]){0,400}"|'(?:\\.|[^'\\\n]){0,400}'|#.*""")
_LITERAL_OR_SLASHES = re.compile(rf"{_LITERAL.pattern}|//.*")
_FENCE = re.compile(r"[\s>]*(```+|~~~+)")
_TAG = re.compile(r"\s*<([A-Za-z][\w:-]*)")
_BLOCK_SCALAR = re.compile(r"[|>][-+\d]{0,2}\s*(?:#.*)?$")
LONGEST = 200
"""Lines of one statement or paragraph."""
_LONGEST_TEXT = 10_000  # characters of one statement


class Reach:
    """The reach of the suppressions of one document."""

    def __init__(self, document: Document) -> None:
        self._kind = kind(document.path)
        self._sources: dict[int, list[str]] = {}
        self._comments: dict[int, set[int]] = {}
        for passage in document.passages:
            if passage.kind is Kind.COMMENT:
                first, last = passage.place(0), passage.place(max(0, len(passage.text) - 1))
                if _OPENS.fullmatch(self._text(passage.source)[first.line - 1][: first.column - 1].strip()):
                    self._comments.setdefault(id(passage.source), set()).update(range(first.line, last.line + 1))

    def _text(self, source: Source) -> list[str]:
        if id(source) not in self._sources:
            self._sources[id(source)] = source.text.split("\n")
        return self._sources[id(source)]

    def lines(self, source: Source, start: int, end: int, language: str) -> range:
        """The lines, from 1, that a suppression reaches which stands at `start` to `end` in a comment of a language."""
        lines, place = self._text(source), source.place(start)
        before, after = (
            lines[place.line - 1][: place.column - 1],
            lines[place.line - 1][place.column - 1 + end - start :],
        )
        closed = _CLOSES.search(after)
        if _OPENS.fullmatch(before.strip()) is None or (closed and after[closed.end() :].strip()):
            first = place.line if language in _BLOCKS else _begins(lines, place.line, before, language)
            return range(first, self._last(language)(lines, place.line) + 1)
        comments = self._comments.get(id(source), set())
        first = last = 0  # of the comments between, which are spoken for too
        for number in range(place.line + 1, min(len(lines), place.line + LONGEST) + 1):
            line = lines[number - 1].strip()
            if not line or _CLOSES.fullmatch(line):
                continue
            first, last = first or number, number
            if number not in comments:
                return range(first, self._block(language)(lines, number) + 1)
        return range(first or place.line, (last or place.line) + 1)

    def _last(self, language: str) -> Callable[[list[str], int], int]:
        """Where what begins on a line ends, for a comment at the end of that line: of text, there."""
        return _line if language in _BLOCKS else self._block(language)

    def _block(self, language: str) -> Callable[[list[str], int], int]:
        if language == "html" and self._kind == "html":
            return _element
        return _BLOCKS.get(language) or _STATEMENTS.get(language, _statement)


def fenced(source: Source, start: int) -> bool:
    """Whether a place in Markdown is in a fenced block."""
    line = source.text.rfind("\n", 0, start) + 1
    places, marks = _fences(source)
    return bool(_mark_after(source.text[line:start], marks[bisect_right(places, line) - 1]))


def _fences(source: Source) -> tuple[list[int], list[str]]:
    """Where lines begin before which a fenced block opens or closes, with its mark; kept with the source: all suppressions ask."""
    found: tuple[list[int], list[str]] | None = source.__dict__.get("_fences")
    if found is None:
        found, place = ([0], [""]), 0
        for line in source.text.split("\n"):
            place += len(line) + 1
            if (mark := _mark_after(line, found[1][-1])) != found[1][-1]:
                found[0].append(place)
                found[1].append(mark)
        object.__setattr__(source, "_fences", found)
    return found


def _mark_after(line: str, mark: str) -> str:
    """The mark of the block that is open after a line, where `mark` was open before it."""
    fence = _FENCE.match(line)
    if fence and not mark:
        return fence[1]
    return "" if fence and fence[1].startswith(mark) and not line[fence.end() :].strip() else mark


def _line(lines: list[str], first: int) -> int:
    return first


def _statement(lines: list[str], first: int, literal: re.Pattern[str] = _LITERAL_OR_SLASHES) -> int:
    """The last line of a statement: where its parentheses are closed. Where they never are, its first."""
    depth = length = 0
    for number in range(first, min(len(lines), first + LONGEST) + 1):
        length += len(lines[number - 1])
        if length > _LONGEST_TEXT:
            break
        bare = literal.sub("", lines[number - 1]).rstrip()
        depth += _opened(bare)
        if depth <= 0 and not bare.endswith("\\"):
            return number
    return first


def _opened(bare: str) -> int:
    """How many parentheses more a line without its literals opens than it closes."""
    return sum(bare.count(mark) for mark in "([") - sum(bare.count(mark) for mark in ")]")


def _python(lines: list[str], first: int) -> int:
    """As `_statement`; a string in three quotes goes to its end."""
    quotes = _TRIPLE.findall(lines[first - 1])
    if len(quotes) % 2 == 0:
        return _statement(lines, first, _LITERAL)
    below = range(first + 1, min(len(lines), first + LONGEST) + 1)
    return next((number for number in below if quotes[-1] in lines[number - 1]), first)


def _begins(lines: list[str], last: int, before: str, language: str) -> int:
    """The first line of the string in three quotes, or of the parentheses, that end before a comment; else the comment's line."""
    above = range(last - 1, max(0, last - LONGEST), -1)
    quotes = _TRIPLE.findall(before)
    if len(quotes) % 2:
        return next((number for number in above if quotes[0] in lines[number - 1]), last)
    literal = _LITERAL if _STATEMENTS.get(language) is _python else _LITERAL_OR_SLASHES
    depth, length = _opened(literal.sub("", before)), 0
    for number in above if depth < 0 else ():
        length += len(lines[number - 1])
        if length > _LONGEST_TEXT:
            break
        depth += _opened(literal.sub("", lines[number - 1]))
        if depth >= 0:
            return number
    return last


def _entry(lines: list[str], first: int) -> int:
    """The last line of an entry of YAML: a text in a block goes on as far as it is indented."""
    if not _BLOCK_SCALAR.search(lines[first - 1]):
        return _statement(lines, first)
    indent = len(lines[first - 1]) - len(lines[first - 1].lstrip())
    return _indented(lines, first, indent)


def _indented(lines: list[str], first: int, indent: int) -> int:
    """The last of the lines below that are indented deeper, blank ones between them included."""
    last = first
    for number in range(first + 1, min(len(lines), first + LONGEST) + 1):
        line = lines[number - 1]
        if line.strip():
            if not line[: indent + 1].isspace():
                break
            last = number
    return last


def _paragraph(lines: list[str], first: int) -> int:
    """The last line of a paragraph, list, table or fenced block."""
    fence = _FENCE.match(lines[first - 1])
    for number in range(first + 1, min(len(lines), first + LONGEST) + 1):
        line = lines[number - 1]
        if fence and line.strip("> \t").startswith(fence[1]):
            return number
        if not fence and not line.strip("> \t"):
            return number - 1
    return min(len(lines), first + LONGEST)


def _directive(lines: list[str], first: int) -> int:
    """A paragraph of reStructuredText, or a directive with its body."""
    if not lines[first - 1].lstrip().startswith(".."):
        return _paragraph(lines, first)
    return _indented(lines, first, len(lines[first - 1]) - len(lines[first - 1].lstrip()))


def _element(lines: list[str], first: int) -> int:
    """To the line where an element of a page ends, or, where it never does, the first that is in it."""
    tag = _TAG.match(lines[first - 1])
    marks = re.compile(rf"<(/?){re.escape(tag[1])}(?![\w:-])", re.IGNORECASE) if tag else None
    depth = 0
    for number in range(first, min(len(lines), first + LONGEST) + 1) if marks else ():
        depth += sum(-1 if mark[1] else 1 for mark in marks.finditer(lines[number - 1])) if marks else 0
        if depth <= 0:
            return number
    last = _paragraph(lines, first)
    return next((number for number in range(first, last + 1) if "</" in lines[number - 1]), last)


_BLOCKS = {"plain": _paragraph, "html": _paragraph, "tex": _paragraph, "latex": _paragraph, "rst": _directive}
"""Languages of text, and where a block of theirs ends."""
_STATEMENTS = {"py": _python, "toml": _python, "yaml": _entry, "yml": _entry}
"""Languages of code whose statements do not only end where their parentheses do."""
