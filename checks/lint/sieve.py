"""Patterns of many words, tried only on text that has one of the words: a plain search for them is a hundred times as fast.

A pattern such as `\\bdraft models?\\b|草稿` needs `draft model` or `草稿` in the text. Those words are worked out from the pattern
itself, so nothing that it finds is lost; alternatives that need a letter of another script are not tried on text in ASCII.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, lru_cache
from typing import Any, cast

MOST = 150
"""Words of one pattern that are searched for: with more the pattern itself is as fast."""
SHORTEST = 2
_REMEMBERED = 10_000  # characters of a text of which it is remembered what was found
_TOKEN = re.compile(
    r"\\(?:[^0-9A-Za-z]|[AZbBdDsSwWnt]|[1-9](?!\d))|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?P=\w+\)|\((?:\?(?:[:=!]|<[=!]|P<\w+>)|(?!\?))|"
    r"(?:[*+?]|\{(?:\d+(?:,\d*)?|,\d+)\})[?+]?|[^\\\[({*+?]",
    re.DOTALL,
)
"""What a pattern is made of. One with anything else in it, flags, conditions, numbers of letters, is left as it is."""
_QUANTIFIERS = ("*", "+", "?", "{")
_OPTIONAL = re.compile(r"[*?]|\{(?:0*,|0+\})")
_LOOKS = ("(?=", "(?!", "(?<=", "(?<!")
_NEVER = "(?!)"
_RANGE = re.compile(r"[^\x00-\x7f]-[^\x00-\x7f]")


def sieved(pattern: str) -> re.Pattern[str]:
    """The pattern, to be asked as any."""
    return cast("re.Pattern[str]", _Sieved(pattern))


class _Sieved:
    """A pattern with the words that it needs."""

    def __init__(self, pattern: str) -> None:
        self.pattern = pattern

    @cached_property
    def _read(self) -> Part:
        return read(self.pattern)

    @cached_property
    def _words(self) -> tuple[str, ...]:
        return _fewest(self._read.needs)

    @cached_property
    def _ascii_words(self) -> tuple[str, ...]:
        return _fewest(frozenset(filter(str.isascii, self._read.needs)))

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return re.compile(self.pattern)

    @cached_property
    def _in_ascii(self) -> re.Pattern[str]:
        part = self._read.in_ascii
        return re.compile(_NEVER if part is None else part)

    def _for(self, text: str) -> re.Pattern[str] | None:
        """The pattern to ask; None where the text has none of the words."""
        if text.isascii():
            words, pattern = self._ascii_words, self._in_ascii
        else:
            words, pattern = self._words, self._whole
        for word in words:
            if word in text:
                return pattern
        return None if self._read.needs else pattern

    def search(self, text: str, *within: int) -> re.Match[str] | None:
        """As that of a pattern, and so are the others."""
        return _found(self, text, *within) if len(text) <= _REMEMBERED else self.anew(text, *within)

    def anew(self, text: str, *within: int) -> re.Match[str] | None:
        """`search`, without what is remembered."""
        pattern = self._for(text)
        return None if pattern is None else pattern.search(text, *within)

    def finditer(self, text: str, *within: int) -> Iterator[re.Match[str]]:
        """All."""
        pattern = self._for(text)
        return iter(()) if pattern is None else pattern.finditer(text, *within)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._whole, name)


@lru_cache(maxsize=512)  # the formulas of a paragraph have the same words around them
def _found(pattern: _Sieved, text: str, *within: int) -> re.Match[str] | None:
    return pattern.anew(text, *within)


def _fewest(words: frozenset[str]) -> tuple[str, ...]:
    """Without those that have another of them in them."""
    kept: list[str] = []
    for word in sorted(words, key=len):
        if not any(short in word for short in kept):
            kept.append(word)
    return tuple(kept)


class Part:
    """A part of a pattern. `needs`: of these words one stands in whatever it finds; none where nobody can tell. `in_ascii`: what of
    it can find something in ASCII text, None where nothing can.
    """

    def __init__(self, needs: frozenset[str], in_ascii: str | None) -> None:
        self.needs, self.in_ascii = needs, in_ascii


def read(pattern: str) -> Part:
    """The words that a pattern needs, and what of it is for ASCII."""
    tokens = _TOKEN.findall(pattern)
    if "".join(tokens) != pattern:
        return Part(frozenset(), pattern)
    part, end = _alternatives(tokens, 0)
    assert end == len(tokens), f"unbalanced at token {end}"
    needs = part.needs if len(part.needs) <= MOST else frozenset()
    has_groups = any(token == "(" or token[:3] == "(?P" for token in tokens)  # of which none may be taken out
    return Part(needs, pattern if has_groups else part.in_ascii)


def _alternatives(tokens: list[str], place: int) -> tuple[Part, int]:
    """The alternatives up to the end of their group."""
    parts = []
    while True:
        one, place = _sequence(tokens, place)
        parts.append(one)
        if place == len(tokens) or tokens[place] == ")":
            kept = [part.in_ascii for part in parts if part.in_ascii is not None]
            told = all(part.needs for part in parts)
            needs = frozenset().union(*(part.needs for part in parts)) if told else frozenset()
            return Part(needs, "|".join(kept) if kept else None), place
        place += 1


def _sequence(tokens: list[str], place: int) -> tuple[Part, int]:
    """What stands between two bars: it needs the words of the piece that is told best."""
    kept: list[str] = []
    possible, best, run = True, frozenset[str](), ""
    while place < len(tokens) and tokens[place] not in ("|", ")"):
        token, own, letter = tokens[place], Part(frozenset(), tokens[place]), ""
        if token[0] == "(" and token[-1] != ")":
            inner, end = _alternatives(tokens, place + 1)
            if token in _LOOKS:
                inner = Part(frozenset(), inner.in_ascii)
            if token in ("(?!", "(?<!"):
                own = Part(frozenset(), "".join(tokens[place : end + 1]))
            else:
                own = Part(inner.needs, None if inner.in_ascii is None else f"{token}{inner.in_ascii})")
            place = end
        elif token[0] == "[":
            own = Part(frozenset(), token if _has_ascii(token) else None)
        elif len(token) == 1 and token not in ".^$":
            letter, own = token, Part(frozenset(), token if token.isascii() else None)
        elif len(token) == 2 and not token[1].isalnum():
            letter = token[1]
        place += 1
        said = tokens[place] if place < len(tokens) and tokens[place].startswith(_QUANTIFIERS) else ""
        place += bool(said)
        optional = _OPTIONAL.match(said) is not None
        if own.in_ascii is not None:
            kept.append(own.in_ascii + said)
        elif not optional:
            possible = False
        if token in _LOOKS or token in (r"\b", r"\B"):
            continue  # between two letters there may be one
        if letter and not said:
            run += letter
            continue
        best, run = _better(best, _word(run)), ""
        if not optional:
            best = _better(best, own.needs or _word(letter))
    return Part(_better(best, _word(run)), "".join(kept) if possible else None), place


def _word(run: str) -> frozenset[str]:
    return frozenset({run}) if len(run) >= SHORTEST or (run and not run.isascii()) else frozenset()


def _better(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """Of two sets of words that are both needed the one that is found less often: of longer words, and of fewer."""
    return max(one, other, key=lambda words: (min(map(_weight, words), default=0), -len(words)))


def _weight(word: str) -> int:
    return min(sum(1 if letter.isascii() else 3 for letter in word), 4)


def _has_ascii(characters: str) -> bool:
    """Whether a set of characters can have one of ASCII in it."""
    return any(map(str.isascii, _RANGE.sub("", characters[1:-1])))
