"""A variant of speculative decoding that never takes the bonus token, for pipelines that cannot."""


def tokens_without_bonus(a, k):
    """Mean tokens per verification when no bonus token is drawn; a rejected position is replaced.

    ``(1 - a**k) / (1 - a)``
    """
    return (1 - a ** k) / (1 - a)


def tokens_with_block(a, block):
    """Mean tokens per verification for blocks of ``block = drafts + 1`` positions."""
    return (1 - a ** block) / (1 - a)


def single(a, c):
    """One draft token: speed-up (1 + a) / (1 + c)."""
    return (1 + a * 1) / (1 + 1 * c)


def position_survival(per_pos):
    """per_pos: accepted at that position over drafts."""
    return 1 + sum(per_pos)


def greedy_upper_bound(a, k):
    # an upper bound only: each position counted as if it did not depend on the others
    return 1 + a * k
