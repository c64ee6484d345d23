"""The sequential test: its evidence is an e-process (exactly, on small cases), it stops early, and its bound holds."""

import itertools
import math

import numpy as np
import pytest
from draftproof.errors import BadInput
from draftproof.gpu_reference import sequential
from draftproof.gpu_reference.sequential import (
    MISS,
    batches,
    dirichlet,
    log_evidence,
    log_likelihood_ratios,
    refutes,
    run,
    sequential_test,
    smallest_seen,
    threshold,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

NULL = np.array([0.5, 0.25, 0.25])
RIVALS = {"flat": np.full(3, 1 / 3), "no last": np.array([0.5, 0.5, 0.0])}


def counts_of(sequence, size):
    return np.bincount(np.array(sequence, np.int64), minlength=size)


def expected_evidence(test, draws):
    """The expected value of E under the null, by enumeration."""
    size = len(test.null)
    return sum(
        math.exp(log_evidence(test, counts_of(s, size))) * math.prod(test.null[list(s)])
        for s in itertools.product(range(size), repeat=draws)
        if math.prod(test.null[list(s)]) > 0
    )


@pytest.mark.parametrize("draws", range(7))
@pytest.mark.parametrize("groupings", [(), (np.array([0, 1, 1]), np.array([0, 1, 0]))])
def test_under_the_null_the_evidence_is_one_on_average(draws, groupings):
    assert expected_evidence(sequential_test(NULL, RIVALS, groupings), draws) == pytest.approx(1.0, abs=1e-6)


def test_with_an_impossible_outcome_it_is_at_most_one():
    null = np.array([0.5, 0.5, 0.0])
    test = sequential_test(null, {"flat": np.full(3, 1 / 3)})
    assert expected_evidence(test, 5) <= 1.0
    assert log_evidence(test, np.array([3, 2, 0])) < math.inf
    assert log_evidence(test, np.array([3, 2, 1])) == math.inf


def test_each_further_draw_keeps_the_average():
    """A martingale: given any history, the expected evidence after one more draw is the evidence now."""
    test = sequential_test(NULL, RIVALS)
    for history in itertools.product(range(4), repeat=3):
        counts = np.array(history)
        after = [math.exp(log_evidence(test, counts + np.eye(3, dtype=np.int64)[x])) for x in range(3)]
        assert float(NULL @ after) == pytest.approx(math.exp(log_evidence(test, counts)), rel=1e-6)


def test_ever_reaching_a_height_is_as_rare_as_promised():
    """Ville, exactly: the probability that E reaches 1/ε within 12 draws, by enumeration, for a large ε."""
    test = sequential_test(np.array([0.75, 0.25]), {"flat": np.full(2, 0.5)}, false_alarm=0.1)
    alive, reached = {(0, 0): 1.0}, 0.0
    for _ in range(12):
        after: dict[tuple[int, int], float] = {}
        for (a, b), mass in alive.items():
            for key, share in (((a + 1, b), 0.75), ((a, b + 1), 0.25)):
                after[key] = after.get(key, 0.0) + mass * share
        alive = {}
        for key, mass in after.items():
            if refutes(test, np.array(key)):
                reached += mass
            else:
                alive[key] = mass
    assert 0 < reached <= 0.1


@pytest.mark.parametrize("wrong", [0.5, 2.0])
def test_a_wrong_normalisation_is_seen(wrong, monkeypatch):
    """The planted fault: a Dirichlet part that is off by a factor no longer averages to one."""
    right = sequential.dirichlet
    monkeypatch.setattr(sequential, "dirichlet", lambda *given: right(*given) + math.log(wrong))
    assert expected_evidence(sequential_test(NULL), 4) != pytest.approx(1.0, abs=1e-2)


@pytest.mark.parametrize("seed", range(20))
def test_a_right_law_is_not_refuted(seed):
    rng = np.random.default_rng(seed)
    law = rng.dirichlet(np.full(9, 0.3))
    found = run(sequential_test(law, {"flat": np.full(9, 1 / 9)}), lambda n: rng.multinomial(n, law), 10**6)
    assert not found.refuted
    assert found.draws == 10**6


@pytest.mark.parametrize("rival", ["flat", "no last"])
def test_a_rival_is_refuted_within_four_times_the_bound(rival):
    rng, law, bound = np.random.default_rng(1), RIVALS[rival], math.log(1e9)
    kl = float(sum(q * math.log(q / p) for q, p in zip(law, NULL, strict=True) if q))
    test = sequential_test(NULL, RIVALS)
    draws = [run(test, lambda n: rng.multinomial(n, law), 10**6).draws for _ in range(50)]
    assert np.mean(draws) <= 4 * bound / kl


@pytest.mark.parametrize("thin", [0.3, 0.03, 0.003])
def test_a_rival_that_is_seldom_at_work_is_refuted_too(thin):
    rng = np.random.default_rng(2)
    law = (1 - thin) * NULL + thin * RIVALS["flat"]
    kl = float(law @ np.log(law / NULL))
    found = run(sequential_test(NULL, RIVALS), lambda n: rng.multinomial(n, law), 10**8)
    assert found.refuted
    assert found.draws <= 4 * math.log(1e9) / kl


def test_one_impossible_draw_stops_it():
    found = run(sequential_test(np.array([0.5, 0.5, 0.0])), lambda n: np.array([0, n - 1, 1]), 10**6)
    assert (found.refuted, found.draws, found.log_evidence) == (True, 16, math.inf)


@given(st.integers(1, 10**7), st.floats(0.001, 0.999))
@settings(derandomize=True, max_examples=60, deadline=None)
def test_the_bound_of_the_dirichlet_part_holds_at_every_count(draws, share):
    """Steps 2-4 of the derivation, without Hoeffding: whatever was drawn, far shares mean much evidence."""
    law = np.array([share, 1 - share])
    test = sequential_test(law)
    without_luck = smallest_seen(test, draws, miss=1.0)
    low = math.floor(draws * (share - without_luck)) if share > without_luck else None
    high = math.ceil(draws * (share + without_luck)) if share + without_luck <= 1 else None
    for drawn in (low, high):
        if drawn is not None:
            assert refutes(test, np.array([drawn, draws - drawn]))


@pytest.mark.parametrize("p", [0.5, 0.9, 0.999, 2.0**-20])
@pytest.mark.parametrize("draws", [1000, 10**5])
def test_the_reported_distance_is_missed_as_rarely_as_promised(p, draws):
    """Two outcomes: the probability of not refuting, exactly, for the laws at the reported distance."""
    test = sequential_test(np.array([p, 1 - p]))
    distance = smallest_seen(test, draws)
    kept = (
        [k for k in range(draws + 1) if log_evidence(test, np.array([k, draws - k])) < threshold(test)]
        if draws <= 1000
        else None
    )
    for q in (p - distance, p + distance):
        if not 0 <= q <= 1:
            continue
        if kept is not None:
            assert binom.pmf(kept, draws, q).sum() <= MISS
        else:
            for k in binom.ppf([MISS, 1 - MISS], draws, q).astype(int):
                assert refutes(test, np.array([k, draws - k]))


def test_the_reported_distance_is_not_far_from_what_it_sees():
    """No promise without use: a law at half the reported distance is still refuted in most directions."""
    rng = np.random.default_rng(3)
    law = np.full(27, 1 / 27)
    test = sequential_test(law)
    distance = smallest_seen(test, 10**6)
    assert distance < 0.01
    signs = np.where(np.arange(27) % 2, 1.0, -1.0)
    signs -= signs.mean()
    other = law + signs * (distance / np.abs(signs).sum() * 2) * 0.5
    assert not refutes(test, rng.multinomial(10**6, law))
    assert refutes(test, rng.multinomial(10**6, law + 2 * (other - law)))


def test_more_draws_see_more():
    test = sequential_test(NULL)
    seen = [smallest_seen(test, 10**k) for k in range(9)]
    assert seen[0] == 1.0
    assert seen == sorted(seen, reverse=True)
    assert seen[-1] < 0.001


def test_the_parts_are_those_of_the_counts():
    counts = np.array([5, 2, 1])
    ratios = dict(
        zip(
            *(lambda t: (t.names, log_likelihood_ratios(t, counts)))(sequential_test(NULL, {"flat": RIVALS["flat"]})),
            strict=False,
        )
    )
    assert set(ratios) == {"flat"}
    assert dirichlet(NULL, np.zeros(3, np.int64)) == pytest.approx(0.0)


def test_a_rival_equal_to_the_null_is_left_out():
    assert sequential_test(NULL, {"same": NULL}).names == ()


def test_batches_make_the_draws():
    assert sum(batches(1000)) == 1000
    assert next(batches(1000)) == 16
    assert list(batches(5)) == [5]


@pytest.mark.parametrize(
    ("null", "rivals", "groupings"),
    [
        (np.array([0.5, 0.6]), {}, ()),
        (np.array([1.5, -0.5]), {}, ()),
        (np.array([0.5, np.nan]), {}, ()),
        (NULL, {"short": np.array([0.5, 0.5])}, ()),
        (NULL, {}, (np.array([0, 1]),)),
        (NULL, {}, (np.array([0, 1, -1]),)),
    ],
)
def test_what_is_no_law_is_refused(null, rivals, groupings):
    with pytest.raises(BadInput, match="expected"):
        sequential_test(null, rivals, groupings)
