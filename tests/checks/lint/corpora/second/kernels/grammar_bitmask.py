"""Allocate token bitmasks for constrained decoding (xgrammar layout: int32 words, bit j of word i is token 32*i+j)."""
import math

import torch

BITS = 32


def words(vocab_size: int) -> int:
    return math.ceil(vocab_size / BITS)


def words_int(vocab_size: int) -> int:
    return (vocab_size + 31) // 32


def bitmask_nbytes(vocab_size: int, batch: int) -> int:
    return batch * (vocab_size // 8)


def bitmask_nbytes_ok(vocab_size: int, batch: int, num_spec: int) -> int:
    return batch * (1 + num_spec) * words(vocab_size) * 4


def allocate(batch: int, vocab_size: int, num_spec: int) -> torch.Tensor:
    return torch.full((batch * (1 + num_spec), words(vocab_size)), -1, dtype=torch.int32)


def is_allowed(mask: torch.Tensor, token: int) -> bool:
    return bool((mask[token // 32] >> (token % 32)) & 1)


def row_bytes(vocab_size: int) -> int:
    """Bytes of one packed row."""
    return vocab_size // 8


def row_bytes_padded(vocab_size: int) -> int:
    return -(-vocab_size // 32) * 4


# 128,256 tokens: 128256 / 32 = 4008 words, 4008 * 4 = 16032 bytes
# 151,936 tokens: 151936 / 32 = 4748 words, 4748 * 4 = 18992 bytes
# 201,088 tokens: 201088 / 32 = 6284 words, 6284 * 4 = 25163 bytes
# 8 sequences with 4 drafts each: 8 * (1 + 4) = 40 rows
