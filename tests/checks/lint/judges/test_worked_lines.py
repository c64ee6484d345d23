"""What the message of a worked line says that it comes to: in the unit of the result, in its order of magnitude."""

from __future__ import annotations

import pytest
from draftproof.checks.lint.judges.worked.lines import slips
from draftproof.checks.lint.judges.worked.quantities import read


@pytest.mark.parametrize(
    ("line", "computed"),
    [
        ("2 × 48 × 4 × 128 × 2 = 40 KB", "98.3"),
        ("2 × 48 × 4 × 128 × 2 = 180 KB", "98.3"),
        ("4096 - 70 = 3926 MB", "4026"),
        ("5·2048·6144² + 2·2048²·6144 ≈ 3.9e11 + 1.5e11", "51500000000"),
    ],
)
def test_what_a_line_comes_to(line: str, computed: str) -> None:
    assert [slip.computed for slip in slips(line, read(line), (0,))] == [computed]
