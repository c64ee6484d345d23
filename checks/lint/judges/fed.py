"""The closed form fed with the ratio through a call (DP103): `tokens(accepted / drafted, k)`, `expected_tokens(alpha=rate)`.

Judged is what is called: a function of the file that returns a right formula in α, or one from elsewhere that is named after the
expected tokens and takes an α by that name. What it is given must be accepted / drafted by a definition, not by a name.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate, islice

from ....derivations.expr import sym
from .. import excuses, matching, roles
from ..catalogue import family
from ..divisions import ratio
from ..document import Document, Formula, How, Kind, Passage, Source
from ..evidence import may_speculate
from ..finding import Finding, Level
from ..roles import Strength
from ..spelling import last, spelled
from ..splitting import key
from ..stops import over_tested
from ._cases import case_of
from ._reading import ALPHA, rate_of

CODE = "DP103"
CLAIM, RIVAL = "acceptance.closed_form", "acceptance.ratio_in_closed_form"
FIX = "feed it accepted / tested, or the alpha that the ratio r has at its draft length"

_CALL = re.compile(r"(?<![\w.])(?:[A-Za-z_]\w{0,40}(?:\.|::)){0,4}(?P<name>[A-Za-z_]\w{1,60})\s?\(")
_LONGEST = 600  # characters of a call's arguments
_KEYWORD = re.compile(r"\s*(?P<key>[A-Za-z_]\w{0,40})\s?(?::|=(?!=))\s*")
_OF_ALPHA = frozenset(
    {"alpha", "p_accept", "accept_prob", "acceptance_prob", "acceptance_probability", "p_acc", "per_token_acceptance"}
)
"""Keywords that say by themselves that α is taken; `rate` and `acceptance_rate` may be either."""
_MAX_CALLS = 400  # of one document that are looked at
_FAMILIES = frozenset({"E", "A", "S"})


@dataclass(frozen=True)
class _Takes:
    """A function that takes α: the names of its parameters in order, and α's among them."""

    parameters: tuple[str, ...]
    alpha: str


@dataclass(frozen=True)
class _Call:
    """A call in code: the function's name, where it stands, and its arguments as written, from `inside` on."""

    passage: Passage
    name: str
    start: int
    inside: int
    args: str

    @property
    def end(self) -> int:
        return self.inside + len(self.args) + 1


def judge(document: Document) -> Iterator[Finding]:
    """The findings on calls in the code of a document."""
    if not may_speculate(document):
        return
    known = _functions(document)
    calls = [*islice(_calls(document), _MAX_CALLS)]
    _give_on(calls, known)
    for call in calls:
        takes = known.get(call.name)
        if takes is None and (call.name in known or spelled(call.name) != (("E",), True)):
            continue
        given = _given(call, takes)
        if given is None or not _is_ratio(*given, call.passage, document) or _is_judged(call, document):
            continue
        if excuses.excuse(call.passage, call.start, call.end, document):
            continue
        message = f"{call.name} takes alpha, the probability that a draft is accepted; it is given accepted / drafted, the ratio r"
        level = Level.WARNING if takes is None else Level.ERROR
        yield document.finding(call.passage, call.start, call.end, CODE, level, message, FIX, claim=CLAIM, rival=RIVAL)


def _calls(document: Document) -> Iterator[_Call]:
    """The calls of a document's code, each in the innermost of the passages that it stands in."""
    seen: set[tuple[int | None, int]] = set()
    for passage in sorted(document.passages, key=lambda one: -len(one.scope)):
        if passage.kind is not Kind.CODE:
            continue
        for match in _CALL.finditer(passage.text):
            place = passage.source.cell, passage.at(match.start())
            if place not in seen and (args := _arguments(passage.text, match.end())) is not None:
                seen.add(place)
                yield _Call(passage, match["name"], match.start(), match.end(), args)


def _arguments(text: str, start: int) -> str | None:
    """What stands in a call's brackets, the opening one being before `start`; None where they do not close."""
    depth = 1
    for place in range(start, min(len(text), start + _LONGEST)):
        depth += (text[place] in "([{") - (text[place] in ")]}")
        if not depth:
            return text[start:place]
    return None


def _functions(document: Document) -> dict[str, _Takes | None]:
    """The functions of a document that return something, or work tokens out of a parameter; None for one that takes no α, or
    of which nobody knows how.
    """
    found: dict[str, _Takes | None] = {}
    for formula in document.formulas:
        returned = formula.how is How.RETURNED
        name = formula.result if returned else last(formula.passage.scope)
        if formula.passage.kind is Kind.CODE and name:
            takes = found.get(name) or _takes(formula, name, document)
            if returned or takes:
                found[name] = takes
    return found


def _give_on(calls: list[_Call], known: dict[str, _Takes | None]) -> None:
    """Add the functions that give a parameter on to one that takes α."""
    for call in (*calls, *calls):
        takes, name = known.get(call.name), last(call.passage.scope)
        given = _given(call, takes) if takes and name and not known.get(name) else None
        if given is not None:
            own = _parameters(name, call.passage, call.start)
            if (alpha := call.passage.text[slice(*given)]) in own:
                known[name] = _Takes(own, alpha)


def _takes(formula: Formula, name: str, document: Document) -> _Takes | None:
    case = case_of(formula, document)
    if case is None or case.standing[1]:
        return None
    for match in case.rights_in_full:
        names = [name for name, node in match.meant.items() if node == ALPHA]
        if family(match.entry.quantity) in _FAMILIES and len(names) == 1:
            parameters = _parameters(name, formula.passage, formula.start)
            return _Takes(parameters, names[0]) if names[0] in parameters else None
    return None


def _parameters(name: str, passage: Passage, inside: int) -> tuple[str, ...]:
    """The parameters at the head of the function of a name around a place, in any language; () where none is found."""
    text, stop = passage.source.text, passage.at(inside)
    name = re.escape(name)
    head = re.compile(
        rf"(?<!\w){name}\s*(?:<[^<>()]*>)?\s*\((?P<all>[^()]*)\)|"
        rf"(?<!\w){name}\s*(?:<-|:?=)\s*(?:async\s+)?(?:function\s*\w*|func|fn)?\s*(?:\((?P<given>[^()]*)\)|lambda\s(?P<bound>[^:]*):)"
    )
    found = [match for match in head.finditer(text, max(0, stop - 4_000), stop) if any(match.groups())]
    if not found:
        return ()
    parts = next(filter(None, found[-1].groups())).split(",")
    words = [re.findall(r"[A-Za-zͰ-Ͽ_]\w*", re.split(r"[:=]", part)[0]) for part in parts]
    return tuple(one[-1] for place, one in enumerate(words) if one and (place or one[-1] not in ("self", "cls")))


def _given(call: _Call, takes: _Takes | None) -> tuple[int, int] | None:
    """Where the argument for α stands in a call."""
    for place, (begin, text) in enumerate(_pieces(call.args)):
        first = call.inside + begin
        keyword = _KEYWORD.match(text)
        if keyword:
            own = keyword["key"] == takes.alpha if takes else key(keyword["key"]) in _OF_ALPHA
            if own:
                return first + keyword.end(), first + len(text.rstrip())
        elif takes and takes.parameters[place : place + 1] == (takes.alpha,):
            return first + len(text) - len(text.lstrip()), first + len(text.rstrip())
    return None


def _pieces(args: str) -> Iterator[tuple[int, str]]:
    """The arguments of a call with where each begins; commas in brackets part none."""
    depth = begin = 0
    for place, sign in enumerate(args):
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            yield begin, args[begin:place]
            begin = place + 1
    yield begin, args[begin:]


def _is_ratio(start: int, end: int, passage: Passage, document: Document) -> bool:
    """Whether what stands there is accepted / drafted: a division, or a name that is defined as one."""
    place = passage.at(start)
    here = _placed(passage.source, document).at(place)
    if any(
        one.end - one.start == end - start and ratio(one)[0] == "r" and not over_tested(one, document) for one in here
    ):
        return True
    name = passage.text[start:end].replace("$", ".")
    if not _NAME.fullmatch(name):
        return False
    known = roles.meanings(name, Formula(passage, start, end, (sym(name),), near=_line(passage.text, start)), document)
    return rate_of(known) == "r" and any(one.symbol == "r" and one.strength is Strength.DEFINED for one in known)


_NAME = re.compile(r"[A-Za-z_][\w.]*(?:\(\))?")


def _line(text: str, place: int) -> str:
    return text[text.rfind("\n", 0, place) + 1 : (text + "\n").find("\n", place)]


def _is_judged(call: _Call, document: Document) -> bool:
    """Whether the call is part of a formula that is judged by what it comes to."""
    first, last_ = call.passage.at(call.start), call.passage.at(call.end - 1)
    for formula in _placed(call.passage.source, document).around(first, last_):
        case = case_of(formula, document)
        wrong = () if case is None else case.standing[1]
        if any(one.code == CODE and matching.confirm(one.match, one.tree) for one in wrong):
            return True
    return False


class _Placed:
    """The formulas of one source by where they stand: every call asks what it is part of."""

    def __init__(self, formulas: Iterable[Formula]) -> None:
        spans = [(one.passage.at(one.start), one.passage.at(one.end - 1), one) for one in formulas]
        spans.sort(key=lambda span: span[0])
        self._starts = [start for start, _, _ in spans]
        self._ends = [end for _, end, _ in spans]
        self._reach = list(accumulate(self._ends, max))  # of all up to there
        self._formulas = [one for _, _, one in spans]

    def at(self, place: int) -> list[Formula]:
        """Those that begin at a place."""
        return self._formulas[bisect_left(self._starts, place) : bisect_right(self._starts, place)]

    def around(self, first: int, last: int) -> Iterator[Formula]:
        """Those in which a stretch stands, the nearest first."""
        number = bisect_right(self._starts, first) - 1
        while number >= 0 and self._reach[number] >= last:
            if self._ends[number] >= last:
                yield self._formulas[number]
            number -= 1


def _placed(source: Source, document: Document) -> _Placed:
    known: dict[int, _Placed] = document.__dict__.setdefault("_placed", {})
    if not known:
        by_source: dict[int, list[Formula]] = {}
        for formula in document.formulas:
            by_source.setdefault(id(formula.passage.source), []).append(formula)
        known |= {source_id: _Placed(formulas) for source_id, formulas in by_source.items()}
    return known.get(id(source)) or _Placed(())
