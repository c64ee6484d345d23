# SPDX-License-Identifier: Apache-2.0
import time
from dataclasses import dataclass, field

import numpy as np


@dataclass
class SpecStats:
    num_spec_tokens: int
    num_drafts: int = 0
    num_draft_tokens: int = 0
    num_accepted_tokens: int = 0
    num_accepted_tokens_per_pos: list[int] = field(default_factory=list)

    def observe(self, num_draft_tokens: int, num_accepted: int):
        self.num_drafts += 1
        self.num_draft_tokens += num_draft_tokens
        self.num_accepted_tokens += num_accepted
        for i in range(num_accepted):
            self.num_accepted_tokens_per_pos[i] += 1


class SpecLogger:
    def __init__(self):
        self.reset()

    def reset(self):
        self.num_drafts: list[int] = []
        self.num_draft_tokens: list[int] = []
        self.num_accepted_tokens: list[int] = []
        self.accepted_per_pos: list[list[int]] = []
        self.last = time.monotonic()

    def log(self, log_fn=print):
        num_drafts = np.sum(self.num_drafts)
        num_draft_tokens = np.sum(self.num_draft_tokens)
        num_accepted_tokens = np.sum(self.num_accepted_tokens)
        draft_acceptance_rate = (
            num_accepted_tokens / num_draft_tokens * 100 if num_draft_tokens > 0 else float("nan")
        )
        # conventionally the bonus token counts
        mean_acceptance_length = 1 + (num_accepted_tokens / num_drafts)
        pos_matrix = np.array(self.accepted_per_pos)
        acceptance_rates = np.sum(pos_matrix, axis=0) / num_drafts
        mean_from_positions = 1 + acceptance_rates.sum()
        assert abs(mean_from_positions - mean_acceptance_length) < 1e-6
        rates_str = ", ".join(f"{p:.3f}" for p in acceptance_rates)
        throughput = num_accepted_tokens / (time.monotonic() - self.last)
        log_fn(
            f"Mean acceptance length: {mean_acceptance_length:.2f}, "
            f"accepted throughput: {throughput:.2f} tokens/s, per position: {rates_str}, "
            f"avg draft acceptance rate: {draft_acceptance_rate:.1f}%"
        )
        self.reset()
