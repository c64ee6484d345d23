"""The GitHub action: its steps' scripts are run in bash with the inputs where the runner puts them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from draftproof.cli import cli

ACTION: dict[str, Any] = yaml.safe_load((Path(__file__).resolve().parents[1] / "action.yml").read_text("utf-8"))
STEPS: list[dict[str, Any]] = ACTION["runs"]["steps"]
INSTALL, RUN = STEPS
_INPUT = re.compile(r"\$\{\{ inputs\.([\w-]+) \}\}")


def script(
    step: dict[str, Any], inputs: dict[str, str], path: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run a step as a runner does: its environment filled in from the inputs, its script by `bash -e -o pipefail`."""
    given = {name: declared.get("default", "") for name, declared in ACTION["inputs"].items()} | inputs
    filled = {name: _INPUT.sub(lambda found: given[found[1]], text) for name, text in step.get("env", {}).items()}
    programs = os.pathsep.join([str(path or Path(sys.executable).parent), os.environ["PATH"]])
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
        capture_output=True, text=True, check=False, env={**os.environ, "PATH": programs, **filled, **environment},
    )  # fmt: skip


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CI", "true")
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def recorder(here: Path) -> Path:
    """A folder of programs that print what they are called with, one argument a line."""
    folder = here / "programs"
    folder.mkdir()
    for name in ("draftproof", "python"):
        (folder / name).write_text(f'#!/bin/bash\nprintf "%s\\n" {name} "$@"\n')
        (folder / name).chmod(0o755)
    return folder


def test_the_action_is_composite_and_no_input_is_part_of_a_script() -> None:
    assert ACTION["runs"]["using"] == "composite"
    assert {"name", "description"} <= ACTION.keys()
    for step in STEPS:
        assert step["shell"] == "bash"
        assert "${{" not in step["run"], "an input in a script's text could end it and begin another"
    used = {
        name
        for step in STEPS
        for text in (*step.get("env", {}).values(), step.get("working-directory", ""))
        for name in _INPUT.findall(text)
    }
    assert used == set(ACTION["inputs"])


def test_it_installs_itself(recorder: Path) -> None:
    done = script(INSTALL, {}, recorder, GITHUB_ACTION_PATH="/the action")
    assert done.stdout.splitlines() == [
        "python",
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "/the action",
    ]


@pytest.mark.parametrize(
    ("inputs", "called"),
    [
        ({}, ["lint", "--format", "github", "."]),
        ({"args": "--select DP1  src docs"}, ["lint", "--select", "DP1", "src", "docs"]),
        ({"args": "src\n"}, ["lint", "src"]),
        ({"args": "--select DP1 src\n"}, ["lint", "--select", "DP1", "src"]),
        ({"args": "--output\nmy findings.json\n\n.\n"}, ["lint", "--output", "my findings.json", "."]),
        ({"command": "verify"}, ["verify"]),
        ({"command": "audit", "args": "mask my.module:pack"}, ["audit", "mask", "my.module:pack"]),
        ({"command": "recheck", "args": "bundle"}, ["recheck", "bundle"]),
        ({"command": "metrics", "args": "- --gamma 3"}, ["metrics", "-", "--gamma", "3"]),
        ({"args": "$(touch planted) `touch planted` ; touch planted *"},
         ["lint", "$(touch", "planted)", "`touch", "planted`", ";", "touch", "planted", "*"]),
        ({"args": '"; touch planted; "'}, ["lint", '";', "touch", "planted;", '"']),
    ],
)  # fmt: skip
def test_the_arguments_arrive_as_they_are(
    inputs: dict[str, str], called: list[str], recorder: Path, here: Path
) -> None:
    done = script(RUN, inputs, recorder)
    assert (done.returncode, done.stderr, done.stdout.splitlines()) == (0, "", ["draftproof", *called])
    assert not (here / "planted").exists()


@pytest.mark.parametrize("command", ["", "plan", "lint; touch planted", "$(touch planted)", "--help", "lint\nverify"])
def test_other_commands_are_refused(command: str, recorder: Path, here: Path) -> None:
    done = script(RUN, {"command": command}, recorder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "expected lint, verify, audit, recheck or metrics" in done.stderr
    assert not (here / "planted").exists()


def test_each_command_is_one_of_ours() -> None:
    offered = re.search(r"^ *([a-z |]+)\) ;;$", RUN["run"], re.MULTILINE)
    assert offered is not None
    assert (
        {name.strip() for name in offered[1].split("|")}
        == {"lint", "verify", "audit", "recheck", "metrics"}
        <= set(cli.commands)
    )


def test_the_exit_code_and_the_annotations_are_those_of_the_run(here: Path) -> None:
    (here / "a.py").write_text("x = 1\n")
    assert script(RUN, {}).returncode == 0
    (here / "a.py").write_text("x = 1  # draftproof: ignore\n")
    done = script(RUN, {})
    assert (done.returncode, done.stdout.startswith("::warning file=a.py,line=1,")) == (1, True)
    assert script(RUN, {"args": "missing.py"}).returncode == 2
