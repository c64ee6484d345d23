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
    masses, whole = _in_units(tally.instance, tally.emitted)
    return {sequence: Fraction(mass, whole) for sequence, mass in masses.items()}


def _in_units(instance: Instance, emitted: Mapping[Prefix, Fraction]) -> tuple[dict[Prefix, int], int]:
    """As `completed`, over one denominator: integers, for fractions take ten times as long."""
    laws, step = instance.target_in_units
    unit = math.lcm(*(mass.denominator for mass in emitted.values()))
    masses = {prefix: mass.numerator * (unit // mass.denominator) for prefix, mass in emitted.items()}
    reached: dict[Prefix, int] = {(): masses.get((), 0)}
    scale, whole = 1, unit
    for _ in range(instance.gamma + 1):
        scale, whole = scale * step, whole * step
        reached = {
            (*prefix, token): mass * p + masses.get((*prefix, token), 0) * scale
            for prefix, mass in reached.items()
            for token, p in enumerate(laws[prefix])
        }
    return reached, whole


def target_law(instance: Instance) -> dict[Prefix, Fraction]:
    """The target's probability of every sequence of gamma+1 tokens."""
    return completed(Tally(instance, {(): Fraction(1)}))


def completed_excess(tally: Tally) -> tuple[Prefix, Fraction]:
    """The completed sequence whose certain mass exceeds the target's most, and by how much (at most 0: not refuted)."""
    excess, whole = _excess(tally)
    worst = max(excess, key=excess.__getitem__)
    return worst, Fraction(excess[worst], whole)


def _excess(tally: Tally) -> tuple[dict[Prefix, int], int]:
    """What each completed sequence exceeds the target by, over one denominator: of what is emitted less a mass of 1."""
    nothing: Prefix = ()
    return _in_units(tally.instance, {**tally.emitted, nothing: tally.emitted.get(nothing, Fraction(0)) - 1})


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
    masses, whole = _excess(tally)
    worst = max(masses, key=masses.__getitem__)
    excess, target = Fraction(masses[worst], whole), tally.instance.target_of(worst)
    bias = Fraction(sum(mass for mass in masses.values() if mass > 0), whole)
    undecided = tally.undecided
    verdict = Verdict.REFUTED if excess > 0 else Verdict.HOLDS if undecided else Verdict.EXACT
    accepted = sum(((len(e) - 1) * mass for e, mass in tally.emitted.items()), Fraction(0))
    interval = accepted, accepted + tally.instance.gamma * undecided
    most = token_wise_acceptance(tally.instance)
    return Judgement(tally.instance, verdict, bias, undecided, worst, target + excess, target, interval, most)


def judge_acceptance(tally: Tally) -> Judgement:
    """The law of what is accepted, where the last token of an emission is unknown: no prefix may be accepted more often than
    the target has it, whatever is recovered. That is necessary, so the verdict is `refuted` or `holds`.
    """
    judged, (worst, excess) = judge(tally), accepted_excess(tally)
    target = tally.instance.target_of(worst)
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
    worst = max(excess, key=excess.__getitem__, default=())
    return worst, excess.get(worst, Fraction(0))


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
    seen = [tally for tally in tallies if tally.instance.gamma]
    if any(len(emitted) > tally.instance.gamma for tally in seen for emitted in tally.emitted):
        return None
    return next((tally for tally in seen if _agree(tally.instance) and not tally.undecided), None)


def _agree(instance: Instance) -> bool:
    """Whether both laws are greedy and agree, so that every right sampler accepts every draft."""
    return all(law == instance.target[prefix] and max(law) == 1 for prefix, law in instance.draft.items())
