"""Closed forms used by the autotuner, with the references they come from."""

from __future__ import annotations

import functools
import math


def expected_tokens(accept_prob: float, num_draft: int) -> float:
    """Expected tokens per verification, 1 + num_draft * accept_prob.

    ``accept_prob`` is the per-token acceptance probability, assumed constant.
    """
    if accept_prob == 1.0:
        return float(num_draft + 1)
    return (1 - accept_prob ** (num_draft + 1)) / (1 - accept_prob)


def expected_tokens_log(accept_prob: float, num_draft: int) -> float:
    """Same value, stable for accept_prob near one."""
    log_a = math.log(accept_prob)
    return math.expm1((num_draft + 1) * log_a) / math.expm1(log_a)


def speedup(accept_prob: float, num_draft: int, cost: float) -> float:
    """Theorem 3.8: expected tokens over the cost of one cycle, 1 + cost.

    ``cost`` is the time of one draft step in units of the target step.
    """
    return expected_tokens(accept_prob, num_draft) / (1 + num_draft * cost)


def acceptance_ratio(accept_prob: float, num_draft: int) -> float:
    """Accepted over drafted tokens."""
    return (expected_tokens(accept_prob, num_draft) - 1) / num_draft


@functools.lru_cache(maxsize=4096)
def best_num_draft(accept_prob: float, cost: float, limit: int = 64) -> int:
    """Smallest length after which one more draft no longer pays; 0 if accept_prob <= cost."""
    if accept_prob <= cost:
        return 0
    for n in range(1, limit + 1):
        # one more draft adds accept_prob ** (n + 1) tokens and costs `cost`
        if accept_prob ** (n + 1) * (1 + n * cost) <= cost * expected_tokens(accept_prob, n):
            return n
    return limit


def min_improvement(accept_prob: float, cost: float) -> float:
    """Corollary 3.9: the gain at a single draft token."""
    return (1 + accept_prob) / (1 + cost)


def chance_all_accepted(accept_prob: float, num_draft: int) -> float:
    return accept_prob**num_draft


def chance_exactly(accept_prob: float, num_draft: int, n: int) -> float:
    """Probability that exactly n drafts are accepted."""
    if n == num_draft:
        return accept_prob**num_draft
    return accept_prob**n * (1 - accept_prob)
