"""Whole counts from printed, rounded rates: given only where exactly one set of counts prints like that.

vLLM's log prints 1 + accepted/drafts to two decimals and accepted_i/drafts to three, llama.cpp likewise. Every number
of drafts is tried; it must reproduce each printed figure by the engine's own arithmetic (a double, formatted).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import accumulate

MAX_TRIED = 500
"""Numbers of drafts tried per line; where more agree with the printed length, three decimals hardly single out one."""


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


def infer(accepted: int, length: str | None, rates: tuple[str, ...], candidates: range) -> Inferred | None:
    """Counts that print as `length` (mean acceptance length) and `rates` (per position); None if none do.

    `candidates` are the numbers of drafts to try, all above 0, cut beforehand by what else is known. Where more than
    `MAX_TRIED` agree with `length`, they are given as the range, and no counts per position.
    """
    if length is not None:  # falls as the drafts grow; its negative rises, as the search needs
        candidates = _printing(candidates, -float(length), _decimals(length), lambda drafts: -(1 + accepted / drafts))
    if not candidates:
        return None
    if len(candidates) > MAX_TRIED:
        return Inferred((candidates[0], candidates[-1]), None)
    fewest = next((drafts for drafts in candidates if _bounds(accepted, drafts, rates)), None)
    most = next((drafts for drafts in reversed(candidates) if _bounds(accepted, drafts, rates)), None)
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


def _near(rate: str, drafts: int) -> range:
    """Counts of `drafts` within one unit of the rate's last digit: all that can print like it, and few to search."""
    value, unit = float(rate), 10.0 ** -_decimals(rate)
    return range(drafts + 1)[max(0, int((value - unit) * drafts)) : int((value + unit) * drafts) + 2]


def _bounds(accepted: int, drafts: int, rates: tuple[str, ...]) -> tuple[list[int], list[int]] | None:
    """Lowest and highest survivors per position that print as `rates` and can sum to `accepted`; None without any.

    Both are made non-increasing. Between two such bounds every total is reached by a non-increasing sequence (raise
    the lower one from the left, one step at a time), so the two sums decide whether a total is possible.
    """
    if not rates:
        return [], []
    fits = [
        _printing(_near(rate, drafts), float(rate), _decimals(rate), lambda count: count / drafts) for rate in rates
    ]
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
    """The lexicographically smallest one: its first value is as low as a flat rest still reaching the sum allows."""

    chosen: list[int] = []
    for i, (low, high) in enumerate(zip(lows, highs, strict=True)):
        rest = list(zip(lows[i:], highs[i:], strict=True))
        chosen.append(low + bisect_left(range(low, high), accepted - sum(chosen), key=partial(_total_under, rest)))
    return tuple(chosen)


def _total_under(bounds: list[tuple[int, int]], cap: int) -> int:
    return sum(max(low, min(cap, high)) for low, high in bounds)
