"""Does a measured mean agree with a predicted one? Two-sided comparison with stated error rates.

The bounds hold for every law of independent values in [low, high], at every sample size: nothing is approximated by a
normal law. They are Hoeffding's (JASA 58, 1963): with all values in [0, 1] and mean m, the mean of n values reaches
x > m with probability at most exp(-n KL(x, m)) (his Theorem 1, in the form with relative entropy, and likewise below
m), which is at most exp(-2 n (x - m)^2). The first decides, since it is never the weaker and much the stronger for
rare events; the second, which needs only the width, plans sample sizes. Both sides together: twice that.

SciPy is not needed here: an exact binomial tail would apply to indicators alone and gain little (the bound is a
Chernoff bound, right to within a polynomial factor). The tests measure these bounds against exact binomial tails.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ..errors import BadInput
from ..ledger import Verdict
from .streams import natural

BUDGET = 1e-9
"""The false-alarm probability of a whole run of `verify`: a red build means a fault, not bad luck."""

PER_COMPARISON = BUDGET / 10_000
"""The false-alarm probability of one comparison: the budget over 10,000 comparisons, more than nine chains will make.
Tightening tenfold costs 7% of precision only, so the margin is cheap."""

MAX_MISS = 1e-6
"""A rival counts as rejected only if the probability of missing it, at the run's own size, is at most this."""

RESOLUTION = 2.0**-40
"""Allowance, relative to the width, for what is not exact: uniforms of 53 bits, and quotients in floats. Both err by
some 2**-50 at most; no simulation of below 1e20 draws could see 2**-40."""

_KL_ROUNDING = 1e-15  # the two terms of the relative entropy nearly cancel; each is right to some 2**-52

# Where a sample mean contradicts `mean REL predicted`: below the predicted value's interval, above it.
_CONTRADICTS = {"=": (True, True), "<=": (False, True), "<": (False, True), ">=": (True, False), ">": (True, False)}
_STRICT = ("<", ">")


@dataclass(frozen=True)
class Measured:
    """The mean of `draws` independent, identically distributed values, each in [low, high]."""

    mean: float
    draws: int
    low: float
    high: float

    def __post_init__(self) -> None:
        """Refuse what no sample can have."""
        natural("draws", self.draws, least=1)
        if not (math.isfinite(self.low) and math.isfinite(self.high) and self.low < self.high):
            raise BadInput(f"values in [{self.low}, {self.high}], expected finite bounds with low < high")
        if not self.low <= self.mean <= self.high:
            raise BadInput(f"mean {self.mean} of values in [{self.low}, {self.high}]")


@dataclass(frozen=True)
class Comparison:
    """What a measured mean says of `mean REL predicted`.

    `deviation` is measured minus predicted; the two are compatible when it is at most `radius` in size (the radius on
    the side where the measured mean lies).
    """

    verdict: Verdict
    deviation: float
    radius: float


def compare(measured: Measured, relation: str, predicted: Fraction, false_alarm: float) -> Comparison:
    """Judge the null hypothesis "the values' true mean stands in `relation` to `predicted`" (=, <=, >=, < or >).

    If it is true, the verdict is `refuted` with probability at most `false_alarm`. For =, <= and >=, `holds` means not
    refuted, and `miss` says how much that is worth. For < and > equality is close by whatever the number of draws, so
    `holds` means more: that the mean differs from `predicted` on the right side, which the data show wrongly with
    probability at most `false_alarm`; in between the verdict is `unknown`, and more draws are needed.
    """
    below, above = _sides(relation)
    low, high = _interval(measured.draws, measured.low, measured.high, predicted, false_alarm)
    if (below and measured.mean < low) or (above and measured.mean > high):
        verdict = Verdict.REFUTED
    elif relation in _STRICT and low <= measured.mean <= high:
        verdict = Verdict.UNKNOWN
    else:
        verdict = Verdict.HOLDS
    centre = float(predicted)
    deviation = measured.mean - centre
    return Comparison(verdict, deviation, high - centre if deviation >= 0 else centre - low)


def miss(
    draws: int,
    low: float,
    high: float,
    false_alarm: float,
    relation: str,
    truth: Fraction,
    rival: Fraction,
) -> float:
    """At most how probable it is that `compare` would not refute `rival` although the values have the mean `truth`.

    `draws` values in [low, high]. It is 1.0 where it cannot tell: the rival's interval contains the truth, or the truth
    satisfies the relation to the rival's value. Raises `BadInput` if `truth` is not in [low, high].
    """
    if not low <= truth <= high:
        raise BadInput(f"true mean {float(truth)} of values in [{low}, {high}]")
    below, above = _sides(relation)
    start, stop = _interval(draws, low, high, rival, false_alarm)
    if below and truth < start:
        edge = start
    elif above and truth > stop:
        edge = stop
    else:
        return 1.0
    return _tail(draws, (edge - low) / (high - low), float((truth - Fraction(low)) / (Fraction(high) - Fraction(low))))


def radius(draws: int, width: float, false_alarm: float) -> float:
    """How far the mean of `draws` independent values, in an interval of this width, strays from its expectation.

    Farther with probability at most `false_alarm` (Hoeffding, two-sided). `compare` uses a radius that is never larger.
    """
    return width * (math.sqrt(_level(draws, false_alarm) / 2) + RESOLUTION)


def draws_needed(width: float, false_alarm: float, miss: float, gap: float) -> int:
    """Draws that suffice to tell two means `gap` apart: `compare` refutes the wrong one except with probability `miss`.

    From `radius` on both sides of the gap, so enough for every law of values in an interval of this width.
    Raises `BadInput` for a gap below what floats resolve, and for error rates outside (0, 1).
    """
    room = gap / width - 2 * RESOLUTION
    if not room > 0:
        raise BadInput(f"a gap of {gap} in a width of {width} is below what floats resolve")
    rates = math.sqrt(_level(1, false_alarm)) + math.sqrt(-math.log(_rate(miss)))
    return math.ceil((rates / room) ** 2 / 2) + 1


def spent(false_alarms: Iterable[float | None]) -> float:
    """The false-alarm probability of everything together: at most the sum, independent or not.

    `None` stands for evidence that is certain, and costs nothing.
    """
    return math.fsum(amount for amount in false_alarms if amount is not None)


def _sides(relation: str) -> tuple[bool, bool]:
    try:
        return _CONTRADICTS[relation]
    except KeyError:
        raise BadInput(f"relation {relation!r}, expected one of {' '.join(_CONTRADICTS)}") from None


def _rate(probability: float) -> float:
    if not 0 < probability < 1:
        raise BadInput(f"error rate {probability}, expected a number between 0 and 1")
    return probability


def _level(draws: int, false_alarm: float) -> float:
    """The relative entropy at which both tails together have probability at most `false_alarm`."""
    return math.log(2 / _rate(false_alarm)) / natural("draws", draws, least=1)


def _entropy(x: float, mean: float) -> float:
    """A lower bound on KL(x, mean), the relative entropy of two coins, in nats; both in [0, 1]."""
    if (mean == 0 and x > 0) or (mean == 1 and x < 1):
        return math.inf
    heads = x * math.log(x / mean) if x > 0 else 0.0
    tails = (1 - x) * math.log((1 - x) / (1 - mean)) if x < 1 else 0.0
    return max(heads + tails - _KL_ROUNDING, 0.0)


def _tail(draws: int, x: float, mean: float) -> float:
    """At most how probable it is that the mean of `draws` values in [0, 1] lies at x or beyond, seen from `mean`."""
    return math.exp(-draws * _entropy(x, mean)) if 0 <= x <= 1 else 0.0


def _interval(draws: int, low: float, high: float, predicted: Fraction, false_alarm: float) -> tuple[float, float]:
    """The sample means that are compatible with the mean `predicted`: outside lies at most `false_alarm`.

    No values in [low, high] have a mean outside it: such a prediction is compatible with itself only.
    """
    level = _level(draws, false_alarm)
    width, slack = high - low, RESOLUTION * (high - low)
    if not low <= predicted <= high:
        return float(predicted) - slack, float(predicted) + slack
    mean = float((predicted - Fraction(low)) / (Fraction(high) - Fraction(low)))
    return low + width * _edge(mean, 0.0, level) - slack, low + width * _edge(mean, 1.0, level) + slack


def _edge(mean: float, end: float, level: float) -> float:
    """The point nearest to `mean`, towards `end`, whose relative entropy reaches `level`; `end` if none does."""
    near, far = mean, end
    if _entropy(end, mean) < level:
        return end
    for _ in range(60):  # halvings: from 1 to below the spacing of floats
        middle = (near + far) / 2
        near, far = (near, middle) if _entropy(middle, mean) >= level else (middle, far)
    return far
