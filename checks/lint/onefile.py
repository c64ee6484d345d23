"""Lint one file: read it, leave out what cannot be about decoding, judge, settle, suppress. Nothing raised in it escapes.

What cannot be read, and what was passed over inside of a file, is one line. So is a fault of a reader or judge of ours: the
other judges are still asked, and the run says that it is broken.
"""

from __future__ import annotations

import os
import signal
import stat
import threading
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import islice
from types import FrameType
from typing import Any

from ...errors import BadInput
from . import cache
from .document import SUPPRESSES, Document
from .files import File, made
from .finding import Finding
from .result import Result
from .words import about

MAX_BYTES = 64 * 2**20
"""The largest file read at all: no text that people write, and far below what exhausts memory."""
SECONDS = 30
"""Processor time that one file may take. The bounds of readers and judges keep it far below: this is for what they overlook."""
MAX_LINE = 5_000
"""The longest line that is kept to be shown."""
MAX_FINDINGS = 200
"""Findings that one judge makes in one file: who writes more of them has read enough, and each takes its time."""


class TooLongError(Exception):
    """The file took longer than `SECONDS`."""


def lint_file(file: File, kept: Mapping[str, Any], *, caching: bool = False) -> Result:
    """What one file gives. If `caching`, the result has its key, and is taken from `kept` where it is there."""
    try:
        data = _content(file.path)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or error
        return Result(file.path, complaints=(f"{file.path}: cannot be read ({why})",), read=False)
    if not file.named and (why := made(file.path, data)):
        return Result(file.path, read=False, skipped=why)
    key = cache.key(file.path, data) if caching else ""
    known = cache.result_of(kept, file.path, key) if key else None
    return lint_bytes(file.path, data, key) if known is None else known


def _content(path: str) -> bytes:
    """What is in a file, or comes from a pipe. One that nobody writes to is not waited for."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
    with open(descriptor, "rb") as opened:
        mode = os.fstat(descriptor).st_mode
        if not stat.S_ISREG(mode):
            os.set_blocking(descriptor, True)  # only opening it was not to wait
        data = opened.read(MAX_BYTES + 1) or b""  # no bytes where a device has none yet
    if stat.S_ISFIFO(mode) and not data:
        raise ValueError("a pipe that nothing comes from")
    return data


def lint_bytes(path: str, data: bytes, key: str = "") -> Result:
    """What the content of a file gives; `path` says how it is read."""
    from .readers import decode, parse  # not before something is read that the cache does not know

    try:
        if len(data) > MAX_BYTES:
            raise BadInput(f"{path}: more than {MAX_BYTES // 2**20} MiB")
        with _limited():
            text = decode(path, data)
            if not about(text) and SUPPRESSES not in text:
                return Result(path, key=key)
            document = parse(path, text)
            findings, left, faults = judged(document)
    except BadInput as error:
        return Result(path, complaints=(str(error),), read=False)
    except TooLongError as error:  # what was found by then is left out: a suppression of the rest would count as unused
        return Result(path, complaints=(f"{path}: passed over: {error}",), read=False)
    except Exception as error:
        return Result(path, complaints=(f"{path}: {_fault(error)}",), read=False, broken=True)
    complaints = [f"{path}: {what}" for what in (*_few((*document.skipped, *left)), *faults)]
    return Result(
        path,
        tuple(findings),
        tuple(_lines(document, findings)),
        tuple(complaints),
        broken=bool(faults),
        key="" if faults else key,
    )


def judged(document: Document) -> tuple[list[Finding], list[str], list[str]]:
    """The findings of all judges, settled, suppressed and in order; what was left out; and the faults of judges."""
    from .judges import judges
    from .settle import settled
    from .suppress import suppressed

    found: list[Finding] = []
    left, faults = [], []
    for judge in judges():
        try:
            own = iter(judge(document))
            found += islice(own, MAX_FINDINGS)
            if next(own, None) is not None:
                left.append(f"what comes behind {MAX_FINDINGS} findings of one kind")
        except TooLongError:
            raise
        except Exception as error:
            faults.append(_fault(error))
    return sorted(suppressed(document, settled(found)), key=place_of), left, faults


def place_of(finding: Finding) -> tuple[str, int, int, int, str]:
    """What findings are sorted by."""
    place = finding.place
    return finding.path, -1 if place.cell is None else place.cell, place.line, place.column, finding.code


def _few(skipped: Sequence[str]) -> Iterator[str]:
    """What was passed over in a file, in one line."""
    if skipped:
        more = f" (and {len(skipped) - 1} more)" if len(skipped) > 1 else ""
        yield f"passed over: {skipped[0]}{more}"


def _lines(document: Document, findings: Iterable[Finding]) -> Iterator[tuple[int | None, int, str]]:
    """The lines that findings begin on, but for those that no person wrote."""
    sources = {source.cell: source for source in document.sources}
    for cell, line in dict.fromkeys((finding.place.cell, finding.place.line) for finding in findings):
        start = sources[cell].offset(line)
        text = sources[cell].text[start : start + MAX_LINE + 1].partition("\n")[0]
        if len(text) <= MAX_LINE:
            yield cell, line, text


def _fault(error: Exception) -> str:
    """A fault of ours, in one line, with where it was."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" ({os.path.basename(frames[-1].filename)}:{frames[-1].lineno})" if frames else ""
    said = " ".join(str(error).split())[:200]
    return f"internal error: {type(error).__name__}{': ' if said else ''}{said}{place}"


@contextmanager
def _limited() -> Iterator[None]:
    """At most `SECONDS`, where a signal can say so: in the main thread, and if nobody else has set this timer."""
    able = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not able or signal.getitimer(signal.ITIMER_PROF)[0]:
        yield
        return

    def stop(number: int, frame: FrameType | None) -> None:
        raise TooLongError(f"it takes more than {SECONDS} s of processor time")

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
