"""The arithmetic of speculative decoding in floating point: floats or arrays, broadcast, accurate to a few ulp.

These are the numerically stable forms of what the chains in `derivations` claim. The closed form as printed,
`(1 - alpha**(gamma + 1)) / (1 - alpha)`, loses half of its digits near alpha = 1; these go through `expm1` and `log`.

alpha is the acceptance rate in [0, 1], gamma the draft length (a natural number up to 2**53), r the acceptance ratio
(accepted / drafted), L the mean acceptance length (bonus token included), `draft_cost` the time of one draft step over
that of one target step. A value outside its domain, NaN included, or shapes that do not broadcast raise `BadInput`.
Scalars in, a Python number out; arrays in, an array of the broadcast shape out.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .errors import BadInput

Real = NDArray[np.float64]
Flags = NDArray[np.bool_]
Number = float | Real
Count = int | NDArray[np.int64]
Exact = ArrayLike | Fraction | Decimal

LARGEST_COUNT = 2**53
"""The largest count taken: up to here every natural number is a float."""


@dataclass(frozen=True)
class _Domain:
    expected: str
    holds: Callable[[Real], Flags]


_UNIT = _Domain("a number in [0, 1]", lambda x: (x >= 0) & (x <= 1))
_NON_NEGATIVE = _Domain("a finite number, 0 or more", lambda x: (x >= 0) & (x < np.inf))
_POSITIVE = _Domain("a finite number above 0", lambda x: (x > 0) & (x < np.inf))
_NATURAL = _Domain("a natural number up to 2**53", lambda x: (x >= 0) & (x <= LARGEST_COUNT) & (x == np.floor(x)))
_FROM_ONE = _Domain("a natural number from 1 to 2**53", lambda x: (x >= 1) & (x <= LARGEST_COUNT) & (x == np.floor(x)))


def _as_given(value: Exact) -> NDArray[Any]:
    """The value as an array of floats, or of the exact numbers that it holds; `TypeError` if it holds anything else."""
    raw = np.asarray(value)
    if raw.dtype.kind in "iuf":
        return raw.astype(np.float64)
    if raw.dtype.kind == "O" and all(isinstance(x, Fraction | Decimal | int | float) for x in raw.flat):
        return raw
    raise TypeError  # text would convert, and a truth value is no number


def _reals(name: str, value: Exact, domain: _Domain) -> Real:
    try:
        array = _as_given(value).astype(np.float64)
    except (TypeError, ValueError, OverflowError):
        shown = " ".join(reprlib.repr(value).split())  # short, and one line
        raise BadInput(f"{name}: {shown} is not {domain.expected}") from None
    wrong = ~domain.holds(array)
    if wrong.any():
        place = tuple(int(i) for i in np.argwhere(wrong)[0])
        where = f"{name}[{', '.join(map(str, place))}]" if place else name
        raise BadInput(f"{where}: {array[place]:.17g} is not {domain.expected}")
    return array


def _checked(**arguments: tuple[Exact, _Domain]) -> tuple[Real, ...]:
    arrays = [_reals(name, value, domain) for name, (value, domain) in arguments.items()]
    try:
        return tuple(np.broadcast_arrays(*arrays))
    except ValueError:
        shapes = ", ".join(f"{name} {array.shape}" for name, array in zip(arguments, arrays, strict=True))
        raise BadInput(f"{shapes}: these shapes do not broadcast to one") from None


def natural(name: str, value: ArrayLike, least: int = 0) -> int:
    """`value` as an int if it is one natural number from `least` on (0 or 1); `BadInput`, naming it `name`, if not."""
    array = _reals(name, value, _FROM_ONE if least else _NATURAL)
    if array.ndim:
        raise BadInput(f"{name}: {array.size} values; expected one number")
    return int(array)


def _number(result: Real) -> Number:
    return result if result.ndim else float(result)


def _count(result: Real) -> Count:
    return result.astype(np.int64) if result.ndim else int(result)


def _geometric(alpha: Real, terms: Real) -> Real:
    """1 + alpha + ... , `terms` of them: the one sum that tokens, accepted drafts and the ratio are made of."""
    with np.errstate(divide="ignore", invalid="ignore"):  # alpha = 0 and 1 are answered below
        total = np.expm1(terms * np.log(alpha)) / (alpha - 1)
    total = np.where(alpha == 1, terms, total)
    total = np.where(terms == 0, 0.0, total)
    return np.clip(total, np.minimum(terms, 1), terms)


def expected_tokens(alpha: ArrayLike, gamma: ArrayLike) -> Number:
    """Emitted tokens per verification, bonus token included: sum of alpha^k for k = 0..gamma, in [1, gamma + 1].

    Source: Leviathan et al. 2023, Eq. 1.
    """
    alpha, gamma = _checked(alpha=(alpha, _UNIT), gamma=(gamma, _NATURAL))
    return _number(_geometric(alpha, gamma + 1))


def expected_accepted(alpha: ArrayLike, gamma: ArrayLike) -> Number:
    """Accepted drafts per verification, E - 1, without the cancellation at small alpha."""
    alpha, gamma = _checked(alpha=(alpha, _UNIT), gamma=(gamma, _NATURAL))
    return _number(alpha * _geometric(alpha, gamma))


def _ratio(alpha: Real, gamma: Real) -> Real:
    return alpha * _geometric(alpha, gamma) / gamma


def acceptance_ratio(alpha: ArrayLike, gamma: ArrayLike) -> Number:
    """r = (E - 1) / gamma: accepted over drafted tokens, what dashboards report. gamma is at least 1; r <= alpha."""
    alpha, gamma = _checked(alpha=(alpha, _UNIT), gamma=(gamma, _FROM_ONE))
    return _number(_ratio(alpha, gamma))


def mean_acceptance_length(r: ArrayLike, gamma: ArrayLike) -> Number:
    """L = 1 + gamma r, exactly, for draft length gamma. With alpha in the place of r this would be a mistake."""
    r, gamma = _checked(r=(r, _UNIT), gamma=(gamma, _NATURAL))
    return _number(1 + gamma * r)


def mean_acceptance_length_from_counts(accepted: ArrayLike, drafts: ArrayLike) -> Number:
    """L = 1 + accepted / drafts, also where the draft length varies. `drafts` counts verifications, not tokens."""
    accepted, drafts = _checked(accepted=(accepted, _NATURAL), drafts=(drafts, _FROM_ONE))
    return _number(1 + accepted / drafts)


def alpha_from_ratio(r: ArrayLike, gamma: ArrayLike) -> Number:
    """The one alpha in [0, 1] whose acceptance ratio at draft length gamma >= 1 is r.

    Bisection down to neighbouring floats. The start is a proven bracket: r <= alpha because later drafts are reached
    less often, E - 1 <= alpha / (1 - alpha); and r >= alpha / gamma (first term), r >= alpha^((gamma + 1) / 2) (means).
    """
    r, gamma = _checked(r=(r, _UNIT), gamma=(gamma, _FROM_ONE))
    slack = 4 * np.finfo(np.float64).eps  # the bracket's own rounding
    low = np.maximum(r, gamma * r / (1 + gamma * r)) * (1 - slack)
    high = np.minimum(np.minimum(gamma * r, r ** (2 / (gamma + 1))) * (1 + slack), 1.0)
    while True:
        middle = low + (high - low) / 2
        between = (low < middle) & (middle < high)
        if not between.any():
            return _number(high)
        below = _ratio(middle, gamma) < r
        low, high = np.where(between & below, middle, low), np.where(between & ~below, middle, high)


_SERIES_BELOW = 3.0  # where the two forms of the variance lose equally little
_SERIES_TERMS = 14  # the next one is below 2**-58 of the sum at the bound above


def tokens_variance(alpha: ArrayLike, gamma: ArrayLike) -> Number:
    """Variance of the emitted tokens per verification (equally, of the accepted drafts), for constant alpha.

    With m = 2 gamma + 1 it is alpha (1 - alpha^m - m alpha^gamma (1 - alpha)) / (1 - alpha)^2. Near alpha = 1 three
    orders cancel there; with s = -ln(alpha) / 2 the bracket is 2 alpha^(m / 2) (sinh(m s) - m sinh(s)), whose series
    has positive terms only.
    """
    alpha, gamma = _checked(alpha=(alpha, _UNIT), gamma=(gamma, _NATURAL))
    m = 2 * gamma + 1
    with np.errstate(all="ignore"):  # each form is taken only where it is finite
        x = -m * np.log(alpha) / 2
        scale = alpha / (1 - alpha) ** 2
        direct = scale * (-np.expm1(-2 * x) - m * alpha**gamma * (1 - alpha))
        term, series = x**3 / 6, np.zeros_like(x)
        for j in range(1, _SERIES_TERMS + 1):
            series = series + term * (1 - m ** (-2.0 * j))
            term = term * x**2 / ((2 * j + 2) * (2 * j + 3))
        variance = np.where(x < _SERIES_BELOW, 2 * scale * alpha ** (gamma + 0.5) * series, direct)
    return _number(np.where((alpha == 1) | (gamma == 0), 0.0, variance))


def speedup(alpha: ArrayLike, gamma: ArrayLike, draft_cost: ArrayLike) -> Number:
    """E / (1 + gamma c) against plain decoding, where verifying costs one target step.

    Source: Leviathan et al. 2023, Theorem 3.8. Where verification is not free: `cycle_speedup`.
    """
    alpha, gamma, cost = _checked(alpha=(alpha, _UNIT), gamma=(gamma, _NATURAL), draft_cost=(draft_cost, _NON_NEGATIVE))
    return _number(_geometric(alpha, gamma + 1) / (1 + gamma * cost))


def operations_factor(alpha: ArrayLike, gamma: ArrayLike, operations_ratio: ArrayLike) -> Number:
    """Arithmetic per emitted token against plain decoding: (gamma c + gamma + 1) / E, c the operations of one draft.

    `operations_ratio` is drafter over target, per token. Source: Leviathan et al. 2023, Theorem 3.11.
    """
    alpha, gamma, ratio = _checked(
        alpha=(alpha, _UNIT), gamma=(gamma, _NATURAL), operations_ratio=(operations_ratio, _NON_NEGATIVE)
    )
    return _number((gamma * ratio + gamma + 1) / _geometric(alpha, gamma + 1))


def _unbounded(alpha: Real, cost: Real) -> Flags:
    endless: Flags = (alpha > cost) & ((cost == 0) | (alpha == 1))
    return endless


def _refuse_unbounded(alpha: Real, cost: Real) -> None:
    if _unbounded(alpha, cost).any():
        a, c = (float(values[_unbounded(alpha, cost)][0]) for values in (alpha, cost))
        raise BadInput(
            f"alpha {a:g}, draft_cost {c:g}: every further draft pays, the best draft length is unbounded; "
            "expected draft_cost above 0 and alpha below 1, or a max_gamma"
        )


def _exp_beyond_line(q: Real) -> Real:
    """e^q - 1 - q for q >= 0, without cancellation."""
    with np.errstate(over="ignore"):
        direct = np.expm1(q) - q
    term, series = q**2 / 2, np.zeros_like(q)
    for j in range(3, 22):  # at q = 1 the next term is below 2**-60 of the sum
        series, term = series + term, term * q / j
    return np.where(q < 1, series, direct)


_LINE_VANISHES = 1e30  # above this, 1 + q is below half an ulp of d in e^q = 1 + d + q


def optimal_gamma_real(alpha: ArrayLike, draft_cost: ArrayLike) -> Number:
    """The real gamma with the highest speedup, where drafting pays (alpha > c); 0 where it does not.

    (-W(-e^(-1 - d)) - 1) / lambda - 1 / c with lambda = -ln(alpha), d = lambda (1 / c - 1), W the lower Lambert branch.
    The argument of W underflows for small c, so Newton runs on its logarithm, w + ln(-w) = -1 - d. In q = ln(-w) that
    reads e^q - 1 - q = d, and the result is q / lambda - 1 (no 1 / c to cancel). Where c lies between alpha and
    alpha lambda / (1 - alpha) the real curve still has its top inside (0, 1): no whole draft pays there, 0 is returned.
    Errors: `BadInput` where it is unbounded (c = 0 with alpha > 0; alpha = 1 with c < 1).
    """
    alpha, cost = _checked(alpha=(alpha, _UNIT), draft_cost=(draft_cost, _NON_NEGATIVE))
    _refuse_unbounded(alpha, cost)
    pays = alpha > cost
    rate, c = -np.log(np.where(pays, alpha, 0.5)), np.where(pays, cost, 0.25)  # a stand-in where 0 is the answer
    with np.errstate(over="ignore"):
        d = rate * (1 - c) / c
    reach = np.minimum(d, _LINE_VANISHES)
    q = np.log1p(
        reach + np.sqrt(2 * reach)
    )  # right of the root, as e^q - 1 - q >= q^2 / 2: Newton comes down from here
    for _ in range(8):  # 4 reach the last digit from this start; the rest is spare
        q = q - (_exp_beyond_line(q) - reach) / np.expm1(q)
    q = np.where(d > _LINE_VANISHES, np.log(rate) - np.log(c), q)
    return _number(np.where(pays, np.maximum(q / rate - 1, 0.0), 0.0))


_DIGITS, _LOST_DIGITS = 60, 25  # two operations of the decimal form may magnify its rounding, each at most 2**53 times


def _longer_pays_exactly(a: Fraction, c: Fraction, gamma: int) -> bool:
    """Whether gamma + 1 drafts are strictly better than gamma: by long decimals, by fractions if those are close."""
    with localcontext() as context:
        context.prec = _DIGITS
        alpha, cost = Decimal(a.numerator) / a.denominator, Decimal(c.numerator) / c.denominator
        gain = alpha ** (gamma + 1) * ((1 + gamma * cost) * (1 - alpha) + cost)
        if abs(gain - cost) > cost.scaleb(_LOST_DIGITS - _DIGITS):
            return gain > cost
    return a ** (gamma + 1) * ((1 + gamma * c) * (1 - a) + c) > c


def best_draft_length(alpha: Exact, draft_cost: Exact, max_gamma: ArrayLike | None = None) -> Count:
    """The whole gamma (at most `max_gamma`) with the highest speedup; of equal ones the smallest.

    It is the smallest gamma with alpha^(gamma + 1) (1 + gamma c) <= c E(gamma), from where the speedup only falls. What
    is too close for floats is decided in exact arithmetic on the values given: a float stands for itself (0.2 is not
    1/5), `fractions.Fraction` and `decimal.Decimal` are taken as they are. 0: do not speculate (alpha <= c).
    Errors: `BadInput` where no draft length is best (c = 0 with alpha > 0; alpha = 1 with c < 1), unless `max_gamma`
    is given, which is then the answer.
    """
    rate, cost, limit = _checked(
        alpha=(alpha, _UNIT),
        draft_cost=(draft_cost, _NON_NEGATIVE),
        max_gamma=(LARGEST_COUNT if max_gamma is None else max_gamma, _NATURAL),
    )
    if max_gamma is None:
        _refuse_unbounded(rate, cost)
    endless = _unbounded(rate, cost)
    rate, cost = np.where(endless, 0.0, rate), np.where(endless, 1.0, cost)  # 0 drafts, until `limit` replaces it
    given = [np.broadcast_to(_as_given(value), endless.shape) for value in (alpha, draft_cost)]

    def longer_pays(gamma: Real) -> Flags:
        """alpha^(gamma + 1) (1 + gamma c) > c E(gamma)."""
        gain, price = rate ** (gamma + 1) * (1 + gamma * cost), cost * _geometric(rate, gamma + 1)
        better = np.asarray(gain > price)
        # Both sides carry a few ulp; 1e-13 is hundreds. Below 1e-300 floats lose digits.
        for row in np.argwhere(np.abs(gain - price) <= 1e-13 * price + 1e-300):
            place = tuple(row)
            a, c = (Fraction(*values[place].as_integer_ratio()) for values in given)
            better[place] = _longer_pays_exactly(a, c, int(gamma[place]))
        return better

    best = np.minimum(np.floor(optimal_gamma_real(rate, cost)), limit)
    while True:  # the real optimum is within one, but for its rounding when it is very large
        up = (best < limit) & longer_pays(best)
        down = (best > 0) & ~longer_pays(np.maximum(best - 1, 0))
        if not (up | down).any():
            break
        best = best + up - down
    best = np.where(endless, limit, best)
    if max_gamma is None and (best == LARGEST_COUNT).any():
        raise BadInput("draft_cost: so small that the best draft length is above 2**53; expected a max_gamma with it")
    return _count(best)


def verify_tokens(batch: ArrayLike, gamma: ArrayLike) -> Count:
    """Tokens in one verification step: batch (gamma + 1), each sequence sending its drafts and one token more."""
    batch, gamma = _checked(batch=(batch, _FROM_ONE), gamma=(gamma, _NATURAL))
    tokens = batch * (gamma + 1)
    if (tokens > LARGEST_COUNT).any():
        raise BadInput("batch, gamma: more than 2**53 tokens in one step; expected fewer")
    return _count(tokens)


def ridge(flops_per_s: ArrayLike, bytes_per_s: ArrayLike) -> Number:
    """The arithmetic intensity, in FLOP per byte, above which arithmetic rather than memory sets the time of a step."""
    flops_per_s, bytes_per_s = _checked(flops_per_s=(flops_per_s, _POSITIVE), bytes_per_s=(bytes_per_s, _POSITIVE))
    return _number(flops_per_s / bytes_per_s)


def weight_intensity(rows: ArrayLike, bytes_per_weight: ArrayLike) -> Number:
    """FLOP per byte of weights read: 2 rows / bytes_per_weight, a multiply and an add for each row. Weights only."""
    rows, bytes_per_weight = _checked(rows=(rows, _NATURAL), bytes_per_weight=(bytes_per_weight, _POSITIVE))
    return _number(2 * rows / bytes_per_weight)


def first_batch_past_ridge(gamma: ArrayLike, ridge: ArrayLike, bytes_per_weight: ArrayLike) -> Count:
    """The smallest batch whose verification, of batch (gamma + 1) rows, has a weight intensity strictly above `ridge`.

    Decided exactly for the floats given: a batch that lands on the ridge is not past it.
    """
    gamma, ridge, width = _checked(
        gamma=(gamma, _NATURAL), ridge=(ridge, _POSITIVE), bytes_per_weight=(bytes_per_weight, _POSITIVE)
    )
    batches = np.empty(gamma.shape)
    for place in np.ndindex(gamma.shape):
        exact = Fraction(float(ridge[place])) * Fraction(float(width[place])) / (2 * (int(gamma[place]) + 1))
        batches[place] = min(math.floor(exact) + 1, 2 * LARGEST_COUNT)
    if (batches > LARGEST_COUNT).any():
        raise BadInput("ridge, bytes_per_weight: no batch up to 2**53 is past the ridge; expected smaller values")
    return _count(batches)


def step_time_roofline(
    rows: ArrayLike,
    *,
    parameters: ArrayLike,
    bytes_per_weight: ArrayLike,
    flops_per_s: ArrayLike,
    bytes_per_s: ArrayLike,
    kv_bytes: ArrayLike = 0.0,
) -> Number:
    """Seconds of one forward step over `rows` tokens: the longer of its memory time and its arithmetic time.

    Memory: all weights once, and `kv_bytes` of KV cache (all sequences together). Arithmetic: 2 FLOP per parameter and
    row. Left out: attention's arithmetic, activations, launches, and any loss against the peak rates.
    """
    rows, parameters, width, flops, rate, kv = _checked(
        rows=(rows, _NATURAL),
        parameters=(parameters, _POSITIVE),
        bytes_per_weight=(bytes_per_weight, _POSITIVE),
        flops_per_s=(flops_per_s, _POSITIVE),
        bytes_per_s=(bytes_per_s, _POSITIVE),
        kv_bytes=(kv_bytes, _NON_NEGATIVE),
    )
    return _number(np.maximum((parameters * width + kv) / rate, 2 * parameters * rows / flops))


def verify_time(gamma: ArrayLike, *, intercept: ArrayLike, slope: ArrayLike) -> Number:
    """Seconds to verify gamma drafts in the measured linear model: intercept + slope gamma (both in seconds)."""
    gamma, intercept, slope = _checked(
        gamma=(gamma, _NATURAL), intercept=(intercept, _POSITIVE), slope=(slope, _NON_NEGATIVE)
    )
    return _number(intercept + slope * gamma)


def cycle_speedup(tokens: ArrayLike, *, plain_time: ArrayLike, draft_time: ArrayLike, verify_time: ArrayLike) -> Number:
    """Speedup of a cycle from its times: tokens plain_time / (draft_time + verify_time).

    `tokens` per cycle and sequence, bonus token included; `draft_time` for all drafts of the cycle; one unit for all.
    """
    tokens, plain, draft, verify = _checked(
        tokens=(tokens, _NON_NEGATIVE),
        plain_time=(plain_time, _POSITIVE),
        draft_time=(draft_time, _NON_NEGATIVE),
        verify_time=(verify_time, _POSITIVE),
    )
    return _number(tokens * plain / (draft + verify))
