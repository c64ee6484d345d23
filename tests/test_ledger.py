"""A ledger passes only what was checked: each way in which a claim can fail is seen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from draftproof.ledger import ChainRecord, ClaimRecord, Evidence, Ledger, RivalOutcome, RivalRecord, Verdict

RIVAL = RivalRecord("demo.rival", "says", "tempts")
SEES = RivalOutcome(rejected={"demo.rival": "4.5 against 2.94"})


def evidence(kind: str, verdict: Verdict = Verdict.PROVED, rivals: RivalOutcome = SEES) -> Evidence:
    return Evidence(kind, verdict, "engine", rivals=rivals)


GOOD = ClaimRecord(
    "demo.claim",
    "a = b",
    "a = b",
    "source",
    evidence=(evidence("derivation"), evidence("proof"), evidence("simulation", Verdict.HOLDS)),
    rivals=(RIVAL,),
)


def with_evidence(*found: Evidence, **changes: object) -> ClaimRecord:
    return replace(GOOD, evidence=found, **changes)  # type: ignore[arg-type]


def test_a_complete_claim_has_no_fault() -> None:
    assert GOOD.faults() == []
    assert Ledger("0", {}, (ChainRecord("demo", "Demo", (GOOD,)),)).faults() == {}


@pytest.mark.parametrize("verdict", [v for v in Verdict if not v.passes])
def test_only_three_verdicts_pass(verdict: Verdict) -> None:
    assert {v for v in Verdict if v.passes} == {Verdict.PROVED, Verdict.EXACT, Verdict.HOLDS}
    claim = with_evidence(evidence("derivation"), evidence("proof", verdict), evidence("simulation", Verdict.HOLDS))
    assert any(str(verdict) in fault for fault in claim.faults())


def test_a_missing_kind_is_a_fault_unless_excused() -> None:
    claim = with_evidence(evidence("derivation"), evidence("proof"))
    assert any(fault.startswith("simulation: no evidence") for fault in claim.faults())
    assert replace(claim, not_applicable={"simulation": "nothing is drawn"}).faults() == []
    assert replace(claim, not_run={"simulation": "no NumPy"}).faults() == []


def test_a_surviving_rival_is_a_fault() -> None:
    survived = RivalOutcome(survived=("demo.rival",))
    claim = with_evidence(evidence("derivation"), evidence("proof", rivals=survived), evidence("simulation"))
    assert "proof: the rival demo.rival survived" in claim.faults()
    assert not evidence("proof", rivals=survived).passes


def test_a_simulation_alone_does_not_reject_a_rival() -> None:
    nothing = RivalOutcome()
    claim = with_evidence(
        evidence("derivation", rivals=nothing), evidence("proof", rivals=nothing), evidence("simulation")
    )
    assert any("rejected by no derivation, proof or reference" in fault for fault in claim.faults())


def test_a_kind_that_never_tried_a_rival_is_a_fault_unless_blind() -> None:
    claim = with_evidence(evidence("derivation"), evidence("proof"), evidence("simulation", rivals=RivalOutcome()))
    assert "simulation: never tried against the rival demo.rival" in claim.faults()
    blind = replace(claim, rivals=(replace(RIVAL, blind={"simulation": "7e-7 apart"}),))
    assert blind.faults() == []


def test_a_kind_that_sees_a_rival_it_is_said_to_be_blind_to_is_a_fault() -> None:
    claim = replace(GOOD, rivals=(replace(RIVAL, blind={"simulation": "said to be invisible"}),))
    assert claim.faults() == ["simulation: listed as blind to the rival demo.rival, but rejects it"]


def test_what_was_not_asked_for_is_no_fault() -> None:
    only = with_evidence(
        evidence("simulation", Verdict.HOLDS), not_run={"derivation": "not asked", "proof": "not asked"}
    )
    assert only.faults() == []


def test_the_summary_counts_evidence_and_rivals() -> None:
    failing = with_evidence(evidence("derivation"), evidence("proof", Verdict.UNKNOWN), not_run={"simulation": "why"})
    summary = Ledger("0", {}, (ChainRecord("demo", "Demo", (GOOD, failing)),)).summary()
    assert summary == {
        "claims": 2,
        "evidence": 5,
        "passed": 4,
        "failed": 1,
        "not_run": 1,
        "rivals": 2,
        "rivals_rejected": 2,
    }
