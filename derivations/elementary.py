"""Rigorous rational bounds of exp, log and the Lambert W function. Standard library only.

Each bound is a truncated series with its remainder, rounded outwards to a dyadic grid: the true value is inside for
certain. The grid is far finer than any printed digit, so a figure is undecided only where it truly sits on a tie.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from ..errors import BadInput
from .expr import Undefined
from .intervals import Interval, decimal_text

BITS = 160  # the grid: 48 decimal digits, of which squaring exp's reduced argument back costs a few
EXP_TERMS = 36  # (1/2)^36 / 36! < 2^-160
LOG_TERMS = 51  # (1/3)^(2 * 51) < 2^-160
MAX_ARGUMENT = 1000  # of |x| in exp: beyond it the rationals only grow, and nobody prints such a figure
LAMBERT_STEPS = 80  # the bracket's width is at most this many halvings of its end: 24 decimal digits
NEWTON_STEPS = 12  # in floats; from within a factor of 2 it takes about 5

Rounding = Callable[[int, int], int]
"""The quotient of two integers, rounded one way: bounds are computed on the grid, in integers, as multiples of 2^-BITS."""


def _down(top: int, bottom: int) -> int:
    return top // bottom


def _up(top: int, bottom: int) -> int:
    return -(-top // bottom)


def _on_grid(x: Fraction, rounded: Rounding) -> int:
    return rounded(x.numerator << BITS, x.denominator)


@lru_cache(maxsize=4096)
def exp_bounds(x: Fraction) -> Interval:
    """Bounds of e^x: Taylor's series at x / 2^k <= 1/2, then k squarings; for x < 0, 1 / e^-x.

    Raises `BadInput` for |x| > 1000.
    """
    if abs(x) > MAX_ARGUMENT:
        raise BadInput(f"exp of {decimal_text(x)} is out of bounds, expected at most {MAX_ARGUMENT} in absolute value")
    if x < 0:
        opposite = exp_bounds(-x)
        return Interval(1 / opposite.high, 1 / opposite.low)
    squarings = math.ceil(2 * x).bit_length()
    small = x / 2**squarings
    # The rest is at most a geometric series of ratio below 1/2.
    remainder = _on_grid(Fraction(2, 2**EXP_TERMS * math.factorial(EXP_TERMS)), _up)
    low, high = _taylor(_on_grid(small, _down), _down), _taylor(_on_grid(small, _up), _up) + remainder
    for _ in range(squarings):
        low, high = _down(low * low, 1 << BITS), _up(high * high, 1 << BITS)
    return Interval(Fraction(low, 1 << BITS), Fraction(high, 1 << BITS))


def _taylor(x: int, rounded: Rounding) -> int:
    total = term = 1 << BITS
    for n in range(1, EXP_TERMS):
        term = rounded(term * x, n << BITS)
        total += term
    return total


@lru_cache(maxsize=4096)
def log_bounds(x: Fraction) -> Interval:
    """Bounds of the natural logarithm: ln x = k ln 2 + 2 artanh((m - 1) / (m + 1)) with x = m 2^k, m within 2/3..4/3.

    Raises `Undefined` for x <= 0.
    """
    if x <= 0:
        raise Undefined(f"log of {decimal_text(x)}")
    k = x.numerator.bit_length() - x.denominator.bit_length()
    m = x / Fraction(2) ** k  # within 1/2..2
    k, m = (k + 1, m / 2) if m > Fraction(4, 3) else (k - 1, m * 2) if m < Fraction(2, 3) else (k, m)
    low, high = _artanh((m - 1) / (m + 1))
    ends = [k * end for end in _artanh(Fraction(1, 3))]  # ln 2 = 2 artanh(1/3)
    return Interval(2 * (low + min(ends)), 2 * (high + max(ends)))


@lru_cache(maxsize=4096)
def _artanh(z: Fraction) -> Interval:
    """Bounds of artanh z = z + z^3/3 + z^5/5 + ..., for |z| <= 1/3."""
    if z < 0:
        opposite = _artanh(-z)
        return Interval(-opposite.high, -opposite.low)
    remainder = _on_grid(Fraction(9, 8) * Fraction(1, 9) ** LOG_TERMS, _up)  # a geometric tail of ratio z^2 <= 1/9
    low, high = _odd_series(_on_grid(z, _down), _down), _odd_series(_on_grid(z, _up), _up) + remainder
    return Interval(Fraction(low, 1 << BITS), Fraction(high, 1 << BITS))


def _odd_series(z: int, rounded: Rounding) -> int:
    total, power, square = 0, z, rounded(z * z, 1 << BITS)
    for n in range(LOG_TERMS):
        total += rounded(power, 2 * n + 1)
        power = rounded(power * square, 1 << BITS)
    return total


@lru_cache(maxsize=4096)
def lambertw_bounds(x: Fraction, branch: int) -> Interval:
    """Bounds of the real w with w e^w = x: w >= -1 on branch 0, w <= -1 on branch -1 (which needs x < 0).

    By bisection on certified signs of w e^w - x. Raises `Undefined` below -1/e (or where the bounds cannot tell).
    """
    if branch not in (0, -1):
        raise BadInput(f"branch {branch} of Lambert's W is not real, expected 0 or -1")
    if _sign(Fraction(-1), x) != -1 or (branch == -1 and x >= 0):
        raise Undefined(f"branch {branch} of Lambert's W at {decimal_text(x)}")
    if x == 0:  # the one argument whose W is rational, where no sign could be certified
        return Interval(x, x)
    outward = 1 if branch == 0 else -1  # away from -1, w e^w grows on either branch
    near, reach = Fraction(-1), Fraction(1)
    while _sign(near + outward * reach, x) != 1:
        reach *= 2
    near, far = _by_newton(near, near + outward * reach, x)
    while abs(far - near) * 2**LAMBERT_STEPS > abs(far):
        middle = (near + far) / 2
        sign = _sign(middle, x)
        if sign == 0:
            break
        near, far = (middle, far) if sign < 0 else (near, middle)
    return Interval(min(near, far), max(near, far))


def _by_newton(near: Fraction, far: Fraction, x: Fraction) -> tuple[Fraction, Fraction]:
    """A narrow bracket around Newton's guess (w + ln|w| = ln|x| in floats, one exact step more) if signs certify it."""
    try:
        w, target = float((near + far) / 2), math.log(abs(x.numerator)) - math.log(x.denominator)
        if (
            -1 < w < 0
        ):  # the function of w is concave here and falls: from x, which is right of the root, no step leaves the branch
            w = float(x)
        for _ in range(NEWTON_STEPS):
            w -= (w + math.log(abs(w)) - target) / (1 + 1 / w)
        power = exp_bounds(Fraction(w)).low
        newton = Fraction(w) - (Fraction(w) * power - x) / (power * (Fraction(w) + 1))
        guess = Fraction(_on_grid(newton, _down), 1 << BITS)
    except (ValueError, ZeroDivisionError, OverflowError, BadInput):  # left the branch: bisection it is
        return near, far
    step = (far - near) / abs(far - near) * abs(guess) / 2 ** (LAMBERT_STEPS + 2)
    certified = _sign(guess - step, x) == -1 and _sign(guess + step, x) == 1
    return (guess - step, guess + step) if certified and min(near, far) < guess < max(near, far) else (near, far)


def _sign(w: Fraction, x: Fraction) -> int:
    """The sign of w e^w - x, 0 where the bounds do not decide it."""
    ends = sorted(w * end for end in exp_bounds(w))
    return 1 if ends[0] > x else -1 if ends[1] < x else 0
