"""Laws of emitted and completed sequences in exact arithmetic, and what they say of a sampler.

The *completed* sequence is the emitted prefix, then the target's own tokens to the length gamma+1. A sampler is lossless where
its law is the target's: that also holds for block verification, whose conditional laws by position are not.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from ..ledger import Verdict
from .instances import Instance, Prefix


@dataclass(frozen=True)
class Tally:
    """What is certain of one instance: mass by emitted sequence. The rest of 1 is undecided."""

    instance: Instance
    emitted: Mapping[Prefix, Fraction]

    @property
    def undecided(self) -> Fraction:
        return 1 - sum(self.emitted.values(), Fraction(0))


def completed(tally: Tally) -> dict[Prefix, Fraction]:
    """The certain mass of every completed sequence: emitted prefixes, then the target to the length gamma+1."""
    instance = tally.instance
    reached: dict[Prefix, Fraction] = {(): tally.emitted.get((), Fraction(0))}
    for _ in range(instance.gamma + 1):
        reached = {
            (*prefix, token): mass * p + tally.emitted.get((*prefix, token), 0)
            for prefix, mass in reached.items()
            for token, p in enumerate(instance.target[prefix])
        }
    return reached


def target_law(instance: Instance) -> dict[Prefix, Fraction]:
    """The target's probability of every sequence of gamma+1 tokens."""
    return completed(Tally(instance, {(): Fraction(1)}))


def completed_excess(tally: Tally) -> tuple[Prefix, Fraction]:
    """The completed sequence whose certain mass exceeds the target's most, and by how much (at most 0: not refuted)."""
    target, found = target_law(tally.instance), completed(tally)
    worst = max(found, key=lambda sequence: found[sequence] - target[sequence])
    return worst, found[worst] - target[worst]


@dataclass(frozen=True)
class Judgement:
    """What a tally says. The total variation distance from the target lies in [bias, bias + undecided].

    `worst` is the sequence that most exceeds its share: mass in [found, found + undecided] against `target`. `accepted` is the
    interval of the expected number of accepted drafts (emitted tokens less one), `token_wise` what token-wise sampling accepts.
    """

    instance: Instance
    verdict: Verdict
    bias: Fraction
    undecided: Fraction
    worst: Prefix
    found: Fraction
    target: Fraction
    accepted: tuple[Fraction, Fraction]
    token_wise: Fraction

    @property
    def excluded(self) -> Fraction:
        """Every bias above this is excluded."""
        return self.bias + self.undecided

    @property
    def slow(self) -> bool:
        """Whether fewer drafts are accepted than token-wise sampling accepts, for certain."""
        return self.accepted[1] < self.token_wise


def judge(tally: Tally) -> Judgement:
    """Refuted, exact, or not refuted (`holds`) with some mass undecided."""
    target, found = target_law(tally.instance), completed(tally)
    worst, excess = completed_excess(tally)
    bias = sum((max(found[s] - target[s], Fraction(0)) for s in found), Fraction(0))
    undecided = tally.undecided
    verdict = Verdict.REFUTED if excess > 0 else Verdict.HOLDS if undecided else Verdict.EXACT
    accepted = sum(((len(e) - 1) * mass for e, mass in tally.emitted.items()), Fraction(0))
    interval = accepted, accepted + tally.instance.gamma * undecided
    most = token_wise_acceptance(tally.instance)
    return Judgement(tally.instance, verdict, bias, undecided, worst, found[worst], target[worst], interval, most)


def judge_acceptance(tally: Tally) -> Judgement:
    """The law of what is accepted, where the last token of an emission is unknown: no prefix may be accepted more often than
    the target has it, whatever is recovered. That is necessary, so the verdict is `refuted` or `holds`.
    """
    judged, (worst, excess) = judge(tally), accepted_excess(tally)
    target = math.prod((tally.instance.target[worst[:i]][token] for i, token in enumerate(worst)), start=Fraction(1))
    verdict = Verdict.REFUTED if excess > 0 else Verdict.HOLDS
    return replace(
        judged, verdict=verdict, bias=max(excess, Fraction(0)), worst=worst, found=target + excess, target=target
    )


def accepted_excess(tally: Tally) -> tuple[Prefix, Fraction]:
    """The prefix that is accepted most beyond the target's probability of it, for certain, and by how much."""
    accepted: dict[Prefix, Fraction] = {}
    for emitted, mass in tally.emitted.items():
        for length in range(1, len(emitted)):
            accepted[emitted[:length]] = accepted.get(emitted[:length], Fraction(0)) + mass
    excess: dict[Prefix, Fraction] = {}
    reached: dict[Prefix, Fraction] = {(): Fraction(1)}
    for _ in range(tally.instance.gamma):
        reached = {
            (*prefix, token): mass * p
            for prefix, mass in reached.items()
            for token, p in enumerate(tally.instance.target[prefix])
        }
        excess |= {prefix: accepted.get(prefix, Fraction(0)) - mass for prefix, mass in reached.items()}
    worst = max(excess, key=excess.__getitem__)
    return worst, excess[worst]


def token_wise_acceptance(instance: Instance) -> Fraction:
    """The expected number of accepted drafts of token-wise sampling: sums of products of min(p, q) over prefixes."""
    total = Fraction(0)
    reached: dict[Prefix, Fraction] = {(): Fraction(1)}
    for _ in range(instance.gamma):
        reached = {
            (*prefix, token): mass * min(p, q)
            for prefix, mass in reached.items()
            for token, (p, q) in enumerate(zip(instance.target[prefix], instance.draft[prefix], strict=True))
        }
        total += sum(reached.values())
    return total


def no_bonus(tallies: Iterable[Tally]) -> Tally | None:
    """The first instance on which the whole draft is accepted for certain and no bonus token follows, nor on any other."""
    seen = list(tallies)
    if any(len(emitted) > tally.instance.gamma for tally in seen for emitted in tally.emitted):
        return None
    return next((tally for tally in seen if _agree(tally.instance) and not tally.undecided), None)


def _agree(instance: Instance) -> bool:
    """Whether both laws are greedy and agree, so that every right sampler accepts every draft."""
    return all(law == instance.target[prefix] and max(law) == 1 for prefix, law in instance.draft.items())
