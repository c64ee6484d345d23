"""JSON, with comments or without: its strings where they stand, its queries, its numbers by their keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from ..document import Formula, Kind, Source
from . import promql, settings
from .compose import JOINS, MAX_AROUND, Item, Writer
from .texts import SAYS

_TOKEN = re.compile(
    r"\"(?P<string>(?:[^\"\\\n]|\\.)*)\"?|(?P<number>-?\d[\d.]*(?:[eE][-+]?\d+)?)|(?P<mark>[{}\[\]:,])"
    r"|//(?P<line>[^\n]*)|/\*(?P<block>.*?)(?:\*/|\Z)",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
_SAID = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f"}
_TITLES = ("title", "name", "question", "prompt", "description", "text", "summary")


MAX_TOKENS = 100_000  # of one file: a large dashboard has some ten thousand


@dataclass
class _Object:
    """An object or list that is being read: where it began, its last key, and what its texts say so far."""

    start: int
    listed: bool
    key: str = ""
    value: bool = False  # what comes next is the value of the key
    title: str = ""
    strings: list[tuple[str, int, int]] = field(default_factory=list)
    numbers: list[tuple[str, int, int]] = field(default_factory=list)


def read(source: Source) -> Iterator[Item]:
    """Strings as texts, `expr` as PromQL, numbers as entries; around each is the object that it is an entry of."""
    stack = [_Object(0, listed=True)]
    left = settings.MAX_NUMBERS
    for count, match in enumerate(_TOKEN.finditer(source.text)):
        if count == MAX_TOKENS:
            yield f"line {source.place(match.start()).line}: what stands behind {MAX_TOKENS} signs of JSON"
            break
        here = stack[-1]
        group = match.lastgroup
        if group in ("line", "block"):
            writer = Writer(source)
            writer.copy(*match.span(group))
            yield writer.passage(Kind.COMMENT)
        elif group == "mark":
            said = match[0]
            if said in "{[":
                stack.append(_Object(match.start(), said == "["))
            elif said in "}]" and len(stack) > 1:
                yield from _closed(source, stack.pop(), match.end(), _above(stack))
                stack[-1].value = False
            else:
                here.value = said == ":"
        elif group == "number":
            if here.value and not here.listed and left:
                left -= 1
                here.numbers.append((here.key, *match.span()))
            here.value = False
        elif here.value or here.listed:
            here.strings.append((here.key, *match.span("string")))
            if here.key in _TITLES and not here.title:
                here.title = match["string"][:200]
            here.value = False
        else:
            here.key = match["string"][:100]
    while stack:
        yield from _closed(source, stack.pop(), len(source.text), _above(stack))


def _above(stack: list[_Object]) -> str:
    """The titles and keys of what an object is in."""
    return JOINS.join(part for one in stack[-6:] for part in (one.title, one.key) if part)


def _closed(source: Source, one: _Object, end: int, above: str) -> Iterator[Item]:
    """The entries of an object that has been read."""
    around = source.text[one.start : min(end, one.start + MAX_AROUND // 2)]
    titles = [source.text[a:b][:300] for key, a, b in one.strings[:20] if key in _TITLES]
    beside = "\n".join(titles)
    for key, start, stop in one.strings:
        if not SAYS.search(source.text, start, stop):
            continue
        writer = _text(source, start, stop)
        context = f"{above}\n{around}".strip()
        if key in settings.QUERIES and settings.METRICS.search(writer.text):
            outer = writer.passage(Kind.CODE, around=context, above=above, language="promql")
            yield from promql.within(outer, "", f"{above}\n{beside}".strip())
        else:
            yield writer.passage(Kind.STRING, around=context, above=above)
    for key, start, stop in one.numbers:
        yield from _number(source, key, start, stop, around, beside)


def _number(source: Source, key: str, start: int, stop: int, around: str, beside: str) -> Iterator[Formula]:
    return settings.entry(source, key, start, stop, around, f"{key}\n{beside}".strip())


def _text(source: Source, start: int, stop: int) -> Writer:
    """A string with its escapes read."""
    writer = Writer(source)
    for match in _ESCAPE.finditer(source.text, start, stop):
        writer.copy(start, match.start())
        said = chr(int(match[1], 16)) if match[1] else _SAID.get(match[2], match[2])
        writer.say(said if not "\ud800" <= said <= "\udfff" else "\ufffd", match.start())
        start = match.end()
    writer.copy(start, stop)
    return writer
