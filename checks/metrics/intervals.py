"""Intervals for acceptance probabilities. SciPy is imported where it is needed."""

from __future__ import annotations

import math
from collections.abc import Callable

LEVEL = 0.95
"""Confidence level of every interval."""


def clopper_pearson(successes: int, trials: int) -> tuple[float, float]:
    """The exact 95% interval of a binomial probability (Clopper and Pearson 1934); `trials` > 0 is fixed."""
    from scipy.special import betaincinv

    tail = (1 - LEVEL) / 2
    low = float(betaincinv(successes, trials - successes + 1, tail)) if successes > 0 else 0.0
    high = float(betaincinv(successes + 1, trials - successes, 1 - tail)) if successes < trials else 1.0
    return low, high


def likelihood_interval(successes: int, trials: int) -> tuple[float, float]:
    """The 95% likelihood interval of alpha: where twice the log-likelihood falls short of its maximum by < chi^2_1.

    Pooled over positions the number of trials is not fixed (a draft stops at its first rejection), so Clopper and
    Pearson's argument does not apply; the likelihood alpha^successes (1 - alpha)^rejections is the same for any
    stopping rule. Asymptotic coverage (Wilks 1938).
    """
    from scipy.special import chdtri

    drop = float(chdtri(1, 1 - LEVEL)) / 2
    rejections = trials - successes
    estimate = successes / trials
    if successes == 0:
        return 0.0, -math.expm1(-drop / trials)
    if rejections == 0:
        return math.exp(-drop / trials), 1.0

    def deficit(alpha: float) -> float:
        return successes * math.log(estimate / alpha) + rejections * math.log(rejections / trials / (1 - alpha)) - drop

    return _bisect(deficit, 0.0, estimate), _bisect(deficit, 1.0, estimate)


def _bisect(deficit: Callable[[float], float], outside: float, inside: float) -> float:
    """The root between `outside` (deficit > 0, not evaluated there) and `inside` (< 0), to neighbouring floats."""
    while True:
        middle = (outside + inside) / 2
        if middle in (outside, inside):
            return inside
        if deficit(middle) > 0:
            outside = middle
        else:
            inside = middle
