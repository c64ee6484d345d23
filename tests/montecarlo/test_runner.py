import io
import multiprocessing
import sys
from concurrent.futures import Executor, Future, ThreadPoolExecutor

import numpy as np
import pytest
from draftproof.errors import BadInput
from draftproof.montecarlo import runner
from draftproof.montecarlo.compare import Measured
from draftproof.montecarlo.process import accepted_counts
from draftproof.montecarlo.runner import BLOCK, Simulation, pool, run
from draftproof.montecarlo.streams import CHUNK

ALPHAS = (0.7, 0.6, 0.5)


def share(total, draws):
    return Measured(int(total[-1]) / draws, draws, 0, 1)


def task(chunk=accepted_counts, params=ALPHAS, name="gamma 3"):
    return Simulation("tokens.law", name, chunk, params, share)


def size_only(rng, sequences, params):
    return np.array([sequences, 1])


class Recorder(Executor):
    """Runs what is submitted only when asked, newest first, and counts what is outstanding."""

    def __init__(self):
        self.waiting, self.most, self.submitted = [], 0, 0

    def submit(self, fn, /, *args):
        future = Future()
        self.waiting.append((future, fn, args))
        self.submitted += 1
        self.most = max(self.most, len(self.waiting))
        return future

    def work(self, futures, return_when):
        future, fn, args = self.waiting.pop()
        try:
            future.set_result(fn(*args))
        except BaseException as error:
            future.set_exception(error)
        return {future}, futures - {future}


@pytest.fixture
def recorder(monkeypatch):
    found = Recorder()
    monkeypatch.setattr(runner, "wait", found.work)
    return found


def test_the_result_does_not_depend_on_who_works(recorder):
    draws = 9 * CHUNK + 12_345
    alone = run(task(), draws=draws, seed=5)
    assert alone.sum() == draws
    assert np.array_equal(run(task(), draws=draws, seed=5, executor=recorder, workers=2), alone)
    assert recorder.submitted > 2
    assert not np.array_equal(run(task(), draws=draws, seed=6), alone)
    assert not np.array_equal(run(task(name="again"), draws=draws, seed=5), alone)


def test_threads_and_processes_give_the_same():
    """The pool is given `accepted_counts` of the package, since another process cannot import this file."""
    draws = 5 * CHUNK + 1
    alone = run(task(), draws=draws, seed=5)
    with ThreadPoolExecutor(3) as threads:
        assert np.array_equal(run(task(), draws=draws, seed=5, executor=threads, workers=3), alone)
    assert np.array_equal(run(task(), draws=draws, seed=5, workers=2), alone)
    with pool(1) as processes:
        assert np.array_equal(run(task(), draws=draws, seed=5, executor=processes), alone)
    assert multiprocessing.active_children() == []


def test_the_result_is_pinned():
    """Bit for bit on every machine: a change here changes every published result."""
    assert run(task(), draws=CHUNK + 1000, seed=0).tolist() == [78850, 73571, 55425, 55298]


@pytest.mark.parametrize("draws", [1, CHUNK, CHUNK + 1, 1000 * CHUNK + 3])
def test_every_sequence_is_run_once(draws):
    total = run(task(size_only), draws=draws, seed=0)
    assert total.tolist() == [draws, -(-draws // CHUNK)]


def test_little_is_outstanding_however_much_there_is_to_do(recorder):
    chunks = 1000 * BLOCK
    total = run(task(size_only), draws=chunks * CHUNK, seed=0, executor=recorder, workers=2)
    assert total.tolist() == [chunks * CHUNK, chunks]
    assert recorder.submitted == 1000
    assert recorder.most <= 4


@pytest.mark.parametrize("error", [KeyboardInterrupt, ZeroDivisionError])
def test_a_failure_cancels_what_has_not_begun(recorder, error):
    def fail(rng, sequences, params):
        raise error

    with pytest.raises(error):
        run(task(fail), draws=100 * BLOCK * CHUNK, seed=0, executor=recorder, workers=2)
    assert len(recorder.waiting) == 3
    assert all(future.cancelled() for future, *_ in recorder.waiting)


def test_an_interrupt_while_waiting_leaves_no_process(monkeypatch):
    def interrupt(futures, return_when):
        raise KeyboardInterrupt

    monkeypatch.setattr(runner, "wait", interrupt)
    with pytest.raises(KeyboardInterrupt):
        run(task(), draws=100 * CHUNK, seed=0, workers=2)
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(
    ("chunk", "says"),
    [
        (lambda rng, n, params: np.array([0.5]), "float64, expected integers"),
        (lambda rng, n, params: np.array([2**62]), "64-bit"),
    ],
)
def test_sums_that_cannot_be_trusted_are_refused(chunk, says):
    with pytest.raises(BadInput, match=says):
        run(task(chunk), draws=2, seed=0)


@pytest.mark.parametrize(
    ("kwargs", "says"),
    [
        ({"draws": 0, "seed": 0}, "draws is 0"),
        ({"draws": 1e6, "seed": 0}, "draws is 1000000.0"),
        ({"draws": 1, "seed": -1}, "seed is -1"),
        ({"draws": 1, "seed": 0, "workers": 0}, "workers is 0"),
    ],
)
def test_bad_input(kwargs, says):
    with pytest.raises(BadInput, match=says):
        run(task(), **kwargs)


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(("stream", "shown"), [(Terminal, True), (io.StringIO, False)])
def test_a_bar_on_a_terminal_and_none_in_a_pipe(monkeypatch, stream, shown):
    written = stream()
    monkeypatch.setattr(sys, "stderr", written)
    monkeypatch.setenv("TERM", "xterm")
    total = run(task(size_only), draws=CHUNK, seed=0, progress=True)
    assert total.tolist() == [CHUNK, 1]
    assert ("tokens.law" in written.getvalue()) == shown
