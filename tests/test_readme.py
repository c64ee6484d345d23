"""The README is true: every command in a `console` block is run, and prints what stands there.

A line `...` in the expected output stands for any lines. Blocks of another language (`sh`) are set-up and are not run.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def commands() -> Iterator[tuple[str, str]]:
    """(command, expected output) of every prompt in the console blocks."""
    for block in BLOCK.findall(README):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = part.partition("\n")
            yield command, expected.rstrip("\n")


def matches(expected: str, printed: str) -> bool:
    pattern = r"\n".join(r".*(?:\n.*)*?" if line == "..." else re.escape(line) for line in expected.split("\n"))
    return re.fullmatch(pattern, printed.rstrip("\n")) is not None


@pytest.mark.parametrize(("command", "expected"), list(commands()), ids=[command for command, _ in commands()])
def test_the_command_prints_what_the_readme_shows(command: str, expected: str) -> None:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    environment = os.environ | {"PATH": path, "COLUMNS": "80", "NO_COLOR": "1", "PYTHONUTF8": "1"}
    ran = subprocess.run(  # the README is ours: its commands are run by the shell, as a reader would
        ["bash", "-c", command], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300, check=False
    )
    assert matches(expected, ran.stdout + ran.stderr), f"$ {command}\n{ran.stdout}{ran.stderr}"


def test_a_wrong_output_is_noticed() -> None:
    assert matches("a\n...\nc", "a\nb\nb\nc\n")
    assert not matches("a\n...\nc", "a\nb\n")
    assert not matches("...\nb\n...\nc\n...", "a\n" * 40), "and soon: no pattern may try every split"
    assert not matches("4.5", "2.94\n")


def test_there_are_commands() -> None:
    assert len(list(commands())) >= 5
