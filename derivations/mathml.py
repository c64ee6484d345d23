"""Formulas as MathML Core, which browsers set without any library: the third notation, beside text and LaTeX.

Names come from the vocabulary's LaTeX, so that no symbol is spelled twice. What comes out is a run of elements; `formula` and
`tree` wrap it into `<math>`.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from html import escape
from typing import NamedTuple

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
_TAG = re.compile(r"<(/?)([a-z]+)([^<>]*?)(/?)>")
_MARKUP = re.compile("<[^>]*>")
_BLANKS = re.compile("> +<")
_LEAF = re.compile(r"<(?P<tag>m[ino]|mtext)(?P<how>[^<>]*)>(?P<shown>[^<]*)</(?P=tag)> *")
_OPEN = re.compile(r"<(?P<tag>\w+)[^<>]*?(?P<empty>/?)>")
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
        tight = _BLANKS.sub("><", tight)
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


@lru_cache(maxsize=2**14)
def _is_one(body: str) -> bool:
    """Whether a run is a single element."""
    depth, seen = 0, 0
    for tag in _TAG.finditer(body):
        if tag[1]:
            depth -= 1
        else:
            seen += depth == 0
            depth += not tag[4]
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
    return len(_MARKUP.sub("", body))


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
    words=_words,
    list=lambda parts: "".join(parts),
    fallback=lambda expression: f"<mtext>{escape(sp.sstr(expression))}</mtext>",
)  # fmt: skip


LONG, WIDEST_FRACTION = 22, 30
"""Characters: what is longer may be broken before signs and between factors too; a longer fraction stands on one line."""


class _Element(NamedTuple):
    """An element of a run: its markup, how many characters a reader sees, and where it stands.

    `sign` is what an operator shows ("" for other elements), `bare` whether it is one without attributes, so one between two terms.
    """

    markup: str
    length: int
    sign: str
    bare: bool
    inside: bool  # parentheses of the run


def pieces(body: str) -> Iterator[str]:
    """A run cut where a page may break its line: before words, then relations, then signs, each only in what is still long.

    Within parentheses it is cut only where nothing else helps.
    """
    if _length(body) <= LONG:
        yield body
        return
    for part in _cut_long(tuple(_elements(body)), (_before_words, _before_relations, _before_signs, _anywhere)):
        yield "".join(element.markup for element in part)


def _elements(body: str) -> Iterator[_Element]:
    """The outermost elements, each with the blanks after it."""
    at, inside = body.find("<"), 0
    while 0 <= at < len(body):
        leaf = _LEAF.match(body, at)
        end = leaf.end() if leaf else _end(body, at)
        markup, at = body[at:end], end
        if leaf is None or leaf["tag"] != "mo":
            yield _Element(markup, _length(markup), "", False, inside > 0)
            continue
        sign = leaf["shown"][:1]
        yield _Element(markup, _length(markup), sign, bool(sign) and not leaf["how"], inside > 0)
        inside += (sign == "(") - (sign == ")")


def _end(body: str, at: int) -> int:
    """Where the element that begins here ends, with the blanks after it."""
    tag = _OPEN.match(body, at)
    assert tag is not None  # the notation's own markup
    end, is_open = tag.end(), not tag["empty"]
    opening, closing = f"<{tag['tag']}", f"</{tag['tag']}>"
    depth = 1
    while is_open and depth:
        inner, end = end, body.index(closing, end) + len(closing)
        depth += body.count(f"{opening}>", inner, end) + body.count(f"{opening} ", inner, end) - 1
    following = body.find("<", end)
    return len(body) if following < 0 else following


def _before_words(element: _Element, _: _Element) -> bool:
    return element.markup.startswith("<mtext") and not element.inside


def _before_relations(element: _Element, _: _Element) -> bool:
    return element.bare and element.sign in "=≈≠<≤>≥&" and not element.inside


def _before_signs(element: _Element, _: _Element) -> bool:
    return element.bare and element.sign in "+−/" and not element.inside


def _anywhere(element: _Element, last: _Element) -> bool:
    return (element.bare and element.sign in "+−/(⋅") or element.markup.startswith("<mtext") or last.sign == ","


_Run = tuple[_Element, ...]
_Cut = Callable[[_Element, _Element], bool]


def _cut_long(run: _Run, cuts: tuple[_Cut, ...]) -> Iterator[_Run]:
    if not cuts or sum(element.length for element in run) <= LONG:
        yield run
        return
    places = [at for at in range(1, len(run)) if cuts[0](run[at], run[at - 1])]
    for start, end in itertools.pairwise((0, *places, len(run))):
        yield from _cut_long(run[start:end], cuts[1:])
