"""Greedy speculative decoding loop with prompt-lookup drafts."""

from __future__ import annotations

import time

import torch


def lookup_draft(ids: list[int], max_ngram: int, num_draft: int) -> list[int]:
    for n in range(max_ngram, 0, -1):
        pattern = ids[-n:]
        for i in range(len(ids) - n - 1, -1, -1):
            if ids[i : i + n] == pattern:
                return ids[i + n : i + n + num_draft]
    return []


class LoopStats:
    def __init__(self, num_draft: int):
        self.num_draft = num_draft
        self.steps = 0
        self.drafted = 0
        self.checked = 0
        self.matched = 0
        self.seconds = 0.0

    @property
    def tokens_per_step(self) -> float:
        return (self.matched + self.steps) / self.steps

    @property
    def match_probability(self) -> float:
        """Chance that a drafted token matches, given that all before it matched."""
        return self.matched / max(self.checked, 1)

    @property
    def yield_(self) -> float:
        return self.matched / max(self.drafted, 1)

    def forecast(self, num_draft: int) -> float:
        """Tokens per step with another draft length."""
        a = self.match_probability
        return (1 - a ** (num_draft + 1)) / (1 - a)

    def forecast_simple(self, num_draft: int) -> float:
        return num_draft * self.match_probability + 1

    def summary(self) -> str:
        a, k = self.match_probability, self.num_draft
        accepted = (1 - a ** (k + 1)) / (1 - a) - 1
        return (
            f"{self.steps} steps, {self.tokens_per_step:.2f} tokens/step, "
            f"match {a:.1%}, yield {self.yield_:.1%}, model says {accepted:.2f} accepted of {k}"
        )


@torch.no_grad()
def generate(model, ids: list[int], max_new: int, num_draft: int = 10, max_ngram: int = 3):
    stats = LoopStats(num_draft)
    start = time.perf_counter()
    end = len(ids) + max_new
    while len(ids) < end:
        draft = lookup_draft(ids, max_ngram, num_draft)
        logits = model(torch.tensor([ids + draft])).logits[0, len(ids) - 1 :]
        best = logits.argmax(-1).tolist()
        n = 0
        for guess, want in zip(draft, best):
            stats.checked += 1
            if guess != want:
                break
            n += 1
        ids = ids + draft[:n] + [best[n]]
        stats.steps += 1
        stats.drafted += len(draft)
        stats.matched += n
    stats.seconds = time.perf_counter() - start
    return ids[:end], stats
