"""Formulas of speculation (DP101 to DP106): what a formula is said to give, against the claims and their rivals.

A formula's names and numbers get their meanings from `roles`; with these it is looked up among all claims and rivals
(`_reading`). It is then right, or a rival, or either (`_cases`): `1 + k*rate` is the identity where the rate is accepted /
drafted, and the misconception where it is the probability that a draft is accepted. What cannot be told is a note.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from .. import excuses, formulas, matching
from ..catalogue import family
from ..document import Document, Formula, How, Kind
from ..finding import Finding
from ..spelling import last
from ..splitting import key, split
from ._cases import Case, case_of, tells
from ._under import same_below, under
from ._verdict import Verdict

_CALLED = re.compile(r"([A-Za-z_]\w{0,60})\s?\(")


def judge(document: Document) -> Iterator[Finding]:
    """The findings on the formulas of a document, where their results are formed.

    A step that a later formula takes up is not judged again, and by itself only where its shape tells. A text whose code is
    right is left to `contradicts`.
    """
    steps, summed = formulas.used(document), formulas.used(document, formulas.terms)
    wrong: list[tuple[Case, Verdict]] = []
    sound: set[int] = set()
    for place, formula in enumerate(document.formulas):
        case = case_of(formula, document)
        if case is None or twin(formula, document) is not None or _of_something_else(case):
            continue
        sound |= {id(step) for step in case.rests_on}
        for verdict in case.standing[1]:
            whole = place not in summed or bool(case.called)
            if (
                place not in steps
                or (whole and tells(verdict.match.entry.tree))
                or case.names_tokens
                or case.is_named("throughput")
                or verdict.says
            ):
                wrong.append((case, verdict))
    wrong = [(case, verdict) for case, verdict in wrong if id(case.formula) not in sound or not _is_vague(case)]
    formed = {
        (id(case.formula), verdict.code)
        for case, verdict in wrong
        if case.names_tokens or _names_so(case, verdict) or case.is_named("S") or case.is_named("throughput")
    }
    wrong = [
        (case, verdict)
        for case, verdict in wrong
        if not any(
            (id(step), verdict.code) in formed for step in verdict.taken
        )  # it is wrong where it is named already
    ]
    failing = {(id(case.formula), verdict.code) for case, verdict in wrong if verdict.level.fails}
    covered = {
        (id(step), verdict.code)
        for _, verdict in wrong
        for step in verdict.taken
        if verdict.level.fails or (id(step), verdict.code) not in failing  # a note says less than its step
    }
    returned = {
        (name, verdict.code)
        for case, verdict in wrong
        for name in (
            last(case.formula.result) if case.formula.how is How.RETURNED else "",
            last(case.formula.passage.scope),
        )
        if name and verdict.level.fails
    }
    seen: set[tuple[int, int, str]] = set()
    for case, verdict in wrong:
        formula = case.formula
        chain = id(formula.passage), formula.chain, verdict.code
        if formula.chain >= 0 and chain in seen:  # one finding of `E = Σ α^i = α(1 - α^k)/(1 - α)`
            continue
        calls = (formula.text, *(step.text for step in verdict.taken if step.how is How.CALLED))
        called = {(name, verdict.code) for text in calls for name in _CALLED.findall(text)}
        if (id(formula), verdict.code) in covered or called & returned:  # the function is wrong where it stands
            continue
        if excuses.excuse(formula.passage, formula.start, formula.end, document):
            continue
        if verdict.apart or matching.confirm(verdict.match, verdict.tree):  # by SymPy, which is imported here first
            seen.add(chain)
            yield case.finding(verdict)


def _of_something_else(case: Case) -> bool:
    """Whether a comment's formula says no more of what it gives than that the code below works it out, as no tokens by its name."""
    below = same_below(case.formula, case.document) if not case.said else None
    own = case_of(below, case.document) if below is not None else None
    return own is not None and not own.said and not own.standing[1]


def _names_so(case: Case, verdict: Verdict) -> bool:
    """Whether a result is accepted drafts by its own name, or some tokens, and wrong for these: what uses it was wrong there."""
    of = family(verdict.match.entry.quantity)
    return (of == "A" and case.is_named("A")) or (of == "E" and "tokens" in split(last(case.formula.result))[-1:])


def _is_vague(case: Case) -> bool:
    """Whether a result is by its own name no more tokens than accepted drafts: `expected`, to which one is added later."""
    return key(last(case.formula.result)) in _VAGUE or not case.names_tokens


_VAGUE = frozenset({"e", "exp", "expected", "expectation", "total", "value", "result"})
_SAYS = frozenset({Kind.DOCSTRING, Kind.COMMENT})


def twin(formula: Formula, document: Document) -> Formula | None:
    """The right formula in the code that a docstring or comment with a wrong one is about."""
    if formula.passage.kind not in _SAYS:
        return None
    known: dict[int, Formula | None] = document.__dict__.setdefault("_twins", {})
    if id(formula) not in known:
        known[id(formula)] = _twin(formula, document)
    return known[id(formula)]


def _twin(formula: Formula, document: Document) -> Formula | None:
    case = case_of(formula, document)
    if case is None or not case.standing[1]:
        return None
    of = {family(verdict.match.entry.quantity) for verdict in case.standing[1]}
    for other in under(formula, document):
        code = case_of(other, document)
        if code is not None and of & code.standing[0]:
            return other
    return None
