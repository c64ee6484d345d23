"""Sweep draft lengths and print the theoretical optimum."""

import itertools

ALPHAS = (0.6, 0.7, 0.8, 0.9)  # per-token acceptance probabilities
GAMMAS = range(1, 11)
C = 0.05


def tokens(alpha, gamma):
    return (1 - alpha ** (gamma + 1)) / (1 - alpha)


def speedup_free(alpha, gamma):
    """Draft assumed free (n-gram lookup)."""
    return tokens(alpha, gamma)


def speedup_once(alpha, gamma, c=C):
    """Wall-clock speedup of a separate draft model with cost ratio c per draft step."""
    return tokens(alpha, gamma) / (1 + c)


def speedup(alpha, gamma, c=C):
    return tokens(alpha, gamma) / (1 + gamma * c)


def main():
    for a, g in itertools.product(ALPHAS, GAMMAS):
        print(f"{a:.1f} {g:2d} {speedup(a, g):.2f}")
    for a in ALPHAS:
        g = max(GAMMAS, key=lambda g: speedup(a, g))
        print("best", a, g)


if __name__ == "__main__":
    main()
