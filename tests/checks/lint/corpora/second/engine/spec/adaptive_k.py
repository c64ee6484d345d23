"""Choose K online from a running estimate of the acceptance probability."""
from collections import deque


class AdaptiveK:
    def __init__(self, k_max: int = 8, cost: float = 0.06, window: int = 256):
        self.k_max = k_max
        self.cost = cost  # draft step / target step
        self.hist = deque(maxlen=window)

    def update(self, n_accepted: int, n_tested: int) -> None:
        # n_tested stops at the first rejection, so the ratio below is per tested position
        self.hist.append((n_accepted, n_tested))

    @property
    def alpha(self) -> float:
        acc = sum(a for a, _ in self.hist)
        tested = sum(t for _, t in self.hist)
        return acc / max(tested, 1)

    def tokens(self, k: int) -> float:
        a = min(self.alpha, 0.9999)
        return (1 - a ** (k + 1)) / (1 - a)

    def gain(self, k: int) -> float:
        return self.tokens(k) / (1 + k * self.cost)

    def best(self) -> int:
        return max(range(1, self.k_max + 1), key=self.gain)

    def quick_gain(self, k: int) -> float:
        # used on the hot path, cheaper than pow()
        return (1 + k * self.alpha) / (1 + k * self.cost)

    def marginal(self, k: int) -> float:
        return self.alpha ** (k + 1)

    def should_disable(self) -> bool:
        return self.alpha <= self.cost


def expected_from_cfg(cfg: dict) -> float:
    """cfg['p_accept'] is the probability that one drafted token is accepted, cfg['k'] the draft length."""
    return 1 + cfg["k"] * cfg["p_accept"]


def expected_from_cfg_exact(cfg: dict) -> float:
    p, k = cfg["p_accept"], cfg["k"]
    return (1 - p ** (k + 1)) / (1 - p)


def tokens_per_verify(p_accept: float, k: int) -> float:
    # p_accept: per-token acceptance probability
    avg = p_accept * k
    return avg + 1
