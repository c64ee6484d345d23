"""Texts against the code under them (DP303): a docstring or comment that states a rival where the code computes what is right.

Where the code is wrong and the text right, the code's own rule speaks (`expected`), not this one.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import excuses
from ..document import Document
from ..finding import Finding, Level
from ._cases import case_of
from .expected import twin


def judge(document: Document) -> Iterator[Finding]:
    """The findings on docstrings and comments of a document."""
    for formula in document.formulas:
        code = twin(formula, document)
        case = case_of(formula, document) if code is not None else None
        if code is None or case is None or excuses.excuse(formula.passage, formula.start, formula.end, document):
            continue
        verdict = case.standing[1][0]
        right = case_of(code, document)
        if verdict.unsure and right is not None and right.of_counts:  # whose rate the text means too
            continue
        shown = case.finding(verdict)
        there = code.passage.place(code.start)
        kind = formula.passage.kind.value
        message = f"the {kind} contradicts the code at line {there.line}, which is right; it says {shown.message}"
        yield document.finding(
            formula.passage, formula.start, formula.end, "DP303", Level.ERROR, message, shown.fix,
            claim=shown.claim, rival=shown.rival, related=((there, code.text),),
        )  # fmt: skip
