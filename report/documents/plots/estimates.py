"""What simulations measured, by the ledger that was given, against what the claims predict."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from ..drawing.intervals import Measured, drawn
from ..drawing.scale import shown
from ..drawing.svg import Markup
from ..model import Document, Entry, Estimate, Section
from .page_parts import figure, rows_table

NUMBER = re.compile(r"-?[0-9]{1,4000}(/[0-9]{1,4000})?")
"""A predicted value that can be drawn. It comes from a file: no exponent, and no more digits than Python reads."""


def estimates(document: Document) -> Iterator[tuple[str, str, Markup]]:
    """Chain, id and figure of the estimates of each chain that has some."""
    for section in document.sections:
        rows = [(entry, one) for entry in section.entries if entry.recorded for one in entry.recorded.estimates]
        measured = _measured(section)
        if measured:
            id_ = f"dp-estimates-{section.name}"
            title = f"{section.title}: what simulations measured"
            note = (
                "Values that a claim predicts exactly, measured by simulation: each point is a measured value with its interval, "
                "in units of the interval's radius. An interval agrees where it holds the predicted value, at 0."
            )
            svg = drawn(id_, title, measured)
            yield section.name, id_, figure(id_, svg, title, [note], _table(id_, title, rows))


def _measured(section: Section) -> list[Measured]:
    found = []
    for entry in section.entries:
        label = entry.claim.id.split(".", 1)[1]
        for one in entry.recorded.estimates if entry.recorded else ():
            off = _off(one)
            if off is not None and one.relation == "=":
                found.append(Measured(label, off, f"#{entry.claim.id}"))
                label = ""
    return found


def _off(one: Estimate) -> float | None:
    """How many radii the measured value lies above the predicted one; None where that cannot be said."""
    predicted = _predicted(one)
    if predicted is None or not math.isfinite(one.measured) or not 0 < one.radius < math.inf:
        return None
    return (one.measured - predicted) / one.radius


def _predicted(one: Estimate) -> float | None:
    if not NUMBER.fullmatch(one.predicted):
        return None
    top, _, bottom = one.predicted.partition("/")
    try:
        return int(top) / int(bottom or 1)
    except (ZeroDivisionError, OverflowError):
        return None


def _table(id_: str, title: str, rows: list[tuple[Entry, Estimate]]) -> Markup:
    heads = ("claim", "at", "measured", "predicted")
    return rows_table(id_, title, heads, [_row(entry, one) for entry, one in rows])


def _row(entry: Entry, one: Estimate) -> list[str]:
    predicted = _predicted(one)
    return [
        entry.claim.id.split(".", 1)[1],
        one.at,
        f"{_six(one.measured)} ± {one.radius:.2g}",
        f"{one.relation} {one.predicted[:20] if predicted is None else _six(predicted)}",
    ]


def _six(value: float) -> str:
    return f"{value:.6g}" if math.isfinite(value) else shown(None)
