"""Simulations at a point: the rates are those of the point, and a fault in them is seen."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from draftproof.derivations import acceptance_counts as counts
from draftproof.derivations import acceptance_ratio as ratio
from draftproof.derivations.acceptance_ratio import A, alpha, gamma
from draftproof.ledger import Verdict
from draftproof.montecarlo import acceptance, enrol
from draftproof.montecarlo.drafts import label, rates, two_lengths, verifications
from draftproof.montecarlo.evidence import simulate
from draftproof.montecarlo.process import all_or_nothing_counts

POINT = {"alpha": Fraction(7, 10), "gamma": Fraction(3)}
BY_POSITION = {"a": (Fraction(9, 10), Fraction(1, 2), Fraction(1, 4)), "gamma": Fraction(2)}


@pytest.mark.parametrize(
    ("name", "how", "expected"),
    [
        ("as the point says", {}, (0.7, 0.7, 0.7)),
        ("one draft more", {"longer": 1}, (0.7, 0.7, 0.7, 0.7)),
        ("a length given", {"length": 2}, (0.7, 0.7)),
    ],
)
def test_rates_of_a_point(name: str, how: dict[str, int], expected: tuple[float, ...]) -> None:
    assert rates(POINT, **how) == expected


def test_rates_by_position_are_cut_to_the_draft() -> None:
    assert rates(BY_POSITION, rate="a") == (0.9, 0.5)


def test_labels_name_the_point() -> None:
    assert label(POINT) == "alpha 0.7, gamma 3"
    assert label(BY_POSITION) == "a 0.9 0.5 0.25, gamma 2"


def test_two_lengths_take_both() -> None:
    made = two_lengths(counts.POOLED, counts.MIXED_EXAMPLE, acceptance.accepted)
    assert made.params == ((0.5, 0.5), ((0.7,) * 5, (0.7,) * 2))


def test_another_process_refutes_the_claim() -> None:
    """A drafter whose draft is kept whole or not at all accepts fewer: the same comparison must see it."""
    right = verifications(ratio.ACCEPTED, POINT, acceptance.accepted)
    for process, verdict in ((right.chunk, Verdict.HOLDS), (all_or_nothing_counts, Verdict.REFUTED)):
        made = replace(right, chunk=process)
        found = simulate(enrol.settings(ratio.ACCEPTED, POINT, {A(alpha, gamma): made}), draws=100_000, seed=1)
        assert found.verdict is verdict
