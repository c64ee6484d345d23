"""Plain text and logs: paragraphs, items of lists, underlined headings; long stretches without a blank line by the line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ..document import Kind, Passage, Source
from .compose import MAX_AROUND, Item, stretch

MAX_LINES = 40  # of one paragraph: beyond it is a log or a list, whose lines say one thing each
_BLANK = re.compile(r"\n(?:[^\S\n]*\n)+")
_ITEM = re.compile(r"^[ \t]*(?:[-*+•–·]|\(?(?:\d{1,3}|[a-zA-Z])[.)])[ \t]+(?=\S)", re.MULTILINE)
_UNDERLINE = re.compile(r"\n[ \t]*([=\-~#*^])\1{2,}[ \t]*\Z")
_MARKED = re.compile(r"#{1,6}[ \t]+[^\n]+\Z")
_ROW = re.compile(r"[^|\n]*\|[^\n]*\Z")


def read(source: Source, language: str) -> Iterator[Item]:
    """Passages of a plain text. `language` says nothing about it."""
    heading = before = ""
    for start, end in paragraphs(source.text):
        text = source.text[start:end]
        line = _UNDERLINE.sub("", text)
        if "\n" not in line and (line != text or _MARKED.match(text)):
            yield stretch(Kind.HEADING, source, start, start + len(line), above=heading, language=language)
            heading = line.strip("# \t")
            before = ""
            continue
        yield from _pieces(source, start, end, heading, before, language)
        before = text if text.rstrip().endswith((":", "：")) else ""


def paragraphs(text: str) -> Iterator[tuple[int, int]]:
    """Where what stands between blank lines begins and ends, without the space around it."""
    start = 0
    for match in (*_BLANK.finditer(text), None):
        end = match.start() if match else len(text)
        inner = text[start:end]
        if inner.strip():
            indent = len(inner) - len(inner.lstrip("\n"))
            yield start + indent, start + len(inner.rstrip())
        start = match.end() if match else end


def _pieces(source: Source, start: int, end: int, heading: str, before: str, language: str) -> Iterator[Passage]:
    """A paragraph: whole, or by its items, rows or lines."""
    text = source.text[start:end]
    starts = [match.start() for match in _ITEM.finditer(text)]
    rows = text.split("\n")
    kind = Kind.PROSE
    if all(map(_ROW.match, rows)) and len(rows) > 1:
        kind, starts = Kind.TABLE, []
    if kind is Kind.TABLE or (len(rows) > MAX_LINES and len(starts) < len(rows) // MAX_LINES):
        starts, place = [], 0
        for row in rows:
            starts.append(place)
            place += len(row) + 1
    intro = text[: starts[0]] if starts else ""
    if kind is Kind.TABLE:
        intro = text[: MAX_AROUND // 2]
    edges = sorted({0, *starts, len(text)})
    for place, (a, b) in enumerate(pairwise(edges)):
        close = text[edges[max(0, place - 2)] : edges[min(len(edges) - 1, place + 3)]] if len(rows) > MAX_LINES else ""
        whole = text[a:b].rstrip()
        around = "\n".join(
            filter(None, (whole, before[-MAX_AROUND // 4 :], intro[: MAX_AROUND // 2], close[:MAX_AROUND]))
        )
        if whole.strip():
            yield stretch(
                kind, source, start + a, start + a + len(whole), around=around, above=heading, language=language
            )
