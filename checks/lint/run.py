"""Lint files and folders: find them, lint each, in processes where that pays, and keep what the settings want to hear.

The report is the same for every number of processes, with and without the cache.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from ...errors import BadInput
from ...processes import spawning, starting
from .cache import Cache
from .files import File, Found, find, left_out
from .finding import Finding
from .onefile import MAX_BYTES, lint_bytes, lint_file, place_of
from .result import Result
from .settings import Choice, Nearest

if TYPE_CHECKING:
    from multiprocessing.synchronize import Event

PAYS = 500
"""Files from which on processes pay: fewer are read in the time that one takes to start."""
CHUNK = 16
"""Files sent to a process at once."""
STANDARD = "-"
"""The path that stands for standard input."""


@dataclass(frozen=True)
class Report:
    """What a run found. `lines`: the text of a finding's first line, by its path, cell and line, where it can be shown.

    `read`: files read, `skipped`: paths found on the way and why they were passed over, `complaints`: lines for standard error.
    `failing`: findings that fail. `usable`: whether what was named exists, something of it was read, and no fault of ours was met.
    """

    findings: tuple[Finding, ...]
    lines: Mapping[tuple[str, int | None, int], str]
    read: int
    skipped: tuple[tuple[str, str], ...]
    complaints: tuple[str, ...]
    failing: int
    usable: bool

    @property
    def exit_code(self) -> int:
        """0 clean or only notes, 1 errors or warnings, 2 unusable."""
        return int(self.failing > 0) if self.usable else 2


def lint(
    paths: Sequence[str],
    choice: Choice | None = None,
    *,
    jobs: int | None = None,
    cache: Cache | None = None,
    filtered: bool = False,
    standard_name: str = STANDARD,
) -> Report:
    """Lint what is named: files, folders, or `-` for standard input, which is read as a file called `standard_name`.

    `choice` is what the command line selects; the settings are those of each file's nearest pyproject.toml. `jobs`: processes at
    most (all cores if not given). `filtered`: what is excluded is left out even if it is named, as pre-commit names files.
    Raises `BadInput` for settings that are not understood and for a number of jobs below 1.
    """
    if jobs is not None and jobs < 1:
        raise BadInput(f"jobs is {jobs}, expected an integer of at least 1")
    settings = Nearest(choice)
    found = find((path for path in paths if path != STANDARD), settings, filtered=filtered)
    results = list(_results(found.files, cache, _cores() if jobs is None else jobs))
    if cache is not None:
        cache.save(results)
    if STANDARD in paths:
        why = left_out(standard_name, settings) if filtered and standard_name != STANDARD else ""
        results.append(Result(standard_name, read=False, skipped=why) if why else _standard(standard_name))
    return _report(found, results, settings, filtered)


def _report(found: Found, results: Sequence[Result], settings: Nearest, filtered: bool) -> Report:
    """The results as one report: what the settings want to hear."""
    kept, failing = [], 0
    for finding in sorted((one for result in results for one in result.findings), key=place_of):
        whole = os.path.abspath(finding.path)
        here = settings(os.path.dirname(whole))
        if here.wants(whole, finding.code):
            kept.append(finding)
            failing += finding.level.fails and not here.exit_zero
    lines = {(result.path, cell, line): text for result in results for cell, line, text in result.lines}
    skipped = sorted((*found.skipped, *((result.path, result.skipped) for result in results if result.skipped)))
    complaints = [*found.complaints, *(line for result in results for line in result.complaints)]
    read = sum(result.read for result in results)
    if not read and not complaints and not filtered:
        more = f" ({len(skipped)} passed over, --verbose lists them)" if skipped else ""
        complaints.append(f"nothing to read in what was named{more}")
    usable = bool(read or not complaints) and not found.missing and not any(result.broken for result in results)
    return Report(tuple(kept), lines, read, tuple(skipped), tuple(complaints), failing, usable)


def _standard(name: str) -> Result:
    if sys.stdin is None:
        raise BadInput(f"{STANDARD}: standard input is closed, expected it open")
    return lint_bytes(name, sys.stdin.buffer.read(MAX_BYTES + 1))


def _results(files: Sequence[File], cache: Cache | None, jobs: int) -> Iterator[Result]:
    """The result of each file, in order."""
    kept = {} if cache is None else cache.kept
    if jobs == 1 or len(files) < PAYS:
        yield from map(partial(lint_file, kept=kept, caching=cache is not None), files)
        return
    from concurrent.futures.process import (  # a few files, the usual case, need no more
        BrokenProcessPool,
        ProcessPoolExecutor,
    )

    done = 0
    with ExitStack() as stack:
        with starting():  # an interrupt that waits comes at its end, when there is somebody to end the processes
            context = spawning()
            ended = context.Event()
            able = min(jobs, _cores())  # more would wait for each other
            pool = ProcessPoolExecutor(able, context, initializer=_start, initargs=(kept, cache is not None, ended))
            stack.callback(pool.shutdown, cancel_futures=True)
            stack.callback(ended.set)
            results = pool.map(_one, files, chunksize=CHUNK)
        try:
            for result in results:
                done += 1
                yield result
        except BrokenProcessPool:
            lost, after = files[done], len(files) - done - 1
            line = f"{lost.path}: internal error: a process ended at this file or one of the {after} after it"
            yield Result(lost.path, complaints=(line,), read=False, broken=True)


_given: tuple[Mapping[str, Any], bool, Event]
"""What a process has for every file: the cache, whether there is one, and the event that says that nobody waits any more."""


def _start(kept: Mapping[str, Any], caching: bool, ended: Event) -> None:
    global _given
    _given = kept, caching, ended


def _one(file: File) -> Result:
    kept, caching, ended = _given
    return Result(file.path, read=False) if ended.is_set() else lint_file(file, kept, caching=caching)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
