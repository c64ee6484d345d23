"""Comments and string literals of Python, by one scan that needs no valid program. Linear in the text.

The fields of an f-string are found too: `ast` of Python 3.11 does not say exactly where they stand.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ..document import Source
from .blocks import Comment
from .compose import Writer


@dataclass(frozen=True)
class Field:
    """What is between the braces of a string's placeholder, as far as it is an expression: `k` of `{k!r:>5}`."""

    opens: int  # its brace, or what is before it
    start: int
    end: int
    close: int  # after its brace


@dataclass(frozen=True)
class Literal:
    """One string token: its body between the quotes."""

    start: int
    end: int
    first: int
    last: int
    raw: bool
    fields: tuple[Field, ...] = ()


_NEXT = re.compile(r"#[^\n]*|(?<![\w])(?P<prefix>[rRbBuUfFtT]{0,2})(?P<quote>\"\"\"|'''|\"|')")
_ENDS = {quote: re.compile(rf"(?:[^\\{quote}\n]|\\.)*({quote})?", re.DOTALL) for quote in "\"'"}
_LONG = {quote: re.compile(rf"\\.|{quote * 3}", re.DOTALL) for quote in "\"'"}


def scan(text: str) -> Iterator[Comment | Literal]:
    """The comments and string literals of a text, in order. A quote that opens nothing is passed over.

    After one, the same quote opens nothing up to the end of its line (of the text, if it is a long one), so that no stretch is
    searched twice for an end that is not there.
    """
    place = 0
    dead: dict[str, int] = {}
    while (match := _NEXT.search(text, place)) is not None:
        if match["quote"] is None:
            line = text.rfind("\n", 0, match.start()) + 1
            yield Comment(match.start(), match.end(), not text[line : match.start()].strip())
            place = match.end()
            continue
        prefix, quote = match["prefix"].lower(), match["quote"]
        if match.start("quote") < dead.get(quote, 0):
            place = match.end()
            continue
        formatted = "f" in prefix or "t" in prefix
        last, fields = _formatted(text, match.end(), quote) if formatted else (_end(text, match.end(), quote), ())
        if last is None:
            place = match.end()
            line_end = text.find("\n", place)
            dead[quote] = len(text) if len(quote) == 3 or line_end < 0 else line_end
            continue
        place = last + len(quote)
        if "b" not in prefix:
            yield Literal(match.start(), place, match.end(), last, "r" in prefix, fields)


def _end(text: str, start: int, quote: str) -> int | None:
    """Where the body of a literal ends."""
    if len(quote) == 1:
        match = _ENDS[quote].match(text, start)
        return match.start(1) if match and match[1] else None
    for found in _LONG[quote[0]].finditer(text, start):
        if found[0] == quote:
            return found.start()
    return None


_FIELD = re.compile(r"[{}\[\]()]|[!:=](?!=)|\"|'|\n")


def _formatted(text: str, start: int, quote: str) -> tuple[int | None, tuple[Field, ...]]:
    """Where the body of an f-string ends, and its fields."""
    fields: list[Field] = []
    place = start
    stop = re.compile(rf"\\.|{{{{|}}}}|{{|{quote}" + ("" if len(quote) == 3 else r"|\n"), re.DOTALL)
    while (match := stop.search(text, place)) is not None:
        said, place = match[0], match.end()
        if said == quote:
            return match.start(), tuple(fields)
        if said == "\n":
            return None, ()
        if said == "{":
            found = _field(text, place, quote)
            if found is None:
                return None, ()
            fields.append(found)
            place = found.close
    return None, ()


MAX_FIELD = 2_000  # characters: an expression in a string


def _field(text: str, start: int, quote: str) -> Field | None:
    """One field, from after its brace. Braces, brackets and strings inside are matched."""
    depth, end, place = 0, -1, start
    while (match := _FIELD.search(text, place, start + MAX_FIELD)) is not None:
        said, place = match[0], match.end()
        if said in "([{":
            depth += 1
        elif said in ")]}":
            if said == "}" and depth == 0:
                return Field(start - 1, start, match.start() if end < 0 else end, place)
            depth -= 1
            if depth < 0:
                return None
        elif said in "\"'":
            if text.startswith(quote, match.start()) and end >= 0:
                return None
            closing = _end(text, place, said)
            if closing is None:
                return None
            place = closing + 1
        elif said == "\n":
            if len(quote) == 1:
                return None
        elif (
            not depth
            and end < 0
            and not (said == "!" and text.startswith("=", place))
            and not _compared(text, match.start())
        ):
            end = match.start()
    return None


def _compared(text: str, place: int) -> bool:
    """Whether an equals sign or colon belongs to an operator, `<=`, `>=`, `!=`, `==` or `:=`."""
    return text[place] == "=" and text[place - 1] in "<>!=:"


_ESCAPE = re.compile(
    r"\\(?:\n|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}\n]{1,60}\}|[0-7]{1,3}|.)|\{\{|\}\}", re.DOTALL
)
_SAID = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v", "\\": "\\", "'": "'", '"': '"'}


def write(writer: Writer, literal: Literal) -> None:
    """The text of a literal, its escapes read; a field that is a name stands as this name, any other as `…`."""
    text = writer.source.text
    place = literal.first
    for field in literal.fields:
        _copy(writer, literal, place, field.opens)
        inner = text[field.start : field.end].strip()
        if re.fullmatch(r"[^\W\d][\w.]*", inner):
            first = text.index(inner, field.start)
            writer.copy(first, first + len(inner))
        else:
            writer.say("…", field.start)
        place = field.close
    _copy(writer, literal, place, literal.last)


def _copy(writer: Writer, literal: Literal, start: int, end: int) -> None:
    text, place = writer.source.text, start
    for match in _ESCAPE.finditer(text, start, end):
        said = _said(match[0], literal)
        if said is not None:
            writer.copy(place, match.start())
            writer.say(said, match.start())
            place = match.end()
    writer.copy(place, end)


def _said(escape: str, literal: Literal) -> str | None:
    """What an escape stands for; None where it is none, and stands for itself."""
    if escape in ("{{", "}}"):
        return escape[0] if literal.fields else None
    if literal.raw:
        return None
    kind = escape[1]
    if kind == "\n":
        return ""
    if kind in _SAID:
        return _SAID[kind]
    if kind in "xuU" and len(escape) > 2:
        value = int(escape[2:], 16)
        return chr(value) if value < 0x110000 else "�"
    if kind == "N" and len(escape) > 2:
        return "…"
    return chr(int(escape[1:], 8)) if kind in "01234567" else None


def literal_text(source: Source, literals: list[Literal]) -> str:
    """What literals side by side say, as one text."""
    writer = Writer(source)
    for literal in literals:
        write(writer, literal)
    return writer.text
