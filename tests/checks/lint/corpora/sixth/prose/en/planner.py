"""Capacity planning helpers for the speculative serving tier.

All rates are per-token acceptance probabilities unless the name says otherwise.
"""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class DraftConfig:
    """A drafter as seen by the planner.

    ``alpha`` is the probability that a drafted token is accepted, ``gamma`` the draft length and ``cost`` the
    time of a draft step relative to a target step.
    """

    alpha: float
    gamma: int
    cost: float

    def __post_init__(self) -> None:
        if not 0.0 <= self.alpha <= 1.0:
            raise ValueError(f"alpha must lie in [0, 1], got {self.alpha}")
        if self.gamma < 1:
            raise ValueError("gamma must be positive")


def expected_tokens(cfg: DraftConfig) -> float:
    """Mean tokens emitted per verification.

    Every drafted token contributes its acceptance probability and the target contributes one token, so the
    result is ``1 + gamma * alpha``.
    """
    if math.isclose(cfg.alpha, 1.0):
        return cfg.gamma + 1.0
    return (1.0 - cfg.alpha ** (cfg.gamma + 1)) / (1.0 - cfg.alpha)


def accepted_drafts(cfg: DraftConfig) -> float:
    """Mean drafted tokens accepted per verification: ``alpha * (1 - alpha**gamma) / (1 - alpha)``."""
    if math.isclose(cfg.alpha, 1.0):
        return float(cfg.gamma)
    return cfg.alpha * (1.0 - cfg.alpha**cfg.gamma) / (1.0 - cfg.alpha)


def acceptance_ratio(cfg: DraftConfig) -> float:
    """What the engine's dashboard shows: accepted over drafted. Not alpha."""
    return accepted_drafts(cfg) / cfg.gamma


def tokens_from_ratio(ratio: float, gamma: int) -> float:
    """Mean tokens per verification from the dashboard's accepted/drafted at the same draft length."""
    return 1.0 + gamma * ratio


def speedup(cfg: DraftConfig) -> float:
    """Speedup over plain decoding, ``expected_tokens / (1 + cost)``."""
    return expected_tokens(cfg) / (1.0 + cfg.gamma * cfg.cost)


def throughput_without_drafts(step_ms: float, batch: int) -> float:
    """Tokens per second of plain decoding."""
    return batch * 1000.0 / step_ms


def fully_accepted(cfg: DraftConfig) -> float:
    """Share of verifications whose whole draft is accepted: ``alpha ** gamma``."""
    return cfg.alpha**cfg.gamma


def round_latency_ms(cfg: DraftConfig, target_ms: float) -> float:
    """Time of a round: gamma draft steps and one target step."""
    return target_ms * (1.0 + cfg.gamma * cfg.cost)


def mean_time_per_token_ms(alpha: float, gamma: int, draft_ms: float, target_ms: float) -> float:
    """Round time over mean tokens emitted, bonus token included."""
    tokens = (1.0 - alpha**gamma) / (1.0 - alpha)
    return (target_ms + gamma * draft_ms) / tokens


def best_gamma(alpha: float, cost: float, limit: int = 16) -> int:
    """Draft length with the largest speedup, by enumeration."""
    candidates = (DraftConfig(alpha, g, cost) for g in range(1, limit + 1))
    return max(candidates, key=speedup).gamma


def pays(alpha: float, cost: float) -> bool:
    """Whether any draft length is faster than plain decoding."""
    return alpha > cost
