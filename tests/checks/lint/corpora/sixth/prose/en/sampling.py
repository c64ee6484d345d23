"""Reference sampler used in the unit tests of the fused kernels.

Order of steps here: temperature, top-k, top-p. This is the same in all inference engines, so results can be compared
with any of them at equal settings.
"""

from __future__ import annotations

import numpy as np


def softmax(logits: np.ndarray) -> np.ndarray:
    """Numerically stable softmax over the last axis.

    >>> softmax(np.array([2.0, 1.0, 0.0])).round(3)
    array([0.665, 0.245, 0.09 ])
    """
    shifted = logits - logits.max(axis=-1, keepdims=True)
    weights = np.exp(shifted)
    return weights / weights.sum(axis=-1, keepdims=True)


def apply_temperature(logits: np.ndarray, temperature: float) -> np.ndarray:
    """Divide the logits by the temperature.

    For logits 2, 1, 0 and temperature 0.5 the softmax is 0.867, 0.117, 0.016.
    For logits 2, 1, 0 and temperature 2 the softmax is 0.407, 0.407, 0.186.
    """
    if temperature <= 0:
        raise ValueError("use argmax for greedy decoding")
    return logits / temperature


def top_k_mask(logits: np.ndarray, k: int) -> np.ndarray:
    """Keep the k largest logits; ties at the threshold are all kept."""
    if k <= 0 or k >= logits.shape[-1]:
        return logits
    threshold = np.partition(logits, -k, axis=-1)[..., -k, None]
    return np.where(logits < threshold, -np.inf, logits)


def top_p_mask(logits: np.ndarray, p: float) -> np.ndarray:
    """Keep the smallest set of most probable tokens whose probability reaches p.

    The token that crosses p is kept. For probabilities 0.4, 0.3, 0.2, 0.1 and p = 0.85 three tokens are kept,
    for p = 0.7 two.
    """
    order = np.argsort(-logits, axis=-1)
    probs = np.take_along_axis(softmax(logits), order, axis=-1)
    before = np.cumsum(probs, axis=-1) - probs
    drop = before >= p
    drop[..., 0] = False
    mask = np.zeros_like(drop)
    np.put_along_axis(mask, order, drop, axis=-1)
    return np.where(mask, -np.inf, logits)


def sample(
    logits: np.ndarray,
    rng: np.random.Generator,
    *,
    temperature: float = 1.0,
    top_k: int = 0,
    top_p: float = 1.0,
) -> int:
    """Draw one token."""
    logits = apply_temperature(logits, temperature)
    logits = top_k_mask(logits, top_k)
    if top_p < 1.0:
        logits = top_p_mask(logits, top_p)
    return int(rng.choice(logits.shape[-1], p=softmax(logits)))


def verify(p: np.ndarray, q: np.ndarray, drafts: list[int], rng: np.random.Generator) -> list[int]:
    """Token-wise rejection sampling.

    ``p`` has one row more than ``q``: the last one is for the bonus token. Both laws are already
    adjusted by temperature and truncation. Returns the accepted prefix and one more token, so between
    1 and ``len(drafts) + 1`` tokens.
    """
    out: list[int] = []
    for i, token in enumerate(drafts):
        if rng.random() * q[i, token] < p[i, token]:
            out.append(token)
            continue
        residual = np.maximum(p[i] - q[i], 0.0)
        out.append(int(rng.choice(len(residual), p=residual / residual.sum())))
        return out
    out.append(int(rng.choice(p.shape[1], p=p[len(drafts)])))
    return out
