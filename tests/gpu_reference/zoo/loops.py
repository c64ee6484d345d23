"""What the samplers of the zoo share that are written as loops over requests, in plain Python numbers."""

import numpy as np


def per_request(verify):
    """`verify(x, q, p, u) -> tokens` of one request as a sampler of batches."""

    def sampler(draft_tokens, draft_probs, target_probs, uniforms):
        out = np.full(uniforms.shape, -1, np.int64)
        requests = zip(*(a.tolist() for a in (draft_tokens, draft_probs, target_probs, uniforms)), strict=True)
        for row, request in enumerate(requests):
            tokens = verify(*request)
            out[row, : len(tokens)] = tokens
        return out

    return sampler


def without_laws(verify):
    """`verify(x, p, u) -> tokens`, for drafts without laws."""

    def sampler(draft_tokens, target_probs, uniforms, draft_probs=None):
        assert draft_probs is None
        out = np.full(uniforms.shape, -1, np.int64)
        for row, request in enumerate(zip(*(a.tolist() for a in (draft_tokens, target_probs, uniforms)), strict=True)):
            tokens = verify(*request)
            out[row, : len(tokens)] = tokens
        return out

    return sampler


def draw(weights, coin):
    """The first token at which the running sum passes coin times the total; the last that has weight if rounding hides it."""
    left = coin * sum(weights)
    for token, weight in enumerate(weights):
        if left < weight:
            return token
        left -= weight
    return max(token for token, weight in enumerate(weights) if weight > 0)


def excess(p, q):
    return [max(a - b, 0.0) for a, b in zip(p, q, strict=True)]
