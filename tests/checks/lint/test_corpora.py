"""Corpora by other authors (corpora/README.md): what is found in them, missed, and said in error, counted.

Not all of it is right yet, so the counts are held, in both directions: a change that finds more or less says so here.
"""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from draftproof.checks.lint import onefile

CORPORA = Path(__file__).parent / "corpora"
_ROW = re.compile(r"(\d+(?::\d+)?)\s+(ok|DP\d{3})(?:\s+(?:error|warning|note|any))?\s*")
HELD = {
    "second": (198, 1, 0),
    "third": (169, 2, 0),
    "fourth": (94, 1, 1),
    "fifth": (139, 12, 0),
    "sixth": (94, 37, 5),
}
"""Wrong rows found, wrong rows missed, and findings (errors and warnings) where nothing is wrong."""


def marked(sidecar: Path) -> set[tuple[str, str]]:
    """The places and codes of what is wrong in a file, as its sidecar says."""
    found = set()
    for line in sidecar.read_text("utf-8").splitlines():
        row = _ROW.fullmatch(line.partition("#")[0])
        assert row or not line.partition("#")[0].strip(), f"{sidecar}: {line!r} is no row"
        if row and row[2] != "ok" and not line.partition("#")[0].rstrip().endswith("note"):
            found.add((row[1], row[2]))
    return found


def said(path: Path) -> set[tuple[str, str]]:
    """The places and codes of what the linter fails a file for."""
    result = onefile.lint_bytes(path.name, path.read_bytes())
    assert result.read, result.complaints
    assert not result.broken, result.complaints
    places = ((finding.place, finding) for finding in result.findings if finding.level.fails)
    return {(f"{at.line}" if at.cell is None else f"{at.cell}:{at.line}", finding.code) for at, finding in places}


@pytest.mark.parametrize("corpus", sorted(HELD))
def test_what_is_found_missed_and_false(corpus: str) -> None:
    counts: Counter[str] = Counter()
    for sidecar in sorted((CORPORA / corpus).rglob("*.expect")):
        expected, found = marked(sidecar), said(sidecar.with_name(sidecar.name.removesuffix(".expect")))
        counts += Counter(found=len(expected & found), missed=len(expected - found), false=len(found - expected))
    assert (counts["found"], counts["missed"], counts["false"]) == HELD[corpus]
