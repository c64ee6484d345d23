"""When do two pipelines give the same law, whatever the law they start from? Their normal forms. Standard library only.

What is proved in the chain `sampling_order` lets steps move. Every cut keeps a prefix of the sorted law, which temperature
leaves sorted (`top_k_commutes`). A cut by rank or by ratio (`min_p`) does not see how the law is normalised
(`truncated_is_conditional`), so it may be taken together with any later cut. Top-p alone sees the law as it is when its turn
comes. So the normal form lists the top-p steps, each with the exponent and the cuts by rank and ratio before it, and then
the exponent and those cuts at the end. Equal forms give equal laws; unequal ones may too, so a difference has to be shown.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from .pipelines import Pipeline, Step

USES = (
    "sampling_order.top_k_commutes",
    "sampling_order.truncated_is_conditional",
    "sampling_order.min_p",
    "sampling_order.top_p",
)
"""The claims that equality by normal form rests on."""


@dataclass(frozen=True)
class Ratio:
    """Keep the tokens whose weight is at least `share`^(1/exponent) times the largest, of the weights at the start."""

    share: Fraction
    exponent: Fraction

    def at_least(self, other: Ratio) -> bool:
        """Whether this keeps no more: share^(1/e) >= other^(1/d), both sides to the power e·d times its denominators."""
        mine, theirs = self._powers(other)
        return mine >= theirs

    def _powers(self, other: Ratio) -> tuple[Fraction, Fraction]:
        common = self.exponent.denominator * other.exponent.denominator
        return self.share ** int(other.exponent * common), other.share ** int(self.exponent * common)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ratio) and len(set(self._powers(other))) == 1

    def __hash__(self) -> int:
        return hash(self.share == 1)


@dataclass(frozen=True)
class Cuts:
    """The cuts by rank and by ratio so far: the smallest k by the way of treating ties, and the strictest ratio."""

    ranks: tuple[tuple[str, int], ...] = ()
    ratio: Ratio | None = None

    def with_rank(self, k: int, ties: str) -> Cuts:
        ranks = dict(self.ranks)
        ranks[ties] = min(k, ranks.get(ties, k))
        if "" in ranks:  # exactly k tokens: keeping ties at a larger or equal k cuts nothing more
            ranks = {way: k for way, k in ranks.items() if way == "" or k < ranks[""]}
        return replace(self, ranks=tuple(sorted(ranks.items())))

    def with_ratio(self, ratio: Ratio) -> Cuts:
        if ratio.share == 0 or (self.ratio is not None and self.ratio.at_least(ratio)):
            return self
        return replace(self, ratio=ratio)


@dataclass(frozen=True)
class Mass:
    """A top-p step: its p and ties, and the law that it sees: after how many top-p steps, which cuts and which power."""

    p: Fraction
    ties: str
    after: int
    exponent: Fraction
    before: Cuts


@dataclass(frozen=True)
class Form:
    """A normal form. `greedy`: only the most probable token is left, so nothing else matters."""

    exponent: Fraction = Fraction(1)
    cuts: Cuts = Cuts()
    masses: tuple[Mass, ...] = ()
    greedy: bool = False


def form(pipeline: Pipeline) -> Form:
    """The normal form of a pipeline."""
    found = Form()
    for step in pipeline:
        found = _with(found, step, found)
    if found.greedy or ("", 1) in found.cuts.ranks:
        return Form(greedy=True)
    return found


def _with(found: Form, step: Step, seen: Form) -> Form:
    """`found` after a step that measures masses on the law that `seen` describes."""
    if step.name == "joint":
        # A top-p that sees the law before the other cuts comes before them: of several such the strictest counts.
        masses = [part for part in step.parts if part.name == "top_p"]
        strictest = {ties: min(p.value for p in masses if p.ties == ties) for ties in {p.ties for p in masses}}
        for ties, p in sorted(strictest.items()):
            found = _with(found, Step("top_p", p, ties), seen)
        for part in step.parts:
            found = found if part.name == "top_p" else _with(found, part, seen)
        return found
    if step.name == "temperature":
        return replace(found, exponent=found.exponent / step.value)
    if step.name == "greedy":
        return replace(found, greedy=True)
    if step.name == "top_k":
        return replace(found, cuts=found.cuts.with_rank(int(step.value), step.ties))
    if step.name == "min_p":
        return replace(found, cuts=found.cuts.with_ratio(Ratio(step.value, found.exponent)))
    if step.value == 1:  # nothing but all tokens has the mass 1
        return found
    return replace(
        found, masses=(*found.masses, Mass(step.value, step.ties, len(seen.masses), seen.exponent, seen.cuts))
    )
