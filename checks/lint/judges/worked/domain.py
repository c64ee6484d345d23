"""Rules of the domain that a line breaks although its arithmetic holds (DP203): mask words, blocks, rows, the ridge.

=========  ==============================================================================================
mask       a row is ceil(V/32) words of 4 bytes: V/8 is right only where 32 divides V
blocks     a partly filled block is a block: 62.5 is 63, full blocks aside
rows       a verification has batch·(γ+1) rows, the bonus token's among them
ridge      the arithmetic rate of the precision named: 591 FLOP/byte is an H100's in FP8, not in BF16
beams      full blocks of the prompt once, and the other blocks of each beam
=========  ==============================================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from ...document import Document, Kind, Passage
from ...finding import Level
from ...mathtext import Numeral
from .blocks import FULL, blocks
from .broken import CONTEXT, Broken, Stretch, lengths
from .lines import Marks
from .masks import of_batch, of_drafts, of_rows, row, speaks_of_masks
from .quantities import Read
from .stretches import numbers, stretches

_HINT = re.compile(
    r"mask|block|page|row|verif|vérif|prüf|ridge|roofline|flop|掩码|掩膜|块|行|验证|마스크|블록|검증|マスク|ブロック|行|検証|máscara|bloque|bloco|"
    r"filas?\b|linhas?\b|masque|blocs?\b|lignes?\b|maske|blöcke|zeilen",
    re.IGNORECASE,
)


def broken(passage: Passage, document: Document, read: Read, marks: Marks) -> Iterator[Broken]:
    """The rules that a passage of text breaks."""
    heads = passage.around.partition("\n")[0] if passage.kind is Kind.TABLE else ""
    if not (_HINT.search(passage.text) or _HINT.search(heads) or speaks_of_masks(document)):
        return
    for start, end in stretches(passage.text):
        found = tuple(one for one in numbers(passage.text, start, end))
        if found:
            stretch = Stretch(passage, start, end, found, read, marks)
            for rule in (row, blocks, _rows, _ridge, _beams, of_batch, of_rows, of_drafts):
                yield from rule(stretch, document)


# Rows

_NOUN = r"(?:\s(?:sequences|requests|seqs|drafts?|tokens?|rows))?"
_PRODUCT = re.compile(
    rf"(?P<a>\d[\d,]*){_NOUN}\s?(?:[x×*·⋅]|\\times|\\cdot)\s?(?P<b>\d[\d,]*){_NOUN}\s?(?:=|≈|→|->)\s?(?P<c>\d[\d,]*)(?![.,]?\d)"
)
_ROWS_AFTER = re.compile(
    r"[\s$`*]{0,3}(?:(?:mask|bitmask|logits?|verification|verify|target)[- ]?rows?|rows?\b(?! of (?:the )?draft)|"
    r"tokens?\s(?:\w+\s)?(?:per|for|in|to|a|each|at|through)\s(?:\w+\s){0,2}(?:verif\w*|target)|(?:verif\w+|target) tokens?|"
    r"tokens? (?:go|are sent|sent|pass)\b[^.]{0,30}(?:verif|target)|个?\s?(?:token)?\s?(?:送入|进入|用于)?验证|行|행|"
    r"filas|linhas|lignes|Zeilen)",
    re.IGNORECASE,
)  # fmt: skip
_COUNTED = re.compile(
    r"\s?(?:(?:tokens?|positions?|jetons?|posiciones|posições|positionen)\b(?!\sof)|个|個|개|トークン|토큰)",
    re.IGNORECASE,
)
_VERIFIES = re.compile(r"verif\w*|vérif|target (?:pass|forward|step|model)|验证|검증|検証|prüf", re.IGNORECASE)
_DRAFTED = re.compile(
    r"[\s$`*]{0,3}(?:draft\w*|speculat\w*|proposed|candidate|个?草稿|초안|드래프트|tokens? (?:are |is )?(?:draft|propos))",
    re.IGNORECASE,
)


def _rows(stretch: Stretch, document: Document) -> Iterator[Broken]:
    """`64 x 5 = 320 tokens per verification step` with γ = 5: the bonus token's row is missing."""
    for match in _PRODUCT.finditer(stretch.text):
        a, b, c = (int(match[name].replace(",", "") or 0) for name in ("a", "b", "c"))
        if a * b != c or _DRAFTED.match(stretch.text, match.end()):
            continue
        rows = _ROWS_AFTER.match(stretch.text, match.end())
        counts = rows or (_VERIFIES.search(stretch.text) and _COUNTED.match(stretch.text[match.end() :]))
        if not counts:
            continue
        given = lengths(stretch, stretch.start + match.start(), document)
        if len(given) != 1 or not ({a, b} & given) or a == b:
            continue
        gamma = next(iter(given))
        batch = b if a == gamma else a
        right = f"{batch} x {gamma + 1} = {batch * (gamma + 1)}"
        yield Broken(
            stretch.start + match.start(), stretch.start + match.end(),
            f"each sequence has γ + 1 = {gamma + 1} rows, the bonus token's among them: {right}", f"write {right}",
            claim="verify_budget.rows", rival="verify_budget.bonus_row_forgotten",
        )  # fmt: skip


# The ridge

_RIDGE = re.compile(
    r"\bridge\b|roofline|\bknee\b|arithmetic intensity|machine balance|屋脊|屋顶线|脊点|릿지|루프라인|ルーフライン",
    re.IGNORECASE,
)
_GPU = re.compile(r"\b(?P<gpu>H100|H200)\b(?!\s?(?:PCIe|NVL))")
_16_BITS = r"\b(?:bf16|bfloat16|fp16|float16|half[- ]precision|16[- ]bit)\b"
_16_BIT = re.compile(_16_BITS, re.IGNORECASE)
_OTHER_PRECISION = re.compile(
    r"\b(?:e?fp8|int8|e4m3|e5m2|8[- ]bit|fp4|int4|4[- ]bit|tf32|fp32|fp64|sparse|sparsity|w8a8|w4a16)\b|稀疏|희소",
    re.IGNORECASE,
)
_PEAK_FP8 = Fraction(19789, 10)  # TFLOP/s of an H100 SXM or H200, dense; half of it in BF16
_PEAK_16 = re.compile(
    rf"(?P<a>{_16_BITS})[^\n.;]{{0,24}}1[,.]?979(?:\.\d)? ?(?:T|P?FLOP|e12)|"
    rf"1[,.]?979(?:\.\d)? ?(?:T|P?FLOP)\w*[^\n.;]{{0,16}}?(?P<b>{_16_BITS})",
    re.IGNORECASE,
)
"""That rate under the name of a precision of 16 bits."""
_BEFORE = 700  # characters before a ridge in which the peak rate may stand that it is worked out from
_BANDWIDTH = {"H100": Fraction(335, 100), "H200": Fraction(48, 10)}  # TB/s


def _ridge(stretch: Stretch, document: Document) -> Iterator[Broken]:
    """A ridge under the wrong precision's name, or under none."""
    gpu = _GPU.search(stretch.text)
    for one in stretch.numbers:
        spoken_of = _RIDGE.search(stretch.text)
        if stretch.read.unit(one.end).dims != (-1, 0, 1) or not (gpu or spoken_of):
            continue
        value = one.values[0]
        other = _OTHER_PRECISION.search(stretch.text)
        named = _16_BIT.search(stretch.text)
        inherited = "" if named or other or not spoken_of else _peak_in_16_bits(stretch, one.start)
        for name, bandwidth in _BANDWIDTH.items():
            ridge = _PEAK_FP8 / bandwidth
            tens = value % 10 == 0 and bool(gpu or inherited) and _is_called_ridge(stretch, one)  # 590 for 590.7
            half = max(one.units[0], Fraction(10 if tens else 1)) / 2
            if (
                (named or inherited)
                and not other
                and abs(value - ridge) <= half
                and (gpu is None or gpu["gpu"] == name)
            ):
                yield Broken(
                    one.start, one.end,
                    f"{one.text} FLOP/byte is the ridge of FP8 on an {name} (1,979 TFLOP/s over {float(bandwidth):g} TB/s); "
                    f"in {named[0] if named else inherited} it is {float(ridge / 2):.0f}",
                    f"write {float(ridge / 2):.0f}, or name FP8", claim="verify_budget.past_ridge",
                )  # fmt: skip
        context = f"{stretch.text}\n{stretch.passage.above}"
        if gpu and _RIDGE.search(stretch.text) and not (_16_BIT.search(context) or _OTHER_PRECISION.search(context)):
            yield Broken(
                one.start, one.end, "a ridge with no precision named: peak arithmetic rates differ by precision",
                "name the precision that the rate is of", Level.NOTE, claim="verify_budget.past_ridge",
            )  # fmt: skip


def _is_called_ridge(stretch: Stretch, one: Numeral) -> bool:
    """Whether a number is said to be the ridge: not where an intensity of so much lies above one."""
    place = one.start - stretch.start
    return bool(_RIDGE.search(stretch.text[:place]) or _IS_IT.match(stretch.text, one.end - stretch.start))


_IS_IT = re.compile(r"[^.;]{0,20}\b(?:is|as) (?:the|its)\b")


def _peak_in_16_bits(stretch: Stretch, place: int) -> str:
    """The precision of 16 bits that the rate of FP8 is said to be of just before a place, with no other one named since."""
    at = stretch.passage.at(place)
    before = stretch.passage.source.text[max(0, at - _BEFORE) : at]
    last = next(reversed(list(_PEAK_16.finditer(before))), None)
    if last is None or _OTHER_PRECISION.search(before, before.rfind("\n", 0, last.start()) + 1):
        return ""
    return str(last["a"] or last["b"])


# Beams

_BEAMS = re.compile(r"(\d{1,3})[- ](?:beams?\b|束|빔|ビーム|haces|feixes)", re.IGNORECASE)
_PROMPT = re.compile(
    r"([\d,]{1,9})[- ]tokens?[- ]prompt|prompt (?:of|with|length|=)\s?(?:=\s?)?([\d,]{1,9})", re.IGNORECASE
)
_GENERATED = re.compile(
    r"([\d,]{1,7})\s(?:generated|new|output|decoded)\s?tokens?|generates? ([\d,]{1,7})", re.IGNORECASE
)
_SIZE = re.compile(
    r"(\d{1,4})-token blocks|blocks? (?:size )?(?:of )?(\d{1,4})(?: tokens)?\b|block_size\s?=\s?(\d{1,4})",
    re.IGNORECASE,
)
_BLOCKS = re.compile(r"(\d[\d,]{0,6})\s(?:KV |cache |physical |shared )*blocks\b", re.IGNORECASE)


def _beams(stretch: Stretch, document: Document) -> Iterator[Broken]:
    """Blocks of beams that share a prompt, counted as tokens over the block's size."""
    if not _BLOCKS.search(stretch.text):
        return
    context = f"{stretch.passage.around[:CONTEXT]}\n{stretch.passage.text[:CONTEXT]}"
    given = [_only(pattern, context) for pattern in (_BEAMS, _PROMPT, _GENERATED, _SIZE)]
    if any(value is None for value in given) or "beam" not in context.lower():
        return
    beams, prompt, generated, size = (value or 1 for value in given)
    whole = ceil(Fraction(prompt + generated, size))
    shared = prompt // size + beams * (whole - prompt // size)
    tempting = {
        ceil(Fraction(prompt + beams * generated, size)),
        ceil(Fraction(prompt, size)) + beams * ceil(Fraction(generated, size)),
    }
    for match in _BLOCKS.finditer(stretch.text):
        count = int(match[1].replace(",", ""))
        if count in tempting - {shared, beams * whole} and not FULL.search(stretch.text.replace("shared", "")):
            yield Broken(
                stretch.start + match.start(), stretch.start + match.end(),
                f"{beams} beams that share {prompt} tokens have {shared} blocks: the prompt's full blocks once, the others by beam",
                f"write {shared} blocks", Level.WARNING, claim="beam_paging.blocks", rival="beam_paging.tokens_over_block_size",
            )  # fmt: skip


def _only(pattern: re.Pattern[str], text: str) -> int | None:
    values = {
        int(part.replace(",", ""))
        for match in pattern.finditer(text)
        for part in match.groups()
        if part and part.strip(",")
    }
    return next(iter(values)) if len(values) == 1 and 0 not in values else None
