"""The rate from which speculation pays at a given draft length and cost, as a text has it (DP202, ruling 12).

There the tokens of a round, (1 - α^(γ+1))/(1 - α), outweigh its cost, 1 + γc; or 1 + c, where the drafts come from one pass. Judged
only in documents in which the closed form stands.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction

from .. import excuses
from ..document import Document, Kind, Passage
from ..finding import Finding, Level
from ..mathtext import Numeral, numeral
from ..words import MEASURED, spoken
from .worked.digits import claimed
from .worked.model import standing
from .worked.outcomes import known
from .worked.stated import said
from .worked.stretches import stretches

CODE = "DP202"
_CLAIM = "draft_cost.closed_form"
_FORMS = frozenset({"tokens.closed_form", _CLAIM})
_PAYS = re.compile(
    r"break(?:s|ing)?[- ]?even|\blhs\b|left[- ]hand side|speed[- ]?up ?(?:=|>|≥|is|of|exceeds) ?1(?![.,\d])|\bpays? off\b|"
    r"盈亏平衡|손익 ?분기|損益分岐|equil[ií]bri|rentab|gewinnschwelle|окупа"
)
_RATE = re.compile(
    r"(?:α|\\alpha|\balpha\b|\bacceptance(?: rate| probability)?)[\s`$*]{0,3}"
    r"(?:>=?|≥|\\g(?:e|eq|t)\b|≈|=|above|exceeds?|of|over|is)\s?(?P<loosely>(?:about |around |roughly )?[`$*~≈]{0,3})\s?"
    r"(?P<number>0?[.,]\d{1,3}(?!\d)|\d{1,2}(?:\.\d)?\s?%)",
    re.IGNORECASE,
)
_BEFORE = 200  # characters before a statement in which it is said that it is of the break-even
_SLACK = Fraction(1, 10)  # of a rate that is called approximate, and its digits


def judge(document: Document) -> Iterator[Finding]:
    """The findings on break-even rates that a document works out."""
    if _FORMS.isdisjoint(standing(document)):
        return
    for passage in document.passages:
        if passage.kind is not Kind.TABLE and _RATE.search(passage.text) and _PAYS.search(passage.text.lower()):
            yield from _in_passage(passage, document)


def _in_passage(passage: Passage, document: Document) -> Iterator[Finding]:
    text = passage.text
    for start, end in stretches(text):
        match = _RATE.search(text, start, end)
        if match is None or not _PAYS.search(text[max(0, start - _BEFORE) : end].lower()):
            continue
        own = said(text[start:end], known(document))
        lengths, costs = ({one.numeral.text: one.numeral for one in own.values(symbol)} for symbol in ("gamma", "c"))
        printed = numeral(text, *match.span("number"))
        if len(lengths) != 1 or len(costs) != 1 or printed is None or MEASURED.search(spoken(text[start:end])):
            continue
        length, cost = (next(iter(one.values())).values[0] for one in (lengths, costs))
        found = _contradicted(printed, bool(match["loosely"].strip(" `$*")), length, cost)
        at = match.start("number"), match.end("number")
        if found and not excuses.excuse(passage, *at, document):
            says = f"at γ {length} and c {float(cost):.4g} speculation breaks even at α = {found}, not {match['number'].strip()}"
            yield document.finding(passage, *at, CODE, Level.WARNING, says, f"write {found}", claim=_CLAIM)


def _contradicted(printed: Numeral, loosely: bool, length: Fraction, cost: Fraction) -> str:
    """The rate at which it breaks even, if that is not the printed one; "" where it is, or where there is none."""
    if length.denominator != 1 or not 1 <= length <= 64 or not 0 < cost < 1:
        return ""
    share = Fraction(1, 100) if printed.text.rstrip().endswith("%") and printed.values[0] > 1 else Fraction(1)
    claim = claimed(printed, 0, loosely=loosely, zeros=True).rounded
    wider = printed.values[0] * _SLACK if loosely else Fraction(0)
    low, high = (max(Fraction(0), min(Fraction(1), one * share)) for one in (claim.low - wider, claim.high + wider))
    gamma = int(length)
    if any(_tokens(low, gamma) <= 1 + of <= _tokens(high, gamma) for of in (gamma * cost, cost)):
        return ""
    below, above = Fraction(0), Fraction(1)
    for _ in range(20):
        middle = (below + above) / 2
        below, above = (middle, above) if _tokens(middle, gamma) < 1 + gamma * cost else (below, middle)
    return f"{float(below):.3g}"


def _tokens(alpha: Fraction, gamma: int) -> Fraction:
    return sum((alpha**k for k in range(gamma + 1)), Fraction(0))
