"""Files as people write them, and beside each what the linter must say of it, line by line (fixtures/README.md)."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest
from draftproof.checks.lint import onefile
from draftproof.checks.lint.finding import Level
from draftproof.checks.lint.rules import RULES

FIXTURES = Path(__file__).parent / "fixtures"
MARKS = ".expect"
_ROW = re.compile(r"(?:(\d+):)?(\d+)\s+(ok|DP\d{3})(?:\s+(error|warning|note))?\s*(?:#.*)?")


@dataclass(frozen=True)
class Row:
    """What must be said of a line: a code at a level, or nothing (`ok`)."""

    cell: int | None
    line: int
    code: str
    level: str

    def __str__(self) -> str:
        place = f"{self.line}" if self.cell is None else f"{self.cell}:{self.line}"
        return f"{place} {self.code}{' ' + self.level if self.level else ''}"


def rows(text: str) -> list[Row]:
    """The rows of a sidecar. Raises `ValueError` for a line that is none, and for a line of a file that is ok and not."""
    found = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            match = _ROW.fullmatch(line.strip())
            if match is None or (match[3] == "ok" and match[4]) or (match[3] != "ok" and match[3] not in RULES):
                raise ValueError(f"line {number}: {line!r} is no row")
            cell, at, code, level = match.groups()
            level = level or ("" if code == "ok" else "error")
            found.append(Row(None if cell is None else int(cell), int(at), code, level))
    silent = {(row.cell, row.line) for row in found if row.code == "ok"}
    if loud := [row for row in found if row.code != "ok" and (row.cell, row.line) in silent]:
        raise ValueError(f"{loud[0]}: the line is marked ok too")
    return found


def faults(expected: list[Row], said: list[Row]) -> list[str]:
    """Where the two differ. A note counts only on a line that has a row, where `ok` allows none."""
    marked = {(row.cell, row.line) for row in expected}
    counted = Counter(row for row in said if row.level != Level.NOTE or (row.cell, row.line) in marked)
    listed = Counter(row for row in expected if row.code != "ok")
    missing = [f"missing: {row}" for row in (listed - counted).elements()]
    return missing + [f"unexpected: {row}" for row in (counted - listed).elements()]


def said_of(path: Path) -> list[Row]:
    result = onefile.lint_bytes(path.relative_to(FIXTURES).as_posix(), path.read_bytes())
    assert not result.broken, result.complaints
    assert result.read, result.complaints
    return [Row(f.place.cell, f.place.line, f.code, str(f.level)) for f in result.findings]


SIDECARS = sorted(FIXTURES.rglob(f"*{MARKS}"))


@pytest.mark.parametrize("sidecar", SIDECARS, ids=lambda path: path.relative_to(FIXTURES).as_posix())
def test_the_linter_says_what_it_must(sidecar: Path) -> None:
    expected = rows(sidecar.read_text("utf-8"))
    assert faults(expected, said_of(sidecar.with_name(sidecar.name.removesuffix(MARKS)))) == []


def test_every_fixture_is_marked_and_there_are_enough() -> None:
    files = {path for path in FIXTURES.rglob("*") if path.is_file() and path.suffix != MARKS}
    assert {path.with_name(path.name + MARKS) for path in files - {FIXTURES / "README.md"}} == set(SIDECARS)
    listed = [row for sidecar in SIDECARS for row in rows(sidecar.read_text("utf-8"))]
    assert len([row for row in listed if row.code == "ok"]) >= 200
    assert len([row for row in listed if row.code != "ok"]) >= 120
    assert {row.code for row in listed} == {"ok", *RULES}


WRONG, NOTE, OK = Row(None, 3, "DP101", "error"), Row(None, 3, "DP101", "note"), Row(None, 3, "ok", "")


@pytest.mark.parametrize(
    ("expected", "said", "fault"),
    [
        ([WRONG], [], "missing: 3 DP101 error"),
        ([WRONG, WRONG], [WRONG], "missing: 3 DP101 error"),
        ([WRONG], [WRONG, WRONG], "unexpected: 3 DP101 error"),
        ([WRONG], [Row(None, 3, "DP101", "warning")], "missing: 3 DP101 error"),
        ([WRONG], [Row(None, 3, "DP102", "error"), WRONG], "unexpected: 3 DP102 error"),
        ([OK], [WRONG], "unexpected: 3 DP101 error"),
        ([OK], [NOTE], "unexpected: 3 DP101 note"),
        ([NOTE], [], "missing: 3 DP101 note"),
        ([], [WRONG], "unexpected: 3 DP101 error"),
        ([Row(1, 3, "DP101", "error")], [WRONG], "missing: 1:3 DP101 error"),
    ],
)
def test_a_difference_is_seen(expected: list[Row], said: list[Row], fault: str) -> None:
    assert fault in faults(expected, said)


def test_a_note_on_a_line_without_a_row_is_let_through() -> None:
    assert faults([OK], [Row(None, 4, "DP101", "note")]) == []
    assert faults([WRONG], [WRONG]) == []


@pytest.mark.parametrize(
    "text", ["3 DP999", "3", "DP101", "3 ok error", "3 DP101 fatal", "3 ok\n3 DP101", "3 DP101 # a\n3 x"]
)
def test_what_is_no_row_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"is no row|marked ok"):
        rows(text)
