"""The rate from which speculation pays at a given draft length and cost, as a text has it (DP202, ruling 12).

There the tokens of a round, (1 - α^(γ+1))/(1 - α), outweigh its cost, 1 + γc; or 1 + c, where a document speaks of drafts that come
from one pass. Judged only in documents in which the closed form stands.
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
from ._context import FORMS, OTHERWISE, drafts_at_once
from .worked.digits import claimed
from .worked.model import standing
from .worked.outcomes import known
from .worked.stated import said
from .worked.stretches import stretches

CODE = "DP202"
_CLAIM = "draft_cost.closed_form"
_ALPHA = r"(?:α|\\alpha|\balpha\b)[\s`$*]{0,3}"
_MORE = r"(?:>=?|≥|\\geq?(?![a-z])|exceeds?|above)"
_EVEN = (
    r"(?:\bbreak(?:s|ing)?[- ]?even|\blhs exceeds(?: the)? rhs|盈亏平衡|손익 ?분기|損益分岐)"
    r"(?:(?!\b(?:not|never|above|below|beyond|over|under|from|past|to|than)\b|n['’]t\b)[^.;。；\n\d=≈<>]){0,40}?"
    rf"\b(?:at|is|when|where|for|needs?|requires?|rate(?: of)?)\b[\s`$*]{{0,3}}(?:{_ALPHA}(?:>=?|≥|≈|=)\s?)"
)
_NEEDS = (
    rf"\b(?:needs?|needing|requires?|requiring|must have)\b[^.;\n]{{0,50}}?{_MORE}[\s$`]{{0,3}}"
    rf"(?P<cost>1[.,]\d{{1,3}})(?!\d)[\s$`*,]{{0,4}}"
    rf"(?:i\.e\.,?|that is,?|so|or|hence|thus|→|⇒|\\Rightarrow|\\implies)[\s$`*(]{{0,4}}{_ALPHA}{_MORE}"
)
_RATE = re.compile(rf"(?:{_EVEN}|{_NEEDS})[`$*~≈]{{0,3}}\s?(?P<number>0?[.,]\d{{1,3}})(?![\d%])", re.IGNORECASE)
"""The break-even, and behind it the rate that it is at, `breaks even at α = …`, "we need E > 1.5, i.e. α > …": no other rate."""
_ROUNDED = Fraction(1, 100)
_SLACK = Fraction(1, 10)  # of a rate that is called approximate, and its digits


def judge(document: Document) -> Iterator[Finding]:
    """The findings on break-even rates that a document works out."""
    stated = [one for one in document.passages if one.kind is not Kind.TABLE and _RATE.search(one.text)]
    if stated and not FORMS.isdisjoint(standing(document)):
        for passage in stated:
            yield from _in_passage(passage, document)


def _in_passage(passage: Passage, document: Document) -> Iterator[Finding]:
    text = passage.text
    for start, end in stretches(text):
        match = _RATE.search(text, start, end)
        low = spoken(text[start:end])
        if match is None or OTHERWISE.search(low) or MEASURED.search(low):
            continue
        own = said(text[start:end], known(document))
        lengths, costs = ({one.numeral.text: one.numeral for one in own.values(symbol)} for symbol in ("gamma", "c"))
        printed = numeral(text, *match.span("number"))
        if len(lengths) != 1 or len(costs) != 1 or printed is None:
            continue
        length, cost = (next(iter(one.values())).values[0] for one in (lengths, costs))
        if match["cost"] and abs(Fraction(match["cost"].replace(",", ".")) - 1 - length * cost) > _ROUNDED:
            continue  # what is needed is no break-even
        loosely = "≈" in match[0] or "~" in match[0]
        found = _contradicted(printed, loosely, length, cost, at_once=drafts_at_once(document))
        at = match.span("number")
        if found and not excuses.excuse(passage, *at, document):
            says = f"at γ {length} and c {float(cost):.4g} speculation breaks even at α = {found}, not {match['number'].strip()}"
            yield document.finding(passage, *at, CODE, Level.WARNING, says, f"write {found}", claim=_CLAIM)


def _contradicted(printed: Numeral, loosely: bool, length: Fraction, cost: Fraction, *, at_once: bool) -> str:
    """The rate at which it breaks even, if that is not the printed one; "" where it is, or where there is none."""
    if length.denominator != 1 or not 1 <= length <= 64 or not 0 < cost < 1:
        return ""
    claim = claimed(printed, 0, loosely=loosely, zeros=True).rounded
    wider = printed.values[0] * _SLACK if loosely else Fraction(0)
    low, high = (max(Fraction(0), min(Fraction(1), one)) for one in (claim.low - wider, claim.high + wider))
    gamma = int(length)
    spent = cost if at_once else gamma * cost
    if _tokens(low, gamma) <= 1 + spent <= _tokens(high, gamma):
        return ""
    below, above = Fraction(0), Fraction(1)
    for _ in range(20):
        middle = (below + above) / 2
        below, above = (middle, above) if _tokens(middle, gamma) < 1 + spent else (below, middle)
    return f"{float(below):.3g}"


def _tokens(alpha: Fraction, gamma: int) -> Fraction:
    return sum((alpha**k for k in range(gamma + 1)), Fraction(0))
