"""What a run writes, and where."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from draftproof.checks.lint.finding import Finding, Level, Place
from draftproof.checks.lint.run import Report
from draftproof.errors import BadInput
from draftproof.report.lint import complain, write

FOUND = Report(
    (Finding("a.py", Place(1, 1), Place(1, 6), "DP101", Level.ERROR, "m", "1 + γ", "f"),),
    {("a.py", None, 1): "1 + γ"}, 3, (("b.png", "no kind of file that is read"),), ("c\x1b.py: not UTF-8",), 1, usable=True,
)  # fmt: skip


@pytest.mark.parametrize(
    ("form", "start"),
    [("text", "a.py:1:1: DP101"), ("json", '{\n "schema"'), ("sarif", '{\n "$schema"'), ("github", "::error ")],
)
def test_each_format_goes_to_standard_output_alone(form: str, start: str, capfd: pytest.CaptureFixture[str]) -> None:
    write(FOUND, form, None)
    out, err = capfd.readouterr()
    assert (out.startswith(start), err) == (True, "")


def test_a_file_gets_the_findings_and_the_terminal_their_number(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.json"
    write(FOUND, "json", str(path))
    assert len(json.loads(path.read_text("utf-8"))["findings"]) == 1
    assert capsys.readouterr() == ("1 error in 1 file (3 read)\n", "")
    write(FOUND, "text", str(path))
    assert "\033" not in path.read_text("utf-8")
    with pytest.raises(BadInput, match="cannot be written"):
        write(FOUND, "json", str(tmp_path / "none" / "x"))


@pytest.mark.parametrize("form", ["text", "json", "sarif", "github"])
def test_a_closed_standard_output_is_refused(form: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    with pytest.raises(BadInput, match="standard output is closed"):
        write(FOUND, form, None)


def test_what_cannot_be_read_is_a_line_and_what_is_passed_over_if_asked(capsys: pytest.CaptureFixture[str]) -> None:
    complain(FOUND)
    assert capsys.readouterr() == ("", "draftproof: c\\x1b.py: not UTF-8\n")
    complain(FOUND, verbose=True)
    assert capsys.readouterr().err.splitlines()[1:] == ["draftproof: b.png: passed over (no kind of file that is read)"]
