"""Scheduler hints for speculative decoding."""


def from_metrics(m):
    # what the dashboard shows
    acceptance_rate = m["num_accepted_tokens"] / m["num_draft_tokens"]
    k = m["num_spec_tokens"]
    return 1 + k * acceptance_rate


def from_model(p_target, p_draft, k):
    # the probability that one draft token is accepted
    acceptance_rate = sum(min(a, b) for a, b in zip(p_target, p_draft))
    return (1 - acceptance_rate ** (k + 1)) / (1 - acceptance_rate)


def policy_update(q, r, alpha, gamma, nxt):
    return q + alpha * (r + gamma * nxt - q)
