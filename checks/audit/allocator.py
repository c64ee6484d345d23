"""`draftproof audit allocator MODULE:CLASS`: a paged KV allocator held against plain lists, by traces of operations.

The protocol: `CLASS(num_blocks, block_size)`, `new() -> seq` (or `new(prompt)`, which may share full blocks by
content), `append(seq, token)`, `fork(seq) -> seq`, `free(seq)`, `read(seq) -> list of tokens`. `append`, `fork` and
`new` may raise when blocks run out, and then nothing has changed. Where there are `block_table(seq)`,
`ref_count(block)` and `num_free()` (which counts blocks that can be evicted), waste, counts, leaks and capacity are
judged by them; otherwise the audit says what it could not observe.

Hypothesis looks for traces, short ones first, and shrinks what it finds; then operations are left out one by one until
each is needed (`smallest`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from ...errors import BadInput
from ...subjects.here import Asked, Here
from ...subjects.load import import_line
from ...subjects.outcome import Audit, Failed, Fault, Returned
from ...subjects.subject import Limits, Subject, limit_options
from . import allocator_driver as driver
from . import need_hypothesis

DRIVER = f"{driver.__name__}:drive"

LENGTHS = ((4, 1), (8, 3), (16, 6), (96, 10))
"""Bytes of operations in a trace, and the share of the traces that have so many: short ones first, since the first
fault found is shrunk; long ones most, since only they run out of blocks again and again."""

SMALLEST_TRIES = 2_000
"""Traces tried when operations are left out: a trace of 96 bytes takes some 300 a round, and a few rounds."""

FEW, SEQUENCES = 12, 4
"""Traces up to which an operation is left out together with a change of what a later one acts on, and of how many sequences."""

UNSEEN = {
    "num_free": "num_free() is not there: capacity is judged by what is refused, over-reported capacity not at all",
    "block_table": "block_table(seq) is not there: waste (a copy that nobody needed) is not observable",
    "ref_count": "ref_count(block) is not there: counts are not observable",
    driver.PROMPT: "new(prompt) is not there: prefix reuse, eviction and stale hashes are not observable",
}


@dataclass
class Run:
    """The subject with what it shows, and what was tried so far."""

    subject: Asked
    observed: list[str]
    operations: int = 0
    traces: int = 0
    found: dict[str, Any] = field(default_factory=dict)

    def tried(self, trace: Sequence[int]) -> dict[str, Any] | None:
        """The reply for a trace that shows a fault; None for one that shows none."""
        outcome = self.subject.ask({"trace": list(trace), "observed": self.observed})
        self.traces += 1
        if isinstance(outcome, Failed):
            return {"kind": outcome.kind, "says": outcome.says, "check": "", "done": [], "ends": outcome.ends_child}
        self.operations += outcome.data["operations"]
        return outcome.data if "kind" in outcome.data else None


class _Shown(Exception):
    """A trace that shows a fault: what hypothesis shrinks."""


@click.command("allocator", short_help="Audit a paged KV allocator.")
@click.argument("subject", metavar="MODULE:CLASS")
@click.option("--traces", type=click.IntRange(min=20), default=1500, show_default=True, help="Traces to try.")
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the search.")
@limit_options
def COMMAND(subject: str, traces: int, seed: int, limits: Limits) -> Audit:  # noqa: N802  (the audits' shared name)
    """Hold a paged KV allocator against plain lists: reads, copies, counts, leaks and capacity.

    CLASS(num_blocks, block_size) has new() -> seq, append(seq, token), fork(seq) -> seq, free(seq), read(seq) -> list;
    new(prompt), block_table(seq), ref_count(block) and num_free() are used when there.
    """
    return audit(subject, traces=traces, seed=seed, limits=limits)


def audit(name: str, *, traces: int = 1500, seed: int = 0, limits: Limits | None = None) -> Audit:
    """The audit of one class. Raises `BadInput` if it cannot be loaded, or hypothesis is not installed."""
    need_hypothesis("allocator")
    with Subject.load(name, driver=DRIVER, limits=limits) as subject:
        return _audited(subject, traces, seed)


def audit_here(allocator: Callable[..., Any], *, traces: int = 1500, seed: int = 0) -> Audit:
    """The same for a class of this process, in this process: no limits hold."""
    need_hypothesis("allocator")
    return _audited(Here(allocator, DRIVER), traces, seed)


def _audited(subject: Asked, traces: int, seed: int) -> Audit:
    shown = subject.ask({"class": True})
    if isinstance(shown, Failed):
        raise BadInput(f"{subject.name}: cannot be inspected: {shown.says}")
    run = Run(subject, shown.data["observed"])
    trace = search(run, traces, seed)
    faults = () if trace is None else (_fault(subject.name, trace, run),)
    unseen = tuple(says for part, says in UNSEEN.items() if part not in run.observed)
    diagnosis = _diagnosis(faults[0], trace, run.observed) if faults and trace is not None else {}
    explored = {"operations": run.operations, "traces": run.traces, "seed": seed}
    return Audit("allocator", subject.name, faults, diagnosis, explored, unseen)


def search(run: Run, traces: int, seed: int) -> list[int] | None:
    """A smallest trace that shows a fault, None if none was found."""
    shares = sum(share for _, share in LENGTHS)
    for length, share in LENGTHS:
        trace = _hypothesis(run, length, max(1, traces * share // shares), seed)
        if trace is not None:
            return trace if run.found.get("ends") else smallest(trace, run)
    return None


def _hypothesis(run: Run, length: int, examples: int, seed: int) -> list[int] | None:
    """Hypothesis's search among traces of one length (a byte 0 is no operation), shrunk."""
    import hypothesis
    from hypothesis import strategies as st

    failing: list[list[int]] = []

    def shows(trace: bytes) -> None:
        found = None if run.found.get("ends") else run.tried(trace)
        if found is not None:
            run.found = found
            failing.append(list(trace))
            raise _Shown
        if run.found.get("ends"):  # a child that ended is not asked to end again and again
            raise _Shown

    settings = hypothesis.settings(
        max_examples=examples,
        deadline=None,
        database=None,
        print_blob=False,
        report_multiple_bugs=False,
        phases=(hypothesis.Phase.generate, hypothesis.Phase.shrink),
        suppress_health_check=list(hypothesis.HealthCheck),
        verbosity=hypothesis.Verbosity.quiet,
    )
    size = length + 2
    search_all: Callable[[], None] = hypothesis.seed(seed)(
        settings(hypothesis.given(st.binary(min_size=size, max_size=size))(shows))
    )
    with contextlib.suppress(_Shown, hypothesis.errors.Flaky):
        search_all()
    return failing[-1] if failing else None


def smallest(trace: list[int], run: Run) -> list[int]:
    """The trace with operations left out, and bytes made small, until neither is possible: each is then needed."""
    tries = 0
    while True:
        for shorter in _smaller(trace):
            tries += 1
            found = run.tried(shorter) if tries <= SMALLEST_TRIES else None
            if found is not None and not found.get("ends"):
                trace, run.found = shorter, found
                break
        else:
            run.found = run.tried(trace) or run.found
            return trace


def _smaller(trace: list[int]) -> Iterator[list[int]]:
    """Shorter traces first; then traces with one byte smaller: fewer and smaller blocks, the plainest operations."""
    sizes, operations = trace[:2], [byte for byte in trace[2:] if byte]
    if len(operations) < len(trace) - 2:
        yield [*sizes, *operations]
    for width in (4, 2, 1):
        for at in range(len(operations) - width + 1):
            yield [*sizes, *operations[:at], *operations[at + width :]]
    for at in range(len(operations) if len(operations) <= FEW else 0):
        rest = operations[:at] + operations[at + 1 :]
        for later in range(at, len(rest)):  # without that one it may mean another sequence
            for meant in range(rest[later] % 16, 16 * SEQUENCES, 16):
                if meant not in (0, rest[later]):
                    yield [*sizes, *rest[:later], meant, *rest[later + 1 :]]
    for at in range(len(operations)):
        for plain in dict.fromkeys((operations[at] % 16, operations[at] // 16 * 16, 1, 16)):
            if 0 < plain < operations[at]:
                yield [*sizes, *operations[:at], plain, *operations[at + 1 :]]
    for at, most in enumerate((driver.MAX_BLOCKS, driver.MAX_SIZE)):
        for value in range(sizes[at] % most if sizes[at] < most else most):
            yield [*sizes[:at], value, *sizes[at + 1 :], *operations]


def _fault(name: str, trace: list[int], run: Run) -> Fault:
    found = run.found
    done = found["done"] or _until_it_ended(trace, run)
    model = driver.sized(trace)
    counterexample = {
        "num_blocks": model.blocks,
        "block_size": model.size,
        "operations": [line for entry in done for line in _calls(entry)],
    }
    return Fault(found["kind"], found["says"], counterexample, snippet(name, model, done, found))


def _until_it_ended(trace: list[int], run: Run) -> list[list[Any]]:
    """The operations up to the one that ended the process: those of the longest beginning that comes back, and the next."""
    done: list[list[Any]] = []
    for end in range(3, len(trace) + 1):
        outcome = run.subject.ask({"trace": trace[:end], "observed": run.observed, "list": True})
        if not isinstance(outcome, Returned):
            planned = driver.planned(trace[:end], done, driver.PROMPT in run.observed)
            return [*done, *([[*planned.plain(), False]] if planned else [])]
        done = outcome.data["done"]
    return done


def snippet(name: str, model: driver.Model, done: Sequence[Sequence[Any]], found: dict[str, Any]) -> str:
    """A program that shows the fault: it ends in a failing assertion, or in what must not be raised."""
    line, called = import_line(name)
    lines = [line, "", f"a = {called}({model.blocks}, {model.size})"]
    for number, entry in enumerate(done):
        last = number == len(done) - 1
        for line in _calls(entry):
            allowed = (
                entry[4] or (entry[0] == "again" and found["kind"] != "died") or (last and found["kind"] == "unchanged")
            )
            lines += ["try:", f"    {line}", "except Exception:", "    pass"] if allowed else [line]
    says = f"  # {found['says']}"
    return "\n".join([*lines, f"{found['check']}{says}" if found["check"] else says.strip()]) + "\n"


def _calls(entry: Sequence[Any]) -> list[str]:
    name, seq, child, tokens, _ = entry
    if name == "new":
        return [f"s{child} = a.new({tokens if tokens else ''})"]
    if name == "append":
        return [f"a.append(s{seq}, {tokens[0]})"]
    return [f"s{child} = a.fork(s{seq})" if name == "fork" else f"a.free(s{seq})"]


def _diagnosis(fault: Fault, trace: list[int], observed: list[str]) -> dict[str, str]:
    """The rivals whose allocators show the same fault, word for word, on the same trace."""
    from ...derivations.beam_paging_safety import CLAIMS
    from ..paging.faulty import FAULTY

    says = {rival.id: rival.says for claim in CLAIMS for rival in claim.rivals}
    same = {}
    for id_, faulty in FAULTY.items():
        shown, _ = driver.run(faulty, trace, [part for part in observed if part in driver.observed(faulty)])
        if shown is not None and (shown.kind, shown.says) == (fault.kind, fault.says):
            same[id_] = says[id_]
    return same
