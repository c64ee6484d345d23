"""The README is true: every command in a `console` block is run, and prints what stands there.

A line `...` in the expected output stands for any lines. Blocks of another language (`sh`) are set-up and are not run.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from inspect import signature
from pathlib import Path

import pytest
import yaml
from draftproof import plan as planner
from draftproof.derivations.claims import chain_names

ROOT = Path(__file__).resolve().parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
ANY_REPOSITORY = {".gitignore", ".pre-commit-config.yaml", "LICENSE", "README.md"}
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


def long_numbers(text: str) -> list[str]:
    """Numbers printed to the last bits of a float, which differ from processor to processor."""
    return re.findall(r"\b\d*\.\d{12,}", text)


def test_no_output_hangs_on_the_last_bit() -> None:
    assert long_numbers("2.9411699999999996 6") == ["2.9411699999999996"]
    assert [number for _, expected in commands() for number in long_numbers(expected)] == []


def table(head: str) -> list[str]:
    """The code in the first column of the table with this head."""
    rows = README.split(f"\n| {head} |", 1)[1].split("\n\n", 1)[0].splitlines()[2:]
    return [row.split("`")[1] for row in rows]


def test_the_chains_are_listed_in_their_order() -> None:
    assert table("chain") == list(chain_names())


def test_the_layout_names_what_there_is() -> None:
    """Every file and folder of the checkout's root but what any repository has; and nothing that is not there."""
    house = README.split("\n## The house\n", 1)[1].split("```")[1]
    named = {name.partition("/")[0] for line in house.strip().splitlines() for name in line.split("  ")[0].split()}
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=False).stdout.decode()
    top = {name.partition("/")[0] for name in listed.split("\0") if name} - ANY_REPOSITORY
    if not top:
        pytest.skip("no git checkout: what belongs to the repository is not known")
    assert top - named == set()
    paths = [name for line in house.strip().splitlines() for name in line.split("  ")[0].split()]
    assert [name for name in paths if not (ROOT / name).exists()] == []


@pytest.mark.parametrize("entry", [planner.Model, planner.Hardware])
def test_what_the_plan_does_not_know_is_made_as_shown(entry: type) -> None:
    required = [name for name, one in signature(entry).parameters.items() if one.default is one.empty]
    assert f"{entry.__name__}({', '.join(required)})" in README


def test_the_hook_and_the_action_are_as_shown() -> None:
    (block,) = re.findall(r"^```yaml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    hook, step = yaml.safe_load(block)
    offered = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    assert [one["id"] for one in hook["hooks"]] == [one["id"] for one in offered]
    action = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
    assert set(step["with"]) <= set(action["inputs"])
    for command in re.findall(r"command: (\w+(?:, \w+)* or \w+)", block)[0].replace(" or ", ", ").split(", "):
        assert command in action["inputs"]["command"]["description"]
