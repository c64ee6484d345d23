"""Findings for a person: the expression is underlined where it stands, whatever the line is made of."""

from __future__ import annotations

from dataclasses import replace

import pytest
from draftproof.checks.lint.finding import Finding, Level, Place
from draftproof.checks.lint.run import Report
from draftproof.report.findings_text import printable, render, summary


def report(
    line: str, expression: str, *, level: Level = Level.ERROR, cell: int | None = None, **changes: object
) -> Report:
    start = line.index(expression) + 1
    finding = Finding(
        "a.py",
        Place(3, start, cell),
        Place(3, start + len(expression), cell),
        "DP101",
        level,
        "message",
        expression,
        "fix it",
    )
    return Report((replace(finding, **changes),), {("a.py", cell, 3): line}, 120, (), (), 1, usable=True)  # type: ignore[arg-type]


def test_a_finding() -> None:
    assert render(report("    return 1 + gamma * alpha  # x", "1 + gamma * alpha")) == (
        "a.py:3:12: DP101 error message\n"
        "    3 |     return 1 + gamma * alpha  # x\n"
        "      |            ^~~~~~~~~~~~~~~~~\n"
        "  fix: fix it\n"
        "\n"
        "1 error in 1 file (120 read)\n"
    )


def test_a_cell_and_what_is_related() -> None:
    text = render(report("e = 1 + k*a", "1 + k*a", cell=0, level=Level.NOTE, related=((Place(1, 2, 0), "the text"),)))
    assert text.startswith("a.py:cell 0:3:5: DP101 note message\n")
    assert "\n  see cell 0:1:2: the text\n" in text


@pytest.mark.parametrize(
    ("line", "expression", "marks"),
    [
        ("x", "x", "^"),
        ("期望 = 1 + kα", "1 + kα", "       ^~~~~~"),  # two columns each
        ("e = 1 + 草稿长度*α", "1 + 草稿长度*α", "    ^" + "~" * 13),  # a misconception, underlined
        ("ｗｉｄｅ 1 + k", "1 + k", "         ^~~~~"),
        ("e\u0301 = 1 + k", "1 + k", "    ^~~~~"),  # an accent that joins its letter
        ("\u2764\ufe0f 1 + k", "1 + k", "  ^~~~~"),  # which only chooses how the character before is drawn
        ("\u0e01\u0e31\u0e1a 1 + k", "1 + k", "   ^~~~~"),  # a vowel of Thai that stands above
        ("\u1112\u1161\u11ab 1 + k", "1 + k", "   ^~~~~"),  # one syllable of Korean in three parts
        ("\te = 1 + k", "1 + k", "        ^~~~~"),
        ("\x1b[31m 1 + k", "1 + k", "         ^~~~~"),  # written out: \x1b[31m
    ],
)
def test_the_marks_stand_under_the_expression(line: str, expression: str, marks: str) -> None:
    shown = render(report(line, expression)).splitlines()
    assert shown[2] == "      | " + marks


def test_an_expression_of_several_lines_is_marked_to_the_end_of_the_first() -> None:
    text = render(report("x = (1 +  ", "1 +", end=Place(4, 3)))
    assert text.splitlines()[2] == "      |      ^~~"


@pytest.mark.parametrize("width", [40, 60, 80])
def test_a_long_line_is_cut_around_the_expression(width: int) -> None:
    for before in (0, 30, 500):
        for after in (0, 30, 500):
            line = "期" * before + "1 + k*a" + "b" * after
            shown = render(report(line, "1 + k*a"), width=width).splitlines()
            start = shown[2].index("^") - len("      | ")
            assert "1 + k*a" in shown[1]
            assert shown[1].endswith("…") or not after or after == 30
            columns = [2 if character == "期" else 1 for character in shown[1]]
            assert sum(columns) <= width
            assert sum(columns[: shown[1].index("1 + k*a")]) == start + len("      | ")


def test_an_expression_longer_than_the_terminal_is_cut() -> None:
    expression = " + ".join(["alpha"] * 60)
    shown = render(report(f"x = {expression}", expression), width=50).splitlines()
    assert len(shown[1]) <= 50
    assert len(shown[2]) <= 50
    assert shown[1].endswith("…")


def test_without_its_line_the_expression_is_shown() -> None:
    shown = replace(report("x = 1 + k*a", "1 + k*a"), lines={})
    assert render(shown).splitlines()[1:3] == ["    3 | 1 + k*a", "      | ^~~~~~~"]


def test_lines_are_broken_at_the_width_unless_it_is_absurd() -> None:
    long = report("1 + k", "1 + k", fix="word " * 40)
    assert max(map(len, render(long, width=60).splitlines())) <= 60
    assert max(map(len, render(long, width=20).splitlines())) > 100


def test_colours_are_of_the_level_and_only_where_asked_for() -> None:
    assert "\033" not in render(report("1 + k", "1 + k"))
    colours = {level: render(report("1 + k", "1 + k", level=level), colour=True) for level in Level}
    assert len(set(colours.values())) == 3
    assert all(text.count("\033[0m") == text.count("\033[") / 2 for text in colours.values())


@pytest.mark.parametrize(
    ("levels", "said"),
    [
        ([], "no findings (7 read)"),
        ([Level.ERROR], "1 error in 1 file (7 read)"),
        (
            [Level.NOTE, Level.ERROR, Level.WARNING, Level.ERROR, Level.NOTE],
            "2 errors, 1 warning, 2 notes in 1 file (7 read)",
        ),
    ],
)
def test_the_last_line_counts(levels: list[Level], said: str) -> None:
    findings = tuple(Finding("a.py", Place(1, 1), Place(1, 2), "DP101", level, "m", "e", "f") for level in levels)
    assert summary(Report(findings, {}, 7, (), (), 0, usable=True)) == said
    moved = tuple(replace(finding, path=f"{number}.py") for number, finding in enumerate(findings))
    assert not findings or f"in {len(levels)} file" in summary(Report(moved, {}, 7, (), (), 0, usable=True))


def test_a_file_cannot_steer_the_terminal() -> None:
    hostile = report(
        "1 + k \x1b]0;x\x07 \u202e",
        "1 + k",
        path="a\nb\x1b.py",
        message="m\r\n\x1bm",
        fix="\x9bf",
        related=((Place(1, 1), "\x1b"),),
    )
    text = render(hostile)
    assert all(character.isprintable() or character == "\n" for character in text)
    assert printable("a\tb\u202e\ud800γ") == "a\\tb\\u202e\\ud800γ"


def test_a_file_cannot_give_a_workflow_command() -> None:
    """A runner of GitHub's reads a line that begins with `::`, after white space, as a command."""
    text = render(report("::set-output name=x::1 + k", "1 + k"))
    assert not [line for line in text.splitlines() if line.lstrip().startswith("::")]
