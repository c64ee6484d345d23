"""Printed numbers: each form with its interval, and what is refused."""

from fractions import Fraction

import pytest
from draftproof.derivations.intervals import Interval, Printed, decimal_text, point
from draftproof.errors import BadInput
from hypothesis import given, settings
from hypothesis import strategies as st

FORMS = {
    "2.94": ("2.935", "2.945"),
    "1.75": ("1.745", "1.755"),
    "16.06": ("16.055", "16.065"),
    "0.154": ("0.1535", "0.1545"),
    "4.1": ("4.05", "4.15"),
    "2.0": ("1.95", "2.05"),
    ".7": (".65", ".75"),
    "300": ("299.5", "300.5"),
    "1,200": ("1199.5", "1200.5"),
    "128,256": ("128255.5", "128256.5"),
    "1.24e9": ("1.235e9", "1.245e9"),
    "2E-3": ("1.5e-3", "2.5e-3"),
    "36%": ("0.355", "0.365"),
    "0.5 %": ("0.0045", "0.0055"),
    "2.7x": ("2.65", "2.75"),
    "1.66×": ("1.655", "1.665"),
    "-9.1": ("-9.15", "-9.05"),
    "−9.1": ("-9.15", "-9.05"),
    "about 295": ("294.5", "295.5"),
    "~3": ("2.5", "3.5"),
    "≈ 0.74": ("0.735", "0.745"),
    "0": ("-0.5", "0.5"),
    "1 to 4%": ("0.005", "0.045"),
    "1% to 4%": ("0.005", "0.045"),
    "2.9–3.4": ("2.85", "3.45"),
    "130/81": ("130/81", "130/81"),
}

SIGNIFICANT = {
    ("300", 1): ("250", "350"),
    ("300", 2): ("295", "305"),
    ("about 295", 1): ("245", "345"),
    ("1.24e9", 2): ("1.19e9", "1.29e9"),
    ("0.154", 2): ("0.149", "0.159"),
}

REFUSED = [
    "", " ", ".", "-", "%", "e5", "about", "2.94.1", "1,20", "12,00", "1,2345", "2.94 GB", "2 94", "٣", "1e", "1e9999",
    "nan", "inf", "0x10", "1_000", "4 to 1%", "1% to 4x", "1 to", "1/0", "130/", "1.5/2", "9" * 81, "__import__('os')",
]  # fmt: skip


@pytest.mark.parametrize("text", FORMS)
def test_a_printed_number_is_its_rounding_interval(text):
    assert Printed.parse(text).interval == tuple(map(Fraction, FORMS[text]))


@pytest.mark.parametrize(("text", "significant"), SIGNIFICANT)
def test_significant_digits_say_which_are_meant(text, significant):
    interval = Printed.parse(text, significant=significant).interval
    assert interval == tuple(map(Fraction, SIGNIFICANT[text, significant]))


@pytest.mark.parametrize("text", REFUSED)
def test_anything_else_is_refused_in_one_line(text):
    with pytest.raises(BadInput) as refusal:
        Printed.parse(text)
    assert "\n" not in str(refusal.value)


def test_a_range_says_so_and_no_other_form_does():
    assert {text for text in FORMS if Printed.parse(text).is_range} == {"1 to 4%", "1% to 4%", "2.9–3.4"}


@pytest.mark.parametrize(("text", "significant"), [("300", 0), ("300", 4), ("0.154", 4)])
def test_significant_digits_that_are_not_printed_are_refused(text, significant):
    with pytest.raises(BadInput, match="significant"):
        Printed.parse(text, significant=significant)


@settings(derandomize=True)
@given(st.integers(-(10**9), 10**9), st.integers(0, 6))
def test_the_interval_is_what_rounds_to_the_print(digits, decimals):
    value = Fraction(digits, 10**decimals)
    text = f"{'-' if digits < 0 else ''}{abs(digits) // 10**decimals}"
    text += f".{abs(digits) % 10**decimals:0{decimals}d}" if decimals else ""
    printed = Printed.parse(text)
    assert printed.value == value
    assert printed.interval.width == Fraction(1, 10**decimals)
    assert round(printed.interval.middle, decimals) == value
    assert abs(round(printed.interval.high - Fraction(1, 10**9), decimals) - value) == 0


def test_intervals_meet_cover_and_hold_values():
    wide, high = Interval(Fraction(0), Fraction(2)), Interval(Fraction(1), Fraction(3))
    assert wide.meet(high) == (1, 2)
    assert wide.meet(point(Fraction(2))) == (2, 2)
    assert wide.meet(point(Fraction(5, 2))) is None
    assert Fraction(1, 2) in wide
    assert Fraction(3) not in wide
    assert wide.covers(Interval(Fraction(1), Fraction(2)))
    assert not wide.covers(high)


def test_decimal_text_is_for_reading():
    assert decimal_text(Fraction("2.941170")) == "2.94117"
    assert decimal_text(Fraction(10) ** 400).startswith("1000")  # where float() overflows
