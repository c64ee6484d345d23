"""Verification of draft trees (Medusa / EAGLE style) and the statistics that come out of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Iterator, Sequence

import torch


@dataclass
class Node:
    token: int
    parent: int
    depth: int
    children: list[int] = field(default_factory=list)


class DraftTree:
    def __init__(self, choices: Sequence[tuple[int, ...]]) -> None:
        self.nodes = [Node(-1, -1, 0)]
        index = {(): 0}
        for path in sorted(choices, key=len):
            parent = index[path[:-1]]
            self.nodes.append(Node(path[-1], parent, len(path)))
            index[path] = len(self.nodes) - 1
            self.nodes[parent].children.append(index[path])

    def __len__(self) -> int:
        return len(self.nodes)

    def mask(self) -> torch.Tensor:
        size = len(self.nodes)
        mask = torch.zeros(size, size, dtype=torch.bool)
        for i in range(size):
            j = i
            while j >= 0:
                mask[i, j] = True
                j = self.nodes[j].parent
        return mask

    def paths(self) -> Iterator[list[int]]:
        for i, node in enumerate(self.nodes):
            if node.children:
                continue
            path = []
            while i > 0:
                path.append(i)
                i = self.nodes[i].parent
            yield path[::-1]


def expected_tree_tokens(tree: DraftTree, node_prob: Sequence[float]) -> float:
    """Mean tokens per verification: a node counts when it is the accepted child of an accepted parent.

    node_prob[i] is the probability that node i is taken, given that its parent was.
    """
    reach = [1.0] * len(tree)
    for i in range(1, len(tree)):
        reach[i] = reach[tree.nodes[i].parent] * node_prob[i]
    return 1.0 + sum(reach[1:])


def typical_acceptance(probs: torch.Tensor, tokens: torch.Tensor, epsilon: float = 0.09, delta: float = 0.3) -> torch.Tensor:
    """Medusa's relaxed criterion; it is lossy by design."""
    entropy = -(probs * probs.clamp_min(1e-9).log()).sum(dim=-1)
    threshold = torch.minimum(torch.full_like(entropy, epsilon), delta * torch.exp(-entropy))
    return probs.gather(-1, tokens.unsqueeze(-1)).squeeze(-1) > threshold


def best_path(tree: DraftTree, accepted: torch.Tensor) -> list[int]:
    best: list[int] = []
    for path in tree.paths():
        kept = []
        for i in path:
            if not accepted[i]:
                break
            kept.append(i)
        if len(kept) > len(best):
            best = kept
    return best


@dataclass
class TreeStats:
    steps: int = 0
    accepted: int = 0
    verified: int = 0

    def update(self, path: list[int], tree: DraftTree) -> None:
        self.steps += 1
        self.accepted += len(path)
        self.verified += len(tree) - 1

    @property
    def tau(self) -> float:
        """Mean tokens per target forward, bonus token included."""
        return 1 + self.accepted / self.steps

    @property
    def node_yield(self) -> float:
        """Share of the verified nodes that were kept. It is small for bushy trees."""
        return self.accepted / self.verified

    def overhead(self, speedup: float) -> float:
        """Everything in a cycle but the plain step: tau over the speedup, minus that step."""
        return self.tau / speedup - 1


def scattered_gain(rate: float, blanks: int) -> float:
    """Lookahead filling without a prefix rule: every blank is checked on its own, and all that pass are kept wherever they stand."""
    return 1 + blanks * rate
