"""The user's code in a child process: started, asked, killed at its limits, and started again when it has died."""

from __future__ import annotations

import contextlib
import functools
import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any

import click

from ..errors import BadInput
from .load import split
from .outcome import Failed, Outcome, Returned
from .wire import HEADER, MAX_FRAME, Array, Message, pack, unpack

CALL = "draftproof.subjects.drive:call"
"""The default driver: call the target with the arrays."""

KEPT = 2_000
"""Characters kept of what the user's code printed: its last words."""

CHUNK = 1 << 16
"""Bytes read at once, what a pipe holds."""


@dataclass(frozen=True)
class Limits:
    """Seconds for one call, megabytes of address space, and seconds for loading.

    Importing torch on a busy machine takes tens of seconds, which says nothing about a call.
    """

    timeout: float = 10.0
    memory: int = 16_384
    load: float = 120.0


class _Hung(Exception):
    """The child did not answer in time."""


class _Ended(Exception):
    """The child's end of the pipe is closed."""


@dataclass
class _Child:
    """One process, in a session of its own: killing its group kills what it started."""

    process: subprocess.Popen[bytes]
    printed: bytearray = field(default_factory=bytearray)

    @staticmethod
    def start(driver: str, subject: str, memory: int) -> _Child:
        command = [sys.executable, "-P", "-m", f"{__package__}.child", driver, subject, str(memory)]
        process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
        )
        for pipe in (process.stdin, process.stdout):
            assert pipe is not None
            os.set_blocking(pipe.fileno(), False)
        child = _Child(process)
        threading.Thread(target=child._listen, daemon=True).start()
        return child

    def _listen(self) -> None:
        """Keep the end of what is printed, so that a full pipe never stops the child."""
        stream = self.process.stderr
        assert stream is not None
        with contextlib.suppress(OSError, ValueError):
            while chunk := os.read(stream.fileno(), CHUNK):
                self.printed += chunk
                del self.printed[: -4 * KEPT]

    def last_words(self) -> str:
        return self.printed.decode("utf-8", "replace")[-KEPT:].strip()

    def send(self, frame: bytes, deadline: float) -> None:
        stream = self.process.stdin
        assert stream is not None
        rest = memoryview(frame)
        while rest:
            _wait(stream.fileno(), select.POLLOUT, deadline)
            try:
                rest = rest[os.write(stream.fileno(), rest) :]
            except BlockingIOError:
                continue
            except OSError:
                raise _Ended from None

    def receive(self, deadline: float) -> Message:
        """The next message; `ValueError` for what is none."""
        (length,) = HEADER.unpack(self._read(HEADER.size, deadline))
        if length > MAX_FRAME:
            raise ValueError("no length of a message")
        return unpack(self._read(length, deadline))

    def _read(self, count: int, deadline: float) -> bytes:
        stream = self.process.stdout
        assert stream is not None
        found = bytearray()
        while len(found) < count:
            _wait(stream.fileno(), select.POLLIN, deadline)
            with contextlib.suppress(BlockingIOError):
                chunk = os.read(stream.fileno(), min(count - len(found), CHUNK))
                if not chunk:
                    raise _Ended
                found += chunk
        return bytes(found)

    def how_it_ended(self) -> str:
        """Wait a moment for the process whose pipe has closed."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self.process.wait(1.0)
            if code < 0:
                return f"its process was killed by {signal.Signals(-code).name}"
            return f"its process exited with status {code}"
        return "it closed the pipe that it answers on"

    def stop(self) -> None:
        """Kill the child and all that it started. Harmless when it is dead."""
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout):
            assert pipe is not None
            with contextlib.suppress(OSError):
                pipe.close()


def _wait(descriptor: int, event: int, deadline: float) -> None:
    poll = select.poll()
    poll.register(descriptor, event)
    if not poll.poll(max(0.0, deadline - time.monotonic()) * 1000):
        raise _Hung


class Subject:
    """What the user named, loaded in a child process. A context: on leaving it, the child is killed."""

    def __init__(self, name: str, driver: str = CALL, limits: Limits | None = None) -> None:
        split(name)
        self.name, self._driver, self._limits = name, driver, limits or Limits()
        self._child: _Child | None = None

    @staticmethod
    def load(name: str, *, driver: str = CALL, limits: Limits | None = None) -> Subject:
        """Import it now. Raises `BadInput` with one line where that does not work."""
        subject = Subject(name, driver, limits)
        failed = subject._started()
        if failed is not None:
            subject.close()
            raise BadInput(f"{name}: cannot be loaded: {failed.says}")
        return subject

    def ask(self, data: Any = None, *arrays: Array) -> Outcome:
        """The driver's answer to one message, or how the call failed. Never raises for what the user's code does."""
        frame = pack([self._limits.timeout, data], arrays)
        if self._child is None and (failed := self._started()) is not None:
            return Failed("died", f"it could not be loaded again: {failed.says}", failed.printed)
        return self._exchange(frame, self._limits.timeout, "no answer")

    def _started(self) -> Failed | None:
        """Start a child; None when it is ready."""
        self._child = _Child.start(self._driver, self.name, self._limits.memory)
        outcome = self._exchange(b"", self._limits.load, "still importing")
        return outcome if isinstance(outcome, Failed) else None

    def _exchange(self, frame: bytes, seconds: float, waiting: str) -> Outcome:
        child = self._child
        assert child is not None
        deadline = time.monotonic() + seconds
        try:
            child.send(frame, deadline)
            data, arrays = child.receive(deadline)
            if "failed" in data:
                return Failed(str(data["failed"]), str(data["says"]), child.last_words())
            return Returned(data["data"], arrays)
        except _Hung:
            failed = Failed("hung", f"{waiting} after {seconds:g} s", child.last_words())
        except _Ended:
            failed = Failed("died", child.how_it_ended(), child.last_words())
        except (ValueError, KeyError, TypeError):
            failed = Failed("garbled", "what came back on its pipe is no message of ours", child.last_words())
        self.close()
        return failed

    def close(self) -> None:
        """Kill the child; the next call starts another."""
        if self._child is not None:
            self._child.stop()
            self._child = None

    def __enter__(self) -> Subject:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def limit_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options --timeout and --memory of an audit's command, which gets them as `limits`."""

    @click.option("--timeout", type=float, default=Limits.timeout, show_default=True, help="Seconds for one call.")
    @click.option("--memory", type=int, default=Limits.memory, show_default=True, help="Megabytes of address space.")
    @functools.wraps(command)
    def with_limits(timeout: float, memory: int, **others: Any) -> Any:
        if not 0 < timeout <= 86_400:
            raise BadInput(f"--timeout {timeout}: expected seconds above 0, at most a day")
        if memory < 256:
            raise BadInput(f"--memory {memory}: expected at least 256 megabytes, what Python and NumPy need")
        return command(limits=Limits(timeout, memory), **others)

    return with_limits
