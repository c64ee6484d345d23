"""Two formats at once: the one in a copy of this process, the other here."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from typing import TypeVar

Given = TypeVar("Given")


def both(first: Callable[[], str], second: Callable[[], Given]) -> tuple[str, Given]:
    """What both give. The first, which gives a text, runs in a copy of this process, which sees the document that is made already.

    Where processes cannot be copied, other threads run (one may hold a lock that the copy would wait for) or the copy fails,
    it runs here: what it raises is raised here.
    """
    if not hasattr(os, "fork") or threading.active_count() > 1:
        return first(), second()
    ours, theirs = os.pipe()
    copy = os.fork()
    if not copy:
        _give(first, theirs)
    os.close(theirs)
    try:
        here = second()
    finally:
        with os.fdopen(ours, "rb") as pipe:
            sent = pipe.read()
        _, status = os.waitpid(copy, 0)
    return (sent.decode() if status == 0 else first()), here


def _give(work: Callable[[], str], end: int) -> None:
    """Send what the work gives, and end without what belongs to the process that was copied: its buffers, its exit handlers."""
    status = 1
    try:
        with os.fdopen(end, "wb") as pipe:
            pipe.write(work().encode())
        status = 0
    finally:
        os._exit(status)
