"""Speculative decoding metrics, collected by the worker and logged every few seconds."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Callable, Optional


@dataclass
class SpecDecodeStats:
    """Counters since the process started."""

    num_spec_tokens: int
    num_drafts: int = 0
    num_draft_tokens: int = 0
    num_accepted_tokens: int = 0
    per_position: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        if not self.per_position:
            self.per_position = [0] * self.num_spec_tokens

    def observe(self, num_draft_tokens: int, num_accepted: int) -> None:
        self.num_drafts += 1
        self.num_draft_tokens += num_draft_tokens
        self.num_accepted_tokens += num_accepted
        for i in range(num_accepted):
            self.per_position[i] += 1

    @property
    def acceptance_rate(self) -> float:
        """Share of the drafted tokens that ended up in the output."""
        return self.num_accepted_tokens / max(self.num_draft_tokens, 1)

    @property
    def mean_acceptance_length(self) -> float:
        return 1 + self.acceptance_rate * self.num_spec_tokens

    @property
    def emitted_per_step(self) -> float:
        """Tokens that one verification emits on average."""
        return self.acceptance_rate * self.num_spec_tokens

    @property
    def expected_acceptance_length(self) -> float:
        """What theory predicts for this acceptance rate (Leviathan et al., eq. 1)."""
        a, k = self.acceptance_rate, self.num_spec_tokens
        if a >= 1.0:
            return k + 1
        return (1 - a ** (k + 1)) / (1 - a)

    @property
    def first_position_rate(self) -> float:
        return self.per_position[0] / max(self.num_drafts, 1)

    @property
    def optimistic_length(self) -> float:
        """The same model, if every position did as well as the first one."""
        a, k = self.first_position_rate, self.num_spec_tokens
        return sum(a**i for i in range(k + 1))

    def conditional_rates(self) -> list[float]:
        reached = [self.num_drafts, *self.per_position[:-1]]
        return [kept / n if n else 0.0 for kept, n in zip(self.per_position, reached)]


class StatsLogger:
    def __init__(self, stats: SpecDecodeStats, interval_s: float = 5.0, clock: Callable[[], float] = time.monotonic) -> None:
        self.stats = stats
        self.interval_s = interval_s
        self.clock = clock
        self.last: Optional[float] = None

    def maybe_log(self) -> Optional[str]:
        now = self.clock()
        if self.last is not None and now - self.last < self.interval_s:
            return None
        self.last = now
        s = self.stats
        rates = ", ".join(f"{rate:.3f}" for rate in s.conditional_rates())
        return (
            f"SpecDecoding metrics: Draft acceptance rate: {s.acceptance_rate:.3f}, "
            f"Mean acceptance length: {s.mean_acceptance_length:.2f}, "
            f"Conditional acceptance by position: {rates}"
        )


class AdaptiveLength:
    """Shortens drafts when the target rejects a lot and lengthens them when it does not."""

    def __init__(self, stats: SpecDecodeStats, draft_cost: float, longest: int = 8) -> None:
        self.stats = stats
        self.draft_cost = draft_cost
        self.longest = longest

    def propose(self) -> int:
        best, best_value = 1, 0.0
        rate = self.stats.num_accepted_tokens / max(self.stats.num_draft_tokens, 1)
        for k in range(1, self.longest + 1):
            tokens = sum(rate**i for i in range(k + 1))
            value = tokens / (1 + k * self.draft_cost)
            if value > best_value:
                best, best_value = k, value
        return best
