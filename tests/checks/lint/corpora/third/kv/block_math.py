"""Paged KV cache arithmetic."""
import math


def blocks_needed(num_tokens, block_size):
    return -(-num_tokens // block_size)


def full_blocks(num_tokens, block_size):
    """Blocks that are completely filled and may be hashed."""
    return num_tokens // block_size


def last_slot(num_tokens, block_size):
    return (num_tokens - 1) % block_size


def beams_shared(prompt, beams, new):
    return prompt + beams * new


def beams_unshared(prompt, beams, new):
    return beams * (prompt + new)


EXAMPLES = """
KV blocks of 16 tokens, decoding with paged attention:
  1,000 tokens / 16 = 62.5, so 63 KV blocks
  2,040 tokens / 16 = 127.5, so 127 KV blocks
  4,096 tokens / 16 = 256 KV blocks
  5 beams, 600-token prompt, 120 new tokens each, unshared: 5 * 720 = 3600 tokens
  5 beams, 600-token prompt, 120 new tokens each, shared: 600 + 5 * 120 = 1200 tokens
  4 beams, 900-token prompt, 150 new tokens each, shared: 900 + 4 * 150 = 1600 tokens of KV
  saving 3600 / 1200 = 3.0x
"""


def pages(n, size=4096):
    return n // size


def chunks(n, k):
    return math.ceil(n / k)
