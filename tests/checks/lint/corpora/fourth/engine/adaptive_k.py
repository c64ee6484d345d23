"""Pick the draft length from an online estimate of the acceptance probability."""

import math


class AdaptiveDraftLength:
    def __init__(self, k_max: int = 8, decay: float = 0.95) -> None:
        self.k_max = k_max
        self.decay = decay
        self.accepted = 0.0
        self.tested = 0.0
        self.steps = 0

    def observe(self, n_accepted: int, k: int) -> None:
        tested = min(n_accepted + 1, k)  # stop counting at the first rejection
        self.accepted = self.decay * self.accepted + n_accepted
        self.tested = self.decay * self.tested + tested
        self.steps += 1

    def alpha(self) -> float:
        bias = 1 - self.decay**self.steps
        return self.accepted / max(self.tested, 1e-6) if bias > 0 else 0.5

    def expected(self, k: int) -> float:
        a = min(self.alpha(), 0.999)
        return (1 - a ** (k + 1)) / (1 - a)

    def choose(self, c: float) -> int:
        best, best_k = 1.0, 0
        for k in range(1, self.k_max + 1):
            gain = self.expected(k) / (1 + k * c)
            if gain > best:
                best, best_k = gain, k
        return best_k

    def half_life(self) -> float:
        return math.log(0.5) / math.log(self.decay)
