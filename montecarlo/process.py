"""The processes of speculative decoding, run draft by draft: draw, accept or reject, stop. No formula is used.

A verification tests its gamma drafts in order and stops at the first rejection. Sequences are exchangeable, so it is
enough to count them: of the n that reach a position, each draws one uniform u in [0, 1) and passes if u < alpha.
Every function returns a histogram `int64[gamma + 1]`: entry k is the number of verifications that accepted k drafts
(k + 1 tokens are emitted, bonus or recovered token included).

Uniforms are multiples of 2**-53, so alpha is realised to within 2**-53; `compare` allows for it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from ..errors import BadInput
from .streams import natural

Counts = npt.NDArray[np.int64]

TILE = 2**16
"""Uniforms drawn at once, into a buffer that is used again: 512 KiB, which stays in a core's second-level cache (1 MiB
and more today) between drawing and testing, and long enough to hide the cost of a call. Results do not depend on it."""


def tiles(total: int) -> Iterator[int]:
    """The sizes of successive pieces of `total`, none above `TILE`."""
    for start in range(0, total, TILE):
        yield min(TILE, total - start)


def accepted_counts(rng: np.random.Generator, sequences: int, alphas: Sequence[float]) -> Counts:
    """Accepted drafts per verification when the draft at position i, if reached, passes with probability alphas[i].

    `alphas` has gamma entries in [0, 1] (gamma = 0: no draft, all in entry 0). Draws one uniform per reached position.
    Raises `BadInput` for a probability outside [0, 1].
    """
    _probabilities(alphas)
    reached = natural("sequences", sequences)
    counts = np.zeros(len(alphas) + 1, np.int64)
    uniforms, passed = np.empty(min(reached, TILE)), np.empty(min(reached, TILE), np.bool_)
    for position, alpha in enumerate(alphas):
        accepted = 0
        for size in tiles(reached):
            rng.random(out=uniforms[:size])
            accepted += int(np.count_nonzero(np.less(uniforms[:size], alpha, out=passed[:size])))
        counts[position] = reached - accepted
        reached = accepted
    counts[-1] = reached
    return counts


def mixture_counts(
    rng: np.random.Generator, sequences: int, weights: Sequence[float], alphas: Sequence[Sequence[float]]
) -> Counts:
    """Accepted drafts when each sequence first draws its kind, j with probability weights[j], then runs by alphas[j].

    With alphas[j] = [a_j] * gamma this is an acceptance rate drawn per sequence; with rows of different lengths, a
    draft length that varies. The histogram has as many entries as the longest row needs.
    """
    if len(alphas) != len(weights):
        raise BadInput(f"{len(weights)} weights for {len(alphas)} kinds of sequence")
    counts = np.zeros(max(len(row) for row in alphas) + 1, np.int64)
    for size, row in zip(kinds(rng, sequences, weights), alphas, strict=True):
        counts[: len(row) + 1] += accepted_counts(rng, int(size), row)
    return counts


def kinds(rng: np.random.Generator, sequences: int, weights: Sequence[float]) -> Counts:
    """How many sequences are of each kind when each draws its own, j with probability weights[j]: `int64[kinds]`.

    Raises `BadInput` unless the weights are probabilities that sum to 1 (within rounding).
    """
    _probabilities(weights)
    if not weights or abs(sum(weights) - 1.0) > 1e-12:  # a sum of a few rounded fractions errs by some 1e-16 each
        raise BadInput(f"weights {list(weights)} sum to {sum(weights)}, expected 1")
    edges = np.cumsum(weights)[:-1]  # the last edge is 1, which no uniform reaches
    counts = np.zeros(len(weights), np.int64)
    uniforms = np.empty(min(natural("sequences", sequences), TILE))
    for size in tiles(sequences):
        rng.random(out=uniforms[:size])
        drawn = np.searchsorted(edges, uniforms[:size], side="right")
        counts += np.bincount(drawn, minlength=len(weights))
    return counts


def independent_counts(rng: np.random.Generator, sequences: int, alphas: Sequence[float]) -> Counts:
    """Surviving drafts when every draft is tested whatever became of those before it: a rejection discards only itself.

    No engine does this. It is what `1 + gamma * alpha` assumes, and it gives exactly that.
    """
    _probabilities(alphas)
    counts = np.zeros(len(alphas) + 1, np.int64)
    largest = min(natural("sequences", sequences), TILE)
    uniforms, survivors = np.empty(largest), np.empty(largest, np.int64)
    for size in tiles(sequences):
        survivors[:size] = 0
        for alpha in alphas:
            rng.random(out=uniforms[:size])
            survivors[:size] += uniforms[:size] < alpha
        counts += np.bincount(survivors[:size], minlength=len(counts))
    return counts


def all_or_nothing_counts(rng: np.random.Generator, sequences: int, alphas: Sequence[float]) -> Counts:
    """Kept drafts when one rejection discards the whole draft, the accepted beginning included."""
    counts = accepted_counts(rng, sequences, alphas)
    whole = counts[-1]
    counts[:] = 0
    counts[0] += sequences - whole
    counts[-1] += whole  # gamma = 0: entry 0 is the last one, and `sequences - whole` is 0
    return counts


def reached(counts: Counts) -> Counts:
    """From a histogram of accepted drafts, how many verifications accepted at least k of them, k = 0 .. gamma."""
    return np.cumsum(counts[::-1])[::-1]


def _probabilities(values: Sequence[float]) -> None:
    for value in values:
        if not 0 <= value <= 1:  # NaN fails too
            raise BadInput(f"probability {value}, expected a number in [0, 1]")
