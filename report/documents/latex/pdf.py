r"""The article set: by pdflatex, lualatex or tectonic, whichever is found first, in a folder of its own that is removed again.

Nothing that the text says is run (`-no-shell-escape`), nor is a file read or written outside that folder and TeX's own. A page
that TeX complains of is no page: an overfull box, an undefined reference, a missing character and any warning of LaTeX or of a
package are errors. The same text gives the same bytes on one machine: no date is written, unless SOURCE_DATE_EPOCH gives one.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from time import monotonic

from ....errors import BadInput, DraftproofError

JOB = "draftproof"
PASSES = 5
"""Passes at most: contents, references and the widths of tables settle in three."""

SECONDS = 300.0
"""For all passes. The article of all chains, 300 pages, takes some 10 seconds a pass."""

DATE = "SOURCE_DATE_EPOCH"
"""The variable that gives a date (https://reproducible-builds.org/specs/source-date-epoch): seconds since 1970."""

PACKAGE = "texlive-latex-recommended"
"""Debian's package with pdflatex and all that the article uses."""


class NoEngine(BadInput):
    """No program that sets LaTeX is found."""


class FaultyPage(DraftproofError):
    """TeX set the article with faults, or not at all. `lines` are those of its log that say so."""

    def __init__(self, lines: tuple[str, ...]) -> None:
        self.lines = lines
        more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
        super().__init__(f"the article has faults: {lines[0]}{more}")


@dataclass(frozen=True)
class Engine:
    """A program that sets LaTeX. `dated` and `undated` are what it reads before the article; both fix the file's id."""

    program: str
    options: tuple[str, ...]
    dated: str = ""
    undated: str = ""

    def command(self, path: str, *, dates: bool) -> list[str]:
        before = self.dated if dates else self.undated
        return [path, *self.options, rf"{before}\input{{{JOB}.tex}}" if before else f"{JOB}.tex"]


_QUIET = ("-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", f"-jobname={JOB}")
_PDFTEX = r"\pdftrailerid{draftproof}\pdfsuppressptexinfo=15 "
_FONTS = (
    r"\renewcommand\encodingdefault{OT1}\renewcommand\rmdefault{cmr}\renewcommand\sfdefault{cmss}"
    r"\renewcommand\ttdefault{cmtt}\fontencoding{OT1}\fontfamily{cmr}"
)
"""pdfTeX's, which every LaTeX has: those that LuaLaTeX would take are a package apart (lmodern)."""
_LUATEX = (
    _FONTS + r"\pdfvariable suppressoptionalinfo "
)  # bits: 15 what pdfTeX suppresses, 512 the id, 32 and 64 the dates

ENGINES = (
    Engine("pdflatex", _QUIET, _PDFTEX, _PDFTEX + r"\pdfinfoomitdate=1 "),
    Engine("lualatex", _QUIET, rf"{_LUATEX}{15 + 512} ", rf"{_LUATEX}{15 + 512 + 32 + 64} "),
    Engine("tectonic", ("--untrusted", "--keep-logs", "--keep-intermediates", "-Z", "deterministic-mode")),
)
"""In the order in which they are looked for."""

_FAULT = re.compile(
    r"^(?:!|Overfull \\[hv]box|Missing character|(?:LaTeX|Package|Class|pdfTeX|LuaTeX)[^\n:]{0,60} [Ww]arning|warning  \()[^\n]*",
    re.MULTILINE,
)
_SETTLING = (".aux", ".toc", ".out")
_SAID = "said.txt"


def build(tex: str) -> bytes:
    """The PDF of an article. Raises `NoEngine` where none is found, `FaultyPage` for what the log complains of."""
    check_date()
    engine, path = _found()
    with _terminated_in_order(), tempfile.TemporaryDirectory(prefix="draftproof-") as name:
        folder = Path(name)
        (folder / f"{JOB}.tex").write_text(tex, encoding="utf-8")
        command = engine.command(path, dates=bool(os.environ.get(DATE)))
        end = monotonic() + SECONDS
        before = ""
        for _ in range(PASSES):
            _run(command, folder, end - monotonic())
            if faults := errors(log := _log(folder, engine.program)):
                raise FaultyPage(faults)
            if before == (before := _state(folder)):
                break
        else:
            raise FaultyPage((f"references have not settled after {PASSES} passes",))
        if faults := complaints(log):
            raise FaultyPage(faults)
        return (folder / f"{JOB}.pdf").read_bytes()


def check_date() -> None:
    """Raise `BadInput` for a date that is none: an engine that reads it writes no log, or takes another one."""
    date = os.environ.get(DATE, "")
    if not re.fullmatch("[0-9]{0,12}", date, re.ASCII):
        raise BadInput(f"{DATE}: '{date[:40]}' is no date, expected whole seconds since 1970")


def complaints(log: str) -> tuple[str, ...]:
    """The lines of a log that say that something is wrong with the pages."""
    return tuple(line.group().rstrip() for line in _FAULT.finditer(log))


def errors(log: str) -> tuple[str, ...]:
    """Those after which there is no page."""
    return tuple(line for line in complaints(log) if line.startswith("!"))


def _found() -> tuple[Engine, str]:
    for engine in ENGINES:
        if path := shutil.which(engine.program):
            return engine, path
    programs = ", ".join(engine.program for engine in ENGINES)
    raise NoEngine(f"no {programs} found: a PDF needs one of them (Debian: apt-get install {PACKAGE})")


class _Terminated(BaseException):
    """SIGTERM came."""


@contextmanager
def _terminated_in_order() -> Iterator[None]:
    """SIGTERM ends the block as an exception does, so that no engine and no folder is left; then it does what it did before.

    (Python lets only the main thread say so; a signal that is ignored stays so.)
    """
    before = signal.getsignal(signal.SIGTERM)
    if before in (None, signal.SIG_IGN) or threading.current_thread() is not threading.main_thread():
        yield
        return

    def end(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough
        raise _Terminated

    try:
        signal.signal(signal.SIGTERM, end)
        yield
    except _Terminated:
        signal.signal(signal.SIGTERM, before)
        signal.raise_signal(signal.SIGTERM)
        raise  # a handler of the caller's own has returned
    finally:
        signal.signal(signal.SIGTERM, before)


def _run(command: list[str], folder: Path, seconds: float) -> None:
    """One pass. A time-out ends the engine and what it started."""
    with (folder / _SAID).open("wb") as said:
        child = subprocess.Popen(
            command,
            cwd=folder,
            env=_environment(os.environ),
            stdin=subprocess.DEVNULL,
            stdout=said,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        child.wait(max(seconds, 0.0))
    except subprocess.TimeoutExpired:
        raise FaultyPage((f"{Path(command[0]).name} did not end within {SECONDS:g} seconds",)) from None
    finally:
        if child.poll() is None:
            os.killpg(child.pid, signal.SIGKILL)
            child.wait()


def _environment(given: Mapping[str, str]) -> dict[str, str]:
    """Whole lines in the log; no file outside the folder is read or written, TeX's own apart."""
    return {**given, "max_print_line": "10000", "openin_any": "p", "openout_any": "p"}


def _log(folder: Path, program: str) -> str:
    """What the engine wrote; where it wrote none, or no page, with an error at its end, and the last that it said."""
    path = folder / f"{JOB}.log"
    if not path.exists():
        lines = (folder / _SAID).read_text(encoding="utf-8", errors="replace").split("\n")
        last = next((line.strip()[:200] for line in reversed(lines) if line.strip()), "")
        return f"! no log was written by {program}" + (f": {last}" if last else "")
    log = path.read_text(encoding="utf-8", errors="replace")
    return log if (folder / f"{JOB}.pdf").exists() or errors(log) else log + "\n! no page was written"


def _state(folder: Path) -> str:
    """What the next pass reads."""
    digest = hashlib.sha256()
    for suffix in _SETTLING:
        path = folder / f"{JOB}{suffix}"
        digest.update(path.read_bytes() if path.exists() else b"")
        digest.update(b"\0")
    return digest.hexdigest()
