"""The text format, for terminals and READMEs: Unicode, wrapped to the columns there are. Formulas in one line where they fit."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ...derivations.notation import TEXT
from ...derivations.numbers import point_text
from ...derivations.render import derivation_text, heading
from .formats import Layout
from .lines import figure_in_numbers, in_numbers
from .model import WITHOUT_EVIDENCE, At, Document, Entry, Published, Recorded, Row, Section, Tempting
from .sentences import sentence

NAME = "draftproof.txt"
_HIDDEN = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff\ufeff]"
)
"""What steers a terminal or turns the order of letters, which the words of a ledger may hold: shown by its code."""


def files(document: Document, layout: Layout) -> Mapping[str, str]:
    """The document in one text, at most `layout.width` columns wide (words and formulas that are longer apart)."""
    page = _Page(layout.width)
    parts = [part for section in document.sections for part in _section(section, page)]
    if document.has_evidence:
        versions = ", ".join(f"{name} {version}" for name, version in document.environment.items())
        parts.append(page.wrapped(f"Evidence of draftproof {document.version}, {versions}."))
    elif document.has_ledger:
        parts.append(page.wrapped(WITHOUT_EVIDENCE))
    return {NAME: _HIDDEN.sub(lambda found: f"[U+{ord(found[0]):04X}]", "\n".join(parts))}


@dataclass(frozen=True)
class _Page:
    """Columns to write in."""

    width: int

    def wrapped(self, words: str, *, indent: int = 0, hang: int = 2) -> str:
        """A paragraph, a line of its own at the end; what follows its first line is moved in further."""
        return (
            textwrap.fill(
                words,
                max(self.width, indent + hang + 20),
                initial_indent=" " * indent,
                subsequent_indent=" " * (indent + hang),
                break_long_words=False,
                break_on_hyphens=False,
            )
            + "\n"
        )


def _section(section: Section, page: _Page) -> Iterator[str]:
    if len(section.entries) > 1:
        yield f"{section.title}\n{'=' * len(section.title)}\n"
    for entry in section.entries:
        yield _entry(entry, page)


def _entry(entry: Entry, page: _Page) -> str:
    if entry.derivation is None:
        start = "\n".join(heading(entry.claim, page.width)) + "\n"
        start += page.wrapped(f"No derivation: {entry.no_derivation}.", indent=2)
    else:
        start = derivation_text(entry.derivation, page.width)
    blocks = [
        start,
        _at(entry.at, page),
        *(_rival(rival, page) for rival in entry.rivals),
        _figures(entry.figures, page),
        _premises(entry, page),
        _evidence(entry, page),
    ]
    return "\n".join(block for block in blocks if block)


def _at(at: At, page: _Page) -> str:
    """The lines with numbers put in, under the point."""
    if not at.lines and not at.point:
        return ""  # said in words
    text = page.wrapped(f"At {point_text(at.point)}:" if at.point else "In numbers:", indent=2)
    text += "".join(page.wrapped(in_numbers(line, TEXT), indent=4) for line in at.lines)
    return text + (page.wrapped(sentence(at.reason), indent=4) if at.reason else "")


def _rival(tempting: Tempting, page: _Page) -> str:
    rival = tempting.rival
    text = page.wrapped(f"Tempting, and wrong: {rival.says}", indent=2)
    text += page.wrapped(f"Why it tempts: {rival.why_tempting}", indent=4)
    if tempting.numbers:
        text += page.wrapped(f"In numbers: {tempting.numbers}", indent=4)
    return text + page.wrapped(f"[{rival.id}]", indent=4)


def _figures(figures: tuple[Published, ...], page: _Page) -> str:
    if not figures:
        return ""
    text = "  Published figures:\n"
    for published in figures:
        figure = published.figure
        note = f" ({published.note})" if published.note else ""
        verdict = f"{published.verdict}{note}" if published.verdict else published.note
        text += page.wrapped(f"{figure.printed}: {figure_in_numbers(published, TEXT)}", indent=4)
        text += page.wrapped(f"{verdict}; {figure.source}", indent=6)
    return text


def _premises(entry: Entry, page: _Page) -> str:
    """What the claim rests on, and what rests on it."""
    text = "".join(page.wrapped(f"Assumes: {what} ({why})", indent=2) for what, why in entry.assumes.items())
    for label, ids in (("Uses", entry.uses), ("Used by", entry.used_by)):
        if ids:
            text += page.wrapped(f"{label}: {', '.join(ids)}", indent=2)
    return text


def _evidence(entry: Entry, page: _Page) -> str:
    text = page.wrapped(sentence(entry.status), indent=2)
    return text if entry.recorded is None else text + _recorded(entry.recorded, page)


def _recorded(recorded: Recorded, page: _Page) -> str:
    text = "".join(page.wrapped(_row(row), indent=4) for row in recorded.rows)
    text += "".join(page.wrapped(f"{kind}: not run ({why})", indent=4) for kind, why in recorded.not_run.items())
    return text + "".join(page.wrapped(f"Fails: {fault}", indent=4) for fault in recorded.faults)


def _row(row: Row) -> str:
    rejected = f"rejects {', '.join(id_.partition('.')[2] for id_ in row.rejected)}" if row.rejected else ""
    facts = "; ".join(filter(None, (row.extent, row.rates, rejected, row.reason)))
    return f"{row.kind}: {row.verdict} ({row.engine})" + (f": {facts}" if facts else "")
