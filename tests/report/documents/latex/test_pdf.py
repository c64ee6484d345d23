"""The PDF: the same bytes twice, nothing run or read, and every fault of a page an error."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from draftproof.errors import BadInput
from draftproof.report.documents.latex import pdf
from draftproof.report.documents.latex.pdf import FaultyPage, build, complaints


def page(body: str, packages: str = "amsmath") -> str:
    return rf"\documentclass{{article}}\usepackage{{{packages}}}\begin{{document}}{body}\end{{document}}"


def executable(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)


def test_no_engine_names_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(
        BadInput, match=r"no pdflatex, lualatex, tectonic found.*apt-get install texlive-latex-recommended"
    ):
        build(page("x"))


@pytest.mark.parametrize("program", ["pdflatex", "lualatex", "tectonic"])
def test_the_engines_in_their_order(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str) -> None:
    """Any of them is taken where it is alone; what it writes is returned."""
    executable(tmp_path / program, "echo page > draftproof.pdf; echo fine > draftproof.log")
    monkeypatch.setenv("PATH", str(tmp_path))
    assert build(page("x")) == b"page\n"
    for engine in pdf.ENGINES:
        executable(tmp_path / engine.program, f"echo {engine.program} > draftproof.pdf; echo fine > draftproof.log")
    assert build(page("x")) == b"pdflatex\n"


def test_an_engine_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    executable(tmp_path / "pdflatex", "while :; do :; done")
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(pdf, "SECONDS", 0.2)
    with pytest.raises(FaultyPage, match="did not end within"):
        build(page("x"))


def test_an_engine_that_writes_nothing_or_never_settles(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
    executable(tmp_path / "pdflatex", "exit 1")
    with pytest.raises(FaultyPage, match="no log was written"):
        build(page("x"))
    executable(tmp_path / "pdflatex", "echo > draftproof.log")
    with pytest.raises(FaultyPage, match="no page was written"):
        build(page("x"))
    executable(tmp_path / "pdflatex", "echo > draftproof.log; echo > draftproof.pdf; echo >> draftproof.aux")
    with pytest.raises(FaultyPage, match="not settled"):
        build(page("x"))


@pytest.mark.parametrize(
    "line",
    [
        "! Undefined control sequence.",
        r"Overfull \hbox (12.0pt too wide) in paragraph at lines 3--4",
        r"Overfull \vbox (12.0pt too high) has occurred while \output is active",
        "LaTeX Warning: Reference `a' on page 1 undefined on input line 3.",
        "LaTeX Font Warning: Font shape `X' undefined",
        "Package hyperref Warning: Token not allowed in a PDF string",
        "Class article Warning: odd",
        "Missing character: There is no x in font y!",
        "pdfTeX warning (ext4): destination with the same identifier",
    ],
)
def test_what_a_log_complains_of(line: str) -> None:
    assert complaints(f"This is TeX\n{line}\n\nOutput written") == (line,)


def test_what_a_log_may_say() -> None:
    assert complaints("Underfull \\hbox (badness 10000)\nLaTeX Font Info: x\nPackage: hyperref\n\\warning=1\n") == ()


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        (r"\rule{400pt}{1pt}", r"Overfull \\hbox"),
        (r"\rule{1pt}{700pt}", r"Overfull \\vbox"),
        (r"\ref{nowhere}", "undefined"),
        (r"\cite{nowhere}", "undefined"),
        (r"\nothing", "Undefined control sequence"),
        (r"x\label{a}\label{a}", "multiply defined"),
        ("{\\nullfont x}", "Missing character"),
        (r"\input{/etc/passwd}", "not found|openin_any"),
        (r"\newread\f\openin\f=/etc/passwd \ifeof\f\nothing\fi", "Undefined control sequence"),
    ],
)
def test_a_planted_fault_is_caught(pdflatex: str, body: str, fault: str) -> None:
    with pytest.raises(FaultyPage, match=fault) as caught:
        build(page(body))
    assert caught.value.lines, pdflatex


def test_no_command_is_run(pdflatex: str, tmp_path: Path) -> None:
    build(page(rf"x\immediate\write18{{touch {tmp_path / 'run'}}}"))
    assert not (tmp_path / "run").exists(), pdflatex


def test_the_same_text_gives_the_same_bytes_and_no_date(pdflatex: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    text = page(r"\tableofcontents\section{One}\label{a}\ref{a}", "hyperref")
    first = build(text)
    assert first == build(text), pdflatex
    assert b"CreationDate" not in first
    assert b"draftproof-" not in first, "the folder's name"


def test_a_date_that_is_given_is_written(pdflatex: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    monkeypatch.setenv("TZ", "UTC")
    found = build(page("x"))
    assert b"D:19700102000000Z" in found, pdflatex
    assert found == build(page("x"))


def test_a_run_that_is_ended_leaves_no_engine_and_no_folder(tmp_path: Path) -> None:
    """SIGTERM, while TeX runs: the process ends by the signal, as it would have."""
    executable(
        tmp_path / "pdflatex",
        f"echo $$ > {tmp_path / 'pid'}; mv {tmp_path / 'pid'} {tmp_path / 'began'}; exec sleep 60",
    )
    (tmp_path / "folders").mkdir()
    command = [sys.executable, "-c", "from draftproof.report.documents.latex.pdf import build; build('x')"]
    environment = {
        **os.environ,
        "PATH": f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin",
        "TMPDIR": str(tmp_path / "folders"),
    }
    with subprocess.Popen(command, env=environment) as child:
        end = monotonic() + 60
        while not (tmp_path / "began").exists() and monotonic() < end:
            sleep(0.02)
        engine = int((tmp_path / "began").read_text())
        assert list((tmp_path / "folders").iterdir())
        child.terminate()
        assert child.wait(60) == -signal.SIGTERM
    assert not list((tmp_path / "folders").iterdir())
    with pytest.raises(ProcessLookupError):
        os.kill(engine, 0)


def test_what_an_engine_without_a_log_said_last_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}/usr/bin{os.pathsep}/bin")
    executable(tmp_path / "pdflatex", "echo 'first'; echo 'pdflatex: fatal: no format' >&2; echo; exit 1")
    with pytest.raises(FaultyPage, match="no log was written by pdflatex: pdflatex: fatal: no format"):
        build(page("x"))


@pytest.mark.parametrize("date", ["garbage", "-1", "1e3", "5 ", "1" * 13])
def test_a_date_that_is_none_is_named(date: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", date)
    with pytest.raises(BadInput, match=r"SOURCE_DATE_EPOCH: .* is no date, expected whole seconds"):
        build(page("x"))


@pytest.fixture
def lualatex(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The only engine there is."""
    path = shutil.which("lualatex")
    if path is None:
        pytest.skip("lualatex is not installed")
    (tmp_path / "lualatex").symlink_to(Path(path).resolve())
    monkeypatch.setenv("PATH", str(tmp_path))


@pytest.mark.usefixtures("lualatex")
def test_lualatex_takes_fonts_that_every_latex_has() -> None:
    """Its own ones (Latin Modern) are a package apart, and an article without them is not refused."""
    found = build(page(r"x \textbf{y} \textit{z} \texttt{t} $\alpha$"))
    assert b"LMRoman" not in found
    assert b"CMR10" in found or b"/ObjStm" in found
