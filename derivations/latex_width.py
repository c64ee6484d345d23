"""How wide a formula is on a page, from its LaTeX: near enough to decide what stands beside what, or on a line of its own.

Points of Computer Modern at 10pt, in display style. The signs are those that `notation.LATEX` writes; a test holds the
estimate to what pdfLaTeX measures.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

_TOKEN = re.compile(
    r"\\(?:begin|end)\{\w+\}|\\penalty\d+|\\(?:text|mathrm)\{[^{}]*\}|\\[A-Za-z]+|\\[^\s]|[^\s]", re.DOTALL
)
"""Blanks are no tokens, except in words."""
_SCALE = (1.0, 1.0, 0.72, 0.6)  # display, text, script, and what is smaller still
_RELATIONS = {"=", "<", ">", r"\le", r"\ge", r"\neq", r"\approx", r"\to"}
_WIDE = {
    r"\ln": 10.0,
    r"\min": 18.0,
    r"\max": 20.0,
    r"\sum": 10.6,
    r"\prod": 9.5,
    r"\infty": 10.0,
    r"\quad": 10.0,
    r"\sqrt": 9.0,
}
_NOTHING = {r"\displaystyle", r"\hat", r"\bar", r"\operatorname", r"\allowbreak"}
_NARROW = {
    "(": 3.9,
    ")": 3.9,
    "[": 2.8,
    "]": 2.8,
    ",": 4.5,
    ".": 2.8,
    "|": 2.8,
    "!": 2.8,
    "'": 2.5,
    r"\,": 1.7,
    "*": 4.5,
}
_BIG = {r"\sum": 14.5, r"\prod": 12.8, r"\lim": 15.0}
_LETTER, _CAPITAL, _WORD = 5.6, 7.5, 4.6
_RELATION, _BINARY, _SIGN = 13.4, 12.3, 7.8
_FENCE, _BRACE = 5.5, 8.0  # a tall parenthesis, and that of cases
_GAP, _BAR = 10.0, 2.4  # between columns, beside a fraction
_FENCES = {r"\left", r"\right", r"\bigl", r"\bigr", r"\biggl", r"\biggr"}
_AROUND = {"", "^", "_", "{", r"\frac", "+", "-", *_RELATIONS, *_FENCES}
_OPENING = {"", "(", "{", "&", r"\left", r"\frac", r"\bigl", r"\biggl"}


@lru_cache(maxsize=2**12)
def width(latex: str) -> float:
    """The width of a formula in math mode, in points; of the widest row where it has several."""
    return _Reader([*_TOKEN.findall(latex), ""]).rows("", 0)


@cache
def _fixed(token: str) -> float | None:
    """The width of a sign that has the same one wherever it stands; None where that depends on what is around it."""
    if token.endswith("}") and token.startswith((r"\text", r"\mathrm")):
        return _WORD * (len(token) - token.index("{") - 2)
    if token in _NOTHING or token.startswith(r"\penalty"):
        return 0.0
    if token in _AROUND or token.startswith((r"\begin", r"\end")):
        return None
    if token.isdigit():
        return 5.0
    return _WIDE.get(token) or _NARROW.get(token) or (_CAPITAL if token.isupper() else _LETTER)


@dataclass
class _Reader:
    """Reads tokens once, from left to right; the last one is empty."""

    tokens: list[str]
    at: int = 0

    def peek(self) -> str:
        return self.tokens[self.at]

    def take(self) -> str:
        token = self.tokens[self.at]
        self.at += bool(token)
        return token

    def rows(self, end: str, style: int) -> float:
        """The widest row up to `end`, which is taken too; gaps between columns counted."""
        widest = row = 0.0
        while True:
            row += self.cell(end, style)
            token = self.take()
            if token == "&":
                row += _GAP
                continue
            widest, row = max(widest, row), 0.0
            if token != r"\\":
                return widest

    def cell(self, end: str, style: int) -> float:
        scale, total, before, ends = _SCALE[min(style, 3)], 0.0, "", (end, "&", r"\\", "")
        while (token := self.tokens[self.at]) not in ends:
            self.at += 1
            if token in _BIG and style == 0:
                total += max(_BIG[token], *(self.argument(2) for _ in range(2) if self.script()), 0.0)
            elif (fixed := _fixed(token)) is not None:
                total += fixed * scale
            elif token in "^_":
                total += self.scripts(token, style)
            else:
                total += self.atom(token, before, style) * (1.0 if token in (r"\frac", "{") else scale)
            before = token
        return total

    def argument(self, style: int) -> float:
        """The width of the next argument: a group, or one token."""
        token = self.take()
        return self.rows("}", style) if token == "{" else self.atom(token, "", style) * _SCALE[min(style, 3)]

    def script(self) -> bool:
        """Take the sign of a script, if one comes next."""
        return self.peek() in ("^", "_") and bool(self.take())

    def scripts(self, sign: str, style: int) -> float:
        """A subscript and a superscript stand one above the other."""
        inner = max(style + 1, 2)
        first = self.argument(inner)
        return max(first, self.argument(inner)) if self.peek() != sign and self.script() else first

    def atom(self, token: str, before: str, style: int) -> float:
        """The width of one sign with its arguments; what is in a group or a fraction is scaled there."""
        if (fixed := _fixed(token)) is not None:
            return fixed
        if token == r"\frac":
            return max(self.argument(style + 1), self.argument(style + 1)) + _BAR
        if token == "{":
            return self.rows("}", style)
        if token.startswith(r"\begin"):
            return self.rows(token.replace("begin", "end"), 1) + (_BRACE if "cases" in token else 0.0)
        if token in _FENCES:
            self.argument(style)
            return _FENCE
        if token in ("+", "-"):
            unary = before in _OPENING or before in _RELATIONS
            return _SIGN if unary or style > 1 else _BINARY
        if token in _RELATIONS:
            return _SIGN if style > 1 else _RELATION
        return _LETTER  # a closing sign without its opening one
