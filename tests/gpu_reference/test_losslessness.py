"""Reference evidence of the chain: everything exact, every rival of a claim with a check rejected."""

from __future__ import annotations

import dataclasses

import pytest
from draftproof.derivations.losslessness import CHAIN
from draftproof.derivations.options import Options
from draftproof.gpu_reference import losslessness
from draftproof.gpu_reference.losslessness import CHECKS, Check, evidence
from draftproof.gpu_reference.rivals import BEHAVIOURS, SAMPLERS
from draftproof.ledger import Evidence, NotRun, Verdict

CLAIMS = {claim.id: claim for claim in CHAIN.claims}


def of_oracle(claim):
    """The oracle's evidence of a claim, None where there is none."""
    return next((found for found in evidence(claim, Options()) if isinstance(found, Evidence)), None)


@pytest.mark.parametrize("id_", CHECKS)
def test_right_samplers_are_exact_and_rivals_are_rejected(id_):
    claim = CLAIMS[id_]
    found = of_oracle(claim)
    assert found is not None
    assert found.kind == "reference"
    assert found.verdict is Verdict.EXACT, found.reason
    assert set(found.rivals.rejected) == {rival.id for rival in claim.rivals if "reference" not in rival.blind}
    assert not found.rivals.survived
    assert found.passes


def test_every_behaviour_is_rejected_by_some_claim():
    judged = {rival.id for id_ in CHECKS for rival in CLAIMS[id_].rivals}
    assert set(BEHAVIOURS) <= judged


def test_claims_without_a_sampler_have_no_evidence():
    assert all(of_oracle(claim) is None for claim in CHAIN.claims if claim.id not in CHECKS)


def test_a_wrong_sampler_in_the_right_one_s_place_is_refuted(monkeypatch):
    claim = CLAIMS["losslessness.completed"]
    wrong = {"wrong": SAMPLERS["losslessness.lenience"][0]}
    monkeypatch.setattr(losslessness, "CHECKS", {claim.id: dataclasses.replace(CHECKS[claim.id], samplers=wrong)})
    found = of_oracle(claim)
    assert found is not None
    assert found.verdict is Verdict.REFUTED
    assert "biased" in found.reason


def test_a_rival_that_is_right_survives(monkeypatch):
    claim = CLAIMS["losslessness.one_position"]
    monkeypatch.setitem(losslessness.SAMPLERS, claim.rivals[0].id, (losslessness.token_wise,))
    found = of_oracle(claim)
    assert found is not None
    assert found.rivals.survived == (claim.rivals[0].id,)
    assert not found.passes


def test_what_else_must_be_true_refutes(monkeypatch):
    claim = CLAIMS["losslessness.pointwise"]
    check = CHECKS[claim.id]
    monkeypatch.setattr(losslessness, "CHECKS", {claim.id: Check(check.samplers, check.groups, lambda: "no")})
    found = of_oracle(claim)
    assert found is not None
    assert (found.verdict, found.reason) == (Verdict.REFUTED, "no")


def of_device(device=None):
    """What the claim about completed sequences gets for a device."""
    return list(evidence(CLAIMS[losslessness.ON_DEVICES], Options(device=device)))[-1]


def test_what_no_gpu_has_run_is_said(monkeypatch):
    monkeypatch.setattr(losslessness, "unavailable", lambda device: "torch sees no CUDA device")
    assert of_device() == NotRun("reference on cuda", "torch sees no CUDA device")


def test_a_device_asked_for_that_is_not_there_does_not_pass(monkeypatch):
    monkeypatch.setattr(losslessness, "check", lambda device: {"verdict": "not run", "reason": "no CUDA device"})
    found = of_device("cuda")
    assert found.verdict is Verdict.UNKNOWN
    assert found.reason == "not run on cuda: no CUDA device"


@pytest.mark.parametrize(("verdict", "passes"), [("pass", True), ("fault", False), ("incomplete", False)])
def test_a_device_that_was_checked_is_evidence(monkeypatch, verdict, passes):
    report = {"verdict": verdict, "reason": "", "skipped": [], "device": {"torch": "2.13"}, "seconds": 1.0}
    monkeypatch.setattr(losslessness, "check", lambda device: report)
    assert of_device("cpu").passes is passes
