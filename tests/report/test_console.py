"""How a command ends: one line and a code, whatever happened."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import click
import pytest
from draftproof.errors import BadInput, StepRejected
from draftproof.report import console


def raising(error: BaseException) -> Callable[[], int]:
    def command() -> int:
        raise error

    return command


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (BadInput("alpha is 2,\n expected [0, 1]"), 2, "draftproof: alpha is 2, expected [0, 1]\n"),
        (StepRejected("no", step="algebra"), 2, "draftproof: algebra: no\n"),
        (click.UsageError("no such option"), 2, "Error: no such option\n"),
        (click.exceptions.Exit(3), 3, ""),
        (KeyboardInterrupt(), 130, ""),
        (click.Abort(), 130, ""),
    ],
)
def test_errors(error: BaseException, code: int, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert console.exit_code(raising(error)) == code
    assert capsys.readouterr() == ("", said)


def test_what_ends_the_program_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Whoever asks a chain's module for something must not take its exit for a success."""
    module = Path(console.__file__).with_name("planted.py")

    def command() -> int:
        exec(compile("def evidence():\n    raise SystemExit(0)\n\n\nevidence()\n", module, "exec"))
        return 0

    assert console.exit_code(command) == 2
    assert capsys.readouterr() == ("", "draftproof: report/planted.py:2: ends the program: SystemExit: 0\n")


def test_a_fault_of_the_program_is_not_hidden() -> None:
    with pytest.raises(ZeroDivisionError):
        console.exit_code(raising(ZeroDivisionError()))


@pytest.mark.parametrize(
    ("terminal", "environment", "shown"),
    [
        (True, {}, True),
        (False, {}, False),
        (True, {"NO_COLOR": "1"}, False),
        (True, {"NO_COLOR": ""}, True),
        (True, {"TERM": "dumb"}, False),
    ],
)
def test_colour(terminal: bool, environment: dict[str, str], shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal, raising=False)
    assert console.colour() is shown


def test_the_width_is_that_of_the_terminal_or_what_columns_says(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "57")
    assert console.width() == 57


def test_a_file_name_cannot_steer_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert console.exit_code(raising(BadInput("a\x1b[31m\u202eγ\nb: cannot be read"))) == 2
    assert capsys.readouterr().err == "draftproof: a\\x1b[31m\\u202eγ b: cannot be read\n"


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_full_disk_behind_a_stream_is_code_2_and_no_traceback(stream: str) -> None:
    alpha = {"stdout": ".7", "stderr": "7"}[stream]
    with open("/dev/full", "w") as full:
        streams = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | {stream: full}
        command = [sys.executable, "-c", "from draftproof.cli import main; main()", "plan", "--draft-cost", ".1"]
        done = subprocess.run([*command, "--alpha", alpha], **streams, text=True, check=False)
    said = "draftproof: standard output: No space left on device, expected it to be usable\n"
    assert (done.returncode, done.stderr) == (2, said if stream == "stdout" else None)


def test_a_closed_standard_output_is_no_fault_where_nothing_is_asked_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert console.exit_code(lambda: 1) == 1


def test_a_closed_standard_output_has_no_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    assert not console.colour()
