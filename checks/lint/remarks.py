"""Remarks in brackets within a formula: `1 (the verified token) + k·r (accepted over drafted)`.

The grammar of mathematical text ends at a bracket of words. Such a bracket says what the term before it is and is no factor;
spaces stand for it, so that every place stays what it was.
"""

from __future__ import annotations

import re

from .splitting import GREEK

_WORD = r"[^\W\d_]+(?:['’-][^\W\d_]+)*"
_REMARK = re.compile(
    rf"(?<=[\w)\]}}%*$`]) ?[(（](?P<words>{_WORD}(?:,? {_WORD}){{0,9}})[)）]"
    r"(?= ?(?:[-+−–/÷*×·＋]|=\s?[$`]?[\d(]|≈|$|[\n.,;。，；、]))"
)
_SIGNS = frozenset(GREEK.values()) | {"min", "max", "exp", "log", "ln", "sum", "prod", "floor", "ceil"}
_WIDE = "\u2e80"
"""From here on are scripts that write words together."""
_LEFT = re.compile(r"(?:^|[\n=≈>|:：;；。])[ \t>*_`$-]{0,6}[^\n=≈|:：;；。+*/×·÷]{0,80}\Z")
"""A term that no operator stands before: what an equation is of, or its first term."""
_STOPS = frozenset({"", "\n", ".", ",", ";", "。", "，", "；", "、"})
_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)? ?\Z")


def left_out(text: str) -> str:
    """The text with spaces for the remarks that stand behind a term and before an operator."""
    if "(" not in text and "（" not in text:
        return text
    return _REMARK.sub(lambda match: " " * len(match[0]) if _is_remark(match) else match[0], text)


def _is_remark(match: re.Match[str]) -> bool:
    """Whether a bracket is words, not factors, and stands in a formula: of the name that an equation is of it is a part.

    At the end of a formula only words of other scripts, which would be read as what a sign is applied to.
    """
    words = re.findall(_WORD, match["words"])
    plain = [word for word in words if len(word) > 2 and word.lower() not in _SIGNS]
    wide = [word for word in words if word[0] > _WIDE and len(word) > 1]
    ends = match.end() == len(match.string) or match.string[match.end() : match.end() + 2].lstrip(" ")[:1] in _STOPS
    if not wide and (ends or len(words) < 2 or not plain):
        return False
    before = match.string[max(0, match.start() - 100) : match.start()]
    return _NUMBER.search(before) is not None or _LEFT.search(before) is None
