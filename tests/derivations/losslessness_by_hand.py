"""Verification of a draft by counting: every draft, every outcome of its tests, every token after it, in exact fractions.

Laws are given by prefix. Nothing here is taken from the derivations.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product

Tokens = tuple[int, ...]
Law = tuple[Fraction, ...]
Laws = Callable[[Tokens], Law]


def laws(seed: int, vocab: int, zeros: bool = False) -> Laws:
    """A law for every prefix, with zeros among its entries if so asked."""

    def law(prefix: Tokens) -> Law:
        rng = random.Random(f"{seed} {prefix}")
        weights = [rng.randint(0 if zeros else 1, 6) for _ in range(vocab - 1)] + [rng.randint(1, 6)]
        return tuple(Fraction(weight, sum(weights)) for weight in weights)

    return law


def probability(law: Laws, tokens: Tokens, start: int = 0) -> Fraction:
    """The probability of the tokens from `start` on, given those before."""
    found = Fraction(1)
    for place in range(start, len(tokens)):
        found *= law(tokens[:place])[tokens[place]]
    return found


def drafts(q: Laws, gamma: int, vocab: int) -> Iterator[tuple[Tokens, Fraction]]:
    """Every draft with its probability."""
    for tokens in product(range(vocab), repeat=gamma):
        if mass := probability(q, tokens):
            yield tokens, mass


def shares(draft: Tokens, p: Laws, q: Laws) -> list[Fraction]:
    """The running min(P·p/q, 1) of block verification, before the first draft and after each."""
    found = [Fraction(1)]
    for place, token in enumerate(draft):
        found.append(min(found[-1] * p(draft[:place])[token] / q(draft[:place])[token], Fraction(1)))
    return found


def residual(share: Fraction, p: Law, q: Law) -> list[Fraction]:
    """What share·p has beyond q, token by token."""
    return [max(share * x - y, Fraction(0)) for x, y in zip(p, q, strict=True)]


def one_by_one(draft: Tokens, p: Laws, q: Laws) -> list[Fraction]:
    """The law of the number of kept drafts: tests end at the first failure."""
    found, reached = [], Fraction(1)
    for place, token in enumerate(draft):
        passes = min(p(draft[:place])[token] / q(draft[:place])[token], Fraction(1))
        found.append(reached * (1 - passes))
        reached *= passes
    return [*found, reached]


def as_block(draft: Tokens, p: Laws, q: Laws) -> list[Fraction]:
    """The law of the number of kept drafts: every position is tested, the last success counts."""
    found, later = [Fraction(0)] * (len(draft) + 1), Fraction(1)
    share = shares(draft, p, q)
    for place in range(len(draft), 0, -1):
        passes = share[place]
        if place < len(draft):
            left = sum(residual(share[place], p(draft[:place]), q(draft[:place])), Fraction(0))
            passes = Fraction(1) if share[place] == 1 else left / (left + 1 - share[place])
        found[place] = later * passes
        later *= 1 - passes
    return [later, *found[1:]]


def completed(p: Laws, q: Laws, gamma: int, vocab: int, block: bool) -> Counter[Tokens]:
    """The law of the completed sequence."""
    found: Counter[Tokens] = Counter()
    for draft, drafted in drafts(q, gamma, vocab):
        share = shares(draft, p, q) if block else [Fraction(1)] * gamma
        for kept, chance in enumerate((as_block if block else one_by_one)(draft, p, q)):
            if not chance:
                continue
            prefix = draft[:kept]
            weights = list(p(prefix)) if kept == gamma else residual(share[kept], p(prefix), q(prefix))
            for tail in product(range(vocab), repeat=gamma + 1 - kept):
                here = weights[tail[0]] / sum(weights)
                found[prefix + tail] += drafted * chance * here * probability(p, prefix + tail, kept + 1)
    return found


def kept_mass(p: Laws, q: Laws, sequence: Tokens, gamma: int, vocab: int, block: bool) -> Fraction:
    """The probability that a draft begins with the sequence and at least all of it is kept."""
    total = Fraction(0)
    for draft, drafted in drafts(q, gamma, vocab):
        if draft[: len(sequence)] == sequence:
            total += drafted * sum((as_block if block else one_by_one)(draft, p, q)[len(sequence) :])
    return total


def mean_kept(p: Laws, q: Laws, gamma: int, vocab: int, block: bool) -> Fraction:
    """The expected number of kept drafts."""
    return sum(
        (
            drafted * kept * chance
            for draft, drafted in drafts(q, gamma, vocab)
            for kept, chance in enumerate((as_block if block else one_by_one)(draft, p, q))
        ),
        Fraction(0),
    )
