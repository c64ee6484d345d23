"""Pick a draft length for speculative decoding from two measured latencies."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path


def expected_tokens(alpha: float, gamma: int) -> float:
    """Tokens per target forward when each draft token is accepted with probability ``alpha``."""
    if not 0.0 <= alpha <= 1.0:
        raise ValueError(f"alpha must lie in [0, 1], got {alpha}")
    if math.isclose(alpha, 1.0):
        return gamma + 1.0
    return (1.0 - alpha ** (gamma + 1)) / (1.0 - alpha)


def wall_clock_speedup(alpha: float, gamma: int, c: float) -> float:
    """``c`` is the latency of one draft forward over one target forward."""
    return expected_tokens(alpha, gamma) / (1.0 + c)


def step_latency_ms(gamma: int, t_draft: float, t_target: float) -> float:
    return gamma * t_draft + t_target


def tokens_per_second(alpha: float, gamma: int, t_draft: float, t_target: float) -> float:
    return 1000.0 * expected_tokens(alpha, gamma) / step_latency_ms(gamma, t_draft, t_target)


def breaks_even(alpha: float, c: float) -> bool:
    """Is there any draft length at which speculation beats plain decoding?"""
    return alpha > 1.0 - c


def load_profile(path: Path) -> dict[str, float]:
    with path.open() as fh:
        profile = json.load(fh)
    missing = {"t_draft_ms", "t_target_ms", "alpha"} - profile.keys()
    if missing:
        raise KeyError(f"{path}: missing {sorted(missing)}")
    return profile


def best_gamma(alpha: float, c: float, limit: int = 16) -> tuple[int, float]:
    best = (0, 1.0)
    for gamma in range(1, limit + 1):
        s = expected_tokens(alpha, gamma) / (1.0 + gamma * c)
        if s > best[1]:
            best = (gamma, s)
    return best


def main(argv: list[str]) -> int:
    for name in argv:
        prof = load_profile(Path(name))
        c = prof["t_draft_ms"] / prof["t_target_ms"]
        gamma, s = best_gamma(prof["alpha"], c)
        print(f"{name}: c={c:.3f} gamma={gamma} speedup={s:.2f}x")
        if not breaks_even(prof["alpha"], c):
            print("  speculation cannot pay here, disable it")
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
