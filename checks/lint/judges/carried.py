"""The ratio r carried to another draft length (DP103, ruling 3), wrong as in `1 + 7*ratio` where it was measured at 3.

The length that a ratio belongs to is said in words, by a check in the code, by the counts it is made of, or by the same identity at
another length. Where only a change is spoken of ("what would k = 8 give?"), a ratio that was counted cannot be of the new length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache

from .. import excuses, roles
from ..contexts import said_around
from ..document import Document, Formula
from ..evidence import facts
from ..finding import Finding, Level
from ..matching import Match
from ..roles import Strength
from ..spelling import last, spelled
from ..splitting import key
from ..words import spoken
from ._cases import Case, case_of
from ._reading import GAMMA, RATIO, rate_of

CODE = "DP103"
FIX = "r belongs to its draft length: find alpha from it, then work r out at the other length"
CLAIM, RIVAL = "acceptance.decreasing_in_gamma", "acceptance.ratio_without_gamma"


def lengths(text: str) -> list[int]:
    """The draft lengths that a text gives."""
    from .worked.stated import said  # the judges of worked lines look at cases

    return [int(one.numeral.values[0]) for one in said(text, _LETTERS).values("gamma")]


_LETTERS = {"l": ("gamma",), "L": ("gamma",)}
"""A further letter for it, beside a ratio."""


_MEASURED_AT = re.compile(
    r"measured|observed|logged|was\b|were\b|drafted with|above|实测|측정|medid|gemessen|mesuré|計測|実測"
)
_AT = re.compile(
    r"(?:measured|observed|logged|collected|recorded|taken) (?:at|with|for) (?P<n>\d{1,2})(?![\d.,%]*[\d%])"
)
_CHANGES = re.compile(
    r"\bwhat (?:would|if)\b|\bwhat happens\b|\bhad (?:we|it|they|the drafter)\b|\bif (?:we|you|i|one) "
    r"(?:use[ds]?|draft(?:ed)?|set|raised?|went|go|mov\w+|switch\w*|increas\w+|ran|chose|choose|took|take)\b|"
    r"\b(?:rais|increas|lower|decreas|reduc|chang|switch|bump|extend|lengthen|shorten|mov|go|going|turn)\w* (?:\w+ ){0,4}?"
    r"(?:to|by|from)\b|\bextrapolat\w*|\bproject(?:ed|ion)|\binstead\b|\bhypothetical|\bplanned\b|"
    r"改为|改成|改到|换成|如果把|若把|增加到|提高到|调到|늘리|바꾸|올리|増やす|変える|変更|伸ばす|"
    r"\bsi (?:us[áa]ramos|pasamos|subimos|cambiamos)|\bse (?:usarmos|passarmos|aumentarmos|mudarmos)|"
    r"\bsi l.on passe|\ben passant à|\bwenn wir\b|\berhöh\w+|\bal pasar a\b|\bao passar\b|\bal subir\b"
)
"""Words of another setting than the one that was run."""


def judge(document: Document) -> Iterator[Finding]:
    """The findings on ratios that are used at another draft length than their own."""
    for formula in document.formulas:
        case = case_of(formula, document)
        if case is not None and not case.standing[1]:
            yield from _carried(formula, case, document)


def _carried(formula: Formula, case: Case, document: Document) -> Iterator[Finding]:
    for match in case.rights:
        ratios = [name for name, node in match.meant.items() if node == RATIO]
        length = _length(formula, match)
        if len(ratios) != 1 or length is None:
            continue
        message = _of_another(formula, ratios[0], length, document)
        if message and not excuses.excuse(formula.passage, formula.start, formula.end, document):
            yield document.finding(
                formula.passage, formula.start, formula.end, CODE, Level.WARNING, message, FIX, claim=CLAIM, rival=RIVAL
            )
        return


def _of_another(formula: Formula, ratio: str, length: int, document: Document) -> str:
    """What is wrong with a ratio at a draft length; "" where nothing says that it is of another."""
    own = (
        _said(spoken(formula.near))
        | _said(spoken(said_around(formula.passage)))
        | _counted(document)
        | _checked(formula, document)
    )
    if own:
        if length in own:
            return ""
        return f"the ratio was measured at draft length {min(own)}; at {length} it is another"
    if not _is_counted(ratio, formula, document):
        return ""
    changes = _CHANGES.search(spoken("\n".join((formula.near, _described(formula)))))
    others = _elsewhere(formula, ratio, document) - {length}
    if changes and others:
        return f"the ratio is that of draft length {min(others)}; at {length} it is another"
    return f"a ratio that was counted is of the draft length that was run, not of {length}" if changes else ""


def _described(formula: Formula) -> str:
    """The docstring of the function, and the names it stands in."""
    return f"{said_around(formula.passage)}\n{formula.passage.above}" if formula.passage.scope else ""


@lru_cache(maxsize=64)  # the formulas of a passage have the same words around them
def _said(words: str) -> frozenset[int]:
    """The lengths that words say something was measured at."""
    clauses = [one for one in re.split(r"[.;?!。；？\n]", words) if _MEASURED_AT.search(one)]
    found = {length for one in clauses for length in lengths(one)}
    return frozenset(found | {int(at["n"]) for at in _AT.finditer(words)})


def _counted(document: Document) -> set[int]:
    """The draft length by the counts that a document gives: 20480 drafted in 5120 drafts are 4 each. Kept with it."""
    found: set[int] | None = document.__dict__.get("_counted")
    if found is None:
        found = document.__dict__["_counted"] = _by_counts(document)
    return found


def _by_counts(document: Document) -> set[int]:
    counts: dict[str, set[Fraction]] = {"drafted": set(), "drafts": set()}
    for name, formulas in facts(document).defined.items():
        for symbol in spelled(name)[0][:1]:
            if symbol in counts:
                counts[symbol] |= {value for one in formulas for value in _value(one)}
    if not all(len(values) == 1 for values in counts.values()):
        return set()
    (drafted,), (drafts,) = counts["drafted"], counts["drafts"]
    each = drafted / drafts if drafts else Fraction(0)
    return {int(each)} if each.denominator == 1 and 1 <= each <= 32 else set()


def _value(formula: Formula) -> Iterator[Fraction]:
    tree = formula.templates[0]
    if tree.op == "sym" and tree.args[0] in formula.numerals:
        yield formula.numerals[tree.args[0]].values[0]


_EQUALS = re.compile(r"(?P<name>[\w.]+)\s*===?\s*(?P<n>\d{1,2})\b")


def _checked(formula: Formula, document: Document) -> set[int]:
    """The length that the same function checks for: `assert window.draft_len == 4`."""
    if not formula.passage.scope:
        return set()
    found = set()
    for match in _EQUALS.finditer(formula.passage.text[: formula.start]):
        if "gamma" in spelled(last(match["name"]))[0][:1] and "assert" in formula.passage.text[: match.start()][-12:]:
            found.add(int(match["n"]))
    return found


def _is_counted(ratio: str, formula: Formula, document: Document) -> bool:
    """Whether the ratio is known to be one, by more than words around it."""
    known = roles.meanings(ratio, formula, document)
    return rate_of(known) == "r" and any(one.symbol == "r" and one.strength >= Strength.STATED for one in known)


def _elsewhere(formula: Formula, ratio: str, document: Document) -> set[int]:
    """The lengths at which the same identity stands for the same ratio."""
    lengths = _lengths(document).get(_own(formula, ratio), {})
    return {length for length, ids in lengths.items() if ids != {id(formula)}}


def _lengths(document: Document) -> Mapping[object, Mapping[int, set[int]]]:
    """The lengths at which the identity stands, and the ids of the formulas that have it so, by `_own`; kept with the document."""
    found: dict[object, dict[int, set[int]]] | None = document.__dict__.get("_lengths_of_ratios")
    if found is None:
        found = document.__dict__["_lengths_of_ratios"] = {}
        for formula in document.formulas:
            case = case_of(formula, document)
            for match in case.rights if case is not None else ():
                names = [name for name, node in match.meant.items() if node == RATIO]
                length = _length(formula, match) if names else None
                if length is not None:
                    found.setdefault(_own(formula, names[0]), {}).setdefault(length, set()).add(id(formula))
    return found


def _own(formula: Formula, name: str) -> object:
    """What a ratio is the same by in two formulas: its values as a number, else its name."""
    return formula.numerals[name].values if name in formula.numerals else key(last(name))


def _length(formula: Formula, match: Match) -> int | None:
    """The draft length that a formula uses as a number."""
    names = [name for name, node in match.meant.items() if node == GAMMA]
    return _whole(formula, names[0]) if len(names) == 1 else match.gamma if not names else None


def _whole(formula: Formula, name: str) -> int | None:
    numeral = formula.numerals.get(name)
    value = numeral.values[0] if numeral else None
    return int(value) if value is not None and value == Fraction(int(value)) else None
