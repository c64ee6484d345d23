"""An anytime-valid test of "these draws come from this law", on finitely many outcomes.

The evidence E is an e-process: under the null law its expected value is at most 1 at every time, so by Ville's inequality
it ever reaches 1/ε with probability at most ε, however often one looks and whenever one stops. E is a mixture of

- likelihood ratios against given laws Q (the rivals), at full strength and thinned to (1-λ)P + λQ, λ = 1/2, 1/4, ...;
- Dirichlet mixtures around the null, with concentrations c = 1, 4, 16, ...: the law itself is drawn from Dirichlet(c·P).
  Large c finds small deviations after many draws, small c finds large ones after few. The same on coarser outcomes
  (`groupings`), where fewer directions are paid for.

Every part depends on the draws through their counts alone, so the test keeps nothing but counts. An outcome that has
probability 0 under the null refutes at once.

Draws needed. Against a rival in the mixture log E grows by KL(Q‖P) a draw and starts from the log of its weight, so about
(log(1/ε) + log(1/weight))/KL(Q‖P) draws are needed; nothing can need fewer than about log(1/ε)/KL(Q‖P).

What it would have seen (`smallest_seen`). Let P have K outcomes with P(x) > 0, Q be any law at total variation distance δ,
and n draws be made. Write a = c·P(x), S = c + n, p̂ for the observed shares and p̃ = (cP + n·p̂)/S.

1. For A = {Q > P}, Q(A) - P(A) = δ; by Hoeffding p̂(A) ≥ Q(A) - h with probability 1 - β, h = √(log(1/β)/(2n)). So
   TV(p̂, P) ≥ δ - h.
2. With log Γ(z) = (z - ½)log z - z + ½log 2π + r(z), r positive and decreasing, the Dirichlet part is exactly
   log E_c = S·KL(p̃‖P) - (K-1)/2·log(S/c) - ½Σ log(p̃(x)/P(x)) + Σ(r(a + n(x)) - r(a)) - r(S) + r(c)
   and r(a + n(x)) > 0, r(c) ≥ r(S).
3. With t = p̃(x)/P(x), S·KL = Σ S·P(x)·(t log t - t + 1). A share κ of it pays for the third term: outcome x costs
   at most m(x) = max over t of ½log t - κ·S·P(x)·(t log t - t + 1), attained at t log t = 1/(2κ·S·P(x)).
4. The rest, by Pinsker: (1-κ)·S·KL ≥ 2(1-κ)·S·TV(p̃, P)² = 2(1-κ)·n²·TV(p̂, P)²/S.

So log E ≥ log(1/ε) once 2(1-κ)n²(δ-h)²/S ≥ log(1/ε) + log(1/weight) + (K-1)/2·log(S/c) + Σ(r(a) + m(x)). The smallest
such δ over c and κ is reported. (Draws from outside P's support refute at once, which only helps.)

Sources: Ville 1939; Robbins 1970, the method of mixtures; Krichevsky and Trofimov 1981. The bound is our own derivation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import gammaln, lambertw, logsumexp

from ..errors import BadInput
from .laws import Floats, Ints

FALSE_ALARM = 1e-9
"""The probability with which a right law is ever refuted."""

MISS = 1e-6
"""The probability with which a law at the reported distance is not refuted."""

THINNED = tuple(2.0**-k for k in range(1, 14))
"""Strengths of a rival that is only now and then at work: between two, at most a sixth of the growth is lost."""

CONCENTRATIONS = 4.0 ** np.arange(15)
"""Up to 2^28, the most draws that make sense; beyond it `gammaln` would lose the digits that count."""

ROUNDING = 1e-3
"""What log E must exceed log(1/ε) by: more than the rounding of `gammaln` and of the null law for 2^28 draws."""

FIRST, GROWTH = 16, 0.25
"""Draws of the first batch, and of each later one as a share of those made: the most by which a stop comes late."""

SHARES = tuple(2.0**-k for k in range(1, 6))
"""The values of κ that are tried."""

RIVALS = 0.5
"""Weight of the rivals in the mixture, where there are any; half of it at full strength."""


@dataclass(frozen=True)
class SequentialTest:
    """A null law (float64[K], prepared by `sequential_test`) and the parts of the mixture with their weights."""

    null: Floats
    names: tuple[str, ...]
    """Of each row of `log_ratios`: the rival's name; thinned ones bear it too."""
    log_ratios: Floats
    """log(Q(x)/P(x)) for each rival and strength, [rows, K]; 0 where P(x) = 0, which is judged before."""
    log_weights: Floats
    """Of each row of `log_ratios`."""
    groupings: tuple[Ints, ...]
    """Outcome -> class; the first is the identity."""
    log_weight_generic: float
    """Of each Dirichlet part: one for each grouping and concentration."""
    false_alarm: float


@dataclass(frozen=True)
class Tested:
    """How a test ended: after how many draws, with how much evidence, and what was counted."""

    draws: int
    log_evidence: float
    refuted: bool
    counts: Ints


def sequential_test(
    null: Floats,
    rivals: Mapping[str, Floats] | None = None,
    groupings: Sequence[Ints] = (),
    false_alarm: float = FALSE_ALARM,
) -> SequentialTest:
    """The test of a law float64[K] that mixes in the rivals' laws and coarser outcomes (int64[K], outcome -> class).

    A rival that is the null itself is left out. Raises `BadInput` for what is no law, and for shapes that do not fit.
    """
    null = _law("null law", null, len(null))
    names: list[str] = []
    rows: list[Floats] = []
    weights: list[float] = []
    laws = {name: _law(name, law, len(null)) for name, law in (rivals or {}).items()}
    different = {name: law for name, law in laws.items() if np.abs(law - null).max() > len(null) * np.finfo(float).eps}
    for name, law in different.items():
        for strength in (1.0, *THINNED):
            names.append(name)
            rows.append(_log_ratio(law, null, strength))
            weights.append(RIVALS / len(different) / 2 / (1 if strength == 1.0 else len(THINNED)))
    classes: tuple[Ints, ...] = (
        np.arange(len(null), dtype=np.int64),
        *(np.asarray(grouping, np.int64) for grouping in groupings),
    )
    for grouping in classes:
        if grouping.shape != null.shape or (grouping < 0).any():
            raise BadInput(f"grouping of shape {list(grouping.shape)}: expected a class from 0 for each of {len(null)}")
    generic = (1 - RIVALS if different else 1.0) / (len(classes) * len(CONCENTRATIONS))
    ratios = np.stack(rows) if rows else np.zeros((0, len(null)))
    return SequentialTest(
        null, tuple(names), ratios, np.log(np.array(weights)), classes, float(np.log(generic)), false_alarm
    )


def log_evidence(test: SequentialTest, counts: Ints) -> float:
    """log E after draws with these counts, int64[K]; infinite where an outcome of probability 0 was drawn."""
    if (counts[test.null == 0] > 0).any():
        return float("inf")
    generic = [dirichlet(test.null, counts, grouping) for grouping in test.groupings]
    parts = np.concatenate([log_likelihood_ratios(test, counts) + test.log_weights, *generic])
    parts[len(test.names) :] += test.log_weight_generic
    return float(logsumexp(parts))


def log_likelihood_ratios(test: SequentialTest, counts: Ints) -> Floats:
    """The log likelihood ratio of each rival and strength against the null, in the order of `test.names`."""
    drawn = counts > 0
    found: Floats = test.log_ratios[:, drawn] @ counts[drawn]
    return found


def dirichlet(null: Floats, counts: Ints, grouping: Ints | None = None) -> Floats:
    """log E of the Dirichlet part for each concentration; every drawn outcome must have P(x) > 0."""
    if grouping is not None:
        null = np.bincount(grouping, null).astype(np.float64)
        counts = np.bincount(grouping, counts).astype(np.int64)
    kept = null > 0
    law, drawn, total = null[kept] / null.sum(), counts[kept], int(counts.sum())
    centre = CONCENTRATIONS[:, None] * law
    marginal = (gammaln(centre + drawn) - gammaln(centre)).sum(axis=1)
    marginal -= gammaln(CONCENTRATIONS + total) - gammaln(CONCENTRATIONS)
    found: Floats = marginal - float(drawn @ np.log(law))
    return found


def threshold(test: SequentialTest) -> float:
    """What log E must reach to refute."""
    return float(np.log(1 / test.false_alarm)) + ROUNDING


def refutes(test: SequentialTest, counts: Ints) -> bool:
    """Whether draws with these counts refute the null law."""
    return log_evidence(test, counts) >= threshold(test)


def smallest_seen(test: SequentialTest, draws: int, miss: float = MISS) -> float:
    """The total variation distance from which on any law is refuted by so many draws, but for a probability `miss`.

    At most 1; 1 also means that nothing is promised. The module's docstring has the derivation.
    """
    return distance_seen([(test.null, draws)], threshold(test) - test.log_weight_generic, miss)


def distance_seen(contexts: Sequence[tuple[Floats, int]], needed: float, miss: float = MISS) -> float:
    """The same for draws from several known laws, each with its Dirichlet part, whose log E add up to `needed` or more.

    `contexts` are the laws and how often each was drawn from; the distance is the mean over all draws. Steps 2-4 hold for
    each law; Σ n(i)²δ(i)²/(c + n(i)) ≥ (Σ n(i)δ(i))²/Σ(c + n(i)) by Cauchy and Schwarz, and Hoeffding's (Azuma's)
    inequality holds for all draws together, so S becomes the sum of c + n(i), and the costs add up.
    """
    draws = sum(count for _, count in contexts)
    if draws < 1:
        return 1.0
    luck = float(np.sqrt(np.log(1 / miss) / (2 * draws)))
    best = 1.0
    for share in SHARES:
        paid, whole = np.full(len(CONCENTRATIONS), needed), np.zeros(len(CONCENTRATIONS))
        for law, count in contexts:
            whole += CONCENTRATIONS + count
            paid += _cost(law[law > 0], count, share)
        distance = np.sqrt(np.maximum(paid, 0.0) * whole / (2 * (1 - share))) / draws
        best = min(best, float(distance.min()) + luck)
    return best


def batches(most: int, first: int = FIRST) -> Iterator[int]:
    """Sizes of the batches that make `most` draws: small ones first, so that a bad law is found after few."""
    made = 0
    while made < most:
        size = min(max(first, int(made * GROWTH)), most - made)
        yield size
        made += size


def run(test: SequentialTest, draw: Callable[[int], Ints], most: int, first: int = FIRST) -> Tested:
    """Draw in batches until the law is refuted or `most` draws are made; `draw(n)` counts n fresh draws, int64[K]."""
    counts = np.zeros(len(test.null), np.int64)
    evidence = 0.0
    for size in batches(most, first):
        counts = counts + draw(size)
        evidence = log_evidence(test, counts)
        if evidence >= threshold(test):
            return Tested(int(counts.sum()), evidence, True, counts)
    return Tested(int(counts.sum()), evidence, False, counts)


def _law(name: str, law: Floats, size: int) -> Floats:
    found = np.asarray(law, np.float64)
    if found.shape != (size,) or not np.isfinite(found).all() or (found < 0).any() or abs(found.sum() - 1) > 1e-9:
        raise BadInput(f"{name}: expected {size} probabilities that sum to 1")
    normal: Floats = found / found.sum()
    return normal


def _log_ratio(law: Floats, null: Floats, strength: float) -> Floats:
    with np.errstate(divide="ignore"):
        ratio = np.divide(law, null, out=np.ones_like(null), where=null > 0)
        found: Floats = np.log((1 - strength) + strength * ratio)
    return found


def _binet(z: Any) -> Any:
    """r(z) = log Γ(z) - ((z - ½)log z - z + ½log 2π); from its series, an upper bound, where that cancels."""
    small = np.minimum(z, 100.0)
    exact = gammaln(small) - ((small - 0.5) * np.log(small) - small + 0.5 * np.log(2 * np.pi))
    return np.where(z < 100.0, exact, 1 / (12 * z))


def _cost(law: Floats, draws: int, share: float) -> Floats:
    """What steps 2 and 3 take off S·KL for one law, by concentration: (K-1)/2·log(S/c) + Σ(r(a) + m(x))."""
    whole = CONCENTRATIONS + draws
    directions = (len(law) - 1) / 2 * np.log(whole / CONCENTRATIONS)
    found: Floats = directions + (_binet(CONCENTRATIONS[:, None] * law) + _peak(share * whole[:, None] * law)).sum(
        axis=1
    )
    return found


def _peak(weight: Any) -> Any:
    """m = max over t of ½log t - weight·(t log t - t + 1)."""
    log_t = np.real(lambertw(1 / (2 * weight)))
    t = np.exp(log_t)
    return 0.5 * log_t - weight * (t * log_t - t + 1)
