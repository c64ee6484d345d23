"""The statistical audit of samplers that draw for themselves: right ones pass at fixed seeds, wrong ones are named."""

import functools
import itertools

import numpy as np
import pytest
from draftproof.gpu_reference import rejection, statistical
from draftproof.gpu_reference.instances import EVEN, cycled, fixed, law, ragged
from draftproof.gpu_reference.judgement import target_law
from draftproof.gpu_reference.rivals import SAMPLERS, verified
from draftproof.gpu_reference.statistical import (
    audit_statistically,
    completed_laws,
    small_residuals,
)
from draftproof.subjects.outcome import Failed

GROUPS = tuple(itertools.islice(fixed(), 8))
FEW = GROUPS[:4]
RAGGED = tuple(ragged())


learned = {}


@pytest.fixture(autouse=True)
def _laws_are_learned_once(monkeypatch):
    """The rivals' laws are most of a short audit, and the same in every test."""

    def completed_laws(sampler, group, learn=statistical.completed_laws):
        key = id(sampler), id(group)
        if key not in learned:
            learned[key] = sampler, group, learn(sampler, group)  # kept, so that no id comes again
        return learned[key][2]

    monkeypatch.setattr(statistical, "completed_laws", completed_laws)


def seeded(f):
    """A sampler with given coins, drawing them itself."""

    def sample(draft_tokens, draft_probs, target_probs, draft_lens, seed):
        coins = np.random.default_rng(seed).random(target_probs.shape[:2])
        with np.errstate(all="ignore"):
            return f(draft_tokens, draft_probs, target_probs, coins, draft_lens=draft_lens)

    return sample


def exponential_noise(draft_tokens, draft_probs, target_probs, draft_lens, seed):
    """Right; recovers as engines do: argmax of masses over exponential noise, one row of noise for all positions."""
    rng = np.random.default_rng(seed)
    batch, gamma, vocab = draft_probs.shape
    at = np.arange(batch)[:, None], np.arange(gamma), draft_tokens
    accepted = np.cumprod(rng.random((batch, gamma)) * draft_probs[at] < target_probs[at], axis=1).sum(axis=1)
    rows = np.arange(batch)
    q = np.concatenate([draft_probs, np.zeros((batch, 1, vocab))], axis=1)
    left = np.maximum(target_probs[rows, accepted] - q[rows, accepted], 0)
    last = np.argmax(left / rng.standard_exponential((batch, vocab)), axis=1)
    out = np.where(np.arange(gamma + 1) < accepted[:, None], np.column_stack([draft_tokens, last]), -1)
    out[rows, accepted] = last
    return out


def one_noise_a_batch(draft_tokens, draft_probs, target_probs, draft_lens, seed):
    """Each row alone is right; all rows of a call have the same coins."""
    coins = np.repeat(np.random.default_rng(seed).random((1, target_probs.shape[1])), len(draft_tokens), axis=0)
    return rejection.token_wise(draft_tokens, draft_probs, target_probs, coins)


RIGHT = {
    **{f.__name__: seeded(f) for f in (rejection.token_wise, rejection.block_wise, rejection.point_mass)},
    "target_sample": seeded(rejection.target_sample),
    "exponential_noise": exponential_noise,
}


@pytest.mark.parametrize("name", RIGHT)
@pytest.mark.parametrize("seed", [0])
def test_a_right_sampler_is_not_refuted(name, seed):
    found = audit_statistically(RIGHT[name], GROUPS, SAMPLERS, draws=10_000, seed=seed)
    assert found.found is None
    assert found.draws >= 10_000 * found.instances
    assert 0 < found.distance < 0.15


@pytest.mark.parametrize(
    ("name", "word"),
    [("token_wise", "no difference"), ("block_wise", "faster"), ("point_mass", "slow"), ("target_sample", "slow")],
)
def test_slow_is_told_from_biased(name, word):
    found = audit_statistically(RIGHT[name], [GROUPS[0], GROUPS[5]], {}, draws=150_000)
    assert found.found is None
    assert word in found.rate
    assert (found.slow is not None) == (word == "slow")


UNSEEN = {
    "losslessness.bonus_omitted": "slow, not biased: the law of completed sequences is right",
    "losslessness.zero_at_u_zero": "one coin in 2^53",
    "losslessness.padding_as_token": "only where draft lengths differ",
    "losslessness.lenience": "stands in tests of its own",
}


@pytest.mark.parametrize("id_", sorted(set(SAMPLERS) - set(UNSEEN)))
def test_a_wrong_sampler_is_refuted_and_named(id_):
    found = audit_statistically(seeded(SAMPLERS[id_][0]), GROUPS, SAMPLERS, draws=20_000)
    assert found.found is not None
    assert found.found.kind == "biased"
    assert id_ in found.alike
    assert len(found.alike) <= 3


def test_an_omitted_bonus_is_slow_and_named():
    found = audit_statistically(seeded(SAMPLERS["losslessness.bonus_omitted"][0]), FEW, SAMPLERS, draws=10_000)
    assert found.found is None
    assert found.alike == ("losslessness.bonus_omitted",)
    assert "slow" in found.rate


def test_padding_is_seen_where_lengths_differ():
    found = audit_statistically(seeded(SAMPLERS["losslessness.padding_as_token"][1]), RAGGED, SAMPLERS, draws=10_000)
    assert found.found is not None
    assert audit_statistically(seeded(rejection.token_wise), RAGGED, SAMPLERS, draws=10_000).found is None


@pytest.mark.parametrize("lenience", [0.9, 0.99])
def test_lenience_is_refuted_where_little_is_refused(lenience):
    """.999 and .9999 stand in the benchmark: they take 83,000 and 1.4 million rows."""
    way = functools.partial(verified, accepts=lambda d: lenience * d.coins[:, :-1] * d.drafted(d.q) < d.drafted(d.p))
    found = audit_statistically(seeded(way), [small_residuals()], SAMPLERS, draws=30_000)
    assert found.found is not None
    assert "losslessness.lenience" in found.alike


def test_what_is_no_rival_is_refuted_by_the_generic_part():
    def sample(draft_tokens, draft_probs, target_probs, draft_lens, seed):
        out = RIGHT["token_wise"](draft_tokens, draft_probs, target_probs, draft_lens, seed)
        swapped = np.random.default_rng([*seed, 9]).random(len(out)) < 0.05
        out[:, 0] = np.where(swapped, 0, out[:, 0])
        return out

    found = audit_statistically(sample, FEW, {}, draws=50_000)
    assert found.found is not None
    assert found.found.kind == "biased"
    assert found.alike == ()


def test_a_wrong_bonus_token_is_seen():
    """What per-token tests of one position never look at."""

    def sample(draft_tokens, draft_probs, target_probs, draft_lens, seed):
        out = RIGHT["token_wise"](draft_tokens, draft_probs, target_probs, draft_lens, seed)
        out[:, -1] = np.where(
            (out[:, -1] >= 0) & (np.random.default_rng([*seed, 9]).random(len(out)) < 0.1), 1, out[:, -1]
        )
        return out

    found = audit_statistically(sample, GROUPS[:1], SAMPLERS, draws=50_000)
    assert found.found is not None


def test_rows_that_share_their_noise_are_not_independent():
    found = audit_statistically(one_noise_a_batch, GROUPS[:1], SAMPLERS, draws=10_000)
    assert found.found is not None


def test_neighbours_that_share_their_noise_are_found_so():
    def sample(draft_tokens, draft_probs, target_probs, draft_lens, seed):
        coins = np.random.default_rng(seed).random(target_probs.shape[:2]).repeat(2, axis=0)[: len(draft_tokens)]
        return rejection.token_wise(draft_tokens, draft_probs, target_probs, coins)

    found = audit_statistically(sample, GROUPS[:1], SAMPLERS, draws=10_000)
    assert found.found is not None
    assert found.found.kind == "dependent_rows"


def test_the_same_seed_must_give_the_same_tokens():
    rng = np.random.default_rng(0)

    def sample(draft_tokens, draft_probs, target_probs, draft_lens, seed):
        return rejection.token_wise(draft_tokens, draft_probs, target_probs, rng.random(target_probs.shape[:2]))

    found = audit_statistically(sample, GROUPS[:1], SAMPLERS, draws=100)
    assert found.found is not None
    assert found.found.kind == "not_repeatable"


def test_a_failed_call_is_reported_as_it_is():
    failed = Failed("raised", "raised ValueError: no", "printed")
    found = audit_statistically(lambda *given: failed, GROUPS[:1], {}, draws=100)
    assert found.found is not None
    assert (found.found.kind, found.found.says, found.found.shown) == ("raised", failed.says, {"printed": "printed"})


WRONG_OUTPUTS = {
    "another dtype": (lambda out: out.astype(np.int32), "int32"),
    "another shape": (lambda out: out[:, :-1], r"expected int64\[1, 2\]"),
    "too few rows": (lambda out: out[:-1] if len(out) > 1 else out[:0], "rows"),
    "an id that is none": (lambda out: out + 2, "token"),
    "below -1": (lambda out: np.where(out < 0, -2, out), "token -2"),
    "no token": (lambda out: np.full_like(out, -1), "no token"),
    "a hole": (lambda out: np.column_stack([np.full(len(out), -1), out[:, 0]]), "no token|after -1"),
}


@pytest.mark.parametrize("name", WRONG_OUTPUTS)
def test_a_wrong_output_is_said(name):
    change, says = WRONG_OUTPUTS[name]
    found = audit_statistically(
        lambda *given: change(RIGHT["point_mass"](*given)),
        [(cycled("", 1, [law(1, 3), EVEN], [EVEN]),)],
        {},
        draws=1000,
    )
    assert found.found is not None
    assert found.found.kind == "wrong_result"
    with pytest.raises(AssertionError, match=says):
        raise AssertionError(found.found.says)


def test_a_right_sampler_has_the_targets_law_and_a_rival_another():
    group = GROUPS[3]
    null = np.array([float(mass) for mass in target_law(group[0]).values()])
    assert np.abs(completed_laws(rejection.token_wise, group)[0] - null).max() < 1e-3
    assert np.abs(completed_laws(SAMPLERS["losslessness.resample_from_target"][0], group)[0] - null).max() > 0.01


def test_it_stops_when_time_is_up():
    found = audit_statistically(RIGHT["token_wise"], GROUPS[:2], {}, draws=1 << 40, seconds=0.2)
    assert found.found is None
    assert found.draws < 1 << 30
