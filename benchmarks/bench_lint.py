"""The linter over real code that is installed here: what it finds with a verdict by hand, and its time against `ast.parse`.

The fixtures in the tests say that it finds what it must. Here are thousands of files that nobody wrote for it: every error or
warning must be on record below as a true one. A new one is a question to a person, and the row says so until it is answered.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
import time
import warnings
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from ..checks.lint.document import SUPPRESSES
from ..checks.lint.files import made
from ..checks.lint.finding import Finding
from ..checks.lint.readers import READERS, decode
from ..checks.lint.run import lint
from ..checks.lint.words import about
from ..errors import BadInput
from . import Row

PACKAGES = ("transformers", "torch", "scipy", "sympy", "numpy", "draftproof")
VERDICTS: dict[tuple[str, str, str], str] = {}
"""(package, file in it, code) -> what a person found: `true`, with the reason. What is false is mended, not listed."""
OWN = Path(__file__).parents[1]


def _roots() -> dict[str, Path]:
    """The folders of the packages that are installed."""
    found = {name: spec.submodule_search_locations for name in PACKAGES if (spec := find_spec(name))}
    return {name: Path(next(iter(places))).resolve() for name, places in found.items() if places}


def _files(root: Path) -> list[Path]:
    """The files that the linter reads there; of our own tree not its own tests, which are tables of mistakes."""
    out, tests = {".venv", ".mypy", "__pycache__", ".git"}, root / "tests" / "checks" / "lint"
    return [
        path
        for path in sorted(root.rglob("*"))
        if path.suffix.lower() in READERS and out.isdisjoint(path.relative_to(root).parts) and path.is_file()
        if not path.is_relative_to(tests) and not made(str(path), path.read_bytes())
    ]


def _candidates(files: list[Path]) -> int:
    """How many of the files speak of decoding, and so are judged."""
    count = 0
    for path in files:
        try:
            text = decode(str(path), path.read_bytes())
        except BadInput:
            continue
        count += about(text) or SUPPRESSES in text
    return count


def _parsed(files: list[Path]) -> float:
    """Processor seconds to parse the Python files, and do nothing with them."""
    began = time.process_time()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        for path in files:
            if path.suffix == ".py":
                try:
                    ast.parse(path.read_bytes())
                except (SyntaxError, ValueError, RecursionError):
                    continue
    return time.process_time() - began


def _shown(package: str, root: Path, finding: Finding) -> str:
    inside = Path(finding.path).resolve().relative_to(root)
    verdict = VERDICTS.get(
        (package, inside.as_posix(), finding.code), "note" if not finding.level.fails else "NOT JUDGED"
    )
    return f"  {package}/{inside}:{finding.place.line} {finding.code} {finding.level} {finding.expression[:60]!r}: {verdict}"


def _judged(roots: dict[str, Path]) -> Iterator[tuple[int, int, int, float, float]]:
    """Of each package: files, candidates, findings without a verdict, seconds of the linter and of `ast.parse`."""
    for package, root in roots.items():
        files = _files(root)
        began = time.process_time()
        report = lint([str(path) for path in files], jobs=1)
        seconds = time.process_time() - began
        shown = [_shown(package, root, finding) for finding in report.findings]
        print(
            f"{package}: {len(files)} files, {_candidates(files)} judged, {len(shown)} findings",
            *shown,
            sep="\n",
            file=sys.stderr,
        )
        unjudged = sum(line.endswith("NOT JUDGED") for line in shown)
        yield len(files), _candidates(files), unjudged, seconds, _parsed(files)


def rows() -> list[Row]:
    """Findings without a verdict on real code, and the linter's time against parsing the Python files of the same tree."""
    roots = _roots()
    files, candidates, unjudged, seconds, parsed = map(sum, zip(*_judged(roots), strict=True))
    names = ", ".join(roots)
    return [
        Row(
            "lint, real code",
            unjudged,
            f"errors and warnings without a verdict: {files:.0f} files, {candidates:.0f} judged ({names})",
            "<=",
            0,
        ),
        Row(
            "lint, time",
            seconds / parsed,
            f"lint, one process, no cache / ast.parse of its Python files, {files:.0f} files: processor time",
            "<=",
            3.0,
        ),
        *_as_run(roots),
    ]


def _as_run(roots: dict[str, Path]) -> list[Row]:
    """A run as a person starts it, over the folders, with all its processes, start-up and walking, against parsing their Python
    files: by the clock and by the processor time of all processes.
    """
    folders = [str(root) for name, root in roots.items() if name != OWN.name]
    (clock, spent), (parse_clock, parse_spent) = _costs(_LINTS, folders), _costs(_PARSES, folders)
    what = "lint of these folders, a process a core, start-up and search included / ast.parse of their Python files"
    return [
        Row("lint, run", clock / parse_clock, f"{what}: by the clock", "<=", 3.0),
        Row("lint, run CPU", spent / parse_spent, f"{what}: processor time of all processes", "<=", 3.0),
    ]


_LINTS = "from draftproof.cli import main; main()"
_PARSES = """
import ast, os, sys, warnings
warnings.simplefilter("ignore")
for top in sys.argv[1:]:
    for folder, _, names in os.walk(top):
        for name in names:
            if name.endswith(".py"):
                try:
                    ast.parse(open(os.path.join(folder, name), "rb").read())
                except (SyntaxError, ValueError, RecursionError):
                    pass
"""


def _costs(program: str, folders: list[str]) -> tuple[float, float]:
    """Seconds of a program by the clock, and processor time of it and of all that it starts."""
    arguments = ["lint", "--exit-zero", *folders] if program == _LINTS else folders
    before, began = os.times(), time.perf_counter()
    subprocess.run(
        [sys.executable, "-c", program, *arguments], env={**os.environ, "CI": "true"}, capture_output=True, check=True
    )
    after = os.times()
    spent = after.children_user + after.children_system - before.children_user - before.children_system
    return time.perf_counter() - began, spent
