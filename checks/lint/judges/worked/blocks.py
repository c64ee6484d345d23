"""KV blocks (DP203): a partly filled block is a block, so 62.5 is 63, full blocks aside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from math import ceil, floor

from ...document import Document, Kind, Passage
from ...finding import Level
from ...mathtext import Numeral
from .broken import Broken, Stretch, header

_BLOCK = re.compile(
    r"\s?(?:full |whole |complete )?(?:KV |cache |KV[- ]cache |physical |GPU |memory )*(?:blocks?|pages?)\b|"
    r"\s?(?:个|個|개의?)?\s?(?:完整)?(?:KV ?缓存)?(?:块|블록|ブロック)|\s?(?:bloques?|blocos?|blocs?|Blöcken?)\b",
    re.IGNORECASE,
)
FULL = re.compile(
    r"\bfull\b|whole|complete|shared|fits?\b|filled|free|available|完整|满|共享|꽉|전체|llenos?|completos?|cheios?|complets?|pleins?|volle",
    re.IGNORECASE,
)
_TO = re.compile(
    r"(?:→|->|=>|\bso\b|that is|i\.e\.|hence|thus|\bor\b|≈|=|rounds? (?:down )?to|即|所以|也就是|즉|따라서|つまり|es decir|"
    r"o sea|ou seja|soit|also|das sind|,|:)",
    re.IGNORECASE,
)


def blocks(stretch: Stretch, document: Document) -> Iterator[Broken]:
    """A number of blocks that is not whole, and then the whole number below it."""
    context = f"{stretch.text}\n{stretch.passage.above}\n{stretch.passage.around[:600]}"
    if not re.search(
        r"KV|\bcache|paged|block|页|块|缓存|캐시|블록|キャッシュ|ブロック|bloque|bloco|bloc|Blöcke",
        context,
        re.IGNORECASE,
    ) or FULL.search(stretch.text):
        return
    if _AVERAGE.search(stretch.text) or (_EACH.search(stretch.text) and not _WORKED.search(stretch.text)):
        return
    for first, second in zip(stretch.numbers, stretch.numbers[1:], strict=False):
        exact, rounded = first.values[0], stretch.value(second)
        between = stretch.passage.text[first.end : second.start]
        if (
            exact.denominator == 1
            or first.units[0] >= 1
            or exact < 1
            or rounded.denominator != 1
            or second.units[0] < 1
        ):
            continue
        in_row = stretch.passage.kind is Kind.TABLE and between.strip() == "|"
        if rounded != floor(exact) or len(between) > 40 or not (in_row or _TO.search(between)):
            continue
        if (
            (in_row and _under_blocks(stretch.passage, second))
            or _BLOCK.match(stretch.passage.text, second.end)
            or _BLOCK.match(stretch.passage.text, first.end)
        ):
            yield _block(first.start, second.end, first.text, ceil(exact), second.text)
    yield from _divided(stretch)
    yield from _told(stretch)


def _under_blocks(row: Passage, number: Numeral) -> bool:
    """Whether a number of a table's row stands under a header of blocks, and not of full or free ones."""
    head = f" {header(row, number.start)}"
    return _BLOCK.search(head) is not None and FULL.search(head) is None and not _AVERAGE.search(head)


_AVERAGE = re.compile(r"\baverage|\bmean\b|平均|평균|promedio|média|moyenn|durchschnitt", re.IGNORECASE)
_EACH = re.compile(r"\b(?:per|each|every|a) (?:sequence|request|user|beam)\b", re.IGNORECASE)
"""Of many: 62.5 may be their mean, where no line works it out from the tokens of one."""
_WORKED = re.compile(r"\d\s?(?:tokens?\s?)?(?:/|÷|\\div|divided by|over)\s?\d", re.IGNORECASE)
_STORED = re.compile(
    r"(?<![\d.,])(?P<n>\d[\d,.]{0,8})\s?(?:个|個の?|개의?)?\s?(?:(?:prompt|context|input|KV)[ -])?"
    r"(?:tokens?|jetons?|トークン|토큰|词元)(?![-\w])",
    re.IGNORECASE,
)
_OF_TOKENS = re.compile(
    r"(?P<a>\d{1,4})[- ]tokens? (?:KV )?(?:blocks|pages)|(?:block|page)[ _-]?size\s?(?:=|of|:|is)?\s?(?P<b>\d{1,4})(?![.,]?\d)|"
    r"(?:块大小|块长|블록 ?크기|ブロックサイズ)\s?(?:=|为|是|は|가|이|:|：)?\s?(?P<c>\d{1,4})(?![.,]?\d)|"
    r"(?:blocks|bloques|blocos|blocs|Blöcken?)\s(?:of|de|zu|à|von)\s(?P<d>\d{1,4})(?![.,]?\d)",
    re.IGNORECASE,
)
_COUNT_OF_BLOCKS = re.compile(
    r"(?<![\d.,/-])(?P<n>\d{1,6})\s?(?:个|個の?|개의?)?\s?(?:KV )?"
    r"(?:blocks\b|pages\b|块|블록|ブロック|bloques\b|blocos\b|blocs\b|Blöcke\b)"
    r"(?!\s(?:of|de|zu|à|von)\s\d)(?!\s(?:and|plus|und|y|e|et)\b)",
    re.IGNORECASE,
)


def _told(stretch: Stretch) -> Iterator[Broken]:
    """`1,500 tokens in 16-token blocks: 93 blocks`: so many full ones, with nothing said of the last."""
    text = stretch.text
    stored = {int(digits) for one in _STORED.finditer(text) if (digits := re.sub(r"\D", "", one["n"]))}
    sizes = {int(next(filter(None, one.groups()))) for one in _OF_TOKENS.finditer(text)}
    counts = list(_COUNT_OF_BLOCKS.finditer(text))
    if len(stored - sizes) != 1 or len(sizes) != 1 or len(counts) != 1:
        return
    tokens, size, count = next(iter(stored - sizes)), next(iter(sizes)), counts[0]
    if size > 1 and tokens > size and tokens % size and int(count["n"]) == tokens // size:
        exact = f"{tokens:,} tokens in blocks of {size}: {tokens / size:.2f}"
        found = _block(
            stretch.start + count.start(), stretch.start + count.end(), exact, tokens // size + 1, count["n"]
        )
        yield replace(found, level=Level.WARNING)


_DIVISION = re.compile(
    r"(?:(?:\bfloor|⌊|\\lfloor)\s?\(?\s?)?(?P<a>\d[\d,._]*)\s?(?://|/|÷)\s?(?P<k>\d{1,4})\s?(?:\)|⌋|\\rfloor)?\s?"
    r"(?:=|≈|→|->)\s?(?P<n>\d[\d,._]*)(?![\d.,]*\d|\s?[.,]\d)"
)


def _divided(stretch: Stretch) -> Iterator[Broken]:
    """Tokens over a block's size, rounded down on the same line."""
    for match in _DIVISION.finditer(stretch.text):
        a, k, n = (re.sub(r"[,_](?=\d{3})|[.,_]$", "", match[name]) for name in ("a", "k", "n"))
        if not (a.isdecimal() and k.isdecimal() and n.isdecimal()) or int(k) < 2:
            continue
        end = match.end("n") - (1 if match["n"][-1] in ".,_" else 0)
        if int(a) % int(k) and int(n) == int(a) // int(k) and _BLOCK.match(stretch.text, end):
            yield _block(stretch.start + match.start(), stretch.start + end, f"{int(a)} / {k}", int(n) + 1, n)


def _block(start: int, end: int, exact: str, right: int, said_: str) -> Broken:
    return Broken(
        start, end, f"{exact} blocks are {right}, not {said_}: the last one is partly filled", f"round up: {right} blocks",
        claim="beam_paging.blocks", rival="beam_paging.tokens_over_block_size",
    )  # fmt: skip
