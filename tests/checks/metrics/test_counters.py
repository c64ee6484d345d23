"""Impossible counters cannot be made; the possible ones can."""

import pytest
from draftproof.checks.metrics.counters import Counters, printable
from draftproof.errors import BadInput

GOOD = {"drafts": 10, "drafted": 30, "accepted": 12, "per_position": (6, 4, 2), "gamma": 3}

# what is wrong -> (what is changed in GOOD, part of the message)
IMPOSSIBLE = {
    "negative drafted": ({"drafted": -1}, "whole number"),
    "negative accepted": ({"accepted": -1}, "whole number"),
    "a fraction": ({"accepted": 12.5}, "whole number"),
    "not a number": ({"drafts": float("nan")}, "whole number"),
    "a bool": ({"drafts": True}, "whole number"),
    "beyond what a double counts": ({"drafted": 2**53 + 1}, "2\\^53"),
    "accepted more than drafted": ({"accepted": 31, "per_position": None}, "accepted <= drafted"),
    "tokens without drafts": ({"drafts": 0, "per_position": None}, "drafts > 0"),
    "gamma zero": ({"gamma": 0}, "natural number"),
    "drafted beyond gamma": ({"drafted": 31}, "gamma = 3 allows"),
    "survivors that rise": ({"per_position": (4, 6, 2)}, "needs its prefix"),
    "more survivors than drafts": ({"per_position": (11, 1, 0)}, "at most 10 drafts"),
    "survivors that sum wrongly": ({"per_position": (6, 4, 1)}, "sum to 11"),
    "negative survivors": ({"per_position": (6, 8, -2)}, "whole number"),
    "conditional rates as counts": ({"per_position": (6, 6, 5)}, "sum to 17"),
    "accepted beyond gamma": ({"gamma": 2, "drafted": 20}, "beyond position 2"),
    "too many positions": ({"per_position": (6, 4, 2, *[0] * 1022)}, "at most 1024"),
    "reached without positions": ({"per_position": None, "reached": (10, 6, 4)}, "need drafts"),
    "reached of another length": ({"reached": (10, 6)}, "as many per-position"),
    "reached below accepted": ({"reached": (10, 6, 1)}, "reached at position 3 is 1"),
    "reached above its prefix": ({"reached": (10, 7, 4)}, "reached at position 2 is 7"),
    "reached above drafted": ({"drafted": 19, "reached": (10, 6, 4)}, "at most the 19 drafted"),
}


def make(**changed):
    return Counters(**{"engine": "0", "where": "file", "source": "test", **GOOD, **changed})


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_impossible_counters_are_refused(name):
    changed, message = IMPOSSIBLE[name]
    with pytest.raises(BadInput, match=message) as raised:
        make(**changed)
    assert "file: engine 0: " in str(raised.value)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("changed", "constant"),
    [
        ({}, True),
        ({"drafted": 29}, False),
        ({"gamma": 4}, False),
        ({"gamma": None}, None),  # thirty tokens in ten drafts: 3 each, or a mixture
        ({"gamma": None, "drafted": 29}, False),
        ({"drafts": None}, None),
    ],
)
def test_constant_lengths_are_known_only_by_counting(changed, constant):
    assert make(**changed).lengths_constant is constant


def test_possible_counters_are_made():
    assert make(reached=(10, 6, 4)).mean_draft_length == 3
    assert make(gamma=None, per_position=None).gamma is None
    assert make(drafts=0, drafted=0, accepted=0, per_position=(0, 0, 0)).mean_draft_length is None


def test_printable_escapes_and_cuts():
    assert printable("a\x1b[2J\nb") == "a\\x1b[2J\\nb"
    assert printable("x" * 10, 4) == "xxxx…"
