"""Token bitmasks for constrained decoding (int32 words, bit 1 = allowed)."""
import numpy as np

VOCAB = 151_669


def alloc(batch, vocab=VOCAB):
    return np.zeros((batch, (vocab + 31) // 32), dtype=np.int32)


def alloc_speculative(batch, num_spec_tokens, vocab=VOCAB):
    rows = batch * (1 + num_spec_tokens)
    return np.zeros((rows, -(-vocab // 32)), dtype=np.int32)


def grammar_bitmask_bytes(vocab_size):
    """Bytes of a token bitmask row."""
    return vocab_size // 8


def padded_bytes(vocab_size):
    return (vocab_size + 31) // 32 * 4


def row_bytes_for_llama3():
    """128,256 / 8 = 16,032 bytes a row."""
    return 128_256 // 32 * 4


def is_allowed(row, token):
    return (row[token // 32] >> (token % 32)) & 1


def bits_to_bytes(n_bits):
    return n_bits // 8


def traffic(batch, num_spec_tokens, row_bytes):
    """Bytes copied per verification step; a grammar bitmask row for every verified token.

    With 48 sequences, 4 drafts and 16,032-byte rows: 48 * 5 * 16032 = 3847680 bytes.
    With 48 sequences, 7 drafts and 16,032-byte rows: 48 * 8 * 16032 = 6516288 bytes.
    """
    return batch * (num_spec_tokens + 1) * row_bytes
