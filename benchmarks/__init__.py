"""Ratios against peers, measured in one run: `make bench`. They inform; no test depends on a time.

A benchmark is a module `bench_NAME.py` here with a function `rows() -> list[Row]`; the runner finds it by its name.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Row:
    """One measured ratio: `ratio` should stand in relation `bound` to `goal`; without a goal it is only shown."""

    name: str
    ratio: float
    what: str
    """What is divided by what, at which size."""
    bound: Literal["<=", ">="] = "<="
    goal: float | None = None

    @property
    def met(self) -> bool | None:
        """Whether the goal is met (a ratio that is not a number meets none); None where there is no goal."""
        if self.goal is None:
            return None
        return self.ratio <= self.goal if self.bound == "<=" else self.ratio >= self.goal
