"""The code that a docstring or comment is about: its function's results, or what stands just below it."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator

from ....derivations.expr import Node
from ..document import Document, Formula, How, Kind, Passage
from ..spelling import spelled

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


def same_below(formula: Formula, document: Document) -> Formula | None:
    """The code below a comment that is the comment's formula once more, rounded or not: what that gives, the code's name says."""
    if formula.passage.kind is not Kind.COMMENT or formula.how is not How.BARE or formula.result:
        return None
    own = _outline(formula.templates[0], formula)
    same = (one for one in under(formula, document) if one.result and _outline(one.templates[0], one) == own)
    return next(same, None)


def _outline(tree: Node, formula: Formula) -> tuple[object, ...]:
    """The shape of a tree, each name as what it may be by its spelling."""
    if tree.op in ("ceil", "floor", "max", "min") and (
        inner := [one for one in tree.args if one.op not in ("sym", "num")]
    ):
        return _outline(inner[0], formula)
    if tree.op == "sym":
        numeral = formula.numerals.get(tree.args[0])
        return ("num", str(numeral.values[0])) if numeral else ("sym", *spelled(tree.args[0])[0][:1])
    return (tree.op, *sorted((_outline(one, formula) for one in tree.children()), key=str))


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
