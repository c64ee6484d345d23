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
        f"{name} {' '.join(f'{float(v):g}' for v in (value if isinstance(value, tuple) else (value,)))}"
        for name, value in point.items()
    )


def rates(point: Point, rate: str = "alpha", length: str | int = "gamma", longer: int = 0) -> tuple[float, ...]:
    """The acceptance rate by position: the value of `rate`, for `length` (a name or a number) + `longer` drafts."""
    value = point[rate]
    drafts = length if isinstance(length, int) else point[length]
    assert not isinstance(drafts, tuple)
    count = int(drafts) + longer
    return tuple(map(float, value[:count] if isinstance(value, tuple) else (value,) * count))


def verifications(claim: Claim, point: Point, measure: Measure, **how: Any) -> Simulation:
    """Verifications at the point; `how` goes to `rates`."""
    if "a" in point:
        how = {"rate": "a", **how}
    name = label(point) + "".join(f", {key} {value}" for key, value in how.items())
    return Simulation(claim.id, name, accepted_counts, rates(point, **how), measure)


def two_lengths(claim: Claim, point: Point, measure: Measure) -> Simulation:
    """Verifications whose draft has gamma tokens with probability w, else delta."""
    weight = point["w"]
    assert not isinstance(weight, tuple)
    params = ((float(weight), float(1 - weight)), (rates(point), rates(point, length="delta")))
    return Simulation(claim.id, label(point), _mixture, params, measure)


def _mixture(rng: np.random.Generator, sequences: int, params: Any) -> Counts:
    return mixture_counts(rng, sequences, *params)
