"""Drafters of our own: right ones, and one for each way in which a declared law is not the one sampled."""

import time

import numpy as np

VOCAB, GAMMA = 8, 3
LOGITS = np.random.default_rng(0).normal(0, 1.5, (VOCAB, VOCAB))
"""Of the next token, by the last one."""


def softmax(logits, temperature=1.0):
    weights = np.exp((logits - logits.max(axis=-1, keepdims=True)) / temperature)
    return weights / weights.sum(axis=-1, keepdims=True)


def top(laws, k):
    kept = np.where(laws >= np.sort(laws, axis=-1)[..., -k, None], laws, 0)
    return kept / kept.sum(axis=-1, keepdims=True)


def drawn(rng, laws):
    return np.minimum((rng.random(len(laws))[:, None] >= np.cumsum(laws, axis=1)).sum(axis=1), laws.shape[1] - 1)


def drafts(rng, batch, sampled, declared, context=lambda rng, batch: np.zeros(batch, np.int64)):
    """Drafts from `sampled(logits)`, said to come from `declared(logits)`."""
    last, tokens, probs = context(rng, batch), [], []
    for _ in range(GAMMA):
        logits = LOGITS[last]
        last = drawn(rng, sampled(logits))
        tokens.append(last)
        probs.append(declared(logits))
    return np.stack(tokens, axis=1).astype(np.int64), np.stack(probs, axis=1)


def to_bf16(values):
    bits = values.astype(np.float32).view(np.uint32)
    return ((bits + 0x7FFF + ((bits >> 16) & 1)) & 0xFFFF0000).view(np.float32).astype(np.float64)


def right(rng, batch):
    return drafts(rng, batch, softmax, softmax)


def right_random_laws(rng, batch):
    """No law comes twice."""
    probs = rng.dirichlet(np.full(VOCAB, 0.5), (batch, GAMMA))
    tokens = np.stack([drawn(rng, probs[:, i]) for i in range(GAMMA)], axis=1)
    return tokens.astype(np.int64), probs


def right_float32(rng, batch):
    def declared(logits):
        return softmax(logits.astype(np.float32)).astype(np.float64)

    return drafts(rng, batch, softmax, declared)


def right_top_k(rng, batch):
    return drafts(rng, batch, lambda x: top(softmax(x), 3), lambda x: top(softmax(x), 3))


def right_greedy(rng, batch):
    return drafts(
        rng, batch, lambda x: top(x - x.min(-1, keepdims=True), 1), lambda x: top(x - x.min(-1, keepdims=True), 1)
    )


def argmax(rng, batch):
    return drafts(rng, batch, lambda x: top(softmax(x), 1), softmax)


def colder(rng, batch):
    return drafts(rng, batch, lambda x: softmax(x, 0.7), softmax)


def hotter(rng, batch):
    return drafts(rng, batch, softmax, lambda x: softmax(x, 0.7))


def slightly_colder(rng, batch):
    return drafts(rng, batch, lambda x: softmax(x, 0.95), softmax)


def colder_random_laws(rng, batch):
    probs = rng.dirichlet(np.full(VOCAB, 0.5), (batch, GAMMA))
    sharper = probs**1.25 / (probs**1.25).sum(axis=2, keepdims=True)
    tokens = np.stack([drawn(rng, sharper[:, i]) for i in range(GAMMA)], axis=1)
    return tokens.astype(np.int64), probs


def cut(rng, batch):
    return drafts(rng, batch, lambda x: top(softmax(x), 4), softmax)


def cut_declared(rng, batch):
    return drafts(rng, batch, softmax, lambda x: top(softmax(x), 4))


def logits(rng, batch):
    return drafts(rng, batch, softmax, lambda x: x)


def unnormalised(rng, batch):
    return drafts(rng, batch, softmax, lambda x: softmax(x) * 0.99)


def half_precision(rng, batch):
    return drafts(rng, batch, softmax, lambda x: to_bf16(softmax(x)))


def wrong_position(rng, batch):
    """The law of the position before."""
    tokens, probs = right(rng, batch)
    return tokens, np.roll(probs, 1, axis=1)


def one_coin(rng, batch):
    """One coin for all positions of a row: each token alone has its law."""
    probs = np.broadcast_to(softmax(LOGITS[0]), (batch, GAMMA, VOCAB))
    coins = np.repeat(rng.random((batch, 1)), GAMMA, axis=1)
    return (coins[..., None] >= np.cumsum(probs, axis=2)).sum(axis=2).astype(np.int64), probs.copy()


def one_coin_a_batch(rng, batch):
    """One coin for all rows."""
    probs = np.broadcast_to(softmax(LOGITS[0]), (batch, GAMMA, VOCAB))
    coins = np.repeat(rng.random((1, GAMMA)), batch, axis=0)
    return (coins[..., None] >= np.cumsum(probs, axis=2)).sum(axis=2).astype(np.int64), probs.copy()


def last_token_low(rng, batch):
    """A mistake that is no rival: a twentieth of token 0 goes to token 1."""
    tokens, probs = right(rng, batch)
    return np.where((tokens == 0) & (rng.random(tokens.shape) < 0.05), 1, tokens), probs


def unseeded(rng, batch):
    return right(np.random.default_rng(), batch)


def not_two(rng, batch):
    return right(rng, batch)[0]


def narrow(rng, batch):
    tokens, probs = right(rng, batch)
    return tokens.astype(np.int32), probs


def flat(rng, batch):
    tokens, probs = right(rng, batch)
    return tokens, probs[:, 0]


def too_few(rng, batch):
    return right(rng, max(1, batch - 1))


def beyond(rng, batch):
    tokens, probs = right(rng, batch)
    return tokens + VOCAB, probs


def nan(rng, batch):
    tokens, probs = right(rng, batch)
    return tokens, probs * np.nan


def raises(rng, batch):
    raise ZeroDivisionError("on purpose")


def hangs(rng, batch):
    time.sleep(60)


def dies(rng, batch):
    import os

    os._exit(3)
