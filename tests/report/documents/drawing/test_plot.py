"""A plot's paths, marks and legend."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

from draftproof.report.documents.drawing.plot import Line, Picture, drawn, marks, path, ring, says, x_ticks

LINE = Line((0.0, 2.0, 1.0), "curve", here=2.0)
PICTURE = Picture(
    "p", "Title", "Description", "γ, draft length", "γ", "speedup", (0.0, 1.0, 2.0), (0, 2), (LINE,), here=1.0
)


def with_values(*values: float | None) -> Picture:
    return replace(PICTURE, lines=(LINE._replace(values=values),))


def test_the_path_goes_through_the_values() -> None:
    assert path(PICTURE, LINE.values) == "M40 218L191 48L342 133"


def test_a_missing_value_is_a_gap() -> None:
    assert path(with_values(1.0, None, 1.0), (1.0, None, 1.0)).count("M") == 2
    assert path(with_values(None, None, None), (None, None, None)) == ""


def test_steps_have_corners() -> None:
    assert path(replace(PICTURE, steps=True), LINE.values) == "M40 218H191V48H342V133"


def test_marks_stand_at_the_tables_rows() -> None:
    assert marks(PICTURE, 0).count("z") == 2
    assert marks(with_values(None, 2.0, 1.0), 0).count("z") == 1


def test_a_curve_that_rises_to_the_end_has_no_peak() -> None:
    rising = replace(with_values(0.0, 1.0, 2.0), peaks=(None,), here=None)
    assert says(rising, 0) == "curve: no peak up to 2"
    assert ring(rising, 0) == "M0 0"


def test_the_legend_says_the_values() -> None:
    assert says(PICTURE, 0) == "curve: 2 at γ = 1"
    assert says(replace(PICTURE, peaks=(1,)), 0) == "curve: 2 at γ = 1, peak 2 at 1"
    below = replace(PICTURE, level=1.0, crossings=(107.0,))
    assert says(below, 0) == "curve: 2 at γ = 1, below 1 from 107"
    assert says(replace(below, crossings=(None,)), 0) == "curve: 2 at γ = 1, ≥ 1 up to 2"
    assert says(replace(PICTURE, here=None), 0) == "curve"
    assert says(replace(with_values(None, None, None), peaks=(None,), here=None), 0) == "curve: peak –"


def test_the_ring_marks_peak_or_crossing() -> None:
    assert ring(replace(PICTURE, peaks=(1,)), 0).startswith("M184.5 48a6.5")
    assert ring(replace(PICTURE, level=1.0, crossings=(2.0,)), 0).startswith("M335.5 133a")
    assert ring(replace(PICTURE, level=1.0, crossings=(None,)), 0) == "M0 0"


def test_an_axis_of_doublings() -> None:
    assert x_ticks(replace(PICTURE, grid=(1.0, 32.0, 1024.0), log=True)) == [1, 4, 16, 64, 256, 1024]


def test_it_is_well_formed_and_the_same_twice() -> None:
    hostile = replace(
        PICTURE, title="<script>", lines=(LINE._replace(label="<&"),), level=1.0, below="slow", crossings=(2.0,)
    )
    assert drawn(hostile) == drawn(hostile)
    assert "script" not in {node.tag for node in ElementTree.fromstring(drawn(hostile)).iter()}


def test_curves_differ_in_more_than_colour() -> None:
    """In their marks, and (by class) in their dashes."""
    made = drawn(replace(PICTURE, lines=(LINE, LINE._replace(wrong=True))))
    assert "dp-c0" in made
    assert "dp-c1 dp-wrong" in made
    assert marks(replace(PICTURE, lines=(LINE, LINE)), 0) != marks(replace(PICTURE, lines=(LINE, LINE)), 1)
