"""Suppressions: where they are read, what they hide, and which are themselves found fault with."""

from __future__ import annotations

import json

import pytest
from draftproof.checks.lint.finding import Finding, Level, Place
from draftproof.checks.lint.readers import read
from draftproof.checks.lint.suppress import MAX_DIRECTIVES, directives, suppressed

MARK = "draftproof: ignore[DP101]"


def reached(name: str, text: str) -> list[tuple[int, int]]:
    """The first and last line that each suppression of a file reaches."""
    found = directives(read(name, text.encode()))
    return [(one.lines.start, one.lines.stop - 1) if one.lines is not None else (0, 0) for one in found]


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("a.py", f"x = 1  # {MARK}\n", [(1, 1)]),
        ("a.py", f"x = 1  # noqa: E501  # {MARK}\n", [(1, 1)]),
        ("a.py", f"# {MARK}\n\n# more\nx = 1\ny = 2\n", [(3, 4)]),  # and for the comments between
        ("a.py", f"# {MARK}\n# more\n", [(2, 2)]),
        ("a.py", "# draftproof: ignore [DP101]\nx = 1\n", [(2, 2)]),
        ("a.py", f"x = (\n    1\n    + f(2)\n)  # {MARK}\ny = 2\n", [(1, 4)]),
        ("a.py", f"f(1))  # {MARK}\n", [(1, 1)]),  # closes what nothing opened
        ("a.py", f"# {MARK}\nx = (\n    1 + g([\n    2]))\ny = 2\n", [(2, 4)]),
        ("a.py", f"x = f(  # {MARK}\n    1,\n)\ny = 2\n", [(1, 3)]),
        ("a.py", f"x = (\n    1  # {MARK}\n    + 2\n)\n", [(2, 2)]),
        ("a.py", f"# {MARK}\nx = '(' + \"[\"\ny = 2\n", [(2, 2)]),
        ("a.py", f"# {MARK}\nx = a // (b +\n  c)\n", [(2, 3)]),
        ("a.py", f"# {MARK}\nx = a + \\\n  c\n", [(2, 3)]),
        ("a.py", f'def f():\n    """A\n\n    b\n    """  # {MARK}\n', [(2, 5)]),
        ("a.py", f'def f():\n    # {MARK}\n    """A\n\n    b\n    """\n    return 1\n', [(3, 6)]),
        ("a.py", f"# {MARK}\nx = (\n", [(2, 2)]),  # never closed: its line
        ("a.py", f"x = 1\n# {MARK}\n", [(2, 2)]),  # nothing comes next
        ("a.py", "# draftproof: ignore-file[DP101]\nx = 1\n", [(0, 0)]),
        ("a.js", f"let x = 1; // {MARK}\n", [(1, 1)]),
        ("a.js", f"/* {MARK} */ let x = 1;\nlet y = 2;\n", [(1, 1)]),
        ("a.js", f"/* {MARK} */\nlet x = f(\n  1 // )\n);\n", [(2, 4)]),
        ("a.jsx", f"const a = <p>\n{{/* {MARK} */}}\n  text\n</p>;\n", [(3, 3)]),
        ("a.js", f"/*\n * {MARK}\n */\nlet x = 1;\n", [(4, 4)]),
        ("a.js", f"let x = f(\n  1 // (\n); // {MARK}\n", [(1, 3)]),
        ("a.rs", f"let x = 1; // {MARK}\n", [(1, 1)]),
        ("a.rs", f"/// {MARK}\n/// 1 + k * a\nfn f() {{}}\n", [(2, 3)]),
        ("a.cu", f"#define E (1 + k * a) // {MARK}\n", [(1, 1)]),
        ("a.sql", f"select 1 + k * a -- {MARK}\n", [(1, 1)]),
        ("a.yaml", f"a: 1  # {MARK}\n", [(1, 1)]),
        ("a.yaml", f"# {MARK}\na: |\n  b\n\n  c\nd: 1\n", [(2, 5)]),
        ("a.yaml", f"a: >-  # {MARK}\n  b\nd: 1\n", [(1, 2)]),
        ("a.yaml", f"# {MARK}\na: b | c\n  d\n", [(2, 2)]),
        ("a.toml", f"# {MARK}\na = 1\n", [(2, 2)]),
        ("a.toml", f'# {MARK}\na = """\nb\n"""\n', [(2, 4)]),
        ("a.txt", f"1 + k*a tokens  # {MARK}\n", [(1, 1)]),
        ("a.txt", f"{MARK}\nText\non two lines.\n\nMore.\n", [(2, 3)]),
        ("a.txt", f"Text\n# {MARK}\non two lines.\n", [(3, 3)]),
        ("a.txt", f"% {MARK}\n\nText.\n", [(3, 3)]),
        ("a.txt", "# draftproof: ignore-file[DP101]\nText.\n", [(0, 0)]),
        ("a.m", f"function e = f(a, k)\n  e = 1 + k * a; % {MARK}\nend\n", [(2, 2)]),
        ("a.m", f"function e = f(a, k)\n  % {MARK}\n  e = 1 + k * a;\nend\n", [(3, 3)]),
        (
            "a.m",
            f"@implementation A\n- (double)f {{\n  return 1 + k * a; // {MARK}\n}}\n@end\n",
            [(3, 3)],
        ),  # Objective-C
        ("a.md", f"Text. <!-- {MARK} -->\n", [(1, 1)]),
        ("a.md", f"<!-- {MARK} --> Text.\nMore.\n", [(1, 1)]),
        ("a.md", f"<!-- {MARK} -->\nText\non two lines.\n\nMore.\n", [(2, 3)]),
        ("a.md", f"<!-- {MARK} -->\n\n```python\nx = 1\n\ny = 2\n```\n\nMore.\n", [(3, 7)]),
        ("a.md", f"| a | b |\n|---|---|\n| 1 | 2 | <!-- {MARK} -->\n", [(3, 3)]),
        ("a.md", f"- item <!-- {MARK} -->\n- other\n", [(1, 1)]),
        ("a.md", f"> <!-- {MARK} -->\n> Text\n>\n> More.\n", [(2, 2)]),
        ("a.mdx", f"{{/* {MARK} */}}\nText\nmore.\n\nOther.\n", [(2, 3)]),
        ("a.mdx", f"Text. {{/* {MARK} */}}\nmore.\n", [(1, 1)]),
        ("a.tex", f"$1+k a$ % {MARK}\nmore\n", [(1, 1)]),
        ("a.tex", f"% {MARK}\n\\[ 1 +\nk a \\]\n\nmore\n", [(2, 3)]),
        ("a.rst", f".. {MARK}\n\nText\nmore.\n\nOther.\n", [(3, 4)]),
        ("a.rst", f".. {MARK}\n\n.. math::\n\n   1 + k a\n\nOther.\n", [(3, 5)]),
        ("a.html", f"<p>1 + ka</p> <!-- {MARK} -->\n<p>2</p>\n", [(1, 1)]),
        ("a.html", f"<!-- {MARK} -->\n<p>1 +\nka</p>\n<p>2</p>\n", [(2, 3)]),
        ("a.html", f"<!--\n{MARK}\n-->\n<ul>\n<li>1</li>\n<li>2</li>\n</ul>\n<p>3</p>\n", [(4, 7)]),
        ("a.html", f"<!-- {MARK} -->\n<br>\n<p>1</p>\n<p>2</p>\n", [(2, 3)]),
        ("a.html", f"<script>\nlet x = 1; // {MARK}\n</script>\n", [(2, 2)]),
        ("a.svg", f"<svg>\n<!-- {MARK} -->\n<text>1 + ka</text>\n<text>2</text></svg>\n", [(3, 3)]),
    ],
)
def test_what_a_suppression_reaches(name: str, text: str, lines: list[tuple[int, int]]) -> None:
    assert reached(name, text) == lines


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", f's = "# {MARK}"\n'),
        ("a.py", f'"""\n# {MARK}\n"""\n'),
        ("a.py", f"# write {MARK} at the end of the line\n"),
        ("a.py", f"# `{MARK}`\n"),
        ("a.py", "# draftproof: ignore-line[DP101]\n"),
        ("a.py", "# draftproof: ignored\n"),
        ("a.js", f"const s = '// {MARK}';\n"),
        ("a.js", f"const s = `\n// {MARK}\n`;\n"),
        ("a.md", f"```\n<!-- {MARK} -->\n```\n"),
        ("a.md", f"```python\nx = 1  # {MARK}\n```\n"),
        ("a.md", f"```html\n<!-- {MARK} -->\n<p>1 + ka</p>\n```\n"),
        ("a.md", f"> ````html\n> ```\n> <!-- {MARK} -->\n> ````\n"),
        ("a.md", f"{{/* {MARK} */}}\n"),
        ("a.mdx", f"Write `{{/* {MARK} */}}`.\n"),
        ("a.mdx", f"```\n{{/* {MARK} */}}\n```\n"),
        ("a.md", f"Write `<!-- {MARK} -->`.\n"),
        ("a.md", f"# {MARK}\n"),
        ("a.tex", f"\\begin{{verbatim}}\n% {MARK}\n\\end{{verbatim}}\n"),
        ("a.tex", f"50\\% {MARK}\n"),
        ("a.rst", f".. code-block:: python\n\n   x = 1  # {MARK}\n"),
        ("a.txt", f"    # {MARK}\n"),  # indented: an example
        ("a.txt", f"Write {MARK} at the end of the line.\n"),
        ("a.txt", f"Write `# {MARK}` there.\n"),
        ("a.m", f"x = '% {MARK}';\n% MATLAB\n"),
        ("a.yaml", f"a: '# {MARK}'\n"),
    ],
)
def test_what_is_none(name: str, text: str) -> None:
    assert reached(name, text) == []


def notebook(*cells: tuple[str, str]) -> str:
    made = [
        {"cell_type": kind, "metadata": {}, "source": text} | ({"outputs": []} if kind == "code" else {})
        for kind, text in cells
    ]
    return json.dumps({"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": made})


def finding(
    line: int, code: str = "DP101", *, level: Level = Level.ERROR, cell: int | None = None, last: int = 0
) -> Finding:
    return Finding("a", Place(line, 1, cell), Place(last or line, 9, cell), code, level, "m", "e", "f")


def said(name: str, text: str, *findings: Finding) -> list[tuple[int, str]]:
    return [(one.place.line, one.code) for one in suppressed(read(name, text.encode()), findings)]


def test_a_cell_has_its_own_lines() -> None:
    text = notebook(("markdown", f"Text <!-- {MARK} -->"), ("code", f"a = 1\nb = 2  # {MARK}"))
    assert reached("a.ipynb", text) == [(1, 1), (2, 2)]
    kept = suppressed(
        read("a.ipynb", text.encode()), [finding(1, cell=0), finding(2, cell=1), finding(2, cell=0), finding(1, cell=1)]
    )
    assert [(one.place.cell, one.place.line) for one in kept] == [(0, 2), (1, 1)]


def test_a_suppression_in_any_cell_for_the_file_holds_in_all() -> None:
    text = notebook(("code", "a = 1"), ("code", "# draftproof: ignore-file[DP101]"))
    assert suppressed(read("a.ipynb", text.encode()), [finding(1, cell=0), finding(1, cell=1)]) == []


@pytest.mark.parametrize(
    ("comment", "findings", "left"),
    [
        ("ignore[DP101]", [finding(1)], []),
        ("ignore[DP101]", [finding(1), finding(1, "DP102")], [(1, "DP102")]),
        ("ignore[DP101, DP102]", [finding(1), finding(1, "DP102")], []),
        ("ignore", [finding(1), finding(1, "DP102")], []),
        ("ignore[DP101]", [finding(2)], [(2, "DP101"), (1, "DP900")]),
        ("ignore[DP101]", [finding(1, level=Level.NOTE)], []),  # one that hides only a note is used
        ("ignore", [], [(1, "DP900")]),
        ("ignore[DP101]", [], [(1, "DP900")]),
        ("ignore[DP101,DP102]", [finding(1)], [(1, "DP900")]),
        ("ignore[DP101,DP999]", [finding(1)], [(1, "DP900")]),
        ("ignore[]", [finding(1)], [(1, "DP101"), (1, "DP900")]),
        ("ignore[dp101]", [finding(1)], [(1, "DP101"), (1, "DP900")]),
        ("ignore[DP101,DP900]", [], []),  # whoever wants it so
        ("ignore-file", [finding(1), finding(9, "DP303")], []),
        ("ignore-file[DP303]", [finding(9, "DP303"), finding(9)], [(9, "DP101")]),
        ("ignore-file[DP101]", [], [(1, "DP900")]),
    ],
)
def test_what_is_hidden_and_what_hides_nothing(
    comment: str, findings: list[Finding], left: list[tuple[int, str]]
) -> None:
    assert said("a.py", f"x = 1  # draftproof: {comment}\ny = 2\n", *findings) == left


def test_a_finding_of_several_lines_is_hidden_from_any_of_them() -> None:
    text = f"x = (\n  1 +\n  2\n)  # {MARK}\n"
    assert said("a.py", text, finding(2, last=4)) == []
    assert said("a.py", text, finding(1, last=3)) == []  # it closes what the first line opened
    assert said("a.py", "a = 1\n" + text, finding(1)) == [(1, "DP101"), (5, "DP900")]


@pytest.mark.parametrize(
    ("comment", "why"),
    [
        ("ignore", "the suppression hides nothing"),
        ("ignore[DP101,DP102]", "the suppression hides nothing: no DP101 and no DP102 is found here"),
        ("ignore[DP999]", "the suppression hides nothing: DP999 is no rule"),
        ("ignore[]", "the suppression hides nothing: no code stands between the brackets"),
        ("ignore[DP101,]", "the suppression hides nothing: an empty code is no rule"),
    ],
)
def test_what_is_said_of_an_unused_one(comment: str, why: str) -> None:
    (found,) = suppressed(read("a.py", f"x = 1  # draftproof: {comment}\n".encode()), [])
    assert (found.message, found.expression, found.level) == (why, f"draftproof: {comment}", Level.WARNING)
    assert (found.place, found.end) == (Place(1, 10), Place(1, 10 + len(found.expression)))


def test_one_that_hides_something_is_not_called_useless() -> None:
    text = "x = 1  # draftproof: ignore[DP101,DP102]\n"
    (left,) = suppressed(read("a.py", text.encode()), [finding(1)])
    assert left.message == "a part of the suppression hides nothing: no DP102 is found here"


@pytest.mark.parametrize(
    "text",
    [
        "# " + "draftproof: ignore " * 1_000 + "\n",
        "x = 1  # draftproof: ignore\n" * 3_000,
        "# draftproof: ignore\n" * 600 + "# more\n" * 15_000,
        ")" * 300 + "  # draftproof: ignore\n" + "x)  # draftproof: ignore\n" * 600,
        "# draftproof: ignore\nx = (\n" * 3_000,
        " " * 15_000 + "# draftproof: ignore\n",
        "x = 1" + " " * 15_000 + "y  # draftproof: ignore\n",
        "# " + "# " * 9_000 + "draftproof: ignore\n",
        "# draftproof: ignore\n" + "x = ('" + "'\\\"" * 6_000 + "\n",
    ],
)
def test_hostile_comments_end(text: str) -> None:
    for name in ("a.py", "a.js", "a.md"):
        assert len(list(directives(read(name, text.encode())))) <= MAX_DIRECTIVES
