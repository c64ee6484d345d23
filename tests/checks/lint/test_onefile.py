"""One file: what is not read, what is said of it, and that no fault of ours escapes or passes silently."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from draftproof.checks.lint import judges, onefile, readers
from draftproof.checks.lint.document import Document, Kind
from draftproof.checks.lint.files import File
from draftproof.checks.lint.finding import Finding, Level
from draftproof.checks.lint.onefile import MAX_FINDINGS, lint_bytes, lint_file

Judge = Callable[[Document], Iterator[Finding]]
ABOUT = b'"""Speculative decoding: the draft model proposes, the target model verifies."""\nx = 1 + 2  # a\ny = 3\n'


def judge(document: Document) -> Iterator[Finding]:
    """Finds every `x = `."""
    for passage in document.passages:
        if passage.kind is Kind.CODE and (start := passage.text.find("x = ")) >= 0:
            yield document.finding(passage, start, start + 5, "DP101", Level.ERROR, "message", "fix")


def broken(document: Document) -> Iterator[Finding]:
    """Finds one and fails."""
    yield from judge(document)
    raise ZeroDivisionError("by\nzero")


@pytest.fixture
def judged_by(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def plant(*planted: Judge) -> None:
        monkeypatch.setattr(judges, "judges", lambda: planted)

    plant(judge)
    return plant


@pytest.mark.usefixtures("judged_by")
def test_a_finding_and_its_line() -> None:
    result = lint_bytes("a.py", ABOUT, "key")
    assert [(one.path, one.place.line, one.code) for one in result.findings] == [("a.py", 2, "DP101")]
    assert (result.lines, result.complaints, result.key) == (((None, 2, "x = 1 + 2  # a"),), (), "key")


@pytest.mark.usefixtures("judged_by")
def test_what_cannot_be_about_decoding_is_not_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(path: str, text: str) -> Document:
        raise AssertionError(path)

    monkeypatch.setattr(readers, "parse", parse)
    assert lint_bytes("a.py", b"x = 1\n").read
    assert lint_bytes("a.py", b"x = 1  # draftproof: ignore\n").broken, "a suppression is looked at anywhere"


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("a.py", b"caf\xe9\n", "a.py: not UTF-8 at byte 3"),
        ("a.py", b"x = 1\n\0\n", "a.py: a NUL character at line 2"),
        ("a.ipynb", b'{"cells": [{"source": "speculative decoding draft model', "a.ipynb: "),
    ],
)
def test_bad_input_is_one_line(name: str, data: bytes, said: str) -> None:
    result = lint_bytes(name, data, "key")
    assert (result.read, result.broken, result.key, len(result.complaints)) == (False, False, "", 1)
    assert result.complaints[0].startswith(said)
    assert "\n" not in result.complaints[0]


@pytest.mark.usefixtures("judged_by")
def test_what_is_passed_over_inside_is_one_line() -> None:
    data = ABOUT + b"# " + b"a" * 30_000 + b"\n# " + b"b" * 30_000 + b"\n"
    result = lint_bytes("a.py", data)
    assert (result.read, len(result.findings)) == (True, 1)
    assert result.complaints == ("a.py: passed over: line 4: more than 20000 characters (and 1 more)",)


def test_more_findings_than_anybody_reads_are_left_out(judged_by: Callable[..., None]) -> None:
    asked = []

    def endless(document: Document) -> Iterator[Finding]:
        while True:
            asked.append(document)
            yield from judge(document)

    judged_by(endless)
    result = lint_bytes("a.py", ABOUT)
    assert (result.broken, len(asked)) == (False, MAX_FINDINGS + 1)
    assert result.complaints == (f"a.py: passed over: what comes behind {MAX_FINDINGS} findings of one kind",)


@pytest.mark.usefixtures("judged_by")
def test_a_pipe_is_read_and_one_that_nobody_writes_to_is_not_waited_for(tmp_path: Path) -> None:
    pipe = str(tmp_path / "a.py")
    os.mkfifo(pipe)
    empty = lint_file(File(pipe, named=True), {})
    assert (empty.read, empty.complaints) == (False, (f"{pipe}: cannot be read (a pipe that nothing comes from)",))
    writer = os.open(pipe, os.O_RDWR)  # an end to write to, whoever reads
    os.write(writer, ABOUT)
    timer = threading.Timer(0.05, os.close, (writer,))
    timer.start()
    assert len(lint_file(File(pipe, named=True), {}).findings) == 1
    timer.join()


def test_a_judge_that_fails_is_a_line_and_the_others_are_heard(judged_by: Callable[..., None]) -> None:
    judged_by(broken, judge)
    result = lint_bytes("a.py", ABOUT, "key")
    assert (len(result.findings), result.broken, result.read, result.key) == (1, True, True, "")
    (line,) = result.complaints
    assert line.startswith("a.py: internal error: ZeroDivisionError: by zero (test_onefile.py:")


@pytest.mark.parametrize("error", [RecursionError("deep"), MemoryError(), ValueError("x"), AssertionError()])
def test_a_reader_that_fails_is_a_line(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(path: str, text: str) -> Document:
        raise error

    monkeypatch.setattr(readers, "parse", parse)
    result = lint_bytes("a.py", ABOUT)
    assert (result.broken, result.read, len(result.complaints)) == (True, False, 1)
    assert f"internal error: {type(error).__name__}" in result.complaints[0]


def test_an_interrupt_is_not_a_fault(judged_by: Callable[..., None]) -> None:
    def interrupted(document: Document) -> Iterator[Finding]:
        raise KeyboardInterrupt
        yield

    judged_by(interrupted)
    with pytest.raises(KeyboardInterrupt):
        lint_bytes("a.py", ABOUT)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timer here")
def test_a_file_that_takes_too_long_is_a_line(judged_by: Callable[..., None], monkeypatch: pytest.MonkeyPatch) -> None:
    def endless(document: Document) -> Iterator[Finding]:
        while True:
            pass
        yield

    judged_by(endless)
    monkeypatch.setattr(onefile, "SECONDS", 0.05)
    before = signal.getsignal(signal.SIGPROF)
    result = lint_bytes("a.py", ABOUT)
    assert result.complaints == ("a.py: passed over: it takes more than 0.05 s of processor time",)
    assert (result.read, result.broken) == (False, False)  # no fault of ours that fails the whole run
    assert (signal.getsignal(signal.SIGPROF), signal.getitimer(signal.ITIMER_PROF)[0]) == (before, 0)


@pytest.mark.usefixtures("judged_by")
def test_somebody_elses_timer_stays() -> None:
    signal.setitimer(signal.ITIMER_PROF, 1000)
    try:
        assert lint_bytes("a.py", ABOUT).findings
        assert signal.getitimer(signal.ITIMER_PROF)[0] > 900
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


@pytest.mark.usefixtures("judged_by")
def test_a_named_file_is_read_whatever_is_in_it(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(b"# @generated\n" + ABOUT)
    assert lint_file(File(str(file)), {}).skipped == "generated, as it says"
    assert lint_file(File(str(file), named=True), {}).findings


def test_what_cannot_be_opened_is_a_line(tmp_path: Path) -> None:
    result = lint_file(File(str(tmp_path)), {})
    assert (result.read, result.broken) == (False, False)
    assert result.complaints == (f"{tmp_path}: cannot be read (Is a directory)",)


def test_what_is_too_large_to_be_text_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onefile, "MAX_BYTES", 2**20)
    assert lint_bytes("a.log", b"x" * 2**20 + b"x").complaints == ("a.log: more than 1 MiB",)


@pytest.mark.usefixtures("judged_by")
def test_a_known_result_is_taken_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_bytes(ABOUT)
    first = lint_file(File(str(file)), {}, caching=True)
    assert first.key
    kept = {first.key: {"findings": [], "lines": [], "complaints": [": as kept"]}}
    assert lint_file(File(str(file)), kept, caching=True).complaints == (f"{file}: as kept",)
    assert lint_file(File(str(file)), kept).complaints == ()


@pytest.mark.usefixtures("judged_by")
def test_a_line_that_no_person_wrote_is_not_kept() -> None:
    result = lint_bytes("a.py", b"# draft model, speculative decoding\nx = 1" + b" + 1" * 2000 + b"\n")
    assert (len(result.findings), result.lines) == (1, ())
