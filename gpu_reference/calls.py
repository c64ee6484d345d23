"""Calls of a sampler to hold backends against each other: dyadic ones (nothing is rounded) and float ones, by seed.

Shapes as in `rejection`. Dyadic laws live on a few tokens of the vocabulary, the same ones for p and q, so that drafts are
accepted and refused at any vocabulary; some rows have p = q, some coins are the first or the last that there is.
"""

from __future__ import annotations

import numpy as np

from ..errors import BadInput
from . import rejection
from .agreement import Call
from .laws import Floats, Ints

SUPPORT = 16
"""Tokens that a dyadic law spreads over at most."""

EQUAL = 0.15
"""The share of rows with p = q, and of coins at an end of [0, 1)."""

HALVINGS = ((0,), (1, 1), (1, 2, 2), (2, 2, 2, 2), (1, 2, 3, 3), (1, 3, 3, 3, 3), (2, 2, 3, 3, 3, 3))
"""Laws of powers of two, as exponents: block verification divides by q(x), which is then exact."""

FINEST = max(exponent for law in HALVINGS for exponent in law)


def dyadic_call(seed: int, batch: int, gamma: int, vocab: int, *, dtype: str = "float64", ragged: bool = False) -> Call:
    """Laws with so few bits that every sum and product of either verification is exact in `dtype`, in any order.

    p is in units of 2^-b, so the weight after i drafts is in units of 2^-bi and its product with p in units of 2^-b(i+1): b is
    the mantissa over γ + 1, at most 10. Token-wise rows and block rows come from the same laws.
    """
    rng = np.random.default_rng(seed)
    bits = min(10, (np.finfo(dtype).nmant - 1) // (gamma + 1))
    if bits < FINEST:
        raise BadInput(f"gamma {gamma}: {dtype} leaves {bits} bits for exact laws: expected {FINEST} or more")
    support = min(SUPPORT, vocab)
    tokens = np.stack([rng.choice(vocab, size=support, replace=False) for _ in range(batch)])
    p = _spread(_multinomial(rng, (batch, gamma + 1, support), 1 << bits), tokens, vocab)
    q = _spread(_halvings(rng, (batch, gamma, support)), tokens, vocab)
    equal = np.flatnonzero(rng.random(batch) < EQUAL)
    p[equal, :gamma] = q[equal]
    coins = rng.integers(0, 64, (batch, gamma + 1)) / 64  # six bits: boundaries are hit
    ends = rng.integers(0, 2, coins.shape) * (1.0 - float(np.finfo(dtype).epsneg))
    return _drafted(rng, q, p, np.where(rng.random(coins.shape) < EQUAL, ends, coins), ragged)


def float_call(seed: int, batch: int, gamma: int, vocab: int, *, dtype: str = "float64", ragged: bool = False) -> Call:
    """Skewed laws with a draft near the target, rounded to `dtype`, and coins with all its bits."""
    rng = np.random.default_rng(seed)
    p = rng.standard_exponential((batch, gamma + 1, vocab))
    p *= p
    q = rng.random((batch, gamma, vocab))
    q *= p[:, :gamma]
    for law in (p, q):  # in place: at the largest size a copy is a gigabyte and more
        law /= law.sum(axis=-1, keepdims=True)
        if dtype != "float64":
            law[...] = law.astype(dtype)
    units = 1 / np.finfo(dtype).epsneg
    return _drafted(rng, q, p, np.floor(rng.random((batch, gamma + 1)) * units) / units, ragged)


def _drafted(rng: np.random.Generator, q: Floats, p: Floats, coins: Floats, ragged: bool) -> Call:
    batch, gamma, _ = q.shape
    x = np.stack([rejection.inverse_cdf(q[:, i], rng.random((batch,))) for i in range(gamma)], axis=1)
    return Call(x, q, p, coins, rng.integers(0, gamma + 1, batch) if ragged else None)


def _multinomial(rng: np.random.Generator, shape: tuple[int, ...], units: int) -> Floats:
    weights = rng.dirichlet(np.full(shape[-1], 0.4), shape[:-1])
    counts: Floats = rng.multinomial(units, weights / weights.sum(axis=-1, keepdims=True)) / units
    return counts


def _halvings(rng: np.random.Generator, shape: tuple[int, ...]) -> Floats:
    fitting = [law for law in HALVINGS if len(law) <= shape[-1]]
    table = np.array([[2.0**-e for e in law] + [0.0] * (shape[-1] - len(law)) for law in fitting])
    found: Floats = rng.permuted(table[rng.integers(0, len(table), shape[:-1])], axis=-1)
    return found


def _spread(laws: Floats, tokens: Ints, vocab: int) -> Floats:
    """Laws over a row's few tokens, [batch, positions, support], as laws over the vocabulary."""
    wide = np.zeros((*laws.shape[:2], vocab))
    np.put_along_axis(wide, np.broadcast_to(tokens[:, None], laws.shape), laws, axis=-1)
    return wide
