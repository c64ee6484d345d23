"""Processes of this package's own work, which import nothing from the folder that the user happens to be in.

`python -c` and `python -m` put that folder first on the path, before the standard library, and the processes of a pool are
started by the one or the other. Whoever lints a stranger's repository must not run its `multiprocessing.py` by that.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

SAFE = "PYTHONSAFEPATH"
"""Set in a process's environment it keeps the current folder off the path that the process starts with. A process of a
pool is then given the path of the one that started it."""
SERVED = "DRAFTPROOF_SERVED"
"""Set in the environment of the server of processes: what it imports for all of them (`served`)."""


@contextmanager
def starting() -> Iterator[None]:
    """Around whatever starts processes: the folder is not theirs, and an interrupt is left to this process.

    A terminal sends Ctrl-C to all of them. It waits here until the block has ended, and in them for good: the signals
    that are blocked are inherited. Blocking alone would not do here: a thread that a library has begun gets the signal then,
    and Python raises it in this one.
    """
    before = None
    with _set(SAFE, "1"), _interrupts_waiting():
        try:
            if hasattr(signal, "pthread_sigmask"):
                from multiprocessing import resource_tracker  # what starts no process need not load it

                resource_tracker.ensure_running()  # whatever needs it starts it, and it then lets interrupts through again
                before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            yield
        finally:
            if before is not None:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _interrupts_waiting() -> Iterator[None]:
    """An interrupt that comes in the block is raised at its end. (Python lets only the main thread say so.)"""
    handler = signal.getsignal(signal.SIGINT)
    if not callable(handler) or threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, handler)
        if came:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _set(name: str, value: str) -> Iterator[None]:
    """A variable of the environment, for the processes started in the block."""
    given = os.environ.get(name)
    os.environ[name] = value
    try:
        yield
    finally:
        if given is None:
            del os.environ[name]
        else:
            os.environ[name] = given


def spawning() -> BaseContext:
    """Each process starts anew. (A fork would copy a process whose other threads may hold locks.)"""
    import multiprocessing  # what uses few processes, or none, need not load it

    return multiprocessing.get_context("spawn")


def forking(modules: Sequence[str]) -> BaseContext:
    """Processes are copies of one that has imported `modules` and does nothing else; it begins to at once.

    So they import them once, while this process goes on. Where the system has no such server they are spawned. Only
    the first call chooses the modules; one that cannot be imported is left to the process that needs it.
    """
    import multiprocessing

    if "forkserver" not in multiprocessing.get_all_start_methods():
        return spawning()
    from multiprocessing import forkserver

    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload([f"{__package__}.served"])
    with starting(), _set(SERVED, ",".join(modules)):
        forkserver.ensure_running()
    return context
