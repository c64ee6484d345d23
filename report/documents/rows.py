"""What a ledger says of a claim, as rows of a table: nothing is added, and what did not pass stands as it is."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any

from ...derivations.claims import Claim
from ...derivations.importing import imported
from ...ledger import KINDS, ClaimRecord, Evidence
from .model import Estimate, Recorded, Row

MOST = 10**18
"""Steps, points or draws are fewer."""

ALWAYS = ("derivation", "proof", "simulation")
"""Kinds that every claim needs, unless it says why one does not apply to it."""


def recorded(claim: ClaimRecord, of: Claim | None = None) -> Recorded:
    """The rows of a claim's evidence, the estimates of its simulation, what was not obtained, and why it does not pass.

    `of` is the claim as this build has it: it tells whether there are published figures, and samplers to run.
    """
    estimates = tuple(
        estimate
        for evidence in claim.evidence
        if evidence.kind == "simulation"
        for setting in _list(evidence.detail.get("settings"))
        if (estimate := _estimate(setting)) is not None
    )
    return Recorded(
        tuple(map(_row, claim.evidence)),
        estimates,
        dict(claim.not_run),
        tuple(claim.faults()),
        _missing(claim, of),
        bool(claim.rivals) and {rival.id for rival in claim.rivals} <= claim.rejected().keys(),
    )


def _missing(record: ClaimRecord, of: Claim | None) -> tuple[str, ...]:
    """The kinds that apply to a claim and of which its record has nothing."""
    present = {evidence.kind for evidence in record.evidence}
    applies = {*ALWAYS, *record.not_run}
    if of is not None and of.figures:
        applies.add("figure")
    if of is not None and "reference" not in present and _has_reference(of):
        applies.add("reference")
    return tuple(kind for kind in KINDS if kind in applies - present and kind not in record.not_applicable)


def _has_reference(claim: Claim) -> bool:
    """Whether there are samplers to run for a claim."""
    name = f"{__package__.partition('.')[0]}.gpu_reference.{claim.chain}"
    return find_spec(name) is not None and claim.id in getattr(imported(name), "CHECKS", ())


def _row(evidence: Evidence) -> Row:
    return Row(
        evidence.kind,
        str(evidence.verdict),
        evidence.passes,
        evidence.engine,
        _EXTENTS[evidence.kind](evidence),
        _rates(evidence),
        tuple(evidence.rivals.rejected),
        "; ".join(filter(None, (evidence.reason, _survivors(evidence)))),
    )


def _survivors(evidence: Evidence) -> str:
    survived = evidence.rivals.survived
    return f"not rejected: {', '.join(survived)}" if survived else ""


def _derivation(evidence: Evidence) -> str:
    return _joined(_count(evidence.detail, "steps", "step"), _count(evidence.detail, "points", "exact point"))


def _proof(evidence: Evidence) -> str:
    detail = evidence.detail
    states = _joined(_count(detail, "states", "state"), _count(detail, "reached", "reached state"))
    solvers = [
        f"{solver}: " + ", ".join(f"{count} {status}" for status, count in found.items())
        for solver in ("z3", "cvc5")
        if isinstance(found := detail.get(solver), Mapping) and found
    ]
    return "; ".join(filter(None, (_count(detail, "obligations", "obligation"), *solvers, states)))


def _simulation(evidence: Evidence) -> str:
    draws = "" if evidence.draws is None else f"{evidence.draws:,} draws"
    seed = "" if evidence.seed is None else f"seed {evidence.seed}"
    settings = len(_list(evidence.detail.get("settings")))
    return _joined(draws, f"{settings} setting{'s' * (settings != 1)}" if settings else "", seed)


def _reference(evidence: Evidence) -> str:
    samplers, instances = (_list(evidence.detail.get(key)) for key in ("samplers", "instances"))
    laws = f"{len(instances)} instance{'s' * (len(instances) != 1)}" if instances else ""
    return _joined(", ".join(map(str, samplers)), laws)


def _figure(evidence: Evidence) -> str:
    detail = evidence.detail
    ids = _list(detail.get("ids")) or [detail.get("id", "")]
    printed = detail.get("printed", "")
    shown = ", ".join(map(str, printed)) if isinstance(printed, list | tuple) else str(printed)
    return _joined(", ".join(map(str, ids)), f"printed {shown}" if shown else "")


_EXTENTS: Mapping[str, Callable[[Evidence], str]] = {
    "derivation": _derivation,
    "proof": _proof,
    "simulation": _simulation,
    "reference": _reference,
    "figure": _figure,
}


def _rates(evidence: Evidence) -> str:
    """The error rates that the evidence states: of a false alarm, and of missing the rival that it misses most easily.

    Of those that it is to see: one that it is blind to it misses, and says so.
    """
    rivals = evidence.rivals
    missed = max((rate for rival, rate in rivals.miss.items() if rival not in rivals.blind), default=None)
    alarm = "" if evidence.false_alarm is None else f"false alarm ≤ {evidence.false_alarm:.2g}"
    return _joined(alarm, "" if missed is None else f"a rival missed {_at_most(missed)}")


def _at_most(probability: float) -> str:
    """A probability so small that a float has no place for it is none of 0."""
    return f"≤ {probability:.2g}" if probability else "< 1e-300"


def _estimate(setting: Any) -> Estimate | None:
    if not isinstance(setting, Mapping):
        return None
    measured, radius = setting.get("measured"), setting.get("radius")
    if not isinstance(measured, int | float) or not isinstance(radius, int | float):
        return None
    if not max(abs(measured), abs(radius)) <= sys.float_info.max:
        return None  # an integer that no float can hold
    at, relation, predicted = (str(setting.get(key, "")) for key in ("at", "relation", "predicted"))
    return Estimate(at, relation, float(measured), float(radius), predicted)


def _count(detail: Mapping[str, Any], key: str, noun: str) -> str:
    count = detail.get(key)
    return f"{count:,} {noun}{'s' * (count != 1)}" if isinstance(count, int) and count < MOST else ""


def _list(value: Any) -> list[Any]:
    return list(value) if isinstance(value, list | tuple) else []


def _joined(*parts: str) -> str:
    return ", ".join(filter(None, parts))
