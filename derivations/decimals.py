"""Values to as many digits as a person compares. The linter writes its numbers so, without SymPy."""

from __future__ import annotations

from collections.abc import Iterable
from decimal import Decimal, localcontext
from fractions import Fraction

DIGITS = 3
"""Significant digits shown, as the published tables print them; more where fewer do not tell two numbers apart."""

_MAX_DIGITS = 40
_MAX_BITS = 1000  # of a fraction written out: nobody reads 300 digits, and Python refuses to print 4300


def apart(values: Iterable[Fraction]) -> list[str]:
    """Values to three significant digits, or to as many as tell different ones apart; past 40 as fractions, if they are short."""
    values = list(values)
    for digits in range(DIGITS, _MAX_DIGITS):
        written = [decimal(value, digits) for value in values]
        if len(set(written)) == len(set(values)):
            return written
    long = any(part.bit_length() > _MAX_BITS for value in values for part in value.as_integer_ratio())
    return [decimal(value, _MAX_DIGITS) if long else str(value) for value in values]


def decimal(value: Fraction, digits: int = DIGITS) -> str:
    """A value to some significant digits, zeros at the end dropped: 2.94, 4.5, 0.000123, 1.24e+09."""
    with localcontext() as context:
        context.prec = digits
        rounded = Decimal(value.numerator) / Decimal(value.denominator)
    return (
        f"{rounded.normalize():f}" if -4 <= rounded.adjusted() < max(digits, 7) else f"{float(rounded):.{digits - 1}e}"
    )
