"""Whole counts from printed, rounded rates: given only where exactly one set of counts prints like that.

vLLM's log prints 1 + accepted/drafts to two decimals and accepted_i/drafts to three, llama.cpp likewise. Every number
of drafts is tried; it must reproduce each printed figure by the engine's own arithmetic (a double, formatted).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate

from ...errors import BadInput

MAX_TRIED = 500
"""Numbers of drafts tried per line; where more agree with the printed length, three decimals hardly single out one."""

MAX_WORK = 300_000
"""Figures compared for one file, some seconds. A day of vLLM's lines takes 300 thousand, one hostile line a million."""

LINE = 10
"""A line read, in figures compared."""


class Work:
    """What is left of the figures that may be compared for one file: a hostile log could ask for hours."""

    def __init__(self) -> None:
        self.left = MAX_WORK

    def spend(self, figures: int, where: str) -> None:
        """Count figures; `BadInput` names the line at which they are too many."""
        self.left -= figures
        if self.left < 0:
            raise BadInput(f"{where}: too many figures up to here to infer counts from, expected a shorter excerpt")


@dataclass(frozen=True)
class Inferred:
    """The smallest and largest number of drafts that fit, and the counts per position if nothing else fits."""

    drafts_between: tuple[int, int]
    per_position: tuple[int, ...] | None

    @property
    def drafts(self) -> int | None:
        """The number of drafts, where only one fits."""
        low, high = self.drafts_between
        return low if low == high else None


def infer(
    accepted: int, length: str | None, rates: tuple[str, ...], candidates: range, work: Work, where: str = ""
) -> Inferred | None:
    """Counts that print as `length` (mean acceptance length) and `rates` (per position); None if none do.

    `candidates` are the numbers of drafts to try, all above 0, cut beforehand by what else is known. Where more than
    `MAX_TRIED` agree with `length`, they are given as the range, and no counts per position. Raises `BadInput` with
    `where` when the work is spent.
    """
    if length is not None:  # falls as the drafts grow; its negative rises, as the search needs
        candidates = _printing(candidates, -float(length), _decimals(length), lambda drafts: -(1 + accepted / drafts))
    if rates:
        candidates = _summing(accepted, rates, candidates)
    if not candidates:
        return None
    if len(candidates) > MAX_TRIED:
        return Inferred((candidates[0], candidates[-1]), None)

    def fits(drafts: int) -> bool:
        work.spend(len(rates), where)
        return _bounds(accepted, drafts, rates) is not None

    fewest = next(filter(fits, candidates), None)
    most = next(filter(fits, reversed(candidates)), None)
    if fewest is None or most is None:
        return None
    return Inferred((fewest, most), _only(accepted, fewest, rates) if fewest == most and rates else None)


def _only(accepted: int, drafts: int, rates: tuple[str, ...]) -> tuple[int, ...] | None:
    """The survivors per position, if no other sequence prints like them: the largest one is the smallest one."""
    bounds = _bounds(accepted, drafts, rates)
    if bounds is None:
        return None
    largest = _largest(accepted, *bounds)
    return largest if largest == _smallest(accepted, *bounds) else None


def _decimals(printed: str) -> int:
    return len(printed.partition(".")[2])


def _printing(values: range, target: float, decimals: int, figure: Callable[[int], float]) -> range:
    """The part of `values` whose figure, non-decreasing in them, rounds to `target` as printing rounds it."""

    def rounded(value: int) -> float:
        return float(f"{figure(value):.{decimals}f}")

    return values[bisect_left(values, target, key=rounded) : bisect_right(values, target, key=rounded)]


def _summing(accepted: int, rates: tuple[str, ...], candidates: range) -> range:
    """The part of `candidates` whose counts can sum to `accepted`, each within half a unit of its rate's last digit.

    It leaves few drafts to try. The last bits of a sum of doubles are allowed for, and one draft on either side.
    """
    total, reach = sum(map(float, rates)), sum(10.0 ** -_decimals(rate) / 2 for rate in rates)
    highest, lowest = (total + reach) * (1 + 1e-9), (total - reach) * (1 - 1e-9)
    first = max(candidates.start, int(accepted / highest) - 1)
    last = min(candidates.stop, int(accepted / lowest) + 2) if lowest > 0 else candidates.stop
    return range(first, max(first, last))


def _counts(rate: str, drafts: int) -> range:
    """Counts of `drafts` that print as the rate: from half a unit below it to half above, each end as it is printed."""
    decimals, value = _decimals(rate), float(rate)
    twice, units = 2 * int(rate.replace(".", "")), 2 * 10**decimals

    def printed(count: int) -> float:
        return float(f"{count / drafts:.{decimals}f}")

    def around(end: int) -> range:  # a double is that close to the exact quotient, up to 2^53
        return range(max(0, min(end // units, drafts) - 1), min(end // units + 2, drafts) + 1)

    low, high = around((twice - 1) * drafts), around((twice + 1) * drafts)
    return range(low.start + bisect_left(low, value, key=printed), high.start + bisect_right(high, value, key=printed))


def _bounds(accepted: int, drafts: int, rates: tuple[str, ...]) -> tuple[list[int], list[int]] | None:
    """Lowest and highest survivors per position that print as `rates` and can sum to `accepted`; None without any.

    Both are made non-increasing. Between two such bounds every total is reached by a non-increasing sequence (raise
    the lower one from the left, one step at a time), so the two sums decide whether a total is possible.
    """
    if not rates:
        return [], []
    fits = [_counts(rate, drafts) for rate in rates]
    if not all(fits):
        return None
    highs = list(accumulate((fit[-1] for fit in fits), min))
    lows = list(accumulate((fit[0] for fit in reversed(fits)), max))[::-1]
    ordered = all(low <= high for low, high in zip(lows, highs, strict=True))
    return (lows, highs) if ordered and sum(lows) <= accepted <= sum(highs) else None


def _largest(accepted: int, lows: list[int], highs: list[int]) -> tuple[int, ...]:
    """The lexicographically largest non-increasing sequence between the bounds with this sum."""
    chosen: list[int] = []
    spare = accepted - sum(lows)
    for low, high in zip(lows, highs, strict=True):
        value = min(high, low + spare, chosen[-1] if chosen else high)
        chosen.append(value)
        spare -= value - low
    return tuple(chosen)


def _smallest(accepted: int, lows: list[int], highs: list[int]) -> tuple[int, ...]:
    """The lexicographically smallest one: all capped as low as the sum allows, and what is too much taken off the end.

    Only the positions that lie at the cap and above their lower bound can give one each; they are neighbours, and those
    behind them are at their upper bounds.
    """
    cap = bisect_left(range(highs[0] + 1), accepted, key=lambda cap: sum(_capped(cap, lows, highs)))
    chosen = _capped(cap, lows, highs)
    spare = sum(chosen) - accepted
    movable = [i for i, low in enumerate(lows) if low < chosen[i] == cap]
    for i in movable[len(movable) - spare :]:
        chosen[i] -= 1
    return tuple(chosen)


def _capped(cap: int, lows: list[int], highs: list[int]) -> list[int]:
    return [max(low, min(cap, high)) for low, high in zip(lows, highs, strict=True)]
