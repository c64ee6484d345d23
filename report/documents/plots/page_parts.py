"""The parts that every figure of a page has: the drawing, its caption, and its data in a table."""

from __future__ import annotations

from collections.abc import Sequence

from ..drawing.svg import Markup, element


def figure(
    id_: str, svg: Markup, title: str, notes: Sequence[str], below: Markup, summary: str = "The numbers"
) -> Markup:
    """A drawing with its caption and, folded, what it says in numbers or words."""
    return element(
        "figure",
        svg,
        element("figcaption", element("strong", title), ". ", *notes),
        element("details", element("summary", summary), below, class_="dp-numbers"),
        class_="dp-figure",
        id=f"{id_}-figure",
    )


def rows_table(
    id_: str, title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], foot: Sequence[str] = ()
) -> Markup:
    """A table whose first column names the rows; `foot` is a row that is no value of the others' kind."""
    head = element("tr", *(element("th", cell, scope="col") for cell in heads))
    return element(
        "table",
        element("caption", title),
        element("thead", head),
        element("tbody", *map(_row, rows)),
        element("tfoot", _row(foot)) if foot else "",
        id=f"{id_}-table",
    )


def _row(cells: Sequence[str]) -> Markup:
    first, *rest = cells
    return element("tr", element("th", first, scope="row"), *(element("td", cell) for cell in rest))
