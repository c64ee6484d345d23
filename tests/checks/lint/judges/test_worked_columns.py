"""Tables: the one row that breaks what gives all the others, and no row where nothing gives them."""

from __future__ import annotations

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.judges import worked

ABOUT = (
    "# Speculative decoding\n\nA draft model, a target model; α is the acceptance probability of one draft token.\n\n"
)
SPEED = ("alpha", "gamma", "tokens per step", "c", "speedup")
ROWS = (
    ("0.7", "5", "2.94", "0.154", "1.66"), ("0.8", "4", "3.36", "0.154", "2.08"), ("0.6", "3", "2.18", "0.1", "1.67"),
    ("0.9", "6", "5.22", "0.05", "4.01"), ("0.5", "2", "1.75", "0.1", "1.46"),
)  # fmt: skip


def table(heads: tuple[str, ...], rows: tuple[tuple[str, ...], ...]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (heads, ("---",) * len(heads), *rows)) + "\n"


def found(text: str) -> list[tuple[int, str]]:
    document = readers.parse("note.md", ABOUT + text)
    return [(one.place.line, one.code) for one in worked.judge(document) if one.level.fails]


def changed(row: int, column: int, to: str) -> tuple[tuple[str, ...], ...]:
    return tuple(
        tuple(to if (i, j) == (row, column) else cell for j, cell in enumerate(cells)) for i, cells in enumerate(ROWS)
    )


def test_a_table_that_holds_is_silent() -> None:
    assert found(table(SPEED, ROWS)) == []


@pytest.mark.parametrize(("row", "to"), [(0, "1.96"), (2, "2.18"), (4, "1.75")])
def test_the_row_that_breaks_the_law_of_the_others_is_found(row: int, to: str) -> None:
    assert [line for line, _ in found(table(SPEED, changed(row, 4, to)))] == [7 + row]


def test_two_rows_that_differ_are_no_slip() -> None:
    """Where two of five rows differ there is no law: what is printed may have been measured."""
    heads = ("accepted", "drafted", "share")
    rows = (("1203", "2000", "0.6015"), ("1414", "2000", "0.7070"), ("1606", "2000", "0.8030"))
    one, two = ("1111", "2000", "0.6555"), ("1033", "2000", "0.6165")
    assert found(table(heads, (*rows, one))) == [(10, "DP201")]
    assert found(table(heads, (*rows, one, two))) == []


def test_a_row_that_sums_up_is_left_out() -> None:
    heads, rows = ("run", "accepted", "drafted", "ratio"), (
        ("a", "1203", "2000", "0.6015"), ("b", "1414", "2000", "0.7070"), ("c", "1606", "2000", "0.8030"),
        ("d", "1111", "2000", "0.5555"), ("mean", "1333", "2000", "0.9999"),
    )  # fmt: skip
    assert found(table(heads, rows)) == []
