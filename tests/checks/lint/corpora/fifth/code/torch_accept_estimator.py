"""Offline acceptance estimate from cached target and drafter logits."""

import argparse

import torch
import torch.nn.functional as F


@torch.no_grad()
def token_acceptance(target_logits: torch.Tensor, draft_logits: torch.Tensor, temperature: float = 1.0) -> torch.Tensor:
    """min(p, q) summed over the vocabulary, one value per position."""
    p = F.softmax(target_logits.float() / temperature, dim=-1)
    q = F.softmax(draft_logits.float() / temperature, dim=-1)
    return torch.minimum(p, q).sum(dim=-1)


def residual(p: torch.Tensor, q: torch.Tensor) -> torch.Tensor:
    r = torch.clamp(p - q, min=0.0)
    return r / r.sum(dim=-1, keepdim=True).clamp_min(1e-12)


def summarize(target_logits, draft_logits, gamma: int, temperature: float = 1.0) -> dict:
    beta = token_acceptance(target_logits, draft_logits, temperature)
    alpha = beta.mean()
    total_variation = (1 - beta).mean()
    block_efficiency = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    tokens_per_call = 1 + gamma * alpha
    return {
        "alpha": alpha.item(),
        "tv": total_variation.item(),
        "block_efficiency": block_efficiency.item(),
        "tokens_per_call": tokens_per_call.item(),
        "accepted_per_call": (gamma * alpha).item(),
    }


def exact_block_length(beta: torch.Tensor, gamma: int) -> torch.Tensor:
    """beta: [num_blocks, gamma] conditional acceptance along each drafted block."""
    return 1 + beta[:, :gamma].cumprod(dim=1).sum(dim=1).mean()


def kl(p_logits, q_logits):
    return F.kl_div(F.log_softmax(q_logits, -1), F.log_softmax(p_logits, -1), log_target=True, reduction="batchmean")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cache", help="torch file with target_logits and draft_logits, [tokens, vocab]")
    parser.add_argument("--gamma", type=int, default=4)
    parser.add_argument("--temperature", type=float, default=1.0)
    args = parser.parse_args()
    blob = torch.load(args.cache, map_location="cpu")
    stats = summarize(blob["target_logits"], blob["draft_logits"], args.gamma, args.temperature)
    for key, value in stats.items():
        print(f"{key:20s} {value:.4f}")
    print(f"{'kl':20s} {kl(blob['target_logits'], blob['draft_logits']).item():.4f}")


if __name__ == "__main__":
    main()
