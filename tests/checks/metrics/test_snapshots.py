"""Differences of running totals, resets, and engines that come and go."""

from dataclasses import replace

import pytest
from draftproof.checks.metrics.counters import Counters
from draftproof.checks.metrics.snapshots import difference, since_reset, was_reset
from draftproof.errors import BadInput

OLD = Counters("0", "old", "test", drafts=10, drafted=30, accepted=12, per_position=(6, 4, 2), gamma=3, started=1.0)
NEW = replace(OLD, where="new", drafts=25, drafted=75, accepted=30, per_position=(15, 10, 5))

RESETS = {
    "drafts fell": replace(OLD, drafts=9, drafted=40, accepted=12, gamma=None, per_position=None),
    "accepted fell": replace(OLD, drafts=25, drafted=75, accepted=3, per_position=(1, 1, 1)),
    "one position fell": replace(OLD, drafts=25, drafted=75, accepted=20, per_position=(12, 7, 1)),
    "another start, all counters higher": replace(NEW, started=2.0),
    "another draft length": replace(NEW, gamma=5, per_position=(15, 10, 5, 0, 0)),
}


def test_difference_of_every_counter():
    (grown,) = difference([OLD], [NEW])
    assert (grown.drafts, grown.drafted, grown.accepted, grown.per_position) == (15, 45, 18, (9, 6, 3))
    assert grown.notes == ()


def test_nothing_happened():
    (grown,) = difference([OLD], [OLD])
    assert (grown.drafts, grown.accepted) == (0, 0)


@pytest.mark.parametrize("name", RESETS)
def test_resets_are_seen_and_restart_all_counters_at_zero(name):
    new = RESETS[name]
    assert was_reset(OLD, new)
    (grown,) = difference([OLD], [new])
    assert (grown.drafts, grown.accepted) == (new.drafts, new.accepted)
    assert "counter reset" in grown.notes[0]


def test_the_same_run_is_no_reset():
    assert not was_reset(OLD, NEW)
    assert not was_reset(OLD, OLD)
    assert not was_reset(replace(OLD, started=None), NEW)


def test_an_engine_that_is_new_counts_from_its_start():
    added = replace(NEW, engine="1")
    assert [c.drafts for c in difference([OLD], [NEW, added])] == [15, 25]
    assert "engine's start" in difference([OLD], [NEW, added])[1].notes[0]


def test_no_engine_in_common_is_refused():
    with pytest.raises(BadInput, match="no engine in common with old"):
        difference([replace(OLD, engine="other")], [NEW])


def test_an_impossible_difference_is_refused():
    with pytest.raises(BadInput, match="accepted <= drafted"):
        difference([replace(OLD, per_position=None)], [replace(NEW, drafted=31, per_position=None)])


def test_differences_have_no_difference():
    with pytest.raises(BadInput, match="already prints differences"):
        difference([replace(OLD, cumulative=False)], [NEW])


def test_runs_of_a_series_add_up():
    after = replace(OLD, drafts=5, drafted=15, accepted=3, per_position=(2, 1, 0))
    total = since_reset([OLD, NEW, after])
    assert (total.drafts, total.accepted, total.per_position) == (30, 33, (17, 11, 5))
    assert since_reset([OLD, NEW]) == NEW
