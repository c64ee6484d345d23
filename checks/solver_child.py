"""The child process that holds one solver: `python -P checks/solver_child.py z3|cvc5`.

It reads requests from standard input and answers on standard output, each a frame: four bytes of length (big-endian),
then that much JSON. The first frame it sends says that the solver is loaded. A request is
`{"id", "text", "want_model", "seed", "seconds"}`, a reply `{"id", "status", "reason", "model"}`. The end of its input
ends it, and so does an alarm shortly after a request's limit, so that no solver outlives the process that asked.

Every request is solved in a context of its own: nothing that one obligation declares or sets is seen by the next.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import re
import resource
import select
import signal
import struct
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import IO, Any, NoReturn

HEADER = struct.Struct(">I")

MEMORY_LIMIT = 4 << 30
"""Bytes of address space. Obligations of this package need less than a tenth of it (measured: below 100 MB); a solver
that runs away ends in an error of its own before it makes a small machine swap."""

ALARM_GRACE = 2.0
"""Seconds past a request's limit at which the child ends itself, if the parent that should have killed it is gone."""

COMMANDS = frozenset(
    {"set-logic", "set-info", "declare-const", "declare-fun", "declare-sort", "define-fun", "assert", "check-sat"}
)
"""What an obligation may consist of. z3's parser keeps assertions only and would skip `push` or `exit`, so that the two
solvers would answer two questions; and a `set-option` read by z3 (a time-out, say) stays in force ever after."""

TOKEN = re.compile(r';[^\n]*|"(?:[^"]|"")*"|\|[^|]*\||[()]|[^\s()";|]+')

NUMBER_SORT = re.compile(r"Int|Real|\( _ BitVec \d+ \)")


@dataclass(frozen=True)
class Problem:
    """One obligation as both solvers get it, with what its text says of itself (logic, constants with their sorts)."""

    text: str
    logic: str
    declared: dict[str, str]
    want_model: bool
    seed: int
    seconds: float


@dataclass(frozen=True)
class Found:
    """What a solver said; `values` holds the model's rational numbers as text and its truth values."""

    status: str
    reason: str = ""
    values: dict[str, bool | str] | None = None


def pack(message: dict[str, Any]) -> bytes:
    """A message as one frame."""
    body = json.dumps(message).encode()
    return HEADER.pack(len(body)) + body


def commands(text: str) -> Iterator[list[str]]:
    """The top-level commands of SMT-LIB text, each as its tokens without the outer parentheses."""
    depth, command = 0, list[str]()
    for token in TOKEN.findall(text):
        if token.startswith(";"):
            continue
        depth += (token == "(") - (token == ")")
        if depth < 0 or (depth == 0 and token != ")"):
            raise ValueError(f"{token} outside a command")
        if depth == 0:
            yield command[1:]
            command = []
        else:
            command.append(token)
    if depth:
        raise ValueError("the text ends inside a command")


def read_problem(text: str, want_model: bool, seed: int, seconds: float) -> Problem:
    """Check that the text is one question that both solvers read alike; `(check-sat)` may only end it."""
    logic, declared, done = "ALL", dict[str, str](), False
    for command in commands(text):
        name = command[0] if command else "()"
        if name not in COMMANDS:
            raise ValueError(f"the command {name} is not one of {', '.join(sorted(COMMANDS))}")
        if done:
            raise ValueError(f"{name} after check-sat, which ends the text")
        match command:
            case ["set-logic", logic]:
                pass
            case ["declare-const", constant, *sort] | ["declare-fun", constant, "(", ")", *sort]:
                declared[constant.strip("|")] = " ".join(sort)
            case ["check-sat"]:
                done = True
    return Problem(text, logic, declared, want_model, seed, seconds)


def solve_z3(problem: Problem) -> Found:
    """Ask z3. `SolverFor(logic)` is the solver that z3's own front end builds for that logic (for QF_NRA, with nlsat),
    and unlike `Z3_eval_smtlib2_string` it hands out a model's numbers exactly rather than as printed text.
    """
    import z3

    for parameter in ("smt.random_seed", "sat.random_seed", "nlsat.seed"):
        z3.set_param(parameter, problem.seed)
    context = z3.Context()
    solver = z3.SolverFor(problem.logic, ctx=context)
    solver.from_string(problem.text)  # the formulas never become Python objects, which would cost as much as parsing
    status = str(solver.check())
    if status != "sat":
        return Found(status, solver.reason_unknown() if status == "unknown" else "")
    if not problem.want_model:
        return Found(status)
    # Where any value does, z3's model has none; its own model completion takes these.
    values: dict[str, bool | str] = {n: "0" for n, sort in problem.declared.items() if NUMBER_SORT.fullmatch(sort)}
    values |= {n: False for n, sort in problem.declared.items() if sort == "Bool"}
    model = solver.model()
    for declaration in model.decls():
        value, name = model[declaration], declaration.name()
        values.pop(name, None)
        if z3.is_bool(value):
            values[name] = z3.is_true(value)
        elif z3.is_int_value(value) or z3.is_rational_value(value) or z3.is_bv_value(value):
            values[name] = value.as_string()
    return Found(status, values=values)


CVC5_OPTIONS = {"nl-cov": "true"}
"""Its defaults suit QF_NRA (cylindrical algebraic coverings, `nl-cov`; this build has libpoly). The other non-linear
logics leave coverings off, and it then runs past 8 s on goals that it otherwise settles in 0.02 s."""

QUICK_OPTIONS = {**CVC5_OPTIONS, "nl-ext": "none", "decision": "justification", "rlimit-per": "10000"}
"""What is tried first: coverings at once, without the linearisations before them, and decisions only where the goal
depends on them. Of the obligations of five chains it settles 380 of 408 in 0.01 s each, where all of them take 0.06 s with
`CVC5_OPTIONS` alone; a few it would work on for ever."""

QUICK_LIMIT = 0.3
"""Seconds of processor time after which that first try is given up: not of the clock, so that a busy machine gives up no
sooner. (It may find what `CVC5_OPTIONS` do not find in time; of the claims' obligations those settle every one too.)"""

QUICK_SHARE = 0.25
"""The part of a request's limit that the first try may take by the clock."""


def solve_cvc5(problem: Problem) -> Found:
    """Ask cvc5: for `unsat` with `QUICK_OPTIONS` and, if they do not find it at once, for any answer with `CVC5_OPTIONS`."""
    if not problem.want_model:
        limit = QUICK_SHARE * problem.seconds
        if _within(limit, min(QUICK_LIMIT, limit), lambda: _ask_cvc5(problem, QUICK_OPTIONS).status == "unsat"):
            return Found("unsat")
    return _ask_cvc5(problem, CVC5_OPTIONS)


def _within(seconds: float, processor_seconds: float, found: Callable[[], bool]) -> bool:
    """Whether `found` says yes within so much time; in a copy of this process, since a solver's step inside the library
    cannot be interrupted. Where there can be no copy, no.
    """
    try:
        reader, writer = os.pipe()
    except OSError:
        return False
    with os.fdopen(reader, "rb", buffering=0) as answer:
        try:
            copy = os.fork()
        except OSError:
            os.close(writer)
            return False
        if copy == 0:
            _as_copy(writer, seconds, processor_seconds, found)
        os.close(writer)
        in_time, _, _ = select.select([answer], [], [], seconds)
        said = answer.read(1) if in_time else b""
        with contextlib.suppress(ProcessLookupError):
            os.kill(copy, signal.SIGKILL)
        os.waitpid(copy, 0)
    return said == b"y"


def _as_copy(writer: int, seconds: float, processor_seconds: float, found: Callable[[], bool]) -> NoReturn:
    """Write the answer and end; by itself too, should the process that asked be gone, whose descriptors it does not keep."""
    try:
        signal.setitimer(signal.ITIMER_PROF, processor_seconds)
        signal.setitimer(signal.ITIMER_REAL, seconds)
        nothing = os.open(os.devnull, os.O_RDWR)
        for standard in range(3):
            os.dup2(nothing, standard)
        os.closerange(3, writer)  # the replies among them: who waits for one sees its end when the child ends
        os.write(writer, b"y" if found() else b"n")
    finally:
        os._exit(0)


def _ask_cvc5(problem: Problem, options: Mapping[str, str]) -> Found:
    import cvc5

    manager = cvc5.TermManager()
    solver, symbols = cvc5.Solver(manager), cvc5.SymbolManager(manager)
    own = {
        "seed": str(problem.seed),
        "sat-random-seed": str(problem.seed),
        "produce-models": str(problem.want_model).lower(),
    }
    for option, value in {**options, **own}.items():
        solver.setOption(option, value)
    parser = cvc5.InputParser(solver, symbols)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, problem.text, "obligation")
    while not (command := parser.nextCommand()).isNull():
        # A declared status would abort the run where the answer differs, which is the one answer worth hearing.
        if command.getCommandName() not in ("check-sat", "set-info"):
            command.invoke(solver, symbols)
    result = solver.checkSat()
    status = "unsat" if result.isUnsat() else "sat" if result.isSat() else "unknown"
    if status != "sat":
        return Found(status, result.getUnknownExplanation().name.lower() if status == "unknown" else "")
    if not problem.want_model:
        return Found(status)
    values: dict[str, bool | str] = {}
    for constant in symbols.getDeclaredTerms():
        value, name = solver.getValue(constant), constant.getSymbol()
        if value.isBooleanValue():
            values[name] = value.getBooleanValue()
        elif value.isRealValue() or value.isIntegerValue():
            values[name] = str(value.toPythonObj())
        elif value.isBitVectorValue():
            values[name] = value.getBitVectorValue(10)
    return Found(status, values=values)


ENGINES: dict[str, Callable[[Problem], Found]] = {"z3": solve_z3, "cvc5": solve_cvc5}


def reply(engine: str, request: dict[str, Any]) -> dict[str, Any]:
    """Answer one request; whatever a solver raises becomes the status `error` with its message."""
    try:
        problem = read_problem(request["text"], request["want_model"], request["seed"], request["seconds"])
        found = ENGINES[engine](problem)
    except Exception as error:  # the libraries raise bare RuntimeErrors, and z3 carries its message as bytes
        message = error.args[0].decode() if error.args and isinstance(error.args[0], bytes) else str(error)
        return {"status": "error", "reason": " ".join(message.split()) or type(error).__name__, "model": None}
    if found.values is None:
        return {"status": found.status, "reason": found.reason, "model": None}
    missing = [name for name in problem.declared if name not in found.values]
    return {
        "status": found.status,
        "reason": f"left out of the model, having no rational value: {', '.join(missing)}" if missing else "",
        "model": {name: found.values[name] for name in problem.declared if name in found.values},
    }


def receive(stream: IO[bytes]) -> dict[str, Any] | None:
    """The next request, or None at the end of the input."""
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    body = stream.read(HEADER.unpack(header)[0])
    message: dict[str, Any] = json.loads(body)
    return message


def limit_memory() -> None:
    """Lower this process's own limit (never raise it); a system that has no such limit goes without."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    soft = MEMORY_LIMIT if hard == resource.RLIM_INFINITY else min(MEMORY_LIMIT, hard)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def default_signals() -> None:
    """Undo what the starting process may have ignored or blocked: alarms end this process, and copies can be waited for."""
    ours = (signal.SIGALRM, signal.SIGPROF, signal.SIGCHLD)
    for one in ours:
        signal.signal(one, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, ours)


def main(engine: str) -> None:
    """Answer requests with `engine` until the input ends."""
    default_signals()
    # Frames go out on a descriptor of their own: what a solver prints must not land between them.
    with os.fdopen(os.dup(1), "wb", buffering=0) as replies:
        os.dup2(2, 1)
        limit_memory()
        importlib.import_module(engine)
        replies.write(pack({"ready": engine}))
        while (request := receive(sys.stdin.buffer)) is not None:
            signal.setitimer(signal.ITIMER_REAL, request["seconds"] + ALARM_GRACE)
            answer = pack({"id": request["id"], **reply(engine, request)})
            signal.setitimer(signal.ITIMER_REAL, 0)
            replies.write(answer)


if __name__ == "__main__":
    main(sys.argv[1])
