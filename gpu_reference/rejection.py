"""Rejection sampling of drafted tokens in NumPy: the oracle that every other backend is held against.

Four samplers with one interface:

    f(draft_tokens int64[batch, gamma], draft_probs float64[batch, gamma, vocab] or None,
      target_probs float64[batch, gamma+1, vocab], uniforms float64[batch, gamma+1] in [0, 1),
      *, draft_lens int64[batch] or None) -> int64[batch, gamma+1], the emitted tokens, then -1

p is the target law and q the draft law. Coin i < gamma belongs to draft position i, the last coin to the recovered or
bonus token, taken by inverse CDF in token order: the smallest token whose cumulative mass exceeds u·total. Nothing is
divided that can be compared (u·q < p, cumulative mass > u·total), so a residual is never normalised, and an empty one that
is not needed does no harm. Coins are in [0, 1), so a test is `<`: with `<=` a token of probability 0 would pass at u = 0.
Rows with shorter drafts (`draft_lens`) ignore what stands behind them; their bonus law is row draft_lens[b] of
target_probs. Arguments are taken as valid (`laws.check_call` says what is not). Rows do not see each other.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from .laws import Floats, Ints

TILE = 1 << 17
"""Entries of a tile's laws: a megabyte of float64, so that the passes over a tile stay in a core's cache."""


class Drafts(NamedTuple):
    """One tile of rows; `tokens` are harmless (0) behind a row's draft, `lens` counts what was drafted."""

    tokens: Ints
    q: Floats | None
    p: Floats
    coins: Floats
    lens: Ints


def token_wise(
    draft_tokens: Ints,
    draft_probs: Floats | None,
    target_probs: Floats,
    uniforms: Floats,
    *,
    draft_lens: Ints | None = None,
) -> Ints:
    """Accept drafts from the left while u·q(x) < p(x); at the first that fails recover from (p - q)₊.

    Without `draft_probs` the draft is a point mass: the same as `point_mass`. Shapes as in the module.
    Source: Leviathan et al. 2023 (arXiv 2211.17192), Algorithm 1; Chen et al. 2023 (arXiv 2302.01318), Algorithm 2.
    """
    if draft_probs is None:
        return point_mass(draft_tokens, None, target_probs, uniforms, draft_lens=draft_lens)
    return _in_tiles(_token_wise, draft_tokens, draft_probs, target_probs, uniforms, draft_lens)


def block_wise(
    draft_tokens: Ints,
    draft_probs: Floats,
    target_probs: Floats,
    uniforms: Floats,
    *,
    draft_lens: Ints | None = None,
) -> Ints:
    """Block verification: every position is tested, and the draft is accepted up to the last success.

    w_0 = 1, w_i = min(w_{i-1} p(x_i)/q(x_i), 1); position i < length passes with probability R_i/(R_i + 1 - w_i), where
    R_i = Σ (w_i p - q)₊ under the laws after i tokens (w_i = 1 passes, 0/0 included), the last one with w_i. The
    recovered token is drawn from (w_τ p - q)₊. Lossless as a whole: it is the law of the completed sequence that holds.
    Source: Sun et al. 2024 (arXiv 2403.10444), Algorithm 2. Shapes as in the module.
    """
    return _in_tiles(_block_wise, draft_tokens, draft_probs, target_probs, uniforms, draft_lens)


def point_mass(
    draft_tokens: Ints,
    draft_probs: Floats | None,
    target_probs: Floats,
    uniforms: Floats,
    *,
    draft_lens: Ints | None = None,
) -> Ints:
    """Accept draft x while u < p(x), else recover from p without x: lossless for any draft law, `draft_probs` is not read.

    Acceptance Σ p q, at most Σ min(p, q): slow, not biased. Shapes as in the module.
    """
    return _in_tiles(_point_mass, draft_tokens, None, target_probs, uniforms, draft_lens)


def target_sample(
    draft_tokens: Ints,
    draft_probs: Floats | None,
    target_probs: Floats,
    uniforms: Floats,
    *,
    draft_lens: Ints | None = None,
) -> Ints:
    """Coin i draws position i from p by inverse CDF; the draft is accepted where it says the same token.

    The first token that differs is emitted and ends the row; after a whole draft the last coin draws the bonus token.
    Lossless for any draft law, with acceptance Σ p q. `draft_probs` is not read. Shapes as in the module.
    """
    return _in_tiles(_target_sample, draft_tokens, None, target_probs, uniforms, draft_lens)


def _token_wise(tile: Drafts) -> Ints:
    assert tile.q is not None
    drawn = _of_drafted(tile.q, tile.tokens)
    accepted = _leading(tile.coins[:, :-1] * drawn < _of_drafted(tile.p, tile.tokens), tile.lens)
    law = _at(tile.p, accepted)
    law -= _at(tile.q, accepted) * (accepted < tile.lens)[:, None]
    return _emit(tile, accepted, _recover(law, tile, accepted))


def _point_mass(tile: Drafts) -> Ints:
    accepted = _leading(tile.coins[:, :-1] < _of_drafted(tile.p, tile.tokens), tile.lens)
    law = _at(tile.p, accepted)
    refused = np.flatnonzero(accepted < tile.lens)
    law[refused, tile.tokens[refused, accepted[refused]]] = 0.0
    return _emit(tile, accepted, _recover(law, tile, accepted))


def _target_sample(tile: Drafts) -> Ints:
    batch, gamma = tile.tokens.shape
    drawn = np.stack([inverse_cdf(tile.p[:, i], tile.coins[:, i]) for i in range(gamma)], axis=1)
    accepted = _leading(drawn == tile.tokens, tile.lens)
    bonus = inverse_cdf(_at(tile.p, accepted), tile.coins[:, -1])
    recovered = drawn[np.arange(batch), np.minimum(accepted, gamma - 1)]
    return _emit(tile, accepted, np.where(accepted < tile.lens, recovered, bonus))


def _block_wise(tile: Drafts) -> Ints:
    assert tile.q is not None
    gamma = tile.tokens.shape[1]
    p_drafted, q_drafted = _of_drafted(tile.p, tile.tokens), _of_drafted(tile.q, tile.tokens)
    weight = np.ones(len(tile.tokens))
    accepted, kept = np.zeros_like(tile.lens), weight
    for i in range(gamma):
        mass = weight * p_drafted[:, i]
        # Below 1 the ratio is taken; at or above it the weight is 1, and 0 where p(x) = 0 (also for q(x) = 0).
        weight = np.divide(mass, q_drafted[:, i], out=(mass > 0).astype(np.float64), where=mass < q_drafted[:, i])
        coin, last = tile.coins[:, i], i + 1 == tile.lens
        left = _left(weight, tile.p[:, i + 1], tile.q[:, i + 1]) if i + 1 < gamma else weight
        inner = (weight >= 1.0) | (coin * (left + (1.0 - weight)) < left)
        passed = np.where(last, coin < weight, inner) & (i < tile.lens)
        accepted = np.where(passed, i + 1, accepted)
        kept = np.where(passed, weight, kept)
    law = _at(tile.p, accepted)
    refused = accepted < tile.lens
    law *= np.where(refused, kept, 1.0)[:, None]
    law -= _at(tile.q, accepted) * refused[:, None]
    return _emit(tile, accepted, _recover(law, tile, accepted))


def _left(weight: Floats, p: Floats, q: Floats) -> Floats:
    """R = Σ (w p - q)₊ of every row, summed in token order."""
    law = weight[:, None] * p
    law -= q
    np.maximum(law, 0.0, out=law)
    total: Floats = np.cumsum(law, axis=-1)[:, -1]
    return total


def _recover(law: Floats, tile: Drafts, accepted: Ints) -> Ints:
    """The recovered or bonus token from the positive part of `law` (overwritten).

    Rejecting means p < q somewhere, so over the reals something is left; where rounding leaves nothing, p itself is used.
    """
    np.maximum(law, 0.0, out=law)
    empty = np.flatnonzero(~law.any(axis=-1))
    if empty.size:
        law[empty] = tile.p[empty, accepted[empty]]
    return inverse_cdf(law, tile.coins[:, -1])


def inverse_cdf(masses: Floats, coins: Floats) -> Ints:
    """The smallest token whose cumulative mass exceeds coin·total: int64[batch], for masses [batch, vocab], coins [batch].

    The masses need not sum to 1, but one of each row must be positive; a token of mass 0 is never returned.
    """
    cumulative = np.cumsum(masses, axis=-1)
    total = cumulative[:, -1]
    # Below the total even where the product rounds up to it (subnormal masses): some token with mass exceeds it.
    threshold = np.minimum(coins * total, np.nextafter(total, 0.0))
    found: Ints = np.count_nonzero(cumulative <= threshold[:, None], axis=-1).astype(np.int64)
    return found


def _of_drafted(laws: Floats, tokens: Ints) -> Floats:
    """The probability of each drafted token, [batch, gamma]."""
    batch, gamma = tokens.shape
    found: Floats = laws[np.arange(batch)[:, None], np.arange(gamma), tokens]
    return found


def _leading(passed: np.ndarray, lens: Ints) -> Ints:
    """How many drafts pass before the first that does not, per row."""
    count = np.zeros(len(lens), np.int64)
    alive = np.ones(len(lens), np.bool_)
    for i in range(passed.shape[1]):
        alive &= passed[:, i] & (i < lens)
        count += alive
    return count


def _at(laws: Floats, position: Ints) -> Floats:
    """The law at a position of each row, a copy [batch, vocab]; past the end (no draft law there) the last one."""
    found: Floats = laws[np.arange(len(position)), np.minimum(position, laws.shape[1] - 1)]
    return found


def _emit(tile: Drafts, accepted: Ints, final: Ints) -> Ints:
    """The accepted drafts, the final token, then -1."""
    batch, gamma = tile.tokens.shape
    out = np.full((batch, gamma + 1), -1, np.int64)
    np.copyto(out[:, :-1], tile.tokens, where=np.arange(gamma) < accepted[:, None])
    out[np.arange(batch), accepted] = final
    return out


def _in_tiles(
    sampler: Callable[[Drafts], Ints],
    draft_tokens: Ints,
    draft_probs: Floats | None,
    target_probs: Floats,
    uniforms: Floats,
    draft_lens: Ints | None,
) -> Ints:
    """A sampler of tiles over all rows; what stands behind a shorter draft is blanked."""
    batch, gamma = draft_tokens.shape
    lens = np.full(batch, gamma, np.int64) if draft_lens is None else draft_lens
    out = np.empty((batch, gamma + 1), np.int64)
    rows = max(1, TILE // (target_probs.shape[1] * target_probs.shape[2]))
    for start in range(0, batch, rows):
        part = slice(start, start + rows)
        q = None if draft_probs is None else draft_probs[part]
        tile = Drafts(draft_tokens[part], q, target_probs[part], uniforms[part], lens[part])
        out[part] = sampler(tile if draft_lens is None else _blanked(tile))
    return out


def _blanked(tile: Drafts) -> Drafts:
    """The tile with token 0 and empty laws where a row has no draft."""
    position = np.arange(tile.p.shape[1])
    drafted, read = position[:-1] < tile.lens[:, None], position <= tile.lens[:, None]
    q = None if tile.q is None else np.where(drafted[..., None], tile.q, 0.0)
    return tile._replace(tokens=np.where(drafted, tile.tokens, 0), q=q, p=np.where(read[..., None], tile.p, 0.0))


SAMPLERS: dict[str, Callable[..., Ints]] = {f.__name__: f for f in (token_wise, block_wise, point_mass, target_sample)}
"""The four by name."""
