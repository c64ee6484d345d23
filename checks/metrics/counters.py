"""What an engine counts while it speculates, checked when it is made.

Words, as everywhere in this package: a *draft* is one verification with drafted tokens; `per_position[i]` counts the
drafts whose first i+1 tokens were all accepted, so it is a survival function, not a conditional rate.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from ...errors import BadInput

MAX_COUNT = 2**53
"""Engines keep these counters as doubles, which stop counting by one here."""

MAX_POSITIONS = 1024
"""Far beyond any draft length in use; bounds the work that a hostile file can ask for."""

MAX_ENGINES = 1024
"""Engines in one file; a data-parallel deployment has tens."""


@dataclass(frozen=True)
class Counters:
    """The counters of one engine over one span of time. Making an impossible one raises `BadInput`.

    `engine` is a label for people, `where` the input it came from. `drafts` is None where the input does not give it;
    `drafts_between` then holds the smallest and largest number that agrees with what is printed, if anything is.
    `reached[i]` counts the drafts whose token i+1 existed and whose first i tokens were accepted. `gamma` is the
    longest draft that the engine makes, None where the input does not say. `started` is when the counters last began
    at zero (seconds, Unix time). `cumulative` is False for numbers that already are differences. `series` names the
    Prometheus series (accepted, drafts, selector) behind the counters.
    """

    engine: str
    where: str
    source: str
    drafted: int
    accepted: int
    drafts: int | None = None
    drafts_between: tuple[int, int] | None = None
    per_position: tuple[int, ...] | None = None
    reached: tuple[int, ...] | None = None
    gamma: int | None = None
    started: float | None = None
    cumulative: bool = True
    series: tuple[str, str, str] | None = None
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for complaint in _complaints(self):
            raise BadInput(f"{self.where}: engine {printable(self.engine)}: {complaint}")

    @property
    def mean_draft_length(self) -> float | None:
        """Drafted tokens per draft (gamma where it is constant), None where the drafts are not known."""
        return self.drafted / self.drafts if self.drafts else None

    @property
    def lengths_constant(self) -> bool | None:
        """Whether every draft had the same length; None where the counters cannot tell.

        No draft is longer than gamma, so drafted = gamma * drafts forces every draft to gamma tokens. A fractional mean
        excludes a constant length without knowing gamma.
        """
        if not self.drafts:
            return None
        if self.gamma is not None:
            return self.drafted == self.gamma * self.drafts
        return None if self.drafted % self.drafts == 0 else False


def _complaints(c: Counters) -> Iterable[str]:
    """What is impossible about these counters, the first cause first."""
    counts: list[tuple[str, object]] = [("drafted", c.drafted), ("accepted", c.accepted)]
    counts += [("drafts", c.drafts)] if c.drafts is not None else []
    counts += [(f"accepted at position {i}", n) for i, n in enumerate(c.per_position or (), 1)]
    counts += [(f"reached at position {i}", n) for i, n in enumerate(c.reached or (), 1)]
    for name, count in counts:
        if not isinstance(count, int) or isinstance(count, bool) or not 0 <= count <= MAX_COUNT:
            yield f"{name} is {count!r:.40}, expected a whole number from 0 to 2^53"
    if c.accepted > c.drafted:
        yield f"accepted {c.accepted} tokens of {c.drafted} drafted, expected accepted <= drafted"
    if c.drafts == 0 and c.drafted > 0:
        yield f"drafted {c.drafted} tokens in 0 drafts, expected drafts > 0"
    if c.gamma is not None and not 1 <= c.gamma <= MAX_POSITIONS:
        yield f"gamma is {c.gamma}, expected a natural number from 1 to {MAX_POSITIONS}"
    if c.per_position is not None:
        yield from _position_complaints(c, c.per_position)
    if c.gamma is not None and c.drafts is not None and c.drafted > c.gamma * c.drafts:
        yield f"drafted {c.drafted} tokens in {c.drafts} drafts, more than gamma = {c.gamma} allows"
    if c.reached is not None:
        yield from _reached_complaints(c, c.reached)


def _position_complaints(c: Counters, survivors: tuple[int, ...]) -> Iterable[str]:
    if len(survivors) > MAX_POSITIONS:
        yield f"{len(survivors)} positions, expected at most {MAX_POSITIONS}"
    before = survivors if c.drafts is None else (c.drafts, *survivors)
    offset = 1 if c.drafts is None else 0
    for i, (earlier, later) in enumerate(pairwise(before), offset + 1):
        if later > earlier:
            bound = f"{earlier} drafts" if i == 1 else f"{earlier} at position {i - 1}"
            yield f"accepted at position {i} is {later}, expected at most {bound} (a token needs its prefix)"
    if sum(survivors) != c.accepted:
        yield f"the positions sum to {sum(survivors)}, expected the {c.accepted} accepted tokens"
    if c.gamma is not None and any(survivors[c.gamma :]):
        yield f"tokens accepted beyond position {c.gamma}, expected none at gamma = {c.gamma}"


def _reached_complaints(c: Counters, reached: tuple[int, ...]) -> Iterable[str]:
    survivors = c.per_position
    if survivors is None or c.drafts is None or len(reached) != len(survivors):
        yield "reached counts need drafts and as many per-position counts"
        return
    for i, (count, prefix, accepted) in enumerate(zip(reached, (c.drafts, *survivors), survivors, strict=False), 1):
        if not accepted <= count <= prefix:
            yield f"reached at position {i} is {count}, expected {accepted} (accepted there) to {prefix} (its prefix)"
    if sum(reached) > c.drafted:
        yield f"reached {sum(reached)} tokens, expected at most the {c.drafted} drafted"


def printable(text: str, limit: int = 120) -> str:
    """`text` with control characters escaped and cut at `limit`: what strangers wrote may not steer a terminal."""
    shown = "".join(ch if ch.isprintable() else ch.encode("unicode_escape").decode("ascii") for ch in text[:limit])
    return shown + "…" if len(text) > limit else shown
