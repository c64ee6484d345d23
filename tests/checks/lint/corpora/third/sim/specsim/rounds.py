"""Monte-Carlo of draft-then-verify rounds."""
import random
from dataclasses import dataclass


@dataclass(frozen=True)
class RoundConfig:
    """One setting of the simulator.

    Attributes
    ----------
    beta : float
        Probability that the verifier accepts a single draft token.
    lookahead : int
        Draft tokens per verification.
    rho : float
        Time of one draft step over time of one target step.
    """

    beta: float
    lookahead: int
    rho: float

    @property
    def expected(self):
        b, n = self.beta, self.lookahead
        return (1 - b ** (n + 1)) / (1 - b)

    @property
    def quick_expected(self):
        return self.beta * self.lookahead + 1

    @property
    def accepted_only(self):
        b, n = self.beta, self.lookahead
        return b * (1 - b ** n) / (1 - b)

    @property
    def speedup(self):
        return self.expected / (1 + self.lookahead * self.rho)

    @property
    def speedup_flat(self):
        """Wall-clock speedup, draft model run sequentially `lookahead` times."""
        return self.expected / (1 + self.rho)


def simulate(cfg, n_rounds=10_000, seed=0):
    rng = random.Random(seed)
    emitted = 0
    drafted = 0
    accepted = 0
    for _ in range(n_rounds):
        drafted += cfg.lookahead
        run = 0
        while run < cfg.lookahead and rng.random() < cfg.beta:
            run += 1
        accepted += run
        emitted += run + 1
    ratio = accepted / drafted
    return {
        "tokens_per_round": emitted / n_rounds,
        "ratio": ratio,
        "check": 1 + cfg.lookahead * ratio,
        "theory": (1 - cfg.beta ** (cfg.lookahead + 1)) / (1 - cfg.beta),
        "theory_from_ratio": sum(ratio ** j for j in range(cfg.lookahead + 1)),
    }


def all_or_nothing(cfg):
    """Expected tokens per round."""
    p_all = cfg.beta ** cfg.lookahead
    return p_all * (cfg.lookahead + 1) + (1 - p_all) * 1
