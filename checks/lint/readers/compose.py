"""What all readers build with: texts that know where each of their characters stands, and files inside files.

A reader is a module with `read(source, language)`, which yields passages, formulas that it finds better than the grammar of
mathematical text would, and lines of text that name what was passed over. It knows one `Source` and no path. A reader that
holds other languages gives them away with `readers.embedded`, which puts their places right.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from ..document import Formula, Kind, Passage, Source

Item = Passage | Formula | Source | str
"""What readers yield. A source (a notebook's cell) names itself, should nothing in it be a passage; a str says what was passed
over, with its line: `line 3: brackets nested deeper than 64`."""

Reader = Callable[[Source, str], Iterable[Item]]
"""A source and the language it is in (a suffix without its dot, lower case) to what it says."""

MAX_AROUND = 4_000  # characters of `around`: what people read as one
JOINS = " / "  # between the names of `above`, outermost first


class Writer:
    """Builds a passage's text piece by piece from its source."""

    def __init__(self, source: Source) -> None:
        self.source = source
        self._pieces: list[str] = []
        self._spots: list[tuple[int, int]] = []
        self.length = 0

    def copy(self, start: int, end: int) -> None:
        """A stretch of the source as it stands."""
        if start < end:
            self._mark(start)
            self._pieces.append(self.source.text[start:end])
            self.length += end - start

    def say(self, text: str, start: int) -> None:
        """What a stretch of the source that begins at `start` means: an entity's character, an escape, an expanded macro."""
        for character in text:
            self._mark(start)
            self._pieces.append(character)
            self.length += 1

    def _mark(self, start: int) -> None:
        if not self._spots or start - self._spots[-1][1] != self.length - self._spots[-1][0]:
            self._spots.append((self.length, start))

    @property
    def text(self) -> str:
        return "".join(self._pieces)

    def passage(self, kind: Kind, *, around: str = "", above: str = "", scope: str = "", language: str = "") -> Passage:
        """What was written, as one passage, without the white space around it."""
        text = self.text.rstrip()
        lead = len(text) - len(text.lstrip())
        first = max(0, bisect_right(self._spots, (lead, 1 << 60)) - 1)
        spots = tuple((max(0, at - lead), stands + max(0, lead - at)) for at, stands in self._spots[first:])
        return Passage(kind, text[lead:], self.source, spots or ((0, 0),), around, above, scope, language)


def stretch(
    kind: Kind, source: Source, start: int, end: int, *, around: str = "", above: str = "", scope: str = "",
    language: str = "",
) -> Passage:  # fmt: skip
    """The passage that is a stretch of the source, unchanged."""
    return Passage(kind, source.text[start:end], source, ((0, start),), around, above, scope, language)


def moved(items: Iterable[Item], outer: Passage) -> Iterator[Item]:
    """What was read in the text of `outer`, as what stands in the source of `outer`, with what `outer` stands in around it."""
    known: dict[int, tuple[Passage, Passage]] = {}  # the old passage is kept, so that its id stays its own

    def passage(inner: Passage) -> Passage:
        if id(inner) not in known:
            known[id(inner)] = inner, _moved(inner, outer)
        return known[id(inner)][1]

    for item in items:
        if isinstance(item, Passage):
            yield passage(item)
        elif isinstance(item, Formula):
            yield replace(item, passage=passage(item.passage))
        elif isinstance(item, str):
            yield f"{item} (from line {outer.place(0).line})"


def _moved(inner: Passage, outer: Passage) -> Passage:
    around = f"{inner.around}\n{outer.around}".strip("\n")
    above = JOINS.join(part for part in (outer.above, inner.above) if part)
    scope = ".".join(part for part in (outer.scope, inner.scope) if part)
    return replace(composed(inner, outer), around=around, above=above, scope=scope)


def composed(inner: Passage, outer: Passage) -> Passage:
    """A passage whose source is the text of `outer`, in the source of `outer`; all else of it stays."""
    return replace(inner, source=outer.source, spots=tuple(_through(inner, outer)))


def joined(parts: list[Passage], between: str) -> Passage:
    """Passages of one source as one, like the first in all else: a row's cells. What is between stands where the next begins."""
    text = ""
    spots: dict[int, int] = {}
    for number, part in enumerate(parts):
        if number:
            spots |= {len(text) + at: part.at(0) for at in range(len(between))}
            text += between
        spots |= {len(text) + at: stands for at, stands in part.spots}
        text += part.text
    return replace(parts[0], text=text, spots=tuple(spots.items()))


def _through(inner: Passage, outer: Passage) -> Iterator[tuple[int, int]]:
    """The spots of `inner`, whose source is the text of `outer`, in the source of `outer`."""
    ends = [written for written, _ in inner.spots[1:]] + [max(len(inner.text), inner.spots[-1][0] + 1)]
    for (written, stands), end in zip(inner.spots, ends, strict=True):
        yield written, outer.at(stands)
        place = bisect_right(outer.spots, (stands, 1 << 60))
        while place < len(outer.spots) and outer.spots[place][0] < stands + end - written:
            yield written + outer.spots[place][0] - stands, outer.spots[place][1]
            place += 1
