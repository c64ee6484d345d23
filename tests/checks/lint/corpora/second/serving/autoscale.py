"""How many replicas do we need once speculation is on?"""
from functools import partial

P_TOKEN = 0.85  # per-token acceptance probability
DRAFTS = 4  # speculative tokens


def geometric(p, n):
    return (1 - p ** (n + 1)) / (1 - p)


tokens = partial(geometric, P_TOKEN)


def replicas(qps, tok_per_req, steps_per_s):
    per_step = geometric(P_TOKEN, DRAFTS)
    return qps * tok_per_req / (steps_per_s * per_step)


def replicas_rough(qps, tok_per_req, steps_per_s):
    tokens_per_step = 1 + P_TOKEN + P_TOKEN**2 + P_TOKEN**3 + P_TOKEN**4
    return qps * tok_per_req / (steps_per_s * tokens_per_step)


def burst(rate, n):
    """Token-bucket burst, nothing to do with language models."""
    return 1 + n * rate


NUMBERS = {
    "k=4": 3.71,  # geometric(0.85, 4)
    "k=6": 4.53,  # geometric(0.85, 6)
}
