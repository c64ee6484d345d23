"""A rule that a line breaks, and the stretches of text in which the rules are looked for."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from ...document import Document, Passage
from ...finding import Level
from ...mathtext import Numeral
from .lines import Marks
from .quantities import Read
from .stated import heard

CONTEXT = 2_000  # characters of a passage and of what stands around it in which settings are looked for


@dataclass(frozen=True)
class Broken:
    """A rule broken: where, how, and what is right."""

    start: int
    end: int
    message: str
    fix: str
    level: Level = Level.ERROR
    claim: str = ""
    rival: str = ""
    code: str = "DP203"


@dataclass(frozen=True)
class Stretch:
    """A sentence or line of a passage, with its numbers and their units."""

    passage: Passage
    start: int
    end: int
    numbers: tuple[Numeral, ...]
    read: Read
    marks: Marks

    @property
    def text(self) -> str:
        """Its text."""
        return self.passage.text[self.start : self.end]

    def value(self, one: Numeral) -> Fraction:
        """A number in the likelier reading of its marks: where they leave it open, a whole one (`50.257`)."""
        if len(one.values) == 1:
            return one.values[0]
        whole = next((value for value in one.values if value.denominator == 1), one.values[0])
        return one.values[self.marks[0]] if len(self.marks) == 1 else whole


def header(row: Passage, place: int) -> str:
    """The header of the column in which a place of a table's row stands; "" where the row does not say."""
    heads = [pair.rpartition(" = ")[0] for pair in row.around.partition("\n")[0].split("; ")]
    column = row.text.count(" | ", 0, place)
    return heads[column].strip() if column < len(heads) else ""


def lengths(stretch: Stretch, at: int, document: Document) -> set[int]:
    """The draft lengths stated before a place: in its sentence, else in its passage, else around it."""
    passage = stretch.passage
    for text in (stretch.text, passage.text[max(0, at - CONTEXT) : at], passage.around[:CONTEXT]):
        found = {int(one.numeral.values[0]) for one in heard(text, document).values("gamma")}
        if found:
            return found
    return set()
