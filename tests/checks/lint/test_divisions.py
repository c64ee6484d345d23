"""Visible divisions define r, alpha and accepted per draft; guards and scales are seen through, other numbers are not."""

from __future__ import annotations

import pytest
from draftproof.checks.lint import readers
from draftproof.checks.lint.divisions import quantity, ratio
from draftproof.checks.lint.document import Formula

DIVISIONS = {
    "accepted / drafted": "r",
    "num_accepted_tokens / num_draft_tokens": "r",
    "self.n_accept / self.n_drafted": "r",
    "accepted / max(drafted, 1)": "r",
    "accepted / drafted if drafted else 0.0": "r",
    "100 * accepted / drafted": "r",
    "accepted / (drafted + 1e-9)": "r",
    "float(accepted) / float(drafted)": "r",
    "accepted / num_speculative_tokens": "r",
    "accepted / tested": "alpha",
    "n_accepted / n_reached": "alpha",
    "accepted / drafts": "A",
    "num_accepted_tokens / num_drafts": "A",
    "num_accepted_tokens_per_pos[0] / num_drafts": "alpha",
    "num_accepted_tokens_per_pos[2] / num_drafts": "per_position",
    "sum(min(p, q) for p, q in zip(target, draft))": "alpha",
    "1 + accepted / drafts": "L",
    "accepted / drafts + 1.0": "L",
}
NONE = (
    "a / b",
    "hits / misses",
    "drafted / accepted",
    "5 * accepted",
    "accepted",
    "1 + accepted / drafted",
    "2 + accepted / drafts",
    "loss / batch",
    "1 - accepted / drafted",
)


def formula(code: str) -> Formula:
    document = readers.read("x.py", f"result = {code}\n".encode())
    return next(one for one in document.formulas if one.result == "result")


@pytest.mark.parametrize(("code", "symbol"), DIVISIONS.items())
def test_a_division_defines_a_quantity(code: str, symbol: str) -> None:
    assert quantity(formula(code)) == symbol


@pytest.mark.parametrize("code", NONE)
def test_other_formulas_define_none(code: str) -> None:
    assert quantity(formula(code)) == ""


def test_a_scale_that_is_no_percentage_is_no_scale() -> None:
    assert ratio(formula("5 * (accepted / drafted)")) == ("", "")
