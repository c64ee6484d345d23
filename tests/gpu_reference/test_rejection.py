"""The oracle against the papers' algorithms written literally, one row at a time, in exact rationals."""

from __future__ import annotations

import warnings
from fractions import Fraction

import numpy as np
import pytest
from draftproof.gpu_reference import rejection

SAMPLERS = {
    f.__name__: f for f in (rejection.token_wise, rejection.block_wise, rejection.point_mass, rejection.target_sample)
}
LAST = 1 - 2.0**-53


@pytest.fixture(autouse=True)
def no_warnings():
    with warnings.catch_warnings(), np.errstate(all="raise", under="ignore"):
        warnings.simplefilter("error")
        yield


def icdf(masses, coin):
    total, mass = sum(masses), Fraction(0)
    for token, weight in enumerate(masses):
        mass += weight / total
        if mass > coin:
            return token
    raise AssertionError("no token")


def positive(law):
    return [max(m, Fraction(0)) for m in law]


def literal_token_wise(x, q, p, u):
    for i, token in enumerate(x):
        ratio = p[i][token] / q[i][token] if q[i][token] else Fraction(p[i][token] > 0)
        if u[i] >= ratio:
            return [*x[:i], icdf(positive([a - b for a, b in zip(p[i], q[i], strict=True)]), u[-1])]
    return [*x, icdf(p[len(x)], u[-1])]


def literal_block_wise(x, q, p, u):
    gamma, weights, tau = len(x), [Fraction(1)], 0
    for i, token in enumerate(x):
        weights.append(min(weights[-1] * p[i][token] / q[i][token], Fraction(1)))
    for i in range(1, gamma + 1):
        w = weights[i]
        if i == gamma:
            h = w
        else:
            left = sum(positive([w * a - b for a, b in zip(p[i], q[i], strict=True)]))
            h = Fraction(1) if left + 1 - w == 0 else left / (left + 1 - w)
        if u[i - 1] < h:
            tau = i
    law = p[gamma] if tau == gamma else positive([weights[tau] * a - b for a, b in zip(p[tau], q[tau], strict=True)])
    return [*x[:tau], icdf(law if sum(law) else p[tau], u[-1])]


def literal_point_mass(x, q, p, u):
    for i, token in enumerate(x):
        if u[i] >= p[i][token]:
            return [*x[:i], icdf([0 if t == token else m for t, m in enumerate(p[i])], u[-1])]
    return [*x, icdf(p[len(x)], u[-1])]


def literal_target_sample(x, q, p, u):
    for i, token in enumerate(x):
        if (drawn := icdf(p[i], u[i])) != token:
            return [*x[:i], drawn]
    return [*x, icdf(p[len(x)], u[-1])]


def compositions(rng, shape, vocab, bits, powers=False):
    """Laws in units of 2^-bits, some tokens without mass; with `powers` every entry is a power of two."""
    rows = int(np.prod(shape))
    if powers:
        laws = []
        for _ in range(rows):
            parts = [1.0]
            while len(parts) < int(rng.integers(1, vocab + 1)):
                half = parts.pop(int(rng.integers(len(parts)))) / 2
                parts += [half, half]
            laws.append(rng.permutation(parts + [0.0] * (vocab - len(parts))))
        return np.array(laws).reshape(*shape, vocab)
    weights = rng.dirichlet(np.full(vocab, 0.5), rows)
    counts = np.stack([rng.multinomial(1 << bits, w) for w in weights])
    return (counts / (1 << bits)).reshape(*shape, vocab)


def drawn(rng, laws):
    """Drafted tokens with draft mass."""
    return np.array([[rng.choice(len(law), p=law) for law in row] for row in laws])


def instances(seed, batch, gamma, vocab, powers):
    rng = np.random.default_rng(seed)
    q = compositions(rng, (batch, gamma), vocab, 3, powers)
    p = compositions(rng, (batch, gamma + 1), vocab, 3)
    same = rng.random(batch) < 0.2
    p[same, :gamma] = q[same]
    u = rng.integers(0, 32, (batch, gamma + 1)) / 32
    u[rng.random(u.shape) < 0.15] = LAST
    return drawn(rng, q), q, p, u


def exact(array):
    return [exact(a) for a in array] if np.ndim(array) else Fraction(float(array))


LITERAL = {
    "token_wise": literal_token_wise,
    "block_wise": literal_block_wise,
    "point_mass": literal_point_mass,
    "target_sample": literal_target_sample,
}


@pytest.mark.parametrize("name", LITERAL)
@pytest.mark.parametrize(("gamma", "vocab"), [(1, 2), (2, 3), (3, 5), (4, 4)])
def test_oracle_is_the_paper_literally(name: str, gamma: int, vocab: int) -> None:
    x, q, p, u = instances(gamma * 10 + vocab, 300, gamma, vocab, powers=name == "block_wise")
    out = SAMPLERS[name](x, q, p, u)
    for row in range(len(x)):
        tokens = LITERAL[name](x[row].tolist(), exact(q[row]), exact(p[row]), exact(u[row]))
        assert out[row].tolist() == tokens + [-1] * (gamma + 1 - len(tokens)), row


@pytest.mark.parametrize("name", SAMPLERS)
def test_a_row_alone_is_the_row_in_any_batch(name: str) -> None:
    rng = np.random.default_rng(5)
    x, p = rng.integers(0, 301, (64, 3)), rng.dirichlet(np.ones(301), (64, 4))
    q, u = rng.dirichlet(np.ones(301), (64, 3)), rng.random((64, 4))
    out = SAMPLERS[name](x, q, p, u)
    assert np.array_equal(out, SAMPLERS[name](x, q, p, u))
    order = rng.permutation(64)
    assert np.array_equal(out[order], SAMPLERS[name](x[order], q[order], p[order], u[order]))
    for row in range(64):
        one = slice(row, row + 1)
        assert np.array_equal(out[one], SAMPLERS[name](x[one], q[one], p[one], u[one]))


@pytest.mark.parametrize("name", SAMPLERS)
def test_many_rows_in_tiles_are_the_rows(name: str) -> None:
    x, q, p, u = instances(9, 2000, 2, 3, powers=True)
    repeat = rejection.TILE // 9 // 2000 + 2
    many = [np.concatenate([a] * repeat) for a in (x, q, p, u)]
    assert np.array_equal(SAMPLERS[name](*many), np.concatenate([SAMPLERS[name](x, q, p, u)] * repeat))
    views = [np.broadcast_to(a[0], a.shape) for a in (x, q, p, u)]
    assert (SAMPLERS[name](*views) == SAMPLERS[name](x[:1], q[:1], p[:1], u[:1])).all()


@pytest.mark.parametrize("name", SAMPLERS)
@pytest.mark.parametrize("padding", [0.0, np.nan, np.inf])
def test_a_shorter_draft_is_the_shorter_call(name: str, padding: float) -> None:
    x, q, p, u = instances(11, 200, 3, 4, powers=True)
    lens = np.random.default_rng(1).integers(0, 4, 200)
    for row, length in enumerate(lens):
        x[row, length:], q[row, length:], p[row, length + 1 :] = -1, padding, padding
    out = SAMPLERS[name](x, q, p, u, draft_lens=lens)
    empty = lens == 0
    assert np.array_equal(out[empty, 0], rejection.inverse_cdf(p[empty, 0], u[empty, 3]))
    assert (out[empty, 1:] == -1).all()
    for row, length in enumerate(lens):
        if not length:
            continue
        coins = u[row : row + 1, [*range(length), 3]]
        alone = SAMPLERS[name](
            x[row : row + 1, :length], q[row : row + 1, :length], p[row : row + 1, : length + 1], coins
        )
        assert out[row].tolist() == [*alone[0].tolist(), *[-1] * (3 - length)], row


@pytest.mark.parametrize("name", SAMPLERS)
@pytest.mark.parametrize("coin", [0.0, 5e-324, 0.5, LAST])
def test_no_token_without_mass_is_emitted(name: str, coin: float) -> None:
    x, q, p, _ = instances(13, 500, 3, 5, powers=True)
    out = SAMPLERS[name](x, q, p, np.full((500, 4), coin))
    rows, positions = np.nonzero(out >= 0)
    assert (p[rows, positions, out[rows, positions]] > 0).all()
    lengths = (out >= 0).sum(axis=1)
    assert (lengths >= 1).all()
    assert all((row[:n] >= 0).all() and (row[n:] == -1).all() for row, n in zip(out, lengths, strict=True))


@pytest.mark.parametrize("name", ["token_wise", "block_wise"])
@pytest.mark.parametrize("coin", [0.0, 0.5, LAST])
def test_equal_laws_accept_everything(name: str, coin: float) -> None:
    p = np.random.default_rng(2).dirichlet(np.ones(7), (50, 4))
    x = p[:, :3].argmax(axis=-1)
    out = SAMPLERS[name](x, p[:, :3].copy(), p, np.full((50, 4), coin))
    assert np.array_equal(out[:, :3], x)
    assert (out[:, 3] >= 0).all()


def test_a_residual_that_rounding_empties_falls_back_on_the_target() -> None:
    p = np.array([[[0.5, 0.5 - 2**-53], [0.5, 0.5]]])
    q = np.array([[[0.5, 0.5]]])
    out = rejection.token_wise(np.array([[1]]), q, p, np.array([[LAST, 0.9]]))
    assert out.tolist() == [[1, -1]]


@pytest.mark.parametrize("name", SAMPLERS)
def test_a_draft_of_no_probability_under_either_law_is_refused(name: str) -> None:
    law = np.array([[[0.25, 0.75, 0.0]]])
    for coin in (0.0, LAST):
        out = SAMPLERS[name](np.array([[2]]), law, law.repeat(2, axis=1), np.array([[coin, 0.5]]))
        assert out.tolist()[0][0] in (0, 1)


def test_inverse_cdf_stays_below_the_total() -> None:
    masses = np.array([[0.0, 5e-324, 0.0], [0.25, 0.75, 0.0], [0.25, 0.75, 0.0], [0.25, 0.75, 0.0], [0.0, 0.0, 2.0]])
    assert rejection.inverse_cdf(masses, np.array([LAST, LAST, 0.25, 0.25 - 2**-54, 0.0])).tolist() == [1, 1, 1, 0, 2]


TOY = [
    (2, Fraction(10, 9), Fraction(11, 9)),
    (3, Fraction(38, 27), Fraction(5, 3)),
    (4, Fraction(130, 81), Fraction(166, 81)),
]


@pytest.mark.parametrize(("gamma", "token", "block"), TOY)
def test_block_verification_accepts_more(gamma: int, token: Fraction, block: Fraction) -> None:
    """H0: the mean number of accepted drafts is the toy's value. 8 standard errors of 2^17 rows: false alarm below 1e-14."""
    rows, rng = 1 << 17, np.random.default_rng(gamma)
    x = (rng.random((rows, gamma)) > 2 / 3).astype(np.int64)
    q = np.broadcast_to([2 / 3, 1 / 3], (rows, gamma, 2))
    p = np.broadcast_to([1 / 3, 2 / 3], (rows, gamma + 1, 2))
    u = rng.random((rows, gamma + 1))
    for name, expected in (("token_wise", token), ("block_wise", block)):
        accepted = (SAMPLERS[name](x, q, p, u) >= 0).sum(axis=1) - 1
        assert abs(accepted.mean() - float(expected)) < 8 * gamma / 2 / rows**0.5
