"""`draftproof lint` on the command line: formats, selection, exit codes, bad input, and what it costs to start."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from draftproof.checks.lint.rules import RULES

Call = Callable[..., tuple[int, str, str]]
WRONG = '''\
"""Speculative decoding. alpha: probability that one draft token is accepted, per token. gamma: draft length."""


def expected_tokens(alpha, gamma):
    """Expected tokens per verification step, bonus token included."""
    return 1 + gamma * alpha
'''
UNUSED = "x = 1  # draftproof: ignore[DP101]\n"
MAIN = [sys.executable, "-c", "from draftproof.cli import main; main()", "lint"]


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a cache of its own."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.delenv("CI", raising=False)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path / "work")
    return tmp_path / "work"


@pytest.fixture
def files(here: Path) -> None:
    (here / "wrong.py").write_text(WRONG)
    (here / "good.py").write_text("x = 1\n")
    (here / "unused.py").write_text(UNUSED)


@pytest.mark.usefixtures("files")
def test_a_finding_is_shown_with_its_line_and_its_fix(call: Call) -> None:
    code, out, err = call("lint", "wrong.py")
    assert (code, err) == (1, "")
    head, line, marks, *rest = out.splitlines()
    assert head.startswith("wrong.py:6:12: DP101 ")
    assert line == "    6 |     return 1 + gamma * alpha"  # the misconception
    assert marks == "      |            ^~~~~~~~~~~~~~~~~"
    assert rest[0].startswith("  fix: ")
    assert rest[-1].endswith(" in 1 file (1 read)")


@pytest.mark.usefixtures("files")
def test_clean_files_are_clean(call: Call) -> None:
    assert call("lint", "good.py") == (0, "no findings (1 read)\n", "")


@pytest.mark.usefixtures("files")
def test_the_formats(call: Call) -> None:
    code, out, _ = call("lint", ".", "--format", "json")
    found = json.loads(out)["findings"]
    assert (code, [(one["path"], one["line"], one["code"]) for one in found]) == (
        1, [("unused.py", 1, "DP900"), ("wrong.py", 6, "DP101")],
    )  # fmt: skip
    code, out, _ = call("lint", ".", "--format", "sarif")
    assert (code, len(json.loads(out)["runs"][0]["results"])) == (1, 2)
    code, out, _ = call("lint", ".", "--format", "github")
    assert (code, out.splitlines()[0].startswith("::warning file=unused.py,line=1,")) == (1, True)


@pytest.mark.usefixtures("files")
def test_findings_go_to_a_file(call: Call, tmp_path: Path) -> None:
    out = tmp_path / "findings.json"
    code, said, _ = call("lint", "unused.py", "--format", "json", "--output", str(out))
    assert (code, said) == (1, "1 warning in 1 file (1 read)\n")
    assert json.loads(out.read_text("utf-8"))["findings"][0]["code"] == "DP900"


@pytest.mark.usefixtures("files")
def test_codes_are_selected_and_ignored(call: Call) -> None:
    assert call("lint", ".", "--select", "DP9")[1].startswith("unused.py:1:10: DP900")
    assert call("lint", ".", "--select", "DP2,DP3") == (0, "no findings (3 read)\n", "")
    assert call("lint", ".", "--ignore", "DP1", "--ignore", "DP900")[0] == 0
    code, out, _ = call("lint", ".", "--exit-zero")
    assert (code, out.count("DP900")) == (0, 1)


def test_settings_of_pyproject_toml(call: Call, here: Path) -> None:
    (here / "unused.py").write_text(UNUSED)
    (here / "pyproject.toml").write_text('[tool.draftproof.lint]\nignore = ["DP900"]\n')
    assert call("lint", ".")[0] == 0
    assert call("lint", ".", "--select", "DP900")[0] == 1
    (here / "pyproject.toml").write_text('[tool.draftproof.lint]\nexclude = ["unused.py"]\n')
    assert (call("lint", ".")[0], call("lint", "unused.py")[0], call("lint", "--force-exclude", "unused.py")[0]) == (
        0,
        1,
        0,
    )
    (here / "pyproject.toml").write_text('[tool.draftproof.lint]\nselct = ["DP900"]\n')
    assert call("lint", ".") == (
        2, "",
        "draftproof: pyproject.toml: tool.draftproof.lint.selct: unknown key, expected one of exclude, exit-zero, ignore, "
        "per-file-ignores, select\n",
    )  # fmt: skip


@pytest.mark.parametrize("code", RULES)
def test_a_rule_is_explained(code: str, call: Call) -> None:
    status, out, err = call("lint", "--explain", code)
    assert (status, err) == (0, "")
    assert code in out.splitlines()[0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "draftproof: missing argument 'PATH...'; see draftproof lint --help\n"),
        (("--format", "xml", "."), "draftproof: --format: 'xml' is not one of 'text', 'json', 'sarif', 'github'; see "),
        (("missing.py",), "draftproof: missing.py: no such file or folder\n"),
        ((".",), "draftproof: nothing to read in what was named\n"),
        (("--select", "DP999", "."), "draftproof: --select: 'DP999' is no rule, expected codes such as DP101"),
        (("--select", "", "."), "draftproof: --select: no code, expected at least one\n"),
        (("--ignore", "101", "."), "draftproof: --ignore: '101' is no rule"),
        (("--jobs", "0", "."), "draftproof: --jobs is 0, expected an integer of at least 1\n"),
        (("--output", "none/x", "."), "draftproof: none/x: cannot be written (No such directory)"),
        (("--explain", "DP999"), "draftproof: unknown rule 'DP999': expected one of DP101, "),
    ],
)
def test_unusable_calls(arguments: tuple[str, ...], said: str, call: Call) -> None:
    code, _, err = call("lint", *arguments)
    assert code == 2
    assert err.startswith(said)
    assert err.count("\n") == 1


@pytest.mark.usefixtures("files")
def test_bad_files_are_a_line_each_and_the_rest_is_linted(call: Call, here: Path) -> None:
    (here / "latin.py").write_bytes(b"caf\xe9 = 1\n")
    (here / "nul.py").write_bytes(b"x = 1\0\n")
    (here / "cut.ipynb").write_text(
        '{"cells": [{"cell_type": "code", "source": "speculative decoding with a draft model'
    )
    (here / "loop.py").symlink_to("loop.py")
    (here / "gone.py").symlink_to("nowhere.py")
    (here / "binary.txt").write_bytes(bytes(range(256)) * 9)
    code, out, err = call("lint", ".")
    assert (code, out.count("DP900"), out.count(": DP101 ")) == (1, 1, 1)
    assert sorted(line.split(":")[1].strip() for line in err.splitlines()) == [
        "cut.ipynb", "gone.py", "latin.py", "loop.py", "nul.py",
    ]  # fmt: skip
    assert "binary.txt: passed over (binary)" in call("lint", ".", "--verbose")[2]


@pytest.mark.usefixtures("files")
def test_the_cache_is_used_unless_told_otherwise(call: Call, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = here.parent / "cache"
    call("lint", "--no-cache", ".")
    assert not kept.exists()
    monkeypatch.setenv("CI", "true")
    call("lint", ".")
    assert not kept.exists()
    monkeypatch.delenv("CI")
    first = call("lint", ".")
    assert len(list(kept.rglob("lint-*.json"))) == 1
    assert call("lint", ".") == first
    (here / "unused.py").write_text("x = 1\n")
    assert "DP900" not in call("lint", ".")[1]


def run(*arguments: str, **settings: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*MAIN, *arguments], capture_output=True, encoding="utf-8", check=False, **settings)  # type: ignore[call-overload,no-any-return]


def test_standard_input(here: Path) -> None:
    done = run("-", "--stdin-filename", "src/a.py", input=UNUSED)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("src/a.py:1:10: DP900 warning")
    assert run("-", input="γ, nothing\n").returncode == 0


@pytest.mark.usefixtures("files")
def test_a_terminal_that_has_no_greek_is_no_error() -> None:
    done = subprocess.run(
        [*MAIN, "wrong.py"], capture_output=True, env={**os.environ, "PYTHONIOENCODING": "ascii"}, check=False
    )
    assert (done.returncode, done.stderr) == (1, b"")


SAYS_WHEN_AT_WORK = """
import sys
from draftproof.cli import cli, main
begin = cli.make_context
def begun(*given, **named):  # inside what main guards: an interrupt before that is the interpreter's own
    print("at work", flush=True)
    return begin(*given, **named)
cli.make_context = begun
main(sys.argv[1:])
"""


def test_an_interrupt_ends_it_without_a_word(here: Path) -> None:
    """However far it has come."""
    for number in range(600):
        (here / f"f{number}.py").write_text(WRONG + f"# {number}\n")
    command = [sys.executable, "-c", SAYS_WHEN_AT_WORK, "lint", "--no-cache", "--jobs", "2", "."]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert running.stdout is not None
    assert running.stdout.readline() == "at work\n"
    os.killpg(running.pid, signal.SIGINT)  # as a terminal does: its processes too
    out, err = running.communicate(timeout=60)
    assert (running.returncode, out, err) == (130, "", "")


@pytest.mark.parametrize("arguments", [("--help",), ("clean.py",)])
def test_starting_loads_nothing_heavy(arguments: tuple[str, ...], here: Path) -> None:
    (here / "clean.py").write_text("def f(x):\n    return 1 + x\n")
    code = (
        "import sys\nfrom draftproof.cli import main\n"
        f"try:\n    main({['lint', *arguments]!r})\nexcept SystemExit:\n    print('loaded', *sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stdout.split("loaded", 1)[1].split())
    heavy = {
        "sympy",
        "numpy",
        "scipy",
        "z3",
        "cvc5",
        "rich",
        "lark",
        "markdown_it",
        "multiprocessing",
        "draftproof.verify",
    }
    assert "click" in loaded
    assert not loaded & heavy
    assert "clean.py" in arguments or "draftproof.checks.lint" not in loaded
