"""Plots with numbers put in: those that the seed publishes come out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from draftproof import formulas
from draftproof.report.documents.drawing.plot import peak
from draftproof.report.documents.plots.model import naturals, octaves, spaced
from draftproof.report.documents.plots.pictures import picture
from draftproof.report.documents.plots.registry import plots_of


def of(chain: str) -> Any:
    return plots_of(chain)[0][0]


def test_expected_tokens_and_the_tempting_line() -> None:
    made = picture(of("tokens"), {})
    expected, promised = made.lines
    assert expected.values == pytest.approx([formulas.expected_tokens(0.7, gamma) for gamma in range(21)], rel=1e-15)
    assert promised.values == pytest.approx([1 + 0.7 * gamma for gamma in range(21)], rel=1e-15)
    assert (expected.wrong, promised.wrong) == (False, True)
    assert promised.label == "1 + γ·α, tempting and wrong"


def test_the_seeds_two_drafters_have_their_peaks() -> None:
    made = picture(of("draft_length"), {})
    assert [line.label for line in made.lines] == ["c = 0.154", "c = 0.05"]
    assert [peak(made.grid, line.values)[0] for line in made.lines] == [3, 6]
    assert [round(line.values[3], 2) for line in made.lines] == [1.73, 2.20]


def test_speculation_turns_into_a_slowdown() -> None:
    made = picture(of("verify_budget"), {})
    cached, bare = made.crossings
    assert cached is None
    values = plots_of("verify_budget")[0][0]
    at = {"batch": Fraction(int(bare))}
    assert picture(values, at).lines[1].here < 1 <= picture(values, {"batch": Fraction(int(bare) - 1)}).lines[1].here


def test_the_nucleus_grows_with_the_temperature() -> None:
    line = picture(of("sampling_order"), {}).lines[0]
    assert sorted(set(line.values)) == [1, 2, 3]
    assert list(line.values) == sorted(line.values)
    made = picture(of("sampling_order"), {})
    assert [line.values[made.grid.index(T)] for T in (0.5, 1.0)] == [1, 2], "as the seed prints"


def test_what_sharing_saves_stays_below_its_bound() -> None:
    bound, saved = picture(of("beam_paging"), {}).lines
    assert all(s < b for s, b in zip(saved.values, bound.values, strict=True))
    assert saved.values[[*picture(of("beam_paging"), {}).grid].index(1000.0)] == 0.625


def test_the_ratio_lies_between(unchecked: Callable[..., Any]) -> None:
    high, ratio, low = picture(of("acceptance"), {"alpha": Fraction(4, 5)}).lines
    assert ratio.values == pytest.approx([formulas.acceptance_ratio(0.8, gamma) for gamma in range(1, 21)], rel=1e-15)
    assert all(a >= r >= b for a, r, b in zip(high.values, ratio.values, low.values, strict=True))


def test_a_readers_numbers_move_what_they_may() -> None:
    made = picture(of("draft_length"), {"alpha": Fraction(1, 2), "c": Fraction(1, 10), "gamma": Fraction(2)})
    assert [line.label for line in made.lines] == ["c = 0.1", "c = 0.05"]
    assert made.here == 2
    assert made.lines[0].here == pytest.approx(1.75 / 1.2)


def test_grids() -> None:
    assert naturals(1, 3) == (1, 2, 3)
    assert spaced("0.1", "0.3", "0.1") == (Fraction(1, 10), Fraction(1, 5), Fraction(3, 10))
    assert octaves(3) == (1, 2, 4, 8)
    assert octaves(2, 6) == (1, 2, 3, 4), "no number twice"
