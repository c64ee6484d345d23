"""Two pieces of work at once give what they give one after the other."""

from __future__ import annotations

import os
import threading

import pytest
from draftproof.report.documents.beside import both

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="no copies of processes")


def _process() -> str:
    return str(os.getpid())


@needs_fork
def test_the_first_runs_in_another_process() -> None:
    there, here = both(_process, os.getpid)
    assert str(here) == _process() != there


def test_large_results_come_whole() -> None:
    """More than a pipe holds, while the other is at work."""
    assert both(lambda: "a" * 10**6, lambda: "b" * 10**6) == ("a" * 10**6, "b" * 10**6)


def test_what_either_raises_is_raised_here() -> None:
    with pytest.raises(ZeroDivisionError):
        both(lambda: str(1 // 0), lambda: 1)
    with pytest.raises(ZeroDivisionError):
        both(str, lambda: 1 // 0)


def test_what_cannot_be_sent_is_made_here() -> None:
    assert both(lambda: "\ud800", lambda: None) == ("\ud800", None)


def test_beside_other_threads_no_process_is_copied() -> None:
    gate = threading.Event()
    thread = threading.Thread(target=gate.wait)
    thread.start()
    try:
        assert both(_process, os.getpid) == (_process(), os.getpid())
    finally:
        gate.set()
        thread.join()


def test_where_processes_cannot_be_copied(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "fork")
    assert both(_process, os.getpid) == (_process(), os.getpid())
