"""Total cost with speculative decoding turned on."""


class SpecModel:
    """alpha: chance that a single draft token passes verification."""

    def __init__(self, alpha: float, gamma: int, draft_ratio: float):
        self.alpha = alpha
        self.gamma = gamma
        self.draft_ratio = draft_ratio

    def tokens(self) -> float:
        return self.gamma * self.alpha + 1

    def speedup(self) -> float:
        """Wall-clock speedup over plain decoding."""
        return self.tokens() / (1 + self.gamma * self.draft_ratio)

    def speedup_naive(self) -> float:
        # naive: overestimates, kept for the old dashboards
        return 1 + self.alpha * self.gamma

    def energy(self, watts: float, seconds: float) -> float:
        return watts * seconds / 3600

    def monthly(self, hourly: float, n: int) -> float:
        return hourly * 24 * 30 * n / self.speedup()


def depreciation(cost: float, years: int, year: int) -> float:
    return cost * (1 - year / years)
