"""Cells of the cube of coins, as the exact audit halves them: integers in 2^-45, one row of a table for each cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from .laws import Floats

UNIT_BITS = 45
"""Coordinates count in 2^-45, which is how far inside a cell its corners lie: 2^8 times the step of the largest float64 below
1, so that a right sampler may round, and a test may be `<` or `<=`."""

LEAST_BITS = 9
"""A cell of width 2^(9-45) = 2^-36 is halved no more."""

Codes = npt.NDArray[np.int64]
Times = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Cells:
    """Cells of the cube, a row each: the job, the least inner corner, the greatest (in 2^-45), the codes at all inner corners."""

    table: npt.NDArray[np.int64]
    coins: int

    @property
    def job(self) -> Times:
        return self.table[:, 0]

    @property
    def ends(self) -> Times:
        """The two corners, [cells, 2 · coins]."""
        return self.table[:, 1 : 1 + 2 * self.coins]

    @property
    def inside(self) -> Times:
        """From corner to corner on every axis, which is the cell's width less 2."""
        coins = self.coins
        return self.table[:, 1 + coins : 1 + 2 * coins] - self.table[:, 1 : 1 + coins]

    @property
    def out(self) -> Codes:
        return self.table[:, 1 + 2 * self.coins :]

    @property
    def volume(self) -> Times:
        """log2 of the volume in 2^-(45·coins)."""
        volume: Times = (np.frexp(self.inside + 2.0)[1] - 1).sum(1, dtype=np.int64)
        return volume

    def take(self, which: npt.NDArray[np.int64]) -> Cells:
        return Cells(self.table.take(which, 0), self.coins)


def as_coins(ends: Times) -> Floats:
    """Coordinates as float64 in [0, 1), exactly."""
    return ends.astype(np.float64) * np.float64(2.0**-UNIT_BITS)


def joined(cells: Sequence[Cells]) -> Cells:
    """All of them, at least one table."""
    return cells[0] if len(cells) == 1 else Cells(np.concatenate([one.table for one in cells]), cells[0].coins)


class Cube:
    """The corners of a cell of that many coins: bit a of a corner's number says on which side of axis a it lies."""

    def __init__(self, coins: int) -> None:
        self.coins, self.corners = coins, 1 << coins
        corners, axes = np.arange(self.corners), np.arange(coins)
        bits = corners[:, None] >> axes & 1
        self._end_of = (coins * bits + axes).ravel()
        across = corners ^ (1 << axes)[:, None]
        below = np.stack([np.flatnonzero(bits[:, axis] == 0) for axis in axes])
        self._below, self._above = 1 + 2 * coins + below, 1 + 2 * coins + (below | (1 << axes)[:, None])
        kept = bits.T[:, None] == np.arange(2)[:, None]  # [axis, half, corner]: the half has it from the whole cell
        self.halves = np.where(kept, corners, self.corners + across[:, None]).reshape(coins, -1)
        """Where both halves' codes stand among the cell's and, after them, those on the new faces."""

    def uniforms(self, ends: Times) -> Floats:
        """The coins at every corner, [cells · corners, coins], from the two ends, [cells, 2 · coins]."""
        return as_coins(ends).take(self._end_of, 1).reshape(-1, self.coins)

    def axis_to_split(self, cells: Cells) -> tuple[Times, npt.NDArray[np.bool_]]:
        """The widest axis on which corners differ (of all, where none does), and whether it may still be halved."""
        below, above = cells.table.take(self._below, 1), cells.table.take(self._above, 1)
        inside = cells.inside
        axis = (inside + ((below != above).any(2) * (1 << UNIT_BITS))).argmax(1)
        return axis, inside[np.arange(len(axis)), axis] >= 1 << LEAST_BITS
