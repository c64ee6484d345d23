"""Instances that a sampler is audited on: exact laws for every prefix, and the order in which they grow.

All laws are dyadic, so that float64 holds them exactly: p = target law after each prefix of length 0..gamma, q = draft law
after each prefix of length 0..gamma-1. `growing` gives groups of instances with one vocabulary, the small ones first, then
random ones without end; the instances of a group are audited together, so that the rows of a batch have different laws.
"""

from __future__ import annotations

import functools
import itertools
import math
import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..errors import BadInput
from .laws import Floats, dyadic

Prefix = tuple[int, ...]
Law = tuple[Fraction, ...]
Group = tuple["Instance", ...]


@dataclass(frozen=True)
class Instance:
    """Target laws p and draft laws q by prefix. `about` says what it is for.

    No draft position is a request without drafts, which stands beside others only. Raises `BadInput` for a vocabulary of one
    token, a prefix without a law, and a law that is not exact in float64 or does not sum to 1.
    """

    about: str
    vocab: int
    gamma: int
    target: Mapping[Prefix, Law]
    draft: Mapping[Prefix, Law]

    def __post_init__(self) -> None:
        if self.gamma < 0 or self.vocab < 2:
            raise BadInput(f"vocab {self.vocab}, gamma {self.gamma}: expected at least 2 tokens and 0 draft positions")
        for name, laws, depth in (("target", self.target, self.gamma + 1), ("draft", self.draft, self.gamma)):
            expected = {prefix for length in range(depth) for prefix in prefixes(self.vocab, length)}
            if missing := expected ^ set(laws):
                raise BadInput(f"{name} laws: prefix {min(missing)} is missing or too long")
            for prefix, law in laws.items():
                if len(law) != self.vocab:
                    raise BadInput(f"{name} law after {prefix}: {len(law)} tokens, expected {self.vocab}")
                dyadic(law)

    def drafts(self) -> Iterator[tuple[Prefix, Fraction]]:
        """Every draft sequence that can be drawn, with its probability under q."""
        for tokens in prefixes(self.vocab, self.gamma):
            weight = Fraction(1)
            for i, token in enumerate(tokens):
                weight *= self.draft[tokens[:i]][token]
            if weight:
                yield tokens, weight

    def target_of(self, tokens: Prefix) -> Fraction:
        """The target's probability of a sequence."""
        return math.prod((self.target[tokens[:i]][token] for i, token in enumerate(tokens)), start=Fraction(1))

    @functools.cached_property
    def target_in_units(self) -> tuple[dict[Prefix, list[int]], int]:
        """The target's laws as integers over one denominator, and that."""
        unit = math.lcm(*(p.denominator for law in self.target.values() for p in law))
        return {x: [p.numerator * (unit // p.denominator) for p in law] for x, law in self.target.items()}, unit

    def laws_along(self, tokens: Prefix) -> tuple[Floats, Floats]:
        """q float64[gamma, vocab] and p float64[gamma+1, vocab] at the prefixes of a draft sequence."""
        along = [tokens[:i] for i in range(self.gamma + 1)]
        return (
            np.array([self.draft[prefix] for prefix in along[:-1]], np.float64).reshape(-1, self.vocab),
            np.array([self.target[prefix] for prefix in along], np.float64),
        )

    def to_json(self) -> dict[str, object]:
        """The instance for a person: laws as fractions, by prefix ("" is the empty one)."""
        return {
            "vocab": self.vocab,
            "gamma": self.gamma,
            "p": {_spelt(prefix): as_text(law) for prefix, law in self.target.items()},
            "q": {_spelt(prefix): as_text(law) for prefix, law in self.draft.items()},
        }


def prefixes(vocab: int, length: int) -> Iterator[Prefix]:
    """Every sequence of that many tokens, in order."""
    return itertools.product(range(vocab), repeat=length)


def as_text(law: Sequence[Fraction]) -> str:
    """A law as `1/4, 3/4`."""
    return ", ".join(map(str, law))


def _spelt(prefix: Prefix) -> str:
    return " ".join(map(str, prefix))


def law(*weights: int) -> Law:
    """Integer weights that sum to a power of two, as a law. Raises `BadInput` for another sum."""
    total = sum(weights)
    if total < 1 or total & (total - 1):
        raise BadInput(f"weights {weights} sum to {total}: expected a power of two, so that the law is exact")
    return tuple(Fraction(weight, total) for weight in weights)


def cycled(about: str, gamma: int, target: Sequence[Law], draft: Sequence[Law]) -> Instance:
    """The laws of each length in turn: after a prefix the one at (length + sum of its tokens), counted around.

    So the laws differ by position and by prefix, and the first of each list is the law of the first token.
    """
    vocab = len(target[0])

    def by_prefix(laws: Sequence[Law], depth: int) -> dict[Prefix, Law]:
        every = (prefix for length in range(depth) for prefix in prefixes(vocab, length))
        return {prefix: laws[(len(prefix) + sum(prefix)) % len(laws)] for prefix in every}

    return Instance(about, vocab, gamma, by_prefix(target, gamma + 1), by_prefix(draft, gamma))


def by_position(about: str, target: Sequence[Law], draft: Sequence[Law]) -> Instance:
    """Laws that depend on the position alone: one more for the target, for the bonus token."""

    def everywhere(laws: Sequence[Law]) -> dict[Prefix, Law]:
        return {prefix: found for i, found in enumerate(laws) for prefix in prefixes(len(found), i)}

    return Instance(about, len(target[0]), len(draft), everywhere(target), everywhere(draft))


EVEN = law(1, 1)
TINY = 2**20
"""Denominator of the laws with tiny residual mass: fine enough for three decimals, coarse enough to stay exact in products."""


def thousandths(numerator: int) -> Law:
    """(x, 1 - x) for x = numerator/10000, to the nearest multiple of 2^-20."""
    part = round(numerator * TINY / 10_000)
    return law(part, TINY - part)


RARE = (12, 24, 32)
"""Exponents of rare tokens, drafted twice as often as the target has them: what a clamp at 1e-3, 1e-6 or 1e-9 changes."""


def fixed() -> Iterator[Group]:
    """Groups written by hand, small ones first. In most of them every coin's break is dyadic: the verdict can be `exact`."""
    yield (cycled("two tokens", 1, [law(1, 3), law(5, 3)], [EVEN]),)
    yield (cycled("a token of probability 0 is drafted", 1, [law(0, 4), law(1, 7)], [EVEN]),)
    yield (
        cycled("the target is greedy", 1, [law(0, 1), law(1, 0)], [law(1, 3)]),
        cycled("the draft is greedy", 1, [law(1, 3), law(7, 1)], [law(1, 0)]),
        cycled("both are greedy and agree", 1, [law(1, 0), law(0, 1)], [law(1, 0)]),
        cycled("p = q", 1, [law(3, 5), law(1, 3), law(1, 1)], [law(3, 5)]),
        cycled("two tokens, the other way", 1, [law(5, 3), law(1, 7), law(1, 1)], [law(1, 3)]),
    )
    yield (
        cycled("a residual of two tokens", 1, [law(2, 3, 3), law(4, 1, 3), law(0, 1, 1)], [law(4, 2, 2)]),
        cycled("a residual without the middle token", 1, [law(3, 2, 3), law(1, 6, 1)], [law(2, 4, 2)]),
        cycled("both laws are even, two of four", 1, [law(1, 1, 0), law(0, 1, 1)], [law(0, 2, 2)]),
    )
    yield (
        cycled("tiny residual mass", 1, [thousandths(10), thousandths(2500)], [thousandths(5)]),
        cycled("tiny residual mass, the other way", 1, [thousandths(9995), thousandths(5)], [thousandths(9990)]),
    )
    yield (
        cycled("two positions", 2, [law(1, 3), law(5, 3), law(3, 1)], [EVEN]),
        cycled("two positions, laws by prefix", 2, [law(3, 1), law(1, 7), law(2, 2)], [EVEN, law(1, 3)]),
        cycled("p = q, then not", 2, [law(3, 5), law(1, 3), law(11, 5)], [law(3, 5), law(1, 1)]),
    )
    yield (cycled("likely, then unlikely", 2, [law(3, 5), law(0, 8), law(4, 4)], [EVEN, law(4, 4), law(8, 0)]),)
    yield (
        cycled("two positions, three tokens", 2, [law(2, 3, 3), law(4, 1, 3), law(0, 1, 1)], [law(4, 2, 2)]),
        cycled(
            "a kept share that changes the residual",
            2,
            [law(3, 3, 2), law(4, 4, 0), law(8, 3, 5)],
            [law(4, 3, 1), law(1, 3, 4)],
        ),
        cycled("two positions, zeros", 2, [law(0, 1, 1), law(4, 4, 0), law(1, 0, 3)], [law(2, 1, 1), law(0, 1, 1)]),
    )
    yield (cycled("four tokens", 1, [law(2, 2, 2, 2), law(3, 0, 4, 1)], [law(4, 2, 1, 1)]),)
    yield (cycled("three positions", 3, [law(1, 3), law(5, 3), law(3, 1)], [EVEN, law(1, 3)]),)
    rare = [(n, law(1, 2**n - 1), law(2, 2**n - 2)) for n in RARE]
    yield tuple(cycled(f"a token of probability 2^-{n}", 1, [p], [q]) for n, p, q in rare)
    yield (cycled("eight tokens", 1, [law(1, 2, 3, 4, 5, 6, 7, 4), law(0, 0, 9, 1, 1, 1, 2, 2)], [law(*[4] * 8)]),)


def ragged() -> Iterator[Group]:
    """Groups whose instances have drafts of different lengths: for samplers that take `draft_lens`."""
    short = cycled("a draft of one", 1, [law(1, 3), law(5, 3)], [EVEN])
    yield (
        short,
        cycled("a draft of two beside it", 2, [law(3, 1), law(1, 7), law(2, 2)], [EVEN, law(1, 3)]),
        cycled("no draft beside them", 0, [law(7, 9)], [EVEN]),
    )
    three = cycled("a draft of one, three tokens", 1, [law(2, 3, 3), law(1, 0, 3)], [law(4, 2, 2)])
    yield three, cycled("a draft of two, three tokens", 2, [law(2, 3, 3), law(4, 1, 3), law(0, 1, 1)], [law(4, 2, 2)])


SIZES = ((2, 1), (2, 2), (3, 1), (4, 1), (3, 2), (2, 3), (5, 1), (8, 1), (4, 2), (3, 3))
"""(vocab, gamma) of the random groups, in turn."""

TOGETHER = 3
"""Instances of a random group: enough for the rows of a batch to differ."""


def drawn(seed: int, *, draft_lens: bool = False) -> Iterator[Group]:
    """Random groups without end: weights out of 16 to 1024, with zeros here and there. With `draft_lens` the last instance of
    each has a draft of any length from 0.
    """
    rng = random.Random(seed)
    for turn in itertools.count():
        vocab, gamma = SIZES[turn % len(SIZES)]
        lengths = [gamma] * TOGETHER
        if draft_lens:
            lengths[-1] = rng.randint(0, gamma)
        yield tuple(_random(rng, vocab, length) for length in lengths)


def _random(rng: random.Random, vocab: int, gamma: int) -> Instance:
    def laws(depth: int) -> dict[Prefix, Law]:
        return {p: _random_law(rng, vocab) for length in range(depth) for p in prefixes(vocab, length)}

    return Instance("random laws", vocab, gamma, laws(gamma + 1), laws(gamma))


def _random_law(rng: random.Random, vocab: int) -> Law:
    total = 2 ** rng.randint(4, 10)
    cuts = sorted(rng.randint(0, total) for _ in range(vocab - 1))
    return law(*(b - a for a, b in zip([0, *cuts], [*cuts, total], strict=True)))


def growing(seed: int = 0, *, draft_lens: bool = False) -> Iterator[Group]:
    """All groups: those written by hand, the ragged ones if they can be given, then random ones without end."""
    yield from fixed()
    if draft_lens:
        yield from ragged()
    yield from drawn(seed, draft_lens=draft_lens)
