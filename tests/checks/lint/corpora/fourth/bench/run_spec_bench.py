"""Compare baseline and speculative throughput on a prompt set."""

import json
import time


def timed(fn, prompts):
    t0 = time.perf_counter()
    out = [fn(p) for p in prompts]
    return time.perf_counter() - t0, sum(len(o) for o in out)


def report(base, spec, drafted, accepted, rounds, k):
    base_s, base_n = base
    spec_s, spec_n = spec
    base_tps = base_n / base_s
    spec_tps = spec_n / spec_s
    accept_rate = accepted / drafted
    mean_len = 1 + accepted / rounds
    implied = 1 + k * accept_rate
    theory = (1 - accept_rate ** (k + 1)) / (1 - accept_rate)
    print(f"speedup         {spec_tps / base_tps:.2f}x")
    print(f"acceptance      {accept_rate:.1%}")
    print(f"mean length     {mean_len:.2f} (implied {implied:.2f})")
    print(f"expected tokens {theory:.2f}")
    return {"accept_rate": accept_rate, "mean_len": mean_len, "speedup": spec_tps / base_tps}


def save(path, result):
    with open(path, "w", encoding="utf-8") as fh:
        json.dump(result, fh, indent=2)


def overhead(mean_len, speedup):
    return mean_len / speedup - 1
