"""Domains as data: which values a claim's variables range over.

SMT premises, validation of input, exact test points and hypothesis strategies are all made from these records.
(SymPy's assumptions cannot say [0, 1], so they are never the domain.) Standard library only.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ..errors import BadInput, Vacuous
from .expr import Env, Node, NotRational, Undefined, num, number, substitute, sym, to_json, truth


@dataclass(frozen=True)
class Interval:
    """Real numbers between `low` and `high` (None: no end), each end open or closed."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False

    def contains(self, value: Fraction) -> bool:
        above = self.low is None or value > self.low or (value == self.low and not self.low_open)
        below = self.high is None or value < self.high or (value == self.high and not self.high_open)
        return above and below

    def sample(self, rng: random.Random) -> Fraction:
        """An interior rational with a small denominator (small, so that exact powers stay short)."""
        low = self.low if self.low is not None else (self.high - 8 if self.high is not None else Fraction(-4))
        high = self.high if self.high is not None else low + 8
        if low == high:
            return low
        bottom = rng.randint(5, 23)
        return low + (high - low) * Fraction(rng.randint(1, bottom - 1), bottom)

    def corners(self) -> tuple[Fraction, ...]:
        ends = ((self.low, self.low_open), (self.high, self.high_open))
        return tuple(end for end, is_open in ends if end is not None and not is_open)

    def __str__(self) -> str:
        left = "(" if self.low_open or self.low is None else "["
        right = ")" if self.high_open or self.high is None else "]"
        return f"{left}{'-∞' if self.low is None else self.low}, {'∞' if self.high is None else self.high}{right}"


@dataclass(frozen=True)
class Naturals:
    """Whole numbers from `start` on; `stop`, when given, is the largest one."""

    start: int = 0
    stop: int | None = None

    def contains(self, value: Fraction) -> bool:
        return value.denominator == 1 and value >= self.start and (self.stop is None or value <= self.stop)

    def sample(self, rng: random.Random) -> Fraction:
        """From 2 on where the set allows: at 0 and 1 most rivals coincide with the truth."""
        low = max(2, self.start)
        high = low + 7 if self.stop is None else self.stop
        return Fraction(rng.randint(min(low, high), high))

    def corners(self) -> tuple[Fraction, ...]:
        return tuple(Fraction(k) for k in (self.start, self.start + 1) if self.stop is None or k <= self.stop)

    def __str__(self) -> str:
        return f"{{{self.start}, {self.start + 1}, ...}}" if self.stop is None else f"{{{self.start}..{self.stop}}}"


@dataclass(frozen=True)
class Sequences:
    """Sequences a_1, a_2, ... of reals, each in `element`, long enough for every index in use."""

    element: Interval
    length: int = 24  # test points: longer than any draft length sampled above

    def sample(self, rng: random.Random) -> tuple[Fraction, ...]:
        return tuple(self.element.sample(rng) for _ in range(self.length))

    def __str__(self) -> str:
        return f"sequences in {self.element}"


Set = Interval | Naturals | Sequences

UNIT = Interval(Fraction(0), Fraction(1))
OPEN_UNIT = Interval(Fraction(0), Fraction(1), True, True)
NONNEGATIVE = Interval(Fraction(0))
POSITIVE = Interval(Fraction(0), None, True)
REALS = Interval()

_FLIP = {"lt": "gt", "le": "ge", "eq": "eq"}


@dataclass(frozen=True)
class Domain:
    """The sets of a claim's variables, and side conditions on them (truth-valued trees)."""

    sets: Mapping[str, Set]
    conditions: tuple[Node, ...] = field(default=())

    def given(self, condition: Node) -> Domain:
        """The domain narrowed by a condition: bounds of one variable go into its set, the rest stays a condition."""
        if condition.op == "and":
            domain = self
            for part in condition.args:
                domain = domain.given(part)
            return domain
        narrowed = self._narrow(condition)
        return narrowed or replace(self, conditions=(*self.conditions, condition))

    def _narrow(self, condition: Node) -> Domain | None:
        if condition.op not in _FLIP:
            return None
        left, right = condition.args
        op = condition.op
        if left.op == "num":
            left, right, op = right, left, _FLIP[op]
        if left.op != "sym" or right.op != "num" or left.args[0] not in self.sets:
            return None
        name, bound = left.args[0], right.args[0]
        narrowed = _cut(self.sets[name], op, bound)
        if narrowed is None:
            return None
        return replace(self, sets={**self.sets, name: narrowed})

    def extended(self, sets: Mapping[str, Set]) -> Domain:
        """The domain with further variables (bound indices, atoms)."""
        return replace(self, sets={**self.sets, **sets})

    def contains(self, env: Env) -> bool:
        return all(truth(condition, env) for condition in self.conditions)

    def points(self, count: int, seed: int = 0) -> Iterator[dict[str, Fraction | tuple[Fraction, ...]]]:
        """`count` exact points inside (0 < alpha < 1 and gamma >= 2 wherever the sets allow); raises `Vacuous`.

        Where a condition is rarely met by chance, sampling gives up after 400 tries a point.
        """
        rng = random.Random(seed)  # the same points in every run
        for _ in range(count):
            for _ in range(400):
                env: dict[str, Fraction | tuple[Fraction, ...]] = {n: s.sample(rng) for n, s in self.sets.items()}
                self._settle(env)
                if self._admits(env):
                    yield env
                    break
            else:
                raise Vacuous(f"no exact point found in the domain {self}")

    def corners(self) -> Iterator[dict[str, Fraction | tuple[Fraction, ...]]]:
        """Points at the closed ends, one variable at its end and the others inside."""
        for name, values in self.sets.items():
            if isinstance(values, Sequences):
                continue
            for end in values.corners():
                for env in Domain(self.sets).points(2, seed=1):
                    env[name] = end
                    self._settle(env)
                    if self._admits(env):
                        yield env

    def _settle(self, env: dict[str, Fraction | tuple[Fraction, ...]]) -> None:
        """Give each variable that a condition defines (`variable = expression`) the value of its expression."""
        for condition in self.conditions:
            if condition.op == "eq" and condition.args[0].op == "sym" and condition.args[0].args[0] in self.sets:
                try:
                    env[condition.args[0].args[0]] = number(condition.args[1], env)
                except (Undefined, NotRational):
                    continue

    def _admits(self, env: Env) -> bool:
        try:
            inside = all(
                values.contains(env[name])  # type: ignore[arg-type]
                for name, values in self.sets.items()
                if not isinstance(values, Sequences)
            )
            return inside and self.contains(env)
        except (Undefined, NotRational):
            return False

    def validate(self, name: str, value: Fraction) -> None:
        """Raise `BadInput` unless `value` lies in the set of `name`."""
        values = self.sets[name]
        if isinstance(values, Sequences) or not values.contains(value):
            raise BadInput(f"{name} = {value}: expected a value in {values}")

    def to_json(self) -> dict[str, Any]:
        """The domain as the bundle keeps it: a set a variable, and the conditions as trees."""
        return {
            "sets": {name: _set_json(values) for name, values in sorted(self.sets.items())},
            "conditions": [to_json(condition) for condition in self.conditions],
        }

    def __str__(self) -> str:
        sets = ", ".join(f"{name} in {values}" for name, values in self.sets.items())
        return sets + (f" under {len(self.conditions)} conditions" if self.conditions else "")


def _set_json(values: Set) -> dict[str, Any]:
    if isinstance(values, Naturals):
        return {"kind": "natural", "start": values.start, "stop": values.stop}
    interval = values.element if isinstance(values, Sequences) else values
    return {
        "kind": "sequence" if isinstance(values, Sequences) else "real",
        "low": None if interval.low is None else str(interval.low),
        "high": None if interval.high is None else str(interval.high),
        "low_open": interval.low_open,
        "high_open": interval.high_open,
    }


def _cut(values: Set, op: str, bound: Fraction) -> Set | None:
    """`values` intersected with `variable op bound`; None when this form cannot say it (or it would be empty)."""
    if isinstance(values, Naturals):
        return _cut_naturals(values, op, bound)
    if isinstance(values, Sequences):
        return None
    low, high = (values.low, values.low_open), (values.high, values.high_open)
    if op in ("gt", "ge", "eq") and (low[0] is None or bound > low[0] or (bound == low[0] and op == "gt")):
        low = (bound, op == "gt")
    if op in ("lt", "le", "eq") and (high[0] is None or bound < high[0] or (bound == high[0] and op == "lt")):
        high = (bound, op == "lt")
    cut = Interval(low[0], high[0], low[1], high[1])
    empty = (
        cut.low is not None
        and cut.high is not None
        and (cut.low > cut.high or (cut.low == cut.high and (cut.low_open or cut.high_open)))
    )
    return None if empty else cut


def _cut_naturals(values: Naturals, op: str, bound: Fraction) -> Naturals | None:
    floor = bound.numerator // bound.denominator
    ceiling = -(-bound.numerator // bound.denominator)
    start, stop = values.start, values.stop
    if op in ("ge", "gt", "eq"):
        start = max(start, ceiling if op != "gt" else floor + 1)
    if op in ("le", "lt", "eq"):
        top = floor if op != "lt" else ceiling - 1
        stop = top if stop is None else min(stop, top)
    return None if stop is not None and stop < start else Naturals(start, stop)


def as_conditions(name: str, values: Set) -> tuple[Node, ...]:
    """The set as truth-valued trees over `name` (for SMT premises and for display); integrality is a sort, not a condition."""
    variable = sym(name)
    if isinstance(values, Sequences):
        raise BadInput(f"{name} is a sequence: its elements are constrained where they are introduced")
    if isinstance(values, Naturals):
        values = Interval(Fraction(values.start), None if values.stop is None else Fraction(values.stop))
    found: list[Node] = []
    if values.low is not None:
        found.append(Node("lt" if values.low_open else "le", (num(values.low), variable)))
    if values.high is not None:
        found.append(Node("lt" if values.high_open else "le", (variable, num(values.high))))
    return tuple(found)


def at_point(condition: Node, env: Mapping[str, Fraction]) -> Node:
    """`condition` with numbers put in."""
    return substitute(condition, {name: num(value) for name, value in env.items()})
