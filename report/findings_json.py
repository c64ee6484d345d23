"""Findings as JSON, schema `draftproof/lint/1`: their places count lines and columns from 1, in a notebook within the cell."""

from __future__ import annotations

from ..checks.lint.finding import SCHEMA
from ..checks.lint.run import Report
from .ledger_json import json_text


def render(report: Report, *, width: int = 100, colour: bool = False) -> str:
    """All findings."""
    return json_text({"schema": SCHEMA, "findings": [finding.to_json() for finding in report.findings]})
