"""Samplers for the Bayesian calibration, and the answer ranker of the evaluation harness."""

from __future__ import annotations

import math
import random


class Metropolis:
    def __init__(self, log_density, scale: float = 1.0, target_rate: float = 0.234):
        self.log_density = log_density
        self.scale = scale
        self.target_rate = target_rate
        self.proposed = 0
        self.accepted = 0

    @property
    def acceptance_rate(self) -> float:
        return self.accepted / max(self.proposed, 1)

    def step(self, x: list[float], rng: random.Random) -> list[float]:
        y = [xi + rng.gauss(0.0, self.scale) for xi in x]
        self.proposed += 1
        if math.log(rng.random() + 1e-300) < self.log_density(y) - self.log_density(x):
            self.accepted += 1
            return y
        return x

    def adapt(self, n: int) -> None:
        self.scale *= math.exp((self.acceptance_rate - self.target_rate) / math.sqrt(n))

    def expected_moves(self, n_steps: int) -> float:
        return n_steps * self.acceptance_rate

    def distinct_states(self, n_steps: int) -> float:
        """The start plus one new state per accepted proposal."""
        return 1 + n_steps * self.acceptance_rate


def geometric_tries(p_accept: float) -> float:
    """Mean number of proposals until the first acceptance in rejection sampling."""
    return 1 / p_accept


def best_of_n(candidates, score, threshold: float):
    ranked = sorted(candidates, key=score, reverse=True)
    return [c for c in ranked if score(c) >= threshold]


def answers_kept(n: int, acceptance_rate: float) -> float:
    """Greedy answer plus the sampled ones that pass the reward threshold."""
    return 1 + n * acceptance_rate


def pass_at_k(n: int, c: int, k: int) -> float:
    if n - c < k:
        return 1.0
    return 1.0 - math.prod(1.0 - k / i for i in range(n - c + 1, n + 1))


def at_least_one(p: float, n: int) -> float:
    return 1 - (1 - p) ** n


def annuity_factor(discount: float, periods: int) -> float:
    """Present value of one unit per period, first payment now."""
    return (1 - discount**periods) / (1 - discount)


def discounted_return(rewards: list[float], gamma: float) -> float:
    total = 0.0
    for r in reversed(rewards):
        total = r + gamma * total
    return total


def effective_horizon(gamma: float) -> float:
    return 1 / (1 - gamma)
