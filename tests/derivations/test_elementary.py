"""The bounds of exp, log and W hold mpmath's values at a higher precision, and are finer than any printed digit."""

from fractions import Fraction

import mpmath
import pytest
from draftproof.derivations.elementary import exp_bounds, lambertw_bounds, log_bounds
from draftproof.derivations.expr import Undefined
from draftproof.errors import BadInput
from hypothesis import example, given, settings
from hypothesis import strategies as st

DIGITS = 80
RATIONALS = st.fractions(min_value=-40, max_value=40, max_denominator=10**6)


def exact(value):
    """An mpmath number as the rational it is."""
    sign, mantissa, exponent, _ = value._mpf_
    return Fraction(-1 if sign else 1) * int(mantissa) * Fraction(2) ** exponent


def reference(function, *arguments):
    with mpmath.workdps(DIGITS):
        parts = [mpmath.mpf(a.numerator) / a.denominator if isinstance(a, Fraction) else a for a in arguments]
        return exact(mpmath.mpf(mpmath.re(function(*parts))))


def tight(bounds, value, relative):
    slack = abs(value) * Fraction(1, 10**60)  # the reference itself is rounded
    return bounds.low - slack <= value <= bounds.high + slack and bounds.width <= relative * max(
        abs(value), Fraction(1, 10**9)
    )


@settings(derandomize=True)
@given(RATIONALS)
@example(Fraction(0))
@example(Fraction(1000))
@example(Fraction(-1000))
def test_exp(x):
    assert tight(exp_bounds(x), reference(mpmath.exp, x), Fraction(1, 10**40))


@settings(derandomize=True)
@given(st.fractions(min_value=Fraction(1, 10**9), max_value=10**9, max_denominator=10**9))
@example(Fraction(1))
@example(Fraction(2) ** 300)
@example(Fraction(1, 10**60))
def test_log(x):
    assert tight(log_bounds(x), reference(mpmath.log, x), Fraction(1, 10**35))


@settings(derandomize=True, max_examples=30)
@given(
    st.fractions(min_value=Fraction(-36, 100), max_value=Fraction(-1, 10**6), max_denominator=10**6),
    st.sampled_from([0, -1]),
)
def test_lambertw_on_both_branches(x, branch):
    assert tight(lambertw_bounds(x, branch), reference(mpmath.lambertw, x, branch), Fraction(1, 10**15))


def test_lambertw_of_positive_arguments():
    for x in (Fraction(0), Fraction(1, 3), Fraction(5), Fraction(10**6)):
        assert tight(lambertw_bounds(x, 0), reference(mpmath.lambertw, x, 0), Fraction(1, 10**15))


@pytest.mark.parametrize(
    ("function", "arguments", "error"),
    [
        (log_bounds, (Fraction(0),), Undefined),
        (log_bounds, (Fraction(-1),), Undefined),
        (exp_bounds, (Fraction(1001),), BadInput),
        (lambertw_bounds, (Fraction(-37, 100), -1), Undefined),  # below -1/e
        (lambertw_bounds, (Fraction(-37, 100), 0), Undefined),
        (lambertw_bounds, (Fraction(1), -1), Undefined),
        (lambertw_bounds, (Fraction(0), -1), Undefined),
        (lambertw_bounds, (Fraction(1), 1), BadInput),
    ],
)
def test_where_there_is_no_value_there_are_no_bounds(function, arguments, error):
    with pytest.raises(error):
        function(*arguments)
