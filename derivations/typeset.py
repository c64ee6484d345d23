"""A derivation as a fragment of LaTeX for a document: every step with its rule and its reason. amsmath is all it needs.

A formula keeps to the line: a reason stands beside it where there is room, else below, and what is wider than a line is
set as a paragraph, which TeX breaks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import sympy as sp

from .derive import Derivation
from .domain import Domain
from .kernel import Argument
from .latex_width import width
from .notation import BREAKABLE, LATEX
from .printing import inline, latex, lines
from .render import condition_text, rule_name
from .statements import Statement

LINE = 345.0
"""Points of a line of LaTeX's `article`, the narrowest page to be expected."""

BESIDE = 0.44 * LINE
"""A formula up to this leaves room for a reason (.4 of the line), the gap between them and the equation's number."""

ALONE = 0.85 * LINE
"""A formula up to this has a line to itself; estimated widths are off by some percent."""

_CAPITALS = ("Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Upsilon", "Phi", "Psi", "Omega")
_SIGNS = {
    "≤": r"\le", "≥": r"\ge", "≠": r"\neq", "∞": r"\infty", "·": r"\cdot", "×": r"\times", "→": r"\to", "∈": r"\in",
    "≈": r"\approx", "√": r"\surd", "−": "-", "ℕ": r"\mathrm{N}", "′": "'", "<": "<", ">": ">", "|": "|", "²": "^2", "₊": "_+",
}  # fmt: skip
_ACCENTS = {"\u0302": "hat", "\u0304": "bar"}
_PIECE = re.compile(
    rf"(?P<base>\b(?:alpha|beta|gamma|[^\W\d_]|\d+)|\))\^(?P<exponent>\([^()]*\)|-?\w+)"
    rf"|(?P<accented>.)(?P<accent>[{''.join(_ACCENTS)}]?)",
    re.DOTALL,
)
_ESCAPED = {
    **{c: "\\" + c for c in "&%$#{}"},
    "_": r"\_\allowbreak{}",  # a claim's id may be longer than a line
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "\\": r"\textbackslash{}",
}


def derivation_latex(found: Derivation) -> str:
    """The claim, its domain and its arguments; these end in the labels `dp:ID`, `dp:ID.2`, ..."""
    claim = found.claim
    blocks = [
        f"% {claim.id}: needs \\usepackage{{amsmath}}; with \\allowdisplaybreaks it breaks between pages",
        rf"\paragraph{{{latex_text(claim.title or claim.id)}}}",
        _statement(claim.statement),
        f"for {domain_latex(claim.domain)}. {latex_text(claim.source)}.",
    ]
    for number, argument in enumerate(found.arguments, start=1):
        blocks.append(_argument(argument, f"dp:{claim.id}" + (f".{number}" if number > 1 else "")))
    return "\n".join(blocks) + "\n"


def domain_latex(domain: Domain) -> str:
    """The sets of the variables and the conditions on them."""
    sets = [rf"\({LATEX.name(name)}\) in {latex_text(str(values))}" for name, values in domain.sets.items()]
    return ", ".join(sets + [rf"\({condition_text(condition, BREAKABLE)}\)" for condition in domain.conditions])


def latex_text(words: str) -> str:
    """Words for text mode: special characters escaped, Greek letters, signs and powers in math."""
    return "".join(map(_piece, _PIECE.finditer(words)))


def _piece(found: re.Match[str]) -> str:
    if base := found["base"]:
        return rf"\({_math(base)}^{{{_math(found['exponent'].removeprefix('(').removesuffix(')'))}}}\)"
    plain = _escaped(found["accented"])
    inner = plain.removeprefix(r"\(").removesuffix(r"\)")
    return rf"\(\{_ACCENTS[found['accent']]}{{{inner}}}\)" if found["accent"] else plain


def _math(words: str) -> str:
    """A short formula, as it stands in words, for math mode."""
    parts = [_SIGNS.get(part) or _greek(part) or _ESCAPED.get(part, part) for part in re.findall("[a-z]{4,}|.", words)]
    return "".join(part + " " * part[1:].isalpha() for part in parts).strip()


def _escaped(character: str) -> str:
    if character in _SIGNS:
        return rf"\({_SIGNS[character]}\)"
    command = _greek(character)
    return rf"\({command}\)" if command else _ESCAPED.get(character, character)


def _greek(character: str) -> str:
    """The command of a Greek letter, or of the word for a small one; empty where there is none."""
    if character in ("alpha", "beta", "gamma"):
        return "\\" + character
    match unicodedata.name(character, "").split() if len(character) == 1 else []:
        case ["GREEK", "SMALL", "LETTER", letter] if letter != "OMICRON":
            return "\\" + letter.lower().replace("lamda", "lambda")
        case ["GREEK", "CAPITAL", "LETTER", letter] if letter.capitalize().replace("Lamda", "Lambda") in _CAPITALS:
            return "\\" + letter.capitalize().replace("Lamda", "Lambda")
    return ""


def _statement(statement: Statement) -> str:
    rows = _fitted(statement)
    return "\\[ " + (rows[0] if len(rows) == 1 else LATEX.list(rows)) + " \\]"


def _fitted(formula: sp.Basic | Statement, before: str = "") -> list[str]:
    """A formula, or each part of a statement, so that none is wider than a line; `before` is the sign in front."""
    written = zip(lines(formula, LATEX), lines(formula, BREAKABLE), strict=True)
    return [
        before + whole
        if width(before + whole) <= ALONE
        else rf"\parbox[t]{{.9\linewidth}}{{\lineskip4pt\raggedright\hangindent2em\(\displaystyle {before}{parts}\)}}"
        for whole, parts in written
    ]


def _argument(argument: Argument, label: str) -> str:
    given = f"\n\\noindent Where \\({inline(argument.given, BREAKABLE)}\\):\n" if argument.given else ""
    after = [f"{LATEX.sign[step.relation]} {latex(step.after)}" for step in argument.steps]
    fits = width(latex(argument.start)) + max(map(width, after), default=0.0) <= BESIDE
    rows = list(_beside(argument, after) if fits else _below(argument))
    end = [r" \notag \\"] * (len(rows) - 1) + [rf" \label{{{label}}}"]
    return given + "\\begin{align}\n" + "\n".join(map("".join, zip(rows, end, strict=True))) + "\n\\end{align}"


def _beside(argument: Argument, after: list[str]) -> Iterator[str]:
    """A row a step, its reason in a column of its own."""
    start = latex(argument.start) + " "
    for formula, reason in zip(after, _reasons(argument, ".4"), strict=True):
        yield f"{start}&{formula} && {reason}"
        start = ""


def _below(argument: Argument) -> Iterator[str]:
    """Two rows a step: the formula, and its reason."""
    yield f"& {_fitted(argument.start)[0]}"
    for step, reason in zip(argument.steps, _reasons(argument, ".8"), strict=True):
        yield f"&\\quad {_fitted(step.after, LATEX.sign[step.relation] + ' ')[0]}"
        yield f"&\\qquad {reason}"


def _reasons(argument: Argument, share: str) -> Iterator[str]:
    """The rule and the reason of each step, in a box of this share of the line."""
    for step in argument.steps:
        said = latex_text(f"{rule_name(step)}: {step.because}")
        yield rf"\parbox[t]{{{share}\linewidth}}{{\raggedright {said}}}"
