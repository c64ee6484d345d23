"""Is alpha constant over the positions? A likelihood-ratio test at 5%, with its power at this sample size.

Null hypothesis: every reached token is accepted with the same probability, independently. Then the conditional counts
are binomial with one probability, and G = 2 sum k log(k / expected) over accepted and rejected tokens is approximately
chi^2 with one degree of freedom fewer than positions (Wilks 1938). The approximation wants >= 5 expected tokens in
every cell, so neighbouring positions are pooled until they have them.

With varying draft lengths, survivors / prefixes fall at later positions even at constant alpha, since short drafts
leave no token to accept: without reached counts the verdict is `unknown`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from .counters import Counters
from .estimate import reached_exactly

LEVEL = 0.05
"""False-alarm probability."""

MIN_EXPECTED = 5.0
"""Cochran's customary bound for the chi^2 approximation."""

SPAN = 0.05
"""The stated alternative: alpha changes by this much, in equal steps, from the first to the last position."""

WANTED_POWER = 0.8
"""The customary power at which the smallest visible change is given."""

NOT_REACHED = (
    "draft lengths vary and the reached counts are not given: mixed lengths fake a fall of acceptance with position"
)
NOT_DECLARED = "the draft length is not in the input, so equal lengths cannot be told from mixed ones; give gamma"
NO_POSITIONS = "no whole counts per position"
TOO_FEW = "too few accepted or rejected tokens for two groups of positions with 5 expected in each"


@dataclass(frozen=True)
class Drift:
    """Verdict `refuted` (constant alpha is rejected at 5%), `not_refuted`, or `unknown` with its reason.

    `power` is the probability of `refuted` if alpha changed by `span` from first to last position; `visible` the change
    that is seen with probability 0.8. A verdict `not_refuted` at small power says little.
    """

    verdict: str
    reason: str = ""
    statistic: float | None = None
    degrees: int | None = None
    p_value: float | None = None
    direction: str = ""
    power: float | None = None
    span: float = SPAN
    visible: float | None = None
    level: float = LEVEL


def constant_alpha(c: Counters) -> Drift:
    """Test constant alpha on the counters of one engine."""
    if c.per_position is None or not c.drafts:
        return Drift("unknown", NO_POSITIONS)
    reached = reached_exactly(c)
    if reached is None:
        return Drift("unknown", NOT_REACHED if c.lengths_constant is False else NOT_DECLARED)
    accepted = (*c.per_position, *[0] * len(reached))[: len(reached)]
    return homogeneity(accepted, reached)


def homogeneity(accepted: Sequence[int], reached: Sequence[int]) -> Drift:
    """Test that accepted[i] of reached[i] have one probability at all positions i."""
    from scipy.special import chdtrc, chdtri, chndtr, chndtrinc

    if len(reached) < 2:
        return Drift("unknown", "one position only, nothing to compare")
    groups = _pooled(accepted, reached)
    if len(groups) < 2:
        return Drift("unknown", TOO_FEW)
    trials = sum(n for _, n, _ in groups)
    alpha = sum(k for k, _, _ in groups) / trials
    statistic = max(0.0, sum(2 * (_term(k, n * alpha) + _term(n - k, n * (1 - alpha))) for k, n, _ in groups))
    degrees = len(groups) - 1
    p_value = float(chdtrc(degrees, statistic))
    critical = float(chdtri(degrees, LEVEL))
    unit = _noncentrality(groups, alpha, len(reached))
    rates = [k / n for k, n, _ in groups]
    return Drift(
        verdict="refuted" if p_value < LEVEL else "not_refuted",
        statistic=statistic,
        degrees=degrees,
        p_value=p_value,
        direction=_direction(rates),
        power=1 - float(chndtr(critical, degrees, unit * SPAN**2)),
        visible=math.sqrt(float(chndtrinc(critical, degrees, 1 - WANTED_POWER)) / unit),
    )


_Group = tuple[int, int, float]
"""Accepted, reached, and the mean position (weighted by reached) of a group of neighbouring positions."""


def _pooled(accepted: Sequence[int], reached: Sequence[int]) -> list[_Group]:
    """Neighbouring positions joined from the first on until 5 accepted and 5 rejected tokens are expected in each."""
    trials = sum(reached)
    alpha = sum(accepted) / trials if trials else 0.0
    groups: list[_Group] = []
    k = n = 0
    weight = 0.0
    for position, (more_k, more_n) in enumerate(zip(accepted, reached, strict=True), 1):
        k, n, weight = k + more_k, n + more_n, weight + position * more_n
        if n * min(alpha, 1 - alpha) >= MIN_EXPECTED:
            groups.append((k, n, weight / n))
            k = n = 0
            weight = 0.0
    if n and groups:  # what is left over joins the last group
        last_k, last_n, last_position = groups.pop()
        groups.append((last_k + k, last_n + n, (last_position * last_n + weight) / (last_n + n)))
    return groups


def _term(observed: int, expected: float) -> float:
    return observed * math.log(observed / expected) if observed else 0.0


def _noncentrality(groups: Sequence[_Group], alpha: float, positions: int) -> float:
    """Noncentrality of G for a change of 1 from first to last position; it grows with the square of the change.

    To second order in the change, sum n (alpha_i - alpha)^2 / (alpha (1 - alpha)) with the reached counts as observed.
    """
    trials = sum(n for _, n, _ in groups)
    centre = sum(n * position for _, n, position in groups) / trials
    slope = 1 / (positions - 1)
    return sum(n * (slope * (position - centre)) ** 2 for _, n, position in groups) / (alpha * (1 - alpha))


def _direction(rates: Sequence[float]) -> str:
    if all(later >= earlier for earlier, later in pairwise(rates)):
        return "rises with position"
    if all(later <= earlier for earlier, later in pairwise(rates)):
        return "falls with position"
    return "rises and falls"
