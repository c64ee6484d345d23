"""The samplers of `rejection` on torch tensors, on any device and in float64 or float32.

Interface and shapes are those of `rejection`; tokens and lengths are int64 tensors, laws and coins tensors of one floating
dtype, all on one device. Nothing waits for the device: no value is read back, no shape depends on a value.

Sums are taken by doubling, in an order that depends on the vocabulary alone. torch's own scans and sums pick their
grouping from the batch size on CUDA, and then a row's token could depend on its neighbours. A prefix sum by doubling need
not be monotone in floating point, so a token must have mass itself to be taken.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor

Sampler = Callable[..., Tensor]


def token_wise(
    draft_tokens: Tensor,
    draft_probs: Tensor | None,
    target_probs: Tensor,
    uniforms: Tensor,
    *,
    draft_lens: Tensor | None = None,
) -> Tensor:
    """`rejection.token_wise` on tensors (shapes as there)."""
    if draft_probs is None:
        return point_mass(draft_tokens, None, target_probs, uniforms, draft_lens=draft_lens)
    x, q, p, lens = _blanked(draft_tokens, draft_probs, target_probs, draft_lens)
    accepted = _leading(uniforms[:, :-1] * _of_drafted(q, x) < _of_drafted(p, x), lens)
    law = _at(p, accepted) - torch.where((accepted < lens)[:, None], _at(q, accepted), 0.0)
    return _emit(x, accepted, _recover(law, p, accepted, uniforms))


def block_wise(
    draft_tokens: Tensor,
    draft_probs: Tensor,
    target_probs: Tensor,
    uniforms: Tensor,
    *,
    draft_lens: Tensor | None = None,
) -> Tensor:
    """`rejection.block_wise` on tensors (shapes as there)."""
    x, q, p, lens = _blanked(draft_tokens, draft_probs, target_probs, draft_lens)
    gamma = x.shape[1]
    p_drafted, q_drafted = _of_drafted(p, x), _of_drafted(q, x)
    weight = torch.ones_like(uniforms[:, 0])
    accepted, kept = torch.zeros_like(lens), weight
    for i in range(gamma):
        mass = weight * p_drafted[:, i]
        weight = torch.where(mass < q_drafted[:, i], mass / q_drafted[:, i], (mass > 0).to(mass.dtype))
        left = weight
        if i + 1 < gamma:
            left = prefix_sums((weight[:, None] * p[:, i + 1] - q[:, i + 1]).clamp_min(0.0))[:, -1]
        coin = uniforms[:, i]
        inner = (weight >= 1.0) | (coin * (left + (1.0 - weight)) < left)
        passed = torch.where(lens == i + 1, coin < weight, inner) & (i < lens)
        accepted = torch.where(passed, i + 1, accepted)
        kept = torch.where(passed, weight, kept)
    refused = (accepted < lens)[:, None]
    law = torch.where(refused, kept[:, None], 1.0) * _at(p, accepted) - torch.where(refused, _at(q, accepted), 0.0)
    return _emit(x, accepted, _recover(law, p, accepted, uniforms))


def point_mass(
    draft_tokens: Tensor,
    draft_probs: Tensor | None,
    target_probs: Tensor,
    uniforms: Tensor,
    *,
    draft_lens: Tensor | None = None,
) -> Tensor:
    """`rejection.point_mass` on tensors (shapes as there)."""
    x, _, p, lens = _blanked(draft_tokens, None, target_probs, draft_lens)
    accepted = _leading(uniforms[:, :-1] < _of_drafted(p, x), lens)
    tokens = torch.arange(p.shape[-1], device=x.device)
    refused = (accepted < lens)[:, None] & (tokens == x.gather(1, accepted.clamp_max(x.shape[1] - 1)[:, None]))
    return _emit(x, accepted, _recover(torch.where(refused, 0.0, _at(p, accepted)), p, accepted, uniforms))


def target_sample(
    draft_tokens: Tensor,
    draft_probs: Tensor | None,
    target_probs: Tensor,
    uniforms: Tensor,
    *,
    draft_lens: Tensor | None = None,
) -> Tensor:
    """`rejection.target_sample` on tensors (shapes as there)."""
    x, _, p, lens = _blanked(draft_tokens, None, target_probs, draft_lens)
    gamma = x.shape[1]
    drawn = torch.stack([inverse_cdf(p[:, i], uniforms[:, i]) for i in range(gamma)], dim=1)
    accepted = _leading(drawn == x, lens)
    bonus = inverse_cdf(_at(p, accepted), uniforms[:, -1])
    recovered = drawn.gather(1, accepted.clamp_max(gamma - 1)[:, None])[:, 0]
    return _emit(x, accepted, torch.where(accepted < lens, recovered, bonus))


SAMPLERS: dict[str, Sampler] = {f.__name__: f for f in (token_wise, block_wise, point_mass, target_sample)}


def prefix_sums(masses: Tensor) -> Tensor:
    """Cumulative sums over the last axis by doubling: every mass passes ⌈log2 vocab⌉ additions at most."""
    sums, step = masses, 1
    while step < masses.shape[-1]:
        sums = torch.cat((sums[..., :step], sums[..., step:] + sums[..., :-step]), dim=-1)
        step *= 2
    return sums


def inverse_cdf(masses: Tensor, coins: Tensor) -> Tensor:
    """The smallest token with mass whose cumulative mass exceeds coin·total: [batch], for [batch, vocab] and [batch]."""
    vocab = masses.shape[-1]
    cumulative = torch.where(masses > 0, prefix_sums(masses), 0.0)
    total = cumulative.amax(dim=-1)
    threshold = torch.minimum(coins * total, torch.nextafter(total, torch.zeros_like(total)))
    tokens = torch.arange(vocab, device=masses.device)
    return torch.where(cumulative > threshold[:, None], tokens, vocab).amin(dim=-1)


def _blanked(
    x: Tensor, q: Tensor | None, p: Tensor, draft_lens: Tensor | None
) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Tokens, both laws and lengths, with token 0 and empty laws behind a shorter draft; without q, p stands in for it."""
    batch, gamma = x.shape
    if draft_lens is None:
        return x, p if q is None else q, p, torch.full((batch,), gamma, dtype=torch.int64, device=x.device)
    position = torch.arange(gamma + 1, device=x.device)
    drafted, read = position[:-1] < draft_lens[:, None], position <= draft_lens[:, None]
    p = torch.where(read[..., None], p, 0.0)
    return torch.where(drafted, x, 0), p if q is None else torch.where(drafted[..., None], q, 0.0), p, draft_lens


def _of_drafted(laws: Tensor, tokens: Tensor) -> Tensor:
    return laws[:, : tokens.shape[1]].gather(2, tokens[..., None])[..., 0]


def _leading(passed: Tensor, lens: Tensor) -> Tensor:
    position = torch.arange(passed.shape[1], device=lens.device)
    return (passed & (position < lens[:, None])).to(torch.int64).cumprod(dim=1).sum(dim=1)


def _at(laws: Tensor, position: Tensor) -> Tensor:
    index = position.clamp_max(laws.shape[1] - 1)[:, None, None].expand(-1, 1, laws.shape[2])
    return laws.gather(1, index)[:, 0]


def _recover(law: Tensor, p: Tensor, accepted: Tensor, uniforms: Tensor) -> Tensor:
    """The recovered or bonus token from the positive part; from p itself where rounding leaves nothing."""
    law = law.clamp_min(0.0)
    law = torch.where((law > 0).any(dim=-1, keepdim=True), law, _at(p, accepted))
    return inverse_cdf(law, uniforms[:, -1])


def _emit(x: Tensor, accepted: Tensor, final: Tensor) -> Tensor:
    position = torch.arange(x.shape[1] + 1, device=x.device)
    padded = torch.cat((x, torch.full_like(x[:, :1], -1)), dim=1)
    kept = torch.where(position < accepted[:, None], padded, -1)
    return torch.where(position == accepted[:, None], final[:, None], kept)
