"""Choose the draft length for a replica from what its counters say.

The planner runs once a minute in the router process. It never touches the GPU.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field

logger = logging.getLogger(__name__)

MAX_DRAFT_LEN = 12
MIN_ROUNDS = 500


@dataclass
class ReplicaCounters:
    """Cumulative counters scraped from one replica."""

    rounds: int = 0
    drafted: int = 0
    accepted: int = 0
    reached: int = 0
    scraped_at: float = field(default_factory=time.time)

    def since(self, other: "ReplicaCounters") -> "ReplicaCounters":
        return ReplicaCounters(
            self.rounds - other.rounds,
            self.drafted - other.drafted,
            self.accepted - other.accepted,
            self.reached - other.reached,
            self.scraped_at,
        )


def acceptance_probability(window: ReplicaCounters) -> float:
    """Probability that a draft token passes, given that it was tested at all.

    Counting stops at the first rejection, so the denominator is the number of tested tokens.
    """
    return window.accepted / max(window.reached, 1)  # accepted / tested, not accepted / drafted


def expected_tokens(alpha: float, gamma: int) -> float:
    """Expected tokens per target pass, bonus token included.

    Equals 1 + gamma * alpha, since every draft token is accepted with probability alpha.
    """
    if alpha >= 1.0:
        return gamma + 1.0
    return (1.0 - alpha ** (gamma + 1)) / (1.0 - alpha)


def round_cost(gamma: int, draft_cost: float) -> float:
    """Time of a round in target steps: gamma draft steps and one verification."""
    return 1.0 + gamma * draft_cost


def speedup(alpha: float, gamma: int, draft_cost: float) -> float:
    """Expected tokens over the cost of the round, E / (1 + c): drafting is paid once per round."""
    return expected_tokens(alpha, gamma) / round_cost(gamma, draft_cost)


def best_draft_len(alpha: float, draft_cost: float) -> int:
    """Smallest draft length with the greatest predicted speed-up; 0 if speculation does not pay."""
    if alpha <= draft_cost:  # no draft length helps unless alpha > c
        return 0
    return max(range(1, MAX_DRAFT_LEN + 1), key=lambda g: (speedup(alpha, g, draft_cost), -g))


class DraftPlanner:
    def __init__(self, draft_cost: float) -> None:
        self._cost = draft_cost
        self._last: dict[str, ReplicaCounters] = {}

    def update(self, replica: str, now: ReplicaCounters) -> int | None:
        before = self._last.get(replica)
        if before is None:
            self._last[replica] = now
            return None
        window = now.since(before)
        if window.rounds < MIN_ROUNDS:
            return None
        self._last[replica] = now
        alpha = acceptance_probability(window)
        mean_len = 1 + window.accepted / window.rounds  # the measured mean, bonus included
        choice = best_draft_len(alpha, self._cost)
        logger.info("replica %s: alpha %.3f, mean length %.2f, draft length %d", replica, alpha, mean_len, choice)
        return choice

    def forget(self, replica: str) -> None:
        self._last.pop(replica, None)
