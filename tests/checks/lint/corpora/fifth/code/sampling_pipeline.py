"""Logit post-processing of the toy server.

Order: penalties, temperature, top-k, top-p, then the draw. This follows vLLM, which
scales by the temperature before the top-k and top-p cut.
Hugging Face transformers warps with temperature, then top-k, then top-p.
llama.cpp's default chain ends with temperature instead.
"""

from __future__ import annotations

import numpy as np


def softmax(x: np.ndarray) -> np.ndarray:
    z = np.exp(x - x.max())
    return z / z.sum()


def apply_penalties(logits: np.ndarray, counts: np.ndarray, presence: float, frequency: float) -> np.ndarray:
    return logits - presence * (counts > 0) - frequency * counts


def apply_temperature(logits: np.ndarray, temperature: float) -> np.ndarray:
    return logits / max(temperature, 1e-5)


def apply_top_k(logits: np.ndarray, k: int) -> np.ndarray:
    if k <= 0 or k >= logits.size:
        return logits
    kth = np.partition(logits, -k)[-k]
    return np.where(logits < kth, -np.inf, logits)


def apply_top_p(logits: np.ndarray, p: float) -> np.ndarray:
    order = np.argsort(-logits, kind="stable")
    probs = softmax(logits)[order]
    # the token that crosses p is kept
    keep = np.cumsum(probs) - probs < p
    out = np.full_like(logits, -np.inf)
    out[order[keep]] = logits[order[keep]]
    return out


# Worked example, logits 2, 1, 0:
#   T = 1.0: softmax = 0.665, 0.245, 0.090
#   T = 0.5: logits 4, 2, 0, softmax = 0.867, 0.117, 0.016
#   T = 0.25: logits 8, 4, 0, softmax = 0.982, 0.108, 0.000
#   top-p 0.85 at T = 1.0 keeps 2 tokens, 0.665 + 0.245 = 0.910
#   top-p 0.85 at T = 0.5 keeps 1 token, since 0.867 >= 0.85


def process(logits, counts, temperature=1.0, top_k=0, top_p=1.0, presence=0.0, frequency=0.0):
    """Apply the whole chain.

    The order of the steps needs no setting of its own: every inference engine applies temperature before top-p.
    """
    x = apply_penalties(np.asarray(logits, dtype=np.float64), counts, presence, frequency)
    if temperature == 0:
        out = np.full_like(x, -np.inf)
        out[int(np.argmax(x))] = 0.0
        return out
    x = apply_temperature(x, temperature)
    x = apply_top_k(x, top_k)
    return apply_top_p(x, top_p)


def draw(logits, rng: np.random.Generator) -> int:
    return int(rng.choice(logits.size, p=softmax(logits)))
