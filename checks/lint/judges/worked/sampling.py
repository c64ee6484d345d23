"""Softmax values and kept sets (DP201): `softmax(2, 1, 0) = 0.665, 0.245, 0.090`, `top-p 0.85 keeps 2 tokens (0.665 + 0.245)`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

from .....derivations.expr import Node, num, sym
from .....derivations.intervals import decimal_text
from ...document import Document, Kind, Passage
from ...finding import Level
from ...mathtext import Numeral, numeral
from .digits import Claimed, Fit, Given, claimed, fit, given, value_of
from .laws import TEMPERATURE, Law, Logits, decimal, is_law, laws_in, line, lists, logits_in, share

MAX_LAWS = 30  # of one document
MAX_LOGITS = 12  # lists of logits that a law may be of

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
class Wrong:
    """A law or a kept set that does not follow, and what does."""

    passage: Passage
    start: int
    end: int
    message: str
    fix: str
    level: Level = Level.ERROR


def wrong(document: Document) -> Iterator[Wrong]:
    """The laws and kept sets of a document that do not follow from what stands beside them."""
    passages = [passage for passage in document.passages if passage.kind is not Kind.CODE]
    laws = list(islice((law for passage in passages for law in laws_in(passage)), MAX_LAWS))
    given_logits = tuple(islice((logits for passage in passages for logits in logits_in(passage.text)), MAX_LOGITS))
    sound: list[Law] = []
    for law in laws:
        found = _check(law, law.logits or given_logits)
        if found is None:
            sound.append(law)
        elif found:
            level = Level.ERROR if law.stated else Level.WARNING
            yield Wrong(law.passage, law.start, law.end, f"the softmax is {found}", f"write {found}", level)
    for passage in passages:
        if _TOP_P.search(passage.text):
            yield from _kept(passage, sound)


def _check(law: Law, candidates: Sequence[Logits]) -> str | None:
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


def logit(one: Numeral) -> Given:
    """A logit as printed: 2.0 and 1.5 were chosen, and are exact."""
    found = given(one, _mark(one))
    return replace(found, exact=True) if (found.value * 2).denominator == 1 else found


def _mark(one: Numeral) -> int:
    return -1 if "," in one.text else 0


def _softmax(logits: Logits, law: Law, temperature: Fraction) -> str | None:
    """None where a law follows from logits at a temperature, else what it is there."""
    inputs: dict[str, Given] = {}
    weights = []
    for place, one in enumerate(logits):
        inputs[f"z{place}"] = logit(one.over)
        scaled = Node("div", (sym(f"z{place}"), num(temperature)))
        if one.under is not None:
            inputs[f"t{place}"] = replace(logit(one.under), exact=True)
            scaled = Node("div", (scaled, sym(f"t{place}")))
        weights.append(Node("exp", (scaled,)))
    values = list(law.values)
    if law.named:  # by their names, in whatever order: the larger the logit, the likelier the token
        weights = [
            weight for _, weight in sorted(zip(logits, weights, strict=True), key=lambda one: -share(one[0].over))
        ]
        values.sort(key=share, reverse=True)
    parts = [Node("div", (weight, Node("add", tuple(weights)))) for weight in weights]
    kept = [weight for weight, one in zip(weights, values, strict=True) if share(one)]
    if 1 < len(kept) < len(weights):  # what top-k or top-p left, the others cut
        left = [Node("div", (weight, Node("add", tuple(kept)))) for weight in kept]
        if _follows(left, inputs, [one for one in values if share(one)]):
            return None
    if _follows(parts, inputs, values):
        return None
    if not law.whole and _of_more(values) and _in_proportion(weights, inputs, values):
        return None
    found = [value_of(part, inputs) for part in parts]
    return ", ".join("?" if one is None else f"{decimal_text(one, 3)}" for one in found)


def _follows(parts: Sequence[Node], inputs: Mapping[str, Given], values: Sequence[Numeral]) -> bool:
    return max(fit(part, inputs, _claim(one)) for part, one in zip(parts, values, strict=True)) < Fit.NOT


def _claim(one: Numeral) -> Claimed:
    return claimed(one, _mark(one), loosely=False, zeros=True)


def _of_more(values: Sequence[Numeral]) -> bool:
    """Whether what is printed cannot add up to 1: then other tokens have the rest."""
    return sum(share(one) + one.units[_mark(one)] / 2 for one in values) < 1


def _in_proportion(weights: Sequence[Node], inputs: Mapping[str, Given], values: Sequence[Numeral]) -> bool:
    """Whether the printed values are to each other as their weights."""
    first = max(range(len(values)), key=lambda place: share(values[place]))
    known = {**inputs, "p": replace(given(values[first], _mark(values[first])), exact=False)}
    return all(
        fit(Node("div", (Node("mul", (sym("p"), weight)), weights[first])), known, _claim(one)) < Fit.NOT
        for weight, one in zip(weights, values, strict=True)
    )


def _kept(passage: Passage, laws: Sequence[Law]) -> Iterator[Wrong]:
    text = passage.text
    for top in islice(_TOP_P.finditer(text), MAX_LAWS):
        start, end = line(text, top.start())
        p = decimal(top["p"])
        printed = [values for _, _, values in lists(text, start, end) if is_law(values)]
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
    named = list(TEMPERATURE.finditer(text, start, end))
    if not named:
        return ""
    temperature = decimal(named[-1][1])
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
