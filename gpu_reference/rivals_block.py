"""Block verification as people get it wrong: one right sampler (`blocked`) with one place changed, as in `rivals`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from .laws import Floats, Ints

Chance = Callable[[Floats, Floats], Floats]
"""(share kept P, residual mass R) -> the probability with which an inner position passes its test."""


def of_the_block(kept: Floats, left: Floats) -> Floats:
    """The right one: R/(R + 1 - P); where nothing is left and all is kept, any will do."""
    with np.errstate(invalid="ignore"):
        found: Floats = np.nan_to_num(left / (left + 1 - kept), nan=1.0)
    return found


def kept_share(kept: Floats, left: Floats) -> Floats:
    """P itself, as at the last position."""
    return kept


def blocked(
    draft_tokens: Ints,
    draft_probs: Floats | None,
    target_probs: Floats,
    uniforms: Floats,
    *,
    draft_lens: Ints | None = None,
    chance: Chance = of_the_block,
    stops: bool = False,
    recovers_as_token: bool = False,
) -> Ints:
    """Block verification, right unless a part is replaced. A test holds it to the oracle."""
    batch, gamma = draft_tokens.shape
    lens = np.full(batch, gamma, np.int64) if draft_lens is None else draft_lens
    q = np.eye(target_probs.shape[2])[draft_tokens] if draft_probs is None else draft_probs
    rows, kept = np.arange(batch), np.ones(batch)
    accepted, share, alive = np.zeros(batch, np.int64), np.ones(batch), np.ones(batch, np.bool_)
    for i in range(gamma):
        x = np.where(i < lens, draft_tokens[:, i], 0)
        p_x, q_x = target_probs[rows, i, x], q[rows, i, x]
        kept = np.where(kept * p_x < q_x, kept * p_x / np.where(q_x > 0, q_x, 1.0), np.where(p_x > 0, 1.0, 0.0))
        after = np.minimum(i + 1, gamma - 1)
        left = np.maximum(kept[:, None] * target_probs[:, i + 1] - q[:, after], 0.0).sum(-1)
        passes = np.where(i + 1 == lens, uniforms[:, i] < kept, uniforms[:, i] < chance(kept, left)) & (i < lens)
        alive &= passes
        counts = alive if stops else passes
        accepted, share = np.where(counts, i + 1, accepted), np.where(counts, kept, share)
    whole = accepted == lens
    p, q_next = target_probs[rows, accepted], q[rows, np.minimum(accepted, gamma - 1)]
    scale = np.ones(batch) if recovers_as_token else share
    masses = np.where(whole[:, None], p, np.maximum(scale[:, None] * p - q_next, 0.0))
    cumulative = np.cumsum(masses, axis=-1)
    last = np.argmax(cumulative > (uniforms[:, -1] * cumulative[:, -1])[:, None], axis=-1)
    out = np.full((batch, gamma + 1), -1, np.int64)
    out[:, :-1] = np.where(np.arange(gamma) < accepted[:, None], draft_tokens, -1)
    out[rows, accepted] = last
    return out


BLOCKS: Mapping[str, tuple[Callable[..., Ints], ...]] = {
    "losslessness.stop_at_first_failure": (partial(blocked, stops=True),),
    "losslessness.tested_with_kept_share": (partial(blocked, chance=kept_share),),
    "losslessness.block_recovers_as_token": (partial(blocked, recovers_as_token=True),),
    "losslessness.block_kept_token_recovered": (partial(blocked, recovers_as_token=True),),
}
