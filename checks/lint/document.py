"""What a file says, as the linter reads it: passages of text, the formulas in them, and where each stands.

Readers (`readers`) make passages, and formulas where a language's own parser finds them better than the grammar of
`mathtext`. Judges (`judges`) read the document and know nothing of file formats.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import accumulate
from typing import TYPE_CHECKING

from ...derivations.expr import Node
from .finding import Finding, Level, Place

if TYPE_CHECKING:
    from .mathtext import Expression, Numeral


SUPPRESSES = "draftproof:"
"""A text with this is read whatever it is about, so that an unused suppression is found."""


class Kind(StrEnum):
    """What a passage is."""

    PROSE = "prose"
    HEADING = "heading"
    MATH = "math"
    TABLE = "table"
    CODE = "code"
    COMMENT = "comment"
    DOCSTRING = "docstring"
    STRING = "string"


def line_starts(text: str) -> tuple[int, ...]:
    """Where the lines of a text begin."""
    return (0, *accumulate(len(line) + 1 for line in text.split("\n")[:-1]))


@dataclass(frozen=True)
class Source:
    """A text whose lines are counted: a file, or one cell of a notebook (`cell` from 0)."""

    text: str
    cell: int | None = None

    @cached_property
    def _lines(self) -> tuple[int, ...]:
        return line_starts(self.text)

    def place(self, offset: int) -> Place:
        """The line and column, from 1, of an offset."""
        line = bisect_right(self._lines, offset)
        return Place(line, offset - self._lines[line - 1] + 1, self.cell)

    def offset(self, line: int, column: int = 1) -> int:
        """The offset of a line and column, both from 1."""
        return self._lines[line - 1] + column - 1


@dataclass(frozen=True)
class Passage:
    """A stretch of a source that is read as one: a paragraph, a list item, a table, a comment block, a string, a cell of code.

    `text` is what a person reads: entities decoded, comment marks and mark-up taken out. `spots` says where it came from: pairs
    of an offset in `text` and one in the source, in order; between two pairs both advance alike.

    `around` is the text of what the passage stands in, to read evidence and refutations from: the whole paragraph or list
    item of an inline formula; the paragraphs before and after a display; a table with its caption; a quiz's object with its
    feedback; a function's comments and docstring; the quoted diff. `above` is the nearest heading, or the names of the
    classes, functions and tests that it stands in, outermost first. `scope` is the dotted path of what may be defined for
    it: `Metrics.expected` for code in a method, `""` for a file as a whole; a definition is seen from every scope that its
    own is a prefix of.
    """

    kind: Kind
    text: str
    source: Source
    spots: tuple[tuple[int, int], ...] = ((0, 0),)
    around: str = ""
    above: str = ""
    scope: str = ""
    language: str = ""

    def at(self, offset: int) -> int:
        """Where a character of `text` stands in the source."""
        written, stands = self.spots[bisect_right(self.spots, (offset, 1 << 60)) - 1]
        return stands + offset - written

    def end(self, offset: int) -> int:
        """Where the character before an offset of `text` ends in the source: a decoded entity is longer than it reads."""
        last = self.at(max(0, offset - 1))
        if self.source.text[last : last + 1] == self.text[max(0, offset - 1) : offset]:
            return last + 1
        after = (
            stands for written, stands in self.spots[bisect_right(self.spots, (offset - 1, 1 << 60)) :] if stands > last
        )
        return next(after, last + 1)

    def place(self, offset: int) -> Place:
        """The place of a character of `text`."""
        return self.source.place(self.at(offset))


class How(StrEnum):
    """How a formula got its result's name."""

    BARE = "bare"  # it has none
    SAID = "said"  # an equation in prose, mathematics or a comment
    ASSIGNED = "assigned"
    LOOPED = "looped"  # added or multiplied up in a loop, as the sum or product that it comes to
    CALLED = (
        "called"  # assigned what a function of the same file comes to: a definition, but judged where it is computed
    )
    RETURNED = "returned"  # the result is the name of the function or property
    ARGUMENT = "argument"  # of a call, by name: f(alpha=...)
    ENTRY = "entry"  # of a dictionary, an object, a data frame's column
    DEFAULT = "default"  # of a parameter


@dataclass(frozen=True)
class Formula:
    """One side that a file states, with the name of what it is said to be: `result = expression`.

    `templates` are its trees, likeliest first, over names as written and numerals as names `#0`, `#1` (`numerals` says what they
    may be). Calls, attributes and subscripts are names: `self.accepted`, `m.k`, `E[N]`. What only wraps a value is seen
    through: `float(x)`, `np.mean(x)`. `near` are the words beside it: its sentence or line, the comment on the line and just above.
    `values` are further sides that are plain numbers (`= 4.5`), `relation` what stands before the first of them. Formulas of
    one passage with one `chain` are equal by it.
    """

    passage: Passage
    start: int
    end: int
    templates: tuple[Node, ...]
    numerals: Mapping[str, Numeral] = field(default_factory=dict)
    result: str = ""
    how: How = How.BARE
    near: str = ""
    values: tuple[Numeral, ...] = ()
    relation: str = "="
    chain: int = -1

    @property
    def text(self) -> str:
        """The formula as written."""
        return self.passage.text[self.start : self.end]


@dataclass(frozen=True)
class Said:
    """An expression that the grammar found in a passage, with all its sides and numbers: what worked lines are judged by."""

    passage: Passage
    expression: Expression


@dataclass(frozen=True)
class Document:
    """A file as read. `formulas` are those of the code and of `said`, in order; `skipped` what was passed over, and why."""

    path: str
    sources: tuple[Source, ...]
    passages: tuple[Passage, ...] = ()
    formulas: tuple[Formula, ...] = ()
    said: tuple[Said, ...] = ()
    skipped: tuple[str, ...] = ()

    def finding(
        self, passage: Passage, start: int, end: int, code: str, level: Level, message: str, fix: str, *, claim: str = "",
        rival: str = "", related: tuple[tuple[Place, str], ...] = (),
    ) -> Finding:  # fmt: skip
        """A finding on part of a passage: its expression is the source as it stands there."""
        first, last = passage.at(start), passage.end(max(start + 1, end))
        written = passage.source.text[first:last]
        place = passage.source.place
        return Finding(self.path, place(first), place(last), code, level, message, written, fix, claim, rival, related)
