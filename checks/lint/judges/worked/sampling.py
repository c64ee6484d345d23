"""Softmax values and kept sets (DP201): `softmax(2, 1, 0) = 0.665, 0.245, 0.090`, `top-p 0.85 keeps 2 tokens (0.665 + 0.245)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from .....derivations.expr import Node, num, sym
from .....derivations.intervals import decimal_text
from ...document import Document, Kind, Passage
from ...mathtext import Numeral, numeral
from .digits import Fit, Given, claimed, fit, given, value_of

MAX_TOKENS = 12  # of a law that is worked out by hand
MAX_LAWS = 30  # of one document
MAX_LOGITS = 4  # lists of logits that a law may be of
MAX_LINE = 600  # characters of a statement after its first word

_POINTS = re.compile(r"[-−]?\d+(?:\.\d+)?(?:\s?[,;、]\s?[-−]?\d+(?:\.\d+)?)+(?!\d|\.\d|\s?[,;、]\s?(?:\.\.\.|…))")
_COMMAS = re.compile(r"[-−]?\d+(?:,\d+)?(?:\s?;\s?[-−]?\d+(?:,\d+)?)+(?!\d)")
_SOFTMAX = re.compile(r"(?P<law>soft-?max)|probabilit\w{1,4}|wahrscheinlichkeit\w{0,3}|概率|확률|確率", re.IGNORECASE)
"""The law's name, or its values' where the logits stand before them."""
_OF = re.compile(r"\s?(?:(?:of|over|von|de|sur)\s)?(?:the\s)?(?:logits?\s)?[(\[{]{1,3}\s?")
_LOGITS = re.compile(r"\blogits?\b|对数几率|로짓|ロジット", re.IGNORECASE)
_TEMPERATURE = re.compile(
    r"(?<![A-Za-z])(?:T|τ|temperature|temp|温度|온도|temperatura|température|Temperatur)\s?(?:=|of|:|是|为)?\s?(\d+(?:[.,]\d+)?)",
    re.IGNORECASE,
)
_END = re.compile(r"\n\s*\n|[.!?](?=\s)|[。！？]|\n")
_TOP_P = re.compile(
    r"(?:top[-_ ]?p|nucleus)\s?(?:sampling )?(?:=|of|at|:|with|threshold)?\s?\(?(?P<p>0?[.,]\d+)", re.IGNORECASE
)
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5}
_KEEPS = re.compile(
    r"(?:keeps?|retains?|kept|leaves|保留|유지(?:한다|하고)?|conserva|mantém|mantiene|garde|behält)\s?(?:only |just |"
    r"the top |the first |了|前)?"
    r"(?P<count>\d{1,2}|one|two|three|four|five)(?![\d.,]\d)(?:\s?(?:个|個|개)?\s?(?:tokens?|词元|토큰|"
    r"jetons?))?(?:\s?[(（](?P<sum>[^()（）]{1,80})[)）])?",
    re.IGNORECASE,
)
_ARE_KEPT = re.compile(
    r"\b(?P<count>\d{1,2}|one|two|three|four|five)\s(?:tokens?|candidates?)\s(?:(?:is|are)\s(?:kept|left|retained)|remains?|survives?|stays?)\b|"
    r"(?:保留|剩下?)\s?(?:了)?\s?(?P<left>\d{1,2})\s?(?:个|個)",
    re.IGNORECASE,
)
_TERM = re.compile(r"\d*[.,]\d+")


@dataclass(frozen=True)
class Law:
    """Probabilities as printed, with the temperatures named beside them, and the logits that they are said to be of."""

    passage: Passage
    start: int
    end: int
    values: tuple[Numeral, ...]
    temperatures: tuple[Fraction, ...]
    logits: tuple[tuple[Numeral, ...], ...]


@dataclass(frozen=True)
class Wrong:
    """A law or a kept set that does not follow, and what does."""

    passage: Passage
    start: int
    end: int
    message: str
    fix: str


def wrong(document: Document) -> Iterator[Wrong]:
    """The laws and kept sets of a document that do not follow from what stands beside them."""
    passages = [passage for passage in document.passages if passage.kind is not Kind.CODE]
    laws = list(islice((law for passage in passages for law in _laws(passage)), MAX_LAWS))
    given_logits = tuple(islice((logits for passage in passages for logits in _logits(passage.text)), MAX_LOGITS))
    sound: list[Law] = []
    for law in laws:
        found = _check(law, law.logits or given_logits)
        if found is None:
            sound.append(law)
        elif found:
            yield Wrong(law.passage, law.start, law.end, f"the softmax is {found}", f"write {found}")
    for passage in passages:
        if _TOP_P.search(passage.text):
            yield from _kept(passage, sound)


def _lists(text: str, start: int, end: int) -> Iterator[tuple[int, int, tuple[Numeral, ...]]]:
    """Lists of numbers in a stretch of text."""
    seen = start
    for pattern, mark in ((_COMMAS, r"\d+(?:,\d+)?"), (_POINTS, r"\d+(?:\.\d+)?")):
        for match in pattern.finditer(text, start, end):
            if "," in match[0] if pattern is _COMMAS else match.start() >= seen:
                found = [
                    numeral(text, *one.span()) for one in re.compile(rf"[-−]?{mark}").finditer(text, *match.span())
                ]
                if all(found) and 2 <= len(found) <= MAX_TOKENS:
                    seen = match.end()
                    yield match.start(), match.end(), tuple(one for one in found if one is not None)


def _line(text: str, at: int) -> tuple[int, int]:
    start = max((match.end() for match in _END.finditer(text, max(0, at - 400), at)), default=max(0, at - 400))
    stop = _END.search(text, at, at + MAX_LINE)
    return start, stop.start() if stop else min(len(text), at + MAX_LINE)


def _laws(passage: Passage) -> Iterator[Law]:
    text = passage.text
    for match in _SOFTMAX.finditer(text):
        start, end = _line(text, match.start())
        after = list(_lists(text, match.end(), min(end, match.end() + 200)))
        of: tuple[Numeral, ...] = ()
        if after and _OF.fullmatch(text[match.end() : after[0][0]]):
            of, after = after[0][2], after[1:]
        law = next((one for one in after if _is_law(one[2])), None)
        if law is None or re.match(r"\s?[,;]?\s?(?:\.\.\.|…)", text[law[1] : law[1] + 6]):
            continue
        before = [one[2] for one in _lists(text, start, match.start()) if _LOGITS.search(text, start, one[0])]
        if not (match["law"] or before):
            continue
        logits = (of,) if of else tuple(before[-1:])
        temperatures = tuple(_number(one[1]) for one in _TEMPERATURE.finditer(text, start, end))
        if passage.kind is Kind.TABLE:  # the row's own, by its header: T = 0.5
            row = passage.around.partition("\n")[0][:MAX_LINE]
            temperatures += tuple(_number(one[1]) for one in _TEMPERATURE.finditer(row))
        yield Law(
            passage, law[0], law[1], law[2], temperatures, tuple(one for one in logits if len(one) == len(law[2]))
        )


def _logits(text: str) -> Iterator[tuple[Numeral, ...]]:
    for match in _LOGITS.finditer(text):
        start, _, found = next(_lists(text, match.end(), match.end() + 80), (0, 0, ()))
        if found and re.fullmatch(r"[^\d\n.;]{0,30}", text[match.end() : start]):
            yield found


def _is_law(values: Sequence[Numeral]) -> bool:
    total = sum(one.values[-1 if "," in one.text else 0] for one in values)
    return all(0 <= one.values[-1 if "," in one.text else 0] <= 1 for one in values) and Fraction(
        9, 10
    ) < total < Fraction(11, 10)


def _number(text: str) -> Fraction:
    return Fraction(text.replace(",", "."))


def _check(law: Law, candidates: Sequence[Sequence[Numeral]]) -> str | None:
    """None where the law follows from some logits; else what it should be, "" where nothing tells."""
    shown = ""
    for logits in candidates:
        if len(logits) != len(law.values):
            continue
        ones = (Fraction(1),)
        for temperature in ones + law.temperatures if law.logits else law.temperatures + ones:
            if temperature <= 0:
                continue
            values = _softmax(logits, law, temperature)
            if values is None:
                return None
            shown = shown or values
    return shown


def _logit(one: Numeral) -> Given:
    """A logit as printed: 2.0 and 1.5 were chosen, and are exact."""
    found = given(one, -1 if "," in one.text else 0)
    return replace(found, exact=True) if (found.value * 2).denominator == 1 else found


def _softmax(logits: Sequence[Numeral], law: Law, temperature: Fraction) -> str | None:
    inputs = {f"z{place}": _logit(one) for place, one in enumerate(logits)}
    weights = [Node("exp", (Node("div", (sym(name), num(temperature))),)) for name in inputs]
    shares = [Node("div", (weight, Node("add", tuple(weights)))) for weight in weights]
    fits = []
    for share, printed in zip(shares, law.values, strict=True):
        claim = claimed(printed, -1 if "," in printed.text else 0, loosely=False, zeros=True)
        fits.append(fit(share, inputs, claim))
    if max(fits) < Fit.NOT:
        return None
    found = [value_of(share, inputs) for share in shares]
    return ", ".join("?" if value is None else f"{decimal_text(value, 3)}" for value in found)


def _kept(passage: Passage, laws: Sequence[Law]) -> Iterator[Wrong]:
    text = passage.text
    for top in islice(_TOP_P.finditer(text), MAX_LAWS):
        start, end = _line(text, top.start())
        p = _number(top["p"])
        printed = [values for _, _, values in _lists(text, start, end) if _is_law(values)]
        for kept in _ARE_KEPT.finditer(text, top.end(), end):
            if why := _printed_wrong(printed, _count(kept["count"] or kept["left"]), p):
                yield Wrong(passage, top.start(), kept.end(), f"top-p {top['p']}: {why}", _FIX)
        for keeps in _KEEPS.finditer(text, top.end(), end):
            count = _count(keeps["count"])
            terms = [
                one for match in _TERM.finditer(keeps["sum"] or "") if (one := numeral(match[0], 0, len(match[0])))
            ]
            if terms and "+" in keeps["sum"]:
                why = _sum_wrong(terms, count, p)
            else:
                why = _law_wrong(text, top.end(), keeps.start(), count, p, laws) or _printed_wrong(printed, count, p)
            if why:
                yield Wrong(passage, top.start(), keeps.end(), f"top-p {top['p']}: {why}", _FIX)


_FIX = "keep the most probable tokens until their sum reaches p"


def _count(text: str) -> int:
    return int(text) if text.isdecimal() else _COUNTS[text.lower()]


def _printed_wrong(printed: Sequence[Sequence[Numeral]], count: int, p: Fraction) -> str:
    """By the one law that the sentence itself prints."""
    if len(printed) != 1:
        return ""
    counts = _counts(printed[0], p)
    return "" if not counts or count in counts else f"{count} kept, but of these probabilities {min(counts)} reach it"


def _sum_wrong(terms: Sequence[Numeral], count: int, p: Fraction) -> str:
    marks = [-1 if "," in one.text else 0 for one in terms]
    values = [(one.values[mark], one.units[mark] / 2) for one, mark in zip(terms, marks, strict=True)]
    total = sum(value + half for value, half in values)
    before = sum(value - half for value, half in values[:-1])
    shown = decimal_text(sum((value for value, _ in values), Fraction(0)), 3)
    if len(terms) != count:
        return f"{count} kept, but {len(terms)} added up"
    if total < p:
        return f"{shown} does not reach it"
    if len(terms) > 1 and before >= p:
        return "it is reached without the last of these"
    return ""


def _law_wrong(text: str, start: int, end: int, count: int, p: Fraction, laws: Sequence[Law]) -> str:
    """By the laws that hold at the temperature named before the count."""
    named = list(_TEMPERATURE.finditer(text, start, end))
    if not named:
        return ""
    temperature = _number(named[-1][1])
    here = [law for law in laws if temperature in law.temperatures]
    counts = {kept for law in here for kept in _counts(law.values, p)}
    if not counts or count in counts:
        return ""
    return f"{count} kept, but at temperature {named[-1][1]} it is {min(counts)}"


def _counts(law: Sequence[Numeral], p: Fraction) -> set[int]:
    """How many tokens reach p: one answer, or two where the rounding of the law leaves it open."""
    values = sorted(((one.values[-1 if "," in one.text else 0], one.units[0] / 2) for one in law), reverse=True)
    found, low, high = set(), Fraction(0), Fraction(0)
    for place, (value, half) in enumerate(values, 1):
        reached_before = low >= p
        low, high = low + value - half, high + value + half
        if high >= p and not reached_before:
            found.add(place)
        if low >= p:
            break
    return found
