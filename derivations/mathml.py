"""Formulas as MathML Core, which browsers set without any library: the third notation, beside text and LaTeX.

Names come from the vocabulary's LaTeX, so that no symbol is spelled twice. What comes out is a run of elements; `formula` and
`tree` wrap it into `<math>`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from html import escape

import sympy as sp

from .expr import Node
from .notation import LATEX, Notation
from .printing import inline, lines
from .statements import Statement
from .tree_printing import written

_COMMANDS = {
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "lambda": "λ", "mu": "μ", "rho": "ρ", "sigma": "σ", "tau": "τ",
    "varphi": "φ", "ell": "ℓ", "Delta": "Δ", "min": "min", "le": "≤", "setminus": "∖",
}  # fmt: skip
_OVER = {"bar": "¯", "overline": "¯", "hat": "^"}
_MARKUP = re.compile("<[^>]*>")
_PART = re.compile(r"([a-z]*)([^>]*)>([^<]?)")
_OPENING = "<m"
"""Every element begins with it: a run is cut there into parts, of which there are few different ones."""
_BLANKS = re.compile("> +<")
_TOKEN = re.compile(r"\\(?P<command>[A-Za-z]+)\s*|(?P<mark>[{}_^'])|(?P<plain>[^\\{}_^'\s])")


def formula(said: sp.Basic | Statement, *, display: bool = False) -> str:
    """A formula or statement as one `<math>` element; the parts of a statement stand below each other."""
    rows = lines(said, MATHML)
    if len(rows) == 1:
        return wrapped(rows[0], display=display)
    table = "".join(f"<mtr><mtd>{row}</mtd></mtr>" for row in rows)
    return wrapped(f'<mtable columnalign="left">{table}</mtable>', display=display)


def tree(node: Node) -> str:
    """A tree as one `<math>` element."""
    return wrapped(written(node, MATHML))


def given(statements: tuple[Statement, ...]) -> str:
    """Statements joined by "and", as one `<math>` element."""
    return wrapped(inline(statements, MATHML))


def wrapped(body: str, *, display: bool = False) -> str:
    """A run of elements as a `<math>` element, without the blanks between them."""
    tight = body.strip(" ")  # no-break spaces are text
    if "> " in tight:
        tight = tight.replace("> <", "><")
        tight = _BLANKS.sub("><", tight) if ">  " in tight else tight
    return ('<math display="block">' if display else "<math>") + tight + "</math>"


@lru_cache(maxsize=512)
def name(symbol: str) -> str:
    """A vocabulary name (or an index, as it is) as MathML."""
    tokens = list(_TOKEN.finditer(LATEX.name(symbol)))
    body, rest = _run(tokens, 0)
    assert rest == len(tokens), symbol  # the vocabulary's LaTeX is ours
    return body


def _run(tokens: list[re.Match[str]], at: int) -> tuple[str, int]:
    """The elements up to a closing brace, scripts attached."""
    parts: list[str] = []
    while at < len(tokens) and tokens[at]["mark"] != "}":
        mark = tokens[at]["mark"]
        if mark in ("_", "^"):
            script, at = _one(tokens, at + 1)
            parts[-1] = f"<m{'sub' if mark == '_' else 'sup'}>{parts[-1]}{script}</m{'sub' if mark == '_' else 'sup'}>"
        elif mark == "'":
            parts[-1], at = f"<msup>{parts[-1]}<mo>′</mo></msup>", at + 1
        else:
            part, at = _one(tokens, at)
            parts.append(part)
    return _row(parts), at


def _one(tokens: list[re.Match[str]], at: int) -> tuple[str, int]:
    """The next token, group or command with its argument."""
    token = tokens[at]
    if token["mark"] == "{":
        body, end = _run(tokens, at + 1)
        return body, end + 1
    if (command := token["command"]) is None:
        return _leaf(token["plain"]), at + 1
    if command == "mathrm":
        end = next(i for i in range(at + 1, len(tokens)) if tokens[i]["mark"] == "}")
        word = "".join(t["plain"] or "" for t in tokens[at + 2 : end])
        return f'<mi mathvariant="normal">{word}</mi>' if len(word) == 1 else f"<mi>{word}</mi>", end + 1
    if command in _OVER:
        body, end = _one(tokens, at + 1)
        return f"<mover>{body}<mo>{_OVER[command]}</mo></mover>", end
    return _leaf(_COMMANDS[command]), at + 1


def _leaf(sign: str) -> str:
    if sign.isdigit():
        return f"<mn>{sign}</mn>"
    return f"<mi>{escape(sign)}</mi>" if sign.isalpha() or sign == "ℓ" else f"<mo>{escape(sign)}</mo>"


def _row(parts: list[str]) -> str:
    return parts[0] if len(parts) == 1 else f"<mrow>{''.join(parts)}</mrow>"


def _whole(body: str) -> str:
    """A run of elements as one element: scripts and fractions take one each."""
    body = body.strip()
    return body if _is_one(body) else f"<mrow>{body}</mrow>"


def _is_one(body: str) -> bool:
    """Whether a run is a single element."""
    if body.count(_OPENING) == 1:
        return True
    depth = seen = 0
    for _, _, step, *_ in map(_read, body.split(_OPENING)[1:]):
        seen += depth == 0
        depth += step
    return seen == 1


def _mo(sign: str) -> str:
    return f"<mo>{escape(sign)}</mo>"


def _function(called: str) -> str:
    """A named function: upright, and off the factor before it."""
    return f'<mo form="prefix" lspace=".17em" rspace="0">{called}</mo>'


def _group(body: str) -> str:
    """In parentheses; long ones are elements of the run, so that a line may break between them."""
    tall = "<mfrac" in body or "<munder" in body or "<mtable" in body
    left, right = (
        ("<mo>(</mo>", "<mo>)</mo>") if tall else ('<mo stretchy="false">(</mo>', '<mo stretchy="false">)</mo>')
    )
    return left + body + right


def _length(body: str) -> int:
    """The characters that a reader sees."""
    return sum(map(_seen, body.split(_OPENING)))


@lru_cache(maxsize=2**12)
def _seen(part: str) -> int:
    return len(_MARKUP.sub("", _OPENING + part)) if ">" in part else len(part)


def _fraction(top: str, bottom: str, loose_top: bool, loose_bottom: bool) -> str:
    """Stacked, but on one line where no narrow page holds it."""
    if max(_length(top), _length(bottom)) <= WIDEST_FRACTION:
        return f"<mfrac>{_whole(top)}{_whole(bottom)}</mfrac>"
    return f"{_group(top) if loose_top else top}<mo>/</mo>{_group(bottom) if loose_bottom else bottom}"


def _fold(operator: str, index: str, low: str, high: str) -> str:
    if operator == "lim":
        return f"<munder><mo>lim</mo><mrow>{index}<mo>→</mo>{low}</mrow></munder>"
    if operator == "d":
        return f"<mfrac><mi>d</mi><mrow><mi>d</mi>{index}</mrow></mfrac>"
    sign = {"sum": "∑", "prod": "∏"}[operator]
    return f"<munderover><mo>{sign}</mo><mrow>{index}<mo>=</mo>{low}</mrow>{_whole(high)}</munderover>"


def _cases(rows: list[tuple[str, str]]) -> str:
    if max(_length(value) + _length(condition) for value, condition in rows) > WIDEST_FRACTION:
        return (
            "<mo>{</mo>"
            + "<mo>;</mo>".join(f"{value}{_words(' ')}{condition}" for value, condition in rows)
            + "<mo>}</mo>"
        )
    table = "".join(f"<mtr><mtd>{value}</mtd><mtd>{condition}</mtd></mtr>" for value, condition in rows)
    return f'<mrow><mo>{{</mo><mtable columnalign="left">{table}</mtable></mrow>'


def _words(words: str) -> str:
    """Words in a formula; the blanks at their ends are no-break spaces, since MathML drops others."""
    body = escape(words.strip())
    before, after = ("\u00a0" * part for part in (words[:1] == " ", words[-1:] == " "))
    return f"<mtext>{before}{body}{after}</mtext>"


MATHML = Notation(
    name=name,
    number=lambda digits: f"<mn>{digits}</mn>",
    times="",
    apart='<mspace width=".17em"/>',
    dot="<mo>⋅</mo>",
    group=_group,
    fraction=_fraction,
    power=lambda base, exponent: f"<msup>{_whole(base)}{_whole(exponent)}</msup>",
    root=lambda body: f"<msqrt>{body}</msqrt>",
    element=lambda base, index: f"<msub>{_whole(base)}{_whole(index)}</msub>",
    call=lambda of, arguments: of + _group(arguments),
    fold=_fold,
    cases=_cases,
    sign={
        "+": _mo("+"), "-": _mo("−"), "negative": '<mo form="prefix">−</mo>', ",": _mo(","),
        "=": _mo("="), "≈": _mo("≈"), "!=": _mo("≠"), "<": _mo("<"), "<=": _mo("≤"), ">": _mo(">"), ">=": _mo("≥"),
        "oo": "<mi>∞</mi>", "|": '<mo stretchy="true">|</mo>',
        "min": _function("min"), "max": _function("max"), "ln": _function("ln"),
        "floor(": "<mrow><mo>⌊</mo>", ")floor": "<mo>⌋</mo></mrow>", "ceil(": "<mrow><mo>⌈</mo>", ")ceil": "<mo>⌉</mo></mrow>",
    },
    between=lambda left, body, right: left + body + right,
    words=_words,
    list=lambda parts: "".join(parts),
    fallback=lambda expression: f"<mtext>{escape(sp.sstr(expression))}</mtext>",
)  # fmt: skip


LONG, WIDEST_FRACTION = 22, 30
"""Characters: what is longer may be broken before signs and between factors too; a longer fraction stands on one line."""


_WORDS, _RELATIONS, _SIGNS, _ANYWHERE = 1, 2, 4, 8
"""Where a line is broken, in this order: each only in what is still long, and within parentheses only where nothing else helps."""

_BREAKS = {
    **dict.fromkeys("=≈≠<≤>≥&", _RELATIONS),  # & begins an entity: < and > are escaped
    **dict.fromkeys("+−/", _SIGNS | _ANYWHERE),
    **dict.fromkeys("(⋅", _ANYWHERE),
}
"""Bits of an operator without attributes, so of one that stands between two terms."""


def pieces(body: str) -> list[str]:
    """A run cut where a page may break its line: before words, then relations, then signs, each only in what is still long."""
    places = _places(body)
    if places[-1][2] <= LONG:
        return [body]
    found: list[str] = []
    _cut(found, body, places, range(len(places)), _WORDS)
    return found


def _cut(found: list[str], body: str, places: Sequence[_Place], among: range, where: int) -> None:
    """Add the pieces of what is long, from the first of these places to the last."""
    breaks = [k for k in among[1:-1] if places[k][1] & where]
    if not breaks and where != _ANYWHERE:
        _cut(found, body, places, among, 2 * where)
        return
    first = among[0]
    for last in (*breaks, among[-1]):
        (start, _, before), (end, _, seen) = places[first], places[last]
        if where == _ANYWHERE or last == first + 1 or seen - before <= LONG:
            found.append(body[start:end])
        else:
            _cut(found, body, places, range(first, last + 1), 2 * where)
        first = last


_Place = tuple[int, int, int]
"""Where a line may be broken, the bits that say when, and the characters that a reader sees before it."""


def _places(body: str) -> list[_Place]:
    """Where a line of a run may be broken; its start and its end too."""
    places = [(0, 0, 0)]
    depth = inside = seen = 0
    at = -len(_OPENING)  # none stands before the first part
    for length, size, step, breaks, sign in map(_read, body.split(_OPENING)):
        if depth == 0 and breaks:
            _add(places, at, breaks & _ANYWHERE if inside > 0 else breaks, seen)
        at += length
        seen += size
        if depth == 0 and sign:
            inside += (sign == "(") - (sign == ")")
            if sign == ",":
                _add(places, at, _ANYWHERE, seen)
        depth += step
    _add(places, len(body), _WORDS, seen)
    return places


def _add(places: list[_Place], at: int, breaks: int, seen: int) -> None:
    if at == places[-1][0]:
        places[-1] = (at, breaks | places[-1][1], seen)
    elif breaks:
        places.append((at, breaks, seen))


@lru_cache(maxsize=2**12)
def _read(part: str) -> tuple[int, int, int, int, str]:
    """Of an element's beginning, up to that of the next one: its length, the characters seen, how much deeper it leads, the bits
    of a break before it, and a sign that matters for breaks.
    """
    length, size = len(_OPENING) + len(part), _seen(part)
    found = _PART.match(part)
    if found is None:
        return length, size, 0, 0, ""
    tag, how, sign = found.groups()
    step = (tag != "space") - part.count("</m")
    if tag == "text":
        return length, size, step, _WORDS | _ANYWHERE, ""
    if tag != "o":
        return length, size, step, 0, ""
    return length, size, step, 0 if how else _BREAKS.get(sign, 0), sign if sign in "(,)" else ""
