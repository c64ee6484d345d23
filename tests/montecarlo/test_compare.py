"""The bounds against exact binomial tails, at several sizes, rates and means: by computation, not by sampling."""

import math
from fractions import Fraction

import pytest
from draftproof.errors import BadInput
from draftproof.ledger import Verdict
from draftproof.montecarlo import compare as module
from draftproof.montecarlo.compare import (
    BUDGET,
    MAX_MISS,
    PER_COMPARISON,
    Measured,
    compare,
    draws_needed,
    miss,
    radius,
    spent,
)
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import binom

SIZES = [1, 10, 100, 10_000, 1_000_000]
RATES = [0.05, 1e-6, PER_COMPARISON]
MEANS = [Fraction(1, 1000), Fraction(1, 10), Fraction(1, 2), Fraction(7, 10), Fraction(999, 1000)]


def outside(draws, mean, low, high):
    """The exact probability that `draws` coins of this mean have a share of heads outside [low, high]."""
    below = binom.cdf(math.ceil(low * draws) - 1, draws, float(mean))
    return below + binom.sf(math.floor(high * draws), draws, float(mean))


def excess(interval):
    """The cases in which more than the stated probability lies outside `interval(draws, mean, rate)`."""
    return [
        (draws, mean, rate)
        for draws in SIZES
        for mean in MEANS
        for rate in RATES
        if outside(draws, mean, *interval(draws, mean, rate)) > rate
    ]


def kept(draws, mean, rate):
    return module._interval(draws, 0.0, 1.0, mean, rate)


def hoeffding(draws, mean, rate):
    reach = radius(draws, 1.0, rate)
    return float(mean) - reach, float(mean) + reach


def normal(draws, mean, rate):
    """The bound that people use: z standard errors. Too tight in the tails."""
    from scipy.stats import norm

    reach = norm.isf(rate / 2) * math.sqrt(float(mean * (1 - mean)) / draws)
    return float(mean) - reach, float(mean) + reach


def halved(draws, mean, rate):
    """Hoeffding's radius halved: exp(-n t^2 / 2), which is for values in [-1, 1], misread as the bound for [0, 1]."""
    reach = radius(draws, 1.0, rate) / 2
    return float(mean) - reach, float(mean) + reach


@pytest.mark.parametrize("interval", [kept, hoeffding])
def test_no_more_than_stated_lies_outside(interval):
    assert excess(interval) == []


@pytest.mark.parametrize("interval", [normal, halved])
def test_a_bound_that_is_too_tight_is_caught(interval):
    assert excess(interval)


@pytest.mark.parametrize("draws", SIZES)
@pytest.mark.parametrize("mean", MEANS)
@pytest.mark.parametrize("rate", RATES)
def test_never_wider_than_hoeffding_and_not_idly_wide(draws, mean, rate):
    low, high = kept(draws, mean, rate)
    least, most = hoeffding(draws, mean, rate)
    assert least <= low <= mean <= high <= most
    if draws >= 10_000:  # a Chernoff bound is right to within a polynomial factor: 2e-3 n^(-1/2) of it at least is used
        assert outside(draws, mean, low, high) >= rate * 2e-3 / math.sqrt(draws)


@pytest.mark.parametrize("draws", SIZES)
def test_miss_bounds_the_exact_probability_of_passing(draws):
    told = 0
    for truth in MEANS:
        for rival in MEANS:
            low, high = kept(draws, rival, 1e-6)
            inside = binom.cdf(math.floor(high * draws), draws, float(truth)) - binom.cdf(
                math.ceil(low * draws) - 1, draws, float(truth)
            )
            bound = miss(draws, 0.0, 1.0, 1e-6, "=", truth, rival)
            assert inside <= bound * (1 + 1e-9) + 1e-15  # differences of distribution functions err by 1e-16
            told += bound < 1
    assert bool(told) == (draws > 1)


def test_a_miss_bound_that_is_too_small_is_caught():
    """With half the rival's interval left out, the same comparison with the exact probability fails."""
    truth, rival, draws = Fraction(1, 2), Fraction(7, 10), 100
    low, high = kept(draws, rival, 1e-6)
    exact = binom.cdf(math.floor(high * draws), draws, 0.5) - binom.cdf(math.ceil(low * draws) - 1, draws, 0.5)
    middle = (low + float(rival)) / 2
    assert exact > module._tail(draws, middle, float(truth))
    assert exact <= miss(draws, 0.0, 1.0, 1e-6, "=", truth, rival)


# measured, relation -> verdict against 1/2 at a million draws in [0, 1] (radius about 0.004)
VERDICTS = [
    (0.500, "=", "holds"), (0.503, "=", "holds"), (0.510, "=", "refuted"), (0.490, "=", "refuted"),
    (0.500, "<=", "holds"), (0.490, "<=", "holds"), (0.503, "<=", "holds"), (0.510, "<=", "refuted"),
    (0.500, ">=", "holds"), (0.510, ">=", "holds"), (0.497, ">=", "holds"), (0.490, ">=", "refuted"),
    (0.500, "<", "unknown"), (0.503, "<", "unknown"), (0.490, "<", "holds"), (0.510, "<", "refuted"),
    (0.500, ">", "unknown"), (0.497, ">", "unknown"), (0.510, ">", "holds"), (0.490, ">", "refuted"),
]  # fmt: skip


@pytest.mark.parametrize(("mean", "relation", "verdict"), VERDICTS)
def test_verdicts(mean, relation, verdict):
    found = compare(Measured(mean, 10**6, 0, 1), relation, Fraction(1, 2), PER_COMPARISON)
    assert found.verdict == verdict
    assert found.deviation == pytest.approx(mean - 0.5)
    assert 0.003 < found.radius < 0.004


@pytest.mark.parametrize("relation", ["=", "<=", ">=", "<", ">"])
def test_a_prediction_no_values_can_have(relation):
    """1/(1 - alpha) beyond the cap gamma + 1, say: an equation is refuted at once, an inequality is as it is."""
    above = compare(Measured(1.0, 10, 0, 1), relation, Fraction(2), PER_COMPARISON).verdict
    below = compare(Measured(0.0, 10, 0, 1), relation, Fraction(-1), PER_COMPARISON).verdict
    assert above is (Verdict.HOLDS if relation.startswith("<") else Verdict.REFUTED)
    assert below is (Verdict.HOLDS if relation.startswith(">") else Verdict.REFUTED)
    assert miss(10, 0, 1, PER_COMPARISON, relation, Fraction(1), Fraction(2)) == (
        1.0 if relation.startswith("<") else 0
    )


def test_certain_values():
    """alpha = 1: every draw is gamma, and a single other would refute it."""
    assert compare(Measured(5.0, 1000, 0, 5), "=", Fraction(5), PER_COMPARISON).verdict is Verdict.HOLDS
    assert compare(Measured(4.999, 1000, 0, 5), "=", Fraction(5), PER_COMPARISON).verdict is Verdict.REFUTED
    assert compare(Measured(0.0, 1000, 0, 5), "=", Fraction(0), PER_COMPARISON).verdict is Verdict.HOLDS


def test_units_do_not_matter():
    unit = compare(Measured(0.5, 10_000, 0, 1), "=", Fraction(2, 5), PER_COMPARISON)
    scaled = compare(Measured(3.5, 10_000, 1, 6), "=", Fraction(3), PER_COMPARISON)
    assert scaled.verdict is unit.verdict is Verdict.REFUTED
    assert scaled.radius == pytest.approx(5 * unit.radius)
    assert miss(10_000, 1, 6, 1e-13, "=", Fraction(3), Fraction(7, 2)) == pytest.approx(
        miss(10_000, 0, 1, 1e-13, "=", Fraction(2, 5), Fraction(1, 2))
    )


@pytest.mark.parametrize("relation", ["<=", "<", ">=", ">"])
def test_miss_knows_the_direction(relation):
    low, high = Fraction(3, 10), Fraction(7, 10)
    truth, rival = (high, low) if relation.startswith("<") else (low, high)
    assert miss(10_000, 0, 1, PER_COMPARISON, relation, truth, rival) < 1e-100
    assert miss(10_000, 0, 1, PER_COMPARISON, relation, rival, truth) == 1.0


@settings(derandomize=True, deadline=None, max_examples=200)
@given(
    width=st.floats(0.5, 50),
    gap=st.floats(0.001, 1),
    place=st.floats(0, 1),
    rate=st.sampled_from(RATES),
    goal=st.sampled_from([0.1, MAX_MISS, 1e-12]),
)
def test_draws_needed_suffice(width, gap, place, rate, goal):
    gap *= width
    truth = Fraction(place) * (Fraction(width) - Fraction(gap))
    needed = draws_needed(width, rate, goal, gap)
    for true, rival in ((truth, truth + Fraction(gap)), (truth + Fraction(gap), truth)):
        assert miss(needed, 0.0, width, rate, "=", min(true, Fraction(width)), rival) <= goal


def test_draws_needed_are_not_idle():
    """At the middle of the range, where the bounds agree best, a tenth fewer would not do."""
    needed = draws_needed(1.0, PER_COMPARISON, MAX_MISS, 0.01)
    assert miss(needed * 9 // 10, 0.0, 1.0, PER_COMPARISON, "=", Fraction(1, 2), Fraction(51, 100)) > MAX_MISS


def test_the_budget():
    assert pytest.approx(BUDGET) == PER_COMPARISON * 10_000
    assert spent([PER_COMPARISON, None, 2 * PER_COMPARISON]) == pytest.approx(3e-13)
    assert spent([]) == 0


BAD = [
    (lambda: compare(Measured(0.5, 10, 0, 1), "==", Fraction(1), 0.1), "relation '=='"),
    (lambda: compare(Measured(0.5, 10, 0, 1), "=", Fraction(1), 0.0), "error rate"),
    (lambda: Measured(0.5, 0, 0, 1), "draws is 0"),
    (lambda: Measured(1.5, 10, 0, 1), "mean 1.5"),
    (lambda: Measured(math.nan, 10, 0, 1), "mean nan"),
    (lambda: Measured(0.0, 10, 0, 0), "low < high"),
    (lambda: Measured(0.0, 10, 0, math.inf), "finite"),
    (lambda: miss(10, 0, 1, 0.1, "=", Fraction(2), Fraction(1)), "true mean 2"),
    (lambda: draws_needed(1, 0.1, 0.1, 0), "gap"),
    (lambda: draws_needed(1, 0.1, 0.1, 1e-15), "gap"),
    (lambda: draws_needed(1, 0.1, 1.0, 0.1), "error rate"),
    (lambda: radius(0, 1, 0.1), "draws is 0"),
]


@pytest.mark.parametrize(("call", "says"), BAD, ids=[says for _, says in BAD])
def test_bad_input(call, says):
    with pytest.raises(BadInput, match=says):
        call()
