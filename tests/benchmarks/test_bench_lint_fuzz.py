"""What the fuzzing of the linter is told by: crashes, runs, the slowest input, and that nothing was run."""

from __future__ import annotations

import math

import pytest
from draftproof.benchmarks import bench_lint_fuzz as fuzz
from draftproof.checks.lint import judges
from draftproof.checks.lint.readers import READERS

WRONG = (
    b"Speculative decoding: acceptance rate alpha, draft length k.\n\nExpected tokens per step: E = 1 + k * alpha.\n"
)


def test_every_reader_is_fuzzed_from_fixtures() -> None:
    assert {kind: READERS[suffix] for kind, suffix in fuzz.KINDS.items()} == {kind: kind for kind in fuzz.KINDS}
    assert set(fuzz.KINDS) == {READERS[suffix] for suffix in READERS}
    assert any(fuzz.FIXTURES.rglob("*.md"))


def test_what_a_run_is_shielded_from_is_raised(monkeypatch: pytest.MonkeyPatch) -> None:
    fuzz.lint("a.md", WRONG)
    fuzz.lint("a.md", b"\xff")  # what cannot be read is no crash
    monkeypatch.setattr(judges, "judges", lambda: [lambda document: [1 / 0]])
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        fuzz.lint("a.md", WRONG)


def test_the_rows_sum_crashes_and_show_the_slowest() -> None:
    results = [fuzz.Fuzzed("rst", 10, 0, "", 0.5), fuzz.Fuzzed("code", 20, 2, "KeyError", 2.0)]
    crashes, slowest = fuzz.measured(results)
    assert (crashes.ratio, crashes.met, crashes.what) == (2, False, "crashes; inputs: rst 10, code 20")
    assert (slowest.ratio, slowest.met, slowest.what[-6:]) == (2.0, False, "(code)")
    assert [row.met for row in fuzz.measured(results[:1])] == [True, True]


def test_without_the_fuzzer_the_ratio_is_no_number(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fuzz, "FUZZER", "no_such_module")
    monkeypatch.setattr(fuzz, "dense", lambda: [("a.md", WRONG)])
    full, row = fuzz.rows()
    assert full.ratio > 0
    assert math.isnan(row.ratio)
    assert (row.met, "not installed" in row.what) == (False, True)


def test_the_dense_files_are_as_long_as_an_input_and_full_of_what_is_judged() -> None:
    files = list(fuzz.dense())
    assert {name[1:] for name, _ in files} <= set(fuzz.KINDS.values())
    assert sum(0.9 * fuzz.LONGEST < len(data) < 1.2 * fuzz.LONGEST for _, data in files) > 70
    assert all(data.startswith((b"Spec", b"<p>Spec", b"# Spec", b"// Spec")) for _, data in files)
