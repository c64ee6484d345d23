"""The process of whole drafts: it draws what it says, keeps what the tests say, and counts every sequence twice."""

from __future__ import annotations

import numpy as np
import pytest
from draftproof.montecarlo.verification import TESTS, how_often, kept_drafts, outcomes, verified

MANY = 2**17
NEAR = 0.01
"""Seven standard deviations of a frequency at this size, at least."""

P, Q = ((0.25, 0.75), (0.5, 0.5)), ((0.5, 0.5), (0.75, 0.25))
TARGETS, DRAFTS = (P, P, P), (Q, Q)
ALIKE = (TARGETS, TARGETS[:2])


def run(how: str, tables=(TARGETS, DRAFTS), sequences: int = MANY):
    return verified(np.random.default_rng(11), sequences, (*tables, how))


@pytest.mark.parametrize("how", TESTS)
def test_every_sequence_is_counted_by_its_draft_and_by_what_became_of_it(how: str) -> None:
    counts = run(how)
    names = [what for what, _, _ in outcomes(2, 2)]
    for what in ("drafted", "completed"):
        assert sum(int(n) for n, name in zip(counts, names, strict=True) if name == what) == MANY


@pytest.mark.parametrize("how", TESTS)
@pytest.mark.parametrize("sequence", [(0, 0, 0), (1, 0, 1), (1, 1, 1)])
def test_completed_sequences_follow_the_target_whose_law_depends_on_the_prefix(how: str, sequence) -> None:
    expected = 1.0
    for place, token in enumerate(sequence):
        expected *= TARGETS[place][sequence[place - 1] if place else 0][token]
    found = how_often(lambda what, kept, tokens: what == "completed" and tokens == sequence, 2, 2)(run(how), MANY)
    assert abs(found.mean - expected) < NEAR


@pytest.mark.parametrize("how", TESTS)
@pytest.mark.parametrize("draft", [(0, 0), (0, 1), (1, 0)])
def test_drafts_follow_the_draft_law(how: str, draft) -> None:
    found = how_often(lambda what, kept, tokens: what == "drafted" and tokens == draft, 2, 2)(run(how), MANY)
    assert abs(found.mean - Q[0][draft[0]] * Q[draft[0]][draft[1]]) < NEAR


@pytest.mark.parametrize("how", TESTS)
def test_where_the_laws_are_one_every_draft_is_kept(how: str) -> None:
    found = kept_drafts(2, 2)(run(how, ALIKE), MANY)
    assert found.mean == found.high == 2
    assert kept_drafts(2, 2, more=1)(run(how, ALIKE), MANY).mean == 3


def test_one_by_one_a_draft_is_kept_with_the_smaller_probability() -> None:
    both = how_often(lambda what, kept, tokens: what == "drafted" and kept == 2 and tokens == (0, 0), 2, 2)
    assert abs(both(run("one by one"), MANY).mean - 0.25 * 0.25) < NEAR


def test_a_block_keeps_what_tests_one_by_one_would_not() -> None:
    """Of the draft 0, 1 the mass min(1/4·3/4, 1/2·1/2), against 1/4·1/2."""
    both = how_often(lambda what, kept, tokens: what == "drafted" and kept == 2 and tokens == (0, 1), 2, 2)
    assert abs(both(run("block"), MANY).mean - 3 / 16) < NEAR
    assert abs(both(run("one by one"), MANY).mean - 1 / 8) < NEAR


@pytest.mark.parametrize("how", TESTS)
def test_no_sequence_and_one_sequence(how: str) -> None:
    assert run(how, sequences=0).sum() == 0
    assert run(how, sequences=1).sum() == 2
