"""Per-worker bookkeeping for speculative decoding.

The counters are filled by the rejection sampler once per scheduler step and are
scraped by the metrics loop every ``collect_interval`` seconds.
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field

logger = logging.getLogger(__name__)


@dataclass
class SpecDecodeCounters:
    num_drafts: int = 0
    num_draft_tokens: int = 0
    num_accepted_tokens: int = 0
    accepted_per_pos: list[int] = field(default_factory=list)

    def observe(self, num_draft_tokens: int, num_accepted: int) -> None:
        self.num_drafts += 1
        self.num_draft_tokens += num_draft_tokens
        self.num_accepted_tokens += num_accepted
        while len(self.accepted_per_pos) < num_draft_tokens:
            self.accepted_per_pos.append(0)
        for i in range(num_accepted):
            self.accepted_per_pos[i] += 1

    @property
    def draft_acceptance_rate(self) -> float:
        if self.num_draft_tokens == 0:
            return float("nan")
        return self.num_accepted_tokens / self.num_draft_tokens

    @property
    def mean_acceptance_length(self) -> float:
        """Tokens per target step, bonus token included."""
        if self.num_drafts == 0:
            return float("nan")
        return 1 + self.num_accepted_tokens / self.num_drafts

    @property
    def per_position_rates(self) -> list[float]:
        return [n / max(self.num_drafts, 1) for n in self.accepted_per_pos]

    def mean_length_from_positions(self) -> float:
        return 1.0 + sum(self.per_position_rates)


class SpeedupEstimator:
    """Turns the counters of one worker into numbers for the capacity planner."""

    def __init__(self, counters: SpecDecodeCounters, num_spec_tokens: int, draft_ms: float, target_ms: float):
        self.counters = counters
        self.num_spec_tokens = num_spec_tokens
        self.draft_ms = draft_ms
        self.target_ms = target_ms

    def tokens_per_step(self) -> float:
        # every draft has exactly num_spec_tokens tokens in this worker
        return 1.0 + self.num_spec_tokens * self.counters.draft_acceptance_rate

    def speedup(self) -> float:
        step_ms = self.num_spec_tokens * self.draft_ms + self.target_ms
        return self.tokens_per_step() * self.target_ms / step_ms

    def projected_tokens(self, k: int) -> float:
        """Tokens per step if the draft length were changed to ``k``."""
        rate = self.counters.draft_acceptance_rate
        return (1.0 - rate ** (k + 1)) / (1.0 - rate)

    def projected_speedup(self, k: int) -> float:
        return self.projected_tokens(k) / (1.0 + k * self.draft_ms / self.target_ms)


class MetricsLogger:
    def __init__(self, estimator: SpeedupEstimator, interval_s: float = 5.0):
        self.estimator = estimator
        self.interval_s = interval_s
        self._last = time.monotonic()

    def maybe_log(self) -> None:
        now = time.monotonic()
        if now - self._last < self.interval_s:
            return
        c = self.estimator.counters
        logger.info(
            "Mean acceptance length: %.2f, accepted: %d, drafted: %d, draft acceptance rate: %.1f%%",
            c.mean_acceptance_length,
            c.num_accepted_tokens,
            c.num_draft_tokens,
            100 * c.draft_acceptance_rate,
        )
        self._last = now
