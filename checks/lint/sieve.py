"""Patterns of many words, tried only on text that has one of the words: a plain search for them is a hundred times as fast.

A pattern such as `\\bdraft models?\\b|草稿` needs `draft model` or `草稿` in the text. Those words are worked out from the pattern
itself, so nothing that it finds is lost; alternatives that need a letter of another script are not tried on text in ASCII.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Any, cast

MOST = 150
"""Words of one pattern that are searched for: with more the pattern itself is as fast."""
SHORTEST = 2
_TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|\(\?P=\w+\)|\(\?P<\w+>|\(\?(?:[:=!]|<[=!])|.", re.DOTALL)
_UNREAD = re.compile(r"\(\?(?![:=!]|<[=!]|P[<=])")
"""Conditions and flags in a pattern: it is left as it is."""
_NAMES = re.compile(r"(?<!\\)\((?!\?)|\(\?P[<=]")
"""Groups that are asked for, so that none may be taken out."""
_QUANTIFIER = re.compile(r"(?:[*+?]|\{\d*(?:,\d*)?\})[?+]?")
_OPTIONAL = re.compile(r"[*?]|\{0?,|\{0\}")
_LOOKS = ("(?=", "(?!", "(?<=", "(?<!")
_NEVER = "(?!)"
_FOLDED = re.compile(
    "[\u0130\u0131\u017f\xb5\u0345\u0390\u03b0\u03c2\u03d0\u03d1\u03d5\u03d6\u03f0\u03f1\u03f5\u1c80-\u1c88"
    "\u1e9b\u1e9e\u1fbe\u1fd3\u1fe3\u2126\u212a\u212b]"
)
"""Letters that `re` takes for others where case does not matter, and `lower` does not."""


def sieved(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """The pattern, to be asked as any. Flags may be IGNORECASE, and others that change no letter."""
    return cast("re.Pattern[str]", _Sieved(pattern, flags))


class _Sieved:
    """A pattern with the words that it needs."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self._flags = pattern, flags
        self._cased = not flags & re.IGNORECASE

    @cached_property
    def _read(self) -> Part:
        return read(self.pattern)

    @cached_property
    def _words(self) -> tuple[str, ...]:
        return _fewest(self._read.needs, self._cased)

    @cached_property
    def _ascii_words(self) -> tuple[str, ...]:
        return _fewest(frozenset(filter(str.isascii, self._read.needs)), self._cased)

    @cached_property
    def _whole(self) -> re.Pattern[str]:
        return re.compile(self.pattern, self._flags)

    @cached_property
    def _in_ascii(self) -> re.Pattern[str]:
        part = self._read.in_ascii
        return re.compile(_NEVER if part is None else part, self._flags)

    def _for(self, text: str) -> re.Pattern[str] | None:
        """The pattern to ask; None where the text has none of the words."""
        if text.isascii():
            words, pattern = self._ascii_words, self._in_ascii
        elif self._cased or not _FOLDED.search(text):
            words, pattern = self._words, self._whole
        else:
            return self._whole
        low = text if self._cased else text.lower()
        for word in words:
            if word in low:
                return pattern
        return None if self._read.needs else pattern

    def search(self, text: str, *within: int) -> re.Match[str] | None:
        """As that of a pattern, and so are the others."""
        pattern = self._for(text)
        return None if pattern is None else pattern.search(text, *within)

    def finditer(self, text: str, *within: int) -> Iterator[re.Match[str]]:
        """All."""
        pattern = self._for(text)
        return iter(()) if pattern is None else pattern.finditer(text, *within)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._whole, name)


def _fewest(words: frozenset[str], cased: bool) -> tuple[str, ...]:
    """Without those that have another of them in them."""
    found = words if cased else {word.lower() for word in words}
    kept: list[str] = []
    for word in sorted(found, key=len):
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
    if _UNREAD.search(pattern):
        return Part(frozenset(), pattern)
    tokens = _TOKEN.findall(pattern)
    part, end = _alternatives(tokens, 0)
    assert end == len(tokens), f"unbalanced at token {end}"
    needs = part.needs if len(part.needs) <= MOST else frozenset()
    return Part(needs, pattern if _NAMES.search(pattern) else part.in_ascii)


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
        quantifier = _QUANTIFIER.match("".join(tokens[place : place + 8]))
        said = quantifier[0] if quantifier else ""
        place += len(said)
        optional = bool(said) and _OPTIONAL.match(said) is not None
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
    inner = characters[1:-1]
    return inner[:1] == "^" or any(one.isascii() and one != "-" for one in inner)
