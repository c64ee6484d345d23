"""Capacity planner: GPUs needed for a traffic level."""

from math import ceil

PROFILE = {
    "draft_len": 4,
    "accept_probability": 0.72,  # per token, measured offline as sum of min(p, q)
    "draft_cost": 0.06,
}


def gain(profile=PROFILE):
    p, k, c = profile["accept_probability"], profile["draft_len"], profile["draft_cost"]
    return (1 + p * k) / (1 + c * k)


def gain_exact(profile=PROFILE):
    p, k, c = profile["accept_probability"], profile["draft_len"], profile["draft_cost"]
    return sum(p**i for i in range(k + 1)) / (1 + c * k)


def gpus(rps, tokens_per_req, tps_per_gpu, headroom=0.7):
    return ceil(rps * tokens_per_req / (tps_per_gpu * headroom))


def cost_per_million(price_hour, tps):
    return price_hour / 3600 / tps * 1e6


def compound(rate, years):
    return (1 + rate) ** years


def annuity(rate, years):
    return (1 - (1 + rate) ** -years) / rate


def linear_interest(rate, years):
    return 1 + rate * years
