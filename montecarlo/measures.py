"""What is measured of a histogram of accepted drafts (`process`): means and frequencies of the emitted tokens.

Entry k of a histogram counts the verifications that accepted k drafts, so that emitted k + 1 tokens. Every function
returns a `measure` for `runner.Simulation`: sums and number of sequences -> `Measured`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from fractions import Fraction

from .compare import Measured
from .process import Counts

Measure = Callable[[Counts, int], Measured]


def mean(value: Callable[[int], Fraction | int]) -> Measure:
    """The mean of `value(n)` over the number n of emitted tokens, exact until the last rounding."""

    def measure(total: Counts, draws: int) -> Measured:
        values = [Fraction(value(k + 1)) for k in range(len(total))]
        summed = sum((v * int(count) for v, count in zip(values, total, strict=True)), Fraction(0))
        low, high = min(values), max(values)
        if low == high:  # a constant (gamma = 0) is measured as well as anything else, with some room around it
            low, high = low - 1, high + 1
        return Measured(float(summed / draws), draws, float(low), float(high))

    return measure


tokens = mean(lambda n: n)
"""The mean number of emitted tokens, bonus or recovered token included."""


def frequency(emitted: Collection[int]) -> Measure:
    """How often the number of emitted tokens is one of these."""
    return mean(lambda n: int(n in emitted))
