"""How grammar masks are packed: the reference, and the rivals that are behaviours of a packer, by the rival's id.

A packer is `pack(allowed: bool[B, V]) -> int32[B, ceil(V/32)]`: bit j of word i of a row is 1 where token 32 i + j is
allowed; the bits past the last token are 0.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

WORD = 32

Mask = NDArray[np.bool_]
Words = NDArray[np.int32]
Bits = NDArray[np.uint32]
Packer = Callable[[Mask], Words]


def width(size: int) -> int:
    """Words of a row for a vocabulary of that size."""
    return -(-size // WORD)


def pack(allowed: Mask) -> Words:
    """The reference: `int32[B, ceil(V/32)]`."""
    rows, size = allowed.shape
    bits = np.zeros((rows, width(size) * WORD), np.uint32)
    bits[:, :size] = allowed
    words = bits.reshape(rows, -1, WORD) << np.arange(WORD, dtype=np.uint32)
    packed: Words = np.bitwise_or.reduce(words, axis=2).view(np.int32)
    return packed


def bits_of(words: Words) -> Bits:
    """The bits of packed rows, `uint32[B, 32 words]`, those past the last token included."""
    unsigned: Bits = np.ascontiguousarray(words).view(np.uint32)
    bits: Bits = (unsigned[:, :, None] >> np.arange(WORD, dtype=np.uint32)) & np.uint32(1)
    return bits.reshape(len(words), words.shape[1] * WORD)


def _reversed(allowed: Mask) -> Words:
    return pack(bits_of(pack(allowed)).reshape(len(allowed), -1, WORD)[:, :, ::-1].reshape(len(allowed), -1) == 1)


def _counted_from_one(allowed: Mask) -> Words:
    moved = np.zeros_like(allowed)
    moved[:, :-1] = allowed[:, 1:]
    return pack(moved)


def _sign_bit_lost(allowed: Mask) -> Words:
    return pack(allowed) & np.int32(0x7FFF_FFFF)


def _where_empty(word: int) -> Callable[[Mask], Words]:
    """Rows with no allowed token get this as their first word, and -1 (all bits set) as every word."""

    def packer(allowed: Mask) -> Words:
        words = pack(allowed)
        empty = ~allowed.any(axis=1)
        words[empty, : words.shape[1] if word == -1 else 1] = word
        return words

    return packer


def _last_row_unmasked(allowed: Mask) -> Words:
    words = pack(allowed)
    words[-1:] = -1
    return words


RIVALS: dict[str, Packer] = {
    "grammar_mask.not_rounded_up": lambda allowed: pack(allowed)[:, : allowed.shape[1] // WORD],
    "grammar_mask.bit_order_reversed": _reversed,
    "grammar_mask.counted_from_one": _counted_from_one,
    "grammar_mask.zero_is_allowed": lambda allowed: pack(~allowed),
    "grammar_mask.flags_inverted": lambda allowed: ~pack(allowed),
    "grammar_mask.sign_bit_lost": _sign_bit_lost,
    "grammar_mask.empty_is_token_0": _where_empty(1),
    "grammar_mask.empty_is_unmasked": _where_empty(-1),
    "grammar_mask.bonus_row_unmasked": _last_row_unmasked,
    "grammar_mask.one_row_a_sequence": lambda allowed: pack(allowed)[:1],
}
"""Wrong packers. The two inverted ones differ in the bits past the last token."""
