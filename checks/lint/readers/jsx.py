"""Elements in JavaScript and TypeScript: their text is prose, what is between braces in them is code.

An element begins where a value may, and its tags are closed in the file: `a < b` is none, nor is a tag in a string.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..document import Kind, Source
from .codetrees import words
from .compose import MAX_AROUND, Item, Writer
from .texts import SAYS

_CLOSED = re.compile(r"</([A-Za-z][\w.:-]{0,60})?\s*>")
_TAG = re.compile(
    r"<(?P<close>/?)(?P<name>[A-Za-z][\w.:-]{0,60})?"
    r"(?P<rest>(?:[^<>{}\"'=]|=(?!>)|\"[^\"\n]*\"|'[^'\n]*'|\{(?:[^{}]|\{[^{}]*\}){0,400}\})*+)>"
)
_BEFORE = re.compile(r"(?:[(=?:,{\[]|&&|\|\||=>|\breturn|\bdefault)\s*$")
_INLINE = words("b i em strong code span sup sub var small mark u a kbd tt math mi mo mn msup mrow")
_HEADINGS = words("h1 h2 h3 h4 h5 h6 title")
_NAME = re.compile(r"\s*([^\W\d][\w.]*)(?:\.toFixed\(\d\))?\s*")
_BRACES = re.compile(r"\{([^{}]*)\}")
_KEPT = re.compile(r"\{[^{}]*\}|\"[^\"\n]*\"")

Piece = re.Match[str] | tuple[int, int]
"""A tag, or a stretch of text between two."""


def pieces(text: str) -> list[Piece]:
    """The tags and texts of the elements in a program, in order."""
    names = {match[1] or "" for match in _CLOSED.finditer(text)}
    found: list[Piece] = []
    depth = place = 0
    for tag in _TAG.finditer(text) if names else ():
        name = tag["name"] or ""
        if name not in names and not (depth and tag["rest"].endswith("/")):
            continue
        if not depth and (tag["close"] or not _BEFORE.search(text, max(0, tag.start() - 40), tag.start())):
            continue
        if depth and place < tag.start():
            found.append((place, tag.start()))
        found.append(tag)
        depth += -1 if tag["close"] else not tag["rest"].endswith("/")
        place = tag.end()
    return found


def blanked(text: str, found: list[Piece]) -> str:
    """The program without its elements: strings in tags and what is between braces stay."""
    parts: list[str] = []
    place = 0
    for piece in found:
        start, end = piece if isinstance(piece, tuple) else piece.span()
        parts.append(text[place:start])
        strings = not isinstance(piece, tuple)
        kept = [m.span() for m in _KEPT.finditer(text, start, end) if strings or text[m.start()] == "{"]
        for first, last in kept:
            parts += [re.sub(r"[^\n]", " ", text[start:first]), text[first:last]]
            start = last
        parts.append(re.sub(r"[^\n]", " ", text[start:end]))
        place = end
    parts.append(text[place:])
    return "".join(parts)


def read(source: Source, found: list[Piece]) -> Iterator[Item]:
    """The texts of the elements: those that only inline tags are between are one passage."""
    heading, writer = "", Writer(source)
    for piece in found:
        if isinstance(piece, tuple):
            _write(writer, *piece)
            continue
        name = piece["name"] or ""
        if name in _INLINE:
            if name in ("sup", "sub"):
                writer.copy(*piece.span())
            continue
        said = " ".join(writer.text.split())[:MAX_AROUND]
        if SAYS.search(said):
            yield writer.passage(Kind.HEADING if name in _HEADINGS else Kind.PROSE, around=said, above=heading)
        if name in _HEADINGS and piece["close"]:
            heading = said
        writer = Writer(source)
    if SAYS.search(writer.text):
        yield writer.passage(Kind.PROSE, around=writer.text[:MAX_AROUND], above=heading)


def _write(writer: Writer, start: int, end: int) -> None:
    """A stretch of text; of what is between braces a name stands as itself."""
    text = writer.source.text
    place = start
    for brace in _BRACES.finditer(text, start, end):
        writer.copy(place, brace.start())
        name = _NAME.fullmatch(brace[1])
        if name:
            first = brace.start(1) + name.start(1)
            writer.copy(first, first + len(name[1]))
        else:
            writer.say("…", brace.start())
        place = brace.end()
    writer.copy(place, end)
