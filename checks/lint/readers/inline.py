"""The inside of a Markdown paragraph: emphasis and links taken out, entities decoded, mathematics and code left as they are.

One pass, linear in the text. What marks mathematics and code stays (`$`, a backquote), as the grammar of mathematical text
reads it. Stars are emphasis only beside a space or a sign: in `k*alpha*2` they are products, whatever a browser shows.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Container
from functools import cached_property
from html import unescape

from ..document import Kind, Passage, Source
from .compose import Writer
from .texmath import Macros

_TOKEN = re.compile(
    r"""
    (?P<maths>\\\\?[(\[])
  | (?P<escape>\\[!-/:-@\[-`{-~])
  | (?P<code>`+)
  | (?P<dollar>\$\$?)
  | (?P<entity>&(?:\#\d{1,7}|\#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,31});)
  | (?P<raised></?su[bp]>)
  | (?P<break><br\ ?/?>)
  | (?P<comment><!--)
  | (?P<address><[a-z]{1,16}:[^<>\s]*>)
  | (?P<tag></?[A-Za-z][A-Za-z\d-]{0,30}(?:\s[^<>]*)?/?>)
  | (?P<emphasis>\*{1,3}|_{1,3}|~~)
  | (?P<image>!\[)
  | (?P<open>\[)
  | (?P<close>\])
    """,
    re.VERBOSE,
)
_TARGET = re.compile(
    r"""\(\s*(?:<[^<>\n]*>|[^\s()]*(?:\([^\s()]*\)[^\s()]*)?)(?:\s+(?:"[^"\n]{0,400}"|'[^'\n]{0,400}'))?\s*\)"""
)
_REFERENCE = re.compile(r"\[([^\[\]\n]{0,200})\]")
_MACROS = Macros()
_CLOSES = {r"\(": r"\)", r"\[": r"\]", r"\\(": r"\\)", r"\\[": r"\\]"}


class _Scan:
    """One text: what it holds of each closing mark, so that none is looked for twice in vain."""

    def __init__(self, text: str) -> None:
        self.text = text
        self._none: set[str] = set()

    def closing(self, mark: str, start: int) -> int:
        """Where the mark next stands, or -1. What stands nowhere behind one place stands nowhere behind a later one."""
        if mark in self._none:
            return -1
        place = self.text.find(mark, start)
        if place < 0:
            self._none.add(mark)
        return place

    @cached_property
    def _runs(self) -> dict[int, list[int]]:
        found: dict[int, list[int]] = {}
        for match in re.finditer("`+", self.text):
            found.setdefault(len(match[0]), []).append(match.start())
        return found

    def code(self, run: str, start: int) -> int:
        """Where a run of as many backquotes next stands alone, or -1."""
        places = self._runs.get(len(run), [])
        place = bisect_left(places, start)
        return places[place] if place < len(places) else -1

    def dollars(self, mark: str, start: int) -> int:
        """The dollar that closes mathematics opened before `start`, or -1: `$5 and $6` are prices."""
        text = self.text
        if mark == "$$":
            return self.closing("$$", start)
        if text[start : start + 1].isspace():
            return -1
        place = self.closing("$", start)
        while place > 0 and text[place - 1] == "\\":
            place = self.closing("$", place + 1)
        if place <= start or text[place - 1].isspace() or text[place + 1 : place + 2].isdigit():
            return -1
        return place


def inline(text: str, references: Container[str] = ()) -> Passage:
    """The text of a paragraph as people read it, over the source `text`. `references` are the labels of links, upper case."""
    scan, out = _Scan(text), Writer(Source(text))
    dropped: list[tuple[int, int, str]] = []  # what is left out or put in another's place, in order
    brackets: list[int] = []
    emphasis: dict[str, list[tuple[int, int]]] = {}
    place = 0
    while (match := _TOKEN.search(text, place)) is not None:
        group, said, start, place = match.lastgroup or "", match[0], match.start(), match.end()
        if group == "maths":
            end = scan.closing(_CLOSES[said], place)
            if end >= 0:
                dropped += [(start, place, said[-2:]), *_MACROS.edits(text, place, end)]
                place = end + len(said)
                dropped.append((end, place, _CLOSES[said][-2:]))
            elif len(said) == 2:
                dropped.append((start, place, said[1]))
        elif group == "escape":
            dropped.append((start, place, said[1]))
        elif group == "code":
            end = scan.code(said, place)
            place = place if end < 0 else end + len(said)
        elif group == "dollar":
            end = scan.dollars(said, place)
            if end >= 0:
                dropped += _MACROS.edits(text, place, end)
                place = end + len(said)
        elif group == "entity":
            dropped.append((start, place, unescape(said)))
        elif group == "break":
            dropped.append((start, place, "\n"))
        elif group == "comment":
            end = scan.closing("-->", place)
            place = len(text) if end < 0 else end + 3
            dropped.append((start, place, ""))
        elif group in ("address", "tag"):
            dropped.append((start, place, ""))
        elif group == "emphasis":
            _emphasis(text, said, start, place, emphasis, dropped)
        elif group in ("image", "open"):
            if start == 0 or not text[start - 1].isalnum() or group == "image":
                brackets.append(start)
            else:
                brackets.append(-1)  # E[N]
        elif group == "close" and brackets:
            opened = brackets.pop()
            place = _link(text, opened, start, references, dropped)
    end = 0
    for first, last, new in sorted(dropped):
        if first >= end:
            out.copy(end, first)
            out.say(new, first)
            end = last
    out.copy(end, len(text))
    return out.passage(Kind.PROSE)


def _emphasis(
    text: str,
    said: str,
    start: int,
    end: int,
    opened: dict[str, list[tuple[int, int]]],
    dropped: list[tuple[int, int, str]],
) -> None:
    """A mark that opens emphasis waits for its match; one that closes it takes both out."""
    before, after = text[start - 1 : start] or " ", text[end : end + 1] or " "
    opens = not after.isspace() and not before.isalnum()
    closes = not before.isspace() and not after.isalnum()
    if closes and opened.get(said):
        dropped += [(*opened[said].pop(), ""), (start, end, "")]
    elif opens:
        opened.setdefault(said, []).append((start, end))


def _link(text: str, opened: int, start: int, references: Container[str], dropped: list[tuple[int, int, str]]) -> int:
    """The end of a link whose text has ended at `start`: its brackets and target are taken out."""
    target = _TARGET.match(text, start + 1)
    if opened < 0:
        return start + 1
    label = _REFERENCE.match(text, start + 1)
    if target is not None:
        end = target.end()
    elif label is not None and (label[1].upper() or text[opened + 1 : start].upper()) in references:
        end = label.end()
    elif text[opened + 1 : start].upper() in references:
        end = start + 1
    else:
        return start + 1
    dropped += [(opened, opened + (2 if text[opened] == "!" else 1), ""), (start, end, "")]
    return end
