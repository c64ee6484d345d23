"""Findings as SARIF 2.1.0, for code scanning: every rule is declared, and a fingerprint tells an old finding from a new one.

A fingerprint is of the code, the expression and its line without white space, and its number among equals in the file: it
outlives lines that are added above. A notebook's cell is a logical location, since its lines are not those of the file.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter
from pathlib import Path
from typing import Any
from urllib.parse import quote

from .. import __version__
from ..checks.lint.explained import explain
from ..checks.lint.finding import Finding, Place
from ..checks.lint.rules import RULES, Rule
from ..checks.lint.run import Report
from .ledger_json import json_text

SCHEMA_URI = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
FINGERPRINT = "draftproof/1"
_PLACES = {code: place for place, code in enumerate(RULES)}


def render(report: Report, *, width: int = 100, colour: bool = False) -> str:
    """One run with all findings, and what could not be read as notifications."""
    seen: Counter[tuple[str, ...]] = Counter()
    driver = {
        "name": "draftproof",
        "version": __version__,
        "rules": [_rule(rule) for rule in RULES.values()],
    }
    invocation: dict[str, Any] = {"executionSuccessful": report.usable, "exitCode": report.exit_code}
    if report.complaints:
        told = [{"level": "warning", "message": {"text": complaint}} for complaint in report.complaints]
        invocation["toolExecutionNotifications"] = told
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "invocations": [invocation],
        "results": [_result(finding, report, seen) for finding in report.findings],
    }
    return json_text({"$schema": SCHEMA_URI, "version": "2.1.0", "runs": [run]})


def _rule(rule: Rule) -> dict[str, Any]:
    return {
        "id": rule.code,
        "name": "".join(part.capitalize() for part in rule.name.split("-")),
        "shortDescription": {"text": rule.says},
        "help": {"text": explain(rule.code)},
    }


def _result(finding: Finding, report: Report, seen: Counter[tuple[str, ...]]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "ruleIndex": _PLACES[finding.code],
        "level": str(finding.level),
        "message": {"text": f"{finding.message} (fix: {finding.fix})"},
        "locations": [_location(finding.path, finding.place, finding.end, finding.expression)],
        "partialFingerprints": {FINGERPRINT: _fingerprint(finding, report, seen)},
    }
    if finding.related:
        related = [
            _location(finding.path, place, None) | {"message": {"text": text}} for place, text in finding.related
        ]
        result["relatedLocations"] = [{"id": number} | location for number, location in enumerate(related)]
    named = {"claim": finding.claim, "rival": finding.rival}
    properties = {name: id_ for name, id_ in named.items() if id_}
    return result | ({"properties": properties} if properties else {})


def _location(path: str, place: Place, end: Place | None, expression: str = "") -> dict[str, Any]:
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(path)}}
    if place.cell is not None:
        properties = {"line": place.line, "column": place.column}
        logical = {"name": f"cell {place.cell}", "fullyQualifiedName": f"cell {place.cell}", "properties": properties}
        return {"physicalLocation": physical, "logicalLocations": [logical]}
    region: dict[str, Any] = {"startLine": place.line, "startColumn": place.column}
    if end is not None:
        region |= {"endLine": end.line, "endColumn": end.column, "snippet": {"text": expression}}
    return {"physicalLocation": physical | {"region": region}}


def _uri(path: str) -> str:
    """From the working folder where the file is below it, else as a whole."""
    below = os.path.relpath(path)
    if below.startswith(os.pardir):
        return Path(path).absolute().as_uri()
    return quote(os.fsencode(below.replace(os.sep, "/")), safe="/")


def _fingerprint(finding: Finding, report: Report, seen: Counter[tuple[str, ...]]) -> str:
    line = report.lines.get((finding.path, finding.place.cell, finding.place.line), "")
    what = (finding.code, "".join(finding.expression.split()), "".join(line.split()))
    number = seen[(finding.path, *what)]
    seen[(finding.path, *what)] += 1
    whole = "\0".join((*what, str(number)))
    return hashlib.sha256(whole.encode("utf-8", "backslashreplace")).hexdigest()[:32]
