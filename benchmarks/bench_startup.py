"""What a command costs before it does anything, against the import of what it is made of."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

from . import Row

ROUNDS = 11  # the median of pairs; a start is some 0.1 s
COMMAND = ["-c", "from draftproof.cli import main; main()"]
PLAN = [*COMMAND, "plan", "--alpha", "0.7", "--draft-cost", "0.154"]


def _seconds(arguments: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def _ratio(ours: list[str], theirs: list[str]) -> float:
    return statistics.median(_seconds(ours) / _seconds(theirs) for _ in range(ROUNDS))


def rows() -> list[Row]:
    """Start-up of the two commands that must feel instant."""
    help_ = [*COMMAND, "--help"]
    return [
        Row("--help", _ratio(help_, ["-c", "import click"]), "draftproof --help / import click", "<=", 2.0),
        Row("plan", _ratio(PLAN, ["-c", "import click, numpy"]), "draftproof plan / import click, numpy", "<=", 2.0),
    ]
