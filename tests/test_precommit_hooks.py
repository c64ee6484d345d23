"""The hook for other repositories, run as pre-commit runs it: its entry with the names of the files that changed."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[1]
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text("utf-8"))
KNOWN = {"id", "name", "description", "entry", "language", "types", "types_or", "files", "exclude", "args", "require_serial",
         "pass_filenames", "minimum_pre_commit_version", "stages", "always_run", "verbose"}  # fmt: skip
"""The keys of a hook's manifest. pre-commit warns of others, and the hook silently lacks what they should say."""


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CI", "true")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def hook(*names: str) -> subprocess.CompletedProcess[str]:
    """The only hook, installed as `language: python` does: its entry is a program of the environment."""
    (entry,) = (one["entry"] for one in HOOKS)
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    command = [*shlex.split(entry), *names]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "PATH": path})


def test_the_manifest_is_one() -> None:
    (one,) = HOOKS
    assert {"id", "name", "entry", "language"} <= one.keys() <= KNOWN
    assert one["language"] == "python"


def test_findings_fail_and_clean_files_pass(here: Path) -> None:
    (here / "a b.py").write_text("x = 1  # draftproof: ignore\n")
    (here / "c.md").write_text("# Nothing\n")
    failed = hook("a b.py", "c.md")
    assert (failed.returncode, failed.stderr) == (1, "")
    assert failed.stdout.startswith("a b.py:1:10: DP900 warning")
    assert hook("c.md").returncode == 0


def test_what_is_excluded_passes_though_pre_commit_names_it(here: Path) -> None:
    (here / "vendor").mkdir()
    (here / "vendor" / "a.py").write_text("x = 1  # draftproof: ignore\n")
    (here / "old.py").write_text("x = 1  # draftproof: ignore\n")
    (here / "data.csv").write_text("1,2\n")
    (here / "pyproject.toml").write_text('[tool.draftproof.lint]\nexclude = ["old.py"]\n')
    assert hook("vendor/a.py", "old.py", "data.csv").returncode == 0
