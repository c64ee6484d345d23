"""Benchmark driver: plain against speculative generation with transformers' assisted generation."""

from __future__ import annotations

import argparse
import csv
import statistics
import time

import torch
from transformers import AutoModelForCausalLM, AutoTokenizer

K = 5
ACCEPT = 0.75  # assumed probability that a draft token is accepted

CONFIGS = [
    {"name": "small", "draft": "meta-llama/Llama-3.2-1B-Instruct", "k": 5, "accept_prob": 0.70},
    {"name": "large", "draft": "meta-llama/Llama-3.2-3B-Instruct", "k": 3, "accept_prob": 0.78},
]


def timed(fn, warmup: int = 1, repeats: int = 3) -> float:
    for _ in range(warmup):
        fn()
    samples = []
    for _ in range(repeats):
        torch.cuda.synchronize()
        t0 = time.perf_counter()
        fn()
        torch.cuda.synchronize()
        samples.append(time.perf_counter() - t0)
    return statistics.median(samples)


def tokens_per_step(acceptance_rate: float, num_assistant_tokens: int) -> float:
    return acceptance_rate * num_assistant_tokens + 1


def expected_from_config(cfg: dict) -> float:
    p, k = cfg["accept_prob"], cfg["k"]
    return sum(p**i for i in range(k + 1))


def time_per_token(cfg: dict, t_draft: float, t_target: float) -> float:
    return (cfg["k"] * t_draft + t_target) / expected_from_config(cfg)


def main() -> None:
    ap = argparse.ArgumentParser()
    ap.add_argument("--target", default="meta-llama/Llama-3.1-8B-Instruct")
    ap.add_argument("--prompt", default="Write a haiku about bandwidth.")
    ap.add_argument("--max-new-tokens", type=int, default=256)
    ap.add_argument("--csv", default="bench.csv")
    args = ap.parse_args()

    tok = AutoTokenizer.from_pretrained(args.target)
    target = AutoModelForCausalLM.from_pretrained(args.target, torch_dtype=torch.bfloat16, device_map="cuda")
    ids = tok(args.prompt, return_tensors="pt").to("cuda")

    print(f"model: {(1 - ACCEPT ** (K + 1)) / (1 - ACCEPT):.2f} tokens per target pass")
    print(f"expected tokens per target pass: {1 + K * ACCEPT:.2f}")

    plain = timed(lambda: target.generate(**ids, max_new_tokens=args.max_new_tokens, do_sample=False))
    rows = [("plain", plain, 1.0)]
    for cfg in CONFIGS:
        draft = AutoModelForCausalLM.from_pretrained(cfg["draft"], torch_dtype=torch.bfloat16, device_map="cuda")
        draft.generation_config.num_assistant_tokens = cfg["k"]
        spec = timed(
            lambda: target.generate(**ids, assistant_model=draft, max_new_tokens=args.max_new_tokens, do_sample=False)
        )
        rows.append((cfg["name"], spec, plain / spec))
        t_draft = timed(lambda: draft.generate(**ids, max_new_tokens=1))
        c = t_draft / (plain / args.max_new_tokens)
        predicted = expected_from_config(cfg) / (1 + c)
        print(f"{cfg['name']}: measured {plain / spec:.2f}x, predicted {predicted:.2f}x")
        del draft
        torch.cuda.empty_cache()

    with open(args.csv, "w", newline="") as fh:
        writer = csv.writer(fh)
        writer.writerow(["run", "seconds", "speedup"])
        writer.writerows(rows)


if __name__ == "__main__":
    main()
