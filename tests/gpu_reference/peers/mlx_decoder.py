"""mlx-lm's speculative decoding as decoders of the audit: `d(rng, batch, target) -> tokens`.

The toy models around it only remember the tokens they were given; their logits are the logarithms of a law of the prefix.
The sampler is mlx-lm's own, at temperature 1, on mlx's generator, which is seeded from ours.
"""

import mlx.core as mx
import numpy as np
from mlx_lm.generate import generate_step, speculative_generate_step
from mlx_lm.models.cache import LRUPromptCache
from mlx_lm.sample_utils import make_sampler

LENGTH = 5
START = 0
"""What a prompt consists of: it is no part of the prefix."""

SAMPLER = make_sampler(temp=1.0)


class Remembered:
    """A cache: the tokens so far. `amiss` plants a fault: so many too many are taken back (too few, where negative)."""

    state, nbytes = (), 0

    def __init__(self, amiss=0, trimmable=True):
        self.tokens, self.asked = [], []
        self.amiss, self.trimmable = amiss, trimmable

    def is_trimmable(self):
        return self.trimmable

    def trim(self, count):
        self.asked.append(count)
        count = min(max(count + self.amiss, 0), len(self.tokens))
        del self.tokens[len(self.tokens) - count :]
        return count


class Toy:
    """A model: `law(prefixes) -> laws`, after a prompt of `prompt` tokens."""

    layers = (None,)

    def __init__(self, law, prompt=1, **cache):
        self.law, self.prompt, self.cache = law, prompt, cache

    def make_cache(self):
        return [Remembered(**self.cache)]

    def __call__(self, tokens, cache):
        seen = cache[0].tokens
        laws = []
        for token in tokens[0].tolist():
            seen.append(token)
            laws.append(self.law(np.array([seen[self.prompt :]], np.int64))[0])
        with np.errstate(divide="ignore"):
            return mx.array(np.log(laws), dtype=mx.float32)[None]


def even(target):
    """Drafts with an even law."""

    def law(prefixes):
        return np.full_like(laws := target(prefixes), 1 / laws.shape[1])

    return law


def likeliest(target):
    """Drafts of the target's likeliest token."""

    def law(prefixes):
        laws = target(prefixes)
        return np.eye(laws.shape[1])[laws.argmax(axis=1)]

    return law


def same(target):
    """Drafts with the target's law."""
    return target


def request(
    target,
    *,
    drafts=even,
    prompt=1,
    length=LENGTH,
    sampler=SAMPLER,
    amiss=0,
    trimmable_drafts=True,
    law=None,
    **options,
):
    """One request: the tokens, and how many of them are drafts. `law` is the model's, if not the target's."""
    model = Toy(law or target, prompt, amiss=amiss)
    draft_model = Toy(drafts(target), prompt, trimmable=trimmable_drafts)
    start = mx.array([START] * prompt)
    steps = speculative_generate_step(start, model, draft_model, max_tokens=length, sampler=sampler, **options)
    found = [(token, drafted) for token, _, drafted in steps]
    return [token for token, _ in found], sum(drafted for _, drafted in found)


def requests(target, user, *, drafts=even, length=1, sampler=SAMPLER, count=2):
    """Requests as mlx-lm's server serves them: the caches of one are stored under its tokens, for the next to go on from.

    Between two of them the user says one token. With `drafts` None it is mlx-lm's decoding without speculation.
    """
    model, store, said = Toy(target), LRUPromptCache(), [START]
    draft_model = Toy(drafts(target)) if drafts else None
    for number in range(count):
        if number:
            said.append(user(target(np.array([said[1:]], np.int64))[0]))
        cache, rest = store.fetch_nearest_cache("toy", said)
        if cache is None:
            cache = model.make_cache() + (draft_model.make_cache() if draft_model else [])
        given = {"max_tokens": length, "sampler": sampler, "prompt_cache": cache}
        if draft_model:
            steps = speculative_generate_step(mx.array(rest), model, draft_model, **given)
        else:
            steps = generate_step(mx.array(rest), model, **given)
        said += [int(step[0]) for step in steps]
        store.insert_cache("toy", said[:], cache)
    return said[1:]


def decoder(row):
    """A decoder of the audit from one row at a time, since mlx-lm decodes no batch speculatively."""

    def decode(rng, batch, target):
        mx.random.seed(int(rng.integers(2**63)))
        return np.array([row(rng, target) for _ in range(batch)], np.int64)

    return decode


def bonus_of_the_row_before(logprobs):
    """A planted fault: the last position of a verification has the law of the one before."""
    return SAMPLER(mx.concatenate([logprobs[:-1], logprobs[-2:-1]]) if len(logprobs) > 1 else logprobs)


def one_noise(logprobs):
    """A planted fault: all positions of a verification draw with the same noise."""
    return mx.argmax(logprobs + mx.random.gumbel(logprobs[:1].shape), axis=-1)


def _user(rng):
    return lambda law: rng.choice(len(law), p=law)


default = decoder(lambda rng, target: request(target)[0])
rewinds_too_few = decoder(lambda rng, target: request(target, amiss=-1)[0])
rewinds_too_many = decoder(lambda rng, target: request(target, amiss=1)[0])
wrong_bonus = decoder(lambda rng, target: request(target, sampler=bonus_of_the_row_before)[0])
shared_noise = decoder(lambda rng, target: request(target, sampler=one_noise, drafts=likeliest, num_draft_tokens=4)[0])
served = decoder(lambda rng, target: requests(target, _user(rng)))
served_plainly = decoder(lambda rng, target: requests(target, _user(rng), drafts=None))
