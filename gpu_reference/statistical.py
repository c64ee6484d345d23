"""The statistical audit: samplers that draw their own randomness, `f(draft_tokens, draft_probs, target_probs, rng)`.

We draw the drafts from q, the sampler emits, and we complete each emitted prefix with our own draws from the target to
gamma + 1 tokens, bonus included. The null law is the target's law of such sequences, by exact enumeration: so block
verification, whose conditional laws differ by position, is not accused. Each instance has one sequential test
(`sequential`) with the rivals' laws in its mixture; all grow together, batch by batch, until one refutes or the draws are
spent. The rows of a batch come from several instances in random order, as the requests of an engine do, and a test of
neighbouring rows sees when they are not independent.

Beside the law stand the *rate* (drafts accepted, against token-wise verification: fewer is slow, not biased) and
*determinism* (the same seed, the same tokens).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

import numpy as np
from scipy.special import logsumexp

from ..subjects.outcome import Failed
from .emissions import Rate, coded, emissions, log_chance, output_fault, rate_of, two_samples
from .exact import explore
from .instances import EVEN, Group, Instance, Prefix, cycled, law
from .judgement import Tally, completed, target_law
from .laws import Floats, Ints
from .rejection import inverse_cdf
from .rows import Jobs, Misbehaved, Sampler, call, jobs_of
from .sequential import (
    CONCENTRATIONS,
    FALSE_ALARM,
    SequentialTest,
    batches,
    dirichlet,
    log_evidence,
    log_likelihood_ratios,
    sequential_test,
    smallest_seen,
    threshold,
)

DRAWS = 1 << 18
"""Rows for each instance: a total variation distance below 0.01 is seen on 27 outcomes."""

TO_TELL = 1 << 10
"""Further rows of each instance after a refutation, to tell the rivals apart."""

UNLIKE = float(np.log(1e4))
"""Log evidence against a rival's law from which on the subject is not said to behave as that rival."""

ALONE = 8
"""First calls of a group, of one row: a batch of one must work too."""

MOST_ROWS = 1 << 15
"""Rows of one call."""

LEARNT_EXACTLY, LEARNT = 6_000, 1 << 13
"""Rows that a rival's law may cost: of the exact audit, where drafts have one token (it then errs by some 2^-10), and of
draws from each instance, where they have more. In a mixture any law will do; a poor one only helps less."""

RESIDUALS = (7, 10, 14)
"""Residual masses 2^-n of `small_residuals`: about a lenience of .99, .999 and .9999."""


Rivals = Mapping[str, Sequence[Sampler]]
"""Samplers with given coins, by the rival's id: the ways in which its mistake is made."""


class Sample(Protocol):
    """One seeded call: int64[batch, gamma+1], the emitted tokens and then -1, or how it failed.

    `draft_lens` is None unless the drafts of a batch differ in length. `seed` is what `numpy.random.default_rng` takes.
    """

    def __call__(
        self,
        draft_tokens: Ints,
        draft_probs: Floats,
        target_probs: Floats,
        draft_lens: Ints | None,
        seed: Sequence[int],
    ) -> Ints | Failed: ...


@dataclass(frozen=True)
class Found:
    """A fault: its kind (`biased`, `dependent_rows`, `not_repeatable`, or that of a failed call), in a line, and where."""

    kind: str
    says: str
    instance: Instance
    shown: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Statistical:
    """What was found in so many draws (rows) on so many instances.

    `alike` are the rivals that emit as the subject does, on the instances where it is biased, or, failing that, slow.
    """

    found: Found | None
    alike: tuple[str, ...]
    draws: int
    instances: int
    distance: float
    """The total variation distance that would have been seen on every instance, but for a probability of 1e-6."""
    rates: tuple[Rate, ...]

    @property
    def slow(self) -> Rate | None:
        """Where fewer drafts are accepted than by token-wise verification; said wrongly with probability 1e-9 at most."""
        return next((rate for rate in self.rates if rate.slower >= _sure(len(self.rates))), None)

    @property
    def rate(self) -> str:
        """The rate in a line."""
        fast = next((rate for rate in self.rates if rate.faster >= _sure(len(self.rates))), None)
        for word, rate in (("slow", self.slow), ("faster", fast)):
            if rate is not None:
                return (
                    f"rate: {word}: on “{rate.instance.about}” {rate.observed:.4g} drafts are accepted a row, "
                    f"{rate.token_wise:.4g} by token-wise verification"
                )
        return "rate: no difference from token-wise verification was seen"


@dataclass
class Counted:
    """One instance: its law of completed sequences under test, and what was drawn."""

    instance: Instance
    after: tuple[Floats, ...]
    """Target laws by prefix, [vocab^i, vocab] for each length i = 0..gamma."""
    test: SequentialTest
    completed: Ints
    """Counts of completed sequences, read as numbers in base vocab."""
    emitted: dict[Prefix, int]


def audit_statistically(
    sample: Sample,
    groups: Sequence[Group],
    rivals: Rivals,
    *,
    draws: int = DRAWS,
    seconds: float = float("inf"),
    seed: int = 0,
    false_alarm: float = FALSE_ALARM,
) -> Statistical:
    """Hold a sampler against the target's law on all instances of the groups, up to `draws` rows of each or for `seconds`.

    `rivals` are samplers with given coins, whose laws enter the mixture. The false alarm is shared out evenly: one test for
    each instance, one for the neighbouring rows of each group.
    """
    each = false_alarm / (len(groups) + sum(map(len, groups)))
    searches = [_Search(sample, group, rivals, each, [seed, number]) for number, group in enumerate(groups)]
    deadline = time.monotonic() + seconds
    at, found = next(((s, f) for s in searches if (f := s.opens()) is not None), (None, None))
    for size in batches(draws):
        if found is not None or time.monotonic() > deadline:
            break
        at, found = next(((s, f) for s in searches if (f := s.grow(size)) is not None), (None, None))
    counted = [one for search in searches for one in search.counted]
    rates = tuple(rate_of(one.instance, one.emitted) for one in counted if one.emitted)
    slow = [search for search in searches for one in search.counted if _is_slow(one, len(counted))]
    alike: tuple[str, ...] = ()
    if at is not None and found is not None and found.kind == "biased":
        shown = next(one for one in at.counted if one.instance is found.instance)
        alike = _alike([at, *(search for search in searches if search is not at)], _explain(shown, rivals))
    elif found is None and slow:
        alike = _alike([slow[0], *(search for search in searches if search is not slow[0])], rivals)
    return Statistical(
        found,
        alike,
        sum(int(one.completed.sum()) for one in counted),
        len(counted),
        max(smallest_seen(one.test, int(one.completed.sum())) for one in counted),
        rates,
    )


def _explain(one: Counted, rivals: Rivals) -> Rivals:
    """The ways whose law explains the counts of the instance that refuted: half of the evidence against the target.

    A way without a law (it emits what may not be emitted), or where the target's impossible was drawn, is kept.
    """
    if (one.completed[one.test.null == 0] > 0).any():
        return rivals
    ratios = log_likelihood_ratios(one.test, one.completed)
    least = log_evidence(one.test, one.completed) / 2
    best: dict[str, float] = {}
    for name, ratio in zip(one.test.names, ratios.tolist(), strict=True):
        best.setdefault(name, ratio)  # the first is that of full strength
    found = {
        id_: [way for n, way in enumerate(ways) if best.get(f"{id_} {n}", np.inf) > least]
        for id_, ways in rivals.items()
    }
    return {id_: ways for id_, ways in found.items() if ways}


def _alike(searches: Sequence[_Search], rivals: Rivals) -> tuple[str, ...]:
    """The rivals that emit as the subject does on every group, the first of which tells most of them apart."""
    for search in searches:
        rivals = search.alike(rivals)
    return tuple(rivals)


def _sure(instances: int) -> float:
    return float(np.log(2 * instances / FALSE_ALARM))


def _is_slow(one: Counted, instances: int) -> bool:
    return bool(one.emitted) and rate_of(one.instance, one.emitted).slower >= _sure(instances)


def small_residuals() -> Group:
    """Instances on which hardly any draft is refused: where a lenience shows in the fewest draws.

    p = (2d, 1-2d), q = (d, 1-d) with d = 2^-n: a lenience up to about 1-d accepts everything, and emits q, at a KL of
    (1 - log 2)·d; on a broad law its KL is of the order d².
    """
    rare = [(law(2, 2**n - 2), law(1, 2**n - 1)) for n in RESIDUALS]
    return tuple(cycled(f"residual mass 2^-{n}", 1, [p, EVEN], [q]) for n, (p, q) in zip(RESIDUALS, rare, strict=True))


def completed_laws(sampler: Sampler, group: Group) -> list[Floats]:
    """About the law of completed sequences of a sampler with given coins: float64[vocab^(gamma+1)] for each instance.

    From the exact audit within `LEARNT_EXACTLY` rows, or from `LEARNT` draws. None where it emits what it may not.
    """
    one_token = all(instance.gamma == 1 for instance in group)
    try:
        with np.errstate(all="ignore"):
            tallies = (
                explore(sampler, group, max_rows=LEARNT_EXACTLY).tallies if one_token else tuple(_drawn(sampler, group))
            )
    except Misbehaved:
        return []
    laws = [np.array([float(mass) for mass in completed(tally).values()]) for tally in tallies]
    return [law / law.sum() for law in laws]


def _drawn(sampler: Sampler, group: Group) -> Iterator[Tally]:
    """What a sampler emits in `LEARNT` draws of each instance, and in one more what the target says."""
    jobs, rng = jobs_of(group), np.random.default_rng(0)
    owner, weights = np.array(jobs.owner), np.array([float(weight) for weight in jobs.weight])
    every = [rng.choice(np.flatnonzero(owner == i), LEARNT, p=weights[owner == i]) for i in range(len(group))]
    which = rng.permutation(np.concatenate(every))
    out = call(sampler, jobs.rows(which, rng.random((len(which), jobs.coins))))
    for i, instance in enumerate(group):
        mine = out[owner[which] == i]
        if output_fault(mine, np.full(len(mine), instance.gamma), jobs.coins - 1, jobs.vocab):
            raise Misbehaved("not_an_emission", "", jobs.rows(which[:1], np.zeros((1, jobs.coins))))
        masses = {row: Fraction(count, LEARNT + 1) for row, count in emissions(mine, jobs.vocab)}
        yield Tally(instance, {(): Fraction(1, LEARNT + 1), **masses})


class _Search:
    """One group: its instances, and what its batches gave so far."""

    def __init__(self, sample: Sample, group: Group, rivals: Rivals, false_alarm: float, seed: list[int]) -> None:
        self.sample, self.seed, self.calls = sample, seed, 0
        self.jobs: Jobs = jobs_of(group)
        laws = {f"{id_} {n}": completed_laws(way, group) for id_, ways in rivals.items() for n, way in enumerate(ways)}
        self.counted = [
            _counted(one, {name: found[i] for name, found in laws.items() if found}, false_alarm)
            for i, one in enumerate(group)
        ]
        owner = np.array(self.jobs.owner)
        self.of_instance = [np.flatnonzero(owner == i) for i in range(len(group))]
        self.weights = np.array([float(weight) for weight in self.jobs.weight])
        self.owner = owner
        self.rng = np.random.default_rng([*seed, 0])
        self.pairs = np.zeros((len(group), len(group), self.jobs.vocab, self.jobs.vocab), np.int64)
        self.needed = float(np.log(1 / false_alarm))

    def opens(self) -> Found | None:
        """Some calls with one row, and one call twice with the same seed."""
        for _ in range(ALONE):
            if (found := self._take(self.rng.permutation(self._drafted(1))[:1])) is not None:
                return found
        which = self._drafted(ALONE)
        first, second = self._call(which), self._call(which, again=True)
        if isinstance(first, np.ndarray) and isinstance(second, np.ndarray) and (first != second).any():
            says = "called twice with the same arguments and the same seed, it emits other tokens"
            return Found("not_repeatable", says, self.counted[0].instance)
        return None

    def grow(self, size: int) -> Found | None:
        """So many more rows of every instance, in random order."""
        while size > 0:
            step = min(size, max(1, MOST_ROWS // len(self.counted)))
            size -= step
            if (found := self._take(self.rng.permutation(self._drafted(step)))) is not None:
                return found
        return None

    def alike(self, rivals: Rivals) -> Rivals:
        """The ways that emit as the subject does: both see the same fresh rows in the same batch, with other coins."""
        which = self.rng.permutation(self._drafted(TO_TELL))
        out = self._call(which)
        if isinstance(out, Failed):
            return {}
        found = {id_: [way for way in ways if self._same(way, which, out)] for id_, ways in rivals.items()}
        return {id_: ways for id_, ways in found.items() if ways}

    def _same(self, way: Sampler, which: Ints, out: Ints) -> bool:
        rows = self.jobs.rows(which, self.rng.random((len(which), self.jobs.coins)))
        with np.errstate(all="ignore"):
            try:
                other = call(way, rows)
            except Misbehaved:
                return False
        if output_fault(other, rows.draft_lens, self.jobs.coins - 1, self.jobs.vocab):
            return False
        mine, theirs = coded(out, self.jobs.vocab), coded(other, self.jobs.vocab)
        drafts = (which == job for job in np.unique(which))
        return all(two_samples(mine[rows_of], theirs[rows_of]) < UNLIKE for rows_of in drafts)

    def _drafted(self, size: int) -> Ints:
        """Rows (of `jobs`) for each instance, the drafts drawn from q: int64[instances · size]."""
        return np.concatenate([self.rng.choice(of, size, p=self.weights[of]) for of in self.of_instance])

    def _call(self, which: Ints, again: bool = False) -> Ints | Failed:
        self.calls += not again
        rows = self.jobs.rows(which, np.empty((len(which), 0)))
        seed = [*self.seed, self.calls]
        out = self.sample(rows.draft_tokens, rows.draft_probs, rows.target_probs, rows.draft_lens, seed)
        if isinstance(out, Failed):
            return out
        if len(out) == len(which) or out.ndim != 2:
            says = output_fault(out, rows.draft_lens, self.jobs.coins - 1, self.jobs.vocab)
        else:
            says = f"returned {len(out)} rows, expected {len(which)}"
        return Failed("wrong_result", says) if says else out

    def _take(self, which: Ints) -> Found | None:
        """Call, complete, count, and judge."""
        out = self._call(which)
        if isinstance(out, Failed):
            shown = {"printed": out.printed} if out.printed else {}
            return Found(out.kind, out.says, self.counted[0].instance, shown)
        owner = self.owner[which]
        for i, one in enumerate(self.counted):
            self._count(one, out[owner == i, : one.instance.gamma + 1])
        left, right = (np.arange(len(which) // 2) * 2 + side for side in (0, 1))
        np.add.at(self.pairs, (owner[left], owner[right], out[left, 0], out[right, 0]), 1)
        for one in self.counted:
            if log_evidence(one.test, one.completed) >= threshold(one.test):
                return biased(one)
        if self._dependence() >= self.needed and (found := self._dependent()) is not None:
            return found
        return None

    def _count(self, one: Counted, out: Ints) -> None:
        """Count what was emitted, and what that is completed to."""
        for row, count in emissions(out, one.instance.vocab):
            one.emitted[row] = one.emitted.get(row, 0) + count
        code = np.zeros(len(out), np.int64)
        for i, laws in enumerate(one.after):
            drawn = inverse_cdf(laws[code], self.rng.random(len(out)))
            code = code * one.instance.vocab + np.where(out[:, i] >= 0, out[:, i], drawn)
        one.completed += np.bincount(code, minlength=len(one.completed))

    def _dependence(self) -> float:
        """Log evidence against independent neighbours: the first tokens of each pair of instances, in one mixture."""
        total = np.zeros(len(CONCENTRATIONS))
        for i, j in np.ndindex(*self.pairs.shape[:2]):
            null = np.outer(self.counted[i].after[0][0], self.counted[j].after[0][0]).ravel()
            total += dirichlet(null, self.pairs[i, j].ravel())
        return float(logsumexp(total) - np.log(len(total)))

    def _dependent(self) -> Found | None:
        """The fault of neighbours that go together; None if each alone has another law, which its own test will find."""
        together = apart = 0.0
        for counts in self.pairs.reshape(-1, *self.pairs.shape[2:]):
            together += log_chance(counts.ravel())
            apart += log_chance(counts.sum(axis=0)) + log_chance(counts.sum(axis=1))
        if together - apart < UNLIKE:
            return None
        says = "the rows of one batch are not independent: the first tokens of neighbouring rows go together"
        return Found("dependent_rows", says, self.counted[0].instance)


def _counted(instance: Instance, laws: Mapping[str, Floats], false_alarm: float) -> Counted:
    null = np.array([float(mass) for mass in target_law(instance).values()])
    test = sequential_test(null, laws, tuple(_groupings(instance)), false_alarm)
    after: list[list[list[float]]] = [[] for _ in range(instance.gamma + 1)]
    for prefix in sorted(instance.target):  # in token order within each length
        after[len(prefix)].append([float(p) for p in instance.target[prefix]])
    return Counted(instance, tuple(np.array(found) for found in after), test, np.zeros(len(null), np.int64), {})


def _groupings(instance: Instance) -> Iterator[Ints]:
    """Each position alone, and neighbouring positions where that is coarser than all."""
    vocab, length = instance.vocab, instance.gamma + 1
    codes = np.arange(vocab**length)
    for i in range(length):
        yield codes // vocab ** (length - 1 - i) % vocab
    if length > 2:
        for i in range(length - 1):
            yield codes // vocab ** (length - 2 - i) % vocab**2


def biased(one: Counted) -> Found:
    """The fault of an instance whose law is refuted: the sequence that is furthest off, and the laws by position."""
    instance, total = one.instance, int(one.completed.sum())
    shares = one.completed / total
    excess = shares - one.test.null + ((one.test.null == 0) & (one.completed > 0))
    worst = int(np.argmax(excess))
    cube = (instance.vocab,) * (instance.gamma + 1)
    spelt = " ".join(str(int(token)) for token in np.unravel_index(worst, cube))
    says = (
        f"vocab {instance.vocab}, gamma {instance.gamma} ({instance.about}): of {total:,} completed sequences "
        f"{shares[worst]:.4g} are {spelt}, where the target has {one.test.null[worst]:.4g}; "
        f"total variation distance about {float(np.abs(shares - one.test.null).sum() / 2):.2g}"
    )
    shown = {
        f"{name}, by position": [
            [round(float(x), 6) for x in law.reshape(cube).sum(axis=tuple(j for j in range(len(cube)) if j != i))]
            for i in range(len(cube))
        ]
        for name, law in (("drawn", shares), ("target", one.test.null))
    }
    return Found("biased", says, instance, {"rows": total, **shown})
