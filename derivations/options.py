"""How a run is to be done. Every evidence module's `evidence(claim, options)` gets one of these."""

from __future__ import annotations

import operator
from concurrent.futures import Executor
from dataclasses import dataclass

from ..errors import BadInput

SEED = 20_221_130
"""The default seed. Any will do, since the false-alarm probability is stated; a fixed one makes runs repeat."""

DRAWS = 2**21
"""Sequences of each simulation: a mean of tokens is then known to about 1e-2 at a false-alarm probability of 1e-12."""

TIMEOUT = 10.0
"""Seconds for one solver call, forty times what the slowest of the obligations takes on one core."""

MAX_DRAWS = 10**12
"""Days of a large machine; a slip of the keyboard is told from a wish here."""

MAX_TIMEOUT = 86_400.0
"""Seconds, a day: infinity or a slip in the unit is no limit at all."""


@dataclass(frozen=True)
class Options:
    """Seed and draws of the simulations, worker processes, seconds for one solver call, and whether to show progress.

    `device` ("cuda", "cpu") asks for the reference on that device as well; on one that is not there it does not pass.
    `executor`, where there is one, has `workers` processes and is shared by all simulations of a run.
    """

    seed: int = SEED
    draws: int = DRAWS
    workers: int = 1
    timeout: float = TIMEOUT
    progress: bool = False
    executor: Executor | None = None
    device: str | None = None

    def __post_init__(self) -> None:
        """Refuse what no run could use."""
        for name, least in (("seed", 0), ("draws", 1), ("workers", 1)):
            value = getattr(self, name)
            if isinstance(value, bool) or not _is_natural(value, least):
                raise BadInput(f"{name} is {value!r}, expected an integer of at least {least}")
        if self.draws > MAX_DRAWS:
            raise BadInput(f"draws is {self.draws:.3g}, expected an integer of at most {MAX_DRAWS:.0e}")
        if not 0 < self.timeout <= MAX_TIMEOUT:
            raise BadInput(
                f"timeout is {self.timeout!r}, expected a number of seconds above 0, at most {MAX_TIMEOUT:g}"
            )


def _is_natural(value: object, least: int) -> bool:
    try:
        return operator.index(value) >= least  # type: ignore[arg-type]
    except TypeError:
        return False
