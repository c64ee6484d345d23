"""Pipelines of sampling steps on a law, in exact arithmetic. Standard library only.

A law is given by weights: rationals >= 0, one a token, 0 for a masked one; e^logit up to a common factor. Steps apply in order,
each to the renormalised result of the one before; `joint(...)` makes several cuts of one and the same law.

====================  =====================================================================================
`temperature:T`       every weight to the power 1/T, T > 0
`greedy`              the limit T -> 0: the most probable token
`top_k:k`             the k most probable tokens, k >= 1
`top_p:p`             the smallest prefix of the sorted law whose mass reaches p, 0 < p <= 1: the crossing token included
`min_p:m`             the tokens with at least m times the largest probability, 0 <= m <= 1
`joint(a,b)`          the tokens that all of the cuts keep
====================  =====================================================================================

Of tokens with equal weights the one with the lower index comes first, so `top_k:k` keeps exactly k; `top_k:k:keep_ties` (and
`top_p:p:keep_ties`) keeps all that equal the last one kept.

All powers of one law have the same exponent, so a law is its first weights, an exponent, and what is kept: powers are taken only
where a mass is asked for. A power that is rational, and not too long, is exact, any other an enclosure; where enclosures cannot
tell whether a mass reaches p, `Undecided` is raised.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import accumulate

from ..errors import BadInput, DraftproofError
from .domain import Set
from .elementary import BITS, MAX_ARGUMENT, exp_bounds, log_bounds
from .intervals import Interval
from .vocabulary import term

KEEP_TIES = "keep_ties"
MAX_TEXT = 1_000
"""Characters of a pipeline: far more than any engine has steps for."""

MAX_BITS = 4_096
"""Bits of a power that is taken exactly: temperatures with few digits need some hundreds; longer ones are enclosed."""

GRID = 1 << BITS
"""Ends of enclosures are multiples of 1 / GRID: with one denominator for all, their sums stay short."""

Number = Fraction | Interval


class Undecided(DraftproofError):
    """Enclosures cannot tell on which side of p a mass lies."""


@dataclass(frozen=True)
class Step:
    """One step. `value` is its parameter (0 where it has none), `parts` the cuts of a `joint` one.

    `min_p` compares the law to the power `power` with its value: what min-p is that has moved past a temperature.
    """

    name: str
    value: Fraction = Fraction(0)
    ties: str = ""
    parts: tuple[Step, ...] = ()
    power: Fraction = Fraction(1)

    def __str__(self) -> str:
        if self.parts:
            return f"{self.name}({text(self.parts)})"
        shown = _DOMAINS.get(self.name) and f":{self._shown()}"
        return f"{self.name}{shown or ''}{':' + self.ties if self.ties else ''}"

    def _shown(self) -> str:
        share = power(self.value, 1 / self.power) if self.power != 1 else self.value
        return _decimal(share) if isinstance(share, Fraction) else f"{_decimal(self.value)}^({1 / self.power})"


Pipeline = tuple[Step, ...]


def text(pipeline: Pipeline) -> str:
    """The pipeline as it is written; `parse` reads it back."""
    return ",".join(map(str, pipeline))


def _decimal(value: Fraction) -> str:
    """A decimal number where it is a short one, else a ratio."""
    shown = f"{float(value):.12g}"
    return shown if "e" not in shown and Fraction(shown) == value else str(value)


@dataclass(frozen=True)
class Law:
    """The tokens kept, most probable first, of the law with these weights to the power `exponent`."""

    weights: tuple[Fraction, ...]
    kept: tuple[int, ...]
    exponent: Fraction = Fraction(1)

    def powers(self) -> list[Number]:
        """The weights of the kept tokens over the largest, to the exponent."""
        first = self.weights[self.kept[0]]
        return [power(self.weights[token] / first, self.exponent) for token in self.kept]

    def probabilities(self) -> tuple[Number, ...]:
        """The probability of every token, cut ones included: exact where the powers are rational."""
        powers = self.powers()
        total = add(powers)
        found: list[Number] = [Fraction(0)] * len(self.weights)
        for token, part in zip(self.kept, powers, strict=True):
            found[token] = share(part, total)
        return tuple(found)


def law(weights: Sequence[Fraction]) -> Law:
    """The law of weights as they stand. Raises `BadInput` where they are none (no token, all 0, one below 0)."""
    for token, weight in enumerate(weights):
        if weight < 0:
            raise BadInput(f"weight {weight} of token {token}: expected at least 0")
    order = sorted((token for token, weight in enumerate(weights) if weight > 0), key=lambda token: -weights[token])
    if not order:
        raise BadInput("no token has a positive weight: expected at least one")
    return Law(tuple(weights), tuple(order))


def process(weights: Sequence[Fraction], pipeline: Pipeline) -> Law:
    """The law that is left of `weights` after the steps of the pipeline. Raises `BadInput` and `Undecided`."""
    found = law(weights)
    for step in pipeline:
        found = apply(found, step)
    return found


def apply(before: Law, step: Step) -> Law:
    """One step."""
    if step.name == "temperature":
        return replace(before, exponent=before.exponent / step.value)
    return replace(before, kept=before.kept[: kept_by(before, step)])


def kept_by(before: Law, step: Step) -> int:
    """How many tokens a cut keeps: always a prefix of the sorted law, and at least one."""
    if step.parts:
        return min(kept_by(before, part) for part in step.parts)
    count = _CUTS[step.name](before, step)
    if step.ties == KEEP_TIES:
        last = before.weights[before.kept[count - 1]]
        count = sum(before.weights[token] >= last for token in before.kept)
    return count


def _top_k(before: Law, step: Step) -> int:
    return min(int(step.value), len(before.kept))


def _top_p(before: Law, step: Step) -> int:
    powers = before.powers()
    total = add(powers)
    return next(
        count
        for count, mass in enumerate(_prefixes(powers), 1)
        if count == len(powers) or _reaches(mass, step.value, total)
    )


def _min_p(before: Law, step: Step) -> int:
    first, exponent = before.weights[before.kept[0]], before.exponent * step.power
    return sum(is_within(before.weights[token] / first, exponent, step.value) for token in before.kept)


def is_within(ratio: Fraction, exponent: Fraction, share: Fraction) -> bool:
    """Whether ratio^exponent >= share, for 0 < ratio <= 1: r^(a/b) >= m exactly where r^a >= m^b. Raises `Undecided`."""
    if ratio == 1 or share == 0:
        return True
    a, b = exponent.numerator, exponent.denominator
    if max(a * _bits(ratio), b * _bits(share)) <= MAX_BITS:
        return ratio**a >= share**b
    (low, high), (least, most) = log_bounds(ratio), log_bounds(share)
    if exponent * low >= most:
        return True
    if exponent * high < least:
        return False
    raise Undecided(f"whether a weight reaches the share {share} is not decided within the enclosures")


def _bits(number: Fraction) -> int:
    return max(number.numerator.bit_length(), number.denominator.bit_length())


_CUTS: dict[str, Callable[[Law, Step], int]] = {
    "top_k": _top_k,
    "top_p": _top_p,
    "min_p": _min_p,
    "greedy": lambda before, _: 1,
}

_DOMAINS: dict[str, Set] = {
    "temperature": term("T").domain,
    "top_k": term("V").domain,
    "top_p": term("p_top").domain,
    "min_p": term("p_min").domain,
}
"""The steps with a parameter, and the set that it lies in."""

_TIED = frozenset({"top_k", "top_p"})


def _prefixes(powers: Sequence[Number]) -> Iterator[Number]:
    return accumulate(powers, lambda a, b: add((a, b)))


def _reaches(mass: Number, p: Fraction, total: Number) -> bool:
    low, high = ends(mass)
    least, most = ends(total)
    if low >= p * most:
        return True
    if high < p * least:
        return False
    raise Undecided(
        f"whether a mass of about {float(low / most):.12g} reaches {p} is not decided within the enclosures"
    )


def ends(number: Number) -> tuple[Fraction, Fraction]:
    """The ends of an enclosure; an exact number is both of its own."""
    return (number, number) if isinstance(number, Fraction) else (number.low, number.high)


def add(numbers: Sequence[Number]) -> Number:
    """The sum, exact if all parts are."""
    low, high = (sum(side, Fraction(0)) for side in zip(*map(ends, numbers), strict=True))
    return low if low == high else Interval(low, high)


def share(part: Number, total: Number) -> Number:
    """Part over total, positive numbers."""
    (low, high), (least, most) = ends(part), ends(total)
    return low / least if low == high and least == most else Interval(low / most, high / least)


def power(base: Fraction, exponent: Fraction) -> Number:
    """base^exponent for base > 0: exact where it is rational (and not too long), else an enclosure."""
    root = rational_root(base, exponent.denominator)
    if root is not None and (root == 1 or exponent.numerator * _bits(root) <= MAX_BITS):
        return Fraction(root**exponent.numerator)
    logarithm = log_bounds(base)
    low, high = sorted((exponent * logarithm.low, exponent * logarithm.high))
    least = exp_bounds(low).low if low >= -MAX_ARGUMENT else Fraction(0)  # e^x is out of bounds there: next to nothing
    most = exp_bounds(max(high, Fraction(-MAX_ARGUMENT))).high
    return Interval(Fraction(math.floor(least * GRID), GRID), Fraction(math.ceil(most * GRID), GRID))


def rational_root(base: Fraction, degree: int) -> Fraction | None:
    """The rational number whose power this is; None where there is none."""
    if base == 1 or degree == 1:
        return base
    if degree > _bits(base):  # 2^degree is longer already
        return None
    top, bottom = _whole_root(base.numerator, degree), _whole_root(base.denominator, degree)
    return None if top is None or bottom is None else Fraction(top, bottom)


def _whole_root(number: int, degree: int) -> int | None:
    """The whole number whose power this is, by bisection; None where there is none."""
    low, high = 0, 1 << -(-number.bit_length() // degree)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if middle**degree <= number else (low, middle - 1)
    return low if low**degree == number else None


def distance(one: Law, other: Law) -> Number:
    """The total variation distance of two laws over the same tokens: half the sum of the absolute differences."""
    gaps = []
    for a, b in zip(one.probabilities(), other.probabilities(), strict=True):
        (low, high), (least, most) = ends(a), ends(b)
        gap = Interval(max(low - most, least - high, Fraction(0)), max(high - least, most - low))
        gaps.append(gap.low if gap.low == gap.high else gap)
    low, high = ends(add(gaps))
    return low / 2 if low == high else Interval(low / 2, high / 2)


_ITEM = re.compile(
    r"(?P<name>[a-z_]+)(?::(?P<value>[0-9]{0,20}(?:\.[0-9]{1,20})?(?:/[0-9]{1,20})?))?(?::(?P<ties>keep_ties))?"
)


def parse(written: str) -> Pipeline:
    """A pipeline from text such as `temperature:0.5,top_p:0.85` or `joint(top_k:50,top_p:0.9)`. Raises `BadInput`."""
    if len(written) > MAX_TEXT:
        raise BadInput(f"a pipeline of {len(written)} characters: expected at most {MAX_TEXT}")
    return tuple(_step(part) for part in _split(written))


def _split(written: str) -> list[str]:
    """The parts between commas that stand in no parentheses."""
    parts, depth = [""], 0
    for letter in written:
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
        if not 0 <= depth <= 1:
            raise BadInput(f"pipeline '{written}': parentheses do not match (joint steps do not nest)")
    if depth:
        raise BadInput(f"pipeline '{written}': a parenthesis is not closed")
    return [part.strip() for part in parts]


def _step(written: str) -> Step:
    if written.startswith("joint(") and written.endswith(")"):
        parts = tuple(_step(part) for part in _split(written[len("joint(") : -1]))
        for part in parts:
            if part.name in ("temperature", "greedy"):
                raise BadInput(
                    f"step '{written}': {part.name} is no cut, expected {', '.join(sorted(_DOMAINS.keys() - {'temperature'}))}"
                )
        return Step("joint", parts=parts)
    match = _ITEM.fullmatch(written)
    if match is None or (match["name"] != "greedy" and match["name"] not in _DOMAINS):
        known = ", ".join((*(f"{name}:NUMBER" for name in _DOMAINS), "greedy", "joint(...)"))
        raise BadInput(f"unknown step '{written}': expected one of {known}")
    return step(match["name"], match["value"], match["ties"] or "")


def step(name: str, value: str | Fraction | None, ties: str = "") -> Step:
    """A checked step. Raises `BadInput` for a value outside the step's set."""
    if name == "greedy":
        if value is not None:
            raise BadInput(f"step 'greedy:{value}': expected no value")
        return Step(name)
    try:
        number = Fraction(value or "")
    except (ValueError, ZeroDivisionError):
        raise BadInput(f"step '{name}:{value or ''}': expected a number in {_DOMAINS[name]}") from None
    allowed = _DOMAINS[name]
    if not allowed.contains(number):  # type: ignore[union-attr]
        hint = " (the limit T -> 0 is the step 'greedy')" if name == "temperature" else ""
        raise BadInput(f"step '{name}:{value}': expected a value in {allowed}{hint}")
    if ties and name not in _TIED:
        raise BadInput(f"step '{name}:{value}:{ties}': only {' and '.join(sorted(_TIED))} have ties to keep")
    return Step(name, number, ties)
