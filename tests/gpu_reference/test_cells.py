"""Cells by hand: corners, halves, volumes, and the axis that is halved."""

from __future__ import annotations

import numpy as np
import pytest
from draftproof.gpu_reference.cells import LEAST_BITS, UNIT_BITS, Cells, Cube, joined

HALF = 1 << UNIT_BITS - 1


def cells(*rows):
    """Cells of two coins: the job, the ends, the codes at (least, least), (greatest, least), ..."""
    return Cells(np.array(rows, np.int64), 2)


def test_corners_lie_inside_by_one_unit():
    unit = 2.0**-UNIT_BITS
    found = Cube(2).uniforms(np.array([[1, HALF + 1, HALF - 1, 2 * HALF - 1]]))
    low, middle, high = unit, (0.5 - unit, 0.5 + unit), 1 - unit
    assert found.tolist() == [[low, middle[1]], [middle[0], middle[1]], [low, high], [middle[0], high]]


def test_volume_is_that_of_the_whole_cell():
    quarter = cells([0, 1, HALF + 1, HALF - 1, 2 * HALF - 1, 0, 0, 0, 0])
    assert quarter.volume.tolist() == [2 * UNIT_BITS - 2]


@pytest.mark.parametrize(
    ("codes", "axis"),
    [((0, 0, 0, 0), 1), ((0, 1, 0, 1), 0), ((0, 0, 1, 1), 1), ((0, 1, 1, 0), 1), ((0, 0, 0, 1), 1)],
)
def test_the_widest_axis_on_which_corners_differ(codes, axis):
    found, able = Cube(2).axis_to_split(cells([0, 1, 1, HALF - 1, 2 * HALF - 1, *codes]))
    assert (found.tolist(), able.tolist()) == ([axis], [True])


def test_the_narrowest_cell_is_halved_no_more():
    width = 1 << LEAST_BITS
    narrow = cells([0, 1, 1, width - 1, 2 * HALF - 1, 0, 1, 0, 1], [0, 1, 1, 2 * width - 1, 2 * HALF - 1, 0, 1, 0, 1])
    assert Cube(2).axis_to_split(narrow)[1].tolist() == [False, True]


@pytest.mark.parametrize("coins", [1, 2, 3, 4])
def test_halves_share_the_corners_on_the_new_faces(coins):
    """The lower half has the cell's lower corners and those just below its middle, the upper half the others."""
    cube, corners = Cube(coins), range(1 << coins)
    codes = np.array([*(("cell", c) for c in corners), *(("face", c) for c in corners)], object)
    for axis in range(coins):
        lower, upper = cube.halves[axis].reshape(2, -1)
        for corner in corners:
            above, other = corner >> axis & 1, corner ^ 1 << axis
            expected = (("face", other), ("cell", corner)) if above else (("cell", corner), ("face", other))
            assert tuple(codes[lower[corner]]) == expected[0]
            assert tuple(codes[upper[corner]]) == expected[1]


def test_joined():
    one, two = cells([0] * 9), cells([1] * 9, [2] * 9)
    assert joined([one]) is one
    assert joined([one, two]).job.tolist() == [0, 1, 2]
