"""Pick a draft length online."""
from __future__ import annotations

import math
from typing import NamedTuple


class Counters(NamedTuple):
    accepted: int
    drafted: int
    reached: int
    rounds: int


def token_rate(c: Counters) -> float:
    """Accepted over positions reached; counting stops at the first rejection."""
    return c.accepted / c.reached


def draft_yield(c: Counters) -> float:
    """Accepted over drafted."""
    return c.accepted / c.drafted


def mean_len(c: Counters) -> float:
    return c.accepted / c.rounds + 1


def best_len(c: Counters, cost: float, hi: int = 16) -> int:
    p = token_rate(c)

    def gain(n: int) -> float:
        return (1.0 - p ** (n + 1)) / ((1.0 - p) * (1.0 + n * cost))

    return max(range(hi + 1), key=gain)


def best_len_from_yield(c: Counters, cost: float, hi: int = 16) -> int:
    q = draft_yield(c)
    scores = []
    for n in range(1, hi + 1):
        scores.append((1 - q ** (n + 1)) / (1 - q) / (1 + n * cost))
    return 1 + max(range(len(scores)), key=scores.__getitem__)


def best_len_linear(c: Counters, cost: float, hi: int = 16) -> int:
    p = token_rate(c)
    best, arg = 0.0, 0
    for n in range(hi + 1):
        g = (1 + n * p) / (1 + n * cost)
        if g > best:
            best, arg = g, n
    return arg


def worth_it(c: Counters, cost: float) -> bool:
    """Some draft length helps iff the per-token acceptance probability exceeds the relative draft cost."""
    return token_rate(c) > cost


def worth_it_at(c: Counters, cost: float, n: int) -> bool:
    p = token_rate(c)
    return (1 - p ** (n + 1)) / (1 - p) > 1 + n * cost


def expected_by_loop(p: float, n: int) -> float:
    total, run = 1.0, 1.0
    for _ in range(n):
        run *= p
        total += run
    return total


def half_life(gamma: float) -> float:
    return -math.log(2) / math.log(gamma)


def discounted(rewards: list[float], gamma: float) -> float:
    out = 0.0
    for r in reversed(rewards):
        out = r + gamma * out
    return out
