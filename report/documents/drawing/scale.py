"""From numbers to places on paper, and the numbers that stand on an axis. page.js does the same, step by step."""

from __future__ import annotations

import math
import re
from decimal import ROUND_HALF_UP, Context, Decimal
from typing import NamedTuple

NONE = "–"
"""What stands where there is no value."""

DIGITS = 4
SMALLEST, LARGEST = -7, 15
"""Powers of ten from which on to which numbers stand without one: 10^-40 with all its zeros would leave the drawing."""

MOST_TICKS = 6
_CONTEXT = Context(prec=DIGITS, rounding=ROUND_HALF_UP)


class Scale(NamedTuple):
    """A stretch of numbers on a stretch of paper, by their logarithms where `log` says so."""

    low: float
    high: float
    start: float
    end: float
    log: bool = False

    def place(self, value: float) -> float:
        """Where a number stands."""
        low, high, here = (math.log2(x) if self.log else x for x in (self.low, self.high, value))
        return self.start + (here - low) / (high - low) * (self.end - self.start)


def shown(value: float | None) -> str:
    """A number for a reader, to four digits, zeros at the end left out; a dash for none."""
    if value is None:
        return NONE
    number = _CONTEXT.create_decimal(Decimal(value))
    power = number.adjusted() if number else 0
    if not SMALLEST <= power < LARGEST:
        return f"{_plain(number.scaleb(-power))}·10{str(power).translate(_SUPERSCRIPTS)}"
    return _plain(number)


_SUPERSCRIPTS = str.maketrans("-+0123456789ikmnwyBHKTβγ", "⁻⁺⁰¹²³⁴⁵⁶⁷⁸⁹ⁱᵏᵐⁿʷʸᴮᴴᴷᵀᵝᵞ")
_POWER = re.compile(r"\^(-?\w+|\([^()]+\))")


def raised(words: str) -> str:
    """Words with their exponents raised, where each of the signs can be: `α^(γ+1)` is `αᵞ⁺¹`, and `x^(1/T)` stays."""

    def put(found: re.Match[str]) -> str:
        exponent = found[1].removeprefix("(").removesuffix(")").replace(" ", "")
        signs = exponent.translate(_SUPERSCRIPTS)
        return found[0] if set(exponent) & set(signs) else signs

    return _POWER.sub(put, words) if "^" in words else words


def _plain(number: Decimal) -> str:
    text = format(number, "f")
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return text.replace("-", "−") if text != "-0" else "0"


def step(high: float) -> float:
    """The distance of an axis's numbers from 0 to at least `high`: 1, 2 or 5 times a power of ten, at most five of them."""
    wanted = high / (MOST_TICKS - 2)
    if not wanted > 0:
        return 1.0
    size = 1.0
    while size * 10 <= wanted:
        size *= 10
    while size > wanted:
        size /= 10
    return next((size * times for times in (1, 2, 5) if size * times >= wanted), size * 10)


def ticks(high: float) -> list[float]:
    """The numbers on an axis from 0: the last one is not below `high`."""
    distance = step(high)
    count = max(math.ceil(high / distance), 1)
    return [k * distance for k in range(count + 1)]
