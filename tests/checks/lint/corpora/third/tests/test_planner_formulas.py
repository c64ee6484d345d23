import pytest

from planner import accepted, emitted, speedup


def naive_linear(p, k):
    """The wrong formula; kept so that the tests can show it is rejected."""
    return 1 + k * p


def wrong_exponent(p, k):
    return (1 - p ** k) / (1 - p)


MUTANTS = {
    "linear": lambda p, k: 1 + p * k,
    "bonus_forgotten": lambda p, k: (1 - p**k) / (1 - p),
    "all_or_nothing": lambda p, k: p**k * (k + 1) + 1 - p**k,
    "double_division": lambda p, k: (1 - p ** (k + 1)) / (1 - p) ** 2,
}


@pytest.mark.parametrize("name", sorted(MUTANTS))
def test_mutants_are_killed(name):
    bad = MUTANTS[name]
    assert bad(0.6, 4) != pytest.approx(emitted(0.6, 4))


def test_linear_form_is_not_the_expectation():
    p, k = 0.75, 3
    assert emitted(p, k) != 1 + k * p
    assert emitted(p, k) == pytest.approx(2.734375)
    assert emitted(p, k) < 3.25  # what 1 + 3 * 0.75 would wrongly promise


def test_emitted_is_accepted_plus_one():
    assert emitted(0.5, 4) == accepted(0.5, 4) + 1
    assert emitted(0.5, 4) == 1.9375
    assert accepted(0.5, 4) == 0.5 * (1 - 0.5**4) / (1 - 0.5)


def test_speedup():
    assert speedup(0.8, 4, 0.1) == pytest.approx(3.3616 / (1 + 4 * 0.1))


def test_rejects_old_naive_estimate():
    # the estimate 1 + gamma * alpha used to ship in v0.2 and is wrong for gamma > 1
    old = 1 + 6 * 0.62
    assert abs(old - emitted(0.62, 6)) > 2
