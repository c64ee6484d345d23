"""JUnit XML, as CI servers read it: one testsuite a chain, one testcase a claim and kind of evidence."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..ledger import KINDS, ClaimRecord, Ledger

if TYPE_CHECKING:
    from ..checks.metrics.report import MetricsReport
    from ..derivations.axioms import Axioms
    from ..subjects.outcome import Audit

_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True)
class Case:
    """One testcase: it fails if `failures` is not empty, and is skipped if `skipped` gives a reason."""

    suite: str
    of: str
    name: str
    seconds: float = 0.0
    failures: tuple[str, ...] = ()
    skipped: str = ""


def junit(cases: Sequence[Case]) -> str:
    """The cases as XML, in one suite for each name of a suite."""
    root = ET.Element("testsuites")
    for name in dict.fromkeys(case.suite for case in cases):
        members = [case for case in cases if case.suite == name]
        suite = ET.SubElement(root, "testsuite", {"name": _text(name), **_counts(members)})
        for case in members:
            _write(suite, case)
    root.attrib.update(name="draftproof", **_counts(cases))
    ET.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ET.tostring(root, encoding="unicode") + "\n"


def ledger_cases(
    ledger: Ledger, failures: Mapping[str, Sequence[str]], unmet: Mapping[str, str] | None = None
) -> list[Case]:
    """The cases of a ledger. Every line of `failures` (claim id -> reasons) is in exactly one case, `unmet` in its own."""
    return [
        case
        for chain in ledger.chains
        for claim in chain.claims
        for case in _claim_cases(chain.name, claim, failures.get(claim.id, ()))
    ] + [Case("verify", "--require", kind, failures=(reason,)) for kind, reason in (unmet or {}).items()]


def metrics_cases(report: MetricsReport, *, fails_on_drift: bool) -> list[Case]:
    """A case for each engine's test of constant alpha: skipped without a verdict, failed if that is asked for."""
    cases = []
    for engine in report.engines:
        drift = engine.drift
        refuted = fails_on_drift and drift.verdict == "refuted"
        failures = (f"constant alpha is refuted, acceptance {drift.direction}",) if refuted else ()
        skipped = drift.reason if drift.verdict == "unknown" else ""
        cases.append(Case(report.name, engine.counters.engine, "constant alpha", 0.0, failures, skipped))
    return cases


def audit_cases(audit: Audit) -> list[Case]:
    """One case: the audit, failed with its faults, or with its verdict where that does not pass."""
    told = tuple(f"{fault.kind}: {fault.says}" for fault in audit.faults)
    failures = told or (() if audit.passes else (str(audit.verdict),))
    return [Case("audit", audit.subject, audit.kind, failures=failures)]


def axioms_cases(found: Axioms) -> list[Case]:
    """A case for each claim that is used, failed with what it rests on beside the allow-list."""
    outside = {
        claim: tuple(f"{finding.kind}: {finding.what}" for finding in found.refused if finding.claim == claim)
        for claim in found.claims
    }
    return [Case(found.claim, claim, "axioms", failures=refused) for claim, refused in outside.items()]


def recheck_cases(report: Mapping[str, Any]) -> list[Case]:
    """A case for each file that was judged, failed with why it is refused; an obligation that was only hashed is skipped.

    `report` has schema `draftproof/recheck/1`. What is refused of no such file, the manifest say, is a case of its own.
    """
    judged = {f"steps/{claim['id']}.json": "" for claim in report["claims"]} | {
        one["file"]: one["status"] if one["status"] == "hash-checked only" else "" for one in report["obligations"]
    }
    refused: dict[str, tuple[str, ...]] = {}
    for one in report["refused"]:
        refused[one["file"]] = (*refused.get(one["file"], ()), one["reason"])
    return [
        Case("recheck", "bundle", file, failures=refused.get(file, ()), skipped=judged.get(file, ""))
        for file in sorted({*judged, *refused})
    ]


def _claim_cases(suite: str, claim: ClaimRecord, failures: Sequence[str]) -> Iterator[Case]:
    """A case for each kind, and `rivals` for what concerns no single kind (a rival that nothing surely rejects)."""
    left = list(failures)
    for kind in KINDS:
        found = [evidence for evidence in claim.evidence if evidence.kind == kind]
        mine = tuple(line for line in left if line.startswith(f"{kind}: "))
        left = [line for line in left if line not in mine]
        skipped = "" if found or mine else claim.not_run.get(kind, "")
        if found or mine or skipped:
            yield Case(suite, claim.id, kind, sum(evidence.seconds for evidence in found), mine, skipped)
    if left or claim.rivals:
        yield Case(suite, claim.id, "rivals", failures=tuple(left))


def _counts(cases: Sequence[Case]) -> dict[str, str]:
    return {
        "tests": str(len(cases)),
        "failures": str(sum(bool(case.failures) for case in cases)),
        "errors": "0",
        "skipped": str(sum(bool(case.skipped) for case in cases)),
        "time": f"{sum(case.seconds for case in cases):.3f}",
    }


def _write(suite: ET.Element, case: Case) -> None:
    element = ET.SubElement(
        suite, "testcase", classname=_text(case.of), name=_text(case.name), time=f"{case.seconds:.3f}"
    )
    if case.failures:
        failure = ET.SubElement(element, "failure", message=_text(case.failures[0]))
        failure.text = _text("\n".join(case.failures))
    elif case.skipped:
        ET.SubElement(element, "skipped", message=_text(case.skipped))


def _text(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return _NOT_XML.sub("\ufffd", text)
