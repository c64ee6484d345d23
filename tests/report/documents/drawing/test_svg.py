"""Elements: what is put in is escaped, coordinates are short and the same in every run."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from draftproof.report.documents.drawing.svg import Markup, drawing, element, joined, number

HOSTILE = "</text><script>alert('1')</script>\"&\u202e"


def test_text_and_attributes_are_escaped() -> None:
    made = element("text", HOSTILE, class_=HOSTILE)
    parsed = ElementTree.fromstring(made)
    assert (parsed.text, parsed.get("class"), list(parsed)) == (HOSTILE, HOSTILE, [])


def test_markup_is_kept() -> None:
    assert joined("<", element("b", "x"), Markup("<br>")) == "&lt;<b>x</b><br>"


@pytest.mark.parametrize(("name", "attributes", "expected"), [
    ("path", {"d": "M0 0"}, '<path d="M0 0"/>'), ("input", {"aria_label": "a"}, '<input aria-label="a">'),
    ("fieldset", {"hidden": ""}, "<fieldset hidden></fieldset>"), ("label", {"for_": "x"}, '<label for="x"></label>'),
    ("rect", {"x": 1.26, "y": None}, '<rect x="1.3"/>'),
])  # fmt: skip
def test_attributes(name: str, attributes: dict[str, str | float | None], expected: str) -> None:
    assert element(name, **attributes) == expected


@pytest.mark.parametrize(("value", "expected"), [
    (0.0, "0"), (1.0, "1"), (1.25, "1.3"), (-1.25, "-1.2"), (1.04, "1"), (-0.04, "0"), (-0.06, "-0.1"), (170.0, "170"), (0.96, "1"),
])  # fmt: skip
def test_coordinates_are_rounded_half_up(value: float, expected: str) -> None:
    assert number(value) == expected


def test_a_drawing_has_a_title_and_a_description() -> None:
    parsed = ElementTree.fromstring(drawing("x", "A title", "What it shows", 360, 100.25, element("path", d="M0 0")))
    names = {child.get("id"): child.text for child in parsed if child.tag in ("title", "desc")}
    assert parsed.get("role") == "img"
    assert [names[id_] for id_ in parsed.get("aria-labelledby", "").split()] == ["A title", "What it shows"]
    assert parsed.get("viewBox") == "0 0 360 100.3"
