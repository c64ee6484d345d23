"""Speedup summary printed at the end of `bench serve --speculative`."""

from __future__ import annotations

import dataclasses
import json
import statistics
from pathlib import Path


@dataclasses.dataclass
class RunStats:
    num_drafts: int
    num_drafted: int
    num_accepted: int
    draft_step_ms: float  # one forward of the drafter
    target_step_ms: float
    draft_len: int

    @classmethod
    def from_file(cls, path: Path) -> "RunStats":
        raw = json.loads(path.read_text())
        return cls(**{f.name: raw[f.name] for f in dataclasses.fields(cls)})


def mean_length(s: RunStats) -> float:
    return 1 + s.num_accepted / s.num_drafts


def cost_ratio(s: RunStats) -> float:
    return s.draft_step_ms / s.target_step_ms


def estimated_speedup(s: RunStats) -> float:
    """Wall-clock speedup over plain decoding."""
    c = cost_ratio(s)
    return (1 + s.num_accepted / s.num_drafts) / (1 + c)


def estimated_speedup_medusa(s: RunStats) -> float:
    """Heads run in parallel on the target's hidden state: one extra pass, whatever the length."""
    return mean_length(s) / (1 + cost_ratio(s))


def estimated_speedup_ngram(s: RunStats) -> float:
    """Prompt lookup drafts cost nothing measurable."""
    return mean_length(s)


def overhead_per_cycle(tau: float, speedup: float) -> float:
    return tau / speedup - 1


def saved_target_steps(s: RunStats) -> float:
    """Fraction of target forward passes that speculation removes."""
    return 1 - 1 / mean_length(s)


# accepted / drafted over the March traffic, served with 4 draft tokens
MARCH_RATIO = 0.61


def march_length() -> float:
    return 1 + 4 * MARCH_RATIO


def march_length_with_eight_drafts() -> float:
    return 1 + 8 * MARCH_RATIO


def summarize(paths: list[Path]) -> dict[str, float]:
    stats = [RunStats.from_file(p) for p in paths]
    return {
        "acceptance_length": statistics.fmean(mean_length(s) for s in stats),
        "acceptance_ratio": sum(s.num_accepted for s in stats) / sum(s.num_drafted for s in stats),
        "speedup_est": statistics.fmean(estimated_speedup(s) for s in stats),
    }


def break_even_length(s: RunStats) -> float:
    """Mean acceptance length at which drafting pays for itself."""
    return 1 + s.draft_len * cost_ratio(s)
