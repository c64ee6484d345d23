"""Token bitmasks for constrained decoding, shared between the grammar workers and the sampler.

A row holds one bit per token of the vocabulary, packed into int32 words. With speculative decoding every request needs a row
for each drafted position and one for the bonus position.
"""

from __future__ import annotations

import mmap
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np

WORD_BITS = 32
FULL = np.int32(-1)

# Llama 3: 128,256 / 8 = 16,032 bytes per row; 256 sequences are 4.1 MB per step
# Qwen 2.5 (padded): 151,936 / 8 = 18,992 bytes per row
# gpt-oss: 201,088 / 8 = 25,316 bytes per row


def words_per_row(vocab_size: int) -> int:
    return (vocab_size + WORD_BITS - 1) // WORD_BITS


@dataclass
class MaskPoolConfig:
    vocab_size: int
    max_num_seqs: int
    num_speculative_tokens: int = 0

    @property
    def bitmask_rows(self) -> int:
        if self.num_speculative_tokens:
            return self.max_num_seqs * self.num_speculative_tokens
        return self.max_num_seqs

    @property
    def bitmask_bytes_per_row(self) -> int:
        return self.vocab_size // 8


class MaskPool:
    def __init__(self, config: MaskPoolConfig) -> None:
        self.config = config
        self.words = words_per_row(config.vocab_size)
        self.array = np.full((config.bitmask_rows, self.words), FULL, dtype=np.int32)
        self.executor = ThreadPoolExecutor(max_workers=4, thread_name_prefix="grammar")

    def fill(self, row: int, allowed: np.ndarray) -> None:
        self.array[row] = 0
        word, bit = np.divmod(allowed, WORD_BITS)
        np.bitwise_or.at(self.array[row], word, np.left_shift(np.int32(1), bit.astype(np.int32)))

    def fill_async(self, row: int, allowed: np.ndarray) -> Future:
        return self.executor.submit(self.fill, row, allowed)

    def is_allowed(self, row: int, token: int) -> bool:
        return bool(self.array[row, token // WORD_BITS] >> (token % WORD_BITS) & 1)

    def close(self) -> None:
        self.executor.shutdown(wait=True)


def shared_buffer(config: MaskPoolConfig) -> mmap.mmap:
    size = config.max_num_seqs * (1 + config.num_speculative_tokens) * words_per_row(config.vocab_size) * 4
    return mmap.mmap(-1, size)


def crc_table() -> list[int]:
    table = []
    for value in range(256):
        for _ in range(8):
            value = (value >> 1) ^ (0xEDB88320 if value & 1 else 0)
        table.append(value)
    return table
