"""Throughput model for lookahead serving (first cut, used in the RFC)."""

import dataclasses
import itertools


@dataclasses.dataclass
class Workload:
    name: str
    draft_len: int
    accept_prob: float  # chance that the target accepts a drafted token
    t_draft: float
    t_target: float


WORKLOADS = [
    Workload("chat", 4, 0.72, 1.6, 21.0),
    Workload("code", 6, 0.85, 1.6, 21.0),
    Workload("summaries", 5, 0.78, 1.6, 21.0),
]

# chat by hand: 0.72^4 = 0.269 full drafts, 0.269 x 5 + 0.731 x 1 = 2.08 tokens per step
# step time: 4 x 1.6 + 21.0 = 27.4 ms


def step_time(w: Workload) -> float:
    return w.draft_len * w.t_draft + w.t_target


def full_accept(w: Workload) -> float:
    """Probability that the whole draft survives."""
    return w.accept_prob**w.draft_len


def tokens_per_step(w: Workload) -> float:
    p_all = w.accept_prob**w.draft_len
    return p_all * (w.draft_len + 1) + (1 - p_all) * 1


def tokens_per_step_long_drafts(w: Workload) -> float:
    """Limit of the expected tokens for drafts without end."""
    return 1 / (1 - w.accept_prob)


def drafts_kept(w: Workload) -> float:
    """Expected drafted tokens that end up in the sequence."""
    p = w.accept_prob
    return p * (1 - p**w.draft_len) / (1 - p)


def tokens_per_ms(w: Workload) -> float:
    return tokens_per_step(w) / step_time(w)


def table():
    yield ("name", "k", "tokens/step", "speedup")
    for w in WORKLOADS:
        yield (w.name, w.draft_len, round(tokens_per_step(w), 2), round(tokens_per_ms(w) * w.t_target, 2))


if __name__ == "__main__":
    for row in itertools.islice(table(), 10):
        print("{:12} {:>4} {:>12} {:>8}".format(*map(str, row)))
