"""A passage cut into what states one thing: sentences in any script; lines where it is set line by line; with their numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from ...mathtext import Numeral, numeral
from .quantities import NUMBER

_SHORT = "".join(
    rf"(?<!\b{word}\.)"
    for word in (
        "Eq",
        "Eqs",
        "Eqn",
        "Fig",
        "Tab",
        "Sec",
        "No",
        "ca",
        "vs",
        "cf",
        "approx",
        "resp",
        r"e\.g",
        r"i\.e",
        r"z\.B",
        "Gl",
    )
)
"""A point behind these ends no sentence."""
_END = re.compile(
    rf"[.!?;\n。！？；](?:(?<=[!?])(?=\s|$)|(?<=\.){_SHORT}(?=\s|$)|(?<=[。！？；])|(?<=;)(?=\s)|"
    rf"(?<=\n)(?=\s*(?:[-*•]|\d{{1,2}}[.)])\s)|(?<=\n)[ \t]*\n)"
)
_BY_LINE = re.compile(
    r"\n(?=[ \t]*(?:[A-ZÀ-ÞΑ-Ω][^\n]*\d|[\w ]{1,24}:[^\n]*\d|\d{4}-\d\d-))|"
    r"(?<![,，、(=+*/-])\n(?=[ \t]*(?:[^\W\d]\w{0,24}\s?[=＝]\s?\.?\d|\d{1,3} \w)[^\n]{0,200}\d)"
)
"""A line that begins like a statement of its own and has a number in it."""
_COLUMNS = re.compile(r"\S {3,}\S")
_LINE = re.compile(r"[^\n]+")

MAX_STRETCH = 3_000  # characters of one statement; longer ones are a program's
MAX_NUMBERS = 80  # in one statement; more are data


def stretches(text: str) -> Iterator[tuple[int, int]]:
    """Where each statement of a text begins and ends."""
    start = 0
    for match in (*_END.finditer(text), None):
        end = match.end() if match else len(text)
        if _COLUMNS.search(text, start, end):
            yield from (line.span() for line in _LINE.finditer(text, start, end) if len(line[0]) <= MAX_STRETCH)
        elif text[start:end].strip():
            yield from _lines(text, start, end)
        start = end


def _lines(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    if end - start > MAX_STRETCH:
        return
    for match in _BY_LINE.finditer(text, start, end):
        yield start, match.end()
        start = match.end()
    yield start, end


def numbers(text: str, start: int = 0, end: int | None = None) -> Iterator[Numeral]:
    """The printed numbers of a stretch of a text, where they stand in it."""
    for match in islice(NUMBER.finditer(text, start, len(text) if end is None else end), MAX_NUMBERS):
        found = numeral(text, match.start(), match.end())
        if found is not None:
            yield found
