"""What a run reads, passes over, and cannot read."""

from __future__ import annotations

import os
import socket
from pathlib import Path

import pytest
from draftproof.checks.lint import files
from draftproof.checks.lint.files import File, Found, find, made
from draftproof.checks.lint.settings import Nearest

DEPTH = 1_100


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def plant(*names: str) -> None:
    for name in names:
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text("x = 1\n")


def found(*paths: str, filtered: bool = False) -> Found:
    return find(paths, Nearest(), filtered=filtered)


def read(*paths: str, filtered: bool = False) -> list[str]:
    return [file.path for file in found(*paths, filtered=filtered).files]


def test_what_people_write_is_read() -> None:
    plant("a.py", "docs/b.md", "nb/c.ipynb", "d.bin", "e", "Makefile", ".github/f.yml", "G.TEX")
    assert read(".") == [".github/f.yml", "G.TEX", "Makefile", "a.py", "docs/b.md", "nb/c.ipynb"]
    assert ("d.bin", "no kind of file that is read") in found(".").skipped


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("node_modules/m/a.js", "other people's code"),
        ("vendor/a.py", "other people's code"),
        ("third_party/a.py", "other people's code"),
        ("lib/site-packages/a.py", "other people's code"),
        (".venv/a.py", "an environment"),
        ("build/a.py", "what a build made"),
        ("dist/a.py", "what a build made"),
        (".git/a.py", "version control"),
        ("src/__pycache__/a.py", "a cache"),
        ("package-lock.json", "generated"),
        ("site.min.js", "generated"),
        ("rpc_pb2.py", "generated"),
    ],
)
def test_what_is_passed_over_on_the_way_is_read_when_named(name: str, why: str) -> None:
    plant(name, "own.py")
    assert read(".") == ["own.py"]
    assert why in [reason for _, reason in found(".").skipped]
    assert found(name).files == [File(name, named=True)]
    folder = os.path.dirname(name)
    assert (
        not folder
        or not why.startswith(("other", "an env", "what a b", "version", "a cache"))
        or read(folder) == [name]
    )


def test_a_folder_says_what_it_is() -> None:
    plant("env/a.py", "env/pyvenv.cfg", "target/b.py", "target/CACHEDIR.TAG", "own/c.py")
    assert read(".") == ["own/c.py"]


def test_what_git_ignores_is_passed_over_but_for_a_named_file_or_folder() -> None:
    os.mkdir(".git")
    plant("a.py", "out/b.py", "sub/c.py", "sub/d.py")
    Path(".gitignore").write_text("out/\n")
    Path("sub/.gitignore").write_text("d.py\n")
    assert read(".") == ["a.py", "sub/c.py"]
    assert ("out", "git ignores it") in found(".").skipped
    assert read("out", "sub/d.py") == ["out/b.py", "sub/d.py"]
    assert read("sub") == ["sub/c.py"]


def test_what_the_settings_exclude_is_passed_over_but_for_what_is_named() -> None:
    plant("a.py", "old/b.py", "new/c.py", "new/legacy_d.py", "new/more/old/e.py")
    Path("pyproject.toml").write_text('[tool.draftproof.lint]\nexclude = ["/old", "legacy_*"]\n')
    assert read(".") == ["a.py", "new/c.py", "new/more/old/e.py", "pyproject.toml"]
    assert ("old", "the settings exclude it") in found(".").skipped
    assert read("old", "new/legacy_d.py") == ["new/legacy_d.py", "old/b.py"]


def test_filtered_names_are_chosen_like_others() -> None:
    plant("a.py", "old/deep/b.py", "vendor/c.py", "package-lock.json", "d.bin")
    Path("pyproject.toml").write_text('[tool.draftproof.lint]\nexclude = ["old"]\n')
    names = ["a.py", "old/deep/b.py", "vendor/c.py", "package-lock.json", "d.bin"]
    assert found(*names, filtered=True).files == [File("a.py")]
    assert len(found(*names, filtered=True).skipped) == 4


def test_filtered_names_outside_are_not_judged_by_the_folders_above(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plant("build/checkout/a.py", "elsewhere/x")
    monkeypatch.chdir("elsewhere")
    assert [Path(path).name for path in read(str(here / "build/checkout/a.py"), filtered=True)] == ["a.py"]


def test_each_file_is_read_once_and_named_before_found() -> None:
    plant("a/x.py", "a/y.py")
    os.symlink("x.py", "a/link.py")
    os.symlink("a", "b")
    outcome = found("a", "./a/../a", "a/x.py", "b")
    assert outcome.files == [File("a/x.py", named=True), File("a/y.py")]
    assert ("a/link.py", "a link to a file that is read") in outcome.skipped


def test_links_to_files_are_read_and_links_to_folders_not_followed() -> None:
    plant("src/a.py", "other/b.py")
    os.symlink("../other/b.py", "src/b.py")
    os.symlink("../other", "src/more")
    outcome = found("src")
    assert [file.path for file in outcome.files] == ["src/a.py", "src/b.py"]
    assert (outcome.skipped, outcome.complaints) == ([("src/more", "a link that is not followed")], [])


def test_loops_broken_links_and_what_is_no_file_are_a_line_each_or_passed_over() -> None:
    plant("src/a.py", "src/deep/b.py")
    os.symlink("..", "src/deep/up")
    os.symlink("self.py", "src/self.py")
    os.symlink("gone.py", "src/broken.py")
    os.mkfifo("src/pipe.py")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("src/socket.py")
        outcome = found("src")
    assert [file.path for file in outcome.files] == ["src/a.py", "src/deep/b.py"]
    assert sorted(outcome.complaints) == [
        "src/broken.py: a link to nothing",
        "src/deep/up: a link to a folder that it is in, passed over",
        "src/self.py: a link that leads back to itself",
    ]
    assert {path for path, _ in outcome.skipped} == {"src/pipe.py", "src/socket.py"}
    assert not outcome.missing


def test_a_link_to_a_folder_with_the_same_beginning_is_no_loop() -> None:
    plant("ab/a.py", "a/x.py")
    os.symlink("../a", "ab/link")
    assert found("ab").complaints == []


def test_a_way_back_from_behind_a_link_leads_where_the_system_says() -> None:
    plant("far/away/b.md", "far/a.md", "near/x.md")
    os.symlink("../far/away", "near/link")
    assert read("near/link/../a.md") == ["far/a.md"]
    assert read("near/link/..") == ["far/a.md", "far/away/b.md"]
    assert read("near/../far/a.md") == ["far/a.md"]


def test_an_empty_name_is_shown_as_such() -> None:
    assert found("").complaints == ["'': no such file or folder"]


@pytest.mark.parametrize("name", ["gone", "gone/a.py", "bad\0name"])
def test_what_does_not_exist_is_a_line(name: str) -> None:
    plant("a.py")
    outcome = found(name, "a.py")
    assert (len(outcome.complaints), outcome.missing, len(outcome.files)) == (1, True, 1)


def test_a_folder_that_cannot_be_read_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    plant("a.py", "secret/b.py")
    scandir = os.scandir

    def refuse(path: str) -> object:
        if path == "secret":
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr(files.os, "scandir", refuse)
    outcome = found(".")
    assert (outcome.complaints, len(outcome.files)) == (["secret: cannot be read (Permission denied)"], 1)


def test_folders_nested_deeper_than_python_recurses() -> None:
    nested = ["/".join(["d"] * depth) for depth in range(1, 1 + DEPTH)]
    for folder in nested:
        os.mkdir(folder)
    try:
        plant("a.py", f"{nested[-1]}/b.py")
        assert read(".") == ["a.py", f"{nested[-1]}/b.py"]
    finally:  # what clears away after the tests does recurse
        os.remove(f"{nested[-1]}/b.py")
        for folder in reversed(nested):
            os.rmdir(folder)


def test_huge_files_are_passed_over_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    plant("a.py")
    monkeypatch.setattr(files, "MAX_BYTES", 5)
    assert (read("."), read("a.py")) == ([], ["a.py"])
    assert found(".").skipped[0][0] == "a.py"


@pytest.mark.parametrize(
    ("name", "data", "why"),
    [
        ("a.py", b"# @generated by a tool\nx = 1\n", "generated, as it says"),
        ("a.go", b"// Code generated by protoc. DO NOT EDIT.\n", "generated, as it says"),
        ("a.py", b"x = 1\n" * 500 + b"# @generated\n", ""),
        ("a.md", b"mail me@generatedby.example\n", ""),
        ("a.js", b"var a=1;" * 1000, "minified"),
        ("a.js", b"var a = 1;\n" * 1000, ""),
        ("a.json", b"[1]," * 1000, ""),
        ("a.js", b"var a = 1;\n" * 100_000, "a program of more than 1 MB"),
        ("a.py", b"a = 1\n" * 200_000, "a program of more than 1 MB"),
        ("a.md", b"a line\n" * 200_000, ""),
        ("a.ts", b"\x47\x40\x00\xff\xfe" * 100, "binary"),
        ("a.txt", bytes(range(256)) * 40, "binary"),
        ("a.py", b"x = 1\0\n", ""),  # text with a fault: the reader says so
        ("a.py", "x = 1\n".encode("utf-16"), ""),
        ("a.py", b"caf\xe9\n", ""),
        ("a.py", b"\0" + "é".encode() * 5000, ""),  # a character cut off at the end of what is looked at
    ],
)  # fmt: skip
def test_the_content_says_that_no_person_wrote_it(name: str, data: bytes, why: str) -> None:
    assert made(name, data) == why
