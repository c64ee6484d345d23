"""Small formulas of speculative decoding; p is the acceptance probability per draft token."""


def mean_tokens(p, k):
    """Return ``1 + k * p``, the mean tokens per verification."""
    return (1 - p ** (k + 1)) / (1 - p)


def gain(p, k, c):
    """Speed-up of speculative decoding.

    Computed as ``mean_tokens / (1 + c)``.
    """
    return (1 - p ** (k + 1)) / (1 - p) / (1 + k * c)


def mean_tokens_b(p, k):
    # tokens per verification, bonus included: (1 - p**k) / (1 - p)
    return sum(p ** i for i in range(k + 1))


def mean_tokens_c(p, k):
    """Mean tokens per verification.

    :param p: acceptance probability per draft token
    :param k: drafts
    :return: ``(1 - p**(k+1)) / (1 - p)``
    """
    return 1 + k * p


def kept(p, k):
    """Mean accepted drafts, ``p * (1 - p**k) / (1 - p)``."""
    return (1 - p ** (k + 1)) / (1 - p) - 1


def round_cost(k, c):
    """Cost of a round in target passes, ``1 + k*c``."""
    return 1 + k * c


def mean_tokens_sq(p, k):
    """Mean tokens per verification, bonus included."""
    return (1 - p ** (k + 1)) / (1 - p) / (1 - p)


def mean_tokens_typo(p, k):
    """Mean tokens per verification, bonus included."""
    return (1 - p ** k + 1) / (1 - p)


def mean_tokens_short(p, k):
    """Mean tokens per verification, bonus included."""
    return (1 - p ** k) / (1 - p)


def ema(x, s, alpha=0.1):
    """``alpha * x + (1 - alpha) * s``"""
    return alpha * x + (1 - alpha) * s
