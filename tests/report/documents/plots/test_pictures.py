"""Plots with numbers put in: those that the seed publishes come out."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from draftproof import formulas
from draftproof.report.documents.drawing.plot import ring, says
from draftproof.report.documents.drawing.scale import shown
from draftproof.report.documents.plots.model import naturals, octaves, spaced
from draftproof.report.documents.plots.pictures import highest, picture
from draftproof.report.documents.plots.registry import plots_of
from draftproof.report.documents.plots.resolve import along, resolve


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
    assert made.peaks == (3, 6)
    assert [round(line.values[3], 2) for line in made.lines] == [1.73, 2.20]


def test_the_peak_is_the_first_highest_point_and_never_the_last() -> None:
    assert highest([Fraction(value) for value in (1, 3, 3, 2)]) == 1
    assert highest([Fraction(1), Fraction(2)]) is None
    assert highest([Fraction(1), Fraction(2), None]) is None
    assert highest([None, None]) is None


@pytest.mark.parametrize(("alpha", "c", "best"), [
    ("0.01", "0", None), ("0.1", "0", None), ("0.16", "0", None), ("0", "0", 0), ("0.3", "0.3", 0), ("0.95", "0.056", 20),
    ("0.94", "0.04", None), ("0.7", "0.154", 3),
])  # fmt: skip
def test_a_peak_is_decided_exactly(alpha: str, c: str, best: int | None) -> None:
    """Where doubles tie, and at the last value that is drawn, against the sign of what one more draft costs."""
    a, cost = Fraction(alpha), Fraction(c)
    losses = [cost * sum(a**i for i in range(gamma + 1)) - a ** (gamma + 1) * (1 + cost * gamma) for gamma in range(21)]
    assert next((gamma for gamma, loss in enumerate(losses) if loss >= 0), None) == best
    made = picture(of("draft_length"), {"alpha": a, "c": cost})
    assert made.peaks[0] == best
    assert (ring(made, 0) == "M0 0") == (best is None)
    assert says(made, 0).endswith("no peak up to 20" if best is None else f" at {best}")


def test_speculation_turns_into_a_slowdown() -> None:
    made = picture(of("verify_budget"), {})
    cached, bare = made.crossings
    assert cached is None
    values = plots_of("verify_budget")[0][0]
    at = {"batch": Fraction(int(bare))}
    assert picture(values, at).lines[1].here < 1 <= picture(values, {"batch": Fraction(int(bare) - 1)}).lines[1].here


@pytest.mark.parametrize("alpha", ["0.05", "0.3", "0.7", "0.83", "0.99"])
def test_each_draft_length_breaks_even_at_its_acceptance_ratio(alpha: str) -> None:
    """The place that halving finds, against the closed form of `draft_cost.break_even`: c = (E - 1)/γ."""
    made = picture(of("draft_cost"), {"alpha": Fraction(alpha), "gamma": Fraction(12)})
    assert [line.label for line in made.lines] == [f"γ = {gamma}" for gamma in (12, 1, 3, 7)]
    exact = [formulas.acceptance_ratio(float(alpha), gamma) for gamma in (12, 1, 3, 7)]
    assert made.crossings == pytest.approx(exact, abs=1e-8)
    assert made.since.at == pytest.approx(float(alpha), abs=1e-8), "a single draft pays up to c = α, and then none"


@pytest.mark.parametrize(("alpha", "gamma", "found", "said"), [
    ("0", "5", 0.0, "falls to 1 at 0"), ("1", "5", None, "≥ 1 up to 1"), ("0.5", "0", None, "≥ 1 up to 1"),
])  # fmt: skip
def test_break_even_at_the_ends(alpha: str, gamma: str, found: float | None, said: str) -> None:
    made = picture(of("draft_cost"), {"alpha": Fraction(alpha), "gamma": Fraction(gamma)})
    assert made.crossings[0] == found
    assert says(made, 0) == f"γ = {gamma}: {shown(made.lines[0].here)} at c = 0.154, {said}"


def test_the_nucleus_grows_with_the_temperature() -> None:
    line = picture(of("sampling_order"), {}).lines[0]
    assert sorted(set(line.values)) == [1, 2, 3]
    assert list(line.values) == sorted(line.values)
    made = picture(of("sampling_order"), {})
    assert [line.values[made.grid.index(T)] for T in (0.5, 1.0)] == [1, 2], "as the seed prints"


def test_a_curve_that_jumps_is_the_same_where_every_value_is_computed() -> None:
    """The page's script computes each; here each jump is looked for between two marks."""
    plot = of("sampling_order")
    found = resolve(plot.curves[0].formula)
    each = [along(found.tree, found.numbers, "T")(at) for at in plot.x.grid]
    assert len(each) > 4 * len(plot.x.rows)
    assert picture(plot, {}).lines[0].values == each


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
