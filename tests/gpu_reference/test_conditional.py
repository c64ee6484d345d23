"""The test of declared laws: an e-process exactly, each part sees what it is for, and the bound holds."""

import itertools
import math

import numpy as np
import pytest
from draftproof.gpu_reference import conditional
from draftproof.gpu_reference.conditional import Evidence, alternatives, laid_out

VOCAB, GAMMA = 6, 2


class Given:
    """In the place of a generator: the places that a test enumerates."""

    def __init__(self, places):
        self.places = places

    def random(self, shape):
        return np.array(self.places).reshape(shape)


def after(tokens, probs, places=None):
    found = Evidence(probs.shape[2], probs.shape[1])
    if places is not None:
        found.rng = Given(places)
    found.add(laid_out(np.array(tokens), probs))
    return found


def declared(first):
    """The law of each position, which depends on the token before: [1, 2, 2]."""
    return np.array([[[0.5, 0.5], [0.25, 0.75] if first == 0 else [0.5, 0.5]]])


GRID = (np.arange(6) + 0.5) / 6
"""Places within a token's mass: with masses of 1/4, 1/2 and 3/4, every quarter and half is met in proportion."""


@pytest.fixture
def _few_bins(monkeypatch):
    monkeypatch.setattr(conditional, "BINS", 4)
    monkeypatch.setattr(conditional, "COARSE", 2)


@pytest.mark.usefixtures("_few_bins")
@pytest.mark.parametrize("wrong", [None, "ratio", "bins"])
def test_under_the_declared_laws_the_evidence_is_one_on_average(wrong, monkeypatch):
    """Exactly, over both tokens of a row and the places in their laws; a planted fault moves the average."""
    if wrong == "ratio":
        monkeypatch.setattr(conditional, "_argmax", lambda p, ranks: (ranks == 0) * 1.5)
    if wrong == "bins":
        monkeypatch.setattr(conditional, "_bins", lambda places, bins: np.zeros(places.shape, np.int64))
    total = 0.0
    for first, second in itertools.product((0, 1), repeat=2):
        probs = declared(first)
        chance = 0.5 * probs[0, 1, second]
        for places in itertools.product(GRID, repeat=2):
            total += chance / len(GRID) ** 2 * math.exp(after([[first, second]], probs, places).log_evidence)
    assert (abs(total - 1) < 1e-6) == (wrong is None)


@pytest.mark.usefixtures("_few_bins")
def test_two_rows_of_one_batch_keep_the_average():
    probs = np.full((2, 1, 2), 0.5)
    total = 0.0
    for tokens in itertools.product((0, 1), repeat=2):
        for places in itertools.product(GRID, repeat=2):
            total += 0.25 / len(GRID) ** 2 * math.exp(after(np.array(tokens)[:, None], probs, places).log_evidence)
    assert total == pytest.approx(1.0, abs=1e-6)


def drawn(rng, laws):
    flat = laws.reshape(-1, laws.shape[-1])
    cumulative = np.cumsum(flat, axis=1)
    return (rng.random(len(flat))[:, None] * cumulative[:, -1:] >= cumulative).sum(axis=1).reshape(laws.shape[:-1])


def random_laws(rng, rows):
    return rng.dirichlet(np.full(VOCAB, 0.7), (rows, GAMMA))


def evidence(change, rows=20_000, seed=0, laws=random_laws):
    """Evidence when tokens come from `change(declared laws)`."""
    rng = np.random.default_rng(seed)
    probs = laws(rng, rows)
    found = Evidence(VOCAB, GAMMA)
    found.add(laid_out(drawn(rng, change(probs)), probs))
    return found


@pytest.mark.parametrize("seed", range(10))
def test_right_drafts_are_not_refuted(seed):
    found = evidence(lambda p: p, seed=seed)
    assert not found.refuted
    assert found.impossible == 0


NORMAL = {
    "declared_argmax": lambda p: (p == p.max(axis=-1, keepdims=True)) * 1.0,
    "declared_other_temperature": lambda p: p**1.25,
    "declared_other_top_k": lambda p: np.where(p >= np.sort(p, axis=-1)[..., 2, None], p, 0),
}


@pytest.mark.parametrize("rival", NORMAL)
def test_a_rival_is_refuted_and_alone_named(rival):
    found = evidence(NORMAL[rival])
    assert found.refuted
    assert found.alike(9.2) == (f"losslessness.{rival}",)


@pytest.mark.parametrize("rival", NORMAL)
def test_a_rival_costs_at_most_four_times_the_bound(rival):
    def size(rows):
        return evidence(NORMAL[rival], rows)

    rng = np.random.default_rng(1)
    p = random_laws(rng, 50_000)
    q = NORMAL[rival](p)
    q = q / q.sum(axis=-1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        kl = float(np.where(q > 0, q * np.log(q / p), 0).sum(axis=-1).mean())
    allowed = 4 * math.log(1e9) / kl
    assert size(int(allowed / GAMMA)).refuted


def test_other_mistakes_are_refuted_and_not_named():
    def moved(p):
        q = p.copy()
        q[..., 1] += 0.1 * q[..., 0]
        q[..., 0] *= 0.9
        return q

    found = evidence(moved, rows=100_000)
    assert found.refuted
    assert found.alike(9.2) == ()


def test_an_impossible_token_refutes_at_once():
    found = after([[1, 1]], np.array([[[0.5, 0.5], [1.0, 0.0]]]))
    assert found.log_evidence == math.inf
    assert found.alike(9.2) == ()


def same_laws(rng, rows):
    return np.broadcast_to(np.random.default_rng(5).dirichlet(np.full(VOCAB, 2.0), GAMMA), (rows, GAMMA, VOCAB)).copy()


def test_laws_that_come_again_are_counted_by_token():
    """Token 0 one tenth rarer, token 5 likelier: in ranks and places little, in tokens much."""
    found = evidence(lambda p: p, laws=same_laws)
    assert found.all_counted
    assert len(found.contexts) == GAMMA
    assert not evidence(lambda p: p).all_counted


def coupled(rng, axis, rows=2000):
    """Right laws; one coin for all positions of a row (axis 1) or for two rows (axis 0)."""
    probs = same_laws(rng, rows)
    coins = rng.random((rows, GAMMA))
    coins = coins[:, :1].repeat(GAMMA, axis=1) if axis == 1 else coins[: rows // 2].repeat(2, axis=0)
    found = Evidence(VOCAB, GAMMA)
    found.add(laid_out((coins[..., None] >= np.cumsum(probs, axis=2)).sum(axis=2), probs))
    return found


@pytest.mark.parametrize(("axis", "table"), [(1, "after a position"), (0, "after a row")])
def test_tokens_that_depend_on_each_other_are_refuted(axis, table):
    found = coupled(np.random.default_rng(0), axis)
    assert found.refuted
    assert found.shown_by() == table


def test_the_smallest_distance_falls_with_the_draws():
    few, many = (evidence(lambda p: p, rows, laws=same_laws).smallest_seen() for rows in (1000, 100_000))
    assert few[1]
    assert many[1]
    assert 1 >= few[0] > 5 * many[0] > 0
    assert not evidence(lambda p: p).smallest_seen()[1]


def test_what_is_further_than_the_smallest_distance_is_refuted():
    """At the very distance, in the direction that costs the test most of what it knows: away from all rivals."""
    rows = 20_000
    distance, by_token = evidence(lambda p: p, rows, laws=same_laws).smallest_seen()
    assert by_token

    def away(p):
        q = p.copy()
        order = np.argsort(p, axis=-1)
        top, low = order[..., -1:], order[..., -2:-1]
        np.put_along_axis(q, top, np.take_along_axis(p, top, -1) - distance, -1)
        np.put_along_axis(q, low, np.take_along_axis(p, low, -1) + distance, -1)
        return q

    assert all(evidence(away, rows, seed, same_laws).refuted for seed in range(10))


def test_alternatives_are_laws():
    p = random_laws(np.random.default_rng(0), 50)[:, 0]
    ranks = np.argsort(np.argsort(-p, axis=1), axis=1)
    for _, law in alternatives(VOCAB):
        assert law(p, ranks).sum(axis=1) == pytest.approx(1.0)
    assert {id_ for id_, _ in alternatives(VOCAB)} == {
        f"losslessness.declared_{name}" for name in ("argmax", "other_temperature", "other_top_k", "bf16")
    }


def test_equal_laws_are_laid_out_once():
    probs = np.tile(np.array([[0.25, 0.75], [0.5, 0.5]]), (10, 1, 1))
    batch = laid_out(np.zeros((10, 2), np.int64), probs)
    assert len(batch.laws) == 2
    assert (batch.laws[batch.which] == probs).all()
