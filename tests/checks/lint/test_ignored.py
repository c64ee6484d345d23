"""What git ignores, held against git itself."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest
from draftproof.checks.lint.ignored import MAX_STARS, Ignored, above, is_pattern

NAMES = """\
a.py a.log keep.log docs/a.md docs/a.log docs/keep.log docs/sub/a.md build/a.py src/build/a.py x/keep/a.py x/keep/b.txt x/drop/a.py
deep/er/est/a.tmp deep/a.tmp #hash.py !bang.py foo[1].py keep/x.log a/b/c/b a/b/b/x"""
TREE = NAMES.split()
LISTS = (
    {".gitignore": "*.log\n!keep.log\n"},
    {".gitignore": "build/\n"},
    {".gitignore": "/build/\n"},
    {".gitignore": "build\n!build\n"},
    {".gitignore": "/x/*\n!/x/keep/\n"},
    {".gitignore": "/x/*\n!/x/keep\nb.txt\n"},
    {".gitignore": "**/er/**\n"},
    {".gitignore": "deep/**/a.tmp\n# comment\n\n"},
    {".gitignore": "*\n!*/\n!*.py\n"},
    {".gitignore": "*.log\n!keep/\nkeep.log\n"},
    {".gitignore": "*\n!keep/\n!keep/*\n"},
    {".gitignore": "a/**/b\n!*/c/b\n"},
    {".gitignore": "*/\n!docs/\n"},
    {".gitignore": "**/build/\n/docs/*.md\n"},
    {".gitignore": "\\#hash.py\n\\!bang.py\nfoo\\[1\\].py\n"},
    {".gitignore": "*.log\n", "docs/.gitignore": "!a.log\n/a.md\n"},
    {".gitignore": "!\n*.py\n"},
    {".gitignore": "*.md\n", "docs/sub/.gitignore": "!*.md\n"},
    {".git/info/exclude": "*.tmp\n", ".gitignore": "!deep/a.tmp\n"},
)


def git(*arguments: str, at: Path) -> str:
    done = subprocess.run(["git", *arguments], cwd=at, capture_output=True, text=True, check=False)
    return done.stdout


def ignored_of(root: Path) -> set[str]:
    """Every file that the folders from the root down ignore, entered folder by folder as a walk does."""
    found: set[str] = set()

    def enter(folder: Path, ignored: Ignored, inside: bool) -> None:
        ignored = ignored.within(str(folder))
        for entry in sorted(folder.iterdir()):
            if entry.name == ".git":
                continue
            hidden = inside or ignored.ignores(str(entry), folder=entry.is_dir())
            if entry.is_dir():
                enter(entry, ignored, hidden)
            elif hidden:
                found.add(entry.relative_to(root).as_posix())

    enter(root, above(str(root)), inside=False)
    return found


@pytest.mark.parametrize("lists", LISTS, ids=lambda lists: " ".join(lists.values()).split("\n")[0])
def test_as_git(lists: dict[str, str], tmp_path: Path) -> None:
    git("init", "-q", at=tmp_path)
    for name in TREE:
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    for name, text in lists.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    files = [path.relative_to(tmp_path).as_posix() for path in tmp_path.rglob("*") if path.is_file()]
    files = [name for name in files if not name.startswith(".git/")]
    told = git(
        "-c", "core.excludesFile=", "-c", "core.quotePath=off", "check-ignore", "--no-index", "--", *files, at=tmp_path
    )
    assert ignored_of(tmp_path) == {line.strip('"') for line in told.splitlines()}


def test_the_folders_above_count_up_to_the_repository(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("*.md\n")
    inner = tmp_path / "repository" / "docs"
    inner.mkdir(parents=True)
    assert above(str(inner)) == Ignored()  # no repository: who knows whose list that is
    (tmp_path / "repository" / ".git").mkdir()
    (tmp_path / "repository" / ".gitignore").write_text("*.log\n")
    assert above(str(inner)).ignores(str(inner / "a.log"))
    assert not above(str(inner)).ignores(str(inner / "a.md"))


def test_a_named_folder_that_is_ignored_is_read(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".gitignore").write_text("out/\n*.log\n")
    (tmp_path / "out" / "deep").mkdir(parents=True)
    for folder in (tmp_path / "out", tmp_path / "out" / "deep"):
        assert not above(str(folder)).ignores(str(folder / "a.py"))
    assert above(str(tmp_path)).within(str(tmp_path)).ignores(str(tmp_path / "out"), folder=True)


def test_a_work_tree_has_the_list_of_its_repository(tmp_path: Path) -> None:
    git("init", "-q", "main", at=tmp_path)
    main = tmp_path / "main"
    who = ("-c", "user.name=a", "-c", "user.email=a@b.c")
    git(*who, "commit", "-q", "--allow-empty", "-m", "first", at=main)
    git("worktree", "add", "-q", "../tree", at=main)
    (main / ".git" / "info").mkdir(exist_ok=True)
    (main / ".git" / "info" / "exclude").write_text("*.secret\n")
    tree = tmp_path / "tree"
    assert (tree / ".git").is_file()
    assert above(str(tree)).ignores(str(tree / "a.secret"))


@pytest.mark.parametrize("line", ["!", "a\\", "*a" * (MAX_STARS + 1)])
def test_what_is_no_pattern_says_nothing(line: str, tmp_path: Path) -> None:
    assert not is_pattern(line)
    (tmp_path / ".gitignore").write_text(f"{line}\n*.py\n")
    assert Ignored().within(str(tmp_path)).ignores(str(tmp_path / "a.py"))


def test_a_list_that_is_no_file_or_no_text(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").mkdir()
    assert Ignored().within(str(tmp_path)) == Ignored()
    (tmp_path / ".gitignore").rmdir()
    (tmp_path / ".gitignore").write_bytes(b"\xff\xfe\n*.py\n")
    assert Ignored().within(str(tmp_path)).ignores(str(tmp_path / "a.py"))
