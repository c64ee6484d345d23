"""Pipelines in exact arithmetic: the conventions one by one, what is read and what is refused."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import pairwise

import pytest
from draftproof.derivations.intervals import Interval
from draftproof.derivations.pipelines import Undecided, distance, ends, is_within, parse, power, process, text
from draftproof.errors import BadInput
from hypothesis import given, settings
from hypothesis import strategies as st

drawn = settings(max_examples=200, derandomize=True, deadline=None)
FOUR = tuple(Fraction(weight) for weight in (4, 3, 2, 1))
WEIGHTS = st.lists(st.integers(0, 30).map(Fraction), min_size=1, max_size=8).filter(any)

KEPT = {
    "the k most probable": ("top_k:2", (0, 1)),
    "all where there are fewer": ("top_k:9", (0, 1, 2, 3)),
    "the crossing token included": ("top_p:0.5", (0, 1)),
    "a mass equal to p reaches it": ("top_p:0.7", (0, 1)),
    "a little more takes one more": ("top_p:0.7000001", (0, 1, 2)),
    "a tiny p keeps one": ("top_p:0.000001", (0,)),
    "p = 1 keeps all": ("top_p:1", (0, 1, 2, 3)),
    "a share of the largest": ("min_p:0.5", (0, 1, 2)),
    "no share": ("min_p:0", (0, 1, 2, 3)),
    "the whole of the largest": ("min_p:1", (0,)),
    "greedy": ("greedy", (0,)),
    "sequential: p of what top-k left": ("top_k:2,top_p:0.5", (0,)),
    "joint: p of the whole": ("joint(top_k:2,top_p:0.5)", (0, 1)),
    "colder first": ("temperature:0.5,top_p:0.8", (0, 1)),
    "colder last": ("top_p:0.8,temperature:0.5", (0, 1, 2)),
    "min-p of the colder law": ("temperature:0.5,min_p:0.5", (0, 1)),
}


@pytest.mark.parametrize("name", KEPT)
def test_what_is_kept_of_four_tenths_to_one(name: str) -> None:
    written, kept = KEPT[name]
    assert process(FOUR, parse(written)).kept == kept


def test_the_published_distance_of_joint_from_sequential() -> None:
    joint, sequential = (process(FOUR, parse(p)) for p in ("joint(top_k:2,top_p:0.5)", "top_k:2,top_p:0.5"))
    assert joint.probabilities() == (Fraction(4, 7), Fraction(3, 7), 0, 0)
    assert sequential.probabilities() == (1, 0, 0, 0)
    assert distance(joint, sequential) == Fraction(3, 7)


TIES = {
    "exactly k, the first of equals": ("top_k:2", (1, 0)),
    "ties kept": ("top_k:2:keep_ties", (1, 0, 2, 3)),
    "top-p, the first of equals": ("top_p:0.5", (1, 0)),
    "top-p, ties kept": ("top_p:0.5:keep_ties", (1, 0, 2, 3)),
}


@pytest.mark.parametrize("name", TIES)
def test_ties(name: str) -> None:
    written, kept = TIES[name]
    assert process([Fraction(n) for n in (2, 3, 2, 2)], parse(written)).kept == kept


def test_greedy_takes_the_first_of_equals() -> None:
    assert process([Fraction(n) for n in (2, 3, 3)], parse("greedy")).kept == (1,)


def test_a_masked_token_is_never_kept() -> None:
    found = process([Fraction(0), Fraction(1)], parse("temperature:2,top_k:5,top_p:1,min_p:0"))
    assert found.probabilities() == (0, 1)


def test_powers_are_exact_where_they_are_rational_and_enclosed_elsewhere() -> None:
    assert power(Fraction(4, 9), Fraction(3, 2)) == Fraction(8, 27)
    found = power(Fraction(1, 2), Fraction(1, 2))
    assert isinstance(found, Interval)
    assert found.low**2 < Fraction(1, 2) < found.high**2
    assert found.high - found.low < Fraction(1, 10**40)


def test_a_power_that_is_too_long_is_enclosed() -> None:
    for base, exponent in ((Fraction(1, 2), Fraction(10**20)), (Fraction(2, 3), Fraction(10**20 + 1, 10**20))):
        found = power(base, exponent)
        assert isinstance(found, Interval)
        assert 0 <= found.low <= found.high <= base
    assert power(Fraction(1), Fraction(10**20, 7)) == 1


def test_whether_a_share_is_reached_is_exact_or_enclosed() -> None:
    half = Fraction(1, 2)
    assert is_within(half, Fraction(2), Fraction(1, 4))
    assert not is_within(half, Fraction(2), Fraction(1, 4) + Fraction(1, 10**20))
    assert is_within(half, Fraction(1, 10**20), Fraction(9, 10))
    assert not is_within(half, Fraction(10**20), Fraction(1, 10**20))
    assert is_within(half, Fraction(10**20), Fraction(0))
    with pytest.raises(Undecided):
        is_within(half, 1 + Fraction(1, 10**60), half)


@given(WEIGHTS, st.sampled_from(["1/3", "0.5", "0.7", "2", "3"]), st.integers(1, 9).map(lambda n: f"0.{n}"))
@drawn
def test_a_lower_temperature_never_keeps_more_and_probabilities_sum_to_one(
    weights: list[Fraction], temperature: str, p: str
) -> None:
    warm = process(weights, parse(f"top_p:{p}"))
    cold = process(weights, parse(f"temperature:{temperature},top_p:{p}"))
    colder = (len(cold.kept), len(warm.kept)) if Fraction(temperature) <= 1 else (len(warm.kept), len(cold.kept))
    assert colder[0] <= colder[1]
    low, high = (sum(side) for side in zip(*map(ends, cold.probabilities()), strict=True))
    assert low <= 1 <= high
    assert all(ends(a)[1] >= ends(b)[0] for a, b in pairwise(cold.powers()))


READ = (
    "temperature:0.5,top_p:0.85", "joint(top_k:50,top_p:0.9)", "greedy", "top_k:3:keep_ties,min_p:0.05", "top_p:1/3",
    "temperature:0.7,joint(top_k:2,min_p:0.1),top_p:1",
)  # fmt: skip


@pytest.mark.parametrize("written", READ)
def test_what_is_read_is_written_the_same(written: str) -> None:
    assert text(parse(written)) == written


def test_spaces_and_leading_dots_are_read() -> None:
    assert text(parse("temperature:.5, top_p:.85")) == "temperature:0.5,top_p:0.85"


REFUSED = {
    "top_q:3": "unknown step 'top_q:3'",
    "": "unknown step ''",
    "top_k:5,,top_p:1": "unknown step ''",
    "temperature:0": "expected a value in \\(0, ∞\\) \\(the limit T -> 0 is the step 'greedy'\\)",
    "temperature:-1": "unknown step 'temperature:-1'",
    "temperature:nan": "unknown step",
    "top_p:0": "expected a value in \\(0, 1\\]",
    "top_p:1.01": "expected a value in \\(0, 1\\]",
    "top_k:0": "expected a value in \\{1, 2, ...\\}",
    "top_k:2.5": "expected a value in \\{1, 2, ...\\}",
    "min_p:2": "expected a value in \\[0, 1\\]",
    "top_p:1/0": "expected a number in",
    "top_p": "expected a number in",
    "greedy:1": "expected no value",
    "min_p:0.1:keep_ties": "have ties to keep",
    "joint(top_k:1": "not closed",
    "top_k:1)": "do not match",
    "joint(joint(top_k:1))": "do not nest",
    "joint(temperature:1,top_k:1)": "is no cut",
    "top_k:" + "9" * 21: "unknown step",
    ",".join(["top_k:1"] * 200): "expected at most 1000",
}


@pytest.mark.parametrize("written", REFUSED)
def test_what_is_no_pipeline_is_refused_in_one_line(written: str) -> None:
    with pytest.raises(BadInput, match=REFUSED[written]) as refused:
        parse(written)
    assert "\n" not in str(refused.value)


@pytest.mark.parametrize("weights", [[], [Fraction(0)], [Fraction(1), Fraction(-1)]])
def test_what_is_no_law_is_refused(weights: list[Fraction]) -> None:
    with pytest.raises(BadInput):
        process(weights, ())


def test_a_mass_that_enclosures_cannot_tell_from_p_is_not_guessed() -> None:
    # Two equal tokens at an irrational power have the mass 1/2 each, and no enclosure says so.
    weights = [Fraction(2), Fraction(2), Fraction(1)]
    found = process(weights, parse("top_k:2,temperature:3,top_p:0.5"))
    assert found.kept == (0,)  # ratios to the largest are 1, so these powers are exact
    assert math.isclose(float(sum(ends(found.probabilities()[0])) / 2), 1.0)
