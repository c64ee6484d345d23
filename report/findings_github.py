"""Findings as GitHub's workflow commands: an annotation each, beside the line in a pull request.

An annotation has a line of the file. A cell's lines are not those of the notebook's file, so there the message says the place.
"""

from __future__ import annotations

import os

from ..checks.lint.finding import Finding, Level
from ..checks.lint.rules import RULES
from ..checks.lint.run import Report
from .console import printable

_COMMANDS = {Level.ERROR: "error", Level.WARNING: "warning", Level.NOTE: "notice"}


def render(report: Report, *, width: int = 100, colour: bool = False) -> str:
    """One line each. What does not print, in a file's name or a notebook's cell, is written out: a log is read on terminals."""
    return "".join(f"{printable(_annotation(finding))}\n" for finding in report.findings)


def _annotation(finding: Finding) -> str:
    place, end = finding.place, finding.end
    properties: dict[str, object] = {"file": _from_root(finding.path)}
    message = f"{finding.message} (fix: {finding.fix})"
    if place.cell is not None:
        message = f"cell {place.cell}, line {place.line}, column {place.column}: {message}"
    elif end.line == place.line:  # the last column is part of it
        properties |= {
            "line": place.line,
            "endLine": end.line,
            "col": place.column,
            "endColumn": max(place.column, end.column - 1),
        }
    else:
        properties |= {"line": place.line, "endLine": end.line}
    properties["title"] = f"{finding.code} {RULES[finding.code].name}"
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{_COMMANDS[finding.level]} {listed}::{_data(message)}"


def _from_root(path: str) -> str:
    """Below the working folder, which in a workflow is the repository, a path is given from there."""
    below = os.path.relpath(path) if os.path.isabs(path) else path
    return (path if below.startswith(os.pardir) else below).replace(os.sep, "/")


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
