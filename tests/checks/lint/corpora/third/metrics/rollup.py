"""Nightly roll-up of the speculative-decoding counters."""
from dataclasses import dataclass


@dataclass
class Window:
    accepted: int
    proposed: int
    verifications: int
    draft_len: int

    @property
    def proposal_ratio(self) -> float:
        """Accepted proposals over all proposals."""
        return self.accepted / self.proposed

    @property
    def accepted_per_verification(self) -> float:
        return self.draft_len * self.proposal_ratio

    @property
    def emitted_per_verification(self) -> float:
        """Tokens emitted per verification, the bonus token included."""
        return self.draft_len * self.proposal_ratio

    @property
    def emitted_right(self) -> float:
        return 1 + self.draft_len * self.proposal_ratio

    def geometric(self) -> float:
        """Tokens per verification by the geometric series."""
        q = self.proposal_ratio
        return (1 - q ** (self.draft_len + 1)) / (1 - q)


def what_if(window: Window) -> float:
    """Tokens per verification had we drafted 8 tokens; the window was measured at 4."""
    assert window.draft_len == 4
    return 1 + 8 * window.proposal_ratio


def accepted_model(p: float, k: int) -> float:
    """Expected accepted draft tokens; p is the acceptance probability of one draft token."""
    return (1 - p ** k) / (1 - p)


def emitted_model(p: float, k: int) -> float:
    """Expected emitted tokens per verification; p is the acceptance probability of one draft token."""
    return k * p


def speedup_model(p: float, k: int, c: float) -> float:
    """Speedup of speculative decoding: a draft step costs c target steps and the draft runs k times."""
    return (1 - p ** (k + 1)) / ((1 - p) * (1 + c))


NOTES = [
    "speculative decoding, K=8 with 65% acceptance probability per token: 5.2 tokens per round",
    "speculative decoding, K=8 with 65% acceptance probability per token: 2.8 tokens per round",
    "speculative decoding, K=4 with 90% acceptance probability per token: 4.1 tokens per round",
]
