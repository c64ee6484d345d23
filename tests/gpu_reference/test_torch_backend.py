from __future__ import annotations

import numpy as np
import pytest
from draftproof.gpu_reference import agreement, backends, calls, rejection

torch = pytest.importorskip("torch", reason="torch is optional")
torch_backend = pytest.importorskip("draftproof.gpu_reference.torch_backend")

KINDS = list(rejection.SAMPLERS)
DTYPES = backends.DTYPES
SIZES = [(2, 1, 400), (5, 3, 400), (70, 5, 60), (3000, 2, 8)]


def sampler(kind: str, dtype: str):
    return backends.sampler("torch", kind, "cpu", dtype)


def test_it_has_every_sampler_of_the_oracle() -> None:
    assert set(torch_backend.SAMPLERS) == set(KINDS)


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("vocab", "gamma", "batch"), SIZES)
def test_dyadic_laws_bit_for_bit(vocab: int, gamma: int, batch: int, kind: str, dtype: str) -> None:
    for ragged in (False, True):
        call = calls.dyadic_call(gamma, batch, gamma, vocab, dtype=dtype, ragged=ragged)
        found = agreement.bit_for_bit(kind, sampler(kind, dtype), call)
        assert found.passed, found.first_fault


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("vocab", "gamma", "batch"), SIZES)
def test_float_laws_up_to_boundaries(vocab: int, gamma: int, batch: int, kind: str, dtype: str) -> None:
    rounding = agreement.Rounding(float(np.finfo(dtype).eps), backends.backend("torch").depth(vocab))
    call = calls.float_call(gamma, batch, gamma, vocab, dtype=dtype, ragged=True)
    found = agreement.near_boundaries(kind, sampler(kind, dtype), call, rounding)
    assert found.passed, found.first_fault


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kind", KINDS)
def test_a_row_alone_is_the_row_in_any_batch(kind: str, dtype: str) -> None:
    found = agreement.alone_as_in_a_batch(sampler(kind, dtype), calls.float_call(3, 40, 3, 700, dtype=dtype))
    assert found.passed, found.first_fault


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("kind", KINDS)
def test_no_token_without_mass_is_emitted_and_padding_is_not_read(kind: str, dtype: str) -> None:
    call = calls.dyadic_call(9, 300, 3, 6, dtype=dtype, ragged=True)
    for coin in (0.0, 1 - float(np.finfo(dtype).epsneg)):
        at_end = call._replace(uniforms=np.full_like(call.uniforms, coin))
        clean = at_end.run(sampler(kind, dtype))
        rows, positions = np.nonzero(clean >= 0)
        assert (call.target_probs[rows, positions, clean[rows, positions]] > 0).all()
        x, q, p = call.draft_tokens.copy(), call.draft_probs.copy(), call.target_probs.copy()
        for row, length in enumerate(call.draft_lens):
            x[row, length:], q[row, length:], p[row, length + 1 :] = -1, np.nan, np.nan
        padded = at_end._replace(draft_tokens=x, draft_probs=q, target_probs=p)
        assert np.array_equal(padded.run(sampler(kind, dtype)), clean)


def test_point_mass_drafts_come_without_laws() -> None:
    call = calls.dyadic_call(2, 50, 2, 4)
    without = sampler("token_wise", "float64")(call.draft_tokens, None, call.target_probs, call.uniforms)
    assert np.array_equal(without, call.run(rejection.point_mass))


@pytest.mark.parametrize("length", [1, 2, 3, 8, 100])
def test_prefix_sums_are_the_sums(length: int) -> None:
    masses = torch.arange(1.0, 3 * length + 1, dtype=torch.float64).reshape(3, length)
    assert torch.equal(torch_backend.prefix_sums(masses), masses.cumsum(-1))


def test_nothing_is_read_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the meta device there are no values: whatever needs one raises."""
    call = calls.dyadic_call(2, 5, 2, 4, ragged=True)
    tensors = [backends.tensor(array, "cpu", "float64").to("meta") for array in call]
    for function in torch_backend.SAMPLERS.values():
        out = function(*tensors[:4], draft_lens=tensors[4])
        assert out.device.type == "meta"
        assert tuple(out.shape) == (5, 3)


def test_a_reading_back_would_be_seen() -> None:
    with pytest.raises((RuntimeError, NotImplementedError)):
        torch.zeros(3, device="meta").sum().item()
