"""Texts against the code under them (DP303): a docstring or comment that states a rival where the code computes what is right.

Where the code is wrong and the text right, the code's own rule speaks (`expected`), not this one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from .. import excuses
from ..contexts import NO_BONUS
from ..document import Document, Formula, Kind, Passage
from ..finding import Finding, Level
from ..words import spoken
from ._cases import case_of
from ._under import under
from .expected import twin


def judge(document: Document) -> Iterator[Finding]:
    """The findings on docstrings and comments of a document."""
    reported: set[int] = set()
    for formula in document.formulas:
        yield from _without_bonus(formula, document)
        code = twin(formula, document)
        case = case_of(formula, document) if code is not None else None
        if code is None or case is None or excuses.excuse(formula.passage, formula.start, formula.end, document):
            continue
        verdict = case.standing[1][0]
        right = case_of(code, document)
        if verdict.unsure and right is not None and right.of_counts:  # whose rate the text means too
            continue
        reported.add(id(formula))
        if any(id(step) in reported for step in verdict.taken):  # the tokens of this speedup
            continue
        shown = case.finding(verdict)
        there = code.passage.place(code.start)
        kind = formula.passage.kind.value
        message = f"the {kind} contradicts the code at line {there.line}, which is right; it says {shown.message}"
        yield document.finding(
            formula.passage, formula.start, formula.end, "DP303", Level.ERROR, message, shown.fix,
            claim=shown.claim, rival=shown.rival, related=((there, code.text),),
        )  # fmt: skip


_CONTRASTS = re.compile(
    r"\b(?:would|were|if|but|unlike|instead|rather|here|now|below|plus|adds?|added|then|vs|versus|compare\w*|old|was|used to|"
    r"differs?|whereas|while|with the bonus|with it)\b|但|而|如果|하지만|だが|pero|mas\b|mais\b|aber"
)
"""Words by which a text speaks of another formula than that of the code under it."""
_FORGOTTEN = frozenset({"tokens.bonus_forgotten", "tokens.accepted_called_emitted", "tokens.tail_without_bonus"})


def _without_bonus(formula: Formula, document: Document) -> Iterator[Finding]:
    """A text that says that the bonus is left out, with the formula for that, just above code that counts it."""
    passage = formula.passage
    if passage.kind not in (Kind.COMMENT, Kind.DOCSTRING) or not NO_BONUS.search(spoken(formula.near)):
        return
    case = case_of(formula, document)
    if case is None or case.standing[1] or not any(match.entry.id in _FORGOTTEN for match in case.read_as):
        return
    of_text = (other for other in _within(passage, document) if case_of(other, document) is not None)
    if len(list(islice(of_text, 2))) > 1 or _CONTRASTS.search(spoken(passage.text)):
        return
    last = passage.place(len(passage.text) - 1).line
    for code in under(formula, document):
        below, right = code.passage.place(code.start).line - last, case_of(code, document)
        near = passage.kind is Kind.DOCSTRING or below <= 1
        if near and right is not None and "E" in right.standing[0] and not right.of_counts:
            there = code.passage.place(code.start)
            message = f"the {passage.kind.value} leaves the bonus token out; the code at line {there.line} counts it"
            if not excuses.excuse(passage, formula.start, formula.end, document):
                yield document.finding(
                    passage, formula.start, formula.end, "DP303", Level.WARNING, message, "say what the code gives",
                    claim="tokens.closed_form", rival="tokens.bonus_forgotten", related=((there, code.text),),
                )  # fmt: skip
            return


def _within(passage: Passage, document: Document) -> Sequence[Formula]:
    """The formulas of a passage."""
    found: dict[int, list[Formula]] | None = document.__dict__.get("_by_passage")
    if found is None:
        found = document.__dict__["_by_passage"] = {}
        for formula in document.formulas:
            found.setdefault(id(formula.passage), []).append(formula)
    return found.get(id(passage), ())
