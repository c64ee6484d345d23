"""Unit tests for specmath.

Run with: pytest tests/test_spec_math.py
"""

import math

import pytest

from specmath import expected_tokens, mean_length_from_counts, speedup


@pytest.mark.parametrize(
    ("alpha", "gamma", "tokens"),
    [
        (0.5, 3, 1.875),
        (0.6, 2, 1.96),
        (0.7, 5, 2.941),
        (0.8, 4, 3.362),
        (0.9, 10, 6.862),
    ],
)
def test_expected_tokens_table(alpha, gamma, tokens):
    assert expected_tokens(alpha, gamma) == pytest.approx(tokens, abs=1e-3)


def test_closed_form_against_sum():
    for gamma in range(0, 12):
        total = sum(0.83**i for i in range(gamma + 1))
        assert expected_tokens(0.83, gamma) == pytest.approx(total)


def test_limit_at_one():
    assert expected_tokens(1.0, 7) == 8


def test_never_linear_in_acceptance():
    # a linear model would say 1 + 5 * 0.7 = 4.5, which ignores that one rejection drops the rest
    wrong = 1 + 5 * 0.7
    assert expected_tokens(0.7, 5) < wrong


def test_single_draft_is_linear():
    alpha, gamma = 0.37, 1
    assert expected_tokens(alpha, gamma) == pytest.approx(1 + alpha)


def test_mean_length_identity():
    accepted, drafts, drafted = 167, 87, 259
    assert mean_length_from_counts(accepted, drafts) == pytest.approx(1 + accepted / drafts)
    ratio = accepted / drafted
    assert 1 + (drafted / drafts) * ratio == pytest.approx(2.9195, abs=1e-4)


def test_speedup_peak():
    values = {g: speedup(0.7, g, 0.154) for g in range(1, 8)}
    assert max(values, key=values.get) == 3
    assert values[3] == pytest.approx(1.733, abs=1e-3)
    assert values[5] == pytest.approx(1.662, abs=1e-3)


def test_break_even():
    assert speedup(0.2, 1, 0.25) < 1 < speedup(0.3, 1, 0.25)


def test_rejects_bad_input():
    with pytest.raises(ValueError):
        expected_tokens(1.2, 4)
    with pytest.raises(ValueError):
        expected_tokens(math.nan, 4)
