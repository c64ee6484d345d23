"""Findings as JSON: these keys and no others."""

from __future__ import annotations

import json

from draftproof.checks.lint.finding import Finding, Level, Place
from draftproof.checks.lint.run import Report
from draftproof.report.findings_json import render


def test_the_schema() -> None:
    findings = (
        Finding(
            "a.py", Place(3, 5), Place(3, 9), "DP101", Level.ERROR, "m", "1 + γα", "f", "tokens.closed_form", "tokens.x"
        ),
        Finding("b\udc80.ipynb", Place(1, 1, 0), Place(1, 2, 0), "DP900", Level.NOTE, "m", "e", "f"),
    )
    text = render(Report(findings, {}, 2, (), (), 1, usable=True))
    assert json.loads(text) == {
        "schema": "draftproof/lint/1",
        "findings": [
            {"path": "a.py", "line": 3, "column": 5, "cell": None, "code": "DP101", "level": "error", "message": "m",
             "expression": "1 + γα", "fix": "f"},
            {"path": "b\udc80.ipynb", "line": 1, "column": 1, "cell": 0, "code": "DP900", "level": "note", "message": "m",
             "expression": "e", "fix": "f"},
        ],
    }  # fmt: skip
    assert "γα" in text


def test_nothing_found() -> None:
    assert json.loads(render(Report((), {}, 0, (), (), 0, usable=True))) == {
        "schema": "draftproof/lint/1",
        "findings": [],
    }
