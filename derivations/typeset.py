"""A derivation as a fragment of LaTeX for a document: every step with its rule and its reason. amsmath is all it needs.

A formula keeps to the line: a reason stands beside it where there is room, else below, and what is wider than a line is
set as a paragraph, which TeX breaks.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

import sympy as sp

from .claims import Claim
from .derive import Derivation
from .domain import Domain
from .kernel import Argument
from .latex_width import width
from .latex_words import latex_text
from .notation import BREAKABLE, LATEX
from .printing import inline, lines
from .render import rule_name
from .statements import Statement, Words
from .tree_printing import written

LINE = 345.0
"""Points of a line of LaTeX's `article`, the narrowest page to be expected."""

BESIDE = 0.44 * LINE
"""A formula up to this leaves room for a reason (.4 of the line), the gap between them and the equation's number."""

ALONE = 0.85 * LINE
"""A formula up to this has a line to itself; estimated widths are off by some percent."""


def derivation_latex(found: Derivation) -> str:
    """The claim, its domain and its arguments; these end in the labels `dp:ID`, `dp:ID.2`, ..."""
    claim = found.claim
    blocks = [
        f"% {claim.id}: needs \\usepackage{{amsmath}}; with \\allowdisplaybreaks it breaks between pages",
        rf"\paragraph{{{latex_text(claim.title or claim.id)}}}",
        statement_latex(claim.statement),
        f"for {domain_latex(claim.domain)}. {latex_text(claim.source)}.",
        *arguments_latex(found),
    ]
    return "\n".join(blocks) + "\n"


def statement_latex(statement: Statement, label: str = "") -> str:
    """A statement, displayed; with a label, it has an equation's number."""
    if isinstance(statement, Words):
        body = rf"\parbox{{.85\linewidth}}{{\raggedright {latex_text(statement.says)}}}"
    else:
        rows = list(fitted(statement))
        body = rows[0] if len(rows) == 1 else LATEX.list(rows)
    if label:
        return f"\\begin{{equation}} \\label{{{label}}}\n{body}\n\\end{{equation}}"
    return f"\\[ {body} \\]"


def domain_latex(domain: Domain) -> str:
    """The sets of the variables and the conditions on them."""
    sets = [rf"\({LATEX.name(name)}\) in {latex_text(str(values))}" for name, values in domain.sets.items()]
    return ", ".join(sets + [rf"\({written(condition, BREAKABLE)}\)" for condition in domain.conditions])


def arguments_latex(found: Derivation) -> Iterator[str]:
    """The arguments, a row a step with its rule and its reason beside it or below."""
    for number, argument in enumerate(found.arguments, start=1):
        yield _argument(argument, label(found.claim, number))


def label(claim: Claim, number: int = 1) -> str:
    """The label of an argument's last equation: `dp:ID`, `dp:ID.2`, ..."""
    return f"dp:{claim.id}" + (f".{number}" if number > 1 else "")


@lru_cache(maxsize=2**12)
def fitted(formula: sp.Basic | Statement, before: str = "") -> tuple[str, ...]:
    """A formula, or each part of a statement, so that none is wider than a line; `before` is the sign in front."""
    whole = [before + part for part in _lines(formula)]
    if max(map(width, whole)) <= ALONE:
        return tuple(whole)
    broken = [before + part for part in lines(formula, BREAKABLE)]
    return tuple(part if width(part) <= ALONE else paragraph(other) for part, other in zip(whole, broken, strict=True))


def paragraph(formula: str) -> str:
    """A formula written in the notation BREAKABLE, as a paragraph within a display."""
    return rf"\parbox[t]{{.9\linewidth}}{{\lineskip4pt\raggedright\hangindent2em\(\displaystyle {formula}\)}}"


@lru_cache(maxsize=2**12)  # what one step ends with the next one begins with, and claims share their formulas
def _lines(formula: sp.Basic | Statement) -> tuple[str, ...]:
    return tuple(lines(formula, LATEX))


def _argument(argument: Argument, label: str) -> str:
    given = f"\n\\noindent Where \\({inline(argument.given, BREAKABLE)}\\):\n" if argument.given else ""
    start, *formulas = (_lines(formula)[0] for formula in (argument.start, *(step.after for step in argument.steps)))
    after = [f"{LATEX.sign[step.relation]} {formula}" for step, formula in zip(argument.steps, formulas, strict=True)]
    fits = width(start) + max(map(width, after), default=0.0) <= BESIDE
    rows = list(_beside(argument, start, after) if fits else _below(argument))
    body = "".join(rf"{row} \notag {end}" + "\n" for row, end in rows[:-1]) + rf"{rows[-1][0]} \label{{{label}}}"
    return f"{given}\\begin{{align}}\n{body}\n\\end{{align}}"


def _beside(argument: Argument, start: str, after: list[str]) -> Iterator[tuple[str, str]]:
    """A row a step, its reason in a column of its own; each with the end of its line."""
    before = start + " "
    for formula, reason in zip(after, _reasons(argument, ".4"), strict=True):
        yield f"{before}&{formula} && {reason}", r"\\"
        before = ""


def _below(argument: Argument) -> Iterator[tuple[str, str]]:
    """Two rows a step, the formula and its reason, which a page's end does not part."""
    yield f"& {fitted(argument.start)[0]}", r"\\*"
    for step, reason in zip(argument.steps, _reasons(argument, ".8"), strict=True):
        yield f"&\\quad {fitted(step.after, LATEX.sign[step.relation] + ' ')[0]}", r"\\*"
        yield f"&\\qquad {reason}", r"\\"


def _reasons(argument: Argument, share: str) -> Iterator[str]:
    """The rule and the reason of each step, in a box of this share of the line."""
    for step in argument.steps:
        said = rf"\emph{{{latex_text(rule_name(step))}}}: {latex_text(step.because)}"
        yield rf"\parbox[t]{{{share}\linewidth}}{{\raggedright {said}}}"
