"""Mathematics in TeX to text for the grammar: macros expanded, comments, labels and marks of alignment taken out.

What a macro stands for is put at the macro's place. Expansion is bounded: in depth, in each macro's size, and in the whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from .compose import Writer

MAX_DEPTH = 8  # macros in macros
MAX_BODY = 2_000  # characters of a macro, of one argument, and of what one use of it comes to
MAX_GROWTH = 200_000  # characters that all uses in a file come to

_COMMAND = re.compile(r"\\([A-Za-z@]+)\*?")
_TOKEN = re.compile(
    r"\\\\|\\(?P<name>[A-Za-z@]+)\*?|\\.|(?P<comment>%[^\n]*(?:\n[ \t]*)?)|(?P<cell>&)|(?P<line>\n\s*)|(?P<script>[_^]\s*(?=\{))",
    re.DOTALL,
)
_DEFINES = re.compile(
    r"\\(?:re|provide)?(?:new)?command\*?\s*\{?\s*\\(?P<new>[A-Za-z@]+)\s*\}?"
    r"\s*(?:\[(?P<count>\d)\])?\s*(?:\[(?P<default>[^\]\n]{0,200})\])?\s*(?=\{)"
    r"|\\(?:g|e|x)?def\s*\\(?P<def>[A-Za-z@]+)(?P<args>(?:#\d){0,9})\s*(?=\{)"
    r"|\\DeclareMathOperator\*?\s*\{?\s*\\(?P<operator>[A-Za-z@]+)\s*\}?\s*(?=\{)"
)
_DROPPED = {
    **dict.fromkeys(
        (
            "label",
            "tag",
            "eqref",
            "cite",
            "phantom",
            "hphantom",
            "vphantom",
            "hspace",
            "vspace",
            "color",
            "begin",
            "end",
        ),
        1,
    ),
    **dict.fromkeys(("nonumber", "notag", "hline", "displaystyle", "textstyle", "allowbreak", "left", "right"), 0),
    **dict.fromkeys(("big", "Big", "bigl", "bigr", "Bigl", "Bigr"), 0),
}
"""Commands that say nothing, and how many arguments they have."""
_DEFINING = frozenset({"newcommand", "renewcommand", "providecommand", "def", "DeclareMathOperator"})
_ASIDE = frozenset({"quad", "qquad"})
_SIGNS = re.compile(r"\s*(?:[-+=<>*/^_&]|\\(?:cdot|times|approx|le|ge|leq|geq|frac|left|right|end)(?![A-Za-z]))")
_IN_CELLS = re.compile(r"cases|matrix|array|tabular")


class Macro(NamedTuple):
    """How many arguments, what the first is where it is left out (None where it may not be), and what it stands for."""

    arguments: int
    default: str | None
    body: str


_BUILT_IN = {
    "nicefrac": Macro(2, None, r"\frac{#1}{#2}"),
    "sfrac": Macro(2, None, r"\frac{#1}{#2}"),
    **dict.fromkeys(("boxed", "ensuremath", "bm", "boldsymbol", "num", "qty", "SI", "highlight"), Macro(1, None, "#1")),
    **dict.fromkeys(("textcolor", "colorbox"), Macro(2, None, "#2")),
    **dict.fromkeys(("gets", "leftarrow"), Macro(0, None, " := ")),
    "middle": Macro(0, None, ""),
}  # fmt: skip


class Macros:
    """The macros that a text defines, with a few of well-known packages."""

    def __init__(self, text: str = "") -> None:
        self.known = dict(_BUILT_IN)
        self.spent = 0
        self.spans: dict[int, int] = {}  # where definitions stand
        for match in _DEFINES.finditer(text):
            end = group_end(text, match.end())
            name = match["new"] or match["def"] or match["operator"]
            if end < 0:
                continue
            body = text[match.end() + 1 : end - 1]
            if match["operator"]:
                body = rf"\operatorname{{{body}}}"
            count = int(match["count"] or 0) if match["new"] else (match["args"] or "").count("#")
            self.known[name] = Macro(count, match["default"], body)
            self.spans[match.start()] = end

    def write(self, out: Writer, start: int, end: int) -> None:
        """A stretch of mathematics, with what `edits` says of it."""
        place = start
        for first, last, new in self.edits(out.source.text, start, end):
            out.copy(place, first)
            out.say(new, first)
            place = last
        out.copy(place, end)

    def edits(self, text: str, start: int, end: int) -> Iterator[tuple[int, int, str]]:
        """What is taken out of a stretch of mathematics or stands for something else: where, and what there is instead."""
        cells = 0
        place = start
        words: set[int] = set()  # where what is under a brace begins
        for match in _TOKEN.finditer(text, start, end):
            at, name, last = match.start(), match["name"], match.end()
            if at < place and at not in words:
                continue
            new: str | None = None
            if match["comment"]:
                new = ""
            elif match["cell"]:
                new = ", " if cells else " "
            elif match["line"]:  # a space, as in TeX: what ends a line is `\\\\`
                new = " "
            elif name in _ASIDE:
                new = " " if _SIGNS.match(text, last, end) else " ; "
            elif name in ("underbrace", "overbrace"):
                new = ""
                words.add(group_end(text, last))
            elif match["script"]:
                if at in words:
                    new, last = "", max(group_end(text, last), last)
            elif name in _DEFINING and (defined := _DEFINES.match(text, at)) is not None:
                new, last = "", max(group_end(text, defined.end()), last)
            elif name in _DROPPED:
                new = ""
                for _ in range(_DROPPED[name]):
                    last = max(group_end(text, last), last)
                if name in ("begin", "end") and _IN_CELLS.search(text, at, min(last, at + 40)):
                    cells += 1 if name == "begin" else -1
                    last = max(group_end(text, last), last) if name == "begin" else last
            elif name in self.known:
                new, last = self.expand(text, name, last)
            if new is not None:
                place = min(last, end)
                yield at, place, new

    def expand(self, text: str, name: str, place: int, depth: int = 0) -> tuple[str | None, int]:
        """What a use of a macro comes to, and where it ends; None where that is too much. `place` is behind its name."""
        macro = self.known[name]
        if self.spent > MAX_GROWTH or depth >= MAX_DEPTH:
            return None, place
        given: list[str] = []
        if macro.default is not None:
            option = re.compile(r"\s*\[([^\]\n]{0,200})\]").match(text, place)
            given, place = ([option[1]], option.end()) if option else ([macro.default], place)
        while len(given) < macro.arguments:
            argument, place = _argument(text, place)
            given.append(argument)
        body = re.sub(r"#(\d)", lambda m: given[int(m[1]) - 1] if 0 < int(m[1]) <= len(given) else "", macro.body)
        self.spent += len(body)
        if len(body) > MAX_BODY:
            return None, place
        body = _SIZES.sub("", self.flat(body, depth + 1))
        self.spent += len(body)
        return body, place

    def flat(self, text: str, depth: int = 0) -> str:
        """A text with its macros expanded, as far as the bounds allow."""
        parts: list[str] = []
        place = size = 0
        for match in _COMMAND.finditer(text):
            if match.start() < place or match[1] not in self.known or size > MAX_BODY:
                continue
            new, end = self.expand(text, match[1], match.end(), depth)
            if new is not None:
                parts += (text[place : match.start()], new)
                size += len(new)
                place = end
        return "".join((*parts, text[place:]))


def group_end(text: str, place: int) -> int:
    """Behind the brace that closes the group which begins at a place (or a space on); -1 where there is none near."""
    opened = _OPENS.match(text, place)
    if opened is None:
        return -1
    pairs = _pairs(text) if len(text) > MAX_BODY else _paired(text)
    end = pairs.get(opened.end() - 1, -1) + 1
    return end if 0 < end <= place + MAX_BODY else -1


def _paired(text: str) -> dict[int, int]:
    """The place of each opening brace that is closed -> that of its closing one."""
    found: dict[int, int] = {}
    opened: list[int] = []
    for match in _BRACE.finditer(text):
        if match[0] == "{":
            opened.append(match.start())
        elif match[0] == "}" and opened:
            found[opened.pop()] = match.start()
    return found


_pairs = lru_cache(maxsize=4)(_paired)  # of a file: asked for once a command
_OPENS = re.compile(r"\s{0,20}\{")
_SIZES = re.compile(r"\\(?:left|right|[bB]ig[lr]?)(?![A-Za-z])")
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_ARGUMENT = re.compile(r"\s*(\\[A-Za-z@]+|\\.|[^{}])", re.DOTALL)


def _argument(text: str, place: int) -> tuple[str, int]:
    end = group_end(text, place)
    if end > 0:
        return text[text.index("{", place) + 1 : end - 1], end
    match = _ARGUMENT.match(text, place, min(len(text), place + 50))
    return (match[1], match.end()) if match else ("", place)
