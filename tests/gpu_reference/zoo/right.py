"""Samplers that are lossless, in as many forms as people write them."""

import numpy as np
from draftproof.gpu_reference.rejection import block_wise, point_mass, target_sample, token_wise  # noqa: F401
from loops import draw, excess, per_request, without_laws


def _token_wise(accepts, recover=draw):
    def verify(x, q, p, u):
        for i, token in enumerate(x):
            if not accepts(u[i], p[i][token], q[i][token]):
                return [*x[:i], recover(excess(p[i], q[i]), u[-1])]
        return [*x, recover(p[-1], u[-1])]

    return per_request(verify)


def _last_first(weights, coin):
    return len(weights) - 1 - draw(weights[::-1], coin)


def _likeliest_first(weights, coin):
    order = sorted(range(len(weights)), key=lambda token: -weights[token])
    return order[draw([weights[token] for token in order], coin)]


def _from_the_middle(weights, coin):
    """Half a turn on: some token has two pieces of the coin."""
    return draw(weights, (coin + 0.5) % 1.0)


def _from_the_other_side(weights, coin):
    return draw(weights, 1.0 - 2.0**-53 - coin)


def _from_an_alias_table(weights, coin):
    """Every token has its own piece of one column, and more in others: many breaks, and pieces that grids miss."""
    count, total = len(weights), sum(weights)
    share, alias = [weight * count / total for weight in weights], list(range(count))
    small = [token for token in range(count) if share[token] < 1]
    large = [token for token in range(count) if share[token] >= 1]
    while small and large:
        token = small.pop()
        alias[token] = large[-1]
        share[large[-1]] -= 1 - share[token]
        if share[large[-1]] < 1:
            small.append(large.pop())
    column = min(int(coin * count), count - 1)
    return column if coin * count - column < share[column] else alias[column]


product = _token_wise(lambda u, p, q: u * q < p)
ratio = _token_wise(lambda u, p, q: u < p / q)
ratio_capped = _token_wise(lambda u, p, q: u < min(1.0, p / q))
ratio_from_above = _token_wise(lambda u, p, q: 1.0 - u <= p / q)
rejects_above = _token_wise(lambda u, p, q: not u >= p / q)
last_token_first = _token_wise(lambda u, p, q: u * q < p, _last_first)
likeliest_first = _token_wise(lambda u, p, q: u < p / q, _likeliest_first)
from_an_alias_table = _token_wise(lambda u, p, q: u < p / q, _from_an_alias_table)
from_the_middle = _token_wise(lambda u, p, q: 1.0 - u <= p / q, _from_the_middle)
from_the_other_side = _token_wise(lambda u, p, q: u * q < p, _from_the_other_side)


def _looked_up(laws, coins):
    """Not beyond the last token with any mass, where a rounded law sums to less than 1."""
    last = laws.shape[1] - 1 - (laws > 0)[:, ::-1].argmax(1)
    return np.minimum((laws.cumsum(1) <= coins).sum(1), last)


def normalised(draft_tokens, draft_probs, target_probs, uniforms):
    """Vectorised over the batch, position by position, with laws that are normalised before they are looked up."""
    batch, gamma = draft_tokens.shape
    out = np.full((batch, gamma + 1), -1, np.int64)
    alive = np.ones(batch, bool)
    for i in range(gamma):
        x, p, q = draft_tokens[:, i, None], target_probs[:, i], draft_probs[:, i]
        ratio = np.take_along_axis(p, x, 1)[:, 0] / np.take_along_axis(q, x, 1)[:, 0]
        left = np.clip(p - q, 0, None)
        total = left.sum(1, keepdims=True)
        law = np.divide(left, total, out=np.zeros_like(left), where=total > 0)
        recovered = _looked_up(law, uniforms[:, -1:])
        accepted = uniforms[:, i] < ratio
        out[alive, i] = np.where(accepted, x[:, 0], recovered)[alive]
        alive = alive & accepted
    bonus = _looked_up(target_probs[:, -1], uniforms[:, -1:])
    out[alive, gamma] = bonus[alive]
    return out


@per_request
def block(x, q, p, u):
    """Block verification by the paper's recursion."""
    kept, best, share = 1.0, 0, 1.0
    for i, token in enumerate(x):
        kept = min(kept * p[i][token] / q[i][token], 1.0)
        if i + 1 == len(x):
            chance = kept
        else:
            left = sum(max(kept * a - b, 0.0) for a, b in zip(p[i + 1], q[i + 1], strict=True))
            chance = 1.0 if kept == 1.0 else left / (left + 1 - kept)
        if u[i] < chance:
            best, share = i + 1, kept
    if best == len(x):
        return [*x, draw(p[-1], u[-1])]
    return [*x[:best], draw(excess([share * a for a in p[best]], q[best]), u[-1])]


@without_laws
def as_point_mass(x, p, u):
    for i, token in enumerate(x):
        if u[i] >= p[i][token]:
            return [*x[:i], draw([0.0 if t == token else a for t, a in enumerate(p[i])], u[-1])]
    return [*x, draw(p[-1], u[-1])]


@without_laws
def own_sample(x, p, u):
    for i, token in enumerate(x):
        if (sample := draw(p[i], u[i])) != token:
            return [*x[:i], sample]
    return [*x, draw(p[-1], u[-1])]


_MEMORY = np.zeros((1 << 15, 8), np.int64)


def in_its_own_memory(draft_tokens, draft_probs, target_probs, uniforms):
    """Every answer stands in the same memory, and the arguments are used up, as engines with static buffers do."""
    out = _MEMORY[: len(uniforms), : uniforms.shape[1]]
    out[:] = token_wise(draft_tokens, draft_probs, target_probs, uniforms)
    target_probs[:, :-1] -= draft_probs
    uniforms[:] = 0.5
    return out


def by_length(draft_tokens, draft_probs, target_probs, uniforms, draft_lens):
    """Requests with drafts of different lengths."""
    out = np.full(uniforms.shape, -1, np.int64)
    for row, length in enumerate(draft_lens.tolist()):
        for i in range(length):
            token, p, q = draft_tokens[row, i], target_probs[row, i], draft_probs[row, i]
            out[row, i] = token
            if uniforms[row, i] * q[token] >= p[token]:
                out[row, i] = draw(excess(p, q), uniforms[row, -1])
                break
        else:
            out[row, length] = draw(target_probs[row, length], uniforms[row, -1])
    return out


def with_noise(draft_tokens, draft_probs, target_probs, uniforms, rng):
    """Accepts by the coins, recovers by an exponential race: argmax of p/E."""
    batch, gamma = draft_tokens.shape
    rows, at = np.arange(batch)[:, None], np.arange(gamma)
    passed = uniforms[:, :-1] * draft_probs[rows, at, draft_tokens] < target_probs[rows, at, draft_tokens]
    accepted = np.cumprod(passed, axis=1).sum(1)
    q = np.concatenate([draft_probs, np.zeros_like(draft_probs[:, :1])], axis=1)
    left = np.maximum(target_probs - q, 0)[rows[:, 0], accepted]
    out = np.full((batch, gamma + 1), -1, np.int64)
    out[:, :-1] = np.where(at < accepted[:, None], draft_tokens, -1)
    out[rows[:, 0], accepted] = (left / rng.exponential(size=left.shape)).argmax(1)
    return out


def with_generator(draft_tokens, draft_probs, target_probs, rng):
    return token_wise(draft_tokens, draft_probs, target_probs, rng.random(target_probs.shape[:2]))
