"""Which draft length belongs to whom: "draft model A ran with γ = 3", a table's row `A | 3 | 0.61`. For comparisons of drafters."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..document import Document, Kind, Passage
from .worked.headers import column, columns
from .worked.stated import said

_LABEL = re.compile(r"(?<![\w.])(?:[A-Z][A-Za-z0-9.+-]{0,20}|\d+(?:\.\d+)?[BM]|[a-z]+-?gram)(?![\w])")
_CLAUSE = 60  # characters before a number in which its subject stands
SENTENCE = re.compile(r"[^.!?。！？\n]+(?:[.,]\d[^.!?。！？\n]*)*")


def label_before(text: str, place: int) -> str:
    """The name that stands last before a place of a sentence: `B` of "A has 61% and B 40%"."""
    found = _LABEL.findall(text[max(0, place - _CLAUSE) : place])
    return str(found[-1]) if found else ""


def lengths_by_label(passage: Passage, document: Document) -> Mapping[str, set[int]]:
    """The draft lengths that the passages under the same heading give by name."""
    known: dict[tuple[int, str], dict[str, set[int]]] = document.__dict__.setdefault("_lengths_by_label", {})
    asked = id(passage.source), passage.above
    if asked in known:
        return known[asked]
    found = known[asked] = {}
    for other in document.passages:
        if other.source is not passage.source or other.above != passage.above or other.kind is Kind.CODE:
            continue
        pairs = _of_row(other) if other.kind is Kind.TABLE else _of_sentences(other.text)
        for label, length in pairs:
            found.setdefault(label, set()).add(length)
    return found


def _of_sentences(text: str) -> list[tuple[str, int]]:
    pairs = []
    for sentence in SENTENCE.finditer(text):
        for one in said(sentence[0]).values("gamma"):
            if label := label_before(sentence[0], one.start):
                pairs.append((label, int(one.numeral.values[0])))
    return pairs


def _of_row(row: Passage) -> list[tuple[str, int]]:
    heads, cells = list(columns(row.around.partition("\n")[0])), row.text.split(" | ")
    if len(heads) != len(cells):
        return []
    lengths = [
        cell for head, cell in zip(heads, cells, strict=True) if column(head) == "gamma" and cell.strip().isdecimal()
    ]
    label = _LABEL.search(cells[0])
    return [(label[0], int(lengths[0]))] if label and len(lengths) == 1 else []
