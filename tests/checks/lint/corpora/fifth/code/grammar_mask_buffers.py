"""Pinned host buffers for grammar bitmasks (one bit per vocabulary entry, 1 = allowed)."""

from __future__ import annotations

import numpy as np

# bytes of one row
#   Llama 3      128,256 / 8 = 16,032
#   Qwen 2.5     151,936 / 8 = 18,992
#   gpt-oss      201,088 / 8 = 25,163
# 256 sequences x 16,032 B = 4.1 MB per decode step
# 64 sequences with 3 draft tokens: 64 x 4 rows x 16,032 B = 4.1 MB


def words_per_row(vocab_size: int) -> int:
    return (vocab_size + 31) // 32


def row_bytes(vocab_size: int) -> int:
    return vocab_size // 8


def alloc(max_num_seqs: int, num_spec_tokens: int, vocab_size: int) -> np.ndarray:
    rows = max_num_seqs * (1 + num_spec_tokens)
    return np.full((rows, words_per_row(vocab_size)), -1, dtype=np.int32)


def is_allowed(mask: np.ndarray, row: int, token: int) -> bool:
    return bool((mask[row, token // 32] >> (token % 32)) & 1)


def allow(mask: np.ndarray, row: int, tokens: np.ndarray) -> None:
    mask[row] = 0
    words = tokens >> 5
    bits = (np.uint32(1) << (tokens & 31).astype(np.uint32)).view(np.int32)
    np.bitwise_or.at(mask[row], words, bits)


class MaskPool:
    """Reuses buffers between steps so that the copy to the device stays pinned."""

    def __init__(self, max_num_seqs: int, num_spec_tokens: int, vocab_size: int):
        self.vocab_size = vocab_size
        self.buffer = alloc(max_num_seqs, num_spec_tokens, vocab_size)
        self.free_rows = list(range(self.buffer.shape[0]))

    def nbytes(self) -> int:
        return self.buffer.shape[0] * words_per_row(self.vocab_size) * 4

    def take(self, n: int) -> list[int]:
        rows, self.free_rows = self.free_rows[:n], self.free_rows[n:]
        if len(rows) < n:
            raise RuntimeError("mask pool exhausted")
        return rows

    def release(self, rows: list[int]) -> None:
        self.buffer[rows] = -1
        self.free_rows.extend(rows)
