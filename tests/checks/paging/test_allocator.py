"""The reference allocator is one that the system describes: both run on random traces, and on the seed's beams."""

from __future__ import annotations

import random

import pytest
from draftproof.checks.paging.allocator import OutOfBlocks, PagedAllocator
from draftproof.checks.paging.faulty import FAULTY
from draftproof.checks.paging.machine import Machine, Operation, State
from draftproof.checks.paging.system import SYSTEM
from draftproof.derivations.beam_paging_blocks import H_K, U_K, C
from draftproof.derivations.export import export
from draftproof.derivations.expr import number
from draftproof.derivations.symbols import unfold

MACHINE = Machine(SYSTEM, every_block=True)
SEQS = 4


class Beside:
    """An allocator beside the system: after every operation one of the system's states is the allocator's."""

    def __init__(self, blocks, size, allocator=PagedAllocator):
        self.allocator, self.state = allocator(blocks, size), State(SEQS, blocks, size)
        self.handles = {}

    def call(self, operation):
        """Whether the operation was done by both (True) or refused by both (False)."""
        following = MACHINE.successors(self.state, operation)
        try:
            self._do(operation)
        except OutOfBlocks:
            assert following == [], f"{operation} refused, and the system allows it"
            assert self._same(self.state)
            return False
        states = [state for state in following if self._same(state)]
        assert states, f"after {operation} the allocator is in no state that the system leads to"
        self.state = states[0]
        return True

    def _do(self, o):
        a = self.allocator
        if o.name == "new":
            self.handles[o.child] = a.new(o.tokens)
        elif o.name == "append":
            a.append(self.handles[o.seq], o.tokens[0])
        elif o.name == "fork":
            self.handles[o.child] = a.fork(self.handles[o.seq])
        else:
            a.free(self.handles.pop(o.seq))

    def _same(self, state):
        a = self.allocator
        tables = {s: list(state.table(s)) for s in range(SEQS) if state.live(s)}
        reads = {s: [entry[-1] if entry else None for entry in state.read(s)] for s in tables}
        return (
            state.avail == a.num_free()
            and tables == {s: a.block_table(h) for s, h in self.handles.items()}
            and reads == {s: a.read(h) for s, h in self.handles.items()}
            and all(state.value("ref", (b,)) == a.ref_count(b) for b in range(state.blocks))
        )


def asked(rng, live, size):
    free = [s for s in range(SEQS) if s not in live]
    kind = rng.choice(
        ["new"] * 2 * bool(free) + (["append"] * 6 + ["free"] * 2 + ["fork"] * 2 * bool(free)) * bool(live)
    )
    if kind == "new":
        text = rng.choice([(0,) * 9, (1,) * 9, (0, 1) * 5])
        return Operation("new", child=free[0], tokens=text[: rng.randint(0, 2 * size + 1)])
    seq = rng.choice(live)
    if kind == "append":
        return Operation("append", seq, tokens=(rng.randint(0, 1),))
    return Operation("fork", seq, free[0]) if kind == "fork" else Operation("free", seq)


def run(seed, allocator=PagedAllocator, operations=40):
    rng = random.Random(seed)
    beside = Beside(rng.randint(2, 6), rng.randint(1, 3), allocator)
    return [beside.call(asked(rng, sorted(beside.handles), beside.state.size)) for _ in range(operations)]


def many(allocator):
    for seed in range(60):
        run(seed, allocator)


@pytest.mark.parametrize("seed", range(40))
def test_on_random_traces_the_allocator_goes_where_the_system_may_go(seed):
    run(seed)


def test_the_traces_meet_both_what_is_done_and_what_is_refused():
    results = [done for seed in range(40) for done in run(seed)]
    assert 400 < sum(results) < len(results) - 100


@pytest.mark.parametrize("id_", [id_ for id_ in FAULTY if id_ != "beam_paging.double_free"])
def test_a_changed_allocator_leaves_the_system(id_):
    with pytest.raises(AssertionError):
        many(FAULTY[id_])


def test_the_seeds_beams_take_the_blocks_and_copies_that_the_chain_counts():
    beams, prompt, generated, size = 4, 1000, 200, 16
    point = {"beams": beams, "prompt": prompt, "generated": generated, "block_size": size}

    def counted(quantity):
        names = [p.name for p in quantity.definition.free_symbols if p.name in point]
        return number(export(unfold(quantity.definition)), {name: point[name] for name in names})

    shared = PagedAllocator(400, size)
    seqs = [shared.new(range(prompt))]
    seqs += [shared.fork(seqs[0]) for _ in range(beams - 1)]
    copies = 0
    for _ in range(generated):
        for seq in seqs:
            before, partly = shared.block_table(seq), len(shared.read(seq)) % size
            shared.append(seq, 7)
            copies += partly != 0 and shared.block_table(seq) != before
    assert 400 - shared.num_free() == counted(H_K) == 114
    assert copies == counted(C) == 3
    alone = PagedAllocator(400, size)
    for beam in range(beams):
        seq = alone.new([beam] * prompt)
        for _ in range(generated):
            alone.append(seq, 7)
    assert 400 - alone.num_free() == counted(U_K) == 300


def test_a_fork_at_a_block_boundary_copies_nothing():
    allocator = PagedAllocator(8, 4)
    first = allocator.new([1, 2, 3, 4])
    second = allocator.fork(first)
    for seq in (first, second):
        allocator.append(seq, 5)
    assert allocator.block_table(first)[0] == allocator.block_table(second)[0]
    assert allocator.num_free() == 5


@pytest.mark.parametrize(("blocks", "size"), [(0, 1), (1, 0), (-1, 4)])
def test_sizes_below_one_are_refused(blocks, size):
    with pytest.raises(ValueError, match=f"num_blocks {blocks}, block_size {size}: expected both to be at least 1"):
        PagedAllocator(blocks, size)


def test_a_second_free_is_refused():
    allocator = PagedAllocator(2, 2)
    seq = allocator.new([1])
    allocator.free(seq)
    with pytest.raises(KeyError):
        allocator.free(seq)
    assert allocator.num_free() == 2
