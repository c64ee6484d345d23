"""Run a simulation of any size in bounded memory, on any number of workers, with the same result.

Chunks have their own streams and give integer sums, so neither the workers nor the order can show in the result.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ProcessPoolExecutor, wait
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import BadInput
from ..processes import forking, starting
from .compare import Measured
from .process import Counts
from .streams import chunk_count, chunk_size, generator, natural, stream_id

BLOCK = 16
"""Chunks sent to a worker at once: some 30 milliseconds of work, against a fraction of one for sending it."""

Chunk = Callable[[np.random.Generator, int, Any], Counts]


@dataclass(frozen=True)
class Simulation:
    """A process to run, and what to measure of it.

    `claim` and `name` choose the random streams. `chunk(rng, sequences, params)` runs that many sequences and returns
    integer sums; it is a module-level function and `params` plain data, for both are sent to other processes.
    `measure(total, draws)` turns the sums of `draws` sequences into the mean that is compared.
    """

    claim: str
    name: str
    chunk: Chunk
    params: Any
    measure: Callable[[Counts, int], Measured]


@contextmanager
def pool(workers: int) -> Iterator[Executor]:
    """A pool of processes, which begin at once.

    An interrupt is left to the parent, which cancels what has not begun; a worker ends with the block it is at.
    """
    natural("workers", workers, least=1)
    context = forking((__name__,))
    with ExitStack() as stack:
        with starting():  # an interrupt that waits comes at its end, when there is somebody to end the processes
            executor = stack.enter_context(ProcessPoolExecutor(workers, context, initializer=_start))
            for _ in range(workers):
                executor.submit(_nothing)
        yield executor


def _nothing() -> None:
    """A first task, for which a process begins."""


def run(
    task: Simulation,
    *,
    draws: int,
    seed: int,
    executor: Executor | None = None,
    workers: int | None = None,
    progress: bool = False,
) -> Counts:
    """The sums of `draws` sequences, identical for every executor and number of workers.

    Without an executor, `workers` > 1 makes a process pool and otherwise everything runs in this process; with one,
    `workers` says how many it has (all cores if not given). The memory does not grow with `draws`. `progress` shows a
    bar if standard error is a terminal. An interrupt or a failing chunk cancels what has not begun.
    Raises `BadInput` for draws below 1, a seed that is no natural number, and sums that are not integers.
    """
    draws, seed = natural("draws", draws, least=1), natural("seed", seed)
    if workers is None:
        workers = 1 if executor is None else os.cpu_count() or 1
    natural("workers", workers, least=1)
    total: Counts | None = None
    with ExitStack() as stack:
        if executor is None and workers > 1:
            executor = stack.enter_context(pool(workers))
        advance = stack.enter_context(_bar(f"{task.claim} {task.name}", draws)) if progress else None
        jobs = _jobs(task, draws, seed, workers)
        results = (_block(job) for job in jobs) if executor is None else _parallel(executor, jobs, 2 * workers)
        for sequences, sums in results:
            total = _plus(total, sums, f"{task.claim} {task.name}")
            if advance:
                advance(sequences)
    assert total is not None  # draws >= 1, so there was a chunk
    return total


Job = tuple[Chunk, Any, str, str, int, int, int, int]
"""What a worker is sent: chunk, params, claim, name, seed, draws, first chunk, last (excluded). `measure` stays."""


def _jobs(task: Simulation, draws: int, seed: int, workers: int) -> Iterator[Job]:
    """Blocks of consecutive chunks; smaller ones in a short run, so that every worker gets a few."""
    chunks = chunk_count(draws)
    step = max(1, min(BLOCK, chunks // (4 * workers)))
    for first in range(0, chunks, step):
        yield task.chunk, task.params, task.claim, task.name, seed, draws, first, min(first + step, chunks)


def _block(job: Job) -> tuple[int, Counts]:
    """Sequences run, and their sums, of the chunks of one job."""
    chunk, params, claim, name, seed, draws, first, last = job
    stream = stream_id(claim, name)
    sequences, total = 0, None
    for index in range(first, last):
        size = chunk_size(draws, index)
        total = _plus(total, chunk(generator(seed, stream, index), size, params), f"{claim} {name}")
        sequences += size
    assert total is not None  # last > first
    return sequences, total


def _plus(total: Counts | None, sums: Counts, what: str) -> Counts:
    """`total + sums`, refusing what would make the result depend on the order or wrap around."""
    if not np.issubdtype(sums.dtype, np.integer):
        raise BadInput(f"{what}: sums of type {sums.dtype}, expected integers (their order must not matter)")
    total = sums.astype(np.int64) if total is None else total + sums
    if np.any(np.abs(total) >= 2**62):  # int64 wraps silently; half its range warns in time
        raise BadInput(f"{what}: sums leave the range of 64-bit integers")
    return total


def _parallel(executor: Executor, jobs: Iterator[Job], window: int) -> Iterator[tuple[int, Counts]]:
    """Results as they come, with at most `window` blocks submitted at a time."""
    pending: set[Future[tuple[int, Counts]]] = set()
    try:
        for job in jobs:
            pending.add(executor.submit(_block, job))
            if len(pending) >= window:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        while pending:
            done, pending = wait(pending, return_when=FIRST_COMPLETED)
            yield from (future.result() for future in done)
    finally:
        for future in pending:
            future.cancel()


COLLECTED_AT = 100_000
"""Objects made before a worker looks for cycles: at Python's 700, SymPy's many small ones cost a tenth of its time."""


def _start() -> None:
    gc.set_threshold(COLLECTED_AT)


@contextmanager
def _bar(label: str, draws: int) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on standard error if that is a terminal; yields the function that advances it."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        shown = bar.add_task(label, total=draws)
        yield lambda sequences: bar.advance(shown, sequences)
