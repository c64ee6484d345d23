"""Independent random streams, one for each chunk of sequences of each named simulation.

The stream of a chunk depends on the seed, the simulation's name and the chunk's number, and on nothing else, so a run's
result is the same bit for bit with any number of workers and in any order of execution.
"""

from __future__ import annotations

import hashlib
import operator

import numpy as np

from ..errors import BadInput

CHUNK = 2**18
"""Sequences per stream. Making a stream costs about 25 microseconds; 2**18 sequences cost about 2 milliseconds, so
streams cost near 1%, and a run of a million sequences still has chunks for a few workers. Results depend on it."""

_WORDS = 4
"""32-bit words of a name's id: 128 bits, the size of a SeedSequence's pool. Fixed, so (id, chunk) is unambiguous."""


def stream_id(*names: str) -> tuple[int, ...]:
    """Four 32-bit integers that stand for a list of names (a claim's id and a setting, say), the same on every machine.

    They are the head of the SHA-256 digest of the names, each preceded by its length, so that ("ab", "c") is not
    ("a", "bc").
    """
    parts = [name.encode() for name in names]
    digest = hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()
    return tuple(int.from_bytes(digest[4 * i : 4 * i + 4], "big") for i in range(_WORDS))


def generator(seed: int, stream: tuple[int, ...], chunk: int) -> np.random.Generator:
    """The generator of one chunk: PCG64 (named, since NumPy may change its default), seeded by `SeedSequence`.

    Raises `BadInput` for a seed that is not a natural number.
    """
    spawn_key = (*stream, chunk)
    return np.random.Generator(np.random.PCG64(np.random.SeedSequence(natural("seed", seed), spawn_key=spawn_key)))


def chunk_count(draws: int) -> int:
    """The number of chunks that `draws` sequences take: full ones of `CHUNK`, and a shorter last one."""
    return -(-draws // CHUNK)


def chunk_size(draws: int, chunk: int) -> int:
    """The number of sequences of one chunk."""
    return min(CHUNK, draws - chunk * CHUNK)


def natural(what: str, value: int, *, least: int = 0) -> int:
    """`value` as an int if it is an integer of at least `least`; otherwise `BadInput` naming `what`."""
    try:
        number = operator.index(value)
    except TypeError:
        number = least - 1
    if number < least:
        raise BadInput(f"{what} is {value!r}, expected an integer of at least {least}")
    return number
