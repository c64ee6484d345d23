"""Draws that the statistical audit needs, against what no test can do without, and against the field's usual test.

A test with false alarm ε cannot refute a law Q for P in fewer than about log(1/ε)/KL(Q‖P) draws on average. Each rival is
run on the instance that shows it best among those that take `FEWEST` draws and on which it never does what is impossible
under the target. Then samplers that the mixture does not have, and lenience beside a replica of vLLM's distribution test.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Callable, Iterator, Sequence
from functools import partial

import numpy as np

from ..gpu_reference.conditional import Evidence, laid_out
from ..gpu_reference.exact import explore
from ..gpu_reference.instances import Instance, fixed, law
from ..gpu_reference.judgement import completed, target_law
from ..gpu_reference.laws import Floats, Ints
from ..gpu_reference.rejection import token_wise
from ..gpu_reference.rivals import DRAFTERS, SAMPLERS, Behaviour, first_above, verified
from ..gpu_reference.sequential import FALSE_ALARM, batches
from ..gpu_reference.statistical import Sample, audit_statistically, small_residuals
from . import Row

BOUND = math.log(1 / FALSE_ALARM)
FEWEST = 60  # four times the first batch, so that the size of a batch is not what is measured
MOST = 1 << 23  # draws that a sampler may take
RUNS = 5  # of each sampler, from different seeds; their mean is shown
ROWS = 50_000  # of the exact audit, for the law of a rival and its KL

WITHOUT = {
    "losslessness.bonus_omitted": "slow, not biased",
    "losslessness.padding_as_token": "only where draft lengths differ",
    "losslessness.rows_aliased": "its rows are not independent, so it has no KL",
    "losslessness.zero_at_u_zero": "one coin in 2^53",
}
"""Rivals that have no number of draws, and why."""


def _seeded(sampler: Behaviour) -> Sample:
    def sample(
        draft_tokens: Ints, draft_probs: Floats, target_probs: Floats, draft_lens: Ints | None, seed: Sequence[int]
    ) -> Ints:
        coins = np.random.default_rng(seed).random(target_probs.shape[:2])
        with np.errstate(all="ignore"):
            return sampler(draft_tokens, draft_probs, target_probs, coins, draft_lens=draft_lens)

    return sample


def _kl(sampler: Behaviour, instance: Instance) -> float:
    """KL of the sampler's completed sequences to the target's; 0 where one is impossible, or nothing differs."""
    with np.errstate(all="ignore"):
        (tally,) = explore(sampler, (instance,), max_rows=ROWS).tallies
    emitted = np.array([float(mass) for mass in completed(tally).values()])
    null = np.array([float(mass) for mass in target_law(instance).values()])
    emitted /= emitted.sum()
    if (emitted[null == 0] > 0).any() or np.abs(emitted - null).max() < 1e-7:
        return 0.0
    drawn = emitted > 0
    return float((emitted[drawn] * np.log(emitted[drawn] / null[drawn])).sum())


def _shown_best(sampler: Behaviour) -> tuple[Instance, float]:
    """The instance with the largest KL among those that take `FEWEST` draws, and that KL."""
    instances = [instance for group in itertools.islice(fixed(), 9) for instance in group]
    found = [(kl, i) for i, instance in enumerate(instances) if 0 < (kl := _kl(sampler, instance)) <= BOUND / FEWEST]
    kl, best = max(found)
    return instances[best], kl


def _draws(sampler: Behaviour, instance: Instance) -> float:
    """Rows until it is refuted: the mean of the runs, infinite if one is not."""
    runs = [
        audit_statistically(_seeded(sampler), [(instance,)], SAMPLERS, draws=MOST, seed=seed) for seed in range(RUNS)
    ]
    return statistics.mean(run.draws if run.found is not None else math.inf for run in runs)


def _row(name: str, sampler: Behaviour, goal: float | None) -> Row:
    instance, kl = _shown_best(sampler)
    needed, ratio = BOUND / kl, _draws(sampler, instance) * kl / BOUND
    what = f"draws / log(1/ε)/KL = {needed:,.0f}, on “{instance.about}”"
    return Row(name, ratio, what, "<=", goal)


def _now_and_then(
    draft_tokens: Ints, draft_probs: Floats, target_probs: Floats, uniforms: Floats, *, draft_lens: Ints | None = None
) -> Ints:
    """Where the last coin is below 0.05, the first token is 0."""
    out = token_wise(draft_tokens, draft_probs, target_probs, uniforms, draft_lens=draft_lens)
    out[uniforms[:, -1] < 0.05, 0] = 0
    return out


def _coarse_coins(
    draft_tokens: Ints, draft_probs: Floats, target_probs: Floats, uniforms: Floats, *, draft_lens: Ints | None = None
) -> Ints:
    """Coins with three bits."""
    coarse = np.floor(uniforms * 8) / 8
    return token_wise(draft_tokens, draft_probs, target_probs, coarse, draft_lens=draft_lens)


def _sharp(masses: Floats, coins: Floats) -> Ints:
    """Recovered and bonus tokens at temperature 0.8."""
    return first_above(np.maximum(masses, 0.0) ** 1.25, coins)


OTHERS: dict[str, Behaviour] = {
    "first token 0 now and then": _now_and_then,
    "coins of three bits": _coarse_coins,
    "recovered at temperature 0.8": partial(verified, pick=_sharp),
}
"""Samplers that are not in the mixture."""

VOCAB, GAMMA = 10, 2
SIZES = (10, 100, 1_000, 10_000, 100_000)
REFERENCES, SHRINKS = 100, 20
"""vLLM's test: random laws to compare with, and by how much more the distance to the target must shrink than to those."""

REPLICAS = 20  # runs of the replica for each lenience


def _softmax(rng: np.random.Generator, *rows: int) -> Floats:
    weights = np.exp(rng.random((*rows, VOCAB)))
    found: Floats = weights / weights.sum(axis=-1, keepdims=True)
    return found


def usual_test(sampler: Behaviour, seed: int) -> bool:
    """A replica of vLLM's `test_rejection_sampling_approximates_target_distribution`: whether the sampler passes.

    One law for all positions; emitted tokens without the bonus token in one histogram; the Euclidean distance to the target
    from 10 to 100,000 rows must shrink `SHRINKS` times more than that to `REFERENCES` random laws.
    """
    rng = np.random.default_rng(seed)
    p, q, references = _softmax(rng), _softmax(rng), _softmax(rng, REFERENCES)
    to_target, to_references = [], []
    for rows in SIZES:
        drafts = rng.choice(VOCAB, (rows, GAMMA), p=q)
        given = np.broadcast_to(q, (rows, GAMMA, VOCAB)), np.broadcast_to(p, (rows, GAMMA + 1, VOCAB))
        out = sampler(drafts, *given, rng.random((rows, GAMMA + 1)))[:, :-1]
        law = np.bincount(out[out >= 0], minlength=VOCAB) / (out >= 0).sum()
        to_target.append(float(np.linalg.norm(p - law)))
        to_references.append(float(np.linalg.norm(references - law)) / REFERENCES)
    return to_target[0] / to_target[-1] > SHRINKS * to_references[0] / to_references[-1]


DRAFTED = law(30, 22, 16, 11, 8, 6, 4, 3, 28)  # of 128: no two tokens alike, the least one in 43
DECLARED = ("declared_argmax", "declared_other_temperature", "declared_other_top_k")
"""The drafters' rivals that need draws; laws that are unnormalised or rounded to bf16 are seen as they are declared."""


def _declared(name: str) -> Row:
    """Tokens of a drafter until it is refuted."""
    sampled, declared = DRAFTERS[f"losslessness.{name}"](DRAFTED)
    q = np.array([float(p) for p in sampled])
    kl = float((q[q > 0] * np.log(q[q > 0] / declared[q > 0])).sum())
    runs = []
    for seed in range(RUNS):
        rng, evidence = np.random.default_rng(seed), Evidence(len(q), 1, seed)
        for size in batches(MOST):
            tokens = rng.choice(len(q), (size, 1), p=q)
            evidence.add(laid_out(tokens, np.broadcast_to(declared, (size, 1, len(q)))))
            if evidence.refuted:
                break
        runs.append(evidence.draws if evidence.refuted else math.inf)
    what = f"draws / log(1/ε)/KL = {BOUND / kl:,.0f}, on a law of {len(q)} tokens"
    return Row(name, statistics.mean(runs) * kl / BOUND, what, "<=", 4.0)


def _lenient(lenience: float) -> Behaviour:
    return partial(verified, accepts=lambda d: lenience * d.coins[:, :-1] * d.drafted(d.q) < d.drafted(d.p))


def _lenience() -> Iterator[Row]:
    for lenience in (0.99, 0.999, 0.9999):
        sampler = _lenient(lenience)
        refused = sum(not usual_test(sampler, seed) for seed in range(REPLICAS))
        _, instance = max((_kl(sampler, one), i) for i, one in enumerate(small_residuals()))
        needed = _draws(sampler, small_residuals()[instance])
        usual = f"the {sum(SIZES):,} of vLLM's test, which refuses it in {refused} of {REPLICAS} runs"
        yield Row(f"lenience {lenience:g}", needed / sum(SIZES), f"draws to refute, {needed:,.0f} / {usual}")
    right = sum(not usual_test(token_wise, seed) for seed in range(REPLICAS))
    yield Row("no lenience", right / REPLICAS, f"runs of vLLM's test that refuse a right sampler / {REPLICAS}")


def rows() -> list[Row]:
    """Rivals (at most 4 times the bound), other samplers, and lenience."""
    ways: dict[str, Callable[..., Ints]] = {id_: found[0] for id_, found in SAMPLERS.items() if id_ not in WITHOUT}
    return [
        *(_row(id_.split(".")[1], way, 4.0) for id_, way in ways.items()),
        *map(_declared, DECLARED),
        *(_row(name, sampler, None) for name, sampler in OTHERS.items()),
        *_lenience(),
    ]
