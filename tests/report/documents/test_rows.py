"""What a ledger says of a claim, in rows: how much of each kind of evidence, its error rates, and what did not pass."""

from __future__ import annotations

from typing import Any

import pytest
from draftproof.derivations.claims import claim
from draftproof.ledger import ClaimRecord, Evidence, RivalOutcome, RivalRecord, Verdict
from draftproof.report.documents.rows import recorded

Detail = dict[str, Any]


def row_of(kind: str, detail: Detail, **more: Any) -> Any:
    evidence = Evidence(kind, Verdict("holds"), "an engine", detail=detail, **more)
    (row,) = recorded(ClaimRecord("a.b", "1 = 1", "1 = 1", "own", evidence=(evidence,))).rows
    return row


@pytest.mark.parametrize(
    ("kind", "detail", "extent"),
    [
        ("derivation", {"steps": 5, "points": 1133}, "5 steps, 1,133 exact points"),
        ("derivation", {"steps": 1, "points": 1}, "1 step, 1 exact point"),
        ("proof", {"obligations": 3, "z3": {"unsat": 3}, "cvc5": {"unsat": 2, "unknown": 1}},
         "3 obligations; z3: 3 unsat; cvc5: 2 unsat, 1 unknown"),
        ("proof", {"states": 2047, "reached": 1}, "2,047 states, 1 reached state"),
        ("reference", {"samplers": ["python", "numpy"], "instances": [1]}, "python, numpy, 1 instance"),
        ("figure", {"id": "tokens.a", "printed": "2.94"}, "tokens.a, printed 2.94"),
        ("figure", {"ids": ["a.b", "a.c"], "printed": ["1", "2"]}, "a.b, a.c, printed 1, 2"),
        ("derivation", {"steps": "many", "points": None}, ""),
        ("derivation", {"steps": 10**4000}, ""),
        ("proof", {"z3": "unsat"}, ""),
    ],
)  # fmt: skip
def test_how_much_of_it(kind: str, detail: Detail, extent: str) -> None:
    assert row_of(kind, detail).extent == extent


def test_a_simulation_has_its_draws_seed_rates_and_estimates() -> None:
    settings = [
        {"at": "alpha 0.7", "relation": "=", "measured": 2.94, "radius": 0.01, "predicted": "2.94117"},
        {"at": "alpha 0.8", "measured": "much", "radius": 0.01},
        {"at": "alpha 0.9", "measured": 10**400, "radius": 0.01},
        "no setting",
    ]
    rivals = RivalOutcome(miss={"a.near": 1e-9, "a.far": 0.0})
    evidence = Evidence(
        "simulation", Verdict("holds"), "numpy", seed=7, draws=4194304, false_alarm=2e-13,
        detail={"settings": settings}, rivals=rivals,
    )  # fmt: skip
    found = recorded(ClaimRecord("a.b", "", "", "", evidence=(evidence,)))
    assert found.rows[0].extent == "4,194,304 draws, 4 settings, seed 7"
    assert found.rows[0].rates == "false alarm ≤ 2e-13, a rival missed ≤ 1e-09"
    assert [(one.at, one.measured, one.predicted) for one in found.estimates] == [("alpha 0.7", 2.94, "2.94117")]


ALL = ("derivation", "proof", "simulation")


def status(kinds: tuple[str, ...], *, rejected: bool = True, rivals: int = 1, **more: Any) -> str:
    """What is said of a claim with passing evidence of these kinds, and a rival that each of them rejects (or none does)."""
    outcome = RivalOutcome(rejected={"a.c": "1 against 2"} if rejected else {})
    record = ClaimRecord(
        "a.b", "", "", "", evidence=tuple(Evidence(kind, Verdict.PROVED, "", rivals=outcome) for kind in kinds),
        rivals=(RivalRecord("a.c", "", "", {} if rejected else dict.fromkeys(kinds, "blind")),)[:rivals], **more,
    )  # fmt: skip
    return recorded(record).status


@pytest.mark.parametrize(
    ("kinds", "more", "said"),
    [
        (ALL, {}, "checked, every rival rejected"),
        (ALL, {"rivals": 0}, "checked"),
        (ALL[:1], {"not_applicable": {"proof": "why", "simulation": "why"}}, "checked, every rival rejected"),
        (ALL, {"not_run": {"reference on cuda": "no GPU"}}, "checked, every rival rejected"),
        (ALL, {"not_run": {"reference": "why"}}, "partly checked: with derivation, proof, simulation, without reference"),
        (ALL[:1], {"not_run": {"proof": "why", "simulation": "why"}},
         "partly checked: with derivation, without proof, simulation"),
        ((), {"not_run": dict.fromkeys(ALL, "not asked for")},
         "not checked in that run: without derivation, proof, simulation"),
        (("figure",), {"rivals": 0, "not_run": dict.fromkeys(ALL, "not asked for")},
         "not checked in that run: with figure, without derivation, proof, simulation"),
        (ALL, {"rejected": False}, "does not pass"),
        (ALL[:2], {}, "does not pass"),
    ],
)  # fmt: skip
def test_only_what_was_obtained_is_said(kinds: tuple[str, ...], more: dict[str, Any], said: str) -> None:
    assert status(kinds, **more) == said


def test_figures_and_samplers_that_this_build_has_are_missed() -> None:
    record = ClaimRecord("a.b", "", "", "", evidence=tuple(Evidence(kind, Verdict.PROVED, "") for kind in ALL))
    assert recorded(record, claim("losslessness.one_position")).missing == ("reference",)
    assert "figure" in recorded(record, claim("acceptance.ratio")).missing
    assert recorded(record, claim("tokens.tail")).missing == ()


def test_a_rate_too_small_for_a_float_is_not_called_none() -> None:
    assert row_of("simulation", {}, rivals=RivalOutcome(miss={"a.c": 0.0})).rates == "a rival missed < 1e-300"


def test_a_rival_that_survived_is_said() -> None:
    row = row_of("proof", {}, reason="why", rivals=RivalOutcome(rejected={"a.c": "1 against 2"}, survived=("a.d",)))
    assert not row.passes
    assert row.rejected == ("a.c",)
    assert row.reason == "why; not rejected: a.d"
