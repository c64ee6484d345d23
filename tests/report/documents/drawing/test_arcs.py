"""Graphs without cycles."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest
from draftproof.errors import BadInput
from draftproof.report.documents.drawing.arcs import Look, Node, drawn, ordered

LOOK, OTHER = Look("circle", "dp-proved", "proved"), Look("cross", "dp-failed", "does not pass")


def node(id_: str, look: Look = LOOK) -> Node:
    return Node(id_, (id_,), look, f"#{id_}")


@pytest.mark.parametrize(("ids", "uses", "expected"), [
    ("abc", {}, "abc"), ("abc", {"a": "b"}, "bac"), ("abc", {"a": "b", "b": "c"}, "cba"), ("abc", {"a": "x"}, "abc"),
    ("abcd", {"b": "d", "c": "a"}, "adbc"),
])  # fmt: skip
def test_each_stands_after_what_it_uses(ids: str, uses: dict[str, str], expected: str) -> None:
    assert "".join(ordered(ids, uses)) == expected


@pytest.mark.parametrize(("uses", "said"), [
    ({"a": "a"}, "a uses a"), ({"a": "b", "b": "a"}, "a uses b uses a"), ({"a": "b", "b": "c", "c": "b"}, "b uses c uses b"),
])  # fmt: skip
def test_a_cycle_is_refused(uses: dict[str, str], said: str) -> None:
    with pytest.raises(BadInput, match=f"a cycle: {said}$"):
        ordered("abc", uses)


def test_nodes_out_of_order_are_refused() -> None:
    with pytest.raises(BadInput, match="above"):
        drawn("g", "Title", [node("a"), node("b")], {"a": ["b"]})


def test_nodes_link_and_arcs_are_counted() -> None:
    made = drawn("g", "Title", [node("a"), node("b"), node("c", OTHER)], {"b": ["a"], "c": ["a", "b", "elsewhere"]})
    parsed = ElementTree.fromstring(made)
    assert [link.get("href") for link in parsed.iter("a")] == ["#a", "#b", "#c"]
    assert parsed.get("role") == "group"
    assert "3 nodes, 3 arcs" in made
    assert made.count("C") >= 3
    assert {"proved", "does not pass"} <= {text.text for text in parsed.iter("text")}, "the legend names what occurs"


def test_a_graph_without_arcs() -> None:
    assert "1 nodes, 0 arcs" in drawn("g", "Title", [node("a")], {})
