"""Plots in a page: figures with their data, sliders, and what page.js gets."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from html.parser import HTMLParser
from typing import Any

from draftproof.derivations.expr import SCHEMA, from_json
from draftproof.report.documents import plots
from draftproof.report.documents.plots.resolve import resolve


class Elements(HTMLParser):
    """The elements of a page, as (name, attributes)."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def whole(document: Any) -> str:
    return plots.controls(document) + plots.graph(document) + "".join(one.html for one in plots.figures(document))


def test_a_figure_has_a_drawing_a_caption_and_its_data(unchecked: Callable[..., Any]) -> None:
    found = [one for one in plots.figures(unchecked()) if one.is_plot]
    assert len(found) >= 6
    for one in found:
        tags = [tag for tag, _ in Elements(one.html).found]
        assert {"figure", "svg", "figcaption", "details", "table", "caption"} <= set(tags), one.id
        assert [attrs["scope"] for tag, attrs in Elements(one.html).found if tag == "th"].count("row") > 5


def test_ids_are_unique_and_links_lead_somewhere(unchecked: Callable[..., Any]) -> None:
    document = unchecked(["tokens", "acceptance"])
    found = Elements(whole(document)).found
    ids = [attrs["id"] for _, attrs in found if "id" in attrs]
    assert len(ids) == len(set(ids))
    targets = {entry.claim.id for entry in document.entries} | {section.name for section in document.sections}
    links = {(attrs["href"] or "").removeprefix("#") for tag, attrs in found if tag == "a"}
    assert links <= targets
    assert {"tokens.closed_form", "acceptance.between"} <= links


def test_nothing_needs_a_style_attribute_or_a_handler(unchecked: Callable[..., Any]) -> None:
    attributes = {name for _, attrs in Elements(whole(unchecked())).found for name in attrs}
    assert not {name for name in attributes if name == "style" or name.startswith("on")}


def test_the_same_document_gives_the_same_bytes(unchecked: Callable[..., Any]) -> None:
    assert whole(unchecked()) == whole(unchecked())
    assert plots.data(unchecked()) == plots.data(unchecked())


def test_the_data_are_the_claims_own_trees(unchecked: Callable[..., Any]) -> None:
    data = json.loads(plots.data(unchecked()))
    assert data["schema"] == SCHEMA
    trees = [from_json(tree) for tree in data["trees"]]
    document = unchecked()
    curves = [resolve(curve.formula).tree for _, plot in plots.registry.plots(document) for curve in plot.curves]
    lines = [resolve(line.formula).tree for line in plots.registry.values(document)]
    domains = [resolve(plot.since).tree for _, plot in plots.registry.plots(document) if plot.since]
    assert domains
    assert set(trees) == {*curves, *lines, *domains}
    assert len(set(trees)) == len(trees)


def test_the_data_cannot_end_their_script_element(unchecked: Callable[..., Any]) -> None:
    assert "<" not in plots.data(unchecked())


def test_a_document_of_which_nothing_moves_has_no_controls(unchecked: Callable[..., Any]) -> None:
    still = unchecked(["beam_paging"])
    assert (plots.controls(still), plots.data(still)) == ("", "")
    assert [one.is_plot for one in plots.figures(still)].count(True) == 1


def test_only_the_sliders_that_move_something(unchecked: Callable[..., Any]) -> None:
    sliders = [attrs["id"] for tag, attrs in Elements(plots.controls(unchecked(["tokens"]))).found if tag == "input"]
    assert sliders == ["dp-set-alpha", "dp-set-gamma"]


def test_a_readers_number_is_where_its_slider_begins(unchecked: Callable[..., Any]) -> None:
    document = unchecked(values={"gamma": Fraction(12), "batch": Fraction(100), "alpha": Fraction(5, 8)})
    inputs = {attrs["id"]: attrs for tag, attrs in Elements(plots.controls(document)).found if tag == "input"}
    assert inputs["dp-set-gamma"]["value"] == "12"
    assert json.loads(plots.data(document))["start"] == {"alpha": 0.625, "gamma": 12, "c": 0.154, "batch": 100}


def test_a_number_beyond_the_sliders_is_said_and_not_drawn(unchecked: Callable[..., Any]) -> None:
    """At that draft length the exact sums would take hours."""
    document = unchecked(values={"gamma": Fraction(10**6), "c": Fraction(9, 10), "alpha": Fraction(1, 3)})
    controls = plots.controls(document)
    assert "γ = 1000000 is beyond the plots (0 to 20): they begin at γ = 5." in controls
    assert "c = 0.9 is beyond the plots (0 to 0.5): they begin at c = 0.154." in controls
    assert json.loads(plots.data(document))["start"]["gamma"] == 5
    assert plots.figures(document)


def test_the_script_is_small_and_evaluates_no_text() -> None:
    script = plots.script()
    assert len(script.encode()) <= 25_000
    assert not [
        word
        for word in ("eval(", "new Function", "innerHTML", "outerHTML", "document.write", "fetch(", "import(")
        if word in script
    ]
    assert "http" not in script + plots.style()
