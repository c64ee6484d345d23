"""Findings as workflow commands: one line each, and nothing of a stranger's that ends it."""

from __future__ import annotations

import os
from dataclasses import replace

import pytest
from draftproof.checks.lint.finding import Finding, Level, Place
from draftproof.checks.lint.run import Report
from draftproof.report.findings_github import render

FINDING = Finding("src/a.py", Place(3, 5), Place(3, 12), "DP101", Level.ERROR, "a, b: c", "1 + k*a", "write it")


def line(**changes: object) -> str:
    return render(Report((replace(FINDING, **changes),), {}, 1, (), (), 1, usable=True))  # type: ignore[arg-type]


def test_an_annotation() -> None:
    assert line() == (
        "::error file=src/a.py,line=3,endLine=3,col=5,endColumn=11,title=DP101 linear-expected-tokens::a, b: c (fix: write it)\n"
    )


@pytest.mark.parametrize(
    ("level", "command"), [(Level.ERROR, "error"), (Level.WARNING, "warning"), (Level.NOTE, "notice")]
)
def test_levels(level: Level, command: str) -> None:
    assert line(level=level).startswith(f"::{command} file=")


def test_several_lines_have_no_columns() -> None:
    """Columns are of one line."""
    assert line(end=Place(5, 2)).startswith("::error file=src/a.py,line=3,endLine=5,title=")


def test_the_place_in_a_cell_is_said() -> None:
    """A cell's line is none of the file's."""
    said = line(path="a.ipynb", place=Place(3, 5, 2), end=Place(3, 12, 2))
    assert (
        said
        == "::error file=a.ipynb,title=DP101 linear-expected-tokens::cell 2, line 3, column 5: a, b: c (fix: write it)\n"
    )


def test_what_ends_a_command_is_escaped() -> None:
    said = line(path="a,b:c%0A.py", message="100%\n::error::x\r")
    assert said.startswith("::error file=a%2Cb%3Ac%250A.py,line")
    assert "::100%25%0A::error::x%0D (fix: write it)\n" in said
    assert said.count("\n") == 1


def test_what_is_no_character_is_written_out() -> None:
    said = line(path="a\udcff.py", message="m \ud800")
    assert "file=a\\udcff.py," in said
    assert "::m \\ud800 (fix" in said


def test_what_would_steer_a_terminal_is_written_out() -> None:
    said = line(path="a\x1b[31mb.py", message="m \x07\u202e\x85")
    assert "file=a\\x1b[31mb.py," in said
    assert "::m \\x07\\u202e\\x85 (fix" in said
    assert said[:-1].isprintable()


def test_paths_are_from_the_working_folder() -> None:
    assert line(path=os.path.abspath("src/a.py")).startswith("::error file=src/a.py,")
    assert line(path="/elsewhere/a.py").startswith("::error file=/elsewhere/a.py,")
