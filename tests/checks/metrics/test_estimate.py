"""Estimators and intervals on counts whose answers are known."""

import math

import pytest
from draftproof.checks.metrics import estimate
from draftproof.checks.metrics.counters import Counters
from draftproof.checks.metrics.intervals import clopper_pearson, likelihood_interval
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binomtest


def counters(**changed):
    base = {"drafts": 1000, "drafted": 3000, "accepted": 1533, "per_position": (700, 490, 343), "gamma": 3}
    return Counters(**{"engine": "0", "where": "test", "source": "test", **base, **changed})


def test_constant_alpha_gives_both_estimators_the_same_value():
    assert estimate.maximum_likelihood(counters()).value == pytest.approx(0.7, abs=1e-15)
    assert estimate.inversion(counters()).value == pytest.approx(0.7, abs=1e-12)
    assert [c.rate for c in estimate.conditionals(counters())] == pytest.approx([0.7] * 3)


def test_estimators_differ_where_alpha_is_not_constant():
    rising = counters(accepted=1260, per_position=(600, 390, 270))
    assert abs(estimate.maximum_likelihood(rising).value - estimate.inversion(rising).value) > 0.005


def test_positions_never_seen_are_reached_all_the_same():
    """gamma 4 with three positions listed: 343 drafts reached the fourth, none was accepted."""
    longer = counters(gamma=4, drafted=4000)
    assert estimate.reached_exactly(longer) == (1000, 700, 490, 343)
    assert estimate.maximum_likelihood(longer).value == pytest.approx(1533 / 2533)
    assert estimate.conditionals(longer)[3].rate == 0


def test_reached_bound_holds_for_every_way_to_shorten_drafts():
    """True reached lies in the bracket: shortening k whole drafts takes k trials away, and no fewer than 0."""
    short = counters(drafted=2990)
    most, fewest = (1533 / value for value in estimate.maximum_likelihood(short).between)
    assert (round(most), round(fewest)) == (1533 + 657, 1533 + 647)


def test_no_estimate_without_ground():
    nothing = counters(per_position=None, gamma=None, drafted=2999)
    assert estimate.maximum_likelihood(nothing) is None
    assert estimate.inversion(nothing) is None
    assert estimate.maximum_likelihood(counters(reached=None, gamma=None, drafts=None)) is None
    assert estimate.conditionals(counters(per_position=None)) == ()


def test_mean_draft_length_is_a_last_resort_and_says_so():
    guessed = estimate.inversion(counters(per_position=None, gamma=None))
    assert (guessed.gamma, guessed.basis, guessed.exact) == (3, "the mean draft length", False)


@settings(derandomize=True, max_examples=60, deadline=None)
@given(st.integers(1, 2000), st.data())
def test_clopper_pearson_is_scipys(trials, data):
    successes = data.draw(st.integers(0, trials))
    expected = binomtest(successes, trials).proportion_ci(0.95, "exact")
    assert clopper_pearson(successes, trials) == pytest.approx((expected.low, expected.high), abs=1e-9)


@settings(derandomize=True, max_examples=100, deadline=None)
@given(st.integers(1, 2**53), st.data())
def test_likelihood_interval_drops_by_half_of_chi_square(trials, data):
    successes = data.draw(st.integers(0, trials))
    low, high = likelihood_interval(successes, trials)
    assert 0 <= low <= successes / trials <= high <= 1
    if 0 < successes < trials < 10**6:
        for end in (low, high):
            drop = successes * math.log(successes / trials / end) + (trials - successes) * math.log(
                (trials - successes) / trials / (1 - end)
            )
            assert drop == pytest.approx(1.920729, abs=1e-5)


def test_likelihood_interval_at_the_ends():
    assert likelihood_interval(0, 100) == (0.0, pytest.approx(1 - math.exp(-0.01920729), abs=1e-8))
    assert likelihood_interval(100, 100) == (pytest.approx(math.exp(-0.01920729), abs=1e-8), 1.0)
