"""Tests of specmath: expected tokens, conversions and plans."""

import math

import pytest

from specmath import alpha_from_ratio, best_gamma, expected_tokens, speedup


@pytest.mark.parametrize(
    ("alpha", "gamma", "tokens"),
    [
        (0.7, 5, 2.94),
        (0.8, 4, 3.36),
        (0.9, 4, 4.10),
        (0.5, 4, 1.94),
    ],
)
def test_expected_tokens(alpha, gamma, tokens):
    assert expected_tokens(alpha, gamma) == pytest.approx(tokens, abs=5e-3)


def test_all_accepted():
    assert expected_tokens(1.0, 5) == 6


def test_none_accepted():
    assert expected_tokens(0.0, 5) == 1


def test_not_the_linear_formula():
    alpha, gamma = 0.7, 5
    linear = 1 + gamma * alpha
    assert linear == pytest.approx(4.5)
    assert expected_tokens(alpha, gamma) < linear


def test_bonus_token_is_counted():
    alpha, gamma = 0.8, 4
    wrong = (1 - alpha**gamma) / (1 - alpha)
    assert expected_tokens(alpha, gamma) != pytest.approx(wrong)


@pytest.mark.parametrize("gamma", range(1, 9))
def test_sum_of_powers(gamma):
    alpha = 0.63
    assert math.isclose(expected_tokens(alpha, gamma), sum(alpha**i for i in range(gamma + 1)))


def test_linear_is_exact_for_one_draft():
    for alpha in (0.1, 0.5, 0.9):
        assert math.isclose(expected_tokens(alpha, 1), 1 + alpha)


def test_ratio_is_smaller_than_alpha():
    alpha, gamma = 0.7, 5
    ratio = (expected_tokens(alpha, gamma) - 1) / gamma
    assert ratio == pytest.approx(0.388, abs=5e-4)
    assert alpha_from_ratio(ratio, gamma) == pytest.approx(alpha)


def test_counts():
    accepted, drafted, gamma = 600, 1000, 5
    r = accepted / drafted
    assert 1 + gamma * r == 4.0


def test_speedup_charges_every_draft():
    assert speedup(0.7, 5, 0.154) == pytest.approx(1.66, abs=5e-3)
    assert speedup(0.7, 5, 0.154) < expected_tokens(0.7, 5) / (1 + 0.154)


@pytest.mark.parametrize(("c", "gamma"), [(0.154, 3), (0.05, 6), (0.01, 9)])
def test_best_gamma(c, gamma):
    assert best_gamma(0.7, c) == gamma


def test_does_not_pay_below_cost():
    assert best_gamma(0.04, 0.05) == 0
    assert best_gamma(0.06, 0.05) == 1
