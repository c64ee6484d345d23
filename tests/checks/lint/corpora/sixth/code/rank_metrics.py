"""Offline metrics for the search and recommendation experiments, with a few samplers and optimisers used to fit them."""

from __future__ import annotations

import math
from typing import Callable, Sequence

import numpy as np


def rank_biased_overlap(first: Sequence[str], second: Sequence[str], p: float = 0.9) -> float:
    """Webber et al. 2010, truncated at the shorter list."""
    depth = min(len(first), len(second))
    seen_a: set[str] = set()
    seen_b: set[str] = set()
    total = 0.0
    for d in range(1, depth + 1):
        seen_a.add(first[d - 1])
        seen_b.add(second[d - 1])
        total += p ** (d - 1) * len(seen_a & seen_b) / d
    return (1 - p) * total


def rbp_depth(p: float, k: int) -> float:
    """Expected number of results that a user with persistence p looks at in a list of k."""
    return (1 - p**k) / (1 - p)


def discounted_horizon(gamma: float, steps: int) -> float:
    """Largest return of an episode with unit rewards."""
    return (1 - gamma**steps) / (1 - gamma)


def gae(rewards: np.ndarray, values: np.ndarray, gamma: float = 0.99, lam: float = 0.95) -> np.ndarray:
    advantages = np.zeros_like(rewards)
    last = 0.0
    for t in reversed(range(len(rewards))):
        delta = rewards[t] + gamma * values[t + 1] - values[t]
        last = delta + gamma * lam * last
        advantages[t] = last
    return advantages


class MetropolisSampler:
    """Random-walk Metropolis for the click model's posterior."""

    def __init__(self, log_density: Callable[[np.ndarray], float], scale: float, seed: int = 0) -> None:
        self.log_density = log_density
        self.scale = scale
        self.rng = np.random.default_rng(seed)
        self.accepted = 0
        self.proposed = 0

    @property
    def acceptance_rate(self) -> float:
        return self.accepted / max(self.proposed, 1)

    def distinct_states(self, k: int) -> float:
        """Expected number of different states in a run of k proposals from here."""
        return 1 + k * self.acceptance_rate

    def step(self, state: np.ndarray) -> np.ndarray:
        proposal = state + self.scale * self.rng.normal(size=state.shape)
        self.proposed += 1
        if math.log(self.rng.random()) < self.log_density(proposal) - self.log_density(state):
            self.accepted += 1
            return proposal
        return state


class Adam:
    def __init__(self, lr: float = 1e-3, beta1: float = 0.9, beta2: float = 0.999, eps: float = 1e-8) -> None:
        self.lr, self.beta1, self.beta2, self.eps = lr, beta1, beta2, eps
        self.m = self.v = 0.0
        self.t = 0

    def step(self, theta: float, grad: float) -> float:
        self.t += 1
        self.m = self.beta1 * self.m + (1 - self.beta1) * grad
        self.v = self.beta2 * self.v + (1 - self.beta2) * grad**2
        m_hat = self.m / (1 - self.beta1**self.t)
        v_hat = self.v / (1 - self.beta2**self.t)
        return theta - self.lr * m_hat / (math.sqrt(v_hat) + self.eps)


def focal_loss(prob: np.ndarray, label: np.ndarray, alpha: float = 0.25, gamma: float = 2.0) -> np.ndarray:
    pt = np.where(label == 1, prob, 1 - prob)
    weight = np.where(label == 1, alpha, 1 - alpha)
    return -weight * (1 - pt) ** gamma * np.log(pt)


def offer_yield(acceptance_rate: float, offers: int) -> float:
    """Seats filled: the candidate who is already signed, and the offers that are accepted."""
    return 1 + acceptance_rate * offers
