"""The float64 steps against the exact ones, and on inputs that break careless code."""

from __future__ import annotations

import math
from fractions import Fraction

import draftproof
import numpy as np
import pytest
from draftproof.derivations.pipelines import Undecided, ends, parse, process
from draftproof.errors import BadInput
from draftproof.sampling import process_logits
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

drawn = settings(max_examples=300, derandomize=True, deadline=None)
WEIGHTS = st.lists(st.integers(0, 40), min_size=1, max_size=9).filter(any)
TENTHS = st.integers(1, 10).map(lambda n: f"{n / 10:g}")
STEPS = st.one_of(
    st.sampled_from(["1/3", "0.5", "0.7", "1", "2"]).map("temperature:{}".format),
    st.integers(1, 6).map("top_k:{}".format),
    st.integers(1, 6).map("top_k:{}:keep_ties".format),
    TENTHS.map("top_p:{}".format),
    TENTHS.map("top_p:{}:keep_ties".format),
    TENTHS.map("min_p:{}".format),
    st.just("greedy"),
    st.tuples(st.integers(1, 6), TENTHS).map(lambda pair: f"joint(top_k:{pair[0]},top_p:{pair[1]})"),
)
PIPELINES = st.lists(STEPS, min_size=1, max_size=4).map(",".join)


def logits_of(weights: list[int]) -> np.ndarray:
    return np.array([math.log(weight) if weight else -math.inf for weight in weights])


@given(WEIGHTS, PIPELINES, st.floats(-50, 50))
@drawn
@example([4, 3, 2, 1], "top_p:0.7", 0.0)
@example([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], "top_p:0.3,top_p:0.7", 0.0)
@example([3, 2], "temperature:0.5,min_p:4/9", 0.0)
def test_floats_say_what_exact_arithmetic_says(weights: list[int], written: str, shift: float) -> None:
    pipeline = parse(written)
    try:
        exact = process([Fraction(weight) for weight in weights], pipeline)
    except Undecided:
        assume(False)
    found = process_logits(logits_of(weights) + shift, pipeline)
    assert set(np.flatnonzero(found)) == set(exact.kept)
    for probability, number in zip(found, exact.probabilities(), strict=True):
        assert probability == pytest.approx(float(sum(ends(number)) / 2), rel=1e-11)
    assert found.sum() == pytest.approx(1.0, abs=1e-14)


@given(st.lists(st.floats(-1e308, 1e308), min_size=1, max_size=6), PIPELINES)
@drawn
def test_no_finite_logits_break_it(logits: list[float], written: str) -> None:
    found = process_logits(logits, written)
    assert np.isfinite(found).all()
    assert found.sum() == pytest.approx(1.0)


def test_a_temperature_near_0_is_greedy() -> None:
    assert process_logits([2.0, 1.0, 0.0], "temperature:0.00000000000000000001").tolist() == [1.0, 0.0, 0.0]


def test_rows_are_processed_one_by_one() -> None:
    rows = np.log([[[4.0, 3, 2, 1], [1, 2, 3, 4]]])
    found = process_logits(rows, "top_k:2")
    assert found.shape == (1, 2, 4)
    assert found[0] == pytest.approx(np.array([[4 / 7, 3 / 7, 0, 0], [0, 0, 3 / 7, 4 / 7]]))


BAD = {
    "NaN": ([0.0, math.nan], "top_k:1", "NaN"),
    "+inf": ([0.0, math.inf], "top_k:1", "inf"),
    "all masked": ([-math.inf, -math.inf], "top_k:1", "not masked"),
    "no token": ([], "top_k:1", "at least one token"),
    "a number": (1.0, "top_k:1", "expected \\[..., vocab\\]"),
    "an unknown step": ([0.0], "top_q:1", "unknown step 'top_q:1'"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_cannot_be_used_is_refused(name: str) -> None:
    logits, pipeline, says = BAD[name]
    with pytest.raises(BadInput, match=says):
        process_logits(logits, pipeline)


def test_it_is_on_the_face() -> None:
    assert draftproof.process_logits is process_logits
