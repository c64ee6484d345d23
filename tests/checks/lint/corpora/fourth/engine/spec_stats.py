"""Running statistics of the speculative decoder."""

from dataclasses import dataclass


@dataclass
class SpecStats:
    num_rounds: int = 0
    num_drafted: int = 0
    num_accepted: int = 0

    def update(self, drafted: int, accepted: int) -> None:
        self.num_rounds += 1
        self.num_drafted += drafted
        self.num_accepted += accepted

    @property
    def acceptance_rate(self) -> float:
        return self.num_accepted / max(1, self.num_drafted)

    @property
    def tokens_per_round(self) -> float:
        return 1 + self.num_accepted / max(1, self.num_rounds)

    def tokens_from_rate(self, k: int) -> float:
        return 1.0 + k * self.acceptance_rate

    def predicted_tokens(self, k: int) -> float:
        a = self.acceptance_rate
        if a >= 1.0:
            return k + 1.0
        return (1 - a ** (k + 1)) / (1 - a)

    def merge(self, other: "SpecStats") -> "SpecStats":
        return SpecStats(
            self.num_rounds + other.num_rounds,
            self.num_drafted + other.num_drafted,
            self.num_accepted + other.num_accepted,
        )
