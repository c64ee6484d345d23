"""The ratio used at another draft length than that it was measured at; its wordings are in planted/carried.txt."""

from __future__ import annotations

from draftproof.checks.lint import readers
from draftproof.checks.lint.judges.carried import judge

HEAD = "# Speculative decoding\n\n"


def test_it_names_both_lengths() -> None:
    text = f"{HEAD}Measured at k = 3, the ratio was 0.55; at k = 7 a step yields 1 + 7 × 0.55 tokens.\n"
    (found,) = judge(readers.read("a.md", text.encode()))
    assert "at draft length 3" in found.message
    assert "at 7" in found.message
    assert found.expression == "1 + 7 × 0.55"


def test_it_is_silent_at_its_own_length() -> None:
    text = f"{HEAD}Measured at k = 3, the ratio was 0.55; a step yields 1 + 3 × 0.55 tokens.\n"
    assert list(judge(readers.read("a.md", text.encode()))) == []
