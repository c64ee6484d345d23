"""Decoders of our own, with their drafting inside: right ones, and ones that are wrong only as a whole."""

import time

import numpy as np

LENGTH = 6


def drawn(coins, laws):
    cumulative = np.cumsum(laws, axis=1)
    return (coins[:, None] * cumulative[:, -1:] >= cumulative).sum(axis=1)


def plain(rng, batch, target, length=LENGTH):
    """The target alone."""
    tokens = np.zeros((batch, 0), np.int64)
    for _ in range(length):
        tokens = np.concatenate([tokens, drawn(rng.random(batch), target(tokens))[:, None]], axis=1)
    return tokens


def even(p):
    return np.full_like(p, 1 / p.shape[1])


def warmer(p):
    root = np.sqrt(p)
    return root / root.sum(axis=1, keepdims=True)


def speculative(rng, batch, target, *, drafts=even, coins=None, accepts=None, residual=None, length=LENGTH):
    """One draft at a time, verified at once: the same law as with longer drafts, and easy to read."""
    tokens = np.zeros((batch, 0), np.int64)
    for _ in range(length):
        p = target(tokens)
        q = drafts(p)
        mine = rng.random(batch)
        theirs = mine if coins == "seen" else rng.random(batch)
        x = drawn(mine, q)
        rows = np.arange(batch)
        ratio = theirs * q[rows, x] < p[rows, x]
        passed = ratio if accepts is None else accepts(p[rows, x], q[rows, x])
        left = np.maximum(p - q, 0) if residual is None else residual(p, q)
        left = np.where(left.any(axis=1, keepdims=True), left, p)
        tokens = np.concatenate([tokens, np.where(passed, x, drawn(rng.random(batch), left))[:, None]], axis=1)
    return tokens


def warm(rng, batch, target):
    return speculative(rng, batch, target, drafts=warmer)


def short(rng, batch, target):
    return plain(rng, batch, target, 1)


def sees_coins(rng, batch, target):
    """The drafter draws with the coin that the verifier then tests it with."""
    return speculative(rng, batch, target, coins="seen")


def sees_coins_warm(rng, batch, target):
    return speculative(rng, batch, target, drafts=warmer, coins="seen")


def same_seed(rng, batch, target):
    """The same mistake as it happens: two generators, one seed."""
    seed = int(rng.integers(2**32))
    drafter, verifier = np.random.default_rng(seed), np.random.default_rng(seed)
    tokens = np.zeros((batch, 0), np.int64)
    for _ in range(LENGTH):
        p = target(tokens)
        q = even(p)
        x = drawn(drafter.random(batch), q)
        rows = np.arange(batch)
        passed = verifier.random(batch) * q[rows, x] < p[rows, x]
        left = np.maximum(p - q, 0)
        left = np.where(left.any(axis=1, keepdims=True), left, p)
        tokens = np.concatenate([tokens, np.where(passed, x, drawn(rng.random(batch), left))[:, None]], axis=1)
    return tokens


def accept_always(rng, batch, target):
    return speculative(rng, batch, target, accepts=lambda p, q: np.ones_like(p, bool))


def resample_from_target(rng, batch, target):
    return speculative(rng, batch, target, residual=lambda p, q: p)


def stale_prefix(rng, batch, target):
    """From the third token on the target is asked without the last token."""
    tokens = plain(rng, batch, target, 2)
    for _ in range(LENGTH - 2):
        tokens = np.concatenate([tokens, drawn(rng.random(batch), target(tokens[:, :-1]))[:, None]], axis=1)
    return tokens


def one_coin_a_batch(rng, batch, target):
    tokens = np.zeros((batch, 0), np.int64)
    for _ in range(LENGTH):
        coins = np.full(batch, rng.random())
        tokens = np.concatenate([tokens, drawn(coins, target(tokens))[:, None]], axis=1)
    return tokens


def neighbours(rng, batch, target):
    """Rows in pairs share the coin of their first token."""
    coins = np.repeat(rng.random(batch), 2)[:batch]
    tokens = drawn(coins, target(np.zeros((batch, 0), np.int64)))[:, None]
    while tokens.shape[1] < LENGTH:
        tokens = np.concatenate([tokens, drawn(rng.random(batch), target(tokens))[:, None]], axis=1)
    return tokens


def writes_into_laws(rng, batch, target):
    target(np.zeros((batch, 0), np.int64))[:] = 0
    return plain(rng, batch, target)


def unseeded(rng, batch, target):
    return plain(np.random.default_rng(), batch, target)


def floats(rng, batch, target):
    return plain(rng, batch, target).astype(float)


def transposed(rng, batch, target):
    return plain(rng, batch + 1, target).T


def beyond(rng, batch, target):
    return plain(rng, batch, target) + 1


def lengthens(rng, batch, target):
    return plain(rng, batch, target, 2 + (batch > 1))


def wrong_prefix(rng, batch, target):
    return target(np.full((batch, 2), -1))


def flat_prefix(rng, batch, target):
    return target(np.zeros(batch, np.int64))


def nothing(rng, batch, target):
    return None


def raises(rng, batch, target):
    raise KeyError("on purpose")


def hangs(rng, batch, target):
    time.sleep(60)


def dies(rng, batch, target):
    import os

    os._exit(3)
