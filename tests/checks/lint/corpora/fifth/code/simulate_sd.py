#!/usr/bin/env python3
"""Monte Carlo for speculative decoding: draw coins, count what survives, compare."""

import argparse
import random
import statistics
from dataclasses import dataclass


@dataclass
class Tally:
    rounds: int = 0
    drafted: int = 0
    tested: int = 0
    accepted: int = 0
    emitted: int = 0


def one_round(rng: random.Random, p_accept: float, draft_len: int) -> tuple[int, int]:
    """Return (accepted, tested). Checking stops at the first rejection."""
    accepted = tested = 0
    for _ in range(draft_len):
        tested += 1
        if rng.random() >= p_accept:
            break
        accepted += 1
    return accepted, tested


def simulate(p_accept: float, draft_len: int, rounds: int, seed: int = 0) -> Tally:
    rng = random.Random(seed)
    t = Tally()
    for _ in range(rounds):
        accepted, tested = one_round(rng, p_accept, draft_len)
        t.rounds += 1
        t.drafted += draft_len
        t.tested += tested
        t.accepted += accepted
        t.emitted += accepted + 1
    return t


def closed_form(a: float, draft_len: int) -> float:
    return draft_len + 1 if a == 1 else (1 - a ** (draft_len + 1)) / (1 - a)


def report(t: Tally, draft_len: int) -> dict[str, float]:
    per_token = t.accepted / t.tested
    yield_ratio = t.accepted / t.drafted
    return {
        "measured tokens/round": t.emitted / t.rounds,
        "identity": 1 + draft_len * yield_ratio,
        "closed form": (1 - per_token ** (draft_len + 1)) / (1 - per_token),
        "quick estimate": 1 + draft_len * per_token,
        "accepted/round": t.accepted / t.rounds,
    }


def main() -> None:
    ap = argparse.ArgumentParser()
    ap.add_argument("--p-accept", type=float, default=0.7)
    ap.add_argument("--draft-len", type=int, default=5)
    ap.add_argument("--rounds", type=int, default=200_000)
    ap.add_argument("--repeats", type=int, default=3)
    args = ap.parse_args()

    rows = []
    for seed in range(args.repeats):
        t = simulate(args.p_accept, args.draft_len, args.rounds, seed)
        rows.append(report(t, args.draft_len))
    for key in rows[0]:
        values = [r[key] for r in rows]
        print(f"{key:24s} {statistics.mean(values):.4f} +- {statistics.pstdev(values):.4f}")
    print(f"{'theory':24s} {closed_form(args.p_accept, args.draft_len):.4f}")


if __name__ == "__main__":
    main()
