"""When do two pipelines give the same law, whatever the law they start from? Rewrites to a normal form. Standard library only.

A rewrite replaces steps by others that give the same law, for every law of every size, and names the claims of the chain
`sampling_order` that say so. Every cut keeps a prefix of the sorted law. Cuts by rank or by ratio do not see how the law
is normalised, nor what the others left, so they move; top-p sees the law as it is when its turn comes, and stays where it
is. Equal normal forms give equal laws; unequal ones may too, so a difference has to be shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from .pipelines import Pipeline, Step, Undecided, is_within, rational_root

Found = Callable[[Pipeline], Pipeline | None]
"""The pipeline rewritten in one place; None where there is none."""

LIMIT = 20_000
"""Rewrites of one pipeline: a text of the greatest length has some hundred steps, and sorting them takes less."""


@dataclass(frozen=True)
class Rewrite:
    """One rewrite: what it says, and the claims that it rests on."""

    says: str
    claims: tuple[str, ...]
    apply: Found


@dataclass(frozen=True)
class Form:
    """A normal form, and the rewrites (by name) that led to it."""

    steps: Pipeline
    used: tuple[str, ...] = ()


def form(pipeline: Pipeline) -> Form:
    """The normal form of a pipeline: rewritten until no rewrite applies."""
    used: dict[str, None] = {}
    for _ in range(LIMIT):
        name, after = next(_rewritten(pipeline), ("", pipeline))
        if not name:
            return Form(pipeline, tuple(used))
        pipeline = after
        used[name] = None
    raise AssertionError(f"{LIMIT} rewrites and no normal form")  # a rewrite that undoes another


def _rewritten(pipeline: Pipeline) -> Iterator[tuple[str, Pipeline]]:
    for name, rewrite in REWRITES.items():
        after = rewrite.apply(pipeline)
        if after is not None:
            yield name, after


def _of_one(change: Callable[[Step], Pipeline | None]) -> Found:
    """A rewrite of a single step."""

    def apply(pipeline: Pipeline) -> Pipeline | None:
        for place, step in enumerate(pipeline):
            if (after := change(step)) is not None:
                return (*pipeline[:place], *after, *pipeline[place + 1 :])
        return None

    return apply


def _of_two(change: Callable[[Step, Step], Pipeline | None]) -> Found:
    """A rewrite of two neighbours."""

    def apply(pipeline: Pipeline) -> Pipeline | None:
        for place in range(len(pipeline) - 1):
            if (after := change(*pipeline[place : place + 2])) is not None:
                return (*pipeline[:place], *after, *pipeline[place + 2 :])
        return None

    return apply


def _dropped(name: str, value: int) -> Callable[[Step], Pipeline | None]:
    return lambda step: () if step.name == name and step.value == value else None


def _as_top_k(step: Step) -> Pipeline | None:
    return (Step("top_k", Fraction(1)),) if step.name == "greedy" else None


def _one_token(pipeline: Pipeline) -> Pipeline | None:
    alone = Step("top_k", Fraction(1))
    return (alone,) if alone in pipeline and len(pipeline) > 1 else None


def _opened(step: Step) -> Pipeline | None:
    """Top-p is taken of the law before the other cuts, so it comes before them."""
    masses = tuple(part for part in step.parts if part.name == "top_p")
    others = tuple(part for part in step.parts if part.name != "top_p")
    if not step.parts or (not others and len(masses) > 1):
        return None
    return (*((replace(step, parts=masses),) if len(masses) > 1 else masses), *others)


def _smaller_p(step: Step) -> Pipeline | None:
    """A joint cut by masses alone: of those that treat ties alike the smallest p."""
    smallest = {ties: min(p.value for p in step.parts if p.ties == ties) for ties in {p.ties for p in step.parts}}
    parts = tuple(Step("top_p", p, ties) for ties, p in sorted(smallest.items()))
    only_masses = step.parts and all(part.name == "top_p" for part in step.parts)
    return (replace(step, parts=parts),) if only_masses and parts != step.parts else None


def _product(one: Step, other: Step) -> Pipeline | None:
    both = one.name == other.name == "temperature"
    return (replace(one, value=one.value * other.value),) if both else None


def _rank_first(one: Step, other: Step) -> Pipeline | None:
    return (other, one) if (one.name, other.name) == ("temperature", "top_k") else None


def _ratio_first(one: Step, other: Step) -> Pipeline | None:
    """(w^(1/T))^e >= m exactly where w^(e/T) >= m."""
    moves = (one.name, other.name) == ("temperature", "min_p")
    return (replace(other, power=other.power / one.value), one) if moves else None


def _reduced(step: Step) -> Pipeline | None:
    """A share that is a power: w^e >= r^n exactly where w^(e/n) >= r."""
    if step.name != "min_p" or not 0 < step.value < 1:
        return (replace(step, power=Fraction(1)),) if step.name == "min_p" and step.power != 1 else None
    longest = max(step.value.numerator.bit_length(), step.value.denominator.bit_length())
    for degree in range(longest, 1, -1):
        root = rational_root(step.value, degree)
        if root is not None:
            return (replace(step, value=root, power=step.power / degree),)
    return None


MOVABLE = ("top_k", "min_p")
"""The cuts whose number of tokens does not depend on what the others left."""


def _sorted(one: Step, other: Step) -> Pipeline | None:
    movable = one.name in MOVABLE and other.name in MOVABLE
    return (other, one) if movable and _key(other) < _key(one) else None


def _key(step: Step) -> tuple[int, str, Fraction, Fraction]:
    return MOVABLE.index(step.name), step.ties, step.value, step.power


def _weaker(name: str) -> Found:
    """Drops a cut after another (or, with none but movable ones between, before one) of its name that keeps no more."""

    def apply(pipeline: Pipeline) -> Pipeline | None:
        exponents = [Fraction(1)]
        for step in pipeline:
            exponents.append(exponents[-1] / step.value if step.name == "temperature" else exponents[-1])
        at_start = [replace(step, power=step.power * e) for step, e in zip(pipeline, exponents, strict=False)]
        places = [place for place, step in enumerate(pipeline) if step.name == name]
        for first, last in combinations(places, 2):
            near = all(step.name in MOVABLE for step in pipeline[first:last])
            if _decides(at_start[first], at_start[last]):
                return (*pipeline[:last], *pipeline[last + 1 :])
            if near and _decides(at_start[last], at_start[first]):
                return (*pipeline[:first], *pipeline[first + 1 :])
        return None

    return apply


def _decides(one: Step, other: Step) -> bool:
    """Whether a cut keeps no more than another of its name, of every law (powers are those of the law at the start)."""
    if one.name == "top_k":
        return one.value <= other.value and one.ties in ("", other.ties)
    try:  # m^(1/e) >= n^(1/d) exactly where m^(d/e) >= n
        return one.value > 0 and is_within(one.value, other.power / one.power, other.value)
    except Undecided:
        return False


TEMPERATURES = "sampling_order.temperatures_multiply"
CUTS = "sampling_order.cuts_of_one_law"
DESCENDING = "sampling_order.descending"
SHARE = "sampling_order.min_p"
SHARE_MOVES = "sampling_order.min_p_moves"

REWRITES: dict[str, Rewrite] = {
    "greedy": Rewrite("greedy is top_k:1", ("sampling_order.greedy",), _of_one(_as_top_k)),
    "joint": Rewrite("joint(top_k:k,top_p:p) is top_p:p,top_k:k", (CUTS, SHARE), _of_one(_opened)),
    "smaller p": Rewrite(
        "of two top-p of one law the smaller p decides",
        ("sampling_order.smaller_p_cuts_more", DESCENDING),
        _of_one(_smaller_p),
    ),
    "one token": Rewrite("with top_k:1 nothing else matters", ("sampling_order.one_token",), _one_token),
    "temperature 1": Rewrite("temperature:1 changes nothing", (TEMPERATURES,), _of_one(_dropped("temperature", 1))),
    "top-p 1": Rewrite("top_p:1 cuts nothing", ("sampling_order.top_p",), _of_one(_dropped("top_p", 1))),
    "min-p 0": Rewrite("min_p:0 cuts nothing", (SHARE,), _of_one(_dropped("min_p", 0))),
    "two temperatures": Rewrite("temperatures multiply", (TEMPERATURES,), _of_two(_product)),
    "temperature and top-k": Rewrite(
        "temperature and top-k commute", ("sampling_order.top_k_commutes", TEMPERATURES), _of_two(_rank_first)
    ),
    "temperature and min-p": Rewrite(
        "temperature:T,min_p:m is min_p:m^T,temperature:T", (SHARE_MOVES,), _of_two(_ratio_first)
    ),
    "one share": Rewrite("a share and a power of it are one limit to the gap", (SHARE_MOVES,), _of_one(_reduced)),
    "weaker top-k": Rewrite("of two top-k the weaker changes nothing", (CUTS, DESCENDING), _weaker("top_k")),
    "weaker min-p": Rewrite("of two min-p the weaker changes nothing", (CUTS, SHARE, SHARE_MOVES), _weaker("min_p")),
    "order of cuts": Rewrite("top-k and min-p commute", (CUTS, SHARE), _of_two(_sorted)),
}
"""The rewrites, in the order in which they are tried."""
