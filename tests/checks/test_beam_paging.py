"""The proofs of the chain `beam_paging`: counts and copy-on-write, by both solvers, each rival rejected."""

from __future__ import annotations

import pytest
from draftproof.checks import beam_paging
from draftproof.checks.paging import judge
from draftproof.checks.paging.search import Explored, Violation
from draftproof.checks.script import run
from draftproof.derivations.claims import chain
from draftproof.derivations.options import Options
from draftproof.ledger import Verdict

CLAIMS = {claim.id: claim for claim in chain("beam_paging").claims}
PATIENT = Options(timeout=60.0)  # seconds: a busy machine must not fail a test


@pytest.mark.parametrize("name", CLAIMS)
def test_every_claim_is_proved_and_rejects_its_rivals(name):
    found = beam_paging.evidence(CLAIMS[name], PATIENT)
    assert found is not None
    assert found.passes, found.reason
    assert found.rivals.rejected.keys() == {rival.id for rival in CLAIMS[name].rivals}
    if name != judge.SMALL:
        assert found.detail["cvc5"].keys() == {"unsat"}


def test_the_claims_in_words_stand_on_all_obligations_and_state_what_is_assumed():
    found = beam_paging.evidence(CLAIMS["beam_paging.copy_on_write"], PATIENT)
    assert found is not None
    assert found.detail["obligations"] < found.detail["of"] == len(judge.all_obligations())
    assert len(found.detail["assumed"]) == 4
    assert found.detail["logics"] == {"QF_UFLIA": found.detail["of"]}
    assert all("has a model; " in numbers and " breaks " in numbers for numbers in found.rivals.rejected.values())


def test_the_small_instance_reports_states_and_the_traces_that_reach_each_event():
    found = beam_paging.evidence(CLAIMS[judge.SMALL], PATIENT)
    assert found is not None
    assert found.verdict is Verdict.EXACT
    assert "s1 = fork(s0)" in found.detail["reached"]["shared write"]
    assert found.detail["reached"].keys() >= {"fork", "shared write", "free", "reuse of a block", "eviction"}


@pytest.mark.parametrize(
    ("found", "verdict", "reason"),
    [
        (Explored(states=[1, 2], reached={}), Verdict.UNKNOWN, "never reached: append"),
        (
            Explored(states=[1, 2], reached=dict.fromkeys(judge.search.EVENTS, ())),
            Verdict.UNKNOWN,
            "[1, 2] states, expected",
        ),
        (Explored(violation=Violation("reads", "", ())), Verdict.REFUTED, "breaks 'reads'"),
    ],
)
def test_a_search_of_something_else_does_not_pass(found, verdict, reason, monkeypatch):
    monkeypatch.setattr(judge, "_found", lambda options: found)
    evidence = judge.searched(PATIENT)
    assert evidence.verdict is verdict
    assert reason in evidence.reason


def test_one_obligation_that_fails_fails_every_claim(monkeypatch):
    broken = judge.FAULTS["beam_paging.no_copy"]()
    monkeypatch.setattr(judge, "all_obligations", lambda: tuple(judge.obligations(broken)))
    found = judge.proof(CLAIMS["beam_paging.prefix_cache"], PATIENT)
    assert found.verdict is Verdict.NOT_INDUCTIVE
    assert "write." in found.reason


def test_a_rival_that_the_proof_or_the_search_lets_through_survives(monkeypatch):
    monkeypatch.setitem(judge.FAULTS, "beam_paging.stale_hash", lambda: judge.SYSTEM)
    found = judge.proof(CLAIMS["beam_paging.prefix_cache"], PATIENT)
    assert found.rivals.survived == ("beam_paging.stale_hash",)


def test_bundles_get_the_obligations_that_no_formula_gives():
    texts = [o.text for id_ in judge.ABOUT for o in beam_paging.QUESTIONS[id_]()]
    assert sorted(texts) == sorted(o.text for o in judge.all_obligations())


def test_the_script_runs_claims_of_either_sort_and_exits_with_0_and_2(capsys):
    assert run(beam_paging.PROOFS, ["beam_paging.shared", "beam_paging.capacity"], beam_paging.OTHERS) == 0
    printed = capsys.readouterr().out
    assert "proved        beam_paging.shared" in printed
    assert "rejects beam_paging.copy_unshared" in printed
    assert run(beam_paging.PROOFS, ["beam_paging.nothing"], beam_paging.OTHERS) == 2
