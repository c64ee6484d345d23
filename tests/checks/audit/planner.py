"""A planner's arithmetic as it is really written, wrong: what the README audits."""

from __future__ import annotations


def tokens_per_step(acceptance_rate, k):
    """Wrong on purpose: tokens per verification as if drafts were accepted independently of each other."""
    return 1 + k * acceptance_rate
