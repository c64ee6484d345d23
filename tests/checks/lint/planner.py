"""Draft length planner for speculative decoding, as the README lints it."""


def tokens_per_step(p_accept: float, k: int) -> float:
    """Expected tokens per target step; p_accept is the probability that a draft token is accepted."""
    return 1 + k * p_accept


def mean_length(accepted: int, drafted: int, k: int) -> float:
    rate = accepted / drafted
    return 1 + k * rate
