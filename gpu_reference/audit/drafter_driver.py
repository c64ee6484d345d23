"""In the child: one call of a drafter, `g(rng, batch) -> (tokens, probs)`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...subjects.drive import WrongResult, as_array
from ...subjects.wire import Array, Message


def drive(target: Any, data: Any, arrays: tuple[Array, ...]) -> Message:
    """`data`: the seed and the batch."""
    found = target(np.random.default_rng(data["seed"]), data["batch"])
    if not isinstance(found, tuple | list) or len(found) != 2:
        size = f" of {len(found)}" if isinstance(found, tuple | list) else ""
        raise WrongResult(f"returned a {type(found).__name__}{size}, expected (tokens, probs)")
    return None, tuple(as_array(part) for part in found)
