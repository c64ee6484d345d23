"""HTML, SVG and what looks like it, to tags and texts with their places: tolerant, one pass, nothing is ever rejected.

The standard library's parser takes quadratic time on marks that are never closed; here each is looked for once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import NamedTuple

from .compose import Writer

_MARK = re.compile(r"<!--|<!\[CDATA\[|<[!?]|</?(?P<name>[A-Za-z][\w:.-]{0,60})|\{/\*")
_INSIDE = re.compile(r"""(?:[^<>"'=]++|=\s*+(?:"[^"]*"|'[^']*')?+|["'])*+(?P<end>>)?""")
_ATTRIBUTE = re.compile(r"""([^\s"'<>=/{}]{1,60})(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+)))?""")
_CLOSES = {"<!--": "-->", "{/*": "*/}", "<![CDATA[": "]]>"}
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});?")
_ENTITY_OR_LINE = re.compile(rf"{_ENTITY.pattern}|[^\S\n]*\n\s*")
MAX_ATTRIBUTES = 100


class Tag(NamedTuple):
    """A tag, `<name ...>` or `</name>`, and where it stands; its attributes, each with where its value begins."""

    name: str
    start: int
    end: int
    closing: bool = False
    empty: bool = False  # `<br/>`
    attributes: Mapping[str, tuple[str, int]] = {}

    def get(self, attribute: str) -> str:
        """An attribute's value, as written; "" where there is none."""
        return self.attributes.get(attribute, ("", 0))[0]


class Words(NamedTuple):
    """Text between tags, entities as written; or what is inside of a comment, a script or style, or CDATA ("raw")."""

    start: int
    end: int
    kind: str = "text"


def pieces(text: str) -> Iterator[Tag | Words]:
    """The tags and texts of a page, in order. What is no tag after all is text."""
    unclosed: set[str] = set()
    place = done = 0
    while (match := _MARK.search(text, place)) is not None:
        start, place = match.start(), match.end()
        made = _tag(text, match, unclosed) if match["name"] else _declared(text, match, unclosed)
        if made is None:
            continue
        if done < start:
            yield Words(done, start)
        piece, place = made
        if piece is not None:
            yield piece
        if isinstance(piece, Tag) and piece.name in ("script", "style") and not piece.closing and not piece.empty:
            end = re.compile(rf"</{piece.name}\b", re.IGNORECASE).search(text, place)
            last = end.start() if end else len(text)
            yield Words(place, last, "raw")
            place = last
        done = place
    if done < len(text):
        yield Words(done, len(text))


def _declared(text: str, match: re.Match[str], unclosed: set[str]) -> tuple[Words | None, int] | None:
    """A comment, CDATA, or a declaration (which says nothing), and where it ends. None where nothing closes it."""
    mark = _CLOSES.get(match[0], ">")
    end = -1 if mark in unclosed else text.find(mark, match.end())
    if end < 0:
        unclosed.add(mark)
        return None
    kinds = {"<!--": "comment", "{/*": "comment", "<![CDATA[": "raw"}
    words = Words(match.end(), end, kinds[match[0]]) if match[0] in kinds else None
    return words, end + len(mark)


def _tag(text: str, match: re.Match[str], unclosed: set[str]) -> tuple[Tag, int] | None:
    """A tag and where it ends. None where another begins before it is closed."""
    inside = None if "tag" in unclosed else _INSIDE.match(text, match.end())
    if inside is None or inside["end"] is None:
        if inside is not None and inside.end() == len(text):
            unclosed.add("tag")
        return None
    end = inside.end()
    closing = match[0][1] == "/"
    attributes = {} if closing else _attributes(text, match.end(), end - 1)
    return Tag(match["name"].lower(), match.start(), end, closing, text[end - 2] == "/", attributes), end


def _attributes(text: str, start: int, end: int) -> dict[str, tuple[str, int]]:
    found: dict[str, tuple[str, int]] = {}
    for match in _ATTRIBUTE.finditer(text, start, end):
        group = match.lastindex or 1
        if len(found) < MAX_ATTRIBUTES:
            found.setdefault(match[1].lower(), (match[group], match.start(group)) if group > 1 else ("", match.end()))
    return found


def write(out: Writer, start: int, end: int, *, lines: bool = False) -> None:
    """A stretch of a page as text: entities decoded, and lines joined unless they are kept."""
    text = out.source.text
    marks = _ENTITY if lines else _ENTITY_OR_LINE
    place = start
    for match in marks.finditer(text, start, end):
        out.copy(place, match.start())
        place = match.end()
        if match[0][0] != "&":
            out.say(" ", match.start())
        elif (meant := unescape(match[0])) != match[0]:
            out.say(meant, match.start())
        else:
            out.copy(match.start(), place)
    out.copy(place, end)
