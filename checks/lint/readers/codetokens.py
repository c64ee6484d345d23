"""Code of any language to tokens, comments left out, strings as one token, brackets matched."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple

from .blocks import Comment
from .pyscan import Literal

MAX_TOKENS = 100_000  # of one program: ten thousand lines


class Tok(NamedTuple):
    """A token: `num name op open close str line`."""

    kind: str
    text: str
    start: int
    end: int


_TOKEN = re.compile(
    r"""
    (?P<line>\n)
  | (?P<space>[^\S\n]+|\\\n)
  | (?P<str>\ue000+)
  | (?P<num>0[xXbBoO][\da-fA-F_]+|(?:\d[\d_]*(?:\.\d[\d_]*|\.(?![.\w]))?|\.\d[\d_]*)(?:[eE][-+]?\d+)?
      (?:_?[fFiu]\d{1,3}|[fFdDlLuUn]{1,3}(?!\w))?)
  | (?P<name>[$@]?[^\W\d]\w*)
  | (?P<op>\*\*=?|===?|!==?|<=>?|>=|=>|->|<-|::|:=|\?\.|\?\?|[-+*/%&|^]=|&&|\|\||<<|>>|\.\.[.=<]?|%/%|%%|~=|//|[^\s\w()\[\]{}])
  | (?P<open>[(\[{])
  | (?P<close>[)\]}])
    """,
    re.VERBOSE,
)
_NUMBER = re.compile(r"0[xXbBoO]|(?:_?[fFiu]\d{1,3}|[fFdDlLuUn]{1,3})$")
_CLOSES = {")": "(", "]": "[", "}": "{"}


class Tokens:
    """The tokens of a program, and for each bracket the place of the one that it matches."""

    def __init__(
        self,
        text: str,
        marks: Sequence[Comment | Literal] = (),
        language: str = "",
        span: tuple[int, int] | None = None,
    ) -> None:
        self.text = text
        masked = _masked(text, marks) if marks else text
        found = _NAMED.get(language.lower(), _TOKEN).finditer(masked, *(span or (0, len(text))))
        kept = (m for m in found if m.lastgroup != "space")
        self.all = [Tok(m.lastgroup or "op", m[0], *m.span()) for m in islice(kept, MAX_TOKENS)]
        if language.lower() == "matlab":  # by elements: of numbers the same
            self.all = [t._replace(text=t.text.lstrip(".")) if t.kind == "op" else t for t in self.all]
        if language.lower() == "r":  # the column of a data frame, as other languages write it
            self.all = [t._replace(text=re.sub(r"[$@]", ".", t.text)) if t.kind == "name" else t for t in self.all]
        self.starts = [token.start for token in self.all]
        self.pairs: dict[int, int] = {}
        stack: list[int] = []
        for place, token in enumerate(self.all):
            if token.kind == "open":
                stack.append(place)
            elif token.kind == "close":
                while stack and self.all[stack[-1]].text != _CLOSES[token.text] and token.text == "}":
                    stack.pop()  # what was left open in a block ends with it
                if stack and self.all[stack[-1]].text == _CLOSES[token.text]:
                    opened = stack.pop()
                    self.pairs[opened], self.pairs[place] = place, opened

    def before(self, place: int) -> int:
        """The place of the token before another, ends of lines left out; -1 where there is none."""
        place -= 1
        while place >= 0 and self.all[place].kind == "line":
            place -= 1
        return place


_NAMED = {
    "promql": re.compile(_TOKEN.pattern.replace(r"[^\W\d]\w*", r"[^\W\d][\w:]*"), re.VERBOSE),
    "matlab": re.compile(_TOKEN.pattern.replace(r"(?P<op>\*\*=?", r"(?P<op>\.[\^*/]|\*\*=?"), re.VERBOSE),
    "r": re.compile(_TOKEN.pattern.replace(r"[$@]?[^\W\d]\w*", r"[^\W\d]\w*(?:[$@][^\W\d]\w*)*"), re.VERBOSE),
}
"""Languages whose names have other characters: `vllm:spec_decode_num_drafts_total`, `runs$accepted`."""


def number(text: str) -> str:
    """A printed number without the suffix that says its type; hexadecimal ones are none that a formula has."""
    return "" if text[:2].lower() in ("0x", "0b", "0o") else _NUMBER.sub("", text)


def _masked(text: str, marks: Sequence[Comment | Literal]) -> str:
    """The text with comments blank and literals as one character each place, all else where it was."""
    parts: list[str] = []
    place = 0
    for mark in marks:
        parts.append(text[place : mark.start])
        inner = text[mark.start : mark.end]
        if isinstance(mark, Comment):
            parts.append(re.sub(r"[^\n]", " ", inner))
        else:
            parts.append("\ue000" * len(inner))
        place = mark.end
    parts.append(text[place:])
    return "".join(parts)
