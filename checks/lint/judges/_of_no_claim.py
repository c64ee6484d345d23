"""What is said to be the tokens of a round and is made of the probability and the draft length, but equals no claim (DP101, DP102).

These two determine the emitted tokens, and the accepted ones: a formula that comes to neither at any point is wrong, however it
came about. Where another name has a part in it, another model may be meant, and nothing is said.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING

from ....derivations.expr import Node, evaluate, free_names, num, substitute
from ....errors import DraftproofError
from .. import roles
from ..catalogue import Entry, entries
from ..finding import Level
from ..matching import Match
from ..meaning import Strength
from ..splitting import key, spoken
from ._context import one_draft
from ._reading import ALPHA, GAMMA, Read
from ._verdict import Verdict

if TYPE_CHECKING:
    from ._cases import Case

CLAIM = "tokens.closed_form"
_POINTS = [(Fraction(7, 10), 5), (Fraction(1, 2), 3), (Fraction(4, 5), 8)]
_LENGTHS = frozenset({"gamma", "k", "K"})
"""Letters of a draft length that need no words for it."""
_OTHER_MODELS = re.compile(
    r"\btrees?\b|\bbranch\w*|\bbeams?\b|\bpaths?\b|\bcandidates?\b|\bheads?\b|\btop[- ]?k\b|\bbatch\w*|树|分支|트리|木構造|"
    r"\bvarian\w*|\bmedian\b|\bpercentile|\bmarginal|\badditional\b|\bextra\b|\bgain\b|\blower bound|\bfirst[- ]order\b"
)
"""Words of what is no chain of drafts, no mean, or a part of it."""


def of_no_claim(case: Case, read: Read) -> Iterator[Verdict]:
    """What is wrong with a formula; nothing where it may be of something else."""
    formula = case.formula
    if read.found or read.tree.op not in ("add", "div") or not (_says(case, "E") or _says(case, "A")):
        return
    names = free_names(read.tree) - read.numerals.keys()
    rate = next((name for name in names if _is(name, "alpha", Strength.NEAR, read)), "")
    lengths = (
        name for name in names if _is(name, "gamma", Strength.NAME if key(name) in _LENGTHS else Strength.NEAR, read)
    )
    length = next((name for name in lengths if name != rate), "")
    if names != {rate, length} or not (rate and length):
        return
    if not all(name in formula.text for name in free_names(formula.templates[0]) - formula.numerals.keys()):
        return  # a branch, `else: tokens = gamma`
    if one_draft(formula, case.document, frozenset({length})):
        return
    around = spoken(f"{formula.near} {formula.passage.around} {formula.passage.above}")
    if _OTHER_MODELS.search(around) or roles.relaxed(formula, case.document) or roles.whole(formula):
        return
    values = [_at(read.worked, {rate: a, length: Fraction(k)}) for a, k in _POINTS]
    right = [_at(_closed_form().tree, {"alpha": a, "gamma": Fraction(k)}) for a, k in _POINTS]
    pairs = list(zip(values, right, strict=True))
    if any(one is None or truth is None or one in (truth, truth - 1) for one, truth in pairs):
        return
    first, truth = (float(one or 0) for one in pairs[0])
    says = f"at α 0.7 and γ 5 this comes to {first:.3g}; a round emits {truth:.3g} tokens, one of them no draft"
    powers = any(node.op in ("pow", "sum") and rate in free_names(node) for node in _nodes(read.tree))
    meant = Match(_closed_form(), {rate: ALPHA, length: GAMMA})
    yield Verdict(meant, read.tree, "DP102" if powers else "DP101", Level.WARNING, says=says, apart=True)


def _says(case: Case, quantity: str) -> bool:
    return case.says(quantity, Strength.STATED)


def _is(name: str, symbol: str, least: Strength, read: Read) -> bool:
    return any(one.symbol == symbol and one.strength >= least for one in read.known.get(name, ()))


def _at(tree: Node, point: dict[str, Fraction]) -> Fraction | None:
    try:
        value = evaluate(substitute(tree, {name: num(one) for name, one in point.items()}), {})
    except DraftproofError:
        return None
    return value if isinstance(value, Fraction) else None


@cache
def _closed_form() -> Entry:
    return next(one for one in entries() if one.id == CLAIM and free_names(one.tree) == {"alpha", "gamma"})


def _nodes(tree: Node) -> list[Node]:
    found = [tree]
    for node in found:
        found += islice(node.children(), 100)
    return found
