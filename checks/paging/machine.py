"""The system run on states: the same steps, on dictionaries. Counts are counted here, never assumed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from .system import DEFINITIONS, Step, System
from .terms import Run, Term, compiled, unfolded

POISON: tuple[int, ...] = ()
"""No entry: in every slot of a block that is free. Whoever reads it has kept a block too long."""

DEFAULTS = {"live": False, "nb": 0, "fill": 0, "tab": -1, "text": None, "data": POISON, "ref": 0, "free": False,
            "cached": False, "key": POISON, "holders": 0}  # fmt: skip
"""What the functions are where nothing was set: out of range too, so that every term has a value."""

Entry = tuple[int, ...]
"""The token with all tokens before it, on which its key and value depend."""


@dataclass(frozen=True)
class Operation:
    """`new` (of `child`, with the tokens of a prompt), `append` (one token to `seq`), `fork` (of `seq` to `child`),
    `free`, or `again`: a second free of a sequence that is gone."""

    name: str
    seq: int = -1
    child: int = -1
    tokens: tuple[int, ...] = ()


class State:
    """One state: the functions as dictionaries. `wasted` counts copies of blocks that nobody else held."""

    __slots__ = ("avail", "blocks", "functions", "seqs", "size", "wasted")

    def __init__(self, seqs: int, blocks: int, size: int) -> None:
        self.seqs, self.blocks, self.size, self.wasted = seqs, blocks, size, 0
        self.functions: dict[str, dict[tuple[Any, ...], Any]] = {name: {} for name in DEFAULTS}
        self.functions["free"] = {(b,): True for b in range(blocks)}
        self.avail = blocks

    def copy(self) -> State:
        """A state with the same values, to be changed."""
        twin = State.__new__(State)
        twin.seqs, twin.blocks, twin.size = self.seqs, self.blocks, self.size
        twin.avail, twin.wasted = self.avail, self.wasted
        twin.functions = {name: values.copy() for name, values in self.functions.items()}
        return twin

    def value(self, function: str, arguments: tuple[Any, ...]) -> Any:
        """A function of the state at arguments, its default where nothing was set."""
        found = self.functions[function].get(arguments)
        return DEFAULTS[function] if found is None else found

    def counted(self) -> State:
        """The state with its holders counted."""
        held = Counter(b for s in range(self.seqs) for b in self.table(s))
        self.functions["holders"] = {(b,): count for b, count in held.items()}
        return self

    def live(self, s: int) -> bool:
        return bool(self.functions["live"].get((s,), False))

    def table(self, s: int) -> tuple[int, ...]:
        """The blocks of a live sequence; none of another."""
        tab = self.functions["tab"]
        return tuple(tab[s, i] for i in range(self.functions["nb"][s,])) if self.live(s) else ()

    def filled(self, s: int, i: int) -> range:
        """The slots of the i-th block of a live sequence that have entries."""
        return range(self.size if i < self.functions["nb"][s,] - 1 else self.functions["fill"][s,])

    def text(self, s: int) -> Entry:
        """The tokens that a plain list would hold."""
        i = self.functions["nb"][s,] - 1
        return () if i < 0 else self.value("text", (s, i, self.functions["fill"][s,] - 1))

    def read(self, s: int) -> list[Any]:
        """The entries of a live sequence, as its table gives them."""
        return [self.value("data", (b, j)) for i, b in enumerate(self.table(s)) for j in self.filled(s, i)]

    def names(self) -> dict[str, Any]:
        """The values of the sizes and of the reported number of free blocks."""
        return {"k": self.size, "n": self.blocks, "avail": self.avail}

    def idle_blocks(self) -> int:
        """How many blocks have the count 0: counted."""
        return sum(self.value("ref", (b,)) == 0 for b in range(self.blocks))


def run(term: Term) -> Run:
    """A term of the system compiled, its definitions unfolded, `(given .j)` as the name `given`."""

    def flat(part: Term) -> Term:
        if isinstance(part, tuple):
            return "given" if part[0] == "given" else tuple(flat(inner) for inner in part)
        return part

    return compiled(flat(unfolded(term, DEFINITIONS)))


@dataclass(frozen=True)
class RunningStep:
    """A step compiled; an argument None is a whole row."""

    step: Step
    guards: tuple[Run, ...]
    each: tuple[Run, ...]
    updates: tuple[tuple[str, tuple[Run | None, ...], Run], ...]

    @classmethod
    def of(cls, step: Step) -> RunningStep:
        updates = tuple(
            (u.function, tuple(None if str(a).startswith(".") else run(a) for a in u.arguments), run(u.value))
            for u in step.updates
        )
        return cls(step, tuple(map(run, step.guard)), tuple(map(run, step.each)), updates)

    def enabled(self, state: State, env: Mapping[str, Any]) -> bool:
        """Whether the step may be taken with these parameters (`given`: the entries of a block)."""
        env = {**state.names(), **env}
        return all(guard(env, state) for guard in self.guards) and all(
            guard({**env, ".j": j, "given": env["given"][j]}, state) for guard in self.each for j in range(state.size)
        )

    def take(self, state: State, env: Mapping[str, Any]) -> State:
        """The state after the step; the slots of a block that becomes free are poisoned."""
        env, after = {**state.names(), **env}, state.copy()
        for function, arguments, value in self.updates:
            for j in range(state.size) if None in arguments else (0,):
                here = {**env, ".j": j, "given": env["given"][j]} if "given" in env else {**env, ".j": j}
                where = tuple(j if a is None else a(here, state) for a in arguments)
                if function == "avail":
                    after.avail = value(here, state)
                    continue
                after.functions[function][where] = new = value(here, state)
                if function == "free" and new:
                    after.functions["data"].update({(*where, slot): POISON for slot in range(state.size)})
        return after


class Machine:
    """A system that runs. With `every_block` any free block may be taken, else the first stands for all of them."""

    def __init__(self, system: System, *, every_block: bool = False) -> None:
        self.system, self.every_block = system, every_block
        self.steps = {name: RunningStep.of(step) for name, step in system.steps.items()}
        self.first: dict[str, tuple[State, Mapping[str, Any]]] = {}

    def _take(self, name: str, state: State, env: Mapping[str, Any]) -> State:
        """Take a step; `first` keeps where each was taken first."""
        self.first.setdefault(name, (state, env))
        return self.steps[name].take(state, env)

    def successors(self, state: State, operation: Operation) -> list[State]:
        """The states to which an operation may lead; none where it is refused (and nothing changes)."""
        if operation.name == "new":
            return list(self._new(state, operation))
        env: dict[str, Any] = {"s": operation.seq}
        if operation.child >= 0:
            env["c"] = operation.child
        if operation.tokens:
            env["t"] = (*state.text(operation.seq), *operation.tokens)
        for plan in self.system.plans[operation.name]:
            if found := list(self._plan(state, plan, env)):
                return found
        return []

    def _plan(self, state: State, plan: tuple[str, ...], env: Mapping[str, Any]) -> Iterator[State]:
        if not plan:
            yield state
            return
        name, rest = plan[0], plan[1:]
        if name.endswith("*"):
            while after := next(self._one(state, name[:-1], env), None):
                state = after
            yield from self._plan(state, rest, env)
            return
        for after in self._one(state, name, env):
            yield from self._plan(after, rest, env)

    def _one(self, state: State, name: str, env: Mapping[str, Any]) -> Iterator[State]:
        """One step, with every choice of the parameters that are not given."""
        running = self.steps[name]
        choices: Iterable[tuple[State, Mapping[str, Any]]] = [(state, env)]
        if "b" in running.step.parameters and "b" not in env:
            choices = [(at, {**env, "b": b}) for at, b in self._fresh(state)]
        if "c" in running.step.parameters and "c" not in env:
            choices = [(at, {**here, "c": c}) for at, here in choices for c in range(state.seqs)]
        for at, here in choices:
            if running.enabled(at, here):
                after = self._take(name, at, here)
                if name == "copy" and at.counted().value("holders", (at.table(here["s"])[-1],)) == 1:
                    after.wasted += 1
                yield after

    def _fresh(self, state: State) -> Iterator[tuple[State, int]]:
        """Free blocks; where there is none, one made free by evicting, for every idle block that a hash names."""
        free = [b for b in range(state.blocks) if state.value("free", (b,))]
        if free:
            yield from ((state, b) for b in (free if self.every_block else free[:1]))
            return
        evict = self.steps["evict"]
        yield from (
            (self._take("evict", state, {"b": b}), b) for b in range(state.blocks) if evict.enabled(state, {"b": b})
        )

    def _new(self, state: State, operation: Operation) -> Iterator[State]:
        """Block by block: as long as hashes name the prompt's full blocks these are shared, then written and named."""
        entries = [operation.tokens[: n + 1] for n in range(len(operation.tokens))]
        yield from self._prompt(next(self._one(state, "open", {"c": operation.child})), operation.child, entries, True)

    def _prompt(self, state: State, c: int, entries: list[Entry], hitting: bool) -> Iterator[State]:
        if not entries:
            yield state
            return
        block, rest = entries[: state.size], entries[state.size :]
        whole = len(block) == state.size
        if hitting and whole:
            found = [{"c": c, "b": b, "given": block} for b in range(state.blocks)]
            found = [env for env in found if self.steps["hit"].enabled(state, env)]
            if found:
                for env in found:
                    yield from self._prompt(self._take("hit", state, env), c, rest, True)
                return
        for after in self._one(state, "take", {"s": c, "t": block[0]}):
            for entry in block[1:]:
                after = next(self._one(after, "write", {"s": c, "t": entry}))
            named = any(after.value("cached", (b,)) and after.value("key", (b, after.size - 1)) == block[-1]
                        for b in range(after.blocks))  # fmt: skip
            if whole and not named:
                env = {"s": c, "i": after.value("nb", (c,)) - 1}
                after = next(self._one(after, "register", env))
            yield from self._prompt(after, c, rest, False)
