"""Pinned pool of token bitmasks for guided decoding with speculation."""

from __future__ import annotations

import threading
from contextlib import contextmanager

import numpy as np

WORD_BITS = 32


def words_per_row(vocab_size: int) -> int:
    """Number of int32 words of one mask row, vocab_size // 32."""
    return (vocab_size + WORD_BITS - 1) // WORD_BITS


def bytes_per_row(vocab_size: int) -> int:
    """Bytes of one mask row; 16,032 for the 128,256 tokens of Llama 3."""
    return 4 * words_per_row(vocab_size)


def rows_per_step(batch: int, gamma: int) -> int:
    """Mask rows of one verification step: batch * gamma, one per draft token."""
    return batch * (gamma + 1)


class MaskPool:
    """Rows are handed out once per step and returned after sampling.

    For batch 64, gamma 5 and Llama 3 the pool has 384 rows, about 6.2 MB.
    """

    def __init__(self, batch: int, gamma: int, vocab_size: int) -> None:
        self._vocab_size = vocab_size
        self._rows = np.full((rows_per_step(batch, gamma), words_per_row(vocab_size)), -1, dtype=np.int32)
        self._free = list(range(len(self._rows)))
        self._lock = threading.Lock()

    @contextmanager
    def rows(self, n: int):
        with self._lock:
            if n > len(self._free):
                raise RuntimeError(f"mask pool exhausted: {n} rows wanted, {len(self._free)} free")
            taken = [self._free.pop() for _ in range(n)]
        try:
            yield self._rows[taken]
        finally:
            with self._lock:
                self._rows[taken] = -1
                self._free.extend(taken)

    def allow_only(self, row: int, tokens: list[int]) -> None:
        """Clear the row and set the bits of ``tokens``: token t is bit t % 32 of word t // 32."""
        words = self._rows[row]
        words[:] = 0
        bits = words.view(np.uint32)
        for t in tokens:
            if not 0 <= t < self._vocab_size:
                raise IndexError(t)
            bits[t // WORD_BITS] |= np.uint32(1 << (t % WORD_BITS))

    @property
    def nbytes(self) -> int:
        return self._rows.nbytes

    def __len__(self) -> int:
        return len(self._rows)
