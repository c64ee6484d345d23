"""Measured values: what agrees looks other than what does not."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from draftproof.report.documents.drawing.intervals import Measured, drawn


@pytest.mark.parametrize(
    ("off", "agrees"), [(0.0, True), (1.0, True), (-1.0, True), (1.01, False), (-9.0, False), (1e300, False)]
)
def test_an_interval_agrees_where_it_holds_what_is_predicted(off: float, agrees: bool) -> None:
    one = Measured("a claim", off)
    made = drawn("x", "Title", [one])
    assert one.agrees is agrees
    assert ("dp-agrees" in made, "dp-differs" in made) == (agrees, not agrees)
    assert f"{int(agrees)} of 1 intervals" in made


def test_labels_are_escaped_and_linked() -> None:
    made = drawn("x", "Title", [Measured("<i>", 0.5, "#a.b"), Measured("", 0.1)])
    parsed = ElementTree.fromstring(made)
    assert [node.get("href") for node in parsed.iter("a")] == ["#a.b"]
    assert "<i>" in [node.text for node in parsed.iter("text")]


def test_what_lies_far_off_stays_on_the_paper() -> None:
    widths = [
        float(part) for part in drawn("x", "t", [Measured("", 1e9)]).split('viewBox="0 0 ')[1].split('"')[0].split()
    ]
    assert widths[0] == 360
    assert "inf" not in drawn("x", "t", [Measured("", 1e9)])
