"""Printed numbers as digit intervals: what a figure's digits claim, no more and no less. Standard library only.

`2.94` claims a value that rounds to it, so anything in [2.935, 2.945]; a tie may have been rounded either way, hence
the closed ends. Nobody chooses a tolerance: the last printed digit does.

===================  ===========================  ==============================================================
printed              interval                     note
===================  ===========================  ==============================================================
`2.94`  `.7`         [2.935, 2.945]  [.65, .75]   half a unit of the last digit
`1,200`  `300`       [1199.5, 1200.5] ...         the unit, unless `significant` says which digits are meant
`1.24e9`             [1.235e9, 1.245e9]
`36%`  `2.7x`        [.355, .365]  [2.65, 2.75]   a percentage is its fraction; a factor's cross is no unit
`about 300`          [299.5, 300.5]               the word adds no slack; `significant=1` makes it [250, 350]
`1 to 4%`            [.005, .045]                 a range, from the low end of the first to the high end of the last
`130/81`             [130/81, 130/81]             a ratio of integers is exact
===================  ===========================  ==============================================================
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from ..errors import BadInput

MAX_TEXT = 80
"""Characters of a printed number; longer ones are no figure, and foreign text must not cost memory."""

_NUMBER = r"[+-]?(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]{1,3})?"
_PRINTED = re.compile(
    rf"(?:(?:about|approximately)\s+|[~≈]\s*)?(?P<low>{_NUMBER})"
    rf"(?:\s*(?P<low_suffix>[%x×])?\s*(?:\bto\b|–)\s*(?P<high>{_NUMBER}))?\s*(?P<suffix>[%x×]?)"
)
_RATIO = re.compile(r"[+-]?[0-9]+/0*[1-9][0-9]*")
_PERCENT = Fraction(1, 100)


class Interval(NamedTuple):
    """A closed interval with exact ends, low <= high."""

    low: Fraction
    high: Fraction

    def __contains__(self, value: object) -> bool:
        """Whether the value lies in it (not, as for a tuple, whether it is one of the ends)."""
        return isinstance(value, Fraction) and self.low <= value <= self.high

    @property
    def width(self) -> Fraction:
        """High less low; 0 for a point."""
        return self.high - self.low

    @property
    def is_point(self) -> bool:
        """Whether it holds one value only."""
        return self.low is self.high or self.low == self.high

    @property
    def middle(self) -> Fraction:
        """The value half-way."""
        return (self.low + self.high) / 2

    def covers(self, other: Interval) -> bool:
        """Whether every value of `other` lies in this interval."""
        return self.low <= other.low and other.high <= self.high

    def meet(self, other: Interval) -> Interval | None:
        """The common part, None where there is none."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Interval(low, high) if low <= high else None

    def halves(self) -> tuple[Interval, Interval]:
        """The parts on either side of the middle, which belongs to both."""
        return Interval(self.low, self.middle), Interval(self.middle, self.high)


def point(value: Fraction) -> Interval:
    """The interval that holds one value."""
    return Interval(value, value)


def decimal_text(value: Fraction, digits: int = 6) -> str:
    """`value` to `digits` significant digits, for a person to read (verdicts never pass through it)."""
    context = Context(prec=digits)
    return f"{context.divide(Decimal(value.numerator), Decimal(value.denominator)).normalize(context):f}"


@dataclass(frozen=True)
class Printed:
    """A number as somebody printed it: its text, its value, and the interval of what rounds to it.

    The value of a range is its middle; `is_range` tells.
    """

    text: str
    value: Fraction
    interval: Interval
    is_range: bool = False

    @classmethod
    @lru_cache(maxsize=2**10)  # a figure's inputs are read when it is made, to judge it, and to show it
    def parse(cls, text: str, *, significant: int | None = None) -> Printed:
        """The printed number in `text`, in one of the forms of the table above.

        `significant` says how many leading digits are meant (`300` with 1 is 250 to 350); by default all that are
        printed, and an integer's trailing zeros with them. Raises `BadInput` for anything else.
        """
        stripped = text.strip().replace("−", "-")
        if len(stripped) > MAX_TEXT:
            raise BadInput(f"a printed number of {len(stripped)} characters (at most {MAX_TEXT})")
        if significant is not None and significant < 1:
            raise BadInput(f"significant = {significant} for '{text}', expected at least 1")
        if _RATIO.fullmatch(stripped):
            value = Fraction(stripped)
            return cls(text, value, point(value))
        match = _PRINTED.fullmatch(stripped)
        if match is None:
            raise BadInput(f"not a printed number: '{text}' (expected such as 2.94, 1,200, 1.24e9, 36%, 2.7x, 1 to 4%)")
        scale = _PERCENT if match["suffix"] == "%" else Fraction(1)
        value, half = _digits(match["low"], scale, significant, text)
        if match["high"] is None:
            return cls(text, value, Interval(value - half, value + half))
        if match["low_suffix"] not in (None, match["suffix"]):
            raise BadInput(f"the ends of the range '{text}' are in different units")
        last, last_half = _digits(match["high"], scale, significant, text)
        if last < value:
            raise BadInput(f"the range '{text}' runs backwards")
        return cls(text, (value + last) / 2, Interval(value - half, last + last_half), is_range=True)


def _digits(number: str, scale: Fraction, significant: int | None, text: str) -> tuple[Fraction, Fraction]:
    """The value of `number`, and half a unit of its last meant digit."""
    mantissa, _, exponent = number.replace(",", "").lower().partition("e")
    whole, _, decimals = mantissa.lstrip("+-").partition(".")
    if not whole + decimals:
        raise BadInput(f"no digits in '{text}'")
    last = int(exponent or 0) - len(decimals)
    if significant is not None:
        printed = len((whole + decimals).lstrip("0")) or 1
        if significant > printed:
            raise BadInput(f"significant = {significant}, but '{text}' prints {printed} digits")
        last += printed - significant
    return Fraction(mantissa + "e" + (exponent or "0")) * scale, Fraction(10) ** last * scale / 2
