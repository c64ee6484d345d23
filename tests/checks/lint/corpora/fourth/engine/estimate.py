"""Rough performance estimates for `--speculative-model`."""

import argparse


def estimate_speedup(acceptance_prob: float, num_draft: int, draft_ms: float, target_ms: float) -> float:
    """Estimate the gain of speculative decoding.

    acceptance_prob: probability that one draft token is accepted
    """
    cycle_ms = num_draft * draft_ms + target_ms
    tokens = 1 + acceptance_prob * num_draft
    per_token = cycle_ms / tokens
    return target_ms / per_token


def break_even_ms(acceptance_prob: float, num_draft: int, target_ms: float) -> float:
    """Largest draft latency at which one cycle still pays."""
    p = acceptance_prob
    tokens = sum(p**i for i in range(num_draft + 1))
    return (tokens - 1) * target_ms / num_draft


def main() -> None:
    ap = argparse.ArgumentParser()
    ap.add_argument("--p", type=float, default=0.7, help="per-token acceptance probability")
    ap.add_argument("--k", type=int, default=5)
    ap.add_argument("--draft-ms", type=float, default=2.0)
    ap.add_argument("--target-ms", type=float, default=20.0)
    ns = ap.parse_args()
    print(f"speedup {estimate_speedup(ns.p, ns.k, ns.draft_ms, ns.target_ms):.2f}x")


if __name__ == "__main__":
    main()
