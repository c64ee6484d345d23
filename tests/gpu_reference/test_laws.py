from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from draftproof.errors import BadInput
from draftproof.gpu_reference import laws


def call(**changed):
    """Valid arguments: two rows, gamma 2, vocabulary 3."""
    arguments = {
        "draft_tokens": np.array([[0, 2], [1, 1]]),
        "draft_probs": np.full((2, 2, 3), [0.5, 0.25, 0.25]),
        "target_probs": np.full((2, 3, 3), [0.25, 0.25, 0.5]),
        "uniforms": np.full((2, 3), 0.5),
        "draft_lens": None,
    }
    return arguments | changed


def put(array, at, value):
    changed = array.copy()
    changed[at] = value
    return changed


P, Q = call()["target_probs"], call()["draft_probs"]
FAULTS = {
    "no array": ({"target_probs": [[1.0]]}, "target_probs: a list: expected an array of float64"),
    "integers": ({"target_probs": P.astype(int)}, "target_probs: an array of int64: expected"),
    "axes": ({"target_probs": P[0]}, "target_probs of shape [3, 3]: expected 3 axes"),
    "vocab 1": ({"target_probs": np.ones((2, 3, 1))}, "target_probs: a vocabulary of 1: expected at least 2"),
    "gamma 0": ({"target_probs": P[:, :1]}, "target_probs of shape [2, 1, 3]: expected [batch, gamma+1, vocab]"),
    "no rows": ({"target_probs": P[:0]}, "target_probs of shape [0, 3, 3]: expected"),
    "short": ({"target_probs": put(P, (1, 2, 0), 0.0)}, "target_probs, row 1, position 2: sums to 0.75, -0.25 from 1"),
    "long": ({"draft_probs": put(Q, (0, 1, 2), 0.251)}, "draft_probs, row 0, position 1: sums to 1.001, +0.001 from 1"),
    "negative": ({"target_probs": put(P, (1, 0, 2), -0.5)}, "target_probs, row 1, position 0, token 2: -0.5 is negative"),
    "NaN": ({"draft_probs": put(Q, (1, 0, 0), np.nan)}, "draft_probs, row 1, position 0, token 0: nan is NaN"),
    "infinite": ({"draft_probs": put(Q, (1, 0, 0), np.inf)}, "inf is infinite"),
    "two dtypes": ({"draft_probs": Q.astype(np.float32)}, "draft_probs: an array of float32: expected an array of float64"),
    "q's vocab": ({"draft_probs": np.full((2, 2, 2), 0.5)}, "draft_probs of shape [2, 2, 2]: expected [2, 2, 3]"),
    "q's gamma": ({"draft_probs": P}, "draft_probs of shape [2, 3, 3]: expected [2, 2, 3]"),
    "float ids": ({"draft_tokens": np.zeros((2, 2))}, "draft_tokens: an array of float64: expected an array of int64"),
    "id = V": ({"draft_tokens": np.array([[0, 3], [0, 0]])}, "draft_tokens, row 0, position 1: 3: expected ids 0..2"),
    "id < 0": ({"draft_tokens": np.array([[0, 0], [-1, 0]])}, "draft_tokens, row 1, position 0: -1: expected ids 0..2"),
    "coin 1": ({"uniforms": put(np.zeros((2, 3)), (1, 2), 1.0)}, "uniforms, row 1, position 2: 1.0: expected coins in [0, 1)"),
    "coin < 0": ({"uniforms": np.full((2, 3), -1e-9)}, "uniforms, row 0, position 0: -1e-09: expected"),
    "coin NaN": ({"uniforms": np.full((2, 3), np.nan)}, "uniforms, row 0, position 0: nan: expected"),
    "coins": ({"uniforms": np.zeros((2, 2))}, "uniforms of shape [2, 2]: expected [2, 3]"),
    "length 3": ({"draft_lens": np.array([2, 3])}, "draft_lens, row 1: 3: expected a length in 0..2"),
    "length -1": ({"draft_lens": np.array([-1, 0])}, "draft_lens, row 0: -1: expected a length in 0..2"),
    "lengths": ({"draft_lens": np.array([1])}, "draft_lens of shape [1]: expected [2]"),
    "id in the draft": (
        {"draft_tokens": np.array([[-1, 0], [0, 0]]), "draft_lens": np.array([1, 2])},
        "draft_tokens, row 0, position 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", FAULTS)
def test_fault_is_named_in_one_line(name: str) -> None:
    changed, line = FAULTS[name]
    fault = laws.call_fault(**call(**changed))
    assert line in fault
    assert "\n" not in fault
    with pytest.raises(BadInput, match=r".+"):
        laws.check_call(**call(**changed))


RIGHT = {
    "plain": {},
    "point mass": {"draft_probs": None},
    "ragged": {"draft_lens": np.array([0, 2])},
    "padding behind the draft": {
        "draft_tokens": np.array([[-1, 99], [1, 0]]),
        "draft_probs": put(Q, 0, np.nan),
        "target_probs": put(P, (0, slice(1, None)), 0.0),
        "draft_lens": np.array([0, 2]),
    },
    "last coin": {"uniforms": np.full((2, 3), 1 - 2.0**-53)},
    "float32": {
        "draft_probs": Q.astype(np.float32),
        "target_probs": P.astype(np.float32),
        "uniforms": np.zeros((2, 3), np.float32),
    },
}


@pytest.mark.parametrize("name", RIGHT)
def test_valid_call_passes(name: str) -> None:
    assert laws.call_fault(**call(**RIGHT[name])) == ""
    laws.check_call(**call(**RIGHT[name]))


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("vocab", [2, 1000, 100_000])
def test_rounded_softmax_is_a_law_and_a_coarser_one_is_not(vocab: int, dtype: type) -> None:
    logits = np.random.default_rng(vocab).normal(size=(3, vocab)) * 4
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    law = (weights / weights.sum(axis=-1, keepdims=True)).astype(dtype)
    laws.check_law("law", law, ndim=2)
    scaled = law * dtype(1 + 2 * laws.slack(vocab, dtype))
    assert "from 1" in laws.law_fault("law", scaled, ndim=2)
    assert laws.law_fault("law", scaled, ndim=2, within=1.0) == ""


def test_dyadic_laws_are_floats_and_back() -> None:
    law = (Fraction(1, 8), Fraction(3, 8), Fraction(1, 2))
    assert laws.fractions(laws.dyadic(law)) == law
    assert laws.is_exact(laws.dyadic(law))
    tiny = (Fraction(1, 2**53), 1 - Fraction(1, 2**53))
    assert laws.fractions(laws.dyadic(tiny)) == tiny


def test_a_law_of_rounded_decimals_is_not_exact() -> None:
    assert not laws.is_exact([0.1, 0.2, 0.7])
    assert not laws.is_exact([-0.5, 1.5])


@pytest.mark.parametrize(
    ("law", "says"),
    [
        ((Fraction(1, 3), Fraction(2, 3)), "token 0: 1/3 is not exactly a float64"),
        ((Fraction(1, 2), Fraction(1, 4)), "law (1/2, 1/4)"),
        ((Fraction(3, 2), Fraction(-1, 2)), "entries from 0"),
        ((1,), "2 or more"),
    ],
)
def test_no_exact_law(law, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        laws.dyadic(law)
    assert says in str(caught.value)
