"""Two figures in one sentence: "going from α = 0.6 to 0.9 raises the tokens per verification from 2.4 to 4.7"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from ...mathtext import Numeral, numeral
from ...words import PHRASES, spoken
from .quantities import NUMBER
from .stated import Said, Stated

_FROM = r"(?:\b(?:from|von|de|desde|du)\b|\bс\b|[从由從])"
_TO = r"(?:\b(?:to|auf|à|até|hasta|para)\b|\bдо\b|[到至])"
_NAME = r"[\s`$*~]{0,4}(?:\\?[A-Za-zα-ω]{1,6}[\s`$]{0,2}[=≈][\s`$]{0,2})?"
_FROM_TO = re.compile(rf"{_FROM}{_NAME}(?={NUMBER.pattern})", re.IGNORECASE)
_ON = re.compile(rf"[`$*%×x]{{0,3}}(?:[^.;。；\n\d]|\.(?!\s)){{0,40}}?{_TO}{_NAME}(?={NUMBER.pattern})", re.IGNORECASE)
_SUBJECT = 80  # characters before "from" in which it is said of what
_MOST = 6  # pairs of one sentence that are read


def pairs(text: str, own: Said) -> Iterator[tuple[Stated, Said]]:
    """The figures that a sentence goes from and to, each with its own acceptance rate and what else the sentence states."""
    read = [*islice(_pairs(text), _MOST)]
    rates = next((two for two in read if _are_rates(two, text, own)), None)
    others = tuple(one for one in own.settings if one.symbol != "alpha")
    if rates is None:
        return
    for two in read:
        symbol = _of(text[max(0, two[0].start - _SUBJECT) : two[0].start])
        if two is rates or not symbol or _UNIT.match(text, two[1].end) or not all(one.values[0] >= 1 for one in two):
            continue
        for rate, figure in zip(rates, two, strict=True):
            setting = Stated("alpha", rate, rate.start, rate.end, rate="from and to")
            yield Stated(symbol, figure, figure.start, figure.end), Said((setting, *others), ())


def _pairs(text: str) -> Iterator[tuple[Numeral, Numeral]]:
    for begins in _FROM_TO.finditer(text):
        first = NUMBER.match(text, begins.end())
        goes_on = _ON.match(text, first.end()) if first else None
        second = NUMBER.match(text, goes_on.end()) if goes_on else None
        if first and second:
            both = numeral(text, *first.span()), numeral(text, *second.span())
            if both[0] is not None and both[1] is not None:
                yield both[0], both[1]


def _are_rates(two: tuple[Numeral, Numeral], text: str, own: Said) -> bool:
    """Whether two numbers are acceptance rates: one is set as such, or "acceptance" stands before them."""
    if not all(0 < one.values[0] < 1 for one in two):
        return False
    starts = {one.start for one in two}
    said = any(one.symbol == "alpha" and one.numeral.start in starts for one in own.settings)
    return said or PHRASES["rate"].search(spoken(text[max(0, two[0].start - _SUBJECT) : two[0].start])) is not None


_UNIT = re.compile(r"[\s`$]{0,3}(?:[KMGT]i?B|[mµ]?s\b|%|×|x\b|fold\b|times\b|percent)")
_BETWEEN = re.compile(r"[^,，;。:：]{0,24}")
_PARTS = re.compile(r"\b(?:and|factor|share|memory|version)\b|[和与、]")
"""Words between what tokens are spoken of and a number that is of something else."""


def _of(before: str) -> str:
    """What the words just before a figure say that it is of: E, A or S; "" where they do not. Accepted tokens are no others."""
    low = spoken(before)
    ends = {symbol: max((one.end() for one in PHRASES[symbol].finditer(low)), default=-1) for symbol in ("A", "E", "S")}
    last = max(ends, key=lambda symbol: ends[symbol])
    between = low[ends[last] :]
    if ends[last] < 0 or not _BETWEEN.fullmatch(between) or _PARTS.search(between):
        return ""
    return "A" if last == "E" and ends["A"] >= 0 and ends["E"] - ends["A"] <= _ONE_PHRASE else last


_ONE_PHRASE = 24  # characters by which "tokens per verification" may go on behind "accepted"
