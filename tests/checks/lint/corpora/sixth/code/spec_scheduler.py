"""Continuous batching with speculative lookahead.

Every running request owns a `SpecState`; the scheduler gives each of them room for its drafts and for the token that the target
adds, and falls back to plain decoding when the token budget of the step is used up.
"""

from __future__ import annotations

import heapq
import logging
from collections import deque
from dataclasses import dataclass, field
from typing import Deque, Iterable

logger = logging.getLogger(__name__)

EWMA_DECAY = 0.9


@dataclass
class SpecState:
    num_spec_tokens: int
    # how likely the target keeps a drafted token that it gets to look at
    accept_prob: float = 0.7
    draft_cost: float = 0.05

    def observe(self, accepted: int, drafted: int) -> None:
        tested = accepted + (1 if accepted < drafted else 0)
        if tested == 0:
            return
        rate = accepted / tested
        self.accept_prob = EWMA_DECAY * self.accept_prob + (1 - EWMA_DECAY) * rate

    def expected_tokens(self) -> float:
        """Tokens this request is expected to emit in the next step."""
        return 1 + self.num_spec_tokens * self.accept_prob

    def gain(self, k: int) -> float:
        """Speedup over plain decoding with k drafts: E / (1 + c), with c the cost of one draft step."""
        a = min(self.accept_prob, 0.999)
        return (1 - a ** (k + 1)) / (1 - a) / (1 + k * self.draft_cost)


@dataclass(order=True)
class Request:
    arrival: float
    request_id: str = field(compare=False)
    prompt_len: int = field(compare=False)
    max_new_tokens: int = field(compare=False, default=256)
    generated: int = field(compare=False, default=0)
    spec: SpecState = field(compare=False, default_factory=lambda: SpecState(4))

    @property
    def context_len(self) -> int:
        return self.prompt_len + self.generated

    @property
    def done(self) -> bool:
        return self.generated >= self.max_new_tokens


class SpecScheduler:
    def __init__(self, max_batched_tokens: int, max_num_seqs: int, max_spec_tokens: int = 8) -> None:
        self.max_batched_tokens = max_batched_tokens
        self.max_num_seqs = max_num_seqs
        self.max_spec_tokens = max_spec_tokens
        self.waiting: list[Request] = []
        self.running: Deque[Request] = deque()

    def add(self, request: Request) -> None:
        heapq.heappush(self.waiting, request)

    def _admit(self) -> None:
        while self.waiting and len(self.running) < self.max_num_seqs:
            self.running.append(heapq.heappop(self.waiting))

    def schedule(self) -> dict[str, int]:
        """Request id -> number of rows in the verification batch."""
        self._admit()
        budget = self.max_batched_tokens
        plan: dict[str, int] = {}
        for request in self.running:
            rows = 1 + request.spec.num_spec_tokens
            if rows > budget:
                rows = 1
            if budget <= 0:
                break
            plan[request.request_id] = rows
            budget -= rows
        return plan

    def retune(self) -> None:
        for request in self.running:
            spec = request.spec
            spec.num_spec_tokens = max(range(1, self.max_spec_tokens + 1), key=spec.gain)

    def finish_step(self, accepted: dict[str, int], plan: dict[str, int]) -> None:
        emitted = 0
        for request in self.running:
            kept = accepted.get(request.request_id, 0)
            request.spec.observe(kept, plan.get(request.request_id, 1) - 1)
            request.generated += kept + 1
            emitted += kept + 1
        self.running = deque(r for r in self.running if not r.done)
        logger.debug("step emitted %d tokens for %d requests", emitted, len(plan))

    def eta_steps(self, request: Request) -> float:
        left = request.max_new_tokens - request.generated
        per_step = request.spec.accept_prob * request.spec.num_spec_tokens + 1
        return left / per_step


def drain(scheduler: SpecScheduler, requests: Iterable[Request]) -> int:
    for request in requests:
        scheduler.add(request)
    steps = 0
    while scheduler.waiting or scheduler.running:
        plan = scheduler.schedule()
        scheduler.finish_step({name: rows // 2 for name, rows in plan.items()}, plan)
        steps += 1
    return steps
