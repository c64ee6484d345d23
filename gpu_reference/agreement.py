"""Do two implementations of a sampler say the same? On dyadic laws bit for bit; on float laws up to a stated distance.

On dyadic laws with few bits every sum and product is exact in any order, so any difference is a fault. On other laws a
backend rounds otherwise than the oracle, and a decision may turn where a coin lies next to its boundary. Each mismatch is
looked at: the quantity that was compared must lie within `bound` of its boundary, else it is a fault; the others are counted.

The bound. Let η = ε/2 be the unit roundoff, d the number of additions a mass passes (`Backend.depth`). A sum of
nonnegative terms is off by at most g = dη/(1 - dη), relatively (Higham, Accuracy and Stability, §4.2). A weight w after γ
quotients and products is off by γε relatively, so the masses (w p - q)₊ are off by (γ + 1)ε in all.
Token: the cumulative mass and the threshold u·total are each off by g·total + (γ + 1)ε, the threshold by another ε:
2 g total + (2γ + 4)ε. Acceptance of block verification, u(R + 1 - w) < R with R ≤ 1: 2g + (3γ + 6)ε. Acceptance by token,
u·q < p: one rounding, ε max(p, u q). Both sides round, so both sides' bounds are added.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from . import rejection
from .backends import Sampler
from .laws import Floats, Ints

EXAMINED = 2000
"""Mismatches looked at in one comparison. A right backend has a handful; what is left over counts as faults."""


class Call(NamedTuple):
    """The arguments of a sampler."""

    draft_tokens: Ints
    draft_probs: Floats
    target_probs: Floats
    uniforms: Floats
    draft_lens: Ints | None = None

    def rows(self, rows: Ints | slice) -> Call:
        """The call of some rows alone."""
        x, q, p, coins, lens = self
        return Call(x[rows], q[rows], p[rows], coins[rows], None if lens is None else lens[rows])

    def run(self, sampler: Sampler) -> Ints:
        """What a sampler emits: int64[batch, gamma+1]."""
        return sampler(*self[:4], draft_lens=self.draft_lens)


@dataclass(frozen=True)
class Agreement:
    """What a comparison found; `nearest` is the largest share of its bound that a mismatch near a boundary used up."""

    rows: int
    equal: int
    near: int
    faults: int
    nearest: float = 0.0
    first_fault: str = ""

    @property
    def passed(self) -> bool:
        """No fault in at least one row."""
        return self.rows > 0 and not self.faults


class Gap(NamedTuple):
    """How far a decision was from its boundary, and how far rounding can move it; `fault` where it is no such thing."""

    distance: float
    bound: float
    what: str
    fault: bool = False


EPS = float(np.finfo(np.float64).eps)


@dataclass(frozen=True)
class Rounding:
    """How a backend rounds: the ε of its dtype, and the additions it puts a mass through. The oracle's is added to it."""

    eps: float
    depth: int

    def sums(self, total: float, vocab: int) -> float:
        """2 g total of both sides; the oracle adds token by token."""
        return 2.0 * total * (_growth(self.depth, self.eps) + _growth(vocab, EPS))

    def ulps(self, count: float) -> float:
        """So many ε of both sides."""
        return count * (self.eps + EPS)


def _growth(depth: int, eps: float) -> float:
    """g = dη/(1 - dη)."""
    return depth * eps / 2 / (1 - depth * eps / 2)


def bit_for_bit(kind: str, candidate: Sampler, call: Call) -> Agreement:
    """A candidate against the oracle's `kind` on a call whose laws are dyadic: every difference is a fault."""
    expected, found = call.run(rejection.SAMPLERS[kind]), call.run(candidate)
    if problem := _shape(found, expected):
        return Agreement(len(expected), 0, 0, len(expected), 0.0, problem)
    wrong = np.flatnonzero((expected != found).any(axis=1))
    first = f"row {wrong[0]}: {found[wrong[0]].tolist()}, expected {expected[wrong[0]].tolist()}" if wrong.size else ""
    return Agreement(len(expected), len(expected) - wrong.size, 0, int(wrong.size), 0.0, first)


def near_boundaries(kind: str, candidate: Sampler, call: Call, rounding: Rounding) -> Agreement:
    """A candidate against the oracle's `kind` on float laws: a mismatch beyond its bound is a fault, the others are counted."""
    expected, found = call.run(rejection.SAMPLERS[kind]), call.run(candidate)
    if problem := _shape(found, expected):
        return Agreement(len(expected), 0, 0, len(expected), 0.0, problem)
    wrong = np.flatnonzero((expected != found).any(axis=1))
    near, nearest, faults, first = 0, 0.0, max(0, wrong.size - EXAMINED), ""
    for row in wrong[:EXAMINED]:
        gap = _gap(kind, call.rows(slice(row, row + 1)), expected[row], found[row], rounding)
        if gap.fault or not gap.distance <= gap.bound:
            faults += 1
            first = first or (
                f"row {row}: {found[row].tolist()}, expected {expected[row].tolist()}: {gap.what}"
                f"{'' if gap.fault else f' {gap.distance:.3g} from its boundary, rounding explains {gap.bound:.3g}'}"
            )
        else:
            near, nearest = near + 1, max(nearest, gap.distance / gap.bound)
    return Agreement(len(expected), len(expected) - wrong.size, near, faults, nearest, first)


def alone_as_in_a_batch(candidate: Sampler, call: Call, together: Ints | None = None, *, rows: int = 16) -> Agreement:
    """Whether a row's tokens depend on nothing but the row: no other ones in a second run, in another order, or alone.

    `together` is what the rows of the call gave before, in a larger batch say; the first `rows` are run one by one.
    """
    together = call.run(candidate) if together is None else together
    order = np.random.default_rng(0).permutation(len(together))
    same = (call.run(candidate) == together).all(axis=1)
    same[order] &= (call.rows(order).run(candidate) == together[order]).all(axis=1)
    for row in range(min(rows, len(together))):
        same[row] &= bool((call.rows(slice(row, row + 1)).run(candidate)[0] == together[row]).all())
    wrong = np.flatnonzero(~same)
    first = f"row {wrong[0]}: other tokens alone, or in another batch" if wrong.size else ""
    return Agreement(len(together), len(together) - wrong.size, 0, int(wrong.size), 0.0, first)


def _shape(found: object, expected: Ints) -> str:
    if not isinstance(found, np.ndarray):
        return f"found a {type(found).__name__}, expected int64{list(expected.shape)}"
    if found.shape != expected.shape or found.dtype != np.int64:
        return f"found {found.dtype.name}{list(found.shape)}, expected int64{list(expected.shape)}"
    return ""


def _gap(kind: str, call: Call, expected: Ints, found: Ints, rounding: Rounding) -> Gap:
    """Which decision of one row turned, and how far it was from its boundary."""
    x, q, p, coins = (array[0] for array in call[:4])
    length = len(x) if call.draft_lens is None else int(call.draft_lens[0])
    mine, theirs = int((expected >= 0).sum()) - 1, int((found >= 0).sum()) - 1
    formed = 0 <= theirs <= length and (found[:theirs] == x[:theirs]).all() and (found[theirs + 1 :] == -1).all()
    if not formed or not 0 <= found[theirs] < p.shape[1]:
        return Gap(0.0, 0.0, "not accepted drafts, one token, then -1", fault=True)
    if p[theirs, found[theirs]] <= 0:
        return Gap(0.0, 0.0, f"token {found[theirs]} has target probability 0", fault=True)
    return DECISIONS[kind](Row(x, q, p, coins, length), mine, theirs, expected, found, rounding)


class Row(NamedTuple):
    """One row of a call, and its draft's length."""

    x: Ints
    q: Floats
    p: Floats
    coins: Floats
    length: int


def _token_gap(masses: Floats, coin: float, one: int, other: int, gamma: int, rounding: Rounding) -> Gap:
    """Two tokens by inverse CDF from one law: every boundary between them must be near the threshold."""
    cumulative = np.cumsum(masses)
    total = float(cumulative[-1])
    bound = rounding.sums(total, len(masses)) + rounding.ulps(2 * gamma + 4)
    if total <= bound:  # a residual that rounding can empty
        return Gap(total, bound, "residual")
    between = cumulative[min(one, other) : max(one, other)]
    return Gap(float(np.abs(between - coin * total).max()), bound, "cumulative mass")


def _by_token(row: Row, mine: int, theirs: int, expected: Ints, found: Ints, rounding: Rounding) -> Gap:
    if mine != theirs:
        i = min(mine, theirs)
        product, mass = row.coins[i] * row.q[i, row.x[i]], row.p[i, row.x[i]]
        return Gap(abs(float(product - mass)), rounding.ulps(float(max(product, mass))), f"acceptance at {i}")
    masses = row.p[mine] if mine == row.length else np.maximum(row.p[mine] - row.q[mine], 0.0)
    return _token_gap(masses, row.coins[-1], expected[mine], found[mine], 0, rounding)


def _by_point_mass(row: Row, mine: int, theirs: int, expected: Ints, found: Ints, rounding: Rounding) -> Gap:
    if mine != theirs:
        return Gap(0.0, 0.0, "acceptance compares two inputs, nothing is rounded", fault=True)
    masses = row.p[mine].copy()
    if mine < row.length:
        masses[row.x[mine]] = 0.0
    return _token_gap(masses, row.coins[-1], expected[mine], found[mine], 0, rounding)


def _by_target_sample(row: Row, mine: int, theirs: int, expected: Ints, found: Ints, rounding: Rounding) -> Gap:
    i = int(np.argmax(expected != found))
    if found[i] < 0 or expected[i] < 0:
        return Gap(0.0, 0.0, "the drafted token was drawn, and not accepted", fault=True)
    return _token_gap(row.p[i], row.coins[i if i < row.length else -1], expected[i], found[i], 0, rounding)


def _by_block(row: Row, mine: int, theirs: int, expected: Ints, found: Ints, rounding: Rounding) -> Gap:
    gamma, vocab = row.q.shape
    weights = [1.0]
    for i in range(row.length):
        mass, drawn = weights[-1] * row.p[i, row.x[i]], row.q[i, row.x[i]]
        weights.append(float(mass / drawn) if mass < drawn else float(mass > 0))
    if mine != theirs:
        i = max(mine, theirs)
        w, coin = weights[i], row.coins[i - 1]
        left = 1.0 if i == row.length else float(np.maximum(w * row.p[i] - row.q[i], 0.0).sum())
        distance = abs(coin - w) if i == row.length else abs(coin * (left + 1 - w) - left)
        return Gap(float(distance), rounding.sums(1.0, vocab) + rounding.ulps(3 * gamma + 6), f"acceptance at {i}")
    masses = row.p[mine] if mine == row.length else np.maximum(weights[mine] * row.p[mine] - row.q[mine], 0.0)
    return _token_gap(masses, row.coins[-1], expected[mine], found[mine], gamma, rounding)


Decision = Callable[[Row, int, int, Ints, Ints, Rounding], Gap]

DECISIONS: dict[str, Decision] = {
    "token_wise": _by_token,
    "block_wise": _by_block,
    "point_mass": _by_point_mass,
    "target_sample": _by_target_sample,
}
"""Sampler -> the decision that turned: (row, accepted here, accepted there, tokens here, tokens there, rounding)."""
