"""Rivals whose verdict takes more than their formula: rulings 7, 9, 10 and 11, relaxed acceptance, and how weights are spelled."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from .. import roles
from ..divisions import core
from ..document import Formula
from ..finding import Level
from ..meaning import Strength
from ..spelling import spelled
from ._context import cost_given, fixed_length, free_drafts, length_given, of_block
from ._reading import Read

if TYPE_CHECKING:
    from ._cases import Case


def _bonus_forgotten(case: Case, read: Read, level: Level) -> Level | None:
    """Ruling 9: an error where a bonus is stated or the α → 1 branch disagrees, silent where there is none."""
    counted = roles.bonus(case.formula, case.document)
    if counted is False or roles.relaxed(case.formula, case.document) or of_block(case.formula, _lengths(read)):
        return None
    if counted or read.disagrees or (case.says("E") and case.right_elsewhere):
        return level
    return Level.WARNING if case.says("E") or case.says("S") else None


def _no_cap(case: Case, read: Read, level: Level) -> Level | None:
    """Ruling 7: wrong where a draft length is given, right as a limit."""
    if not case.says("E"):
        return None
    if fixed_length(case.formula):
        return level
    if roles.limit(case.formula, case.document):
        return None
    return level if length_given(case.formula, case.document) else None


def _called_accepted(case: Case, read: Read, level: Level) -> Level | None:
    """Ruling 10: the emitted tokens called accepted."""
    return Level.NOTE


def _draft_is_free(case: Case, read: Read, level: Level) -> Level | None:
    """Ruling 11: only where a speedup is claimed and the draft's cost is known."""
    if not case.says("S") or free_drafts(case.formula):
        return None
    return level if cost_given(case.formula, case.document) else None


def _cost_once(case: Case, read: Read, level: Level) -> Level | None:
    """Of one draft the cost is c indeed: `(1 + α) / (1 + c)`."""
    return None if free_drafts(case.formula) or _of_one_draft(case.formula) else level


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


def _linear(case: Case, read: Read, level: Level) -> Level | None:
    return None if roles.relaxed(case.formula, case.document) else level


def _without_bonus(case: Case, read: Read, level: Level) -> Level | None:
    """Accepted drafts beside words that leave the target's token out: they are all that is counted."""
    return None if roles.bonus(case.formula, case.document) is False else level


SPECIAL: Mapping[str, Callable[[Case, Read, Level], Level | None]] = {
    "bonus_forgotten": _bonus_forgotten,
    "no_cap": _no_cap,
    "emitted_called_accepted": _called_accepted,
    "tail_without_bonus": _without_bonus,
    "accepted_called_emitted": _without_bonus,
    "draft_is_free": _draft_is_free,
    "cost_once": _cost_once,
    "rejected_not_reached": _all_reached,
    "one_plus_gamma_alpha": _linear,
    "length_by_alpha": _linear,
}
"""Rivals whose verdict takes more than their formula, by the last part of their id."""
