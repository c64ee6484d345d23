"""The test of constant alpha: its size and power by simulation, its refusals, and a faulty version that is caught."""

import random

import pytest
from draftproof.checks.metrics.counters import Counters
from draftproof.checks.metrics.drift import constant_alpha, homogeneity


def simulate(rng, drafts, rates):
    """Survivors and reached per position of drafts run token by token until a rejection."""
    survivors, reached = [0] * len(rates), [0] * len(rates)
    for _ in range(drafts):
        for i, rate in enumerate(rates):
            reached[i] += 1
            if rng.random() >= rate:
                break
            survivors[i] += 1
    return survivors, reached


def refuted(seed, runs, drafts, rates):
    rng = random.Random(seed)
    return sum(homogeneity(*simulate(rng, drafts, rates)).verdict == "refuted" for _ in range(runs)) / runs


def test_size_is_five_percent():
    """Null hypothesis: alpha .7 at all positions. 2000 runs: .05 +- 5 sigma = .026 to .074 (fixed seed)."""
    assert 0.026 < refuted(1, 2000, 200, [0.7] * 4) < 0.074


def test_size_with_few_survivors_is_not_above_five_percent():
    """alpha .3 leaves 8 in 1000 drafts at position 5: pooling keeps the approximation honest."""
    assert refuted(2, 1000, 300, [0.3] * 5) < 0.085


def test_power_is_what_the_report_says():
    """Alternative: a change of .1 from first to last position (twice the stated one)."""
    rates = [0.65, 0.65 + 0.1 / 3, 0.65 + 0.2 / 3, 0.75]
    survivors, reached = simulate(random.Random(3), 400, [0.7] * 4)
    visible = homogeneity(survivors, reached).visible
    assert visible == pytest.approx(0.13, abs=0.02)
    powers = refuted(4, 400, 400, rates)
    assert 0.4 < powers < 0.8  # .1 is below the change seen with .8
    assert refuted(5, 300, 400, [0.7 - visible / 2 + visible * i / 3 for i in range(4)]) == pytest.approx(0.8, abs=0.12)


def test_stated_power_grows_with_the_sample():
    small, large = (homogeneity(*simulate(random.Random(6), n, [0.7] * 3)) for n in (200, 20_000))
    assert small.power < 0.3
    assert large.power > 0.99
    assert large.visible == pytest.approx(small.visible / 10, rel=0.15)


def counters(**changed):
    base = {"drafts": 1000, "drafted": 3000, "accepted": 1260, "per_position": (600, 400, 260), "gamma": 3}
    return Counters(**{"engine": "0", "where": "test", "source": "test", **base, **changed})


def test_per_position_rates_are_not_what_is_tested():
    """Constant alpha .7: per-position rates .7 .49 .343 fall, and a test on them would refute; ours does not."""
    constant = counters(accepted=1533, per_position=(700, 490, 343))
    assert constant_alpha(constant).verdict == "not_refuted"
    assert homogeneity((700, 490, 343), (1000, 1000, 1000)).verdict == "refuted"  # the planted fault


def test_direction():
    assert constant_alpha(counters()).direction == "rises and falls"
    assert constant_alpha(counters(per_position=(600, 390, 270))).direction == "rises with position"
    assert constant_alpha(counters(per_position=(700, 400, 160))).direction == "falls with position"
    assert constant_alpha(counters(per_position=(700, 400, 160))).verdict == "refuted"


UNKNOWN = {
    "lengths vary": ({"drafted": 2900}, "fake a fall"),
    "no gamma": ({"gamma": None}, "give gamma"),
    "no positions": ({"per_position": None}, "no whole counts"),
    "no drafts": ({"drafts": None}, "no whole counts"),
    "one position": ({"gamma": 1, "drafted": 1000, "accepted": 600, "per_position": (600,)}, "one position"),
    "all accepted": ({"accepted": 3000, "per_position": (1000, 1000, 1000)}, "too few"),
    "none accepted": ({"accepted": 0, "per_position": (0, 0, 0)}, "too few"),
    "a handful": ({"drafts": 10, "drafted": 30, "accepted": 12, "per_position": (6, 4, 2)}, "too few"),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_unknown_says_why(name):
    changed, reason = UNKNOWN[name]
    drift = constant_alpha(counters(**changed))
    assert drift.verdict == "unknown"
    assert reason in drift.reason
    assert drift.p_value is None


def test_reached_counts_make_varying_lengths_testable():
    drift = constant_alpha(counters(drafted=2900, reached=(1000, 590, 380)))
    assert drift.verdict != "unknown"
