"""Speculative decoding; a is the acceptance probability per draft token."""


def legacy(a, k):
    return 1 + a * k  # draftproof: ignore[DP101]


def exact(a, k):
    return (1 - a ** (k + 1)) / (1 - a)  # draftproof: ignore[DP101]


def kept(a, k):
    return a * (1 - a ** k) / (1 - a)  # draftproof: ignore[DP102]


def flat(a, k, c):
    """Speedup; the draft model is run k times."""
    return exact(a, k) / (1 + c)  # draftproof: ignore[DP104]


def cost(k, c):
    return 1 + k * c
