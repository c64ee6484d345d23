"""Every state of a small instance; the counts are pinned, and each rival is met on a shortest trace."""

from __future__ import annotations

import pytest
from draftproof.checks.paging import search
from draftproof.checks.paging.faults import FAULTS
from draftproof.checks.paging.judge import trace_text
from draftproof.checks.paging.machine import Machine, Operation, State
from draftproof.checks.paging.search import EVENTS, INSTANCE, PINNED, Instance, canonical, explore, violated
from draftproof.checks.paging.system import SYSTEM

TRACES = {
    "beam_paging.no_copy": ("reads", 4),
    "beam_paging.partial_copy": ("reads", 3),
    "beam_paging.old_count_kept": ("counted", 3),
    "beam_paging.double_free": ("counted", 3),
    "beam_paging.copy_unshared": ("unshared", 2),
    "beam_paging.stale_hash": ("cache", 4),
    "beam_paging.partial_uncounted": ("counted", 2),
    "beam_paging.capacity_over_reported": ("capacity", 3),
    "beam_paging.tables_aliased": ("counted", 3),
}
"""What each rival breaks first, and after how many operations."""


def test_the_states_of_the_instance_are_these_and_all_are_sound():
    assert (INSTANCE.seqs, INSTANCE.blocks, INSTANCE.size) == (3, 4, 2)
    assert INSTANCE.depth >= 8
    found = explore(INSTANCE)
    assert found.violation is None
    assert tuple(found.states) == PINNED
    assert found.reached.keys() >= EVENTS


@pytest.mark.parametrize("id_", FAULTS)
def test_every_rival_is_met_on_a_shortest_trace(id_):
    found = explore(INSTANCE, FAULTS[id_]()).violation
    assert found is not None
    assert (found.about, len(found.trace)) == TRACES[id_], trace_text(found.trace)


def test_the_reduction_by_names_hides_nothing_that_the_full_search_finds(monkeypatch):
    small = Instance(seqs=2, blocks=2, size=2, depth=5, prompts=((), (0, 0)))
    reduced = explore(small)
    monkeypatch.setattr(search, "canonical", lambda s: (repr(sorted((f, repr(sorted(v.items(), key=repr))) for f, v in
                        s.functions.items())), s.avail))  # fmt: skip
    full = explore(small)
    assert full.violation is None
    assert full.total > reduced.total
    assert full.reached.keys() == reduced.reached.keys()


def test_renamed_states_are_one_and_different_ones_are_not():
    machine, start = Machine(SYSTEM, every_block=True), State(3, 4, 2)
    after = machine.successors(start, Operation("new", child=0, tokens=(0,)))
    assert len(after) == 4
    assert len({repr(canonical(state)) for state in after}) == 1
    other = machine.successors(start, Operation("new", child=0, tokens=(1,)))[0]
    assert canonical(other) != canonical(after[0])


def test_an_invariant_that_is_broken_by_hand_is_seen():
    state = Machine(SYSTEM).successors(State(3, 4, 2), Operation("new", child=0, tokens=(0,)))[0]
    assert list(violated(state)) == []
    state.functions["ref"][state.table(0)[0],] = 2
    assert [about for about, _ in violated(state)] == ["counted"]
