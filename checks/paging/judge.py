"""The evidence that copy-on-write is safe: the proof for every size, and the search of a small instance.

The invariants hold each other up, and the operations rest on them, so a claim is proved only if every obligation of
the system is; its own are those about its invariants and properties. A rival is the system with a step changed: it is
rejected if an obligation then has a model *and* the search, which assumes nothing, finds a trace to a state that breaks
an invariant.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ...derivations.claims import Claim
from ...derivations.options import Options
from ...ledger import Evidence, RivalOutcome, Verdict
from ..script import shared_session
from ..session import Session
from ..solvers import Answer, versions
from . import rounds, search
from .faults import FAULTS
from .machine import Machine, Operation, State, run
from .obligations import FRESH, OPERATION, Obligation, obligations, of_operations, of_step
from .search import INSTANCE, PINNED, Explored, explore
from .system import CARDINALITY, INVARIANTS, SYSTEM, System
from .terms import Term

ABOUT: dict[str, frozenset[str]] = {
    "beam_paging.copy_on_write": frozenset(
        {"shape", "pooled", "counted", "held", "reads", "members", "isolation", "operation"}
    ),
    "beam_paging.prefix_cache": frozenset({"cache", "cached_full", "free"}),
    "beam_paging.capacity": frozenset({"leak", "capacity", "idle", "unshared", "refused"}),
}
"""The claims proved by invariants, and the invariants and properties that are theirs."""

SMALL = "beam_paging.small_instance"


def questions(claim: str) -> tuple[Obligation, ...]:
    """The obligations that are a claim's own, for bundles."""
    return tuple(o for o in all_obligations() if o.about in ABOUT[claim])


@cache
def all_obligations() -> tuple[Obligation, ...]:
    """Every obligation of the system."""
    return tuple(obligations(SYSTEM))


@dataclass(frozen=True)
class _Judged:
    obligation: Obligation
    verdict: Verdict
    reason: str
    z3: Answer
    cvc5: Answer


def _judge(obligation: Obligation, session: Session) -> _Judged:
    """Both solvers on the same text; proved only if its premises hold in a state that the system reaches."""
    z3, cvc5 = session.both(obligation.text)
    said = {z3.status, cvc5.status}
    if said == {"unsat"}:
        verdict, reason = (
            (Verdict.PROVED, "") if is_met(obligation) else (Verdict.VACUOUS, "no state reached meets its premises")
        )
    elif {"sat", "unsat"} <= said:
        verdict, reason = Verdict.DISAGREEMENT, f"z3 says {z3.status}, cvc5 says {cvc5.status}"
    elif "sat" in said:
        verdict, reason = Verdict.NOT_INDUCTIVE, "the step may break it: the obligation has a model"
    else:
        late = "timeout" in said
        verdict = Verdict.TIMEOUT if late else Verdict.UNKNOWN
        reason = "; ".join(f"{a.engine}: {a.status} {a.reason}".strip() for a in (z3, cvc5) if a.status != "unsat")
    return _Judged(obligation, verdict, reason, z3, cvc5)


def is_met(obligation: Obligation) -> bool:
    """Whether its premises hold in a state that the system reaches: where its step is taken, its operation run."""
    if obligation.name.startswith(OPERATION):
        return rounds.met(obligation.name.removeprefix(OPERATION), obligation.premises)
    return met(obligation.step, obligation.premises)


SCENARIO = (
    Operation("new", child=0, tokens=(0, 0)),
    Operation("new", child=1, tokens=(0, 0)),
    Operation("append", 1, tokens=(0,)),
    Operation("fork", 1, 2),
    Operation("append", 2, tokens=(1,)),
    *(Operation("free", s) for s in range(3)),
    Operation("new", child=0, tokens=(1,) * 7),
)
"""Operations that take every step at least once: from prefix reuse to an eviction."""


@cache
def taken() -> Mapping[str, tuple[State, Mapping[str, Any]]]:
    """For each step a state in which it is taken, with its parameters: the scenario, run."""
    machine, state = Machine(SYSTEM), State(INSTANCE.seqs, INSTANCE.blocks, INSTANCE.size)
    machine.first = {"": (state, {})}
    for operation in SCENARIO:
        state = machine.successors(state, operation)[0]
    return machine.first


@cache
def met(step: str, premises: tuple[Term, ...]) -> bool:
    """Whether all premises hold where the scenario takes the step, evaluated one by one."""
    if step not in taken():
        return False
    state, parameters = taken()[step]
    env = {
        **dict.fromkeys(FRESH.values(), 0),
        **state.counted().names(),
        "idle_blocks": state.idle_blocks(),
        **parameters,
    }
    if "given" in env:
        env["given"] = env["given"][env[FRESH["j"]]]
    return all(run(premise)(env, state) for premise in premises)


def proof(claim: Claim, options: Options) -> Evidence:
    """The evidence of kind `proof` for a claim of `ABOUT`, with its rivals tried."""
    session = shared_session(options.timeout)
    begun = time.monotonic()
    judged = [_judge(obligation, session) for obligation in all_obligations()]
    own = [j for j in judged if j.obligation.about in ABOUT[claim.id]]
    failed = [j for j in judged if not j.verdict.passes]
    worst = next((j for j in (*own, *judged) if not j.verdict.passes), None)
    outcome = _rivals(claim, session)
    detail = {
        "obligations": len(own),
        "of": len(judged),
        **{e: dict(sorted(Counter(getattr(j, e).status for j in judged).items())) for e in ("z3", "cvc5")},
        "logics": dict(Counter(j.obligation.logic for j in judged)),
        "invariants": [f"{i.name}: {i.says}" for i in INVARIANTS.values()],
        "assumed": [says for says, _ in CARDINALITY.values()],
        "each": [[j.obligation.name, j.obligation.logic, str(j.verdict), j.reason] for j in own],
        **({"failed": {j.obligation.name: f"{j.verdict}: {j.reason}" for j in failed}} if failed else {}),
    }
    verdict = Verdict.PROVED if worst is None else worst.verdict
    reason = "" if worst is None else f"{worst.obligation.name}: {worst.reason}"
    engine = " + ".join(f"{name} {version}" for name, version in versions().items())
    return Evidence("proof", verdict, engine, reason, time.monotonic() - begun, detail=detail, rivals=outcome)


def _rivals(claim: Claim, session: Session) -> RivalOutcome:
    rejected: dict[str, str] = {}
    survived: list[str] = []
    for rival in claim.rivals:
        system = FAULTS[rival.id]()
        broken, found = next(broken_obligations(system, session), None), explore(INSTANCE, system).violation
        if broken is None or found is None:
            survived.append(rival.id)
        else:
            rejected[rival.id] = f"{broken} has a model; {trace_text(found.trace)} breaks '{found.about}'"
    return RivalOutcome(rejected, tuple(survived))


def broken_obligations(system: System, session: Session) -> Iterator[str]:
    """The obligations of a changed system that have a model, by z3; of its changed steps, since the others are proved.

    Then those of the operations, which may take a changed step.
    """
    for name, step in system.steps.items():
        if step != SYSTEM.steps.get(name):
            yield from (o.name for o in of_step(step) if session.z3(o.text).status == "sat")
    proved = {o.text for o in all_obligations()}
    changed = (o for o in of_operations(system) if o.text not in proved)
    yield from (o.name for o in changed if session.z3(o.text).status == "sat")


def trace_text(trace: Sequence[Operation]) -> str:
    """Operations for a person: `s0 = new([0, 0]); s1 = fork(s0); append(s1, 1)`."""
    return "; ".join(_WRITE[operation.name](operation) for operation in trace)


_WRITE = {
    "new": lambda o: f"s{o.child} = new({list(o.tokens) if o.tokens else ''})",
    "append": lambda o: f"append(s{o.seq}, {o.tokens[0]})",
    "fork": lambda o: f"s{o.child} = fork(s{o.seq})",
    "free": lambda o: f"free(s{o.seq})",
    "again": lambda o: f"free(s{o.seq})",
}


def searched(options: Options) -> Evidence:
    """The evidence for the small instance: every state, and what its runs reach. The counts are pinned."""
    begun = time.monotonic()
    found = _found(options)
    missing = sorted(search.EVENTS - found.reached.keys())
    verdict, reason = Verdict.EXACT, ""
    if found.violation is not None:
        verdict = Verdict.REFUTED
        reason = f"{trace_text(found.violation.trace)} breaks '{found.violation.about}'"
    elif tuple(found.states) != PINNED or missing:
        verdict = Verdict.UNKNOWN
        reason = f"never reached: {', '.join(missing)}" if missing else f"{found.states} states, expected {PINNED}"
    detail = {
        "states": list(found.states),
        "operations": found.operations,
        "reached": {event: trace_text(trace) for event, trace in sorted(found.reached.items())},
    }
    seconds = time.monotonic() - begun
    return Evidence("proof", verdict, "breadth-first search", reason, seconds, detail=detail)


def _found(options: Options) -> Explored:
    return explore(INSTANCE) if options.executor is None else options.executor.submit(explore, INSTANCE).result()
