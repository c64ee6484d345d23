"""PromQL: series are names, and what only adds them up or takes their rate is seen through.

`rate(a_total[5m]) / rate(b_total[5m])` is `a_total / b_total`; labels, ranges and groupings say nothing of a formula.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..document import Formula, How, Passage, Source
from . import codesyntax
from .blocks import Block, Blocks, Comment
from .codeformulas import Scanner
from .codetokens import Tokens
from .codetrees import Numerals
from .compose import Item, moved


def read(source: Source) -> Iterator[Item]:
    """A query's code and its formulas."""
    syntax = codesyntax.syntax("promql")
    marks = list(codesyntax.scan(source.text, syntax))
    tokens = Tokens(source.text, marks, "promql")
    blocks = Blocks(source, [Block("", 0, len(source.text))], [m for m in marks if isinstance(m, Comment)], "promql")
    yield blocks.passage(blocks.all[0])
    yield from Scanner(tokens, blocks, Numerals(), syntax, "promql").formulas()


def within(outer: Passage, result: str, near: str) -> Iterator[Item]:
    """A query that stands in another text, with what its panel or rule says of it. `result` is the series that it records."""
    for item in moved(read(Source(outer.text)), outer):
        whole = isinstance(item, Formula) and item.end - item.start >= len(item.passage.text.strip())
        if isinstance(item, Formula):
            how = How.ASSIGNED if result and whole else item.how
            yield replace(item, near=f"{near}\n{item.near}".strip(), result=result if whole else item.result, how=how)
        else:
            yield item
