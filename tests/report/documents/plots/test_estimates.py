"""What simulations measured: from a file, so anything may stand in it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from draftproof.report.documents.model import Estimate, Recorded
from draftproof.report.documents.plots.estimates import estimates

GOOD = Estimate("alpha 0.7, gamma 5", "=", 2.943, 0.0132, "294117/100000")


def made(unchecked: Callable[..., Any], *found: Estimate) -> list[tuple[str, str, str]]:
    recorded = {"tokens.closed_form": Recorded((), found)}
    return list(estimates(unchecked(["tokens"], recorded=recorded)))


def test_without_a_ledger_there_are_none(unchecked: Callable[..., Any]) -> None:
    assert list(estimates(unchecked())) == []


def test_measured_against_predicted(unchecked: Callable[..., Any]) -> None:
    ((chain, id_, html),) = made(unchecked, GOOD)
    assert (chain, id_) == ("tokens", "dp-estimates-tokens")
    assert "1 of 1 intervals hold" in html
    assert "2.943 ± 0.013" in html
    assert "= 2.94117" in html


def test_what_does_not_agree_is_drawn_so(unchecked: Callable[..., Any]) -> None:
    html = made(unchecked, GOOD, Estimate("elsewhere", "=", 3.0, 0.0132, "294117/100000"))[0][2]
    assert "1 of 2 intervals hold" in html
    assert "dp-differs" in html


def test_an_order_stands_in_the_table_only(unchecked: Callable[..., Any]) -> None:
    html = made(unchecked, GOOD, Estimate("bounded", "<=", 2.943, 0.0132, "6"))[0][2]
    assert "1 of 1 intervals hold" in html
    assert "&lt;= 6" in html


@pytest.mark.parametrize("estimate", [
    Estimate("x", "=", float("nan"), 0.1, "1"), Estimate("x", "=", float("inf"), 0.1, "1"), Estimate("x", "=", 1.0, 0.0, "1"),
    Estimate("x", "=", 1.0, float("inf"), "1"), Estimate("x", "=", 1.0, -0.1, "1"), Estimate("x", "=", 1.0, 0.1, "1/0"),
    Estimate("x", "=", 1.0, 0.1, "1e999999999"), Estimate("x", "=", 1.0, 0.1, "9" * 5000), Estimate("x", "=", 1.0, 0.1, "9" * 4000),
    Estimate("x", "=", 1.0, 0.1, "<script>"), Estimate("x", "=", 1.0, 0.1, ""), Estimate("x", "=", 1.0, 0.1, "१"),
])  # fmt: skip
def test_hostile_numbers_are_not_drawn(unchecked: Callable[..., Any], estimate: Estimate) -> None:
    assert made(unchecked, estimate) == []
    html = made(unchecked, GOOD, estimate)[0][2]
    assert "1 of 1 intervals hold" in html
    assert "<script" not in html


def test_hostile_text_is_escaped(unchecked: Callable[..., Any]) -> None:
    html = made(unchecked, GOOD, Estimate("</td><script>", "<b>", 1.0, 0.1, "1"))[0][2]
    assert "<script" not in html
    assert "<b>" not in html
