"""Findings for a person: where, what, the expression underlined, and the fix."""

from __future__ import annotations

import textwrap
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache

from ..checks.lint.finding import Finding, Level, Place
from ..checks.lint.run import Report
from .console import printable

MIN_WIDTH = 40
"""Narrower than this, lines are left to the terminal to break."""
TAB = 4

_COLOURS = {Level.ERROR: "31;1", Level.WARNING: "33;1", Level.NOTE: "36;1"}
_PLACE, _DIM = "1", "2"


def render(report: Report, *, width: int = 100, colour: bool = False) -> str:
    """All findings, and a last line that counts them."""
    blocks = ["\n".join(_finding(finding, report, width, colour)) for finding in report.findings]
    return "\n\n".join([*blocks, summary(report)]) + "\n"


def summary(report: Report) -> str:
    """How many findings of each level, in how many files, and how many files were read."""
    levels = Counter(finding.level for finding in report.findings)
    parts = [_count(levels[level], str(level)) for level in Level if levels[level]]
    files = _count(len({finding.path for finding in report.findings}), "file")
    return f"{', '.join(parts)} in {files} ({report.read} read)" if parts else f"no findings ({report.read} read)"


def where(path: str, place: Place) -> str:
    """`a.py:3:5`, or `a.ipynb:cell 2:3:5`."""
    cell = "" if place.cell is None else f"cell {place.cell}:"
    return f"{path}:{cell}{place.line}:{place.column}"


def _finding(finding: Finding, report: Report, width: int, colour: bool) -> Iterator[str]:
    head = _paint(printable(where(finding.path, finding.place)), _PLACE, colour)
    level = _paint(f"{finding.code} {finding.level}", _COLOURS[finding.level], colour)
    yield f"{head}: {level} {printable(_one_line(finding.message))}"
    yield from _excerpt(finding, report, width, colour)
    for place, text in finding.related:
        yield from _wrapped(f"see {where('', place).lstrip(':')}: {printable(_one_line(text))}", width)
    yield from _wrapped(f"fix: {printable(_one_line(finding.fix))}", width)


def _excerpt(finding: Finding, report: Report, width: int, colour: bool) -> Iterator[str]:
    """The line, cut to the width around the expression, and a line under it that marks the expression."""
    place, end = finding.place, finding.end
    line = report.lines.get((finding.path, place.cell, place.line))
    if line is None:  # too long to be kept: the expression alone
        line, start = finding.expression.partition("\n")[0], 0
        stop = len(line)
    else:
        start = place.column - 1
        stop = end.column - 1 if end.line == place.line else len(line.rstrip())
    before, marked, after = (_shown(part) for part in (line[:start], line[start:stop], line[stop:].rstrip()))
    gutter = f"{place.line:>5} | "
    room = max(width, MIN_WIDTH) - len(gutter)
    marked = _cut(marked, room - 2)
    before = _cut(before, max(1, room - _columns(marked) - min(10, _columns(after))), left=True)
    after = _cut(after, room - _columns(before) - _columns(marked))
    yield _paint(gutter, _DIM, colour) + before + marked + after
    line_under = "^" + "~" * (_columns(marked) - 1)
    yield (
        _paint(f"{'| ':>8}", _DIM, colour)
        + " " * _columns(before)
        + _paint(line_under, _COLOURS[finding.level], colour)
    )


def _shown(text: str) -> str:
    return printable(text.replace("\t", " " * TAB))


def _cut(text: str, room: int, *, left: bool = False) -> str:
    """The text in as many columns, the rest left out at its end, or at its beginning."""
    if _columns(text) <= room:
        return text
    kept, used = [], 1
    for character in reversed(text) if left else text:
        used += _column(character)
        if used > room:
            break
        kept.append(character)
    return "…" + "".join(reversed(kept)) if left else "".join(kept) + "…"


def _columns(text: str) -> int:
    return sum(map(_column, text))


@cache
def _column(character: str) -> int:
    """The columns of a character: two for most of Chinese, Japanese and Korean, none for a mark or vowel that joins a letter."""
    if unicodedata.category(character) in ("Mn", "Me") or "\u1160" <= character <= "\u11ff":
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _wrapped(text: str, width: int) -> list[str]:
    if width < MIN_WIDTH:
        return ["  " + text]
    return textwrap.wrap(
        text, width, initial_indent="  ", subsequent_indent="    ", break_long_words=False, break_on_hyphens=False
    )


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _paint(text: str, code: str, colour: bool) -> str:
    return f"\033[{code}m{text}\033[0m" if colour else text
