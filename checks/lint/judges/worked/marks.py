"""Which decimal mark a document uses, by the numbers that allow only one."""

from __future__ import annotations

import re

from ...document import Document

_POINT = re.compile(
    r"\d(?:(?<![\d.,]\d)\d*\.(?:\d{1,2}|\d{4,})(?![\d.,]\d|\d)|(?<=0)(?<![\d.,\w]0)\.\d|,\d{3}\.\d|,\d{3},\d{3}(?!\d))"
)
_COMMA = re.compile(
    r"\d(?:(?<![\d.,]\d)\d*(?:,|\{,\})(?:\d{1,2}|\d{4,})(?![\d.,]\d|\d)|(?<=0)(?<![\d.,\w]0)(?:,|\{,\})\d|"
    r"\.\d{3},\d|\.\d{3}\.\d{3}(?!\d))"
)


def marks(document: Document) -> tuple[int, ...]:
    """The readings of `1,200` to try in a document: 0 the point as decimal mark, -1 the comma; both where both occur or neither.

    A tuple such as `(2,1)` looks like a decimal comma: then both are tried, which excuses more and reports less.
    """
    point = any(_POINT.search(passage.text) for passage in document.passages)
    comma = any(_COMMA.search(passage.text) for passage in document.passages)
    return (0, -1) if point == comma else (0,) if point else (-1,)
