"""How wide a formula is on a page, from its LaTeX: near enough to decide what stands beside what, or on a line of its own.

Points of Computer Modern at 10pt, in display style. The signs are those that `notation.LATEX` writes; a test holds the
estimate to what pdfLaTeX measures.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(r"\\(?:begin|end)\{\w+\}|\\penalty\d+|\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
_SCALE = (1.0, 1.0, 0.72, 0.6)  # display, text, script, and what is smaller still
_RELATIONS = {"=", "<", ">", r"\le", r"\ge", r"\neq", r"\to"}
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
_FENCE, _BRACE, _GAP, _BAR = (
    5.5,
    8.0,
    10.0,
    2.4,
)  # a tall parenthesis, that of cases, between columns, beside a fraction


@dataclass
class _Reader:
    """What is left of the tokens."""

    tokens: list[str]

    def peek(self) -> str:
        return self.tokens[-1] if self.tokens else ""

    def group(self) -> list[str]:
        """The tokens of the next argument: a group without its braces, or one token."""
        while self.peek().isspace():
            self.tokens.pop()
        return list(self.until("}")) if (first := self.tokens.pop()) == "{" else [first]

    def until(self, end: str) -> Iterator[str]:
        """The tokens up to the one that closes what was just opened."""
        opening = {"}": "{"}.get(end, end.replace("end", "begin"))
        depth = 1
        while self.tokens:
            token = self.tokens.pop()
            depth += (token == opening) - (token == end)
            if not depth:
                return
            yield token


def width(latex: str) -> float:
    """The width of a formula in math mode, in points; of the widest row where it has several."""
    return _width(_TOKEN.findall(latex), 0)


def _width(tokens: list[str], style: int) -> float:
    """Rows and columns: the widest row, gaps counted."""
    rows: list[list[list[str]]] = [[[]]]
    depth = 0
    for token in tokens:
        depth += (token == "{" or token.startswith(r"\begin")) - (token == "}" or token.startswith(r"\end"))
        if token == r"\\" and not depth:
            rows.append([[]])
        elif token == "&" and not depth:
            rows[-1].append([])
        else:
            rows[-1][-1].append(token)
    return max(sum(_line(cell, style) for cell in row) + _GAP * (len(row) - 1) for row in rows)


def _line(tokens: list[str], style: int) -> float:
    reader, scale, total = _Reader(tokens[::-1]), _SCALE[min(style, 3)], 0.0
    before = ""
    while reader.tokens:
        token = reader.tokens.pop()
        if token.isspace():
            continue
        if token in "^_":
            total += _scripts(token, reader, style)
        elif token in _BIG and style == 0:
            total += max(_BIG[token], *(_width(reader.group(), 2) for _ in range(2) if _script(reader)), 0.0)
        else:
            total += _atom(token, before, reader, style) * (1.0 if token in (r"\frac", "{") else scale)
        before = token
    return total


def _atom(token: str, before: str, reader: _Reader, style: int) -> float:
    """The width of one sign with its arguments; what is in a group or a fraction is scaled there."""
    if token == r"\frac":
        return max(_width(reader.group(), style + 1), _width(reader.group(), style + 1)) + _BAR
    if token == "{":
        return _width(list(reader.until("}")), style)
    if token.startswith(r"\begin"):
        rows = _width(list(reader.until(token.replace("begin", "end"))), 1)
        return rows + (_BRACE if "cases" in token else 0.0)
    if token in (r"\text", r"\mathrm"):
        return _WORD * len("".join(reader.group()))
    if token in (r"\left", r"\right", r"\bigl", r"\bigr", r"\biggl", r"\biggr"):
        reader.group()
        return _FENCE
    if token in ("+", "-"):
        unary = before in ("", "(", "{", "&", r"\left", r"\frac", r"\bigl", r"\biggl") or before in _RELATIONS
        return _SIGN if unary or style > 1 else _BINARY
    if token in _RELATIONS:
        return _SIGN if style > 1 else _RELATION
    if token in _NOTHING or token.startswith(r"\penalty"):
        return 0.0
    if token.isdigit():
        return 5.0
    return _WIDE.get(token) or _NARROW.get(token) or (_CAPITAL if token.isupper() else _LETTER)


def _script(reader: _Reader) -> bool:
    """Take the sign of a script, if one comes next."""
    return reader.peek() in ("^", "_") and bool(reader.tokens.pop())


def _scripts(token: str, reader: _Reader, style: int) -> float:
    """A subscript and a superscript stand one above the other."""
    inner = max(style + 1, 2)
    first = _width(reader.group(), inner)
    if reader.peek() in "^_" and reader.peek() and reader.peek() != token:
        reader.tokens.pop()
        return max(first, _width(reader.group(), inner))
    return first
