"""What both log readers share: finding a field in a line, and adding up the printed intervals of one engine."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from ...errors import BadInput
from .counters import MAX_POSITIONS, Counters, printable
from .inference import Work, infer

NUMBER = r"([0-9]{1,9}(?:\.[0-9]{1,9})?)(?![0-9.])"
"""A printed figure: bounded, so that no hostile digits become a huge integer."""

COUNT = r"([0-9]{1,15})(?![0-9.])"
"""A printed count: 15 digits stay below 2^53."""


@dataclass(frozen=True)
class Record:
    """One printed interval or request: exact token counts, and what else was printed of it."""

    drafted: int
    accepted: int
    length: str | None = None
    rates: tuple[str, ...] = ()
    where: str = ""


def fields(line: str, patterns: Mapping[str, re.Pattern[str]], where: str) -> dict[str, str]:
    """The first group of every pattern in `line`; `BadInput` names the field that is missing (a truncated line)."""
    found: dict[str, str] = {}
    for name, pattern in patterns.items():
        match = pattern.search(line)
        if match is None:
            raise BadInput(
                f"{where}: no {name!r} in {printable(line.strip(), 60)!r}, the line is truncated or malformed"
            )
        found[name] = match.group(1) or "nan"  # the figures of an idle interval
    return found


def rates_in(text: str, where: str) -> tuple[str, ...]:
    """The printed rates of a comma-separated list."""
    rates = tuple(part.strip() for part in text.split(",")) if text.strip() else ()
    if len(rates) > MAX_POSITIONS or not all(re.fullmatch(NUMBER, rate) for rate in rates):
        raise BadInput(f"{where}: rates {printable(text, 60)!r}, expected at most {MAX_POSITIONS} numbers from 0 to 1")
    return rates


def total(
    engine: str, where: str, source: str, records: Sequence[Record], work: Work, *, series: tuple[str, str, str] | None
) -> Counters:
    """The counters of all records of one engine, adding up what is known of each.

    Drafts (and counts per position) that no record leaves open are known; else a range (or nothing) remains. The rates
    are printed for every position that the engine may draft, so their number is gamma.
    """
    lows, highs = 0, 0
    survivors: list[tuple[int, ...]] | None = []
    open_drafts = False
    for record in records:
        if record.length is None and not record.rates:
            open_drafts, survivors = True, None
            continue
        longest = len(record.rates) or record.drafted
        candidates = range(max(1, -(-record.drafted // longest)), record.drafted + 1)  # 1 to gamma tokens a draft
        found = infer(record.accepted, record.length, record.rates, candidates, work, record.where)
        if found is None:
            raise BadInput(
                f"{record.where}: no whole number of drafts prints these figures with {record.accepted} accepted of "
                f"{record.drafted} drafted, expected a line as the engine printed it"
            )
        lows, highs = lows + found.drafts_between[0], highs + found.drafts_between[1]
        survivors = None if survivors is None or found.per_position is None else [*survivors, found.per_position]
    known = not open_drafts and lows == highs
    per_position = tuple(map(sum, zip_longest(*survivors, fillvalue=0))) if survivors else None
    notes = () if known else ("the log prints rounded rates; the number of drafts they leave open is not guessed",)
    return Counters(
        engine=engine,
        where=where,
        source=source,
        drafted=sum(record.drafted for record in records),
        accepted=sum(record.accepted for record in records),
        drafts=lows if known else None,
        drafts_between=None if known or open_drafts else (lows, highs),
        per_position=per_position,
        gamma=max((len(record.rates) for record in records), default=0) or None
        if all(r.rates for r in records)
        else None,
        cumulative=False,
        series=series,
        notes=notes,
    )
