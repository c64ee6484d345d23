"""From counters to what they say: r, L, alpha by two estimators, and conditional acceptance per position.

Three quantities that dashboards confuse. r = accepted / drafted. L = 1 + accepted / drafts, for any draft lengths;
1 + gamma r equals it only with the mean draft length for gamma. alpha is the probability that a token is accepted given
that it is reached; r < alpha, because drafted tokens behind a rejection count in r and are never judged.
"""

from __future__ import annotations

from dataclasses import dataclass

from .counters import Counters
from .intervals import clopper_pearson, likelihood_interval

INDEPENDENCE = (
    "every reached token is accepted with the same probability, independently; text is not like that, so the true "
    "uncertainty is larger than the interval"
)


@dataclass(frozen=True)
class Conditional:
    """Acceptance at one position (from 1; vLLM's label position counts from 0), given that the position is reached.

    `reached` is exact, or (`exact` False) the accepted prefixes: an upper bound, so that `rate` is then a lower bound.
    Every draft has a first token, so position 1 is always exact.
    `low` and `high` bound the rate at 95% (Clopper-Pearson), None where reached is no exact count.
    """

    position: int
    accepted: int
    reached: int
    rate: float | None
    low: float | None
    high: float | None
    exact: bool


@dataclass(frozen=True)
class MaximumLikelihood:
    """alpha = accepted / reached, with its 95% likelihood interval.

    Where draft lengths vary and reached is not given, `value` takes every draft as `longest` tokens long; `between` are
    the values that the unknown lengths allow, and the interval covers both of them.
    """

    value: float
    reached: int
    low: float
    high: float
    between: tuple[float, float] | None
    longest: str


@dataclass(frozen=True)
class Inversion:
    """alpha whose acceptance ratio at draft length gamma is r; `exact` where every draft is known to be that long."""

    value: float
    gamma: int
    basis: str
    exact: bool


def acceptance_ratio(c: Counters) -> float | None:
    """r = accepted / drafted, in [0, 1]; None before the first draft."""
    return c.accepted / c.drafted if c.drafted else None


def mean_length(c: Counters) -> float | None:
    """L = 1 + accepted / drafts >= 1, bonus token included; None where the drafts are not known."""
    return 1 + c.accepted / c.drafts if c.drafts else None


def mean_length_between(c: Counters) -> tuple[float, float] | None:
    """Smallest and largest L that the printed figures allow, where they leave the drafts open."""
    if c.drafts_between is None:
        return None
    fewest, most = c.drafts_between
    return 1 + c.accepted / most, 1 + c.accepted / fewest


def reached_exactly(c: Counters) -> tuple[int, ...] | None:
    """Drafts that reached each position: as given, or the accepted prefixes where all drafts have length gamma."""
    if c.reached is not None:
        return c.reached
    if c.per_position is None or c.drafts is None or c.gamma is None or not c.lengths_constant:
        return None
    survivors = (*c.per_position, *[0] * c.gamma)[: c.gamma]
    return (c.drafts, *survivors[:-1])


def longest_draft(c: Counters) -> tuple[int, str] | None:
    """The draft length to calculate with, and where it comes from; None where nothing says it.

    Without a declared gamma: the positions seen, or more if the mean draft length is above them.
    """
    if c.gamma is not None:
        return c.gamma, "gamma"
    if not c.drafts:
        return None
    mean = -(-c.drafted // c.drafts)
    if c.per_position:
        return max(len(c.per_position), mean), "the positions seen"
    return (mean, "the mean draft length") if c.drafted % c.drafts == 0 else None


def conditionals(c: Counters) -> tuple[Conditional, ...]:
    """Survivors / reached per position: what conditional acceptance is, and what per-position rates are not."""
    if c.per_position is None or not c.drafts:
        return ()
    exact = reached_exactly(c)
    reached = exact or (c.drafts, *c.per_position[:-1])
    accepted = (*c.per_position, *[0] * len(reached))[: len(reached)]
    return tuple(
        _conditional(i, k, n, exact is not None or i == 1)
        for i, (k, n) in enumerate(zip(accepted, reached, strict=True), 1)
    )


def _conditional(position: int, accepted: int, reached: int, exact: bool) -> Conditional:
    low, high = clopper_pearson(accepted, reached) if exact and reached else (None, None)
    return Conditional(position, accepted, reached, accepted / reached if reached else None, low, high, exact)


def maximum_likelihood(c: Counters) -> MaximumLikelihood | None:
    """alpha = accepted / reached. None without counts per position: then the rejections cannot be counted.

    A draft ends in a rejection or is accepted whole, so reached = accepted + rejections. Taking every draft as
    `longest` tokens long, rejections = drafts - survivors of the last position: too many by the drafts that were
    shorter and accepted whole, of which there are at most as many as there are tokens missing.
    """
    if c.per_position is None or not c.drafts:
        return None
    exact = reached_exactly(c)
    if exact is not None:
        reached = sum(exact)
        if reached == 0:
            return None
        low, high = likelihood_interval(c.accepted, reached)
        return MaximumLikelihood(c.accepted / reached, reached, low, high, None, "")
    assumed = longest_draft(c)
    if assumed is None:
        return None
    longest, basis = assumed
    whole = c.per_position[longest - 1] if longest <= len(c.per_position) else 0
    most = c.drafts - whole
    fewest = max(0, most - (longest * c.drafts - c.drafted))
    reached = c.accepted + most
    if c.accepted + fewest == 0:
        return None
    low = likelihood_interval(c.accepted, reached)[0]
    high = likelihood_interval(c.accepted, c.accepted + fewest)[1]
    between = (c.accepted / reached, c.accepted / (c.accepted + fewest))
    return MaximumLikelihood(between[0], reached, low, high, between, f"{longest} tokens ({basis})")


def inversion(c: Counters) -> Inversion | None:
    """alpha from r at the longest draft. Where lengths vary it takes every draft as that long, and says so."""
    from ...formulas import alpha_from_ratio

    ratio, assumed = acceptance_ratio(c), longest_draft(c)
    if ratio is None or assumed is None:
        return None
    gamma, basis = assumed
    return Inversion(
        float(alpha_from_ratio(ratio, gamma)), gamma, basis, c.gamma is not None and c.lengths_constant is True
    )
