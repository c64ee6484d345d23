"""All or nothing in numbers (DP106): `6 × 0.328 + 1 × 0.672 = 2.64`, the whole draft by its chance and one token by the rest."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ...catalogue import entry
from ...document import Document, Passage
from ...finding import Level
from ...mathtext import Numeral, numeral
from ...rules import code_of
from .broken import Broken
from .stated import heard

_RIVAL = "tokens.all_or_nothing"
_TIMES = r"\s?(?:[x×*·⋅]|\\times|\\cdot)\s?"
_COUNT = r"\d{1,2}(?![.,\d]|\s?%)(?:\s[a-z]{3,8})?"
_SHARE = r"(?:0?(?:[.,]|\{,\})\d{1,6}|\d{1,2}(?:[.,]\d+)?\s?\\?%)"
_TERM = rf"(?:{_COUNT}{_TIMES}{_SHARE}|{_SHARE}(?:{_TIMES}{_COUNT})?)"
_WEIGHTED = re.compile(
    rf"(?<![\w.,^/+-]){_TERM}\s?\+\s?{_TERM}(?!\d)(?:\s?(?:=|≈|\\approx)[\s$`~]{{0,3}}\d+(?:[.,]\d+)?)?"
)
_NUMBERS = re.compile(rf"{_SHARE}|\d{{1,2}}")
_ALL = re.compile(
    r"\b(?:all|every|everything|entire|whole|full(?:y)?)\b|todos?\b|todas?\b|enter[oa]|inteir[oa]|\btous\b|\btout\b|"
    r"\balle[ns]?\b|ganze|全部|全都|都被?接受|整个|모두|전부|전체|すべて|全て|全部",
    re.IGNORECASE,
)
_ELSE = re.compile(
    r"\botherwise\b|\belse\b|\bor nothing\b|\bfail\w*|si no\b|de lo contrario|senão|caso contrário|sinon|\bsonst\b|"
    r"andernfalls|否则|不然|아니면|그렇지 않|なければ|さもな|それ以外",
    re.IGNORECASE,
)
_NEAR = 300  # characters on each side in which the words for it stand


def all_or_nothing(passage: Passage, document: Document) -> Iterator[Broken]:
    """The weighted sums of a passage that let a whole draft survive or nothing of it."""
    text = passage.text
    for match in _WEIGHTED.finditer(text):
        terms = _terms(text, match)
        if terms is None:
            continue
        (most, share), (least, rest) = sorted(terms, key=lambda term: -term[0])
        sums_up = abs(share.values[0] + rest.values[0] - 1) <= (share.units[0] + rest.units[0]) / 2
        if least != 1 or most < 3 or not sums_up:
            continue
        if _is_of_settings(most, share, passage, document) or _is_said(text, *match.span()):
            yield Broken(
                match.start(), match.end(),
                f"a draft is not kept whole or lost whole: the tokens before the first rejection stay, so it is not {match[0]}",
                "write (1 - α^(γ+1)) / (1 - α)", Level.WARNING, claim=entry(_RIVAL).claim, rival=_RIVAL,
                code=code_of(entry(_RIVAL)),
            )  # fmt: skip


def _terms(text: str, match: re.Match[str]) -> list[tuple[int, Numeral]] | None:
    """The two products as a count and a share each."""
    found = []
    for term in text[match.start() : match.end()].partition("+")[::2]:
        start = text.index(term, match.start())
        numbers = [
            one
            for part in _NUMBERS.finditer(text, start, start + len(re.split(r"=|≈|\\approx", term)[0]))
            if (one := numeral(text, *part.span())) is not None
        ]
        shares = [one for one in numbers if 0 < min(one.values) < 1]
        counts = [int(one.values[0]) for one in numbers if one not in shares]
        if len(shares) != 1 or len(counts) > 1:
            return None
        share = shares[0]
        if len(share.values) > 1:  # 0,328: the comma is the mark
            share = Numeral(share.start, share.end, share.text, share.values[-1:], share.units[-1:])
        found.append((counts[0] if counts else 1, share))
    return found


_TOKEN = r"(?:tok|词元|令牌|토큰|トークン|jeton|ficha)"


def _is_of_settings(most: int, share: Numeral, passage: Passage, document: Document) -> bool:
    """Whether the count is γ + 1 or γ and the share α^γ or α, for settings that the passage or what stands around it gives."""
    for text in (passage.text, passage.around):
        said = heard(text, document)
        lengths = {one.numeral.values[0] for one in said.values("gamma")}
        if not lengths.isdisjoint({most, most - 1}) or re.search(rf"(?<![\d.,]){most}[- ](?:\w+[- ])?{_TOKEN}", text):
            for alpha in said.values("alpha"):
                value = min(alpha.numeral.values)
                if any(abs(power - share.values[0]) <= share.units[0] for power in (value, value ** (most - 1))):
                    return True
    return False


def _is_said(text: str, start: int, end: int) -> bool:
    around = text[max(0, start - _NEAR) : end + _NEAR]
    return _ALL.search(around) is not None and _ELSE.search(around) is not None and _accepts(around)


def _accepts(text: str) -> bool:
    return re.search(r"accept|acept|aceit|akzept|angenommen|接受|수락|受理|受容", text, re.IGNORECASE) is not None
