"""These pin down formulas people keep getting wrong; none of them may creep back in."""
import pytest

from specmath import expected_tokens


def linear_mistake(alpha, gamma):
    return 1 + gamma * alpha


def forgets_bonus(alpha, gamma):
    return (1 - alpha**gamma) / (1 - alpha)


@pytest.mark.parametrize("alpha,gamma", [(0.6, 3), (0.8, 5)])
def test_linear_is_not_the_answer(alpha, gamma):
    wrong = 1 + alpha * gamma
    assert expected_tokens(alpha, gamma) != pytest.approx(wrong)


def test_bonus_not_forgotten():
    # 2.176 would be the value with the bonus token dropped; gamma=4, alpha=0.6
    assert expected_tokens(0.6, 4) == pytest.approx(2.3056)


def test_all_or_nothing_rejected():
    bad = 0.8**5 * 6 + (1 - 0.8**5)
    assert expected_tokens(0.8, 5) == pytest.approx(3.68928)
    assert bad < 3


def test_values():
    assert expected_tokens(0.5, 2) == pytest.approx(1.75)
    assert expected_tokens(0.9, 1) == pytest.approx(1.9)
    assert expected_tokens(1.0, 7) == 8
    assert expected_tokens(0.7, 5) == pytest.approx(2.941, abs=5e-4)
