"""The code that a docstring or comment is about: its function's results, or what stands just below it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..document import Document, Formula, Kind, Passage

_NEXT = 4  # lines from the end of a comment to the code that it is about


def under(formula: Formula, document: Document) -> Iterator[Formula]:
    """The code that a docstring or comment is about: its function's results, or what stands just below it."""
    passage = formula.passage
    last = passage.place(len(passage.text) - 1).line if passage.text else 0
    for other in document.formulas:
        if other.passage.kind is not Kind.CODE or other.passage.source is not passage.source:
            continue
        below = other.passage.place(other.start).line - last
        same = other.passage.scope == passage.scope
        of_function = passage.kind is Kind.DOCSTRING or (bool(passage.scope) and below >= 0 and _documents(passage))
        if same and (of_function or 0 <= below <= _NEXT):
            yield other


_DOCUMENTS = re.compile(r"(?m:^)\s*(?:/\*\*|///|//!)")
"""What a comment that documents a function has at the beginning of a line."""


def _documents(passage: Passage) -> bool:
    source = passage.source.text
    line = source.rfind("\n", 0, passage.at(0))
    first = source.rfind("\n", 0, max(0, line)) + 1  # `/**` may stand on a line of its own
    return _DOCUMENTS.search(source[first : passage.end(len(passage.text))]) is not None
