"""The operations as programs: they say what the machine does, and a fault in a step or in a program is seen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from draftproof.checks.paging import outlines, rounds
from draftproof.checks.paging.faults import FAULTS
from draftproof.checks.paging.faulty import FAULTY
from draftproof.checks.paging.obligations import OPERATION, of_operations
from draftproof.checks.paging.outlines import OUTLINES, Condition, Do, While, both, conditions
from draftproof.checks.paging.system import (
    CARDINALITY,
    CLOSE,
    COPY,
    DROP,
    EVICT,
    OPEN,
    PLANS,
    SHARE,
    SYSTEM,
    TAKE,
    System,
)
from draftproof.checks.paging.terms import parse, parse_all
from draftproof.derivations.beam_paging_safety import CLAIMS

NAMED = {o.name.removeprefix(OPERATION) for o in of_operations(SYSTEM)}


def test_every_condition_comes_up_in_a_run_and_its_assertion_holds_there():
    found = rounds.all_conditions()
    assert found.keys() <= rounds.met_at().keys()
    for name, condition in found.items():
        for moment in rounds.met_at()[name]:
            assert rounds.evaluated(condition.before, moment.state, moment.env), name


def test_a_run_that_breaks_an_assertion_is_seen():
    (moment,) = rounds.met_at()["append.full.take"]
    assert not rounds.evaluated(parse("(partial s)"), moment.state, moment.env)


def test_each_plan_of_the_machine_is_a_program():
    def written(parts) -> tuple[str, ...]:
        return tuple(f"{part.body[0].step}*" if isinstance(part, While) else part.step for part in parts)

    programs = {}
    for outline in OUTLINES.values():
        programs.setdefault(outline.name.split(".")[0], set()).add(written(outline.parts))
    assert all(set(plans) <= programs[name] for name, plans in PLANS.items() if plans)


def test_no_step_may_be_taken_for_a_sequence_that_is_gone():
    acting = {name for name, step in SYSTEM.steps.items() if "s" in step.parameters}
    assert {name for name in NAMED if name.startswith("gone.")} == {f"gone.{name}.possible" for name in acting}


def changed(step, **changes) -> System:
    return System({**SYSTEM.steps, step.name: replace(step, **changes)})


def without(step, function: str) -> System:
    return changed(step, updates=tuple(u for u in step.updates if u.function != function))


FAULTY_STEPS = {
    "a free of a block stops half-way": (changed(DROP, guard=(*DROP.guard, parse("(> (nb s) 1)"))), "free.blocks.drop"),
    "a free never gets shorter": (without(DROP, "nb"), "free.blocks.drop"),
    "a sequence does not end": (without(CLOSE, "live"), "free.close"),
    "a sequence ends only if it is full": (changed(CLOSE, guard=(*CLOSE.guard, parse("(= (fill s) k)"))), "free.close"),
    "a fork stops at the partly filled block": (
        changed(SHARE, guard=(*SHARE.guard, parse("(or (< (nb c) (end s)) (= (fill s) k))"))),
        "fork.blocks.share",
    ),
    "a fork does not say how full its last block is": (without(SHARE, "fill"), "fork.blocks.share"),
    "a fork starts with a block": (
        changed(OPEN, updates=tuple(replace(u, value="1") if u.function == "nb" else u for u in OPEN.updates)),
        "fork.open",
    ),
    "a copy is counted twice": (
        changed(COPY, updates=tuple(replace(u, value="2") if u.value == "1" else u for u in COPY.updates)),
        "append.shared.copy",
    ),
    "a copy needs two free blocks": (changed(COPY, guard=(*COPY.guard, parse("(> avail 1)"))), "append.shared.copy"),
    "an eviction leaves the block taken": (without(EVICT, "free"), "append.full.evicting.evict"),
    "a fresh block is reported as two": (
        changed(
            TAKE,
            updates=tuple(replace(u, value=parse("(- avail 2)")) if u.function == "avail" else u for u in TAKE.updates),
        ),
        "new.blocks.take",
    ),
    "a free for a sequence that is gone": (
        changed(DROP, guard=tuple(g for g in DROP.guard if g != ("live", "s"))),
        "gone.drop.possible",
    ),
}


def models(system: System, session) -> set[str]:
    """The conditions of operations that have a model, by z3."""
    return {o.name.removeprefix(OPERATION) for o in of_operations(system) if session.z3(o.text).status == "sat"}


@pytest.mark.parametrize("name", FAULTY_STEPS)
def test_an_operation_that_gets_stuck_or_does_something_else_is_seen(name, session):
    system, condition = FAULTY_STEPS[name]
    assert condition in models(system, session)


UNCHECKED = replace(OUTLINES["new"], before=both(parse("(not (live c))"), outlines.PROMPT))
HALF = replace(OUTLINES["fork"], parts=OUTLINES["fork"].parts[:1])
SHORT = replace(
    OUTLINES["free"],
    parts=(replace(OUTLINES["free"].parts[0], condition=parse("(> (nb s) 1)")), *OUTLINES["free"].parts[1:]),
)
UNSHARED = replace(OUTLINES["append.shared"], parts=(Do("write"),))
FAULTY_PROGRAMS = {
    "a prompt is begun without enough blocks": (UNCHECKED, "new.open"),
    "a fork shares no block": (HALF, "fork.done"),
    "a free leaves the first block": (SHORT, "free.close"),
    "a shared block is written without a copy": (UNSHARED, "append.shared.write"),
}


@pytest.mark.parametrize("name", FAULTY_PROGRAMS)
def test_a_program_that_is_not_the_operation_is_seen(name, session, monkeypatch):
    outline, condition = FAULTY_PROGRAMS[name]
    monkeypatch.setitem(OUTLINES, outline.name, outline)
    assert condition in models(SYSTEM, session)


def test_a_loop_without_a_falling_measure_is_seen(session, monkeypatch):
    loop = OUTLINES["free"].parts[0]
    rising = replace(loop, measure=parse("(- 0 (nb s))"))
    monkeypatch.setitem(OUTLINES, "free", replace(OUTLINES["free"], parts=(rising, *OUTLINES["free"].parts[1:])))
    assert "free.blocks.drop" in models(SYSTEM, session)


def test_without_the_fact_that_a_positive_size_has_a_member_no_block_need_be_had(session, monkeypatch):
    says, _ = CARDINALITY["some"]
    monkeypatch.setitem(CARDINALITY, "some", (says, parse("true")))
    assert models(SYSTEM, session) == {"new.possible"}


def test_the_rivals_of_the_claims_in_words_are_changed_systems_and_changed_allocators():
    behaviours = {rival.id for claim in CLAIMS for rival in claim.rivals if rival.statement is None}
    assert behaviours == FAULTS.keys() == FAULTY.keys()
    assert len(behaviours) == 9


def test_conditions_are_named_once_and_by_their_place():
    names = [condition.name for outline in OUTLINES.values() for condition in conditions(outline)]
    assert len(names) == len(set(names))
    assert {"fork.blocks.entered", "fork.blocks.share", "fork.blocks.left", "new.blocks.entries.write"} <= set(names)
    assert Condition("append.possible", OUTLINES["append.possible"].before, OUTLINES["append.possible"].after) in [
        *conditions(OUTLINES["append.possible"])
    ]


def test_premises_that_no_run_meets_are_not_met():
    assert rounds.met("free.close", (parse("(not (live s))"),)) is False
    assert rounds.met("nothing", parse_all("true")) is False
