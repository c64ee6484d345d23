"""Domains as data: which values a claim's variables range over.

SMT premises, validation of input, exact test points and hypothesis strategies are all made from these records.
(SymPy's assumptions cannot say [0, 1], so they are never the domain.) Standard library only.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from itertools import cycle, islice, product
from typing import Any

from ..errors import BadInput, Vacuous
from .enclosure import at_point as enclosed
from .enclosure import decide
from .estimate import clearly_false
from .expr import Env, Node, NotRational, Point, Undefined, free_names, num, number, substitute, sym, to_json, truth


def _drawn_from(low: int, high: int, rng: random.Random) -> int:
    """What `rng.randint(low, high)` gives, in a third of its time, which shows where conditions are seldom met."""
    size = high - low + 1
    bits = size.bit_length()
    found = rng.getrandbits(bits)
    while found >= size:
        found = rng.getrandbits(bits)
    return low + found


_quotient = lru_cache(maxsize=1024)(Fraction)
"""Of the few small numbers that samples are made of: points are drawn by the hundred thousand."""


def _less(a: Fraction, b: Fraction, *, or_equal: bool) -> bool:
    """`a < b` (or `a <= b`), in a third of the time that the operators of `Fraction` take."""
    (top, bottom), (other_top, other_bottom) = a.as_integer_ratio(), b.as_integer_ratio()
    difference = other_top * bottom - top * other_bottom
    return difference > 0 or (or_equal and difference == 0)


@dataclass(frozen=True)
class Interval:
    """Real numbers between `low` and `high` (None: no end), each end open or closed."""

    low: Fraction | None = None
    high: Fraction | None = None
    low_open: bool = False
    high_open: bool = False

    def contains(self, value: Fraction) -> bool:
        above = self.low is None or _less(self.low, value, or_equal=not self.low_open)
        return above and (self.high is None or _less(value, self.high, or_equal=not self.high_open))

    def sample(self, rng: random.Random) -> Fraction:
        """An interior rational with a small denominator (small, so that exact powers stay short)."""
        if self.low is not None and self.low == self.high:
            return self.low
        bottom = _drawn_from(5, 23, rng)
        top = _drawn_from(1, bottom - 1, rng)
        if self.low is not None and self.high is not None:
            share = _quotient(top, bottom)
            return share if self.low == 0 and self.high == 1 else self.low + (self.high - self.low) * share
        if self.low is None and self.high is None:
            return Fraction(8 * top, bottom) - 4
        beyond = _quotient(top, bottom - top)  # on a half-line: within 1 of its end as often as not, where costs are
        return self.low + beyond if self.low is not None else self.high - beyond  # type: ignore[operator]

    def corners(self) -> tuple[Fraction, ...]:
        """The closed ends, and where formulas break inside: 0 and 1."""
        ends = ((self.low, self.low_open), (self.high, self.high_open))
        closed = tuple(end for end, is_open in ends if end is not None and not is_open)
        return (*closed, *(Fraction(k) for k in (0, 1) if k not in closed and self.contains(Fraction(k))))

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
        return Fraction(_drawn_from(min(low, high), high, rng))

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

    def corners(self) -> tuple[tuple[Fraction, ...], ...]:
        """The sequences that stay at a corner of their elements' interval, and those that go to and fro between two: of two
        laws these share no token.
        """
        corners = self.element.corners()
        turns = (corners[:2], corners[1::-1]) if len(corners) > 1 else ()
        patterns = (*((corner,) for corner in corners), *turns)
        return tuple(tuple(islice(cycle(pattern), self.length)) for pattern in patterns)

    def __str__(self) -> str:
        return f"sequences in {self.element}"


Set = Interval | Naturals | Sequences

UNIT = Interval(Fraction(0), Fraction(1))
POSITIVE_UNIT = Interval(Fraction(0), Fraction(1), True)
OPEN_UNIT = Interval(Fraction(0), Fraction(1), True, True)
NONNEGATIVE = Interval(Fraction(0))
POSITIVE = Interval(Fraction(0), None, True)
REALS = Interval()

TRIES = 4000
"""Tries a point: where one in a hundred meets the conditions, all fail with probability e^-40."""

EQUAL_EVERY = 4
"""Of draws of sequences that conditions refuse, every so manieth has equal ones: chance never draws two equal laws."""

_FLIP = {"lt": "gt", "le": "ge", "eq": "eq", "ne": "ne"}


@dataclass(frozen=True)
class Domain:
    """The sets of a claim's variables, and side conditions on them (truth-valued trees)."""

    sets: Mapping[str, Set]
    conditions: tuple[Node, ...] = field(default=())

    def __hash__(self) -> int:
        """Computed once: domains are the keys of caches."""
        found: int | None = self.__dict__.get("_hash")
        if found is None:
            found = hash((frozenset(self.sets.items()), self.conditions))
            object.__setattr__(self, "_hash", found)
        return found

    def __reduce__(self) -> tuple[Any, ...]:
        return Domain, (self.sets, self.conditions)  # the hash of a name differs from process to process

    def given(self, condition: Node) -> Domain:
        """The domain narrowed by a condition: bounds of one variable go into its set, the rest stays a condition."""
        if condition.op == "not" and condition.args[0].op in OPPOSITE:
            return self.given(opposite(condition.args[0]))
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

    def without(self, name: str) -> Domain:
        """The domain without the conditions that mention a name: for where it is bound anew, or moves."""
        return replace(self, conditions=tuple(c for c in self.conditions if name not in free_names(c)))

    def contains(self, env: Env) -> bool:
        point = Point.of(env)
        return all(_holds(condition, env, point) for condition in self.conditions)

    def points(self, count: int, seed: int = 0) -> Iterator[dict[str, Fraction | tuple[Fraction, ...]]]:
        """`count` exact points inside (0 < alpha < 1 and gamma >= 2 wherever the sets allow); raises `Vacuous`.

        Where conditions are hardly ever met by chance, sampling gives up after `TRIES` tries a point.
        """
        columns = [_drawn(group, count, seed) for group in self.groups()]
        for place in range(count):
            found = {name: value for column in columns for name, value in column[place].items()}
            yield {name: found[name] for name in self.sets}

    def groups(self) -> tuple[Domain, ...]:
        """The domain as a product: variables that no chain of conditions ties together lie in different factors."""
        groups: list[set[str]] = []
        for names in [*({name} for name in self.sets), *(set(_names(condition)) for condition in self.conditions)]:
            joined = names.union(*(group for group in groups if group & names))
            groups = [*(group for group in groups if not group & names), joined]
        return tuple(
            Domain(
                {name: values for name, values in self.sets.items() if name in names},
                tuple(condition for condition in self.conditions if names.issuperset(_names(condition))),
            )
            for names in groups
        )

    def corners(self) -> Iterator[dict[str, Fraction | tuple[Fraction, ...]]]:
        """Points at the corners: one variable at a corner and the others inside, then as many as possible at corners at once."""
        corners = {name: values.corners() for name, values in self.sets.items() if values.corners()}
        alone = [{name: corner} for name, found in corners.items() for corner in found for _ in range(2)]
        together = [dict(zip(corners, chosen, strict=True)) for chosen in _combinations(list(corners.values()))]
        for fixed, env in zip([*alone, *together], cycle(Domain(self.sets).points(len(alone), seed=1)), strict=False):
            moved = {**env, **fixed}
            self._settle(moved)
            if self.admits(moved):
                yield moved

    def settled(self, env: Env) -> dict[str, Fraction | tuple[Fraction, ...]]:
        """The point with what conditions say of one variable alone done: `x = w·α + (1 - w)·β`, and laws that sum to 1."""
        point = dict(env)
        self._settle(point)
        return point

    def _settle(self, env: dict[str, Fraction | tuple[Fraction, ...]]) -> bool:
        """Give each variable that a condition defines (`variable = expression`) the value of its expression, and make a law
        of each sequence whose sum a condition says to be 1.

        Whether there is one: its value need not lie in its set.
        """
        settled = False
        for condition in self.conditions:
            if (law := _law(condition)) is not None:
                settled = _normalise(*law, env) or settled
            elif condition.op == "eq" and condition.args[0].op == "sym" and condition.args[0].args[0] in self.sets:
                try:
                    env[condition.args[0].args[0]] = number(condition.args[1], env)
                    settled = True
                except (Undefined, NotRational):
                    continue
        return settled

    def admits(self, env: Env) -> bool:
        """Whether a point gives every variable a value of its set, under all the conditions."""
        return all(_lies_in(env.get(name), values) for name, values in self.sets.items()) and self._meets(env)

    def _meets(self, env: Env) -> bool:
        try:
            return self.contains(env)
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


def _law(condition: Node) -> tuple[str, Node] | None:
    """(sequence, V) where a condition says that the sequence's elements from 1 to V sum to 1."""
    if condition.op != "eq" or condition.args[0].op != "sum" or condition.args[1] != num(1):
        return None
    index, low, high, body = condition.args[0].args
    return (body.args[0], high) if low == num(1) and body.op == "at" and body.args[1] == sym(index) else None


def _normalise(name: str, end: Node, env: dict[str, Fraction | tuple[Fraction, ...]]) -> bool:
    """Divide the sequence's first elements by their sum; where all are 0, the first one becomes 1 (a point mass)."""
    values, length = env.get(name), int(number(end, env))
    if not isinstance(values, tuple) or not 1 <= length <= len(values):
        return False
    bottom = math.lcm(*(value.denominator for value in values[:length]))
    tops = [value.numerator * (bottom // value.denominator) for value in values[:length]]
    total = sum(tops)
    law = [Fraction(top, total) for top in tops] if total else [Fraction(1), *[Fraction(0)] * (length - 1)]
    env[name] = (*law, *values[length:])
    return True


_TOGETHER = 48
"""Combinations of corners tried: all of them for the three or four variables of most claims, a fixed choice beyond."""


def _combinations(corners: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    if math.prod(len(found) for found in corners) <= _TOGETHER:
        return list(product(*corners))
    rng = random.Random(2)
    return [tuple(rng.choice(found) for found in corners) for _ in range(_TOGETHER)]


def _lies_in(value: Fraction | tuple[Fraction, ...] | None, values: Set) -> bool:
    if isinstance(values, Sequences):
        return isinstance(value, tuple) and all(values.element.contains(part) for part in value)
    return isinstance(value, Fraction) and values.contains(value)


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
    if op == "ne":
        inside = low[0] != bound != high[0]
        low, high = (low[0], low[1] or low[0] == bound), (high[0], high[1] or high[0] == bound)
        if inside:
            return None
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
    if op == "ne":
        if bound not in (start, stop):
            return None
        start, stop = start + (bound == start), stop if stop is None else stop - (bound == stop)
    if op in ("ge", "gt", "eq"):
        start = max(start, ceiling if op != "gt" else floor + 1)
    if op in ("le", "lt", "eq"):
        top = floor if op != "lt" else ceiling - 1
        stop = top if stop is None else min(stop, top)
    return None if stop is not None and stop < start else Naturals(start, stop)


OPPOSITE = {"le": "lt", "lt": "le", "eq": "ne", "ne": "eq"}


def opposite(condition: Node) -> Node:
    """The relation that holds exactly where this one does not."""
    left, right = condition.args
    return Node(OPPOSITE[condition.op], (left, right) if condition.op in ("eq", "ne") else (right, left))


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


@lru_cache(maxsize=512)  # the steps of an argument share most conditions, and so the points that meet them
def _drawn(group: Domain, count: int, seed: int) -> tuple[dict[str, Fraction | tuple[Fraction, ...]], ...]:
    """The same points in every run. One stream a variable: atoms added to a domain do not move its points."""
    streams = {name: random.Random(f"{seed} {name}") for name in group.sets}
    numbers = {name: values for name, values in group.sets.items() if not isinstance(values, Sequences)}
    early = Domain(numbers, tuple(c for c in group.conditions if free_names(c) <= numbers.keys()))

    alike: dict[Set, str] = {}
    for name, kind in group.sets.items():
        alike.setdefault(kind, name)

    def one() -> dict[str, Fraction | tuple[Fraction, ...]]:
        refused = 0
        for _ in range(TRIES):
            env: dict[str, Fraction | tuple[Fraction, ...]] = {n: s.sample(streams[n]) for n, s in numbers.items()}
            settled = early._settle(env)
            if not (
                early.admits(env) if settled else early._meets(env)
            ):  # most tries end here, before long sequences are drawn
                continue
            if early == group:
                return env
            env = {n: env[n] if n in env else values.sample(streams[n]) for n, values in group.sets.items()}
            if refused % EQUAL_EVERY == EQUAL_EVERY - 1:
                env |= {n: env[alike[values]] for n, values in group.sets.items() if isinstance(values, Sequences)}
            group._settle(env)
            if group.admits(env):
                return env
            refused += 1
        raise Vacuous(f"no exact point found in the domain {group}")

    return tuple(one() for _ in range(count))


@lru_cache(maxsize=4096)
def _names(condition: Node) -> tuple[str, ...]:
    return tuple(sorted(free_names(condition)))


def _holds(condition: Node, env: Env, point: Point) -> bool:
    try:
        return truth(condition, point)
    except NotRational:  # a point where enclosures do not decide is left out
        return not clearly_false(condition, env) and decide(condition, enclosed(env)) is True


def at_point(condition: Node, env: Mapping[str, Fraction]) -> Node:
    """`condition` with numbers put in."""
    return substitute(condition, {name: num(value) for name, value in env.items()})
