"""Numbers on an axis."""

from __future__ import annotations

import pytest
from draftproof.report.documents.drawing.scale import MOST_TICKS, NONE, Scale, raised, shown, ticks
from hypothesis import given
from hypothesis import strategies as st


@pytest.mark.parametrize(("value", "expected"), [
    (None, NONE), (0.0, "0"), (-0.0, "0"), (2.94117, "2.941"), (5.0, "5"), (1.125, "1.125"), (1.0625, "1.063"), (12345.0, "12350"),
    (0.1, "0.1"), (-1.5, "−1.5"), (1024.0, "1024"), (1e-7, "0.0000001"), (0.0783, "0.0783"), (2.5e12, "2500000000000"),
    (1e-40, "1·10⁻⁴⁰"), (-1.25e-9, "−1.25·10⁻⁹"), (9.9999e-8, "0.0000001"), (6.0221e23, "6.022·10²³"),
])  # fmt: skip
def test_numbers_for_a_reader(value: float | None, expected: str) -> None:
    assert shown(value) == expected


@pytest.mark.parametrize(("high", "expected"), [
    (17.0, [0, 5, 10, 15, 20]), (1.66, [0, 0.5, 1, 1.5, 2]), (0.7, [0, 0.2, 0.4, 0.6, 0.8]), (4.0, [0, 1, 2, 3, 4]), (0.0, [0, 1]),
    (4001.0, [0, 2000, 4000, 6000]),
])  # fmt: skip
def test_ticks(high: float, expected: list[float]) -> None:
    assert ticks(high) == pytest.approx(expected)


@given(st.floats(min_value=1e-6, max_value=1e9))
def test_ticks_are_few_and_reach(high: float) -> None:
    found = ticks(high)
    assert 2 <= len(found) <= MOST_TICKS
    assert found[0] == 0
    assert found[-1] >= high * (1 - 1e-12)


def test_places() -> None:
    assert [Scale(0, 10, 40, 340).place(x) for x in (0, 5, 10)] == [40, 190, 340]
    assert [Scale(1, 1024, 0, 100, log=True).place(x) for x in (1, 32, 1024)] == [0, 50, 100]


@pytest.mark.parametrize(("words", "said"), [
    ("α^γ", "αᵞ"), ("E = α + α² + ... + α^γ", "E = α + α² + ... + αᵞ"), ("α^(γ+1)(1-α)", "αᵞ⁺¹(1-α)"), ("(1-h)^B", "(1-h)ᴮ"),
    ("e^-100", "e⁻¹⁰⁰"), ("x^(1/T)", "x^(1/T)"), ("alpha^(gamma+1)", "alpha^(gamma+1)"), ("a ^ b", "a ^ b"),
])  # fmt: skip
def test_exponents_are_raised_where_each_sign_can_be(words: str, said: str) -> None:
    assert raised(words) == said
