"""Acceptance statistics of a draft model on recorded logits, vectorised over batch and position."""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor


def laws(target_logits: Tensor, draft_logits: Tensor, temperature: float = 1.0) -> tuple[Tensor, Tensor]:
    """Target and draft law.

    Only the temperature is applied. All inference engines scale by it before they cut with top-k or top-p, so the cut
    can be done by the caller.
    """
    scale = max(temperature, 1e-5)
    return F.softmax(target_logits / scale, dim=-1), F.softmax(draft_logits / scale, dim=-1)


def acceptance(p: Tensor, q: Tensor) -> Tensor:
    """[batch, position]: the chance that a token drawn from q is accepted."""
    return torch.minimum(p, q).sum(dim=-1)


def verify(p: Tensor, q: Tensor, drafts: Tensor, uniforms: Tensor) -> tuple[Tensor, Tensor]:
    """Accepts a prefix of the drafts; returns its length and whether every draft was kept."""
    px = p.gather(-1, drafts.unsqueeze(-1)).squeeze(-1)
    qx = q.gather(-1, drafts.unsqueeze(-1)).squeeze(-1)
    keep = uniforms < px / qx
    length = keep.int().cumprod(dim=-1).sum(dim=-1)
    return length, length == drafts.shape[-1]


def residual(p: Tensor, q: Tensor) -> Tensor:
    weights = (p - q).clamp_min(0)
    return weights / weights.sum(dim=-1, keepdim=True)


def expected_tokens(p: Tensor, q: Tensor, gamma: int) -> Tensor:
    """Mean number of tokens per target forward for every prompt in the batch."""
    alpha = acceptance(p, q).mean(dim=-1)
    return 1.0 + gamma * alpha


def expected_tokens_by_position(p: Tensor, q: Tensor) -> Tensor:
    alpha = acceptance(p, q)
    return 1.0 + alpha.cumprod(dim=-1).sum(dim=-1)


def expected_tokens_iid(p: Tensor, q: Tensor, gamma: int) -> Tensor:
    alpha = acceptance(p, q).mean(dim=-1).clamp(max=1 - 1e-6)
    return (1 - alpha.pow(gamma + 1)) / (1 - alpha)


def expected_accepted(p: Tensor, q: Tensor, gamma: int) -> Tensor:
    """Accepted drafts only."""
    return acceptance(p, q).mean(dim=-1) * gamma


class AcceptanceLoss(torch.nn.Module):
    """Trains the drafter on 1 - sum min(p, q), with an optional KL term."""

    def __init__(self, kl_weight: float = 0.1) -> None:
        super().__init__()
        self.kl_weight = kl_weight

    def forward(self, target_logits: Tensor, draft_logits: Tensor, mask: Tensor) -> Tensor:
        p, q = laws(target_logits.detach(), draft_logits)
        miss = 1 - acceptance(p, q)
        kl = F.kl_div(q.clamp_min(1e-9).log(), p, reduction="none").sum(dim=-1)
        loss = miss + self.kl_weight * kl
        return (loss * mask).sum() / mask.sum().clamp_min(1)


@torch.no_grad()
def report(target_logits: Tensor, draft_logits: Tensor, gamma: int) -> dict[str, float]:
    p, q = laws(target_logits, draft_logits)
    drafts = torch.distributions.Categorical(probs=q).sample()
    length, full = verify(p, q, drafts, torch.rand(drafts.shape, device=drafts.device))
    return {
        "acceptance": acceptance(p, q).mean().item(),
        "expected_tokens": expected_tokens(p, q, gamma).mean().item(),
        "mean_length": 1 + length.float().mean().item(),
        "full_rate": full.float().mean().item(),
    }
