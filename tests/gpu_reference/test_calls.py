from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from draftproof.errors import BadInput
from draftproof.gpu_reference import calls, laws, rejection

SIZES = [(200, 1, 2), (200, 3, 5), (40, 5, 1000)]


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize(("batch", "gamma", "vocab"), SIZES)
def test_dyadic_call_is_exact_in_its_dtype(batch: int, gamma: int, vocab: int, dtype: str) -> None:
    call = calls.dyadic_call(1, batch, gamma, vocab, dtype=dtype, ragged=True)
    laws.check_call(*call, within=0.0)
    rounded = [array.astype(dtype) for array in call[1:4]]
    assert all(np.array_equal(one, other) for one, other in zip(rounded, call[1:4], strict=True))
    assert laws.is_exact(call.target_probs[0, 0])
    x, q, p = call.draft_tokens, *(a.astype(dtype) for a in (call.draft_probs, call.target_probs))
    for row in range(20):  # the weights of block verification, and their products with p, are floats
        weight, exact = np.dtype(dtype).type(1), Fraction(1)
        for i in range(gamma):
            token = x[row, i]
            mass = weight * p[row, i, token]
            weight = mass / q[row, i, token] if mass < q[row, i, token] else np.dtype(dtype).type(mass > 0)
            exact = min(exact * Fraction(float(p[row, i, token])) / Fraction(float(q[row, i, token])), Fraction(1))
            assert Fraction(float(weight)) == exact
            cumulative = np.cumsum(weight * p[row, i + 1])
            assert Fraction(float(cumulative[-1])) == exact


@pytest.mark.parametrize("made", [calls.dyadic_call, calls.float_call])
@pytest.mark.parametrize("kind", rejection.SAMPLERS)
def test_drafts_are_accepted_and_refused_at_any_vocabulary(made, kind: str) -> None:
    for vocab in (2, 7, 300):
        accepted = (made(0, 300, 3, vocab).run(rejection.SAMPLERS[kind]) >= 0).sum(axis=1) - 1
        # Skewed laws over 300 tokens seldom draw the drafted token by themselves: those samplers are slow.
        assert accepted.min() == 0
        assert accepted.max() > 0


def test_some_rows_have_equal_laws_and_some_coins_are_at_an_end() -> None:
    call = calls.dyadic_call(3, 400, 2, 5)
    assert (call.target_probs[:, :2] == call.draft_probs).all(axis=(1, 2)).any()
    assert (call.uniforms == 0).any()
    assert (call.uniforms == 1 - 2.0**-53).any()


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_float_call_is_valid_and_rounded(dtype: str) -> None:
    call = calls.float_call(2, 50, 2, 100, dtype=dtype, ragged=True)
    laws.check_call(*call, within=laws.slack(100, dtype))
    assert np.array_equal(call.target_probs.astype(dtype), call.target_probs)
    assert np.array_equal(call.uniforms.astype(dtype), call.uniforms)


def test_a_seed_is_a_call() -> None:
    for one, other in zip(calls.float_call(4, 5, 2, 9), calls.float_call(4, 5, 2, 9), strict=True):
        assert np.array_equal(one, other)
    assert not np.array_equal(calls.float_call(4, 5, 2, 9).uniforms, calls.float_call(5, 5, 2, 9).uniforms)


def test_too_long_a_draft_has_no_exact_laws() -> None:
    with pytest.raises(BadInput, match="leaves 2 bits"):
        calls.dyadic_call(0, 1, 9, 4, dtype="float32")
