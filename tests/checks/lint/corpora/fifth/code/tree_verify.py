"""Tree verification with typical acceptance (Medusa style). Lossy by design."""

from __future__ import annotations

import torch


def typical_threshold(probs: torch.Tensor, epsilon: float = 0.09, delta: float = 0.3) -> torch.Tensor:
    entropy = -(probs * torch.log(probs + 1e-9)).sum(-1)
    return torch.minimum(torch.full_like(entropy, epsilon), delta * torch.exp(-entropy))


def evaluate_paths(probs: torch.Tensor, candidates: torch.Tensor, epsilon: float, delta: float):
    """probs [paths, depth, vocab], candidates [paths, depth]. Returns (best path, accepted length)."""
    picked = probs.gather(-1, candidates.unsqueeze(-1)).squeeze(-1)
    ok = picked > typical_threshold(probs, epsilon, delta)
    lengths = ok.int().cumprod(dim=1).sum(dim=1)
    best = int(torch.argmax(lengths))
    return best, int(lengths[best])


def relaxed_any_position(ok: torch.Tensor) -> float:
    """Non-prefix acceptance: every position is kept or replaced on its own.

    A rejected position is filled in by the target and the rest of the draft stays valid, so
    positions are independent of each other here.
    """
    per_position = ok.float().mean(dim=0)
    accept_prob = per_position.mean().item()
    depth = ok.shape[1]
    return 1 + depth * accept_prob


def mean_tokens_per_step(accepted_lengths: list[int]) -> float:
    return 1 + sum(accepted_lengths) / len(accepted_lengths)


def tree_expected_tokens(head_accuracy: list[list[float]], paths: list[tuple[int, ...]]) -> float:
    """Each node counts with the product of the accuracies on its way from the root."""
    total = 1.0
    for path in paths:
        p = 1.0
        for depth, choice in enumerate(path):
            p *= head_accuracy[depth][choice]
        total += p
    return total


def acceleration(tokens_per_step: float, overhead: float) -> float:
    # heads fire in one pass with the target, overhead is step time over plain step time
    return tokens_per_step / overhead


class TreeStats:
    def __init__(self) -> None:
        self.steps = 0
        self.accepted = 0
        self.nodes = 0

    def add(self, accepted: int, nodes: int) -> None:
        self.steps += 1
        self.accepted += accepted
        self.nodes += nodes

    @property
    def node_yield(self) -> float:
        return self.accepted / max(self.nodes, 1)

    @property
    def tokens_per_step(self) -> float:
        return 1 + self.nodes / self.steps * self.node_yield
