"""Samplers with one mistake each, named for the rival that they are. `x`, `q`, `p`, `u` are one request's."""

import math

import numpy as np
from loops import draw, excess, per_request, without_laws


def _until_rejected(x, accepts):
    return next((i for i in range(len(x)) if not accepts(i)), len(x))


@per_request
def accept_always(x, q, p, u):
    return [*x, draw(p[-1], u[-1])]


@per_request
def accept_if_likelier(x, q, p, u):
    n = _until_rejected(x, lambda i: p[i][x[i]] >= q[i][x[i]])
    return [*x[:n], draw(excess(p[n], q[n]) if n < len(x) else p[n], u[-1])]


@per_request
def ratio_inverted(x, q, p, u):
    n = _until_rejected(x, lambda i: p[i][x[i]] == 0 or u[i] < q[i][x[i]] / p[i][x[i]])
    return [*x[:n], draw(excess(p[n], q[n]) if n < len(x) else p[n], u[-1])]


@per_request
def resample_from_target(x, q, p, u):
    n = _until_rejected(x, lambda i: u[i] < p[i][x[i]] / q[i][x[i]])
    return [*x[:n], draw(p[n], u[-1])]


@per_request
def residual_not_clamped(x, q, p, u):
    n = _until_rejected(x, lambda i: u[i] < p[i][x[i]] / q[i][x[i]])
    if n == len(x):
        return [*x, draw(p[n], u[-1])]
    running = 0.0
    for token, (a, b) in enumerate(zip(p[n], q[n], strict=True)):  # the differences sum to 0, and so does the threshold
        running += a - b
        if running > 0:
            return [*x[:n], token]
    return [*x[:n], 0]


@per_request
def residual_absolute(x, q, p, u):
    n = _until_rejected(x, lambda i: u[i] * q[i][x[i]] < p[i][x[i]])
    return [*x[:n], draw([abs(a - b) for a, b in zip(p[n], q[n], strict=True)] if n < len(x) else p[n], u[-1])]


@per_request
def residual_reversed(x, q, p, u):
    n = _until_rejected(x, lambda i: u[i] * q[i][x[i]] < p[i][x[i]])
    return [*x[:n], draw(excess(q[n], p[n]) if n < len(x) else p[n], u[-1])]


@per_request
def bonus_from_residual(x, q, p, u):
    n = _until_rejected(x, lambda i: u[i] * q[i][x[i]] < p[i][x[i]])
    left = excess(p[n], q[min(n, len(x) - 1)])
    return [*x[:n], draw(left if any(left) else p[n], u[-1])]


@per_request
def bonus_omitted(x, q, p, u):
    n = _until_rejected(x, lambda i: u[i] * q[i][x[i]] < p[i][x[i]])
    return [*x[:n], *([draw(excess(p[n], q[n]), u[-1])] if n < len(x) else [])]


@per_request
def drafts_kept_after_rejection(x, q, p, u):
    n = _until_rejected(x, lambda i: u[i] * q[i][x[i]] < p[i][x[i]])
    if n == len(x):
        return [*x, draw(p[n], u[-1])]
    return [*x[:n], draw(excess(p[n], q[n]), u[-1]), *x[n + 1 :]]


@per_request
def coins_shared(x, q, p, u):
    n = _until_rejected(x, lambda i: u[0] * q[i][x[i]] < p[i][x[i]])
    return [*x[:n], draw(excess(p[n], q[n]) if n < len(x) else p[n], u[-1])]


@per_request
def wrong_row(x, q, p, u):
    """The row after position i, since row 0 belongs to the prompt."""
    n = _until_rejected(x, lambda i: u[i] * q[i][x[i]] < p[i + 1][x[i]])
    return [*x[:n], draw(excess(p[n + 1], q[n]) if n < len(x) else p[n], u[-1])]


@per_request
def lenience(x, q, p, u):
    n = _until_rejected(x, lambda i: u[i] < p[i][x[i]] / (0.999 * q[i][x[i]]))
    return [*x[:n], draw(excess(p[n], q[n]) if n < len(x) else p[n], u[-1])]


@per_request
def typical_acceptance(x, q, p, u):
    def entropy(law):
        return -sum(a * math.log(a) for a in law if a > 0)

    n = _until_rejected(x, lambda i: p[i][x[i]] > min(0.09, 0.3 * math.exp(-entropy(p[i]))))
    return [*x[:n], draw(p[n], u[-1])]


@per_request
def independent_tries(x, q, p, u):
    """Two tests with the same ratio, from the two halves of one coin: rejected only if both fail."""

    def accepts(i):
        fails = max(0.0, 1 - p[i][x[i]] / q[i][x[i]])
        return u[i] < 1 - fails * fails

    n = _until_rejected(x, accepts)
    return [*x[:n], draw(excess(p[n], q[n]) if n < len(x) else p[n], u[-1])]


@per_request
def zero_at_u_zero(x, q, p, u):
    n = _until_rejected(x, lambda i: u[i] <= p[i][x[i]] / q[i][x[i]])
    return [*x[:n], draw(excess(p[n], q[n]) if n < len(x) else p[n], u[-1])]


def zero_at_u_zero_by_search(draft_tokens, draft_probs, target_probs, uniforms):
    """`searchsorted` from the left: at 0 it finds the first token, whatever its mass."""
    out = np.full(uniforms.shape, -1, np.int64)
    for row, (x, q, p, u) in enumerate(zip(draft_tokens, draft_probs, target_probs, uniforms, strict=True)):
        n = _until_rejected(x, lambda i, x=x, q=q, p=p, u=u: u[i] * q[i, x[i]] < p[i, x[i]])
        law = np.maximum(p[n] - q[n], 0) if n < len(x) else p[n]
        out[row, :n] = x[:n]
        out[row, n] = np.searchsorted(np.cumsum(law) / law.sum(), u[-1])
    return out


def rows_aliased(draft_tokens, draft_probs, target_probs, uniforms):
    """One buffer for the target's laws of all requests."""
    p = [target_probs[0]] * len(draft_tokens)
    out = np.full(uniforms.shape, -1, np.int64)
    for row, (x, q, u) in enumerate(zip(draft_tokens, draft_probs, uniforms, strict=True)):
        n = _until_rejected(x, lambda i, x=x, q=q, row=row, u=u: u[i] * q[i, x[i]] < p[row][i, x[i]])
        law = np.maximum(p[row][n] - q[n], 0) if n < len(x) else p[row][n]
        out[row, :n] = x[:n]
        out[row, n] = draw(law.tolist(), u[-1])
    return out


def nan_residual(draft_tokens, draft_probs, target_probs, uniforms):
    """All residuals are normalised at once, and the one that is needed is picked by a product with 0 and 1."""
    batch, gamma = draft_tokens.shape
    at = np.arange(batch)[:, None], np.arange(gamma)
    passed = uniforms[:, :-1] * draft_probs[(*at, draft_tokens)] < target_probs[(*at, draft_tokens)]
    accepted = np.cumprod(passed, axis=1).sum(1)
    left = np.maximum(target_probs[:, :-1] - draft_probs, 0)
    with np.errstate(invalid="ignore"):
        left /= left.sum(-1, keepdims=True)
    laws = np.concatenate([left, target_probs[:, -1:]], axis=1)
    law = np.einsum("bi,biv->bv", np.eye(gamma + 1)[accepted], laws)
    out = np.full((batch, gamma + 1), -1, np.int64)
    out[:, :-1] = np.where(np.arange(gamma) < accepted[:, None], draft_tokens, -1)
    out[np.arange(batch), accepted] = (law.cumsum(1) > uniforms[:, -1:]).argmax(1)
    return out


def padding_as_token(draft_tokens, draft_probs, target_probs, uniforms, draft_lens):
    """The lengths are taken and not looked at: -1 is an index like any other."""
    out = np.full(uniforms.shape, -1, np.int64)
    for row, (x, q, p, u) in enumerate(zip(draft_tokens, draft_probs, target_probs, uniforms, strict=True)):
        n = _until_rejected(x, lambda i, x=x, q=q, p=p, u=u: u[i] * q[i, x[i]] < p[i, x[i]])
        law = np.maximum(p[n] - q[n], 0) if n < len(x) else p[n]
        out[row, :n] = x[:n]
        out[row, n] = draw(law.tolist(), u[-1])
    return out


@per_request
def stop_at_first_failure(x, q, p, u):
    """Block verification that ends at the first test that fails."""
    kept, n, share = 1.0, 0, 1.0
    for i, token in enumerate(x):
        kept = min(kept * p[i][token] / q[i][token], 1.0)
        chance = kept
        if i + 1 < len(x) and kept < 1.0:
            left = sum(max(kept * a - b, 0.0) for a, b in zip(p[i + 1], q[i + 1], strict=True))
            chance = left / (left + 1 - kept)
        if u[i] >= chance:
            break
        n, share = i + 1, kept
    return [*x[:n], draw(excess([share * a for a in p[n]], q[n]) if n < len(x) else p[n], u[-1])]


@without_laws
def draft_drawn_again(x, p, u):
    n = _until_rejected(x, lambda i: u[i] < p[i][x[i]])
    return [*x[:n], draw(p[n], u[-1])]


def _with_noise(draft_tokens, draft_probs, target_probs, uniforms, rng, lenience, residual):
    batch, gamma = draft_tokens.shape
    at = np.arange(batch)[:, None], np.arange(gamma)
    passed = lenience * uniforms[:, :-1] * draft_probs[(*at, draft_tokens)] < target_probs[(*at, draft_tokens)]
    accepted = np.cumprod(passed, axis=1).sum(1)
    q = np.concatenate([draft_probs, np.zeros_like(draft_probs[:, :1])], axis=1)
    left = residual(target_probs, q)[at[0][:, 0], accepted]
    out = np.full((batch, gamma + 1), -1, np.int64)
    out[:, :-1] = np.where(np.arange(gamma) < accepted[:, None], draft_tokens, -1)
    out[at[0][:, 0], accepted] = (left / rng.exponential(size=left.shape)).argmax(1)
    return out


def lenience_with_noise(draft_tokens, draft_probs, target_probs, uniforms, rng):
    return _with_noise(draft_tokens, draft_probs, target_probs, uniforms, rng, 0.999, lambda p, q: np.maximum(p - q, 0))


def resample_from_target_with_noise(draft_tokens, draft_probs, target_probs, uniforms, rng):
    return _with_noise(draft_tokens, draft_probs, target_probs, uniforms, rng, 1.0, lambda p, q: p)
