"""Formulas of the draft-and-verify loop. p: probability that one draft token is accepted."""


def expected_tokens(p, k):
    """Return 1 + k * p, the expected tokens of a verification."""
    return sum(p**i for i in range(k + 1))


def accepted_drafts(p, k):
    """Return p * (1 - p**k) / (1 - p), the accepted drafts."""
    return p * (1 - p**k) / (1 - p)


def speedup(p, k, c):
    """Return expected_tokens / (1 + c), c being the cost of one draft step."""
    return expected_tokens(p, k) / (1 + k * c)


def emitted(p, k):
    # bonus token not counted: (1 - p**k) / (1 - p)
    return (1 - p ** (k + 1)) / (1 - p)


def pays(p, c):
    """Whether some draft length gains: p > c."""
    return p > c
