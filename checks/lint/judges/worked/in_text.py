"""Figures in sentences and listings, with the settings that are stated beside them: in the sentence, the passage, or before it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from ...document import Document, Kind, Passage
from ...splitting import key
from . import from_to
from .factors import are_tokens
from .figure import Figure
from .model import CALLED_ACCEPTED, settings_of, standing
from .outcomes import RESULTS, known
from .stated import GIVES, MAX_TEXT, Said, Stated, heard, said
from .stretches import numbers, stretches

MAX_STRETCHES = 1_500  # of one passage

_LISTING = re.compile(
    r"(?P<name>γ|\\gamma|\bgamma\b|(?<!\w)[kK])\s{1,3}(?P<list>\d{1,3}\s?[:：]\s?\d+\.\d+(?:[\s,;]{1,6}\d{1,3}\s?[:：]\s?\d+\.\d+)+)"
)
_ENTRY = re.compile(r"(\d{1,3})\s?[:：]\s?(\d+\.\d+)")
_FIGURE = re.compile(
    r"(?:tok|jeton|词元|令牌|토큰|トークン|draft|accept|speed|faster|加速|속도|高速|accél|acelera|schneller|rápido|rapide|τ|"
    r"tau|(?<!\w)[ES](?!\w)|期望|平均|length|长度|길이|beschleun)|"
    r"\d\s?[:：]\s?\d+\.\d|\d\s?(?:个|個|개)",
    re.IGNORECASE,
)
"""Without one of these a stretch has no figure."""
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d]\w{0,23}")
_NEXT = 120  # characters after a sentence in which a figure of it is put right


def figures(passage: Passage, place: int, document: Document) -> Iterator[Figure]:
    """The figures of a passage of text, the `place`th of the document."""
    text = passage.text
    if not _DIGIT.search(text):
        return
    results = {name for name, given in known(document).items() if not RESULTS.isdisjoint(given)}
    for start, end in islice(stretches(text), MAX_STRETCHES):
        if not _DIGIT.search(text, start, end):
            continue
        if not (
            _FIGURE.search(text, start, end)
            or GIVES.search(text, start, end)
            or not results.isdisjoint(map(key, _WORD.findall(text, start, end)))
        ):
            continue
        own = said(text[start:end], known(document))
        stated = [_moved(one, start) for one in own.figures]
        listed = [*_listed(text, start, end)]
        beside = text[start:end]
        also = beside + "".join(_aside(text, start, end, document)) if stated else ""
        for figure in stated:
            settings = _settings(figure, own, start, place, document)
            speed = settings is None and figure.symbol == "S"
            factor = speed and are_tokens(document)
            shown = replace(figure, symbol="E") if speed else figure
            settings = _settings(shown, own, start, place, document) if speed else settings
            if settings is not None:
                local = frozenset(one.symbol for one in own.settings)
                worked = _is_result(text, figure.numeral.start)
                known_ = Figure(passage, shown, settings[0], beside, local, worked, settings[1], also)
                yield replace(known_, factor=factor, capped=speed and not factor)
        for figure, along in from_to.pairs(beside, own):
            shown = _moved(replace(figure, symbol=_as_defined(figure.symbol, document)), start)
            settings = _settings(shown, along, start, place, document)
            if settings is not None:
                yield Figure(passage, shown, settings[0], beside)
        for figure, length in listed:
            settings = _settings(
                figure, Said((length, *(_moved(s, start) for s in own.settings)), ()), 0, place, document
            )
            if settings is not None:
                yield Figure(passage, figure, {**settings[0], "gamma": (length,)}, beside)


def _as_defined(symbol: str, document: Document) -> str:
    """Accepted drafts as all tokens, where the document has the closed form for these: it calls them accepted."""
    return "E" if symbol == "A" and CALLED_ACCEPTED in standing(document) else symbol


def _aside(text: str, start: int, end: int, document: Document) -> Iterator[str]:
    """What stands just before and after a sentence, unless it is of other settings."""
    for aside in (text[max(0, start - _NEXT) : start], text[end : end + _NEXT]):
        if not heard(aside, document).settings:
            yield f"\n{aside}"


def _moved(one: Stated, by: int) -> Stated:
    numeral = one.numeral
    moved = type(numeral)(numeral.start + by, numeral.end + by, numeral.text, numeral.values, numeral.units)
    return Stated(one.symbol, moved, one.start + by, one.end + by, one.loosely, one.rate, one.weak)


def _listed(text: str, start: int, end: int) -> Iterator[tuple[Stated, Stated]]:
    """`gamma 1: 1.47  2: 1.67`: figures by draft length; of what, the words before it say."""
    for match in _LISTING.finditer(text, start, end):
        before = text[max(0, match.start() - MAX_TEXT) : match.start()].lower()
        symbol = "S" if re.search(r"speed-?up|加速", before) else "E" if "token" in before else ""
        if not symbol:
            continue
        for entry in _ENTRY.finditer(text, *match.span("list")):
            length, figure = list(numbers(text, entry.start(), entry.end()))[:2]
            yield Stated(symbol, figure, figure.start, figure.end), Stated("gamma", length, length.start, length.end)


_RESULT = re.compile(r"[\w)\]}×%]\s?[`$*]{0,2}\s?(?:=|≈|\\approx|→)[\s$`*~]{0,4}(?:about )?$")
_OPERATES = re.compile(r"[-+*/^×·−](?!>)|\\cdot|\\times|\\frac")


def _is_result(text: str, start: int) -> bool:
    """Whether the number stands behind an expression: `(1 + 5*0.7) = 4.5`. What is done to `E[tokens]` states a figure."""
    before = text[max(0, start - 60) : start].rsplit("\n", 1)[-1]
    return _RESULT.search(before) is not None and _OPERATES.search(before) is not None and "E[" not in before


_Settings = tuple[Mapping[str, Sequence[Stated]], bool]


def _settings(figure: Stated, own: Said, offset: int, place: int, document: Document) -> _Settings | None:
    """The values of each setting: of the sentence, else of the passage before it, else of what stands around or before it.

    None where one lacks, or where the sentence has none itself and the section does not have them all, once each. With it,
    whether they are all of passages before.
    """
    passage = document.passages[place]
    found: dict[str, Sequence[Stated]] = {}
    near = inside = False
    for symbol in sorted(settings_of(figure.symbol)):
        here: Sequence[Stated] = own.values(symbol)
        if here:
            near = True
            found[symbol] = sorted(here, key=lambda one: _distance(one.start + offset, figure.numeral.start))[:4]
            continue
        before = [one for one in heard(passage.text, document).values(symbol) if one.start < figure.start]
        inside = inside or bool(before)
        found[symbol] = before[-4:] or _from(_around(passage), symbol, document) or _earlier(place, document, symbol)
        if not found[symbol]:
            return None
    once = all(len({one.numeral.text for one in values}) == 1 for values in found.values())
    return (found, not (near or inside)) if near or once else None


def _around(passage: Passage) -> str:
    """What stands around a passage beside its own text."""
    return (
        "" if passage.text.strip() in passage.around and len(passage.around) < 2 * len(passage.text) else passage.around
    )


def _distance(setting: int, figure: int) -> tuple[bool, int]:
    """What was set before the figure comes first, the last of it foremost."""
    return setting > figure, abs(figure - setting)


def _from(text: str, symbol: str, document: Document) -> Sequence[Stated]:
    return heard(text, document).values(symbol)[-4:] if text else ()


_PASSAGES = (
    6  # before a figure, in which its settings may stand: the items of a list, the paragraph that sets an example
)


def _earlier(place: int, document: Document, symbol: str) -> Sequence[Stated]:
    """The one value that the passages just before give a setting, under the same heading."""
    passage = document.passages[place]
    for other in reversed(document.passages[max(0, place - _PASSAGES) : place]):
        if other.source is not passage.source or other.above != passage.above or other.kind is Kind.HEADING:
            return ()
        if other.kind is not Kind.CODE and (values := _from(other.text, symbol, document)):
            return values if len({one.numeral.text for one in values}) == 1 else ()
    return ()
