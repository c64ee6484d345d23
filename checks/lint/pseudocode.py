"""Functions in blocks that name no language and are read as text: what `return` stands before is what the function is."""

from __future__ import annotations

import re

from .document import Formula, Kind

_RETURN = re.compile(r"(?m:^)(?P<indent>[ \t]+)return[ \t]+\(?[ \t]*\Z")
_HEAD = re.compile(
    r"[ \t]*(?:def |fn |func |function |float |double )?(?P<name>[^\W\d]\w*)[ \t]?\([^()\n]*\)[ \t]*"
    r"(?:->[ \t]*[\w<>]+)?[ \t]*[:{]?"
)
_MOST = 4_000  # characters of a function that are read


def function_of(formula: Formula) -> str:
    """The name of the function that a formula in a text is returned by, as its head is written above; "" where there is none."""
    passage = formula.passage
    if passage.kind is Kind.CODE or formula.result:
        return ""
    before = passage.text[max(0, formula.start - _MOST) : formula.start]
    own = _RETURN.search(before)
    if own is None:
        return ""
    for line in reversed(before[: own.start()].split("\n")):
        indent = len(line) - len(line.lstrip())
        if line.strip() and indent < len(own["indent"]):
            head = _HEAD.fullmatch(line.rstrip())
            return head["name"] if head else ""
    return ""
