"""What text and LaTeX put on the page for each construct: the parts come written, a notation joins them.

`mathml` has one more. Signs stand between spaces, which both LaTeX and MathML pass over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

import sympy as sp

from .latex_width import width
from .vocabulary import TERMS


@dataclass(frozen=True, eq=False)  # by identity: what is written in a notation is kept by it
class Notation:
    """How one output writes things. Every field gets parts that are already written, and joins them."""

    name: Callable[[str], str]
    number: Callable[[str], str]
    times: str
    apart: str  # the same beside a name of several upright letters, and between a letter and a name with arguments
    dot: str  # the same before a numeral, which would be read on into the number before it
    group: Callable[[str], str]
    fraction: Callable[[str, str, bool, bool], str]  # top, bottom, and whether each needs grouping on one line
    power: Callable[[str, str], str]
    root: Callable[[str], str]
    element: Callable[[str, str], str]
    call: Callable[[str, str], str]
    fold: Callable[[str, str, str, str], str]  # the operator's key, index, low, high
    cases: Callable[[list[tuple[str, str]]], str]
    sign: dict[str, str]  # operator -> what is printed for it
    between: Callable[[str, str, str], str]  # what stands between two signs: a rounding, an absolute value
    words: Callable[[str], str]
    list: Callable[[list[str]], str]  # the parts of a statement
    fallback: Callable[[Any], str]
    raised: Notation | None = None  # what exponents are written in, where that is another one


_UPRIGHT = re.compile(r"\\mathrm\{[^}]{2}|<mi>[^<]{2}")


def product(factors: Iterable[tuple[str, str]], to: Notation) -> str:
    """Factors one after the other, each written, with the sign that stands before it where it is not the first."""
    written, last = "", ""
    for sign, body in factors:
        beside = sign == to.times and (_UPRIGHT.match(last) or _UPRIGHT.match(body))
        written += ((to.apart if beside else sign) if written else "") + body
        last = body
    return written


def _latex_name(name: str) -> str:
    """A name that is no vocabulary's: an index in italics, a word upright."""
    found = sp.latex(sp.Symbol(name))
    return rf"\mathrm{{{name}}}" if found == name and name.isalpha() and len(name) > 1 else found


WIDEST_FRACTION = 250.0
"""Points: what is wider, no line of a page holds beside the rest of its formula, and it is written on one line."""


def _tight(body: str) -> str:
    """An exponent or subscript on one line: no spaces, in parentheses unless it is one sign."""
    body = body.replace(" ", "")
    return body if body.isalnum() or body == "-1" else f"({body})"


_TEXT_FOLD = {"sum": "Σ_{{{}={}..{}}} ", "prod": "Π_{{{}={}..{}}} ", "lim": "lim_{{{}→{}}} ", "d": "d/d{} "}
_LATEX_FOLD = {
    "sum": r"\sum_{{{}={}}}^{{{}}} ",
    "prod": r"\prod_{{{}={}}}^{{{}}} ",
    "lim": r"\lim_{{{} \to {}}} ",
    "d": r"\frac{{d}}{{d{}}} ",
}

TEXT = Notation(
    name=lambda name: TERMS[name].text if name in TERMS else name,
    number=str,
    times="·",
    apart="·",
    dot="·",
    group=lambda body: f"({body})",
    fraction=lambda top, bottom, loose_top, loose_bottom: (
        (f"({top})" if loose_top else top) + "/" + (f"({bottom})" if loose_bottom else bottom)
    ),
    power=lambda base, exponent: f"{base}^{_tight(exponent)}",
    root=lambda body: f"√({body})" if len(body) > 1 else f"√{body}",
    element=lambda base, index: f"{base}_{_tight(index)}",
    call=lambda name, arguments: f"{name}({arguments})",
    fold=lambda operator, *parts: _TEXT_FOLD[operator].format(*(part.replace(" ", "") for part in parts)),
    cases=lambda rows: "{" + ", ".join(f"{value} {condition}" for value, condition in rows) + "}",
    sign={
        "+": "+", "-": "-", "negative": "-", ",": ", ",
        "=": "=", "≈": "≈", "!=": "≠", "<": "<", "<=": "≤", ">": ">", ">=": "≥", "oo": "∞", "|": "|", "min": "min", "max": "max",
        "ln": "ln", "floor(": "⌊", ")floor": "⌋", "ceil(": "⌈", ")ceil": "⌉",
    },
    between=lambda left, body, right: left + body + right,
    words=lambda words: words,
    list="; ".join,
    fallback=sp.sstr,
)  # fmt: skip

LATEX = Notation(
    name=lambda name: TERMS[name].latex if name in TERMS else _latex_name(name),
    number=str,
    times=" ",
    apart=r" \, ",
    dot=r" \cdot ",
    group=lambda body: rf"\left({body}\right)",
    fraction=lambda top, bottom, *_: rf"\frac{{{top}}}{{{bottom}}}",
    power=lambda base, exponent: f"{base}^{{{exponent}}}",
    root=lambda body: rf"\sqrt{{{body}}}",
    element=lambda base, index: f"{base}_{{{index}}}",
    call=lambda name, arguments: rf"{name}\left({arguments}\right)",
    fold=lambda operator, *parts: _LATEX_FOLD[operator].format(*parts),
    cases=lambda rows: (
        r"\begin{cases} " + r" \\ ".join(f"{value} & {condition}" for value, condition in rows) + r" \end{cases}"
    ),
    sign={
        "+": "+", "-": "-", "negative": "-", ",": ", ",
        "=": "=", "≈": r"\approx", "!=": r"\neq", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge", "oo": r"\infty", "|": "|",
        "min": r"\min", "max": r"\max", "ln": r"\ln",
        "floor(": r"\left\lfloor ", ")floor": r" \right\rfloor", "ceil(": r"\left\lceil ", ")ceil": r" \right\rceil",
    },
    between=lambda left, body, right: left + body + right,
    words=lambda words: rf"\text{{{words}}}",
    list=lambda parts: (
        parts[0] if len(parts) == 1 else r"\begin{aligned} & " + r" \\ & ".join(parts) + r" \end{aligned}"
    ),
    fallback=sp.latex,
)  # fmt: skip


_TALL = re.compile(r"\\(frac|sum|prod|begin)")


def _fence(body: str) -> str:
    """Parentheses between which TeX may break a line, which it does not between `\\left` and `\\right`."""
    return rf"\biggl({body}\biggr)" if _TALL.search(body) else f"({body})"


def _between(left: str, body: str, right: str) -> str:
    """Signs as tall as what stands between them, which is not broken; large ones around what is both tall and wide."""
    if not _TALL.search(body):
        return left + body + right
    how = ("left", "right") if width(body) <= WIDEST_FRACTION else ("biggl", "biggr")
    return rf"\{how[0]}{left}{body}\{how[1]}{right.lstrip()}"


def _breakable_fraction(top: str, bottom: str, loose_top: bool, loose_bottom: bool) -> str:
    if max(width(top), width(bottom)) <= WIDEST_FRACTION:
        return rf"\frac{{{top}}}{{{bottom}}}"
    return (_fence(top) if loose_top else top) + r" / \penalty800 " + (_fence(bottom) if loose_bottom else bottom)


def _breakable_cases(rows: list[tuple[str, str]]) -> str:
    stacked = LATEX.cases(rows)
    if width(stacked) <= WIDEST_FRACTION:
        return stacked
    return r"\biggl\{" + r",\; \allowbreak ".join(rf"{value} \ {condition}" for value, condition in rows) + r"\biggr\}"


def _breakable_words(words: str) -> str:
    """Whole sentences may stand in a formula: a claim that is said in words."""
    return "".join(rf"\text{{{piece}}}\allowbreak " for piece in re.findall(r"^\s*\S+\s*|\S+\s*", words))


BREAKABLE = replace(
    LATEX,
    apart=r" \, \penalty900 ",
    times=r" \penalty900 ",  # TeX's own are 700 after a sign and 500 after a relation: rather there than at a product
    group=_fence,
    fraction=_breakable_fraction,
    call=lambda name, arguments: f"{name}({arguments})",
    cases=_breakable_cases,
    sign={key: re.sub(r"\\(left|right)(?![a-z])", "", sign) for key, sign in LATEX.sign.items()},
    between=_between,
    words=_breakable_words,
    raised=LATEX,
)
"""LaTeX for math in a paragraph, which TeX breaks after a sign or between factors where a line is too short; never in exponents."""
