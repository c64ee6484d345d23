"""The small JSON format, and what is refused of it."""

import json

import pytest
from draftproof.checks.metrics.jsonfile import EXAMPLE, SCHEMA, read_json
from draftproof.errors import BadInput

ENGINE = {"engine": "0", "drafts": 10, "drafted": 30, "accepted": 12, "per_position": [6, 4, 2], "gamma": 3}


def document(*engines, **changed):
    return json.dumps({"schema": SCHEMA, "engines": list(engines), **changed})


def test_all_fields():
    (counters,) = read_json(document({**ENGINE, "reached": [10, 6, 4]}), "c.json")
    assert (counters.drafts, counters.per_position, counters.reached, counters.gamma) == (10, (6, 4, 2), (10, 6, 4), 3)
    assert counters.cumulative


def test_optional_fields():
    (counters,) = read_json(
        document({key: ENGINE[key] for key in ("engine", "drafts", "drafted", "accepted")}), "c.json"
    )
    assert (counters.per_position, counters.reached, counters.gamma) == (None, None, None)


def test_the_example_is_read():
    (counters,) = read_json(EXAMPLE, "c.json")
    assert (counters.drafts, counters.drafted, counters.accepted) == (200, 1000, 600)


@pytest.mark.parametrize("other", ['{"accepted": 600, "drafted": 1000}', document(), "[1, 2]"])
def test_another_shape_is_shown_the_right_one(other):
    with pytest.raises(BadInput, match="such as") as raised:
        read_json(other, "c.json")
    assert EXAMPLE in str(raised.value)


REFUSED = {
    "truncated": (document(ENGINE)[:40], r"line 1 column \d+"),
    "another schema": (document(ENGINE, schema="other/1"), "expected JSON such as"),
    "a list": ("[1, 2]", "expected JSON such as"),
    "no engines": (document(), "1 to 1024 engines"),
    "an unknown top key": (document(ENGINE, extra=1), "the keys schema and engines"),
    "an unknown key": (document({**ENGINE, "rate": 0.7}), r"engines\[0\]: expected the keys"),
    "a missing key": (document({"engine": "0"}), r"engines\[0\]: expected the keys"),
    "a fraction": (document({**ENGINE, "accepted": 12.0}), "accepted is 12.0"),
    "a text": (document({**ENGINE, "accepted": "12"}), "accepted is '12'"),
    "a bool": (document({**ENGINE, "drafts": True}), "drafts is True"),
    "a number for a name": (document({**ENGINE, "engine": 0}), "engine is 0"),
    "NaN": (document(ENGINE).replace("12", "NaN"), "NaN is no JSON number"),
    "rates for counts": (document({**ENGINE, "per_position": [0.6, 0.4, 0.2]}), r"per_position\[0\] is 0.6"),
    "a list too long": (document({**ENGINE, "per_position": [0] * 1025}), "at most 1024"),
    "a key twice": (document(ENGINE).replace('"drafted"', '"drafts"'), "a key twice"),
    "an engine twice": (document(ENGINE, ENGINE), "two engines of the same name"),
    "deep nesting": ('{"a":' * 100_000, "expected JSON"),
    "endless digits": (document(ENGINE).replace("30", "9" * 5000), "expected JSON"),
    "impossible counters": (document({**ENGINE, "accepted": 31}), "accepted <= drafted"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_with_place_and_reason(name):
    content, message = REFUSED[name]
    with pytest.raises(BadInput, match=message) as raised:
        read_json(content, "c.json")
    assert str(raised.value).startswith("c.json: ")
    assert "\n" not in str(raised.value)
