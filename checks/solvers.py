"""The same SMT-LIB text to z3 and to cvc5, each in a child process that is killed at its wall-clock limit.

The limits are the parent's: neither solver's own limit binds (a long step inside is not interrupted), so a solver that
does not answer in time is killed and the answer is `timeout`. A child that crashes, breaks off or sends what cannot be
read gives `error`. Neither is ever an answer about the obligation, and the next run starts a fresh child.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from fractions import Fraction
from importlib import metadata
from types import TracebackType
from typing import Any

from ..derivations.options import MAX_TIMEOUT
from ..errors import BadInput
from . import solver_child
from .solver_child import ENGINES, HEADER, pack

DISTRIBUTIONS = {"z3": "z3-solver", "cvc5": "cvc5"}

STATUSES = frozenset({"sat", "unsat", "unknown", "error"})
"""What a child may answer; `timeout` is for the parent alone to say."""

START_LIMIT = 60.0
"""Seconds in which a child must have loaded its solver (0.1 s on an idle machine). Not counted against a run's limit,
so that a busy machine does not turn the first obligation into a time-out."""

LAST_WORDS = 1.0
"""Seconds that a child whose output has ended may take to print its error and exit."""

MAX_ANSWER = 16 << 20
"""Bytes of one answer. Models here have some dozens of numbers; four letters read as a length always exceed this."""


@dataclass(frozen=True)
class Answer:
    """What one engine made of one text.

    `status` is sat, unsat, unknown, timeout or error; `reason` the solver's reason for unknown, the line of an error,
    or the names of the variables that a model leaves out (values that are not rational). `model` is given only for sat,
    when asked for: exact rationals (bit-vectors as unsigned integers) and truth values. `seconds` runs from the request
    to the answer.
    """

    engine: str
    status: str
    reason: str = ""
    seconds: float = 0.0
    model: Mapping[str, Fraction | bool] | None = None


class _Fault(Exception):
    """The child cannot be talked to: what it did."""


class _TimedOut(Exception):
    """The child was killed at its limit."""


class _Child:
    """One solver process. After a fault or a time-out it is of no further use and must be stopped."""

    def __init__(self, engine: str, command: Sequence[str]) -> None:
        self._complaints = tempfile.TemporaryFile()  # noqa: SIM115  (closed by stop)
        try:
            # A session of its own: Ctrl-C in a terminal reaches the parent alone, which then kills its children.
            self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._complaints,
                bufsize=0,
                start_new_session=True,
            )
        except OSError as error:
            self._complaints.close()
            raise _Fault(f"the child did not start: {error}") from error
        try:
            with self._killed_after(START_LIMIT):
                hello = self._receive()
            if hello.get("ready") != engine:
                raise _Fault(f"the child answered what cannot be read: {hello}"[:200])
        except _TimedOut:
            self.stop()
            raise _Fault(f"the child was not ready after {START_LIMIT:g} s") from None
        except BaseException:
            self.stop()
            raise

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    def ask(self, request: dict[str, Any], seconds: float) -> dict[str, Any]:
        """Send one request and wait for its reply, at most `seconds`."""
        with self._killed_after(seconds):
            self._send(pack(request))
            answer = self._receive()
        if answer.get("id") != request["id"]:
            raise _Fault("the child answered another request")
        return answer

    def stop(self) -> None:
        """Kill the child and everything it started. Harmless when it is dead, and when called twice."""
        self._kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout, self._complaints):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()

    def _kill(self) -> None:
        if self.alive:  # the group, which has the child's own id since it leads its session
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    @contextlib.contextmanager
    def _killed_after(self, seconds: float) -> Iterator[None]:
        """Kill the child if the block takes longer; a read or write that waits for the child then ends too."""
        late = threading.Event()

        def kill() -> None:
            late.set()
            self._kill()

        timer = threading.Timer(seconds, kill)
        timer.daemon = True
        timer.start()
        try:
            yield
        except _Fault:
            if not late.is_set():
                raise
        finally:
            timer.cancel()
            timer.join()
        if late.is_set():  # also when the answer and the limit came together: the child is dead, and late is late
            raise _TimedOut

    def _send(self, data: bytes) -> None:
        assert self._process.stdin is not None
        view = memoryview(data)
        try:
            while view:
                view = view[self._process.stdin.write(view) :]
        except (OSError, ValueError):
            raise _Fault(self._obituary()) from None

    def _read(self, size: int) -> bytes:
        assert self._process.stdout is not None
        data = bytearray()
        while len(data) < size:
            try:
                piece = self._process.stdout.read(size - len(data))
            except (OSError, ValueError):
                piece = b""
            if not piece:
                raise _Fault(self._obituary())
            data += piece
        return bytes(data)

    def _receive(self) -> dict[str, Any]:
        (size,) = HEADER.unpack(self._read(HEADER.size))
        if size > MAX_ANSWER:
            raise _Fault("the child answered what cannot be read: no frame of JSON")
        try:
            message = json.loads(self._read(size))
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise _Fault("the child answered what cannot be read: no JSON object")
        return message

    def _obituary(self) -> str:
        """How the child ended, with the last line of its complaints."""
        with contextlib.suppress(subprocess.TimeoutExpired):  # its output ends before it has said why it dies
            self._process.wait(LAST_WORDS)
        self._kill()
        code = self._process.wait()
        with contextlib.suppress(OSError, ValueError):
            self._complaints.seek(max(0, self._complaints.seek(0, os.SEEK_END) - 4096))  # the end is where the error is
            lines = self._complaints.read().decode(errors="replace").split("\n")
            last = next((line.strip() for line in reversed(lines) if line.strip()), "")
            return f"the child ended (exit code {code}){': ' + last if last else ''}"
        return f"the child ended (exit code {code})"


class Solvers:
    """Runs obligations; a context manager that owns at most one child per engine, started when first needed.

    `timeout` is the wall-clock limit of a run in seconds. `command` replaces the child's command line per engine, so
    that tests can plant faulty solvers. One thread at a time may use it.
    """

    def __init__(self, *, timeout: float = 10.0, command: Mapping[str, Sequence[str]] | None = None) -> None:
        self._timeout = _seconds(timeout)
        child = (
            sys.executable,
            "-P",
            solver_child.__file__,
        )  # a path, and -P: nothing of the current folder is imported
        self._command: dict[str, Sequence[str]] = {engine: (*child, engine) for engine in ENGINES} | dict(command or {})
        self._children: dict[str, _Child] = {}
        self._asked = 0

    def __enter__(self) -> Solvers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def run(
        self, engine: str, smtlib: str, *, want_model: bool = False, timeout: float | None = None, seed: int = 0
    ) -> Answer:
        """The engine's answer to SMT-LIB text that consists of declarations, definitions, assertions and `(check-sat)`.

        Raises BadInput for an unknown engine or a limit that is no positive number; every fault of the solver or of the
        text is an Answer.
        """
        if engine not in ENGINES:
            raise BadInput(f"engine {engine!r}: expected one of {', '.join(ENGINES)}")
        limit = self._timeout if timeout is None else _seconds(timeout)
        self._asked += 1
        request = {"id": self._asked, "text": smtlib, "want_model": want_model, "seed": seed, "seconds": limit}
        begun = time.monotonic()
        try:
            child = self._child(engine)
            begun = time.monotonic()
            reply = child.ask(request, limit)
            return _answer(engine, reply, want_model, time.monotonic() - begun)
        except _TimedOut:
            self._discard(engine)
            return Answer(engine, "timeout", f"killed after {limit:g} s", time.monotonic() - begun)
        except _Fault as fault:
            self._discard(engine)
            return Answer(engine, "error", str(fault), time.monotonic() - begun)
        except BaseException:  # Ctrl-C while a child works: what it would still send answers nobody
            self._discard(engine)
            raise

    def both(self, smtlib: str, *, timeout: float | None = None) -> tuple[Answer, Answer]:
        """The answers of z3 and of cvc5, in this order, to the same text; the two work at the same time."""
        with ThreadPoolExecutor(2) as pool:
            try:
                z3, cvc5 = pool.map(lambda engine: self.run(engine, smtlib, timeout=timeout), ("z3", "cvc5"))
            except BaseException:
                self.close()  # ends the other engine's wait too
                raise
        return z3, cvc5

    def close(self) -> None:
        """Kill the children. They hold nothing worth saving; a later run would start new ones."""
        for engine in tuple(self._children):
            self._discard(engine)

    def _child(self, engine: str) -> _Child:
        child = self._children.get(engine)
        if child is None or not child.alive:
            self._discard(engine)
            child = self._children[engine] = _Child(engine, self._command[engine])
        return child

    def _discard(self, engine: str) -> None:
        child = self._children.pop(engine, None)
        if child is not None:
            child.stop()


def _seconds(timeout: float) -> float:
    if not 0 < timeout <= MAX_TIMEOUT:
        raise BadInput(f"timeout {timeout}: expected seconds, more than 0 and at most {MAX_TIMEOUT:g}")
    return timeout


def _answer(engine: str, reply: Mapping[str, Any], want_model: bool, seconds: float) -> Answer:
    """A child's reply as an Answer, or a fault if it is none."""
    status, reason, values = reply.get("status"), reply.get("reason", ""), reply.get("model")
    try:
        if status not in STATUSES or not isinstance(reason, str):
            raise ValueError
        model: dict[str, Fraction | bool] | None = None
        if status == "sat" and want_model:
            items = dict(values or ()).items()
            model = {name: value if isinstance(value, bool) else Fraction(value) for name, value in items}
    except (ValueError, TypeError, AttributeError, ZeroDivisionError):
        raise _Fault(f"the child answered what cannot be read: status {status!r}"[:200]) from None
    return Answer(engine, status, reason, seconds, model)


def versions() -> dict[str, str]:
    """The installed versions, without loading a solver (z3's fourth number is its packaging's, and is left off)."""
    return {engine: ".".join(metadata.version(name).split(".")[:3]) for engine, name in DISTRIBUTIONS.items()}
