"""The processes against exact laws, by `compare` at false alarm 1e-13 with fixed seeds: never flaky."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pytest
from draftproof.errors import BadInput
from draftproof.ledger import Verdict
from draftproof.montecarlo import process
from draftproof.montecarlo.compare import PER_COMPARISON, Measured, compare
from draftproof.montecarlo.process import (
    TILE,
    accepted_counts,
    all_or_nothing_counts,
    independent_counts,
    kinds,
    mixture_counts,
    reached,
)
from draftproof.montecarlo.streams import generator

N = 400_000
GAMMA_5 = [0.7] * 5
VARYING = [0.9, 0.5, 0.8, 0.3]


def rng(chunk=0):
    return generator(20240501, (1, 2, 3, 4), chunk)


def exact_law(kept, alphas):
    """The law of `kept(outcomes)` over all 2**gamma outcomes of the single tests, in exact arithmetic."""
    law = [Fraction(0)] * (len(alphas) + 1)
    for outcomes in itertools.product((True, False), repeat=len(alphas)):
        law[kept(outcomes)] += math.prod(
            (Fraction(a) if passed else 1 - Fraction(a) for a, passed in zip(alphas, outcomes, strict=True)),
            start=Fraction(1),
        )
    return law


def prefix(outcomes):
    return len(list(itertools.takewhile(bool, outcomes)))


def agrees(counts, law, draws=N):
    """Null hypothesis, entry by entry: the histogram is of independent draws from `law`."""
    assert counts.sum() == draws
    assert counts.dtype == np.int64
    return all(
        compare(Measured(int(count) / draws, draws, 0, 1), "=", p, PER_COMPARISON).verdict is Verdict.HOLDS
        for count, p in zip(counts, law, strict=True)
    )


KEPT = {
    accepted_counts: prefix,
    independent_counts: sum,
    all_or_nothing_counts: lambda outcomes: len(outcomes) if all(outcomes) else 0,
}


@pytest.mark.parametrize("alphas", [GAMMA_5, VARYING, [0.4], [0.5, 0.0, 0.5], [1.0, 0.5, 1.0]], ids=str)
@pytest.mark.parametrize("run", KEPT, ids=lambda f: f.__name__)
def test_each_process_has_its_law(run, alphas):
    assert agrees(run(rng(), N, alphas), exact_law(KEPT[run], alphas))


@pytest.mark.parametrize(("run", "other"), list(itertools.permutations(KEPT, 2)), ids=lambda f: f.__name__)
def test_and_no_other_law(run, other):
    """The check sees the difference: each process fails against the law of every other."""
    assert not agrees(run(rng(), N, GAMMA_5), exact_law(KEPT[other], GAMMA_5))


def test_a_planted_process_is_caught():
    """One that draws for all positions from the first count, as if nothing were discarded."""

    def forgets_to_stop(rng, sequences, alphas):
        passed = [int(np.count_nonzero(rng.random(sequences) < alpha)) for alpha in alphas]
        return np.array([sequences - passed[0], *(a - b for a, b in itertools.pairwise(passed)), passed[-1]])

    assert not agrees(forgets_to_stop(rng(), N, VARYING), exact_law(prefix, VARYING))


@pytest.mark.parametrize("run", KEPT, ids=lambda f: f.__name__)
def test_certain_cases_are_exact(run):
    assert run(rng(), 1000, [1.0] * 4).tolist() == [0, 0, 0, 0, 1000]
    assert run(rng(), 1000, [0.0] * 4).tolist() == [1000, 0, 0, 0, 0]
    assert run(rng(), 1000, []).tolist() == [1000]
    assert run(rng(), 0, [0.5]).tolist() == [0, 0]


def test_a_mixture_is_the_average_of_the_laws():
    rows, weights = [[0.9] * 5, [0.3] * 5], [0.25, 0.75]
    parts = [exact_law(prefix, row) for row in rows]
    law = [sum(Fraction(w) * p for w, p in zip(weights, ps, strict=True)) for ps in zip(*parts, strict=True)]
    counts = mixture_counts(rng(), N, weights, rows)
    assert agrees(counts, law)
    assert not agrees(counts, exact_law(prefix, [0.25 * 0.9 + 0.75 * 0.3] * 5))  # the mean plugged in


def test_a_mixture_of_lengths():
    counts = mixture_counts(rng(), N, [0.5, 0.5], [[0.7], [0.7] * 3])
    one, three = exact_law(prefix, [0.7]), exact_law(prefix, [0.7] * 3)
    assert agrees(counts, [(a + b) / 2 for a, b in zip([*one, 0, 0], three, strict=True)])


def test_kinds_have_their_weights():
    weights = [0.125, 0.0, 0.5, 0.375]
    counts = kinds(rng(), N, weights)
    assert agrees(counts, [Fraction(w) for w in weights])
    assert counts[1] == 0
    assert kinds(rng(), 10, [1.0]).tolist() == [10]


def test_tiles_do_not_show_in_the_result(monkeypatch):
    whole = [run(rng(), 3 * TILE + 11, GAMMA_5).tolist() for run in (accepted_counts, all_or_nothing_counts)]
    split = kinds(rng(), 2 * TILE + 1, [0.3, 0.7]).tolist()
    monkeypatch.setattr(process, "TILE", 1000)
    assert [run(rng(), 3 * TILE + 11, GAMMA_5).tolist() for run in (accepted_counts, all_or_nothing_counts)] == whole
    assert kinds(rng(), 2 * TILE + 1, [0.3, 0.7]).tolist() == split


def test_one_uniform_per_reached_position():
    counts, used, fresh = accepted_counts(generator := rng(), 10_000, GAMMA_5), generator.random(), rng()
    fresh.random(int(reached(counts)[:-1].sum()))
    assert fresh.random() == used


def test_reached_is_the_survival_function():
    assert reached(np.array([4, 3, 2, 1])).tolist() == [10, 6, 3, 1]


@pytest.mark.parametrize("alpha", [-0.1, 1.1, math.nan, math.inf])
@pytest.mark.parametrize("run", KEPT, ids=lambda f: f.__name__)
def test_what_is_no_probability_is_refused(run, alpha):
    with pytest.raises(BadInput, match="probability"):
        run(rng(), 10, [0.5, alpha])


@pytest.mark.parametrize("weights", [[], [0.5, 0.4], [0.5, 0.6], [1.5, -0.5], [math.nan, 1.0]], ids=str)
def test_weights_that_are_no_law_are_refused(weights):
    with pytest.raises(BadInput):
        kinds(rng(), 10, weights)


def test_other_bad_input():
    with pytest.raises(BadInput, match="2 weights for 1"):
        mixture_counts(rng(), 10, [0.5, 0.5], [[0.5]])
    with pytest.raises(BadInput, match="sequences is -1"):
        accepted_counts(rng(), -1, [0.5])
