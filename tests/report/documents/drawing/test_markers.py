"""Marks: a shape for each curve, all of one size."""

from __future__ import annotations

from draftproof.report.documents.drawing.markers import SHAPES, mark


def test_every_shape_is_another_closed_path() -> None:
    paths = [mark(shape, 10, 20) for shape in SHAPES]
    assert len(set(paths)) == len(SHAPES) == 4
    assert all(path.startswith("M") and path.endswith("z") for path in paths)
