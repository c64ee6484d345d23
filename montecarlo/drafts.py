"""Simulations of verifications at a point of a claim's domain: rates and draft lengths are read off the point."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import numpy as np

from ..derivations.claims import Claim
from .measures import Measure
from .process import Counts, accepted_counts, mixture_counts
from .runner import Simulation

Point = Mapping[str, Fraction | tuple[Fraction, ...]]


def label(point: Point) -> str:
    """The point for people: "alpha 0.7, gamma 5"; a sequence by its first values."""
    return ", ".join(
        f"{name} {' '.join(f'{float(v):g}' for v in (found if isinstance(found, tuple) else (found,)))}"
        for name, found in point.items()
    )


def value(point: Point, name: str) -> Fraction:
    """The value of a variable that is no sequence."""
    found = point[name]
    assert not isinstance(found, tuple)
    return found


def rates(point: Point, rate: str = "alpha", length: str | int = "gamma", longer: int = 0) -> tuple[float, ...]:
    """The acceptance rate by position: the value of `rate`, for `length` (a name or a number) + `longer` drafts."""
    rated = point[rate]
    count = (length if isinstance(length, int) else int(value(point, length))) + longer
    return tuple(map(float, rated[:count] if isinstance(rated, tuple) else (rated,) * count))


def verifications(claim: Claim, point: Point, measure: Measure, **how: Any) -> Simulation:
    """Verifications at the point; `how` goes to `rates`."""
    if "a" in point:
        how = {"rate": "a", **how}
    name = label(point) + "".join(f", {key} {value}" for key, value in how.items())
    return Simulation(claim.id, name, accepted_counts, rates(point, **how), measure)


def two_lengths(claim: Claim, point: Point, measure: Measure) -> Simulation:
    """Verifications whose draft has gamma tokens with probability w, else delta."""
    weight = value(point, "w")
    return mixture(claim, point, weight, (rates(point), rates(point, length="delta")), measure)


def mixture(
    claim: Claim, point: Point, weight: Fraction, kinds: tuple[tuple[float, ...], tuple[float, ...]], measure: Measure
) -> Simulation:
    """Verifications of two kinds: of the first with probability `weight`."""
    return Simulation(claim.id, label(point), _mixture, ((float(weight), float(1 - weight)), kinds), measure)


def _mixture(rng: np.random.Generator, sequences: int, params: Any) -> Counts:
    return mixture_counts(rng, sequences, *params)
