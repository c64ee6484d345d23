"""A figure of tokens, accepted drafts or speed-up, with the settings that it may be of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...document import Passage
from .stated import Stated


@dataclass(frozen=True)
class Figure:
    """A figure with the words beside it and, for each of its settings, the values that may be meant, nearest first."""

    passage: Passage
    stated: Stated
    settings: Mapping[str, Sequence[Stated]]
    beside: str
    local: frozenset[str] = frozenset(("alpha", "gamma", "c"))
    """The settings that its own sentence or row gives."""
    worked: bool = False
    """The figure is the result of a worked line, whose own formula is judged elsewhere."""
    far: bool = False
    """Its settings stand in passages before it, under the same heading."""
    also: str = ""
    """What stands near enough to put it right: its sentence and the next, the cells of its row that may hold the same."""
    over: str = ""
    """What leads to it from farther off: the words over its table."""
    factor: bool = False
    """It is called a speed-up, which the document takes for tokens."""
    capped: bool = False
    """It is a speed-up without a cost beside it: all that is known is that the tokens of a verification are its ceiling."""
    run: bool = False
    """Its table says what was run: the figure is worked out only if another of its column is."""
