"""What samplers emit, in counts: which rows are emissions at all, how often each came, how many drafts they accept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import gammaln, logsumexp

from .instances import Instance, Prefix
from .judgement import token_wise_acceptance
from .laws import Ints
from .rows import emission_fault

BETS = 2.0 ** -np.arange(12)
"""Stakes of the test of the mean, as shares of the largest that cannot lose everything."""


@dataclass(frozen=True)
class Rate:
    """Accepted drafts of a row, observed and under token-wise verification; `faster` and `slower` are logs of evidence."""

    instance: Instance
    observed: float
    token_wise: float
    slower: float
    faster: float


def emissions(out: Ints, vocab: int) -> Iterator[tuple[Prefix, int]]:
    """What was emitted, without the -1, and how often. The rows are emissions."""
    counts = np.bincount(coded(out, vocab))
    for code in np.flatnonzero(counts).tolist():
        row, rest = [], code
        while rest:
            rest, digit = divmod(rest, vocab + 1)
            row.append(digit - 1)
        yield tuple(reversed(row)), int(counts[code])


def coded(out: Ints, vocab: int) -> Ints:
    """The emitted tokens, counted from 1, as digits of a number in base vocab + 1."""
    code = np.zeros(len(out), np.int64)
    for column in out.T:
        code = np.where(column >= 0, code * (vocab + 1) + column + 1, code)
    return code


def rate_of(instance: Instance, emitted: Mapping[Prefix, int]) -> Rate:
    """Accepted drafts against token-wise verification, with evidence that their mean is smaller, and larger.

    Evidence: Π(1 + λ(m - X)) has expected value at most 1 where the mean of X, in [0, gamma], is m or more; mixed over λ.
    """
    counts = np.zeros(instance.gamma + 1, np.int64)
    for row, count in emitted.items():
        counts[len(row) - 1] += count
    mean = float(token_wise_acceptance(instance))
    accepted = np.arange(instance.gamma + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        factors = [1 + BETS[:, None] / max(instance.gamma, 1) * side * (mean - accepted) for side in (1, -1)]
        slower, faster = (
            float(logsumexp(np.log(f[:, counts > 0]) @ counts[counts > 0]) - np.log(len(BETS))) for f in factors
        )
    return Rate(instance, float(accepted @ counts / counts.sum()), mean, slower, faster)


def two_samples(one: Ints, other: Ints) -> float:
    """Log of how much likelier two samples of codes are under two laws than under one (each law uniformly drawn)."""
    found, which = np.unique(np.concatenate([one, other]), return_inverse=True)
    both, first, second = (
        log_chance(np.bincount(part, minlength=len(found))) for part in (which, which[: len(one)], which[len(one) :])
    )
    return first + second - both


def log_chance(counts: Ints) -> float:
    """Log probability of a sequence of draws with these counts, when every law is as likely."""
    return float(gammaln(counts + 1.0).sum() + gammaln(counts.size) - gammaln(counts.sum() + counts.size))


def output_fault(out: Any, lens: Ints | None, gamma: int, vocab: int) -> str:
    """What is wrong with a sampler's output for a batch, in a line; "" for nothing."""
    batch = len(out) if lens is None else len(lens)
    if not isinstance(out, np.ndarray) or out.dtype != np.int64 or out.shape != (batch, gamma + 1):
        found = f"{out.dtype.name}{list(out.shape)}" if isinstance(out, np.ndarray) else f"a {type(out).__name__}"
        return f"returned {found}, expected int64{[batch, gamma + 1]}"
    most = np.full(batch, gamma) if lens is None else lens
    length = np.argmin(np.column_stack([out >= 0, np.zeros(batch, np.bool_)]), axis=1)
    right = (out == np.where(np.arange(gamma + 1) < length[:, None], np.clip(out, 0, vocab - 1), -1)).all(axis=1)
    right &= (length >= 1) & (length <= most + 1)
    if right.all():
        return ""
    row = int(np.argmin(right))
    return emission_fault(out[row].tolist(), vocab, int(most[row]) + 1)
