"""Adaptive draft length for the speculative worker.

The controller keeps an exponential average of what the verifier reports and picks
the draft length for the next step from it.
"""

from __future__ import annotations

import threading
from collections import deque


class LatencyTable:
    """Median latency by batch size, filled at warm-up."""

    def __init__(self) -> None:
        self._draft: dict[int, float] = {}
        self._target: dict[int, float] = {}

    def record(self, batch: int, draft_s: float, target_s: float) -> None:
        self._draft[batch] = draft_s
        self._target[batch] = target_s

    def cost_ratio(self, batch: int) -> float:
        nearest = min(self._target, key=lambda b: abs(b - batch))
        return self._draft[nearest] / self._target[nearest]


class AdaptiveDraftLength:
    def __init__(self, latencies: LatencyTable, k_max: int = 8, decay: float = 0.95, window: int = 256):
        self.latencies = latencies
        self.k_max = k_max
        self.decay = decay
        self.accept_ratio = 0.5
        self.survival = [0.0] * k_max
        self._steps = deque(maxlen=window)
        self._lock = threading.Lock()

    def update(self, drafted: int, accepted: int) -> None:
        with self._lock:
            self.accept_ratio = self.decay * self.accept_ratio + (1 - self.decay) * (accepted / drafted)
            for i in range(drafted):
                hit = 1.0 if i < accepted else 0.0
                self.survival[i] = self.decay * self.survival[i] + (1 - self.decay) * hit
            self._steps.append((drafted, accepted))

    def observed_length(self) -> float:
        """Tokens per target step over the window."""
        with self._lock:
            return 1 + sum(a for _, a in self._steps) / len(self._steps)

    def length_from_survival(self, k: int) -> float:
        return 1 + sum(self.survival[:k])

    def predicted_length(self, k: int) -> float:
        r = self.accept_ratio
        return (1 - r ** (k + 1)) / (1 - r)

    def predicted_gain(self, k: int, batch: int) -> float:
        c = self.latencies.cost_ratio(batch)
        return self.predicted_length(k) / (1 + k * c)

    def next_length(self, batch: int) -> int:
        gains = {k: self.predicted_gain(k, batch) for k in range(1, self.k_max + 1)}
        k = max(gains, key=gains.get)
        return k if gains[k] > 1.0 else 0
