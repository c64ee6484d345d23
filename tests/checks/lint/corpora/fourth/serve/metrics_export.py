"""Export of the speculative decoding counters."""

from prometheus_client import Counter, Gauge

DRAFTS = Counter("spec_decode_num_drafts", "verification steps")
DRAFT_TOKENS = Counter("spec_decode_num_draft_tokens", "drafted tokens")
ACCEPTED = Counter("spec_decode_num_accepted_tokens", "accepted draft tokens")
ALPHA = Gauge("spec_decode_alpha", "accepted / drafted")
LENGTH = Gauge("spec_decode_mean_len", "mean acceptance length, bonus included")


def publish(d):
    rate = d["accepted"] / d["drafted"]
    ALPHA.set(rate)
    LENGTH.set(1 + d["accepted"] / d["drafts"])


def publish_alt(d):
    LENGTH.set(d["accepted"] / d["drafts"])


def summary(d, k):
    alpha = d["accepted"] / d["drafted"]
    return f"len={1 + k * alpha:.2f}"


def theoretical(d, k):
    alpha = d["accepted"] / d["drafted"]
    return sum(alpha**i for i in range(k + 1))


def hit_rate(d):
    return d["hits"] / max(1, d["queries"])
