"""Ways in which people write a thing: rows by cause (planted/*.txt), each with all that the whole linter must say of it.

A row begins with `=== what it is | the file's name | line code, line code` (or `ok`), and its text follows. Notes are let through.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from draftproof.checks.lint import onefile

PLANTED = Path(__file__).parent / "planted"
_ROW = re.compile(r"^=== (?P<name>[^|\n]+) \| (?P<path>[^|\n]+) \| (?P<said>[^|\n]+)\n", re.MULTILINE)


def rows(text: str) -> list[tuple[str, str, str, list[tuple[int, str]]]]:
    """The rows of a file: what each is, its path, its text, and the lines and codes that it must be failed for."""
    heads = [*_ROW.finditer(text)]
    ends = [head.start() for head in heads[1:]] + [len(text)]
    found = []
    for head, end in zip(heads, ends, strict=True):
        wrong = [] if head["said"] == "ok" else [one.split() for one in head["said"].split(", ")]
        found.append(
            (head["name"], head["path"], text[head.end() : end], sorted((int(line), code) for line, code in wrong))
        )
    return found


ALL = [(path.stem, *row) for path in sorted(PLANTED.glob("*.txt")) for row in rows(path.read_text("utf-8"))]


@pytest.mark.parametrize(
    ("path", "text", "wrong"), [row[2:] for row in ALL], ids=[f"{row[0]}: {row[1]}" for row in ALL]
)
def test_planted(path: str, text: str, wrong: list[tuple[int, str]]) -> None:
    result = onefile.lint_bytes(path, text.encode())
    assert result.read, result.complaints
    assert not result.broken, result.complaints
    assert sorted((found.place.line, found.code) for found in result.findings if found.level.fails) == wrong


def test_there_are_wrong_and_right_ones_of_each_cause() -> None:
    for cause in {row[0] for row in ALL}:
        said = [bool(row[4]) for row in ALL if row[0] == cause]
        assert True in said, cause
        assert False in said or cause == "inserted", cause
