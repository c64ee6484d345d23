"""In the child: one call of a decoder, `d(rng, batch, target) -> tokens`, with the target as a callable of prefixes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ...subjects.drive import WrongResult, as_array
from ...subjects.wire import Array, Message


def drive(decoder: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """`data`: the seed and the batch; the array: the target's table, as `decoding.Model.table` has it."""
    (table,) = arrays
    found = decoder(np.random.default_rng(data["seed"]), data["batch"], target_of(table))
    return None, (as_array(found),)


def target_of(table: Array) -> Callable[[Any], Array]:
    """The target: int64[batch, length] -> float64[batch, vocab]. Raises `WrongResult` for what are no prefixes."""
    vocab = table.shape[2]

    def target(prefixes: Any) -> Array:
        tokens = as_array(prefixes)
        if tokens.dtype.kind not in "iu" or tokens.ndim != 2:
            form = f"{tokens.dtype.name}{list(tokens.shape)}"
            raise WrongResult(f"called the target with {form}, expected prefixes int64[batch, length]")
        if tokens.size and not 0 <= tokens.min() <= tokens.max() < vocab:
            raise WrongResult(
                f"called the target with a prefix of ids {tokens.min()}..{tokens.max()}, not 0..{vocab - 1}"
            )
        none = np.zeros(len(tokens), np.int64)
        last = tokens[:, -1] + 1 if tokens.shape[1] > 0 else none
        earlier = tokens[:, -2] + 1 if tokens.shape[1] > 1 else none
        found: Array = table[earlier, last]  # a copy: the decoder may write into it
        return found

    return target
