"""Simulations of the chain `grammar_mask`: tokens drawn under a mask, and steps that wait for the masks of a batch.

A masked draw is one from the whole law, repeated until an allowed token comes up. A mask's time is uniform between 0 and
a longest time, so that it is ready when the forward pass ends with the probability that is the hit rate.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import numpy.typing as npt
import sympy as sp

from ..derivations import grammar_mask_law as law
from ..derivations import grammar_mask_times as times
from ..derivations.claims import Claim
from ..derivations.options import Options
from ..ledger import Evidence
from . import drafts, enrol, measures
from .drafts import Point, label
from .enrol import Settings
from .evidence import Setting
from .process import Counts, kinds, tiles
from .runner import Simulation

Law = npt.NDArray[np.float64]


def drawn(rng: np.random.Generator, sequences: int, params: tuple[Sequence[float], Sequence[float]]) -> Counts:
    """How many sequences draw a forbidden token and an allowed one: `int64[2]`. `params`: law, mask (1: allowed)."""
    weights, mask = params
    counts = kinds(rng, sequences, weights)
    allowed = int(counts[np.asarray(mask) == 1].sum())
    return np.array([sequences - allowed, allowed], np.int64)


def drawn_again(rng: np.random.Generator, sequences: int, params: tuple[Sequence[float], Sequence[float]]) -> Counts:
    """The token of each sequence that draws until it gets an allowed one: `int64[V]`."""
    weights, mask = params
    forbidden = np.asarray(mask) == 0
    kept = np.zeros(len(weights), np.int64)
    while sequences:
        counts = kinds(rng, sequences, weights)
        kept[~forbidden] += counts[~forbidden]
        sequences = int(counts[forbidden].sum())
    return kept


def cut_and_masked(rng: np.random.Generator, sequences: int, params: tuple[Sequence[float], float, bool]) -> Counts:
    """The tokens drawn with the most probable one forbidden, before the top-p cut or after it: `int64[V]`.

    Where nothing is left nothing is drawn. `params`: the law from the most probable token down, p, mask first.
    """
    weights, top_p, mask_first = np.asarray(params[0]), params[1], params[2]
    for masks in (mask_first, not mask_first):
        weights = _without_first(weights) if masks else _cut(weights, top_p)
    if not weights.any():
        return np.zeros(len(weights), np.int64)
    return kinds(rng, sequences, [float(w) for w in weights])


def _without_first(weights: Law) -> Law:
    left = np.concatenate([[0.0], weights[1:]])
    total = left.sum() or 1.0  # where nothing is left, nothing stays
    return np.asarray(left / total)


def _cut(weights: Law, top_p: float) -> Law:
    """Tokens are kept one after the other until p is reached, the crossing one included."""
    kept, mass = np.zeros_like(weights), 0.0
    for rank, weight in enumerate(weights):
        if mass < top_p:
            kept[rank] = weight
        mass += weight
    return np.asarray(kept / kept.sum())


def waiting(rng: np.random.Generator, sequences: int, params: tuple[float, float, int]) -> Counts:
    """How many steps find all masks ready, and how many wait: `int64[2]`. `params`: forward, longest mask time, batch.

    A step is settled by its first late mask.
    """
    forward, longest, batch = params
    ready = sequences
    for _ in range(batch):
        late = sum(int(np.count_nonzero(rng.random(size) * longest > forward)) for size in tiles(ready))
        ready -= late
    return np.array([ready, sequences - ready], np.int64)


def _entry(value: Callable[[int], Fraction | int]) -> measures.Measure:
    """The mean of `value(k)` over the entries k of a histogram."""
    return measures.mean(lambda number: value(number - 1))


_SECOND = _entry(lambda k: int(k == 1))
"""How often the second entry: an allowed token, a step that waits, the second token."""


def _floats(values: Any, count: int) -> tuple[float, ...]:
    return tuple(float(value) for value in values[:count])


def _number(point: Point, name: str) -> Fraction:
    value = point[name]
    assert not isinstance(value, tuple)
    return value


def _masked(point: Point, weights: str) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Law and mask at a point; weights are brought to a sum of 1."""
    count = int(_number(point, "V"))
    values = _floats(point[weights], count)
    return tuple(value / sum(values) for value in values), _floats(point["allow_l"], count)


def _settings(
    claim: Claim, left: sp.Expr, chunk: Any, params: Any, measure: measures.Measure, point: Point
) -> Settings:
    simulation = Simulation(claim.id, f"{label(point)}, {left}", chunk, params, measure)
    return lambda: enrol.settings(claim, point, {left: simulation})


def _top_p() -> list[Setting]:
    """Both orders, where the cut keeps the forbidden token alone, two tokens, or all three."""
    claim, found = law.TOP_P, []
    for top_p in (Fraction(2, 5), Fraction(7, 10), Fraction(9, 10)):
        point: Point = {**claim.example, "p_top": top_p}
        p_1 = float(_number(point, "p_1"))
        p_2 = float(_number(point, "share")) * (1 - p_1)
        for left, mask_first in ((law.MASK_FIRST, True), (law.CUT_FIRST, False)):
            params = ((p_1, p_2, 1 - p_1 - p_2), float(top_p), mask_first)
            found += _settings(claim, left, cut_and_masked, params, _SECOND, point)()
    return found


def _steps(claim: Claim, left: sp.Expr, waits: Fraction | int = 1) -> Settings:
    """Steps of a batch; one that waits counts as `waits`. The forward pass is the unit of time."""
    point = claim.example
    hit_rate, batch = _number(point, "ready"), int(_number(point, "batch"))
    return _settings(
        claim, left, waiting, (1.0, float(1 / hit_rate), batch), _entry(lambda k: waits if k else 0), point
    )


MASS, TOKEN = law.ALLOWED_MASS, law.CONDITIONAL
CONDITIONED = law.P(law.l, law.Z, law.y) * law.a[law.l] / law.CONDITIONAL_SUM
LATENESS = drafts.value(times.HIT_RATE.example, "t_m") - drafts.value(times.HIT_RATE.example, "t_f")

SETTINGS: dict[str, Settings] = {
    MASS.id: _settings(MASS, law.CONDITIONAL_SUM, drawn, _masked(MASS.example, "y_l"), _SECOND, MASS.example),
    TOKEN.id: _settings(TOKEN, CONDITIONED, drawn_again, _masked(TOKEN.example, "y_l"), _SECOND, TOKEN.example),
    law.TOP_P.id: _top_p,
    law.EMPTY.id: _settings(
        law.EMPTY, law.EMPTY_MASS, drawn, _masked(law.EMPTY.example, "p_l"), _SECOND, law.EMPTY.example
    ),
    times.STALL_CHANCE.id: _steps(times.STALL_CHANCE, times.CHANCE),
    times.HIT_RATE.id: _steps(times.HIT_RATE, times.MEAN, LATENESS),
}


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The simulation of a claim of this chain."""
    return enrol.evidence(claim, SETTINGS, options)
