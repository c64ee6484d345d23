"""The code that a docstring or comment is about: its function's results, or what stands just below it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator

from ..document import Document, Formula, Kind, Passage

_NEXT = 4  # lines from the end of a comment to the code that it is about


def under(formula: Formula, document: Document) -> Iterator[Formula]:
    """The code that a docstring or comment is about: its function's results, or what stands just below it."""
    passage = formula.passage
    code = _code(document).get((id(passage.source), passage.scope), [])
    if not code:
        return
    if passage.kind is Kind.DOCSTRING:
        first, last = 0, len(code)
    else:
        line = passage.place(len(passage.text) - 1).line if passage.text else 0
        first, last = bisect_left(code, (line, 0)), bisect_right(code, (line + _NEXT, len(document.formulas)))
        if passage.scope and first < len(code) and _documents(passage):
            last = len(code)
    for _, place in sorted(code[first:last], key=lambda one: one[1]):
        yield document.formulas[place]


def _code(document: Document) -> dict[tuple[int, str], list[tuple[int, int]]]:
    """The lines of the formulas of code, in order, and their places in the document, by source and scope; kept with it."""
    found: dict[tuple[int, str], list[tuple[int, int]]] | None = document.__dict__.get("_code_by_scope")
    if found is None:
        found = defaultdict(list)
        for place, one in enumerate(document.formulas):
            if one.passage.kind is Kind.CODE:
                line = one.passage.place(one.start).line
                found[id(one.passage.source), one.passage.scope].append((line, place))
        for lines in found.values():
            lines.sort()
        document.__dict__["_code_by_scope"] = found
    return found


_DOCUMENTS = re.compile(r"(?m:^)\s*(?:/\*\*|///|//!)")
"""What a comment that documents a function has at the beginning of a line."""


def _documents(passage: Passage) -> bool:
    source = passage.source.text
    line = source.rfind("\n", 0, passage.at(0))
    first = source.rfind("\n", 0, max(0, line)) + 1  # `/**` may stand on a line of its own
    return _DOCUMENTS.search(source[first : passage.end(len(passage.text))]) is not None
