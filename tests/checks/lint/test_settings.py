"""The settings: where they are found, what they ask for, and what is refused."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from draftproof.checks.lint.settings import Choice, Nearest, choice, read
from draftproof.errors import BadInput


def write(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "pyproject.toml").write_text(text)
    return folder


def test_the_nearest_table_counts(tmp_path: Path) -> None:
    write(tmp_path, '[tool.draftproof.lint]\nselect = ["DP1"]\n')
    write(tmp_path / "a", "[project]\nname = 'x'\n")  # no table: the one above
    write(tmp_path / "a" / "b", '[tool.draftproof.lint]\nignore = ["DP101"]\n')
    nearest = Nearest()
    assert nearest(str(tmp_path / "a")).select == ("DP1",)
    below = nearest(str(tmp_path / "a" / "b" / "c"))
    assert (below.select, below.ignore, below.root) == (None, ("DP101",), str(tmp_path / "a" / "b"))


def test_without_any_table_everything_is_wanted(tmp_path: Path) -> None:
    settings = Nearest()(str(tmp_path))
    assert settings.wants(str(tmp_path / "a.py"), "DP101")
    assert not settings.excludes(str(tmp_path / "a.py"))
    assert not settings.exit_zero


@pytest.mark.parametrize(
    ("table", "path", "code", "wanted"),
    [
        ('select = ["DP101"]', "a.py", "DP101", True),
        ('select = ["DP101"]', "a.py", "DP102", False),
        ('select = ["DP1"]', "a.py", "DP107", True),
        ('select = ["DP1"]', "a.py", "DP201", False),
        ('ignore = ["DP2", "DP303"]', "a.py", "DP203", False),
        ('ignore = ["DP2", "DP303"]', "a.py", "DP302", True),
        ('select = ["DP1"]\nignore = ["DP101"]', "a.py", "DP101", False),
        ('per-file-ignores = {"tests/" = ["DP101"]}', "tests/deep/a.py", "DP101", False),
        ('per-file-ignores = {"tests/" = ["DP101"]}', "tests/deep/a.py", "DP102", True),
        ('per-file-ignores = {"tests/" = ["DP101"]}', "src/a.py", "DP101", True),
        ('per-file-ignores = {"*.md" = ["DP"]}', "docs/a.md", "DP201", False),
        ('per-file-ignores = {"/docs/*.md" = ["DP"]}', "a/docs/a.md", "DP201", True),
    ],
)
def test_what_is_wanted(table: str, path: str, code: str, wanted: bool, tmp_path: Path) -> None:
    write(tmp_path, f"[tool.draftproof.lint]\n{table}\n")
    assert Nearest()(str(tmp_path)).wants(str(tmp_path / path), code) is wanted


def test_excludes_as_gitignore_has_them(tmp_path: Path) -> None:
    write(tmp_path, '[tool.draftproof.lint]\nexclude = ["*.tex", "!kept.tex", "/out/"]\n')
    settings = Nearest()(str(tmp_path))
    assert settings.excludes(str(tmp_path / "a" / "b.tex"))
    assert not settings.excludes(str(tmp_path / "kept.tex"))
    assert settings.excludes(str(tmp_path / "out"), folder=True)
    assert not settings.excludes(str(tmp_path / "a" / "out"), folder=True)


def test_the_command_line_stands_over_the_table(tmp_path: Path) -> None:
    write(tmp_path, '[tool.draftproof.lint]\nselect = ["DP1"]\nignore = ["DP101"]\nexit-zero = true\n')
    told = choice(["DP101,DP2"], ["DP203"])
    settings = Nearest(told)(str(tmp_path))
    wanted = {code for code in ("DP101", "DP102", "DP201", "DP203") if settings.wants(str(tmp_path / "a.py"), code)}
    assert (wanted, settings.exit_zero) == ({"DP101", "DP201"}, True)
    more = Nearest(choice([], ["DP102"], exit_zero=True))(str(tmp_path))
    wanted = {code for code in ("DP101", "DP102", "DP103", "DP201") if more.wants(str(tmp_path / "a.py"), code)}
    assert wanted == {"DP103"}
    assert choice([], []) == Choice()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tool.draftproof.lint]\nselct = []", "selct: unknown key, expected one of exclude, exit-zero, ignore,"),
        ("[tool.draftproof.lint]\nselect = []", "select: no code, expected at least one"),
        ("[tool.draftproof.lint]\nselect = 'DP1'", "select: expected a list of strings"),
        ("[tool.draftproof.lint]\nignore = ['DP999']", "ignore: 'DP999' is no rule, expected codes such as DP101"),
        ("[tool.draftproof.lint]\nignore = ['']", "ignore: '' is no rule"),
        ("[tool.draftproof.lint]\nexclude = [1]", "exclude: expected a list of strings"),
        ("[tool.draftproof.lint]\nexclude = ['!']", "exclude: '!' is no pattern"),
        ("[tool.draftproof.lint]\nexit-zero = 1", "exit-zero: expected true or false"),
        ("[tool.draftproof.lint]\nper-file-ignores = []", "per-file-ignores: expected a table of patterns"),
        ("[tool.draftproof.lint]\nper-file-ignores = {a = 'DP1'}", "per-file-ignores: expected a list of strings"),
        ("[tool.draftproof]\nlint = 1", "lint: expected a table"),
        ("[tool.draftproof.lint\n", "expected TOML"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_refused_in_one_line(text: str, said: str, tmp_path: Path) -> None:
    write(tmp_path, text)
    with pytest.raises(BadInput) as refused:
        Nearest()(str(tmp_path))
    line = str(refused.value)
    assert "pyproject.toml: " in line
    assert said in line
    assert "\n" not in line


@pytest.mark.parametrize("text", ["not TOML at [[ all", "[tool.other]\n", "# draftproof\n[tool]\nruff = 1\n"])
def test_a_file_without_the_table_has_no_settings(text: str, tmp_path: Path) -> None:
    assert read(str(write(tmp_path, text))) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[tool.draftproof]\na = " + "[" * 20_000, "pyproject.toml: nested too deep, expected TOML that people write"),
        ("# draftproof\n" + "a = 1\n" * 50_000, "pyproject.toml: more than 256 KiB, expected a smaller file"),
    ],
)
def test_a_hostile_file_is_refused(text: str, said: str, tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text(text)
    with pytest.raises(BadInput) as raised:
        Nearest()(str(tmp_path))
    assert str(raised.value).endswith(said)


def test_a_pipe_of_that_name_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pyproject.toml")
    assert read(str(tmp_path)) is None


def test_a_folder_of_that_name_has_none(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").mkdir()
    assert read(str(tmp_path)) is None


@pytest.mark.parametrize(("select", "ignore", "said"), [
    (["DP9999"], [], "select: 'DP9999' is no rule"),
    ([","], [], "select: no code, expected at least one"),
    ([], ["101"], "ignore: '101' is no rule"),
])  # fmt: skip
def test_codes_of_the_command_line_are_checked(select: list[str], ignore: list[str], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        choice(select, ignore)
