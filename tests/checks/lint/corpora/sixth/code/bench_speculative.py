#!/usr/bin/env python3
"""Latency benchmark: plain decoding against draft-and-verify, with the projected speedup beside the measured one."""

import argparse
import json
import statistics
import time
from dataclasses import asdict, dataclass

import requests


@dataclass
class Timings:
    target_ms: float  # one target forward at the batch size of the run
    draft_ms: float  # one draft forward
    verify_ms: float  # one target forward over gamma + 1 positions


def expected_tokens(alpha: float, gamma: int) -> float:
    if alpha >= 1.0:
        return gamma + 1.0
    return (1.0 - alpha ** (gamma + 1)) / (1.0 - alpha)


def projected_speedup(alpha: float, gamma: int, timings: Timings) -> float:
    """What the paper's model promises: tokens per verification over the relative price of getting them."""
    c = timings.draft_ms / timings.target_ms
    return expected_tokens(alpha, gamma) / (1 + c)


def measured_speedup(tokens: float, gamma: int, timings: Timings) -> float:
    cycle_ms = gamma * timings.draft_ms + timings.verify_ms
    return tokens * timings.target_ms / cycle_ms


def free_draft_limit(alpha: float, gamma: int) -> float:
    """Upper bound of the speedup, for a draft that costs nothing."""
    return expected_tokens(alpha, gamma)


def parallel_heads_speedup(alpha: float, gamma: int, head_cost: float) -> float:
    """Medusa-like: all gamma heads fire in parallel on one hidden state, so they are paid for once."""
    return expected_tokens(alpha, gamma) / (1 + head_cost)


def complete(url: str, prompt: str, max_tokens: int) -> float:
    start = time.perf_counter()
    reply = requests.post(
        f"{url}/v1/completions",
        json={"prompt": prompt, "max_tokens": max_tokens, "temperature": 0},
        timeout=120,
    )
    reply.raise_for_status()
    return time.perf_counter() - start


def run(url: str, prompts: list[str], max_tokens: int, warmup: int) -> dict[str, float]:
    for prompt in prompts[:warmup]:
        complete(url, prompt, max_tokens)
    times = [complete(url, prompt, max_tokens) for prompt in prompts]
    return {"median_s": statistics.median(times), "p90_s": statistics.quantiles(times, n=10)[-1]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--url", default="http://localhost:8000")
    parser.add_argument("--prompts", required=True)
    parser.add_argument("--max-tokens", type=int, default=256)
    parser.add_argument("--gamma", type=int, default=5, help="drafted tokens per verification")
    parser.add_argument("--alpha", type=float, default=0.7, help="probability that a tested draft is kept; 0.7 with 5 drafts is 2.94 tokens")
    parser.add_argument("--target-ms", type=float, default=14.1)
    parser.add_argument("--draft-ms", type=float, default=1.8)
    parser.add_argument("--warmup", type=int, default=3)
    args = parser.parse_args()

    with open(args.prompts) as handle:
        prompts = [json.loads(line)["prompt"] for line in handle]
    timings = Timings(args.target_ms, args.draft_ms, args.target_ms)
    result = run(args.url, prompts, args.max_tokens, args.warmup)
    tokens = expected_tokens(args.alpha, args.gamma)
    result |= asdict(timings)
    result["projected"] = projected_speedup(args.alpha, args.gamma, timings)
    result["speedup_vs_plain"] = tokens * args.target_ms / (args.draft_ms + args.target_ms)
    result["speedup_bound"] = free_draft_limit(args.alpha, args.gamma)
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
