"""Who emits likewise: each rival is found among the rivals, each right sampler among the right ones."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from draftproof.gpu_reference import rejection
from draftproof.gpu_reference.diagnosis import RIGHT, Trial, alike, meet, same_as
from draftproof.gpu_reference.exact import explore
from draftproof.gpu_reference.instances import EVEN, cycled, fixed, law
from draftproof.gpu_reference.judgement import Tally
from draftproof.gpu_reference.rivals import SAMPLERS
from draftproof.gpu_reference.rows import Rows

GROUPS = [*fixed()][:8]

LAWFUL = ("losslessness.zero_at_u_zero", "losslessness.padding_as_token", "losslessness.rows_aliased")
"""Rivals whose law is right here, or no matter of a row's own laws."""


def trials(sampler):
    with np.errstate(all="ignore"):
        return [Trial(group, explore(sampler, group).tallies) for group in GROUPS]


@pytest.mark.parametrize(("id_", "ways"), [item for item in SAMPLERS.items() if item[0] not in LAWFUL])
def test_a_rival_is_named_by_its_law(id_, ways):
    found = list(alike(trials(ways[0])))
    assert id_ in found
    assert len(found) <= 2  # two ids may stand for one behaviour


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_sampler_is_no_rival(name):
    (way,) = RIGHT[name]
    assert name in list(same_as(trials(way)))
    assert not [id_ for id_ in alike(trials(way)) if id_ not in LAWFUL]


def test_intervals_meet():
    one = cycled("one", 1, [law(1, 3)], [EVEN])
    certain = Tally(one, {(0,): Fraction(1, 4), (1,): Fraction(3, 4)})
    vague = Tally(one, {(0,): Fraction(1, 8), (1,): Fraction(1, 4)})
    other = Tally(one, {(0,): Fraction(3, 4), (1,): Fraction(1, 4)})
    assert meet(certain, vague)
    assert meet(vague, other)
    assert not meet(certain, other)


def rows_of(coins):
    """One request at the first instance."""
    q, p = GROUPS[0][0].laws_along((0,))
    return Rows(np.array([[0]]), q[None], p[None], np.array([coins]), None)


def test_the_same_tokens_count_where_the_law_says_nothing():
    rows = rows_of([0.25, 0.5])
    emitted = rejection.token_wise(*rows[:4])
    assert list(same_as([Trial(GROUPS[0], (), "batch", rows, emitted)]))
    assert not list(same_as([Trial(GROUPS[0], (), "batch", rows, emitted + 1)]))


def test_a_fault_at_the_end_points_is_compared_there():
    group = GROUPS[1]
    law_ = explore(rejection.token_wise, group).tallies
    found = list(alike([Trial(group, law_, "impossible_token")]))
    assert found == ["losslessness.zero_at_u_zero"]
