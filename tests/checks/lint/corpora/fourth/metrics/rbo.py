"""Rank-biased overlap of two rankings."""


def rbo(s, t, p=0.9):
    """Truncated RBO at the depth of the shorter list."""
    depth = min(len(s), len(t))
    total = 0.0
    for d in range(1, depth + 1):
        overlap = len(set(s[:d]) & set(t[:d])) / d
        total += p ** (d - 1) * overlap
    return (1 - p) * total


def weight_mass(p, k):
    return (1 - p**k) / (1 - p)


def expected_depth(p):
    return 1 / (1 - p)


def best_of_n_acceptance(accept_rate, n):
    """Expected accepted suggestions among n shown to the user."""
    return accept_rate * n


def completion_acceptance(shown, accepted):
    return accepted / shown


def pass_at_k(n, c, k):
    out = 1.0
    for i in range(n - c + 1, n + 1):
        out *= 1 - k / i
    return 1 - out
