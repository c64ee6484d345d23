"""Every state of a small instance, breadth first: no cardinality fact is assumed, counts are counted.

States that differ only in the names of sequences and blocks are one (`canonical`): no step and no invariant asks for a
name, except that sequences and blocks are told apart, so a renamed run is a run. Free blocks are alike, since their
slots are poisoned, and the first stands for all. An entry is a token with all before it, and entries are only ever
compared: so `append` writes 0, and 1 as well just where another sequence has the entry that 0 would make.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import groupby, permutations, product
from typing import Any

from .machine import Machine, Operation, State, run
from .system import INVARIANTS, SYSTEM, System
from .terms import Run


@dataclass(frozen=True)
class Instance:
    """The size of a search; `prompts` are those of `new`."""

    seqs: int = 3
    blocks: int = 4
    size: int = 2
    depth: int = 8
    prompts: tuple[tuple[int, ...], ...] = ((), (0, 0), (1, 1, 1, 1, 1))


INSTANCE = Instance()
"""The one whose states are pinned. Its longest prompt takes three of four blocks, so that evictions come early."""

PINNED = (1, 3, 12, 38, 88, 170, 341, 696, 1210)
"""States of `INSTANCE` by the number of operations that reach them: another count is another system, or a fault here."""

EVENTS = frozenset({"new", "append", "fork", "free", "write", "shared write", "reuse of a block", "eviction",
                    "prefix reuse of a held block", "prefix reuse after free"})  # fmt: skip
"""What the runs of `INSTANCE` must reach, so that the search is of something."""


@dataclass(frozen=True)
class Violation:
    """What failed, after which operations."""

    about: str
    where: str
    trace: tuple[Operation, ...]


@dataclass
class Explored:
    """What a search found: states by depth (each at its smallest), operations tried, and which kinds of event it met."""

    states: list[int] = field(default_factory=list)
    operations: int = 0
    reached: dict[str, tuple[Operation, ...]] = field(default_factory=dict)
    violation: Violation | None = None

    @property
    def total(self) -> int:
        return sum(self.states)


def explore(instance: Instance, system: System = SYSTEM, *, about: frozenset[str] | None = None) -> Explored:
    """All states within the depth, up to names; stops at the first violation (of one of `about`; None: of any)."""
    machine, found = Machine(system), Explored()
    first = State(instance.seqs, instance.blocks, instance.size)
    seen = {canonical(first)}
    level: list[tuple[State, tuple[Operation, ...]]] = [(first, ())]
    found.states.append(1)
    for _ in range(instance.depth):
        after: list[tuple[State, tuple[Operation, ...]]] = []
        for state, trace in level:
            for operation in operations(state, instance):
                found.operations += 1
                for new in machine.successors(state, operation):
                    for event in events(state, operation, new):
                        found.reached.setdefault(event, (*trace, operation))
                    form = canonical(new)
                    if form in seen and new.wasted == 0:
                        continue
                    seen.add(form)
                    longer = (*trace, operation)
                    for name, where in violated(new):
                        if about is None or name in about:
                            found.violation = Violation(name, where, longer)
                            return found
                    after.append((new, longer))
        found.states.append(len(after))
        level = after
    return found


def operations(state: State, instance: Instance) -> Iterator[Operation]:
    """Everything that may be asked for in a state; a new sequence gets the first name that is not in use."""
    child = next((c for c in range(state.seqs) if not state.live(c)), None)
    if child is not None:
        yield from (Operation("new", child=child, tokens=prompt) for prompt in instance.prompts)
    for s in range(state.seqs):
        if state.live(s):
            yield Operation("append", s, tokens=(0,))
            entry = (*state.text(s), 0)
            if any(state.text(other)[: len(entry)] == entry for other in range(state.seqs) if state.live(other)):
                yield Operation("append", s, tokens=(1,))
            if child is not None:
                yield Operation("fork", s, child)
            yield Operation("free", s)
        elif state.functions["tab"].get((s, 0), -1) >= 0:
            yield Operation("again", s)


def canonical(state: State) -> Any:
    """The state without names: the smallest description over the orders of sequences with equal text."""
    live = sorted((s for s in range(state.seqs) if state.live(s)), key=state.text)
    ties = [tuple(group) for _, group in groupby(live, key=state.text)]
    gone = tuple(sorted(state.functions["tab"].get((s, 0), -1) >= 0 for s in range(state.seqs) if not state.live(s)))
    orders = product(*(permutations(group) for group in ties))
    return min(_description(state, [s for group in order for s in group]) for order in orders), gone, state.avail


def _description(state: State, order: list[int]) -> Any:
    names: dict[int, int] = {}
    for s in order:
        for b in state.table(s):
            names.setdefault(b, len(names))
    tables = tuple((tuple(names[b] for b in state.table(s)), state.text(s)) for s in order)
    rest = sorted(_block(state, b) for b in range(state.blocks) if b not in names)
    return tables, tuple(_block(state, b) for b in names), tuple(rest)


def _block(state: State, b: int) -> Any:
    slots = range(state.size)
    key = tuple(state.value("key", (b, j)) for j in slots) if state.value("cached", (b,)) else ()
    return state.value("ref", (b,)), state.value("free", (b,)), key, tuple(state.value("data", (b, j)) for j in slots)


@cache
def _invariants() -> dict[str, tuple[tuple[str, ...], Run]]:
    return {name: (invariant.variables, run(invariant.body)) for name, invariant in INVARIANTS.items()}


def violated(state: State) -> Iterator[tuple[str, str]]:
    """The invariants that a state breaks, with where. Places (s, i) are those of tables: elsewhere nothing is said."""
    env = {**state.counted().names(), "idle_blocks": state.idle_blocks()}
    pools: dict[str, list[dict[str, int]]] = {
        "i": [{"s": s, "i": i} for s in range(state.seqs) for i in range(len(state.table(s)))],
        "s": [{"s": s} for s in range(state.seqs)],
        "b": [{"b": b} for b in range(state.blocks)],
        "j": [{"j": j} for j in range(state.size)],
    }
    for name, (variables, body) in _invariants().items():
        chosen = [v for v in variables if not (v == "s" and "i" in variables)]
        for parts in product(*(pools[v] for v in chosen)):
            for part in parts:
                env.update(part)
            if not body(env, state):
                yield name, ", ".join(f"{key} = {value}" for part in parts for key, value in part.items())
    if state.wasted:
        yield "unshared", ""


def events(before: State, operation: Operation, after: State) -> Iterator[str]:
    """What is worth having reached: each kind of thing that an operation may do."""
    yield operation.name
    if operation.name == "append":
        old, new = before.table(operation.seq), after.table(operation.seq)
        if old and len(old) == len(new):
            yield "write" if old == new else "shared write"
    if any(before.value("cached", (b,)) and not after.value("cached", (b,)) for b in range(before.blocks)):
        yield "eviction"
    if operation.name == "new":
        for b in after.table(operation.child):
            if before.value("cached", (b,)) and after.value("cached", (b,)):
                yield "prefix reuse of a held block" if before.value("ref", (b,)) else "prefix reuse after free"
    if operation.name in ("append", "new"):
        reused = {b for s in range(after.seqs) for b in after.table(s)} - {
            b for s in range(after.seqs) for b in before.table(s)
        }
        if any(before.functions["ref"].get((b,), None) == 0 for b in reused):
            yield "reuse of a block"
