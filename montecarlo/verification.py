"""The process of whole drafts: draw a draft, test it one by one or as a block, recover or add the bonus token, complete.

Laws depend on the position and on the token before it. As in `process`, sequences that share a past are counted, and each
draws uniforms of its own for its drafts, its coins, and the tokens that are recovered or added.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

import numpy as np

from .compare import Measured
from .process import Counts, accepted_counts, kinds

Law = Sequence[float]
Table = tuple[tuple[Law, ...], ...]
"""A law for each position and each token before it (at the first position the first one): [position][token before][token]."""

Tokens = tuple[int, ...]
Past = dict[Tokens, int]
"""How many sequences have these tokens."""


def verified(rng: np.random.Generator, sequences: int, params: Any) -> Counts:
    """How often each of the `outcomes` occurs. params: the target's table, the drafts' table, a name of `TESTS`.

    The target's table has a position more than the drafts', for the bonus token.
    """
    targets, drafts, how = params
    found: Counter[tuple[str, int, Tokens]] = Counter()
    starts: Counter[Tokens] = Counter()
    for draft, drafted in _spread(rng, {(): sequences}, drafts, len(drafts)).items():
        for kept, count in enumerate(TESTS[how](rng, drafted, draft, targets, drafts)):
            found["drafted", kept, draft] += int(count)
            starts[draft[:kept]] += int(count)
    for prefix, count in starts.items():
        law = _after(prefix, targets)
        if len(prefix) < len(drafts):
            share = _shares(prefix, targets, drafts)[-1] if how == "block" else 1.0
            residual = _residual(share, law, _after(prefix, drafts))
            law = [part / math.fsum(residual) for part in residual] if count else law  # none where nothing is rejected
        ends: Past = {(*prefix, token): int(n) for token, n in enumerate(kinds(rng, count, law))}
        for whole, n in _spread(rng, ends, targets, len(targets)).items():
            found["completed", len(prefix), whole] += n
    return np.array([found[key] for key in outcomes(len(drafts), len(targets[0][0]))], np.int64)


def outcomes(gamma: int, vocab: int) -> list[tuple[str, int, Tokens]]:
    """What is counted: ("drafted", kept drafts, draft) and ("completed", kept drafts, completed sequence)."""
    return [
        (what, kept, tokens)
        for what, length in (("drafted", gamma), ("completed", gamma + 1))
        for kept in range(gamma + 1)
        for tokens in product(range(vocab), repeat=length)
    ]


def _after(prefix: Tokens, table: Table) -> Law:
    """The law of the token after a prefix."""
    return table[len(prefix)][prefix[-1] if prefix else 0]


def _spread(rng: np.random.Generator, past: Past, table: Table, length: int) -> Past:
    """The sequences with tokens of the table drawn for every position up to `length`."""
    while any(len(prefix) < length for prefix in past):
        past = {
            (*prefix, token): int(n)
            for prefix, count in past.items()
            for token, n in enumerate(kinds(rng, count, _after(prefix, table)))
        }
    return past


def _ratios(draft: Tokens, targets: Table, drafts: Table) -> list[float]:
    """p/q of each draft."""
    return [_after(draft[:k], targets)[token] / _after(draft[:k], drafts)[token] for k, token in enumerate(draft)]


def _shares(draft: Tokens, targets: Table, drafts: Table) -> list[float]:
    """The running min(P·p/q, 1): before the first draft, and after each."""
    found = [1.0]
    for ratio in _ratios(draft, targets, drafts):
        found.append(min(found[-1] * ratio, 1.0))
    return found


def _residual(share: float, target: Law, draft: Law) -> list[float]:
    return [max(share * p - q, 0.0) for p, q in zip(target, draft, strict=True)]


def _one_by_one(rng: np.random.Generator, count: int, draft: Tokens, targets: Table, drafts: Table) -> Counts:
    """By number of kept drafts: those before the first whose coin does not lie below p/q."""
    return accepted_counts(rng, count, [min(ratio, 1.0) for ratio in _ratios(draft, targets, drafts)])


def _as_block(rng: np.random.Generator, count: int, draft: Tokens, targets: Table, drafts: Table) -> Counts:
    """By number of kept drafts: those up to the last test that passes. Every test has its coin; they are looked through from
    the last one, until one passes.
    """
    shares = _shares(draft, targets, drafts)
    tests = [*(_test(shares[k], draft[:k], targets, drafts) for k in range(1, len(draft))), shares[-1]]
    return accepted_counts(rng, count, [1.0 - test for test in reversed(tests)])[::-1]


def _test(share: float, prefix: Tokens, targets: Table, drafts: Table) -> float:
    """The probability that the test after a prefix passes: R/(R + 1 - P), and 1 where P is."""
    residual = math.fsum(_residual(share, _after(prefix, targets), _after(prefix, drafts)))
    return 1.0 if share == 1.0 else residual / (residual + 1.0 - share)


TESTS = {"one by one": _one_by_one, "block": _as_block}


def how_often(event: Callable[[str, int, Tokens], bool], gamma: int, vocab: int) -> Callable[[Counts, int], Measured]:
    """The frequency of an event of `outcomes`."""
    counted = np.array([event(*outcome) for outcome in outcomes(gamma, vocab)])

    def measure(total: Counts, draws: int) -> Measured:
        return Measured(int(total[counted].sum()) / draws, draws, 0.0, 1.0)

    return measure


def kept_drafts(gamma: int, vocab: int, more: int = 0) -> Callable[[Counts, int], Measured]:
    """The mean number of kept drafts; with `more` = 1, of emitted tokens."""
    kept = np.array([kept if what == "drafted" else 0 for what, kept, _ in outcomes(gamma, vocab)])

    def measure(total: Counts, draws: int) -> Measured:
        return Measured(int((total * kept).sum()) / draws + more, draws, float(more), float(gamma + more))

    return measure
