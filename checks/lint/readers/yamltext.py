"""YAML by its lines: comments, texts, queries of rules, and numbers by their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..document import Kind, Source
from . import promql, settings
from .blocks import Block, Blocks, Comment
from .compose import MAX_AROUND, Item, Writer
from .texts import SAYS, comments

_MARK = re.compile(r"#+[^\S\n]?")
_NUMBER = re.compile(r"-?\d[\d_]*(?:\.\d+)?(?:[eE][-+]?\d+)?")
_BLOCK = re.compile(r"[|>][-+0-9]{0,3}")

MAX_LINES = 20_000  # of one file


@dataclass
class _Entry:
    """A key with its value: stretches of the source, one a line."""

    key: str
    column: int
    parts: list[tuple[int, int]] = field(default_factory=list)
    block: bool = False  # `|` or `>`: what follows, deeper, is text
    comment: str = ""


@dataclass
class _Mapping:
    """Entries at one column, from where the first begins."""

    column: int
    start: int
    end: int = 0
    entries: list[_Entry] = field(default_factory=list)


def read(source: Source) -> Iterator[Item]:
    """What a file says; around each text are the entries beside it."""
    end = _end(source.text)
    if end < len(source.text):
        yield f"line {MAX_LINES + 1}: lines behind {MAX_LINES}"
    found, marks = _mappings(source.text[:end])
    blocks = Blocks(source, [Block("", 0, len(source.text))], marks, "yaml")
    yield from comments(blocks, _MARK)
    left = settings.MAX_NUMBERS
    for mapping in found:
        around = source.text[mapping.start : min(mapping.end, mapping.start + MAX_AROUND // 2)]
        named = next((_said(source, one) for one in mapping.entries if one.key in settings.NAMES), "")
        for entry in mapping.entries:
            value = _said(source, entry)
            near = "\n".join(part for part in (entry.key, blocks.near(*entry.parts[0]) if entry.parts else "") if part)
            if left and len(entry.parts) == 1 and _NUMBER.fullmatch(value):
                left -= 1
                start = source.text.index(value, entry.parts[0][0])
                yield from settings.entry(source, entry.key, start, start + len(value), around, near)
            elif entry.key in settings.QUERIES and settings.METRICS.search(value):
                outer = _written(source, entry).passage(Kind.CODE, around=around, language="promql")
                yield from promql.within(outer, named, f"{named}\n{near}".strip())
            elif SAYS.search(value):
                yield _written(source, entry).passage(Kind.STRING, around=around)


def _said(source: Source, entry: _Entry) -> str:
    return "\n".join(source.text[start:end] for start, end in entry.parts).strip("\"' ")


def _written(source: Source, entry: _Entry) -> Writer:
    writer = Writer(source)
    for place, (start, end) in enumerate(entry.parts):
        if place:
            line_end = entry.parts[place - 1][1]
            writer.copy(line_end, line_end + 1)
        writer.copy(start, end)
    return writer


def _end(text: str) -> int:
    """Where the last line that is read ends."""
    place = -1
    for _ in range(MAX_LINES):
        place = text.find("\n", place + 1)
        if place < 0:
            return len(text)
    return place


def _mappings(text: str) -> tuple[list[_Mapping], list[Comment]]:
    """The mappings of a file with their entries, and its comments."""
    found: list[_Mapping] = []
    marks: list[Comment] = []
    stack: list[_Mapping] = []
    entry: _Entry | None = None
    start = 0
    for line in text.split("\n"):
        end = start + len(line)
        body = line.lstrip(" ")
        column = len(line) - len(body)
        if entry is not None and entry.block and (column > entry.column or not body):
            entry.parts.append((start + column, end))
        elif body:
            entry = _line(text, start, end, column, stack, found, marks, entry)
        start = end + 1
    for mapping in stack:
        mapping.end = len(text)
    return found, marks


def _line(
    text: str, start: int, end: int, column: int, stack: list[_Mapping], found: list[_Mapping], marks: list[Comment],
    entry: _Entry | None,
) -> _Entry | None:  # fmt: skip
    """Read one line: the entry that it begins, or goes on with."""
    place = start + column
    comment = _comment(text, place, end)
    if comment is not None:
        marks.append(Comment(comment, end, comment == place))
        end = comment
    dash = False
    while text.startswith(("- ", "-\n"), place) and place < end:
        dash, place = True, place + 1
        while place < end and text[place] == " ":
            place += 1
    while end > place and text[end - 1].isspace():
        end -= 1
    if place >= end:
        return None if comment is None else entry
    column = place - start
    colon = _colon(text, place, end)
    if colon is None:
        if entry is not None and column > entry.column and not dash:
            entry.parts.append((place, end))
            return entry
        key, value = "", place
    else:
        key, value = text[place:colon].strip("\"' "), colon + 1
        while value < end and text[value] == " ":
            value += 1
    while stack and (stack[-1].column > column or (stack[-1].column == column and dash)):
        stack.pop().end = start
    if not stack or stack[-1].column < column:
        stack.append(_Mapping(column, place))
        found.append(stack[-1])
    made = _Entry(key, column)
    if _BLOCK.fullmatch(text, value, end):
        made.block = True
    elif value < end:
        quoted = text[value] in "\"'" and text[end - 1] == text[value] and end - value > 1
        made.parts.append((value + quoted, end - quoted))
    stack[-1].entries.append(made)
    return made


def _comment(text: str, start: int, end: int) -> int | None:
    """Where a comment begins on a line: `#` at its start or after a space, outside of quotes."""
    place = start
    quote = ""
    while place < end:
        character = text[place]
        if quote:
            quote = "" if character == quote else quote
        elif character in "\"'" and (place == start or text[place - 1] in " :[{,-"):
            quote = character
        elif character == "#" and (place == start or text[place - 1].isspace()):
            return place
        place += 1
    if quote:  # an apostrophe, no quotation
        found = text.find(" #", start, end)
        return found + 1 if found >= 0 else None
    return None


def _colon(text: str, start: int, end: int) -> int | None:
    """Where a key ends: its colon has a space or nothing after it."""
    place = start
    if text[start] in "\"'":
        closing = text.find(text[start], start + 1, end)
        place = closing + 1 if closing >= 0 else start
        return place if text.startswith(":", place) else None
    if text[start] in "[{|>&*!%@`":
        return None
    while (place := text.find(":", place, min(end, start + 200))) >= 0:
        if place + 1 >= end or text[place + 1].isspace():
            return place
        place += 1
    return None
