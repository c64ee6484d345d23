"""What is said to be the tokens of a round and is made of the probability and the draft length, but equals no claim (DP101, DP102).

These two determine the emitted tokens, and the accepted ones: a formula that is called so and comes to neither at any point is
wrong, however it came about. Where another name has a part in it, or words are of other tokens, another quantity may be meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import TYPE_CHECKING

from ....derivations.expr import Node, free_names, num
from .. import roles
from ..catalogue import Entry, entries
from ..finding import Level
from ..matching import Match
from ..meaning import Strength
from ..shapes import number
from ..splitting import key, spoken
from ._context import one_draft
from ._reading import ALPHA, GAMMA, Read, walk
from ._verdict import Verdict

if TYPE_CHECKING:
    from ._cases import Case

CLAIM = "tokens.closed_form"
_POINTS = [(Fraction(7, 10), 5), (Fraction(1, 2), 3), (Fraction(4, 5), 8)]
_LENGTHS = frozenset({"gamma", "k", "K"})
"""Letters of a draft length that need no words for it."""
_OTHER_MODELS = re.compile(
    r"\btrees?\b|\bbranch\w*|\bbeams?\b|\bpaths?\b|\bcandidates?\b|\bheads?\b|\btop[- ]?k\b|\bbatch\w*|树|分支|트리|木構造|"
    r"\bvarian\w*|\bmedian\b|\bpercentile|\bmarginal|\badditional\b|\bextra\b|\bgain\b|\bbounds?\b|\bfirst[- ]order\b|\bexpan\w*|"
    r"\b(?:near|close to|small|large|half)\b|\bconditional|\bgiven (?:a|that)\b|\bwast\w*|\breject\w*|\bdiscard\w*|\bthrown\b|"
    r"\bcomputed\b|\bprocess\w*|\bper (?:emitted|drafted|draft)\b|\beither\b|\b(?:two|both|several) (?:rounds|models)\b|"
    r"浪费|丢弃|낭비|버려"
)
"""Words of what is no chain of drafts, no mean, a part of it, or of other tokens than those of a round."""
_LARGEST = 64  # number in an exponent or a limit
_MOST = 10_000  # tokens: more are of something else


def of_no_claim(case: Case, read: Read) -> Iterator[Verdict]:
    """What is wrong with a formula; nothing where it may be of something else."""
    formula = case.formula
    if read.found or read.tree.op not in ("add", "div") or not (_says(case, "E") or _says(case, "A")):
        return
    if not _is_small(read.worked):
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
    values = [number(read.worked, {rate: a, length: Fraction(k)}) for a, k in _POINTS]
    right = [number(_closed_form().tree, {"alpha": a, "gamma": Fraction(k)}) for a, k in _POINTS]
    pairs = [(one, truth) for one, truth in zip(values, right, strict=True) if one is not None and truth is not None]
    if len(pairs) < len(_POINTS) or any(abs(one) > _MOST for one, _ in pairs):
        return
    if any(_are_related(one, truth, k) for (one, truth), (_, k) in zip(pairs, _POINTS, strict=True)):
        return
    first, truth = map(float, pairs[0])
    says = f"at α 0.7 and γ 5 this comes to {first:.3g}; a round emits {truth:.3g} tokens, one of them no draft"
    powers = any(node.op in ("pow", "sum") and rate in free_names(node) for node in walk(read.tree))
    meant = Match(_closed_form(), {rate: ALPHA, length: GAMMA})
    yield Verdict(meant, read.tree, "DP102" if powers else "DP101", Level.WARNING, says=says, apart=True)


def _are_related(one: Fraction, truth: Fraction, k: int) -> bool:
    """Whether a value is of the emitted, the accepted or the other drafts, or of one of these a position."""
    parts = (truth, truth - 1, k - (truth - 1), k + 1 - truth)
    return one in parts or one * k in parts or one * (k + 1) in parts or one * truth in (1, k, k + 1)


def _is_small(tree: Node) -> bool:
    """Whether its powers and sums are those of a person, and worked out at once."""
    if tree.op == "pow" and (not _is_count(tree.args[1]) or any(one.op == "pow" for one in walk(tree.args[0]))):
        return False
    if tree.op in ("sum", "prod") and not (
        all(map(_is_count, tree.args[1:3])) and not any(one.op in ("sum", "prod") for one in walk(tree.args[3]))
    ):
        return False
    return all(map(_is_small, tree.children()))


def _is_count(tree: Node) -> bool:
    """A name or a number, or these added up."""
    if tree.op == "add":
        return all(map(_is_count, tree.args))
    if tree.op == "mul":
        return len(tree.args) == 2 and tree.args[0] == num(-1) and _is_count(tree.args[1])
    return tree.op == "sym" or (tree.op == "num" and abs(tree.args[0]) <= _LARGEST)


def _says(case: Case, quantity: str) -> bool:
    return case.says(quantity, Strength.STATED)


def _is(name: str, symbol: str, least: Strength, read: Read) -> bool:
    return any(one.symbol == symbol and one.strength >= least for one in read.known.get(name, ()))


@cache
def _closed_form() -> Entry:
    return next(one for one in entries() if one.id == CLAIM and free_names(one.tree) == {"alpha", "gamma"})
