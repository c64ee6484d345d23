"""Lossless samplers on tensors."""

import torch


def _emitted(draft_tokens, accepted, last):
    out = torch.full((len(draft_tokens), draft_tokens.shape[1] + 1), -1, dtype=torch.int64)
    out[:, :-1] = torch.where(torch.arange(draft_tokens.shape[1]) < accepted[:, None], draft_tokens, -1)
    return out.scatter(1, accepted[:, None], last[:, None])


def _lookup(masses, coins):
    cumulative = masses.cumsum(-1)
    found = torch.searchsorted(cumulative, (coins * cumulative[:, -1])[:, None].contiguous(), right=True)
    last = masses.shape[1] - 1 - (masses > 0).flip(1).long().argmax(1)
    return torch.minimum(found[:, 0], last)


def token_wise(draft_tokens, draft_probs, target_probs, uniforms):
    p = target_probs[:, :-1].gather(2, draft_tokens[..., None])[..., 0]
    q = draft_probs.gather(2, draft_tokens[..., None])[..., 0]
    accepted = (uniforms[:, :-1] * q < p).long().cumprod(1).sum(1)
    beyond = torch.cat([draft_probs, torch.zeros_like(draft_probs[:, :1])], 1)
    rows = torch.arange(len(accepted))
    return _emitted(
        draft_tokens, accepted, _lookup((target_probs - beyond).clamp(min=0)[rows, accepted], uniforms[:, -1])
    )


def point_mass(draft_tokens, target_probs, uniforms, draft_probs=None):
    p = target_probs[:, :-1].gather(2, draft_tokens[..., None])[..., 0]
    accepted = (uniforms[:, :-1] < p).long().cumprod(1).sum(1)
    without = target_probs.clone()
    without[:, :-1].scatter_(2, draft_tokens[..., None], 0.0)
    rows = torch.arange(len(accepted))
    return _emitted(draft_tokens, accepted, _lookup(without[rows, accepted], uniforms[:, -1]))


def target_sample(draft_tokens, target_probs, uniforms, draft_probs=None):
    gamma = draft_tokens.shape[1]
    drawn = torch.stack([_lookup(target_probs[:, i], uniforms[:, i]) for i in range(gamma + 1)], 1)
    accepted = (drawn[:, :-1] == draft_tokens).long().cumprod(1).sum(1)
    return _emitted(draft_tokens, accepted, drawn[torch.arange(len(accepted)), accepted])
