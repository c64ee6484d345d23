"""One mistake, one finding: what several judges say about one place is settled here, whoever they are."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from .finding import Finding, Level, Place

CONTRADICTS = "DP303"
_SURE = {Level.ERROR: 0, Level.WARNING: 1, Level.NOTE: 2}


def settled(findings: Iterable[Finding]) -> list[Finding]:
    """Of several findings of one code at one place the surest; of text and code that contradict each other one.

    Where the code is right, DP303 stands for whatever is wrong with the text. Where it is the code that has its own finding, that
    finding stays, and names the text.
    """
    surest: dict[tuple[str, str, Place], Finding] = {}
    for finding in findings:
        at = finding.path, finding.code, finding.place
        if at not in surest or _SURE[finding.level] < _SURE[surest[at].level]:
            surest[at] = finding
    found = [one for one in surest.values() if not _is_result_of_another(one, surest.values())]
    texts = [finding for finding in found if finding.code == CONTRADICTS]
    if not texts:
        return found
    own = [finding for finding in found if finding.code != CONTRADICTS]
    kept = []
    for text in texts:
        codes = [one for one in own if any(_within(place, one) for place, _ in text.related)]
        for code in codes:
            said = (text.place, "the text here says otherwise")
            own[own.index(code)] = replace(code, related=(*code.related, said))
        if not codes:
            kept.append(text)
            own = [one for one in own if not _overlap(one, text)]
    return [*own, *kept]


_NUMBER = re.compile(r"[\d.,{}%]+")


def _is_result_of_another(one: Finding, findings: Iterable[Finding]) -> bool:
    """Whether a finding is on a bare number, and the formula before it on its line has the same: `1 + 5*0.7 = 4.5`."""
    if not _NUMBER.fullmatch(one.expression):
        return False
    return any(
        (other.path, other.code, other.place.cell, other.end.line)
        == (one.path, one.code, one.place.cell, one.place.line)
        and other.level.fails
        and _at(other.end) < _at(one.place)
        and not _NUMBER.fullmatch(other.expression)
        for other in findings
    )


def _within(place: Place, finding: Finding) -> bool:
    return place.cell == finding.place.cell and finding.place.line <= place.line <= finding.end.line


def _overlap(one: Finding, other: Finding) -> bool:
    """Whether two findings share a part of the text; both are in one file."""
    same = one.path == other.path and one.place.cell == other.place.cell
    return same and _at(one.place) < _at(other.end) and _at(other.place) < _at(one.end)


def _at(place: Place) -> tuple[int, int]:
    return place.line, place.column
