"""Emissions in counts: what is one, how often each came, and what they say of the rate."""

import itertools

import numpy as np
import pytest
from draftproof.gpu_reference.emissions import emissions, output_fault, rate_of, two_samples
from draftproof.gpu_reference.instances import fixed


@pytest.mark.parametrize(
    ("out", "right"),
    [
        ([[0, 1, 2]], True),
        ([[0, -1, -1]], True),
        ([[2, 2, -1]], True),
        ([[-1, -1, -1]], False),
        ([[0, -1, 1]], False),
        ([[-1, 0, -1]], False),
        ([[3, -1, -1]], False),
        ([[0, -2, -1]], False),
        ([[0, -1, -1], [0, 3, -1]], False),
    ],
)
def test_outputs_are_judged(out, right):
    assert (output_fault(np.array(out), None, 2, 3) == "") is right


def test_no_more_tokens_than_drafted_and_one():
    assert output_fault(np.array([[0, 1, -1]]), np.array([1]), 2, 3) == ""
    assert "at most 2" in output_fault(np.array([[0, 1, 1]]), np.array([1]), 2, 3)


def test_the_rate_is_only_said_when_it_is_sure():
    instance = next(fixed())[0]
    few, many = (rate_of(instance, {(0,): n, (0, 0): n}) for n in (5, 5000))
    assert few.observed == many.observed == 0.5
    assert many.slower > 100 > 5 > few.slower
    assert many.faster < 0


def test_evidence_on_the_rate_is_at_most_one_on_average():
    """Exactly, over all sequences of four rows, at the very mean."""
    instance = next(fixed())[0]
    mean = rate_of(instance, {(0,): 1}).token_wise
    total = {"slower": 0.0, "faster": 0.0}
    for accepted in itertools.product((0, 1), repeat=4):
        weight = np.prod([mean if a else 1 - mean for a in accepted])
        found = rate_of(instance, {(0,): accepted.count(0), (0, 0): accepted.count(1)})
        total["slower"] += weight * np.exp(found.slower)
        total["faster"] += weight * np.exp(found.faster)
    assert max(total.values()) <= 1 + 1e-9


def test_two_samples_are_alike_or_not():
    rng = np.random.default_rng(0)
    one, other = rng.integers(0, 3, (2, 500))
    assert two_samples(one, other) < 0
    assert two_samples(one, other // 2) > 20


def test_emissions_are_counted_without_padding():
    out = np.array([[0, -1, -1], [0, 2, -1], [0, -1, -1], [2, 0, 0]])
    assert dict(emissions(out, 3)) == {(0,): 2, (0, 2): 1, (2, 0, 0): 1}
