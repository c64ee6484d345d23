"""The child process that runs the user's code: `python -P -m draftproof.subjects.child DRIVER SUBJECT MEMORY`.

It imports the subject (the current directory is on the path, as for `python -m`), says that it is ready, and answers
each message with the driver's reply. What the user's code prints goes to standard output and error, which the parent
keeps off its own; messages travel on descriptors of their own, so that printing, or closing those, disturbs nothing.

A reply's data is `{"data": ...}`, or `{"failed": kind, "says": line}` with the kind `raised` or `wrong_result`.
"""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
import traceback
from collections.abc import Callable
from typing import IO, Any

from .drive import WrongResult
from .load import load
from .wire import HEADER, Array, Message, pack, unpack

ALARM_GRACE = 2.0
"""Seconds past a call's limit at which the child ends itself, if the parent that should have killed it is gone."""

MAX_LINE = 300
"""Characters of what an exception says."""

LIBRARY = os.path.join(os.path.dirname(os.__file__), "")
"""The standard library: what is raised there is shown at the line that called it."""

Driver = Callable[[Any, Any, tuple[Array, ...]], Message]


def main(driver_name: str, subject: str, memory: int) -> None:
    """Load the subject and answer until the input ends."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(2, 1)
    own = os.getpid()
    _limit_memory(memory)
    driver: Driver = load(driver_name)
    sys.path.insert(0, os.getcwd())
    sys.argv = [subject]

    def send(message: bytes) -> None:
        if os.getpid() != own:  # the user's code forked, and the copy came back here
            os._exit(0)
        with contextlib.suppress(ValueError, OSError):  # the user's code may have closed its standard output
            sys.stdout.flush()
        replies.write(message)

    try:
        target = load(subject)
    except BaseException as error:  # an import may raise SystemExit
        send(pack(failure(error, driver)))
        return
    send(pack({"data": None}))
    while (request := _receive(requests)) is not None:
        (seconds, data), arrays = request
        signal.setitimer(signal.ITIMER_REAL, seconds + ALARM_GRACE)
        answer = _answer(driver, target, data, arrays)
        signal.setitimer(signal.ITIMER_REAL, 0)
        send(answer)


def _answer(driver: Driver, target: Any, data: Any, arrays: tuple[Array, ...]) -> bytes:
    try:
        found, results = driver(target, data, arrays)
        return pack({"data": found}, results)
    except BaseException as error:  # SystemExit and KeyboardInterrupt are faults here, like any other
        return pack(failure(error, driver))


def failure(error: BaseException, driver: Driver) -> dict[str, str]:
    """What is said of a call that raised: its kind, and one line with the place in the user's code, if it has one."""
    try:
        told = " ".join(str(error).split())
    except Exception:
        told = "an error whose text cannot be had"
    if isinstance(error, WrongResult):
        return {"failed": "wrong_result", "says": told}
    ours = (os.path.dirname(__file__), os.path.dirname(driver.__code__.co_filename))
    frames = traceback.extract_tb(error.__traceback__)
    theirs = [frame for frame in frames if not frame.filename.startswith((*ours, "<"))]
    theirs = [frame for frame in theirs if not frame.filename.startswith(LIBRARY)] or theirs
    place = f" ({os.path.basename(theirs[-1].filename)}, line {theirs[-1].lineno})" if theirs else ""
    says = f"raised {type(error).__name__}{': ' if told else ''}{told}"
    return {"failed": "raised", "says": says[:MAX_LINE] + place}


def _receive(stream: IO[bytes]) -> Message | None:
    header = stream.read(HEADER.size)
    if len(header) < HEADER.size:
        return None
    return unpack(stream.read(HEADER.unpack(header)[0]))


def _limit_memory(megabytes: int) -> None:
    """Lower this process's own limit (never raise it); a system that has no such limit goes without."""
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    wanted = megabytes << 20
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
