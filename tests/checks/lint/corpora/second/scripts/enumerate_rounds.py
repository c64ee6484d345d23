"""Why ``1 + k * p`` is the wrong expectation for speculative decoding, by enumeration.

Each drafted token is accepted with probability p and the first rejection ends the round.
"""
from fractions import Fraction
from itertools import product


def brute(p: Fraction, k: int) -> Fraction:
    total = Fraction(0)
    for outcome in product((0, 1), repeat=k):
        weight, run, alive = Fraction(1), 0, True
        for bit in outcome:
            weight *= p if bit else 1 - p
            alive = alive and bit
            run += bool(alive)
        total += weight * (run + 1)
    return total


def closed(p, k):
    return (1 - p ** (k + 1)) / (1 - p)


def naive(p, k):
    return 1 + k * p


def upper_bound(p, k):
    return 1 + k * p


if __name__ == "__main__":
    p, k = Fraction(7, 10), 5
    assert brute(p, k) == closed(p, k)
    assert naive(p, k) == Fraction(9, 2)  # 4.5, far above 2.94
    print(float(closed(p, k)), "not", float(naive(p, k)))
