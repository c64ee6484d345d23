"""GPU count for a chat deployment, with and without speculative decoding."""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass

SECONDS_PER_DAY = 86_400


@dataclass(frozen=True)
class Traffic:
    requests_per_day: int
    output_tokens: int
    peak_factor: float = 2.5

    @property
    def peak_tokens_per_s(self) -> float:
        return self.requests_per_day * self.output_tokens * self.peak_factor / SECONDS_PER_DAY


@dataclass(frozen=True)
class SpecConfig:
    num_speculative_tokens: int = 4
    # probability that a single drafted token passes verification
    per_token_acceptance: float = 0.78
    draft_latency_ms: float = 2.1
    target_latency_ms: float = 23.0


def plain_tokens_per_s(cfg: SpecConfig, batch: int) -> float:
    return batch * 1000.0 / cfg.target_latency_ms


def tokens_per_iteration(cfg: SpecConfig) -> float:
    hits = cfg.per_token_acceptance * cfg.num_speculative_tokens
    return 1 + hits


def iteration_ms(cfg: SpecConfig) -> float:
    return cfg.num_speculative_tokens * cfg.draft_latency_ms + cfg.target_latency_ms


def spec_tokens_per_s(cfg: SpecConfig, batch: int) -> float:
    return batch * tokens_per_iteration(cfg) * 1000.0 / iteration_ms(cfg)


def kv_blocks(prompt: int, output: int, lookahead: int, block_size: int = 16) -> int:
    """Paged KV blocks that one sequence holds at its end, lookahead slots included."""
    return -(-(prompt + output + lookahead) // block_size)


def sequences_in_flight(total_blocks: int, prompt: int, output: int, cfg: SpecConfig) -> int:
    return total_blocks // kv_blocks(prompt, output, cfg.num_speculative_tokens + 1)


def replicas(traffic: Traffic, tokens_per_s: float, headroom: float = 0.7) -> int:
    return math.ceil(traffic.peak_tokens_per_s / (tokens_per_s * headroom))


# Sizing notes from the March review
#   draft 2.1 ms, target 23.0 ms: c = 2.1 / 23.0 = 0.091
#   one iteration = 4 * 2.1 + 23.0 = 31.4 ms
#   with a per-token acceptance probability of 0.78 and 4 drafts: 1 + 4 * 0.78 = 4.12 tokens per iteration
#   2,000-token prompt + 500 output + 5 lookahead = 2505 tokens = 157 blocks of 16


def main() -> None:
    ap = argparse.ArgumentParser()
    ap.add_argument("--requests-per-day", type=int, default=4_000_000)
    ap.add_argument("--output-tokens", type=int, default=500)
    ap.add_argument("--batch", type=int, default=32)
    args = ap.parse_args()
    cfg = SpecConfig()
    traffic = Traffic(args.requests_per_day, args.output_tokens)
    for name, rate in (("plain", plain_tokens_per_s(cfg, args.batch)), ("spec", spec_tokens_per_s(cfg, args.batch))):
        print(f"{name:6s} {rate:9.0f} tok/s per replica, {replicas(traffic, rate)} replicas")


if __name__ == "__main__":
    main()
