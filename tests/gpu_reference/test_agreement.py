"""What a comparison must see: every planted fault, at any size; and what it must not: a right sampler that rounds otherwise."""

from __future__ import annotations

import numpy as np
import pytest
from draftproof.gpu_reference import agreement, calls, rejection
from draftproof.gpu_reference.agreement import Rounding

EXACT = agreement.EPS


def emitted(out):
    return (out >= 0).sum(axis=1) - 1


def changed(out, rows, value):
    out = out.copy()
    out[rows, emitted(out)[rows]] = value
    return out


def lenient(x, q, p, u, *, draft_lens=None):
    return rejection.token_wise(x, 0.999 * q, p, u, draft_lens=draft_lens)


def at_most(x, q, p, u, *, draft_lens=None):
    return rejection.token_wise(x, q, p, np.maximum(u - 2.0**-53, 0), draft_lens=draft_lens)


def from_the_target(x, q, p, u, *, draft_lens=None):
    out = rejection.token_wise(x, q, p, u, draft_lens=draft_lens)
    n = emitted(out)
    return changed(out, np.arange(len(x)), rejection.inverse_cdf(p[np.arange(len(x)), n], u[:, -1]))


def no_bonus(x, q, p, u, *, draft_lens=None):
    out = rejection.token_wise(x, q, p, u, draft_lens=draft_lens)
    return changed(out, np.flatnonzero(emitted(out) == x.shape[1]), -1)


def neighbour(x, q, p, u, *, draft_lens=None):
    out = rejection.token_wise(x, q, p, u, draft_lens=draft_lens)
    return changed(out, np.arange(len(x)), (out[np.arange(len(x)), emitted(out)] + 1) % p.shape[2])


def next_row(x, q, p, u, *, draft_lens=None):
    return rejection.token_wise(x, q, np.roll(p, 1, axis=0), u, draft_lens=draft_lens)


def half(x, q, p, u, *, draft_lens=None):
    """Cumulative masses in float16: eleven bits."""
    return rejection.token_wise(x, q, p.astype(np.float16).astype(np.float64), u, draft_lens=draft_lens)


def drafts_kept(x, q, p, u, *, draft_lens=None):
    out = rejection.token_wise(x, q, p, u, draft_lens=draft_lens)
    out[:, :-1] = np.where(out[:, :-1] < 0, x, out[:, :-1])
    return out


PLANTED = [lenient, from_the_target, no_bonus, neighbour, next_row, half, drafts_kept]


@pytest.mark.parametrize("planted", PLANTED, ids=lambda f: f.__name__)
def test_planted_fault_is_seen(planted) -> None:
    call = calls.float_call(1, 4000, 3, 50)
    found = agreement.near_boundaries("token_wise", planted, call, Rounding(EXACT, 50))
    assert not found.passed
    assert found.first_fault
    assert found.rows == found.equal + found.near + found.faults


TOO_FINE = {half, lenient}
"""What laws of ten bits and coins of six do not show; float laws do."""


@pytest.mark.parametrize("planted", [f for f in (*PLANTED, at_most) if f not in TOO_FINE], ids=lambda f: f.__name__)
def test_planted_fault_is_seen_on_dyadic_laws(planted) -> None:
    assert not agreement.bit_for_bit("token_wise", planted, calls.dyadic_call(1, 4000, 2, 5)).passed


BLOCK = {
    "token-wise instead": rejection.token_wise,
    "lenient": lambda x, q, p, u, **k: rejection.block_wise(x, 0.999 * q, p, u, **k),
    "coins shifted": lambda x, q, p, u, **k: rejection.block_wise(x, q, p, np.roll(u, 1, axis=1), **k),
}


@pytest.mark.parametrize("name", BLOCK)
def test_planted_fault_of_block_verification_is_seen(name: str) -> None:
    call = calls.float_call(1, 4000, 3, 50)
    assert not agreement.near_boundaries("block_wise", BLOCK[name], call, Rounding(EXACT, 50)).passed


@pytest.mark.parametrize("kind", ["point_mass", "target_sample"])
def test_other_acceptance_is_seen(kind: str) -> None:
    call = calls.float_call(1, 500, 2, 5)
    other = "target_sample" if kind == "point_mass" else "point_mass"
    assert not agreement.near_boundaries(kind, rejection.SAMPLERS[other], call, Rounding(EXACT, 5)).passed


@pytest.mark.parametrize(
    ("result", "says"),
    [
        (lambda x: None, "found a NoneType"),
        (lambda x: np.zeros((len(x), 9), np.int64), "found int64[5, 9]"),
        (lambda x: np.zeros((len(x), 3)), "found float64[5, 3]"),
    ],
)
def test_no_emission_is_a_fault(result, says: str) -> None:
    call = calls.float_call(0, 5, 2, 4)
    for found in (
        agreement.bit_for_bit("token_wise", lambda x, *_, **__: result(x), call),
        agreement.near_boundaries("token_wise", lambda x, *_, **__: result(x), call, Rounding(EXACT, 4)),
    ):
        assert not found.passed
        assert says in found.first_fault


def backwards(masses):
    """Cumulative masses from sums of what stands behind: another order of adding, right up to rounding."""
    return masses.sum(axis=-1, keepdims=True) - (np.cumsum(masses[:, ::-1], axis=-1)[:, ::-1] - masses)


def on_boundaries(kind: str, dtype: str = "float64"):
    """A call whose decisive coin stands on a boundary of the oracle's cumulative masses, up to rounding.

    Of block verification only the rows that accept the whole draft are taken, whose law is p itself.
    """
    call = calls.float_call(7, 600, 2, 400, dtype=dtype)
    final = emitted(call.run(rejection.SAMPLERS[kind]))
    law = call.target_probs[np.arange(600), final].copy()
    refused = np.flatnonzero(final < 2)
    if kind == "point_mass":
        law[refused, call.draft_tokens[refused, final[refused]]] = 0
    elif kind == "token_wise":
        law[refused] = np.maximum(law[refused] - call.draft_probs[refused, final[refused]], 0)
    coins = call.uniforms.copy()
    coin = 0 if kind == "target_sample" else 2
    cumulative = np.cumsum(call.target_probs[:, 0] if kind == "target_sample" else law, axis=-1)
    coins[:, coin] = (cumulative[:, 200] / cumulative[:, -1]).astype(dtype)
    call = call._replace(uniforms=coins)
    return call.rows(np.flatnonzero(final == 2)) if kind == "block_wise" else call


@pytest.mark.parametrize("kind", rejection.SAMPLERS)
def test_rounding_is_no_fault_and_is_counted(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def other_order(*arguments, **keywords):
        with monkeypatch.context() as patch:
            patch.setattr(rejection, "inverse_cdf", inverse_backwards)
            return rejection.SAMPLERS[kind](*arguments, **keywords)

    found = agreement.near_boundaries(kind, other_order, on_boundaries(kind), Rounding(EXACT, 400))
    assert found.passed, found.first_fault
    assert found.near > 10
    assert 0 <= found.nearest < 1
    assert found.equal + found.near == found.rows


def inverse_backwards(masses, coins):
    cumulative = np.where(masses > 0, backwards(masses), 0.0)
    total = cumulative.max(axis=-1)
    return np.argmax(cumulative > np.minimum(coins * total, np.nextafter(total, 0))[:, None], axis=-1)


@pytest.mark.parametrize("kind", rejection.SAMPLERS)
def test_float32_against_float64_stays_within_its_bound(kind: str) -> None:
    def in_float32(x, q, p, u, *, draft_lens=None):
        q, p, u = (a.astype(np.float32) for a in (q, p, u))
        return rejection.SAMPLERS[kind](x, q, p, u, draft_lens=draft_lens)

    call = on_boundaries(kind, "float32")
    found = agreement.near_boundaries(kind, in_float32, call, Rounding(float(np.finfo(np.float32).eps), 400))
    assert found.passed, found.first_fault
    assert found.near > 10
    assert found.nearest < 0.5, "the bound is for the worst order of rounding; this one is far inside"
    assert not agreement.near_boundaries(kind, in_float32, call, Rounding(EXACT, 400)).passed


def test_a_batch_that_leaks_is_seen() -> None:
    call = calls.float_call(0, 40, 2, 6)
    assert agreement.alone_as_in_a_batch(rejection.token_wise, call).passed
    found = agreement.alone_as_in_a_batch(next_row, call)
    assert not found.passed
    assert "alone" in found.first_fault
    rng = np.random.default_rng(0)
    restless = agreement.alone_as_in_a_batch(
        lambda x, q, p, u, **k: rejection.token_wise(x, q, p, rng.random(u.shape)), call
    )
    assert not restless.passed


def test_no_rows_are_no_agreement() -> None:
    assert not agreement.Agreement(0, 0, 0, 0).passed
