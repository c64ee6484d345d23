"""Rates that a file prints with the counts they are of: 0.7258 near "drafted 76,835", "accepted 55,764" is accepted / drafted."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from fractions import Fraction

from .document import Document
from .mathtext import Numeral, numeral

_COUNT = r"\d(?:[\d,]{0,11}\d)"
_ACCEPTED = re.compile(
    rf"(?:\baccept(?:ed)?|接受|수락|受理)(?![a-z])[^\d\n.;/]{{0,24}}?(?P<after>{_COUNT})(?![\d%]|\.\d)|"
    rf"(?<![\d.,])(?P<before>{_COUNT}) (?:tokens? )?(?:were )?accepted\b",
    re.IGNORECASE,
)
_DRAFTED = re.compile(
    rf"(?:\bdraft(?:ed)?|\bproposed|\bspeculated|草稿|드래프트|초안|ドラフト)(?![a-z])[^\d\n.;/]{{0,24}}?(?P<after>{_COUNT})(?![\d%]|\.\d)|"
    rf"(?<![\d.,])(?P<before>{_COUNT}) (?:tokens? )?(?:were )?(?:drafted|proposed)\b",
    re.IGNORECASE,
)
_ONE_EACH = re.compile(
    r"\bfirst (?:position|draft|token)s?\b|\bn draft\s*[=:]\s*1\b|\b(?:one|single) (?:draft|token)\b|first rejection|\btested\b",
    re.IGNORECASE,
)
"""Near the counts: they are of drafts that are all reached, so that their quotient is the probability."""
_APART = 300  # characters between the two counts
_CLOSE = Fraction(1, 1000)
_MOST = 4  # ratios that a number may be
_LEAST = 20  # tokens that are drafted, of a count over a run
_DIGITS = 3  # significant ones of a rate, by which it is no other's; with fewer, the log has to print the rate as well


def is_counted(one: Numeral, document: Document) -> bool:
    """Whether a number is the quotient of accepted and drafted tokens that the file prints, to its last digit."""
    digits = len("".join(filter(str.isdigit, one.text)).lstrip("0"))
    every = _ratios(document)
    for value, unit in zip(one.values, one.units, strict=True) if every else ():
        slack = unit / 2 if digits >= _DIGITS else Fraction(0)
        first = bisect_left(every, (value - slack, False))
        near = every[first : first + _MOST] if 0 < value < 1 else ()
        if any(ratio <= value + slack and (printed or digits >= _DIGITS) for ratio, printed in near):
            return True
    return False


_RATE = re.compile(r"(?<![\w.])(?:0?\.\d{2,6}|\d{1,2}\.\d{1,4} ?%)(?![\d.])")


def counts_in(row: str, document: Document) -> bool:
    """Whether a text, a row of a table, has such a number."""
    numerals = (numeral(row, *match.span()) for match in _RATE.finditer(row))
    return any(is_counted(one, document) for one in numerals if one is not None)


def _ratios(document: Document) -> tuple[tuple[Fraction, bool], ...]:
    """Accepted over drafted, of counts that stand close to each other, and whether it is printed there; kept with the document."""
    found: tuple[tuple[Fraction, bool], ...] | None = document.__dict__.get("_ratios_of_counts")
    if found is None:
        found = tuple(sorted({one for source in document.sources for one in _of_text(source.text)}))
        document.__dict__["_ratios_of_counts"] = found
    return found


_PRINTED = re.compile(r"\baccept\w*[^\d\n]{0,16}(?P<percent>\d{1,2}\.\d{1,4}) ?%")
"""The rate as a log has it, `accept = 80.000%`."""


def _of_text(text: str) -> Iterator[tuple[Fraction, bool]]:
    plain = re.sub(r"[_|*`]", " ", text)
    drafted = [(match.start(), _count(match)) for match in _DRAFTED.finditer(plain)]
    for match in _ACCEPTED.finditer(plain) if drafted else ():
        accepted, here = _count(match), match.start()
        place = bisect_left(drafted, (here, 0))
        beside = min(drafted[max(0, place - 1) : place + 1], key=lambda one: abs(one[0] - match.start()))
        first, last = max(0, min(beside[0], here) - _APART), max(beside[0], here) + _APART
        if (
            abs(beside[0] - here) > _APART
            or not 0 < accepted < beside[1] >= _LEAST
            or _ONE_EACH.search(plain, first, last)
        ):
            continue
        ratio = Fraction(accepted, beside[1])
        printed = _PRINTED.finditer(plain, first, last)
        yield ratio, any(abs(Fraction(one["percent"]) / 100 - ratio) < _CLOSE for one in printed)


def _count(match: re.Match[str]) -> int:
    return int((match["after"] or match["before"]).replace(",", ""))
