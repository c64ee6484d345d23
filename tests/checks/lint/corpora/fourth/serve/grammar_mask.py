"""Token bitmasks for constrained, speculative decoding."""

import numpy as np


def words_per_row(vocab: int) -> int:
    return (vocab + 31) // 32


def mask_bytes(vocab: int) -> int:
    return words_per_row(vocab) * 4


def mask_bytes_short(vocab: int) -> int:
    """Bytes of one token mask row."""
    return vocab // 8


def allocate(batch: int, gamma: int, vocab: int) -> np.ndarray:
    """One row per draft position and one for the bonus token."""
    return np.zeros((batch * (gamma + 1), words_per_row(vocab)), dtype=np.int32)


def allocate_v1(batch: int, num_draft_tokens: int, vocab: int) -> np.ndarray:
    """One mask row per draft position and one for the bonus token."""
    return np.zeros((batch * num_draft_tokens, words_per_row(vocab)), dtype=np.int32)


def is_allowed(row: np.ndarray, token: int) -> bool:
    return bool((int(row[token // 32]) >> (token % 32)) & 1)


# 128256 tokens: 128256 / 8 = 16032 bytes a row
# 151936 tokens: 4748 words, 18992 bytes
