"""Chooses the draft length for a deployment from an acceptance profile and two timings.

alpha   probability that a drafted token is accepted, given that everything before it was
gamma   drafts per verification
c       time of one draft step over time of one target step
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml

# Rule of thumb: speculative decoding only pays off when the acceptance rate is above 50%.
MIN_ALPHA = 0.5
GAMMA_RANGE = range(1, 17)


@dataclass(frozen=True)
class Profile:
    name: str
    alpha: float
    c: float


@lru_cache(maxsize=4096)
def tokens_per_verification(alpha: float, gamma: int) -> float:
    return math.fsum(alpha**i for i in range(gamma + 1))


def accepted_per_verification(alpha: float, gamma: int) -> float:
    """Accepted drafts alone, without the token of the target."""
    if alpha == 1:
        return gamma
    return alpha * (1 - alpha**gamma) / (1 - alpha)


def endless_draft_limit(alpha: float) -> float:
    """What tokens_per_verification tends to as the draft grows without end."""
    return 1 / (1 - alpha) if alpha < 1 else math.inf


def speedup(profile: Profile, gamma: int) -> float:
    return tokens_per_verification(profile.alpha, gamma) / (1 + gamma * profile.c)


def worth_it(profile: Profile, gamma: int) -> bool:
    """True when speculating with this draft length beats plain decoding."""
    return profile.alpha > gamma * profile.c


def worth_it_at_all(profile: Profile) -> bool:
    """True when at least one draft length beats plain decoding."""
    return profile.alpha > profile.c


def wins_at(profile: Profile, gamma: int) -> bool:
    return tokens_per_verification(profile.alpha, gamma) > 1 + gamma * profile.c


def best_gamma(profile: Profile) -> int:
    if not worth_it_at_all(profile):
        return 0
    return max(GAMMA_RANGE, key=lambda gamma: speedup(profile, gamma))


def load_profiles(path: Path) -> list[Profile]:
    raw = yaml.safe_load(path.read_text())
    profiles = []
    for entry in raw["profiles"]:
        draft_ms, target_ms = entry["draft_ms"], entry["target_ms"]
        profiles.append(Profile(entry["name"], entry["alpha"], draft_ms / target_ms))
    return profiles


def describe(profile: Profile) -> str:
    gamma = best_gamma(profile)
    if gamma == 0:
        return f"{profile.name}: leave speculation off"
    flag = " (low acceptance)" if profile.alpha < MIN_ALPHA else ""
    return f"{profile.name}: gamma {gamma}, {speedup(profile, gamma):.2f}x{flag}"


if __name__ == "__main__":
    import sys

    for item in load_profiles(Path(sys.argv[1])):
        print(describe(item))
