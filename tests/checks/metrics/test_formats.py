"""Detection by content, bounds, and fuzzing: only `BadInput` may come out."""

import json
from pathlib import Path

import pytest
from draftproof.checks.metrics import formats
from draftproof.checks.metrics.judge import judge, to_json, to_text
from draftproof.errors import BadInput
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

DATA = Path(__file__).parent / "data"
TEXTS = [path.read_text() for path in sorted(DATA.iterdir())]
WORDS = sorted({word for text in TEXTS for word in text.split(" ")})

FUZZ = settings(derandomize=True, max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def refusal(text, gamma=None):
    """The message of the refusal; None, once text and JSON are rendered, for what is judged."""
    try:
        report = judge(text, name="fuzz", gamma=gamma)
    except BadInput as error:
        return str(error)
    json.dumps(to_json(report), allow_nan=False)
    to_text(report, 60)
    return None


def judged_or_refused(text, gamma=None):
    message = refusal(text, gamma) or "judged"
    assert "\n" not in message
    assert len(message) < 1000


@pytest.mark.parametrize("name", sorted(p.name for p in DATA.iterdir() if "v0" not in p.name))
def test_formats_are_recognised(name):
    source = {"vllm": "vLLM", "llam": "llama.cpp", "mixe": "JSON"}[name[:4]]
    assert formats.read_counters((DATA / name).read_text(), name)[0].source.startswith(source)


@pytest.mark.parametrize("text", ["", "  \n\n", "hello\n", "\x00\x01", "name,value\n1,2\n", "<html></html>"])
def test_unrecognised_content_says_what_was_expected(text):
    with pytest.raises(BadInput, match=r"^f: (empty|not recognised), expected"):
        formats.read_counters(text, "f")


def test_size_is_bounded(monkeypatch):
    monkeypatch.setattr(formats, "MAX_CHARACTERS", 10)
    with pytest.raises(BadInput, match="11 characters, expected at most 10"):
        formats.read_counters("x" * 11, "f")


@FUZZ
@given(st.text(max_size=300))
def test_fuzz_any_text(text):
    judged_or_refused(text)


@FUZZ
@given(st.sampled_from(TEXTS), st.data())
def test_fuzz_damaged_files(text, data):
    """Cut somewhere, then some characters replaced, inserted or deleted."""
    text = text[: data.draw(st.integers(0, len(text)))] if data.draw(st.booleans()) else text
    for _ in range(data.draw(st.integers(0, 4))):
        at = data.draw(st.integers(0, len(text)))
        text = text[:at] + data.draw(st.text(max_size=3)) + text[at + data.draw(st.integers(0, 3)) :]
    judged_or_refused(text, data.draw(st.sampled_from([None, 1, 3, 4])))


@FUZZ
@given(st.sampled_from(TEXTS), st.lists(st.tuples(st.integers(0, 400), st.sampled_from(WORDS)), max_size=4))
def test_fuzz_words_of_other_files(text, changes):
    words = text.split(" ")
    for at, word in changes:
        words[at % len(words)] = word
    judged_or_refused(" ".join(words))


@FUZZ
@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
        lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
        max_leaves=8,
    )
)
def test_fuzz_json_values_in_every_field(value):
    engine = {"engine": "0", "drafts": 10, "drafted": 30, "accepted": 12, "per_position": [6, 4, 2], "gamma": 3}
    for key in (*engine, "reached"):
        judged_or_refused(json.dumps({"schema": "draftproof/counters/1", "engines": [{**engine, key: value}]}))


@FUZZ
@given(st.integers(1, 5), st.lists(st.integers(0, 2**53), min_size=1, max_size=5), st.integers(0, 2**53), st.booleans())
def test_fuzz_possible_counters_are_always_judged(extra, values, drafts, exact):
    """Any possible counters, up to the largest: every estimate is finite."""
    survivors = sorted((min(v, drafts) for v in values), reverse=True)
    gamma = len(survivors) if exact else len(survivors) + extra
    drafted = min(2**53, gamma * drafts)
    if sum(survivors) > drafted or drafted < drafts:
        return
    engine = {
        "engine": "0",
        "drafts": drafts,
        "drafted": drafted,
        "accepted": sum(survivors),
        "per_position": survivors,
    }
    text = json.dumps({"schema": "draftproof/counters/1", "engines": [{**engine, "gamma": gamma}]})
    report = judge(text, name="json")
    json.dumps(to_json(report), allow_nan=False)
    to_text(report)


def test_lines_are_bounded(monkeypatch):
    monkeypatch.setattr(formats, "MAX_LINES", 3)
    with pytest.raises(BadInput, match="more than 3 lines, expected a shorter excerpt"):
        formats.read_counters("\n" * 4 + "x", "f")
