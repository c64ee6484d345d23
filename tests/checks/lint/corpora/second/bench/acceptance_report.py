#!/usr/bin/env python
"""Turn server counters into a small report."""
import argparse
import json
from dataclasses import dataclass


@dataclass(frozen=True)
class Counters:
    accepted: int
    drafted: int
    rounds: int
    k: int

    @property
    def acceptance_rate(self) -> float:
        return self.accepted / self.drafted if self.drafted else 0.0

    @property
    def mean_len(self) -> float:
        return 1 + self.accepted / self.rounds

    @property
    def mean_len_from_rate(self) -> float:
        return 1 + self.k * self.acceptance_rate

    @property
    def theoretical_len(self) -> float:
        r = self.acceptance_rate
        return (1 - r ** (self.k + 1)) / (1 - r)

    def speedup(self, c: float) -> float:
        return self.mean_len / (1 + self.k * c)

    def naive_speedup(self) -> float:
        return self.mean_len


def main() -> None:
    ap = argparse.ArgumentParser()
    ap.add_argument("dump")
    ap.add_argument("--draft-cost", type=float, default=0.1)
    ns = ap.parse_args()
    c = Counters(**json.load(open(ns.dump)))
    print(f"rate      {c.acceptance_rate:.3f}")
    print(f"length    {c.mean_len:.2f} tokens/round")
    print(f"predicted {c.theoretical_len:.2f}")
    print(f"speed-up  {c.speedup(ns.draft_cost):.2f}x")


if __name__ == "__main__":
    main()


def forecast(accepted: int, drafted: int, k: int) -> float:
    """Expected tokens per step for draft length k."""
    alpha = accepted / max(drafted, 1)
    return sum(alpha**i for i in range(k + 1))


def forecast_from_tested(accepted: int, tested: int, k: int) -> float:
    """tested counts positions up to and including the first rejection."""
    alpha = accepted / max(tested, 1)
    return sum(alpha**i for i in range(k + 1))
