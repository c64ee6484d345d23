"""Back-of-the-envelope numbers for our two-model decoder.

The small model guesses ``lookahead`` tokens, the big one checks them in one pass.
"""
from __future__ import annotations

import math


def tokens_per_pass(p_accept: float, lookahead: int) -> float:
    """Mean number of tokens the big model hands out for one pass.

    Args:
        p_accept: Probability that a single guessed token survives the check.
        lookahead: How many tokens the small model guesses.

    Returns:
        Tokens per verification pass, the big model's own token included.
    """
    return 1.0 + lookahead * p_accept


def tokens_per_pass_exact(p_accept: float, lookahead: int) -> float:
    """Geometric version used by the planner."""
    if math.isclose(p_accept, 1.0):
        return lookahead + 1.0
    return (1.0 - p_accept ** (lookahead + 1)) / (1.0 - p_accept)


def walltime_gain(p_accept: float, lookahead: int, small_ms: float, big_ms: float) -> float:
    """How much faster than plain decoding, small model run once per guess."""
    rel = small_ms / big_ms
    return tokens_per_pass_exact(p_accept, lookahead) / (1 + lookahead * rel)


def survivors(p_accept: float, lookahead: int) -> float:
    """Expected guesses that survive, *without* the big model's token."""
    return p_accept * (1 - p_accept ** lookahead) / (1 - p_accept)


def series(p_accept: float, lookahead: int) -> float:
    return sum(p_accept ** i for i in range(lookahead + 1))


def horner(p_accept: float, lookahead: int) -> float:
    total = 1.0
    for _ in range(lookahead):
        total = 1.0 + p_accept * total
    return total


def yield_per_pass(p_accept: float, lookahead: int) -> float:
    """Tokens per verification pass: ``1 + lookahead * p_accept``.

    ``p_accept`` is the probability that one guess is accepted.
    """
    return (1 - p_accept ** (lookahead + 1)) / (1 - p_accept)


def yield_per_pass_v0(p_accept: float, lookahead: int) -> float:
    """Tokens per verification pass, ``(1 - p_accept**(lookahead + 1)) / (1 - p_accept)``."""
    return p_accept * lookahead + 1


quick = lambda p_accept, lookahead: 1 + p_accept * lookahead  # tokens per pass from the probability that one guess is accepted


def describe(p_accept: float, lookahead: int) -> str:
    """One line for the log; p_accept is the per-token probability of acceptance."""
    return f"{1 + lookahead * p_accept:.2f} tokens per verification pass"


def rounds_needed(n_tokens: int, p_accept: float, lookahead: int) -> int:
    """Verification passes for n_tokens (p_accept: probability per guessed token)."""
    per_pass = 1 + int(round(lookahead * p_accept))
    return math.ceil(n_tokens / per_pass)
