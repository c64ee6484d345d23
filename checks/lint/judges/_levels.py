"""Rivals whose verdict takes more than their formula: rulings 7, 9, 10 and 11, relaxed acceptance, and how weights are spelled."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ....derivations.expr import Node, free_names, sym
from .. import roles
from ..divisions import core, sees
from ..document import Formula, Kind
from ..evidence import facts
from ..finding import Level
from ..meaning import RATES, Meaning, Strength
from ..spelling import last, spelled
from ..splitting import key
from ..stops import counts_one_more
from ..words import ACCEPTS, PHRASES, spoken
from ._context import cost_given, drafts_at_once, fixed_length, free_drafts, ideal, length_given, of_block
from ._costs import in_target_steps
from ._reading import Read

if TYPE_CHECKING:
    from ._cases import Case


def _bonus_forgotten(case: Case, read: Read, level: Level) -> Level | None:
    """Ruling 9: an error where a bonus is stated or the α → 1 branch disagrees, silent where there is none."""
    counted = roles.bonus(case.formula, case.document)
    if counted is False or roles.relaxed(case.formula, case.document) or of_block(case.formula, _lengths(read)):
        return None
    if _of_tested(case.formula):
        return None
    if counted or read.disagrees or (case.says("E") and case.right_elsewhere):
        return level
    of_cost = any(one.symbol in ("c", "t_d") for known in _named(read) for one in known)
    return Level.WARNING if case.says("E") or case.says("S") or case.is_speedup(of_cost) else None


_TESTED = re.compile(
    r"\b(?:drafts?|tok\w*|positions?|candidates?)\b(?: that (?:are|is|get))?(?: \w+ly)? "
    r"(?:tested|examined|inspected|looked at|checked|reached|tried)\b|"
    r"\b(?:tested|examined|inspected|reached|tried) (?:drafts?|draft tok\w*|tok\w*|positions?|candidates?)\b"
)


def _of_tested(formula: Formula) -> bool:
    """Whether it is said to be of the drafts that are tested, up to the first rejection: they are 1 + α + … + α^(γ-1)."""
    before = spoken(formula.near.partition(formula.text)[0])
    clause = re.split(r"[.;]\s", before)[-1]
    return _TESTED.search(clause) is not None


def _no_cap(case: Case, read: Read, level: Level) -> Level | None:
    """Ruling 7: wrong where a draft length is given, right as a limit."""
    if not (case.says("E") or case.says("S")):  # of accepted drafts the odds, too: α/(1-α)
        return level if case.says("A") and fixed_length(case.formula) else None
    if fixed_length(case.formula):
        return level
    if any(roles.limit(one, case.document) for one in case.again):
        return None
    return level if length_given(case.formula, case.document) else None


def _called_accepted(case: Case, read: Read, level: Level) -> Level | None:
    """Ruling 10: the emitted tokens called accepted."""
    return Level.NOTE


def _draft_is_free(case: Case, read: Read, level: Level) -> Level | None:
    """Ruling 11: only where a speedup is claimed and the draft's cost is known."""
    if not case.says("S") or free_drafts(case.formula) or ideal(case.formula):
        return None
    return level if cost_given(case.formula, case.document) else None


def _cost_once(case: Case, read: Read, level: Level) -> Level | None:
    """Of one draft the cost is c indeed: `(1 + α) / (1 + c)`."""
    if (
        free_drafts(case.formula)
        or drafts_at_once(case.document)
        or _of_one_draft(case.formula)
        or _of_rounds(case, read)
    ):
        return None
    in_words = (
        case.formula.passage.kind is not Kind.CODE
    )  # "overhead" is of one draft or of all: the word does not tell
    return Level.NOTE if in_words and any("overhead" in spoken(name) for name in read.known) else level


def _of_rounds(case: Case, read: Read) -> bool:
    """Whether the drafts' cost is worked out as a time over rounds: that is the cost of all drafts of one."""
    costs = [name for name, known in read.known.items() if any(one.symbol in ("c", "t_d") for one in known)]
    defined = [one for name in costs for one in facts(case.document).defined.get(key(last(name)), ())]
    quotients = [core(one.templates[0], one.numerals) for one in defined if sees(case.formula, one, one.result)]
    counts = [core(one.args[1], {}) for one in quotients if one.op == "div"]
    return any(_ROUNDS.search(spoken(name)) for one in counts for name in free_names(one))


_ROUNDS = re.compile(r"\b(?:block|round|cycle|iteration|iter|verif\w*|chunk)s?\b")


def _of_one_draft(formula: Formula) -> bool:
    tree = core(formula.templates[0], formula.numerals)
    tokens = tree.args[0] if tree.op == "div" else tree
    if tokens.op != "add" or len(tokens.args) != 2 or not all(part.op == "sym" for part in tokens.args):
        return False
    names = [part.args[0] for part in tokens.args if part.args[0] not in formula.numerals]
    return len(names) == 1 and not {"alpha", "rate"}.isdisjoint(spelled(names[0])[0])


def _all_reached(case: Case, read: Read, level: Level) -> Level | None:
    """`(1-α^γ)/(1-α)` beside words of accepted drafts: where no bonus token exists, it is right for what is emitted (ruling 9)."""
    if of_block(case.formula, _lengths(read)):
        return None
    return None if roles.bonus(case.formula, case.document) is False and not case.says("A", Strength.STATED) else level


def _lengths(read: Read) -> frozenset[str]:
    """The names in a reading that may be the draft length."""
    return frozenset(
        name
        for name, known in read.known.items()
        if name not in read.numerals and any(one.symbol == "gamma" for one in known)
    )


def all_or_nothing(case: Case) -> bool:
    """Whether a draft is said to be accepted as one, and nothing in the document has its rate as that of a token."""
    return roles.whole(case.formula) and not case.right_elsewhere


def _linear(case: Case, read: Read, level: Level) -> Level | None:
    return None if roles.relaxed(case.formula, case.document) or all_or_nothing(case) else level


def _of_positions(case: Case, read: Read, level: Level) -> Level | None:
    """A rate times γ + 1: that is of emitted tokens per position, an identity, unless words say that it is one of acceptance."""
    accepts = [one for known in _named(read) for one in known if one.symbol in ("alpha", "rate")]
    if _linear(case, read, level) is None or not any(one.strength >= Strength.NEAR for one in accepts):
        return None
    if any(one.symbol == "alpha" and one.strength >= Strength.NEAR for one in accepts):
        return level
    costs = any(one.symbol in ("c", "t_d") for known in _named(read) for one in known)
    return Level.WARNING if case.is_speedup(costs) else Level.NOTE


def _without_bonus(case: Case, read: Read, level: Level) -> Level | None:
    """Accepted drafts beside words that leave the target's token out, or that say what the expectation is of: they are all that
    is counted.
    """
    return None if roles.bonus(case.formula, case.document) is False or _of_accepted(case) else level


_EXPECTATION = re.compile(r"(?:\w+\.)?(?:E ?[\[(]\\?\w{1,2}[\])]|expected|expectation|mean|average|avg)")
"""A name that says no more than that it is a mean: `E[a]`, `expected`."""


def _of_accepted(case: Case) -> bool:
    """Whether an expectation of something is of accepted drafts: its function's words speak of these, or one is added to it."""
    result = case.formula.result
    if _one_added(case):
        return True
    if not _EXPECTATION.fullmatch(result):
        return False
    around = spoken(case.formula.passage.around)
    if (
        PHRASES["A"].search(around)
        and not PHRASES["E"].search(around)
        and roles.bonus(case.formula, case.document) is None
    ):
        return True
    plus_one = re.compile(re.escape(result.lstrip("E ")) + r"\s?\)?\s?\+\s?1(?![\d.])")
    return any(plus_one.search(one.text) for one in case.document.passages if one.source is case.formula.passage.source)


def _one_added(case: Case) -> bool:
    """Whether code adds one to it in a statement of its own, `total = tokens + 1`, and does nothing else with it."""
    own = case.formula
    if own.passage.kind is not Kind.CODE or not own.result:
        return False
    users = [
        one
        for one in case.document.formulas
        if one.passage.source is own.passage.source
        and one.passage.scope == own.passage.scope
        and own.result in free_names(one.templates[0])
    ]
    return bool(users) and all(_is_one_more(one, own.result) for one in users)


def _is_one_more(formula: Formula, name: str) -> bool:
    tree = core(formula.templates[0], formula.numerals)
    ones = [number for number, numeral in formula.numerals.items() if numeral.values[0] == 1]
    return any(tree in (Node("add", pair), Node("add", pair[::-1])) for one in ones for pair in [(sym(name), sym(one))])


def _without_bonus_counted(case: Case, read: Read, level: Level) -> Level | None:
    """One that grows by the accepted and one more has the bonus token in it; rounds by a loose name are at most a note."""
    names = [name for name in read.known if name not in read.numerals]
    counters = [*names, *(other for name in names for other in _other_names(name, case))]
    if any(counts_one_more(last(name), case.document) for name in counters):
        return None
    loose = any(one.symbol == "drafts" and one.strength < Strength.NEAR for name in names for one in read.known[name])
    return Level.NOTE if loose and not roles.bonus(case.formula, case.document) else level


def _other_names(name: str, case: Case) -> list[str]:
    """The names that a name only stands for: `calls = self.total`."""
    defined = facts(case.document).defined.get(key(last(name)), ())
    trees = [one.templates[0] for one in defined if one.templates and sees(case.formula, one, name)]
    return [tree.args[0] for tree in trees if tree.op == "sym"]


def _without_length(case: Case, read: Read, level: Level) -> Level | None:
    return _ratio_fed(case, read, level) if case.says("E") or case.says("S") else None


def _reciprocal(case: Case, read: Read, level: Level) -> Level | None:
    """Amdahl's law, or what a cache gains: right for something else, unless words say of each name what it is in drafting."""
    told = [one for known in _named(read) for one in known if one.strength >= Strength.NEAR and one.symbol in RATES]
    accepted = any(one.strength is Strength.DEFINED or ACCEPTS.search(spoken(one.why)) for one in told)
    length = any(
        spelled(name)[0][:1] == ("gamma",) and known[:1] and known[0].symbol == "c"
        for name, known in read.known.items()
    )
    if any(roles.other_models(one) for one in case.again) and not any(one.strength is Strength.DEFINED for one in told):
        return None
    wide = any("candidate" in spoken(name) for name in read.known) and _WIDTH.search(
        spoken(case.formula.passage.around)
    )
    return level if accepted and not length and not wide and _all_told(case, read) else None


_WIDTH = re.compile(
    r"\b(?:candidate|draft)s? (?:sequence|path|branche?|beam|continuation)s\b|\bbeam (?:search|width)\b"
)
"""Candidates side by side, of which each has a length."""


def _turned_round(case: Case, read: Read, level: Level) -> Level | None:
    """E/(γ + c) is right where c is the target's cost in draft steps."""
    costs = [
        name
        for name, known in read.known.items()
        if name not in read.numerals and any(one.symbol == "c" for one in known)
    ]
    settled = all(in_target_steps(name, case.formula, case.document) for name in costs)
    others = {name: known for name, known in read.known.items() if name not in costs}
    return level if settled and _all_told(case, replace(read, known=others)) else None


def _named(read: Read) -> list[Sequence[Meaning]]:
    return [known for name, known in read.known.items() if name not in read.numerals]


def _all_told(case: Case, read: Read) -> bool:
    """Whether more than a letter says what each name is; of the draft length a word beside the formula is enough."""
    length = length_given(case.formula, case.document)
    return all(
        any(one.strength >= Strength.NEAR or (length and one.symbol == "gamma") for one in known)
        for known in _named(read)
    )


_LOOSELY = re.compile(
    r"\b(?:fraction|share|proportion|portion|percentage)\b(?! (?:of )?accept\w* (?:over|to|among|out))"
    r"(?!.{0,60}(?:[/÷]|divided|\bover\b))"
)
"""A share of the drafts, which many say who mean the probability."""


def _ratio_fed(case: Case, read: Read, level: Level) -> Level | None:
    """Of a ratio by no division: beside the closed form a share of the drafts is said loosely, and the probability meant."""
    told = [one for known in _named(read) for one in known if one.symbol == "r"]
    return None if told and all(_LOOSELY.search(one.why) for one in told) else level


SPECIAL: Mapping[str, Callable[[Case, Read, Level], Level | None]] = {
    "bonus_forgotten": _bonus_forgotten,
    "no_cap": _no_cap,
    "emitted_called_accepted": _called_accepted,
    "tail_without_bonus": _without_bonus,
    "accepted_called_emitted": _without_bonus,
    "draft_is_free": _draft_is_free,
    "cost_once": _cost_once,
    "rejected_not_reached": _all_reached,
    **dict.fromkeys(
        ("one_plus_gamma_alpha", "gamma_alpha", "accepted_gamma_alpha", "length_by_alpha", "linear_tokens"), _linear
    ),
    "every_position_alpha": _of_positions,
    "counts_without_bonus": _without_bonus_counted,
    "ratio_in_closed_form": _ratio_fed,
    "ratio_without_length": _without_length,
    "cost_turned_round": _turned_round,
    **dict.fromkeys(
        (
            "amdahl",
            "amdahl_with_bonus",
            "amdahl_by_ratio",
            "ratio_as_share",
            "ratio_as_share_with_bonus",
            "pays_for_rejections",
            "pays_for_unaccepted",
        ),
        _reciprocal,
    ),
}
"""Rivals whose verdict takes more than their formula, by the last part of their id."""
