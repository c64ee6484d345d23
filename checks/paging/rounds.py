"""The programs of `outlines` run on states: where every condition is met, and that what it asserts is so there.

A condition whose premises no state meets would be proved of nothing; `met` has those that were met, `broken` the first
assertion that failed on a state (none: the outlines say what the machine does).
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from .machine import Machine, Operation, RunningStep, State, run
from .outlines import BEFORE, OUTLINES, Condition, Do, Part, conditions, taken
from .system import SYSTEM, System
from .terms import Term

Env = dict[str, Any]
SIZES = (3, 4, 2)
"""Sequences, blocks, slots of the states that are run on."""

HERE = {"i": 0, "j": 0, "any_s": 0, "any_i": 0, "any_j": 0, "any_b": 0}
"""The place at which assertions are looked at."""

BESIDE = {"s": 2, "c": 2, "b": 3, "t": (), "given": ((),) * 2}
"""What an operation does not name: a sequence that is not there, a block that nobody holds."""


GONE = "gone"
"""The conditions that say what may not be done with a sequence that is gone."""


@dataclass(frozen=True)
class Start:
    """Operations that lead to a state in which the operation of an outline may begin, and the values of its names."""

    outline: str
    operations: tuple[Operation, ...]
    names: Mapping[str, Any]
    prompt: tuple[int, ...] = ()


def _new(child: int, *tokens: int) -> Operation:
    return Operation("new", child=child, tokens=tokens)


FORKED = (_new(0, 0), Operation("fork", 0, 1))
CACHED = (_new(0, 0, 0), Operation("free", 0))
FULL_OF_CACHED = (_new(0, *[1] * 4), Operation("free", 0), _new(0, 0))
STARTS = (
    Start("append.alone", (_new(0, 0),), {"s": 0, "t": (0, 1)}),
    Start("append.shared", FORKED, {"s": 0, "t": (0, 1), "b": 1}),
    Start("append.full", (_new(0, 0, 0),), {"s": 0, "t": (0, 0, 1), "b": 1}),
    Start("append.shared.evicting", (*CACHED, _new(0, 1), Operation("fork", 0, 1)), {"s": 0, "b": 0}),
    Start("append.full.evicting", (*CACHED, _new(0, 1, 1)), {"s": 0, "b": 0}),
    Start("append.possible", (_new(0, 0),), {"s": 0, "b": 1}),
    Start("fork", (_new(0, 0, 0, 0),), {"s": 0, "c": 1}),
    Start("free", (_new(0, 0, 0, 0),), {"s": 0}),
    Start("new", CACHED, {"c": 0, "m": 2, "r": 2, "hits": 1, "d": 1}, (0, 0, 1, 1)),
    Start(GONE, CACHED, {"s": 0}),
    Start("new.possible", (), {"c": 0, "m": 1, "r": 1, "hits": 0, "d": 0}, (0,)),
    Start("new.evicting", CACHED, {"c": 0, "m": 1, "r": 1, "hits": 0, "d": 0, "b": 0}, (1,)),
    Start("new.naming", (), {"c": 0, "m": 1, "r": 2, "hits": 0, "d": 0, "blocks_before": 1}, (0, 0)),
)
"""One beginning for every outline, and a sequence that is gone; for the outlines that begin inside of `new`, what comes
before is run first."""

INSIDE = {"new.possible": ("open",), "new.evicting": ("open",), "new.naming": ("open", "take", "write")}


@dataclass(frozen=True)
class Moment:
    """A condition's place in a run: the state and the names' values before its step."""

    condition: str
    state: State
    env: Mapping[str, Any]


def moments(start: Start, system: System = SYSTEM) -> Iterator[Moment]:
    """The run of an operation, condition by condition."""
    machine, state = Machine(system), State(*SIZES)
    for operation in start.operations:
        state = machine.successors(state, operation)[0]
    entries = [start.prompt[: n + 1] for n in range(len(start.prompt))]
    size = state.size
    wanted = {(n // size, n % size): entry for n, entry in enumerate(entries)}
    state = state.copy()
    state.functions["wanted"] = wanted
    env: Env = {**HERE, **start.names, "given": [wanted.get((0, j)) for j in range(size)]}
    if "s" in env:
        s = env["s"]
        env |= {
            "nb0": state.value("nb", (s,)),
            "fill0": state.value("fill", (s,)),
            "old": state.value("text", (s, 0, 0)),
        }
    if start.outline == GONE:
        yield from (Moment(f"{GONE}.{name}.possible", state, env) for name in system.steps)
        return
    for name in INSIDE.get(start.outline, ()):
        do = Do(name) if name == "open" else Do(name, at={"s": "c"})
        step = machine.steps[name] if name == "open" else RunningStep.of(taken(system, do))
        free = {"b": 0, "t": entries[state.value("fill", (env["c"],)) if name == "write" else 0]}
        state = step.take(state, env | free)
    outline = OUTLINES[start.outline]
    yield from _parts(outline.name, outline.parts, state, env, system)


Round = Generator[Moment, None, tuple[State, Env]]
"""Moments, and (for `yield from`) the state and the names at the end."""


def _parts(name: str, parts: tuple[Part, ...], state: State, env: Env, system: System) -> Round:
    if not parts:
        yield Moment(name, state, env)
    for number, part in enumerate(parts):
        if isinstance(part, Do):
            state, env = yield from _step(name, part, state, env, system)
            if number == len(parts) - 1 and part.then != ():
                yield Moment(f"{name}.done", state, env)
        else:
            yield Moment(f"{name}.{part.name}.entered", state, env)
            while evaluated(part.condition, state, env):
                env = env | {part.name + BEFORE: evaluated(part.measure, state, env)}
                state, env = yield from _parts(f"{name}.{part.name}", part.body, state, env, system)
            if number == len(parts) - 1:
                yield Moment(f"{name}.{part.name}.left", state, env)
    return state, env


def _step(name: str, do: Do, state: State, env: Env, system: System) -> Round:
    step = RunningStep.of(taken(system, do))
    if "b" in step.step.parameters and "b" not in env:
        choices = (env | {"b": b} for b in range(state.blocks))
        env = next(here for here in choices if step.enabled(state, here))
        yield Moment(f"{name}.{do.step}", state, env)
        after, env = step.take(state, env), {n: v for n, v in env.items() if n != "b"} | _ghosts(do, state, env)
        return after, env
    yield Moment(f"{name}.{do.step}", state, env)
    return step.take(state, env), env | _ghosts(do, state, env)


def _ghosts(do: Do, state: State, env: Env) -> Env:
    return {ghost: evaluated(term, state, env) for ghost, term in do.ghosts.items()}


def evaluated(term: Term, state: State, env: Mapping[str, Any]) -> Any:
    """The value of a term in a state, with its counts counted."""
    here = {**BESIDE, **state.counted().names(), "idle_blocks": state.idle_blocks(), **env}
    here["given"] = here["given"][here["j"]]
    here["w"] = next((b for b in range(state.blocks) if state.value("ref", (b,)) == 0), -1)
    return run(term)(here, state)


@cache
def all_conditions() -> Mapping[str, Condition]:
    """Every condition of every outline, by name."""
    return {condition.name: condition for outline in OUTLINES.values() for condition in conditions(outline)}


@cache
def met_at() -> Mapping[str, tuple[Moment, ...]]:
    """Condition -> the moments of the runs at which it comes up."""
    found: dict[str, list[Moment]] = {}
    for start in STARTS:
        for moment in moments(start):
            found.setdefault(moment.condition, []).append(moment)
    return {name: tuple(those) for name, those in found.items()}


def met(condition: str, premises: tuple[Term, ...]) -> bool:
    """Whether there is a moment at which all premises of a condition hold."""
    return any(all(evaluated(p, m.state, m.env) for p in premises) for m in met_at().get(condition, ()))
