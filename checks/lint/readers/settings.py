"""What the readers of settings share: which keys hold queries and names, and a number by its key."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..document import Formula, How, Kind, Source
from . import codetrees as t
from .codetrees import Numerals, words
from .compose import stretch

QUERIES = words("expr query promql expression")
NAMES = words("record alert")
"""Keys whose value is the series that the query beside them makes."""
METRICS = re.compile(r"\b(?:rate|irate|increase|sum|avg|max|min)\b|[\w:]+\s*(?:\{|\[)|[-+*/^]")
"""What a query has: a function of series, a selector or an operator."""
MAX_NUMBERS = 2_000  # of one file: settings have dozens, and data is no evidence


def entry(source: Source, key: str, start: int, end: int, around: str, near: str) -> Iterator[Formula]:
    """A number that a key is set to."""
    numerals = Numerals()
    leaf = numerals.leaf(source.text[start:end], start)
    if leaf is not None:
        passage = stretch(Kind.CODE, source, start, end, around=around)
        made = t.formula(passage, start, end, [leaf], numerals, result=key, how=How.ENTRY, near=near)
        if made is not None:
            yield made
