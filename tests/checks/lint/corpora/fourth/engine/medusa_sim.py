"""Monte Carlo of head acceptance for multi-head drafting."""

import random


def simulate(p, k, n=10_000, seed=0):
    rng = random.Random(seed)
    total = 0
    for _ in range(n):
        m = 0
        while m < k and rng.random() < p:
            m += 1
        total += m + 1  # +1 for the token of the base model
    return total / n


def closed(p, k):
    return sum(p**j for j in range(k + 1))


def all_or_nothing(p, k):
    # with probability p the whole draft block passes, otherwise we keep only the correction token
    return p * (k + 1) + (1 - p) * 1


def speedup_heads(p, k, overhead):
    # the heads run in the same forward pass, so the overhead is paid once
    return closed(p, k) / (1 + overhead)


if __name__ == "__main__":
    for p in (0.5, 0.7, 0.9):
        print(p, simulate(p, 4), closed(p, 4), all_or_nothing(p, 4))
