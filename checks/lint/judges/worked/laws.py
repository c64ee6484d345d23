"""Printed laws of sampling and the logits that they are said to be of.

=====================================================  ============================================================================
`softmax([2, 1, 0]) = [0.67, 0.24, 0.09]`              written out: whatever its values add up to, they are said to be all of them
`softmax(z / 0.5) -> 0.87, 0.12, 0.02`                 of the logits that the line or the document names
`(logits: 2, 1, 0): probs = [0.67, 0.24, 0.09]`        of the logits before it
`T = 2: [0.51, 0.31, 0.19]`                            of the document's logits
`softmax -> cat 66.5%, dog 24.5%, fish 9.0%`           by names, in any order
=====================================================  ============================================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice

from ...document import Kind, Passage
from ...mathtext import Numeral, numeral

MAX_TOKENS = 12  # of a law that is worked out by hand
MAX_LINE = 600  # characters of a statement after its first word
MAX_NAMES = 200  # of laws and temperatures in one passage: people print fewer
MAX_BEHIND = 200  # characters of its line behind a law's name in which its values stand
MAX_BEFORE = 300  # characters before a law in which its logits or its temperature may stand

_SIGN, _SHARE = r"[-−]?", r"(?:\s?\\?[%％])?"
_POINT, _COMMA = rf"\d+(?:\.\d+)?{_SHARE}", rf"\d+(?:,\d+)?{_SHARE}"
_POINTS = re.compile(rf"{_SIGN}{_POINT}(?:\s?[,;、]\s?{_SIGN}{_POINT})+(?!\d|\.\d|\s?/\s?\d|\s?[,;、]\s?(?:\.\.\.|…))")
_COMMAS = re.compile(rf"{_SIGN}{_COMMA}(?:\s?;\s?{_SIGN}{_COMMA})+(?!\d|\s?/\s?\d)")
_QUOTIENTS = re.compile(
    rf"{_SIGN}{_POINT}\s?[/÷]\s?{_POINT}(?:\s?[,;、]\s?{_SIGN}{_POINT}\s?[/÷]\s?{_POINT})+(?!\d|\.\d)"
)
_LABEL = r"(?:P\s?\(\s?)?[\"'“]?[^\W\d][\w'-]{0,15}[\"'”]?"
_NAMED = re.compile(
    rf"{_LABEL}\s?\)?\s?(?:[(:=≈]\s?{_POINT}\)?|(?<=\s)\d+(?:\.\d+)?\s?\\?%)"
    rf"(?:\s?[,;|、]\s?{_LABEL}\s?\)?\s?(?:[(:=≈]\s?{_POINT}\)?|(?<=\s)\d+(?:\.\d+)?\s?\\?%))+(?!\s?[,;、]\s?(?:\.\.\.|…))"
)
_SOFTMAX = re.compile(
    r"(?P<law>soft-?max)|\bprobabilit\w{1,4}|(?P<short>\bprobs?\b)|wahrscheinlichkeit\w{0,3}|概率|확률|確率",
    re.IGNORECASE,
)
"""The law's name, or its values' where the logits stand before them."""
_OTHER = re.compile(
    r"(?:\b(?:log|grad|gumbel|sparse|hard|masked|quiet|off-by-one|top[- ]?k|base[- ]\d|\d(?=-))|[∇∂])[\s_-]*(?:of )?(?:\w+\.)?$",
    re.IGNORECASE,
)
"""Ends at the name of another law, or of what is made of this one."""
_OF = re.compile(r"\}?\s?(?:(?:of|over|von|de|sur)\s)?(?:the\s)?(?:logits?\s)?(?:\\left)?[(\[{]{1,3}\s?")
_OPEN = r"[\s`$*]*(?:\\left)?\s?(?:\\[\[{(])?[(\[{]{0,3}\s?"
_EQUALS = re.compile(
    r"\s?(?:\\right)?[)\]}](?:\s?[/÷]\s?(?P<t>\d+(?:\.\d+)?|[A-Za-zτ\\]{1,12}))?(?:\s?,\s?[A-Za-z_]{1,12}\s?=\s?-?[\w.]{1,8}){0,3}"
    r"\s?(?:\\right)?[)\]}]{0,2}[\s`$*]*(?:\n\s*)?(?:[=≈→:]|->|\\approx|\\to|\\rightarrow|\bis\b|\bgives\b)" + _OPEN
)
"""What parts a list in brackets from the law that it is said to have: a relation alone, on this line or the next."""
_DIVIDED = re.compile(r"\s?\(\s?(?:logits?|z|x|scores?)\s?[/÷]\s?(\d+(?:\.\d+)?)\s?\)", re.IGNORECASE)
_LOGITS = re.compile(r"\blogits?\b|对数几率|로짓|ロジット", re.IGNORECASE)
TEMPERATURE = re.compile(
    r"(?<![A-Za-z])(?:T|τ|\\tau|temperature|temp|温度|온도|temperatura|température|Temperatur)\s?(?:=|of|:|是|为)?\s?(\d+(?:[.,]\d+)?)",
    re.IGNORECASE,
)
_OWN = re.compile(r"[\s`$*)）]*(?:\([^()\n]{1,30}\))?\s?(?:[:：=→≈]|->|\\to)[\s`$*]*(?:\\left)?[\[(]\s?")
"""Between a temperature and the law that stands for it."""
_RIGHT = re.compile(r"[\s`$*]*(?:=|:|：|≈|→|->|are|is)[\s`$*]*[\[(]?\s?")
_END = re.compile(r"\n\s*\n|[.!?](?=\s)|[。！？]|\n")
_DIGIT = re.compile(r"\d")
_ELLIPSIS = re.compile(r"\s?[,;]?\s?(?:\.\.\.|…)")


@dataclass(frozen=True)
class Logit:
    """A printed logit, or the quotient of one and a temperature that is printed in its place."""

    over: Numeral
    under: Numeral | None = None


Logits = tuple[Logit, ...]


@dataclass(frozen=True)
class Law:
    """Probabilities as printed, with the temperatures named beside them, and the logits that they are said to be of.

    `whole`: said to be all of the law, as in `softmax([2, 1, 0]) = [...]`; otherwise other tokens may have the rest. `named`:
    each stands with its token, in whatever order. `said`: by the law's own name.
    """

    passage: Passage
    start: int
    end: int
    values: tuple[Numeral, ...]
    temperatures: tuple[Fraction, ...]
    logits: tuple[Logits, ...] = ()
    whole: bool = False
    named: bool = False
    said: bool = True

    @property
    def stated(self) -> bool:
        """Whether its line says that it is the law, value by value: no row of a table, no `T = 2: [...]` (ruling 19)."""
        return self.said and not self.named and self.passage.kind is not Kind.TABLE


def lists(text: str, start: int, end: int) -> Iterator[tuple[int, int, tuple[Numeral, ...]]]:
    """Lists of numbers in a stretch of text."""
    seen = start
    for pattern, mark in ((_COMMAS, _COMMA), (_POINTS, _POINT)):
        for match in pattern.finditer(text, start, end):
            if "," in match[0] if pattern is _COMMAS else match.start() >= seen:
                found = _numerals(text, rf"{_SIGN}{mark}", *match.span())
                if 2 <= len(found) <= MAX_TOKENS:
                    seen = match.end()
                    yield match.start(), match.end(), found


def _numerals(text: str, mark: str, start: int, end: int) -> tuple[Numeral, ...]:
    """The numbers of a list; none where one of them has marks that fit no custom."""
    found = [numeral(text, *one.span()) for one in re.compile(mark).finditer(text, start, end)]
    return tuple(one for one in found if one is not None) if all(found) else ()


def line(text: str, at: int) -> tuple[int, int]:
    """The sentence or line that a place is in."""
    start = max((match.end() for match in _END.finditer(text, max(0, at - 400), at)), default=max(0, at - 400))
    stop = _END.search(text, at, at + MAX_LINE)
    return start, stop.start() if stop else min(len(text), at + MAX_LINE)


def share(one: Numeral) -> Fraction:
    """A number of a list as its own mark has it."""
    return one.values[-1 if "," in one.text else 0]


def is_law(values: Sequence[Numeral]) -> bool:
    """Whether the numbers of a list can be a law, or nearly."""
    return _are_shares(values) and Fraction(9, 10) < sum(map(share, values)) < Fraction(11, 10)


def _are_shares(values: Sequence[Numeral]) -> bool:
    return all(0 <= share(one) <= 1 for one in values)


def laws_in(passage: Passage) -> Iterator[Law]:
    """The laws that a passage prints."""
    text = passage.text
    for match in islice(_SOFTMAX.finditer(text), MAX_NAMES):
        found = _law(passage, match)
        if found is not None and not _ELLIPSIS.match(text, found.end):
            yield found
    for label in islice(TEMPERATURE.finditer(text), MAX_NAMES):
        if opened := _OWN.match(text, label.end()):
            yield from _of_temperature(passage, label, opened.end())


def _of_temperature(passage: Passage, label: re.Match[str], begins: int) -> Iterator[Law]:
    """The law that stands for a temperature, where its line does not name it."""
    text = passage.text
    start, end = line(text, label.start())
    first = next(lists(text, begins, end), None)
    if first is None or first[0] != begins or not is_law(first[2]) or text[first[1] : first[1] + 1] not in ("]", ")"):
        return
    if not _SOFTMAX.search(text, start, end):
        yield Law(passage, *first, (decimal(label[1]),), said=False)


def _law(passage: Passage, match: re.Match[str]) -> Law | None:
    """The law behind its name, with what it is said to be of."""
    text, at, named = passage.text, match.end(), match["law"] is not None
    if not _DIGIT.search(text, at, at + MAX_LINE) or _OTHER.search(text, max(0, match.start() - 24), match.start()):
        return None
    start, end = line(text, match.start())
    opened = _OF.match(text, at, end) if named else None
    of = _argument(text, opened.end(), end) if opened else None
    temperatures = _temperatures(passage, start, end)
    if of is not None and (law := _whole(passage, of, temperatures)) is not None:
        return law
    if of is not None and re.match(r"\s?[,;]", text[of[1] : of[1] + 2]):
        return None  # of more than is read
    stop = min(end, at + MAX_BEHIND)
    listed = [one for one in lists(text, of[1] if of else at, stop) if is_law(one[2])]
    by_name = [one for one in _by_name(text, at, stop) if is_law(one[2])] if named and not listed else []
    for found in (*listed, *by_name)[:1]:
        is_right = _RIGHT.fullmatch(text, at, found[0]) is not None
        logits = [of[2]] if of else _before(text, start, match.start(), above=is_right and not named)
        if (named or logits) and (is_right or not match["short"]):
            divided = _DIVIDED.match(text, at)
            temperatures = (*((decimal(divided[1]),) if divided else ()), *temperatures)
            own = tuple(one for one in logits if len(one) == len(found[2]))
            return Law(passage, *found, temperatures, own, named=bool(by_name), said=named)
    return None


def _whole(passage: Passage, of: tuple[int, int, Logits], temperatures: tuple[Fraction, ...]) -> Law | None:
    """All of the law of a list in brackets, where it stands behind it."""
    text = passage.text
    behind = _EQUALS.match(text, of[1])
    first = next(lists(text, behind.end(), behind.end() + MAX_LINE), None) if behind else None
    if behind is None or first is None or first[0] != behind.end() or len(first[2]) != len(of[2]):
        return None
    over = (decimal(behind["t"]),) if behind["t"] and behind["t"][0].isdigit() else ()
    return Law(passage, *first, (*over, *temperatures), (of[2],), whole=True) if _are_shares(first[2]) else None


def _before(text: str, start: int, end: int, above: bool) -> list[Logits]:
    """The logits that stand last before a law, on its line or else, where they may, `above` it."""
    found = [tuple(map(Logit, one[2])) for one in lists(text, start, end) if _LOGITS.search(text, start, one[0])]
    return (found or [*logits_in(text[max(0, start - MAX_BEFORE) : end])] if above else found)[-1:]


def _argument(text: str, start: int, end: int) -> tuple[int, int, Logits] | None:
    """The list that begins at a place: of logits, or of quotients of them."""
    match = _QUOTIENTS.match(text, start, end)
    if match:
        found = _numerals(text, _POINT, *match.span())
        signs = [part.lstrip().startswith(("-", "−")) for part in re.split(r"[,;、]", match[0])]
        pairs = tuple(zip(found[::2], found[1::2], strict=False))
        if not any(signs) and 2 <= len(pairs) <= MAX_TOKENS:
            return match.start(), match.end(), tuple(Logit(over, under) for over, under in pairs)
        return None
    first = next(lists(text, start, end), None)
    return (first[0], first[1], tuple(map(Logit, first[2]))) if first and first[0] == start else None


def _by_name(text: str, start: int, end: int) -> Iterator[tuple[int, int, tuple[Numeral, ...]]]:
    """Lists of tokens with their probabilities."""
    for match in _NAMED.finditer(text, start, end):
        found = _numerals(text, rf"(?<![\w.]){_POINT}", *match.span())
        if 2 <= len(found) <= MAX_TOKENS:
            yield match.start(), match.end(), found


def _temperatures(passage: Passage, start: int, end: int) -> tuple[Fraction, ...]:
    """The temperatures named on a line; of a row also its header's, `T = 0.5`; where it names none, those just above it."""
    text = passage.text
    found = tuple(decimal(one[1]) for one in TEMPERATURE.finditer(text, start, end))
    if passage.kind is Kind.TABLE:
        row = passage.around.partition("\n")[0][:MAX_LINE]
        found += tuple(decimal(one[1]) for one in TEMPERATURE.finditer(row))
    return found or tuple(decimal(one[1]) for one in TEMPERATURE.finditer(text, max(0, start - MAX_BEFORE), start))


def logits_in(text: str) -> Iterator[Logits]:
    """The lists that a text calls logits."""
    for match in _LOGITS.finditer(text):
        start, _, found = next(lists(text, match.end(), match.end() + 80), (0, 0, ()))
        if found and re.fullmatch(r"[^\d\n.;]{0,30}", text[match.end() : start]):
            yield tuple(map(Logit, found))


def decimal(text: str) -> Fraction:
    """A printed temperature or threshold."""
    return Fraction(text.replace(",", "."))
