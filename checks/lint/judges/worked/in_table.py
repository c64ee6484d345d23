"""Figures in a row of a table, with the settings of its other cells, its headers, its caption."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ...document import Document, Passage
from ...mathtext import Numeral
from ...words import MEASURED, PHRASES, spoken
from .factors import are_tokens, says_no_speedup
from .figure import Figure
from .headers import column, columns, worked_out
from .model import settings_of
from .names import Names
from .outcomes import known as known_of
from .stated import SETTINGS, Stated, fits, heard
from .stretches import numbers, stretches

FIGURES = frozenset({"E", "A", "S"})
_RUNS = re.compile(
    r"\b(?:data ?sets?|models?|tasks?|benchmarks?|workloads?|domains?|gpus?|hardware|runs?|dates?|modelos?|tareas?|"
    r"modèles?|tâches?|modelle?|datensatz|aufgabe|temp(?:erature)?|задач\w*|модел\w*|набор\w*)\b|数据集|模型|任务|데이터셋|모델|データセット|モデル|タスク",
    re.IGNORECASE,
)
"""Headers of what was run: such a table says what was measured, but for the columns that are called worked out."""
_FURTHER = re.compile(
    r"overhead|\btrees?\b|\bbatch|schedul|measured|observed|\bwith(?:out)?\b|开销|树|实测|오버헤드|트리|실측"
)
"""Words of a heading by which its speedups may be of another model."""
_TIMES = re.compile(r"[~≈]?\s?\d+(?:[.,]\d+)?\s?(?:×|x|\\times)")
_CORNER = re.compile(r"(\S{1,20}?)\s*(?:[/↓|]|\\{1,2})\s*(\S{1,20})")
"""`α \\ γ` at the head of a table: what goes down and what across."""
UNIT = r"\s?(?:draft\s)?(?:tokens?|toks?|drafts?|词元|令牌|토큰|トークン|jetons?|fichas|个|個|개)(?:/(?:step|round|pass|iter))?"
_BARE = re.compile(rf"[\s$`*~≈x×\d.,{{}}\\timesappro]*(?:{UNIT})?[\s$`*]*", re.IGNORECASE)


@dataclass(frozen=True)
class _Row:
    """A row's cells with their headers, what each column holds, and the settings that the row gives."""

    passage: Passage
    document: Document
    headers: Sequence[str]
    kinds: Sequence[str]
    spans: Sequence[tuple[int, int]]
    given: Mapping[str, Stated]
    caption: str


def figures(passage: Passage, document: Document) -> Iterator[Figure]:
    """The figures of one row. The first line of `around` names its cells by their headers."""
    head, _, rest = passage.around.partition("\n")
    cells, spans, known = columns(head), _cells(passage.text), known_of(document)
    headers = [*[""] * (len(spans) == len(cells) + 1), *cells]  # the corner may be empty
    if len(cells) < 2 or len(headers) != len(spans):
        return
    kinds = [column(header, known) for header in headers]
    runs = any(_RUNS.search(header) and not kind for header, kind in zip(headers, kinds, strict=True))
    runs = runs or MEASURED.search(head.lower()) is not None
    given = {}
    for kind, header, span in zip(kinds, headers, spans, strict=True):
        if kind in SETTINGS and (one := _only(passage, span, kind, header)):
            given[kind] = one
    caption = "\n".join(line for line in rest.split("\n") if not line.lstrip().startswith("|"))
    row = _Row(passage, document, headers, kinds, spans, given, caption)
    for place, span in enumerate(spans):
        inside = list(numbers(passage.text, *span))
        if runs and not (kinds[place] in FIGURES and worked_out(headers[place])):
            continue
        if len(inside) == 1 and _BARE.fullmatch(passage.text[slice(*span)]) and (of := _held(row, place)):
            figure = _figure(row, span, inside[0], *of)
            factor = figure is None and of[0] == "S" and (are_tokens(document) or says_no_speedup(document))
            capped = figure is None and of[0] == "S" and not factor
            figure = _figure(row, span, inside[0], "E", *of[1:]) if factor or capped else figure
            if figure is not None:
                yield replace(figure, run=runs, factor=factor, capped=capped)


_Held = tuple[str, str, Mapping[str, Stated], bool]


def _held(row: _Row, place: int) -> _Held | None:
    """What a cell holds, the header that says so, the settings of its row and column, and whether nothing says what it is."""
    header, kind, text = row.headers[place], row.kinds[place], row.passage.text
    if kind in FIGURES:
        return kind, header, row.given, False
    if kind or not place:
        return None
    known, first = known_of(row.document), text[slice(*row.spans[0])]
    beside = {**_set_in(header, row.document)}
    if not beside and (across := _across(row, known)) and (one := _only_number(header, across)):
        beside = {across: Stated(across, one, 0, 0, rate=row.headers[0])}
    if not beside:
        return None
    named = column(first, known)
    if named in FIGURES:
        return named, first, beside, False
    if {"E", "A"} & set(row.kinds):
        return None
    down = {**row.given, **_set_in(first, row.document), **_down(row, known)}
    if _speedups(row):
        return "S", f"{row.headers[0]} {header}", {**down, **beside}, False
    return "E", f"{row.headers[0]} {header}", {**down, **beside}, not _captioned(row)


def _speedups(row: _Row) -> bool:
    """Whether a table's heading says that it holds speedups, all of whose cells are factors."""
    cells = [row.passage.text[slice(*span)].strip(" *`$") for span in row.spans[1:]]
    heading = spoken(row.passage.above)
    plain = PHRASES["S"].search(heading) is not None and _FURTHER.search(heading) is None
    return plain and all(map(_TIMES.fullmatch, cells))


def _captioned(row: _Row) -> bool:
    """Whether the words over a table say that it holds tokens per verification, and nothing else that is worked out."""
    words = spoken("\n".join(line for line in row.caption.split("\n") if " | " not in line))
    said = PHRASES["E"].search(words) or PHRASES["L"].search(words)
    return (
        said is not None
        and not PHRASES["S"].search(words)
        and not PHRASES["A"].search(words)
        and not MEASURED.search(words)
    )


def _across(row: _Row, known: Names) -> str:
    """What the numbers in a table's head are, by its corner: `α \\ γ`, or `γ` alone."""
    corner = _CORNER.fullmatch(row.headers[0].strip(" $`*"))
    kind = column(corner[2], known) if corner else row.kinds[0]
    return kind if kind in ("gamma", "alpha") else ""


def _down(row: _Row, known: Names) -> Mapping[str, Stated]:
    corner = _CORNER.fullmatch(row.headers[0].strip(" $`*"))
    kind = column(corner[1], known) if corner else ""
    one = _only(row.passage, row.spans[0], kind, row.headers[0]) if kind in SETTINGS else None
    return {kind: one} if one else {}


def _figure(
    row: _Row, span: tuple[int, int], number: Numeral, kind: str, header: str, given: Mapping[str, Stated], weak: bool
) -> Figure | None:
    settings: dict[str, Sequence[Stated]] = {}
    for symbol in settings_of(kind):
        texts = (header, row.caption, row.passage.above)
        found = (values for text in texts if (values := _from(text, symbol, row.document)))
        settings[symbol] = (given[symbol],) if symbol in given else next(found, ())
        if not settings[symbol]:
            return None
    loosely = any(sign in row.passage.text[slice(*span)] for sign in "~≈")
    stated = Stated(kind, number, number.start, number.end, loosely, weak=weak)
    cells = (
        row.passage.text[slice(*one)] for one, held in zip(row.spans, row.kinds, strict=True) if held in ("", kind)
    )
    said = "\n".join(line for line in row.caption.split("\n") if " | " not in line)
    beside = f"{header}\n{_leading(said)}"
    return Figure(row.passage, stated, settings, beside, frozenset(settings), also=" | ".join(cells), over=said)


def _leading(caption: str) -> str:
    """The sentence that leads to a table."""
    said = [caption[start:end] for start, end in stretches(caption)]
    return next((one for one in reversed(said) if _WORD.search(one)), "")


_WORD = re.compile(r"[^\W\d_]{2}")


def _only(passage: Passage, span: tuple[int, int], kind: str, header: str) -> Stated | None:
    """The setting that a cell gives as its only number."""
    inside = list(numbers(passage.text, *span))
    one = _share(inside[0], kind, header) if len(inside) == 1 else None
    return Stated(kind, one, *span, rate=header) if one and fits(kind, one) else None


def _only_number(header: str, kind: str) -> Numeral | None:
    inside = list(numbers(header))
    return inside[0] if len(inside) == 1 and inside[0].text == header.strip(" $`*") and fits(kind, inside[0]) else None


_SETTING = re.compile(rf"[$`*\s]*\\?\w{{1,40}}\s?=\s?[\d.,%\\]+(?:{UNIT})?[$`*\s]*", re.IGNORECASE)


def _set_in(cell: str, document: Document) -> dict[str, Stated]:
    """The setting that a cell or a header is, `γ = 4`."""
    if not _SETTING.fullmatch(cell):
        return {}
    return {one.symbol: one for one in heard(cell, document).settings if one.symbol in SETTINGS}


def _share(one: Numeral, kind: str, header: str) -> Numeral:
    """70 under `acceptance (%)` is 70%."""
    if kind != "alpha" or "%" not in header or one.values[0] <= 1:
        return one
    values, units = (tuple(value / 100 for value in values) for values in (one.values, one.units))
    return replace(one, text=f"{one.text}%", values=values, units=units)


def _from(text: str, symbol: str, document: Document) -> Sequence[Stated]:
    return heard(text, document).values(symbol)[-4:] if text else ()


def _cells(row: str) -> list[tuple[int, int]]:
    spans, start = [], 0
    for cell in row.split(" | "):
        spans.append((start, start + len(cell)))
        start += len(cell) + 3
    return spans
