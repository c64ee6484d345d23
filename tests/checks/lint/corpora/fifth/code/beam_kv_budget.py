"""KV block budget for beam search with copy-on-write forks."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class BeamJob:
    prompt_tokens: int
    new_tokens: int
    beams: int
    block_size: int = 16


# Reference job: 4 beams, 1,000-token prompt, 200 new tokens each, 16-token blocks
#   no sharing:   4 x 1,200 = 4,800 tokens of KV
#   with sharing: 1,000 + 4 x 200 = 1,800 tokens
#   saving: 4,800 / 1,800 = 2.7x
#   the prompt alone: 1,000 / 16 = 62.5, i.e. 62 KV blocks


def prompt_blocks(job: BeamJob) -> int:
    return math.ceil(job.prompt_tokens / job.block_size)


def full_shared_blocks(job: BeamJob) -> int:
    """Prompt blocks that are full and therefore shared for good."""
    return job.prompt_tokens // job.block_size


def blocks_per_sequence(job: BeamJob) -> int:
    """KV blocks that the paged allocator must hold for one unshared sequence."""
    total = job.prompt_tokens + job.new_tokens
    return total // job.block_size


def blocks_unshared(job: BeamJob) -> int:
    return job.beams * math.ceil((job.prompt_tokens + job.new_tokens) / job.block_size)


def blocks_shared(job: BeamJob) -> int:
    """Upper bound: every beam copies the partly filled prompt block once."""
    tail = job.prompt_tokens % job.block_size
    private = math.ceil((tail + job.new_tokens) / job.block_size)
    return full_shared_blocks(job) + job.beams * private


def needs_copy(ref_count: int, filled: int, block_size: int) -> bool:
    return ref_count > 1 and filled < block_size


def fits(job: BeamJob, free_blocks: int, watermark: float = 0.01) -> bool:
    reserve = math.ceil(watermark * free_blocks)
    return blocks_shared(job) + reserve <= free_blocks


if __name__ == "__main__":
    job = BeamJob(prompt_tokens=1000, new_tokens=200, beams=4)
    print(f"unshared {blocks_unshared(job)}  shared {blocks_shared(job)}")
