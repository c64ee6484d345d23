"""The table of ratios, on made-up rows: no test measures a time."""

from __future__ import annotations

import math

import pytest
from draftproof.benchmarks import Row
from draftproof.benchmarks.__main__ import found, main, table


@pytest.mark.parametrize(
    ("row", "met"),
    [
        (Row("a", 0.8, "", ">=", 0.8), True),
        (Row("a", 0.79, "", ">=", 0.8), False),
        (Row("a", 2.0, "", "<=", 2.0), True),
        (Row("a", 2.1, "", "<=", 2.0), False),
        (Row("a", math.nan, "", "<=", 2.0), False),
        (Row("a", math.nan, "", ">=", 2.0), False),
        (Row("a", 2.1, ""), None),
    ],
)
def test_a_goal_is_met_missed_or_absent(row: Row, met: bool | None) -> None:
    assert row.met is met


def test_table_is_aligned_and_shows_a_missed_goal() -> None:
    rows = [Row("draws", 0.912, "simulation / bare generator", ">=", 0.8), Row("help", 3, "help / click", "<=", 2)]
    assert table(rows).splitlines() == [
        "benchmark  ratio  goal    met  what",
        "draws      0.912  >= 0.8  yes  simulation / bare generator",
        "help       3      <= 2    NO   help / click",
    ]


def test_benchmarks_are_found_by_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert all(name.isidentifier() for name in found())
    assert main(["no_such_benchmark"]) == 2
    assert "no_such_benchmark" in capsys.readouterr().err
