"""What is wrong with a formula."""

from __future__ import annotations

from dataclasses import dataclass

from ....derivations.expr import Node
from ..document import Formula
from ..finding import Level
from ..matching import Match


@dataclass(frozen=True)
class Verdict:
    """What is wrong with a formula, at what level; `unsure` is the name whose meaning could not be told."""

    match: Match
    tree: Node  # what the match is of: the formula, with definitions put in, or the part of it that is wrong
    code: str
    level: Level
    unsure: str = ""
    says: str = ""  # what is wrong, where the match is the right formula that was meant
    taken: tuple[Formula, ...] = ()  # the definitions that had to be put in to see it
    apart: bool = False  # the tree equals no entry: the match is what was meant
