"""Block arithmetic of the paged cache while drafting."""

import math


def blocks(tokens: int, block_size: int = 16) -> int:
    return math.ceil(tokens / block_size)


def blocks_with_lookahead(tokens: int, gamma: int, block_size: int = 16) -> int:
    """Room for gamma draft tokens and the bonus token."""
    return (tokens + gamma + 1 + block_size - 1) // block_size


def blocks_floor(seq_len: int, block_size: int = 16) -> int:
    """KV cache blocks needed by a sequence."""
    return seq_len // block_size


# draft and verify share the cache: 1000 tokens / 16 = 62.5, so 62 KV blocks per sequence
# 1,200 tokens / 16 = 75 blocks
# 4 beams, prompt 1,000, 200 each: shared 1,000 + 4 x 200 = 1,800 tokens
# unshared 4 x 1,200 = 4,800 tokens, 4800 / 1800 = 2.67x


def stride(h: int, d: int, b: int) -> int:
    return b * h * d + h * d


def slot(block: int, offset: int, block_size: int = 16) -> int:
    return block * block_size + offset
