"""What linting one file gave, as plain data: for other processes, the cache and the report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from .finding import Finding, Level, Place


@dataclass(frozen=True)
class Result:
    """One file: its findings and the lines that they begin on, or why it was not read.

    `lines` are pairs of a cell (None outside notebooks) and line, with its text. `complaints` are lines for standard error;
    `broken` says that one of them is a fault of ours.
    """

    path: str
    findings: tuple[Finding, ...] = ()
    lines: tuple[tuple[int | None, int, str], ...] = ()
    complaints: tuple[str, ...] = ()
    read: bool = True
    skipped: str = ""
    broken: bool = False
    key: str = ""
    """Of the cache; "" where the result is not to be kept."""


def to_json(result: Result) -> dict[str, Any]:
    """A result that can be kept: what it is but for its path, which may be another next time."""
    return {
        "findings": [_finding_json(finding) for finding in result.findings],
        "lines": [list(line) for line in result.lines],
        "complaints": [complaint.removeprefix(result.path) for complaint in result.complaints],
    }


def from_json(data: Mapping[str, Any], path: str, key: str) -> Result:
    """The result that `to_json` kept. Raises `KeyError`, `TypeError`, `ValueError` or `OverflowError` for data that is none."""
    findings = tuple(_finding(entry, path) for entry in data["findings"])
    lines = tuple((_number(cell), int(line), str(text)) for cell, line, text in data["lines"])
    complaints = tuple(path + str(complaint) for complaint in data["complaints"])
    return Result(path, findings, lines, complaints, key=key)


def _finding_json(finding: Finding) -> dict[str, Any]:
    return {
        "place": _place_json(finding.place),
        "end": _place_json(finding.end),
        "level": str(finding.level),
        **{name: getattr(finding, name) for name in _TEXTS},
        "related": [[_place_json(place), text] for place, text in finding.related],
    }


def _finding(data: Mapping[str, Any], path: str) -> Finding:
    return Finding(
        path=path,
        place=_place(data["place"]),
        end=_place(data["end"]),
        level=Level(data["level"]),
        related=tuple((_place(place), str(text)) for place, text in data["related"]),
        **{name: str(data[name]) for name in _TEXTS},
    )


_TEXTS = ("code", "message", "expression", "fix", "claim", "rival")


def _place_json(place: Place) -> list[int | None]:
    return [place.line, place.column, place.cell]


def _place(data: Any) -> Place:
    line, column, cell = data
    return Place(int(line), int(column), _number(cell))


def _number(cell: Any) -> int | None:
    return None if cell is None else int(cell)
