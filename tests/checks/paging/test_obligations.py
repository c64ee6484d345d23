"""The proof for every size: both solvers, no quantifier, premises that are met; and every rival has a model."""

from __future__ import annotations

from dataclasses import replace

import pytest
from draftproof.checks.paging import judge
from draftproof.checks.paging.faults import FAULTS
from draftproof.checks.paging.obligations import OPERATION, obligations, of_step
from draftproof.checks.paging.system import INVARIANTS, SYSTEM, WRITE, System
from draftproof.checks.paging.terms import parse_all

EXPECTED = {
    "beam_paging.no_copy": {"write.reads", "write.isolation"},
    "beam_paging.partial_copy": {"copy.reads"},
    "beam_paging.old_count_kept": {"copy.counted"},
    "beam_paging.double_free": {"drop_again.counted"},
    "beam_paging.copy_unshared": {"copy.unshared"},
    "beam_paging.stale_hash": {"evict.free"},
    "beam_paging.partial_uncounted": {"share.counted"},
    "beam_paging.capacity_over_reported": {"drop.capacity"},
    "beam_paging.tables_aliased": {"copy.members", "operation.append.shared.copy"},
}
"""The obligations by which each rival is refused (a second free breaks further ones)."""


def test_every_obligation_is_unsat_for_both_solvers_and_its_premises_are_met(session):
    for obligation in obligations(SYSTEM):
        answers = {answer.status for answer in session.both(obligation.text)}
        assert answers == {"unsat"}, obligation.name
        assert judge.is_met(obligation), obligation.name


def test_no_size_and_no_quantifier_stands_in_an_obligation():
    for obligation in obligations(SYSTEM):
        assert "(set-logic QF_UFLIA)" in obligation.text
        assert "forall" not in obligation.text
        assert obligation.text.count("(check-sat)") == 1


def test_every_step_is_held_against_all_that_it_can_change():
    found = {(o.step, o.about) for o in obligations(SYSTEM) if not o.name.startswith(OPERATION)}
    assert {about for step, about in found if step == ""} == INVARIANTS.keys()
    for step in SYSTEM.steps:
        assert {(step, "members"), (step, "idle"), (step, "isolation")} <= found
    assert ("evict", "reads") not in found  # it changes no entry and no table
    assert {("write", "reads"), ("copy", "counted"), ("hit", "capacity"), ("register", "cache")} <= found


def test_each_obligation_belongs_to_one_claim():
    about = {o.about for o in obligations(SYSTEM)}
    assert about == frozenset().union(*judge.ABOUT.values())
    assert sum(map(len, judge.ABOUT.values())) == len(about)


@pytest.mark.parametrize("id_", FAULTS)
def test_every_rival_leaves_an_obligation_with_a_model(id_, session):
    broken = set(judge.broken_obligations(FAULTS[id_](), session))
    assert EXPECTED[id_] <= broken
    if id_ != "beam_paging.double_free":
        assert broken == EXPECTED[id_]


def test_planted_premises_that_nothing_meets_are_seen(session):
    never = replace(WRITE, guard=(*WRITE.guard, *parse_all("(= k 0)")))
    found = [o for o in of_step(never) if o.about == "reads"]
    assert {a.status for a in session.both(found[0].text)} == {"unsat"}  # vacuously
    assert not judge.met(found[0].step, found[0].premises)


def test_a_step_that_the_scenario_never_takes_is_not_met():
    assert not judge.met("nothing", ())
    assert SYSTEM.steps.keys() <= judge.taken().keys()


def test_a_planted_invariant_that_is_not_inductive_is_seen(session, monkeypatch):
    shared = replace(INVARIANTS["shape"], name="alone", variables=("b",), body=parse_all("(<= (ref b) 1)")[0])
    monkeypatch.setitem(INVARIANTS, "alone", shared)
    broken = {o.name for o in obligations(System()) if o.about == "alone" and session.z3(o.text).status == "sat"}
    assert {"share.alone", "hit.alone"} <= broken
