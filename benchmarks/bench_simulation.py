"""Simulation of `tokens` against what NumPy's generator alone can fill, and two workers against one."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable

import numpy as np

from ..montecarlo import measures
from ..montecarlo.process import TILE, accepted_counts
from ..montecarlo.runner import Simulation, pool, run
from . import Row

SEQUENCES = 2**22  # some tenths of a second: long against a timer's noise, short enough to repeat
ROUNDS = 7  # pairs; the median of their ratios is shown, so that one disturbed round does not decide
DRAWS_OF_A_RUN = 2**27  # seconds of work, so that what is left of starting a pool does not show
ALPHAS = (0.7,) * 5


def _seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def _fill(uniforms: int) -> None:
    """The same number of uniforms, by the same generator into the same tile, and nothing else."""
    rng, tile = np.random.default_rng(1), np.empty(TILE)
    for start in range(0, uniforms, TILE):
        rng.random(out=tile[: min(TILE, uniforms - start)])


def rows() -> list[Row]:
    """Rate against the generator alone; the speed of two workers over one."""
    counts = accepted_counts(np.random.default_rng(1), SEQUENCES, ALPHAS)
    reached = np.cumsum(counts[::-1])[::-1]
    drawn = int(reached[:-1].sum())  # one uniform for each reached position
    rates = [
        _seconds(lambda: _fill(drawn)) / _seconds(lambda: accepted_counts(np.random.default_rng(1), SEQUENCES, ALPHAS))
        for _ in range(ROUNDS)
    ]
    task = Simulation("tokens.closed_form", "benchmark", accepted_counts, ALPHAS, measures.tokens)
    with pool(2) as executor:
        run(task, draws=2**20, seed=1, executor=executor, workers=2)  # starts the workers
        gains = [
            _seconds(lambda: run(task, draws=DRAWS_OF_A_RUN, seed=1))
            / _seconds(lambda: run(task, draws=DRAWS_OF_A_RUN, seed=1, executor=executor, workers=2))
            for _ in range(3)
        ]
    return [
        Row("simulation rate", statistics.median(rates), "generator alone / tokens, same uniforms", ">=", 0.8),
        Row("two workers", statistics.median(gains), f"one worker / two, {DRAWS_OF_A_RUN:.1e} sequences", ">=", 1.6),
    ]
