"""The exact audit with the vectorised oracle: rows a second, what it costs beside the sampler, and rows to refute a lenience.

The groups are those of an audit in their order, each as the audit has it. A group's rows grow from 500 with one draft position
and two tokens to two million, so a second of the audit is spent in the large ones: the sum over all groups has the goal, the
rows by size show where the time goes.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterator
from functools import partial

import numpy as np

from ..gpu_reference.exact import CHUNK, Audited, audit
from ..gpu_reference.instances import SIZES, Group, drawn, fixed
from ..gpu_reference.rejection import token_wise
from ..gpu_reference.rivals import Behaviour, verified
from ..gpu_reference.rows import Jobs, jobs_of
from . import Row

RUNS = 3  # of each group; the fastest counts
ROWS = 1 << 21  # that one group may cost, as in `draftproof audit sampler`
BARE = 8  # calls of the bare sampler, the fastest of which counts
GOAL = 1_000_000  # rows a second
DIGITS = range(4, 31)  # k of a lenience 1 - 2^-k


def _timed(group: Group) -> tuple[float, Audited]:
    """Seconds of the audit, and what it found, on the fastest of the runs."""
    found = []
    for _ in range(RUNS):
        began = time.perf_counter()
        audited = audit(token_wise, group, max_rows=ROWS)
        found.append((time.perf_counter() - began, audited))
    return min(found, key=lambda run: run[0])


def _bare(jobs: Jobs) -> float:
    """Rows a second of the sampler alone, on a full batch of a group's rows."""
    rng, seconds = np.random.default_rng(0), []
    tokens, q, p, coins, _ = jobs.rows(rng.integers(0, len(jobs.weight), CHUNK), rng.random((CHUNK, jobs.coins)))
    for _ in range(BARE):
        began = time.perf_counter()
        token_wise(tokens, q, p, coins)
        seconds.append(time.perf_counter() - began)
    return CHUNK / min(seconds)


def _speed() -> Iterator[Row]:
    sizes = [*fixed(), *itertools.islice(drawn(0), len(SIZES))]
    found = [(group, *_timed(group)) for group in sizes]
    for vocab, gamma in sorted(SIZES, key=lambda size: size[::-1]):
        runs = [
            (took, audited) for group, took, audited in found if (group[0].vocab, group[-1].gamma) == (vocab, gamma)
        ]
        yield _over(f"exact, vocab {vocab}, gamma {gamma}", runs, None)
    runs = [(took, audited) for _, took, audited in found]
    yield _over("exact, all groups", runs, 1.5)
    rate = sum(audited.rows for _, audited in runs) / sum(took for took, _ in runs)
    what = f"rows/s of the audit, {rate:,.0f}, / the {GOAL:,} asked for"
    yield Row("exact, rows/s", rate / GOAL, what, ">=", 1.0)
    bare = _bare(jobs_of(sizes[-1]))
    vocab, gamma = SIZES[-1]
    what = f"rows/s of the audit / the bare sampler's on {CHUNK:,} rows, vocab {vocab}, gamma {gamma}: {bare:,.0f}"
    took, audited = runs[-1]
    yield Row("exact / bare sampler", audited.rows / took / bare, what, ">=")


def _over(name: str, runs: list[tuple[float, Audited]], goal: float | None) -> Row:
    took, inside = sum(took for took, _ in runs), sum(audited.seconds for _, audited in runs)
    rows = sum(audited.rows for _, audited in runs)
    what = f"seconds / seconds inside the sampler: {rows:,} rows in {took:.3f} s, {rows / took:,.0f} rows/s"
    return Row(name, took / inside, what, "<=", goal)


def _lenient(lenience: float) -> Behaviour:
    return partial(verified, accepts=lambda d: lenience * d.coins[:, :-1] * d.drafted(d.q) < d.drafted(d.p))


def _lenience() -> Iterator[Row]:
    """Rows until a lenience of 1 - 2^-k is refuted on the first instance, once on each of two grids."""
    group = next(fixed())
    needed = []
    for k in DIGITS:
        audited = audit(_lenient(1 - 2.0**-k), group)
        needed.append(audited.rows if audited.refuted else float("inf"))
        what = f"rows to refute, {needed[-1]:,.0f} / those for 1 - 2^-{DIGITS[0]}, {needed[0]:,.0f}"
        yield Row(f"lenience 1 - 2^-{k}", needed[-1] / needed[0], what)
    growth = (needed[-1] - needed[0]) / (DIGITS[-1] - DIGITS[0]) / needed[0]
    what = f"rows more for each halving / rows for 1 - 2^-{DIGITS[0]}: logarithmic growth, doubling would be 1 and more"
    yield Row("lenience, each halving", growth, what, "<=", 0.1)


def rows() -> list[Row]:
    """Time by size and in all, rows a second, and rows by lenience."""
    return [*_speed(), *_lenience()]
