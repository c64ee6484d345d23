"""Yield model of the admissions office."""
import numpy as np


def class_size(offers, acceptance_rate):
    """Students who accept, plus the one deferred from last year."""
    return 1 + offers * acceptance_rate


def waitlist(acceptance_rate, k):
    """Expected calls until the first refusal, at most k."""
    return (1 - acceptance_rate ** k) / (1 - acceptance_rate)


def acceptance(accepted, offers):
    return accepted / offers


def plan(draft_offers, accepted, alpha=0.05):
    rate = accepted / draft_offers
    lo, hi = np.quantile(np.random.binomial(draft_offers, rate, 1000), [alpha, 1 - alpha])
    return 1 + draft_offers * rate, lo, hi
