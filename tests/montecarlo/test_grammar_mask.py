"""The processes of `grammar_mask`: they draw what they say, and count what they saw."""

from __future__ import annotations

import numpy as np
import pytest
from draftproof.montecarlo.grammar_mask import cut_and_masked, drawn, drawn_again, waiting

LAW, MASK = (0.5, 0.25, 0.125, 0.125), (0.0, 1.0, 1.0, 0.0)
MANY = 2**16


def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def test_a_draw_is_forbidden_or_allowed() -> None:
    counts = drawn(rng(), MANY, (LAW, MASK))
    assert counts.sum() == MANY
    assert abs(counts[1] / MANY - 0.375) < 0.02  # ten standard deviations of a frequency at this size


def test_drawing_again_ends_with_an_allowed_token_for_every_sequence() -> None:
    counts = drawn_again(rng(), MANY, (LAW, MASK))
    assert counts.sum() == MANY
    assert counts[0] == counts[3] == 0
    assert abs(counts[1] / MANY - 2 / 3) < 0.02


@pytest.mark.parametrize(
    ("top_p", "mask_first", "kept"),
    [
        (0.4, True, [1]),
        (0.4, False, []),  # the cut keeps the forbidden token alone
        (0.7, True, [1, 2]),
        (0.7, False, [1]),
        (0.9, True, [1, 2]),
        (0.9, False, [1, 2]),
    ],
)
def test_the_order_of_mask_and_cut_decides_which_tokens_are_left(
    top_p: float, mask_first: bool, kept: list[int]
) -> None:
    counts = cut_and_masked(rng(), MANY, ((0.5, 0.3, 0.2), top_p, mask_first))
    assert np.flatnonzero(counts).tolist() == kept
    assert counts.sum() == (MANY if kept else 0)


@pytest.mark.parametrize(("longest", "batch", "share"), [(0.5, 8, 0.0), (2.0, 1, 0.5), (2.0, 3, 0.875)])
def test_a_step_waits_if_a_mask_takes_longer_than_the_forward_pass(longest: float, batch: int, share: float) -> None:
    counts = waiting(rng(), MANY, (1.0, longest, batch))
    assert counts.sum() == MANY
    assert abs(counts[1] / MANY - share) < 0.02
