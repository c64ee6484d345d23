"""Words, formulas and tables in GitHub's Markdown: what comes in is shown as it is, and steers nothing."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from ...derivations.latex_width import width

LINE = 480.0
"""Points of Computer Modern on a line of GitHub's page: a formula wider than this is broken."""

_CODE = re.compile(r"`([^`]+)`")
_STEERS = re.compile(r"[\\`*_{}\[\]#~|]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "<span>$</span>"}
_HIDDEN = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]")
_LINKED = re.compile(r"(?<=[a-z])(?=://)|(?<=www)(?=\.)|(?<=\w)(?=@)", re.IGNORECASE)
_TOKEN = re.compile(r"\\(?:left|right)\s*(?:\\[A-Za-z]+|\\.|.)|\\(?:begin|end)\{\w+\}|\\[A-Za-z]+|\\.|\s+|.", re.DOTALL)
_OPENING, _CLOSING = ("{", "\\left", "\\begin", "(", "["), ("}", "\\right", "\\end", ")", "]")
_RELATIONS = {"=", "<", ">", r"\le", r"\ge", r"\neq", r"\approx"}


def safe(words: str) -> str:
    """Words of anybody, on one line: no markup, no link, no formula, no HTML."""
    seen = _HIDDEN.sub(lambda found: f"[U+{ord(found[0]):04X}]", re.sub(r"\s+", " ", words))
    parts = (_STEERS.sub(r"\\\g<0>", part) for part in _LINKED.split(seen))
    return "<span></span>".join("".join(_ENTITIES.get(c, c) for c in part) for part in parts)


def prose(words: str) -> str:
    """Our own words, with `names` set as code."""
    pieces = _CODE.split(words)
    return "".join(code(piece) if number % 2 else safe(piece) for number, piece in enumerate(pieces))


def code(name: str) -> str:
    """A name as code; a bar in it would end a table's cell."""
    shown = _HIDDEN.sub(lambda found: f"[U+{ord(found[0]):04X}]", name).replace("`", "'").replace("|", "\\|")
    return f"`{shown}`"


def formula(latex: str) -> str:
    """A formula in a line of text, or in a table's cell."""
    return f"$`{_github(latex)}`$"


def block(rows: Sequence[str], indent: str = "") -> str:
    """Formulas one below the other, each broken before a relation or a sign where it is too wide."""
    shown = [part for row in rows for part in _broken(_github(row))]
    if len(shown) > 1:
        shown = [r"\begin{aligned}", *(rf"& {row} \\" for row in shown[:-1]), f"& {shown[-1]}", r"\end{aligned}"]
    return "".join(f"{indent}{line}\n" for line in ("```math", *shown, "```"))


def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are Markdown already."""
    lines = [tuple(head), ("---",) * len(head), *(tuple(row) for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _github(latex: str) -> str:
    """What GitHub's MathJax and its tables can take."""
    return latex.replace(r"\operatorname{", r"\mathrm{").replace("|", r"\vert ").strip()


def _broken(latex: str) -> Iterator[str]:
    """The formula in parts that fit a line, as far as there are places to break it; further ones moved in."""
    if width(latex) <= LINE:
        yield latex
        return
    line, first = "", True
    for piece in _pieces(latex):
        if line and width(line + piece) > LINE:
            yield line if first else rf"\quad {line}"
            line, first = "", False
        line += piece
    yield line if first else rf"\quad {line}"


def _pieces(latex: str) -> Iterator[str]:
    """The formula cut before relations and signs that stand outside every bracket."""
    depth, piece, before = 0, "", ""
    for token in _TOKEN.findall(latex):
        if token.startswith(_OPENING):
            depth += 1
        elif token.startswith(_CLOSING):
            depth -= 1
        binary = token in "+-" and before not in ("", *_RELATIONS) if token.strip() else False
        if depth == 0 and piece.strip() and (token in _RELATIONS or binary):
            yield piece
            piece = ""
        piece += token
        before = token if token.strip() else before
    yield piece
