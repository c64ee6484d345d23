"""A round's accepted drafts, `rate * k` by their definition, where all its tokens are meant: in a speedup, or under a time."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

from ....derivations.expr import Node, free_names
from .. import formulas, roles
from ..divisions import core
from ..document import Document, Formula, Kind
from ..spelling import last
from ..splitting import key, spoken
from ..words import ACCEPTS
from ._levels import all_or_nothing
from ._quotients import factors
from ._reading import RATIO, Read
from ._reading import read as in_full

if TYPE_CHECKING:
    from ..matching import Match
    from ._cases import Case

_PRODUCT = "acceptance.length_without_bonus"
_COSTS = frozenset({"c", "t_d", "t_t", "t_verify", "T_c", "T_step"})


def left_out(case: Case, read: Read, case_of: Callable[[Formula, Document], Case | None]) -> tuple[Match, Node] | None:
    """What the accepted drafts of a speedup, or under the cost of a round, are as tokens, and their tree; None where it is right.

    Whichever rate they have, the target's token is missing. Where they are wrong by themselves, they are judged there.
    """
    formula, document = case.formula, case.document
    if formula.passage.kind is not Kind.CODE or all_or_nothing(case) or roles.relaxed(formula, document):
        return None
    above, below = (
        [core(one, formula.numerals) for one in some] for some in factors(core(read.tree, formula.numerals))
    )
    faster = not below or all(map(_is_cost(read), below))
    drafts = above if faster and case.called & {"S", "throughput"} else below if any(map(_is_cost(read), above)) else []
    names = [
        one.args[0] for one in drafts if one.op == "sym" and "A" in {m.symbol for m in read.known.get(one.args[0], ())}
    ]
    if len(names) != 1 or (drafts is below and len(below) > 1) or roles.bonus(formula, document) is False:
        return None
    put_in = next(islice(formulas.inlined(formula, document), 1, None), None)
    if put_in is None or ACCEPTS.search(spoken(last(formula.result))) or in_full(put_in, formula, document).found:
        return None  # or a rival as a whole, which says more
    for step in put_in.taken:
        own = case_of(step, document) if key(last(step.result)) == key(last(names[0])) else None
        if own is not None and own.is_named("A") and not any(one.level.fails for one in own.standing[1]):
            found = (one for one in own.read_as if one.entry.id == _PRODUCT and RATIO in one.meant.values())
            return next(((one, step.templates[0]) for one in found), None)
    return None


def _is_cost(read: Read) -> Callable[[Node], bool]:
    """Whether a factor has a cost of drafts or of a round in it."""
    return lambda factor: any(one.symbol in _COSTS for name in free_names(factor) for one in read.known.get(name, ()))
