"""The smallest law on which two pipelines differ: by exact evaluation, and by z3 over all laws of a few tokens.

Laws are tried by vocabulary size, then by the sum of their integer weights, so the first one that differs is small. z3 is
asked about *every* law of so many tokens: that there is none shows that a larger one is the smallest.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, pairwise, product

from ...derivations.expr import Node, num, sym
from ...derivations.pipelines import KEEP_TIES, Law, Pipeline, Step, Undecided, distance, ends, process
from ..smt import script
from ..solvers import Solvers
from ..terms import joined, negated, plus, times

LARGEST_SUM = {1: 1, 2: 60, 3: 48, 4: 36, 5: 30, 6: 24}
"""By vocabulary size, the largest sum of weights that is tried: some hundreds of laws each."""

FAMILY_SIZES = range(7, 129)
"""Vocabulary sizes at which a few simple laws are tried: cuts at k = 50 or p = .01 show nothing on a few tokens."""

FEW_LAST = (1, 2, 3, 4)
"""So many tokens with half the weight of the others: laws that are easily written, where order shows at a large k."""

SOLVED_SIZES = range(1, 5)
"""Vocabulary sizes of which z3 is asked."""

MOST_POWER = 24
"""Largest power in a question to z3: beyond it polynomials get too long."""

TIMEOUT = 5.0
"""Seconds for one question to z3; those that are answered take some hundredths."""


@dataclass(frozen=True)
class Difference:
    """A law on which the pipelines differ, both results, and up to which size z3 showed that no smaller law will do."""

    weights: tuple[Fraction, ...]
    one: Law
    other: Law
    none_below: bool


@dataclass(frozen=True)
class Search:
    """What was found; `laws` counts the laws tried exactly, `proved_up_to` the tokens up to which z3 says: none differ."""

    difference: Difference | None
    laws: int
    proved_up_to: int


def search(one: Pipeline, other: Pipeline) -> Search:
    """Look for the smallest law on which the pipelines differ."""
    laws = proved = 0
    solvers = Solvers(timeout=TIMEOUT)
    try:
        for size in sorted({*LARGEST_SUM, *FAMILY_SIZES}):
            for weights in _laws(size):
                laws += 1
                if (found := _differs(weights, one, other)) is not None:
                    return Search(Difference(weights, *found, proved >= size - 1), laws, proved)
            if size in SOLVED_SIZES and proved == size - 1:
                answer = _ask(one, other, size, solvers)
                if answer == ():
                    proved = size
                elif answer is not None and (found := _differs(answer, one, other)) is not None:
                    return Search(Difference(answer, *found, True), laws, proved)
    finally:
        solvers.close()
    return Search(None, laws, proved)


def _differs(weights: tuple[Fraction, ...], one: Pipeline, other: Pipeline) -> tuple[Law, Law] | None:
    try:
        a, b = process(weights, one), process(weights, other)
    except Undecided:
        return None
    return (a, b) if ends(distance(a, b))[0] > 0 else None


def _laws(size: int) -> Iterator[tuple[Fraction, ...]]:
    """Sorted integer weights of so many tokens, those with the smallest sum first."""
    if size in FAMILY_SIZES:
        yield (Fraction(1),) * size
        yield (Fraction(2), *(Fraction(1),) * (size - 1))
        for last in FEW_LAST:
            yield (*(Fraction(2),) * (size - last), *(Fraction(1),) * last)
        yield tuple(Fraction(weight) for weight in range(size, 0, -1))
        return
    for total in range(size, LARGEST_SUM[size] + 1):
        for weights in _partitions(total, size, total):
            if math.gcd(*weights) == 1:
                yield tuple(map(Fraction, weights))


def _partitions(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """The ways to write a total as so many weights >= 1 in falling order, none above `most`."""
    if parts == 1:
        if total <= most:
            yield (total,)
        return
    for first in range(min(most, total - parts + 1), -(-total // parts) - 1, -1):
        for rest in _partitions(total - first, parts - 1, first):
            yield (first, *rest)


@dataclass(frozen=True)
class _Outcome:
    """One way in which a pipeline may run on a sorted law: so many tokens kept, under these conditions."""

    kept: int
    exponent: Fraction = Fraction(1)
    conditions: tuple[Node, ...] = ()

    def with_count(self, count: int, *conditions: Node) -> _Outcome:
        return _Outcome(count, self.exponent, (*self.conditions, *conditions))


def _ask(one: Pipeline, other: Pipeline, size: int, solvers: Solvers) -> tuple[Fraction, ...] | None:
    """Weights of `size` tokens on which the pipelines differ; () where there are none, None where z3 does not say.

    The variables are v_2 >= ... >= v_size in (0, 1], with v_1 = 1 and the weights v_i^degree: then every power that occurs is one
    of a whole number.
    """
    exponents = _exponents(one) | _exponents(other)
    degree = math.lcm(*(e.denominator for e in exponents))
    if max(exponents) * degree > MOST_POWER:
        return None
    v = [num(1), *(sym(f"v_{rank}") for rank in range(2, size + 1))]
    ordered = [Node("le", (b, a)) for a, b in pairwise(v)]
    positive = [Node("lt", (num(0), v[-1]))] if size > 1 else []
    ways = [_unequal(a, b, v) for a in _outcomes(one, v, degree) for b in _outcomes(other, v, degree)]
    answer = solvers.run(
        "z3", script([*ordered, *positive, joined("or", ways)], None).text, want_model=True, timeout=TIMEOUT
    )
    if answer.status == "unsat":
        return ()
    if answer.status != "sat" or answer.model is None:
        return None
    model = answer.model
    names = [value.args[0] for value in v[1:]]
    if not model.keys() >= set(names):  # not a rational number
        return None
    return (Fraction(1), *(Fraction(model[name]) ** degree for name in names))


def _exponents(pipeline: Pipeline) -> set[Fraction]:
    """The exponents that the weights have on their way."""
    temperatures = (step.value for step in pipeline if step.name == "temperature")
    return set(accumulate(temperatures, lambda exponent, temperature: exponent / temperature, initial=Fraction(1)))


def _unequal(a: _Outcome, b: _Outcome, v: list[Node]) -> Node:
    """Both ways are taken, and the results differ."""
    taken = [*a.conditions, *b.conditions]
    if a.kept == b.kept:
        if a.exponent == b.exponent:
            return Node("or")
        taken.append(Node("lt", (v[a.kept - 1], num(1))))  # not all that is kept is tied
    return joined("and", taken)


def _outcomes(pipeline: Pipeline, v: list[Node], degree: int) -> list[_Outcome]:
    found = [_Outcome(len(v))]
    for step in pipeline:
        found = [after for before in found for after in _after(before, step, v, degree)]
    return found


def _after(before: _Outcome, step: Step, v: list[Node], degree: int) -> list[_Outcome]:
    if step.name == "temperature":
        return [_Outcome(before.kept, before.exponent / step.value, before.conditions)]
    if step.name == "joint":
        ways = product(*(_after(before, part, v, degree) for part in step.parts))
        return [
            before.with_count(
                min(way.kept for way in cuts), *(c for way in cuts for c in way.conditions[len(before.conditions) :])
            )
            for cuts in ways
        ]
    if step.name == "greedy":
        return [before.with_count(1)]
    cut = {"top_k": _by_rank, "top_p": _by_mass, "min_p": _by_ratio}[step.name]
    power = int(before.exponent * degree)
    found = cut(before, step, v, power)
    return [tied for way in found for tied in _with_ties(way, before.kept, v)] if step.ties == KEEP_TIES else found


def _by_rank(before: _Outcome, step: Step, v: list[Node], power: int) -> list[_Outcome]:
    return [before.with_count(min(int(step.value), before.kept))]


def _by_mass(before: _Outcome, step: Step, v: list[Node], power: int) -> list[_Outcome]:
    weights = [_power(value, power) for value in v[: before.kept]]
    wanted = times((num(step.value), plus(weights)))
    return [
        before.with_count(
            count,
            *([Node("lt", (plus(weights[: count - 1]), wanted))] if count > 1 else []),
            *([Node("le", (wanted, plus(weights[:count])))] if count < before.kept else []),
        )
        for count in range(1, before.kept + 1)
    ]


def _by_ratio(before: _Outcome, step: Step, v: list[Node], power: int) -> list[_Outcome]:
    stays = [Node("le", (num(step.value), _power(value, power))) for value in v[: before.kept]]
    return [
        before.with_count(count, stays[count - 1], *([negated(stays[count])] if count < before.kept else []))
        for count in range(1, before.kept + 1)
    ]


def _with_ties(way: _Outcome, most: int, v: list[Node]) -> list[_Outcome]:
    """The same cut, with the tokens after it that equal its last one."""
    last = v[way.kept - 1]
    return [
        way.with_count(
            count,
            Node("eq", (v[count - 1], last)),
            *([Node("lt", (v[count], last))] if count < most else []),
        )
        for count in range(way.kept, most + 1)
    ]


def _power(value: Node, exponent: int) -> Node:
    return value if exponent == 1 or value.op == "num" else Node("pow", (value, num(exponent)))
