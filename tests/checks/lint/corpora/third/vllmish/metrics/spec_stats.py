# SPDX-License-Identifier: Apache-2.0
"""Per-interval logging of speculative decoding."""
from dataclasses import dataclass, field

import numpy as np


@dataclass
class SpecDecodingStats:
    num_spec_tokens: int
    num_drafts: int = 0
    num_draft_tokens: int = 0
    num_accepted_tokens: int = 0
    num_accepted_tokens_per_pos: list[int] = field(default_factory=list)

    def observe_draft(self, num_draft_tokens: int, num_accepted_tokens: int):
        self.num_drafts += 1
        self.num_draft_tokens += num_draft_tokens
        self.num_accepted_tokens += num_accepted_tokens
        for i in range(num_accepted_tokens):
            self.num_accepted_tokens_per_pos[i] += 1


class SpecDecodingLogging:
    def log(self, s: SpecDecodingStats, dt: float, log_fn=print):
        num_drafts = s.num_drafts
        accepted = s.num_accepted_tokens
        draft = s.num_draft_tokens
        rate = accepted / draft * 100 if draft > 0 else float("nan")
        # Conventionally, mean acceptance length includes the bonus token
        mean_acceptance_length = 1 + (accepted / num_drafts)
        pos = np.array(s.num_accepted_tokens_per_pos) / num_drafts
        check = 1 + pos.sum()
        check2 = 1 + s.num_spec_tokens * (accepted / draft)
        log_fn(
            f"Mean acceptance length: {mean_acceptance_length:.2f}, "
            f"accepted {accepted / dt:.1f} tok/s, drafted {draft / dt:.1f} tok/s, "
            f"per-position {', '.join(f'{p:.3f}' for p in pos)}, avg draft acceptance rate {rate:.1f}%"
        )
        return check, check2

    def conditional(self, s: SpecDecodingStats):
        surv = np.array([s.num_drafts, *s.num_accepted_tokens_per_pos], dtype=float)
        cond = surv[1:] / surv[:-1]
        first = s.num_accepted_tokens_per_pos[0] / s.num_drafts
        e = (1 - first ** (s.num_spec_tokens + 1)) / (1 - first)
        return cond, e

    def predicted_len(self, s: SpecDecodingStats):
        r = s.num_accepted_tokens / s.num_draft_tokens
        k = s.num_spec_tokens
        return (1.0 - r ** (k + 1)) / (1.0 - r)
