"""Masks over a vocabulary (DP203): a row is ceil(V/32) words of 4 bytes, and a verification has γ + 1 of them a sequence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from math import ceil

from ...document import Document, Kind
from ...finding import Level
from .broken import CONTEXT, Broken, Stretch, header, lengths
from .stated import heard

_MASK = re.compile(r"(?:bit)?mask|掩码|掩膜|마스크|マスク|máscara|masque|maske", re.IGNORECASE)
_LEAST_VOCABULARY = 1_000  # below it a number beside a mask is no vocabulary
_VOCABULARY_WORDS = re.compile(
    r"grammar|token|vocab|词表|어휘|语法|문법|語彙|gramátic|grammaire|bitmask", re.IGNORECASE
)


def speaks_of_masks(document: Document) -> bool:
    """Whether a document is about masks over a vocabulary; kept with it."""
    found: bool | None = document.__dict__.get("_masks")
    if found is None:
        texts = [passage.text[:CONTEXT] for passage in document.passages[:400]]
        masked = any(map(_MASK.search, texts))
        found = masked and any(map(_VOCABULARY_WORDS.search, texts))
        object.__setattr__(document, "_masks", found)
    return found


def row(stretch: Stretch, document: Document) -> Iterator[Broken]:
    """`100,280 / 8 = 12,535 bytes`: an eighth of a vocabulary that 32 does not divide, as the bytes of a row."""
    if not speaks_of_masks(document):
        return
    sizes = [
        one
        for one in stretch.numbers
        if _LEAST_VOCABULARY <= stretch.value(one) < 10**7 and stretch.value(one).denominator == 1
    ]
    for size in sizes:
        v = int(stretch.value(size))
        row = 4 * ceil(Fraction(v, 32))
        for one in stretch.numbers:
            unit = stretch.read.unit(one.end)
            in_column = stretch.passage.kind is Kind.TABLE and _BYTES.search(header(stretch.passage, one.start))
            bytes_said = (unit.dims == (1, 0, 0) and unit.scale == 1) or in_column
            if one.start <= size.start or not bytes_said:
                continue
            if v % 32 and stretch.value(one) in {Fraction(v // 8), Fraction(ceil(Fraction(v, 8)))} - {Fraction(row)}:
                yield Broken(
                    size.start, one.end, f"a mask row of V = {v:,} is {-(-v // 32):,} words of 4 bytes: {row:,} B, not {one.text}",
                    f"write ceil({v:,} / 32) x 4 = {row:,}", claim="grammar_mask.words",
                )  # fmt: skip


_BYTES = re.compile(r"\b(?:bytes?|octets?|Bytes?|B)\b|字节|字節|바이트|バイト|байт")
"""Headers of columns of bytes."""
_EACH = re.compile(
    r"(?<![x×*·⋅/] )(?<![x×*·⋅/\d.,])(?P<n>\d[\d,.]{0,8})\s(?:\w+\s)?(?:masks?|rows?|sequences|requests|"
    r"positions|filas|linhas|lignes|Zeilen|máscaras|masques|Masken)\s"
    r"(?:at|of|with|à|a|de|von|mit|mal|times|[x×])\s(?P<row>\d[\d,.]*\d)\s?(?:B\b|bytes?\b|octets?\b)"
    r"(?:\s(?:each|cada una|chacun|je))?,?\s"
    r"(?:is|are|makes?|takes?|needs?|comes? to|=|→|son|são|sont|sind|ergeben)\s(?:about |~|unos )?(?P<sum>\d[\d,.]*)"
)


def of_rows(stretch: Stretch, document: Document) -> Iterator[Broken]:
    """`64 masks at 25,136 bytes are 2.61 MB`: a wrong product in words."""
    if not speaks_of_masks(document):
        return
    at = {one.start - stretch.start: one for one in stretch.numbers}
    for match in _EACH.finditer(stretch.text):
        n, row_, total = (at.get(match.start(name)) for name in ("n", "row", "sum"))
        unit = stretch.read.unit(total.end) if total is not None else None
        if n is None or row_ is None or total is None or unit is None or unit.dims != (1, 0, 0):
            continue
        bytes_, half = stretch.value(n) * stretch.value(row_), total.units[0] / 2
        if all(abs(bytes_ / scale - total.values[0]) > half for scale in (unit.scale, unit.binary)):
            message = f"{n.text} of {row_.text} B are {int(bytes_):,} B, not {total.text} {unit.text}"
            yield Broken(
                total.start, total.end, message, f"work out {n.text} x {row_.text} B", Level.WARNING, "grammar_mask.bytes",
                code="DP201",
            )  # fmt: skip


_SEQUENCES = re.compile(
    r"(?P<n>\d{1,5})\s(?:sequences|requests|seqs|个序列|시퀀스|secuencias|sequências|séquences|Sequenzen)\s?[:：,]?\s"
)
_VOCABULARY = re.compile(
    r"(?:vocab\w*|词表|어휘|語彙|vocabulario|vocabulário|vocabulaire|Vokabular)[^\d\n]{0,24}(?P<v>\d[\d,._]{3,9})|"
    r"(?P<w>\d[\d,._]{3,9}) / (?:8|32)\b",
    re.IGNORECASE,
)


def of_batch(stretch: Stretch, document: Document) -> Iterator[Broken]:
    """`256 sequences: 4.1 MB per step`, by the vocabulary that the passage names."""
    found = _SEQUENCES.search(stretch.text)
    if not found or re.search(r"[x×*·]", stretch.text[found.end() :]):
        return
    context = f"{stretch.passage.text[:CONTEXT]}\n{stretch.passage.around[:CONTEXT]}"
    if not _MASK.search(context):
        return
    digits = {re.sub(r"\D", "", match["v"] or match["w"]) for match in _VOCABULARY.finditer(context)}
    sizes = [4 * ceil(Fraction(int(one), 32)) for one in digits if one and int(one) >= _LEAST_VOCABULARY]
    lengths = {1} | {int(one.numeral.values[0]) + 1 for one in heard(context, document).values("gamma")}
    figures = [
        one
        for one in stretch.numbers
        if stretch.read.unit(one.end).dims == (1, 0, 0) and one.start >= stretch.start + found.end()
    ]
    if not sizes or len(figures) != 1:
        return
    one, unit = figures[0], stretch.read.unit(figures[0].end)
    half = one.units[0] / 2
    for scale in (unit.scale, unit.binary):
        for bytes_ in (row * int(found["n"]) * rows for row in sizes for rows in lengths):
            if abs(Fraction(bytes_) / scale - one.values[0]) <= half:
                return
    right = sizes[0] * int(found["n"])
    yield Broken(
        stretch.start + found.start(), one.end, f"masks of {found['n']} sequences are {right:,} B, not {one.text} {unit.text}",
        f"work out {found['n']} x {sizes[0]:,} B", Level.WARNING, claim="grammar_mask.bytes",
    )  # fmt: skip


_ROWS = re.compile(
    r"(?<![\d.,])(?P<a>\d[\d,.]*)(?:\s[a-z]{3,12})?(?P<times>\s?(?:[x×*·⋅]|\\times|\\cdot)\s?)(?P<b>\d[\d,.]*)(?:\s[a-z]{3,12})?(?P=times)(?P<c>\d[\d,.]*\d)"
    r"\s?(?:B\b|bytes?\b|words?\b|字节|바이트|バイト|octets?\b|Bytes?\b|palabras|palavras|mots\b|Worte?\b)",
)
_OF_DRAFTS = re.compile(r"\bdrafts? (?:alone|only|rows)|without (?:the )?bonus|不含", re.IGNORECASE)


def of_drafts(stretch: Stretch, document: Document) -> Iterator[Broken]:
    """`64 × 4 × 16,032 B` with γ = 4: the masks of the drafts, without the bonus token's row."""
    around = f"{stretch.text}\n{stretch.passage.around[:600]}\n{stretch.passage.above}"
    if not _MASK.search(around) or _OF_DRAFTS.search(stretch.text):
        return
    for match in _ROWS.finditer(stretch.text):
        a, b, row_ = (int(re.sub(r"\D", "", match[name])) for name in ("a", "b", "c"))
        given = lengths(stretch, stretch.start + match.start(), document)
        if len(given) != 1 or not given & {a, b} or a == b or {gamma + 1 for gamma in given} & {a, b}:
            continue
        gamma = next(iter(given))
        batch = b if a == gamma else a
        yield Broken(
            stretch.start + match.start(), stretch.start + match.end(),
            f"each sequence has γ + 1 = {gamma + 1} rows of a mask, the bonus token's among them",
            f"write {batch} x {gamma + 1} x {row_:,}", claim="grammar_mask.bytes", rival="verify_budget.bonus_row_forgotten",
        )  # fmt: skip
