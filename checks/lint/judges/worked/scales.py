"""Units in a worked line: what a tree measures, and by which factor the print of its result may differ from its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from .....derivations.expr import Node, free_names, num, substitute, sym
from .digits import Given, value_of
from .quantities import PLAIN, Dims, Unit

_BETWEEN_UNITS = frozenset(
    Fraction(base) ** power
    for base, most in ((60, 2), (1000, 5), (1024, 5))
    for power in range(-most, most + 1)
    if power
)
"""How many of one unit are another, of times and of bytes."""


def converts(tree: Node, result: str, used: Mapping[str, Given], units: Mapping[str, Unit]) -> bool:
    """Whether a line converts by itself, by numbers without a unit, as many as its units differ by: `30.5 ms / 1000 = 0.0305 s`."""
    value, by = value_of(tree, used), Fraction(1)
    for name, one in used.items():
        if not units[name].text and one.value in _BETWEEN_UNITS and value:
            twice = value_of(substitute(tree, {name: Node("mul", (num(2), sym(name)))}), used)
            by *= 1 / one.value if twice == 2 * value else one.value if twice == value / 2 else 1
    own, others = units[result], [units[name] for name in used if units[name].text and not units[name].counts]
    return by != 1 and any(wide == by * narrow for wide in _sizes(own) for one in others for narrow in _sizes(one))


def _sizes(unit: Unit) -> tuple[Fraction, Fraction]:
    return Fraction(unit.scale), Fraction(unit.binary)


def scalings(
    tree: Node, result: str, used: Mapping[str, Given], printed: Fraction, units: Mapping[str, Unit]
) -> Iterator[tuple[Node, Fraction]]:
    """Trees in base units with the factor of the result's unit; where units are missing or doubtful, any that they explain."""
    there, here = dims(tree, units), units[result].dims
    loose = any(units[name].loose for name in (*used, result)) or there is None
    plain = all(units[name].counts for name in (*used, result))
    if plain:
        yield tree, Fraction(1)
        return
    if converts(tree, result, used, units):
        yield tree, Fraction(1)
    if not loose and there == here:
        for inputs_binary in (False, True):
            for result_binary in (False, True):
                scale = units[result].binary if result_binary else units[result].scale
                yield in_base_units(tree, units, inputs_binary), scale
        return
    inputs = [units[name] for name in used]
    for scaled in dict.fromkeys((tree, in_base_units(tree, units, False), in_base_units(tree, units, True))):
        yield from ((scaled, factor) for factor in _factors(value_of(scaled, used), printed, units[result], inputs))


def _factors(value: Fraction | None, printed: Fraction, result: Unit, inputs: Sequence[Unit]) -> Iterator[Fraction]:
    """Powers of 1000 and 1024 by which a value may differ from its print, as far as prefixes that stand there explain them."""
    if (
        value is None
        or value <= 0
        or printed <= 0
        or not any(unit.loose or unit.scale != 1 for unit in (result, *inputs))
    ):
        yield Fraction(1)
        return
    if all(unit.counts for unit in inputs):  # `2048 * 1024 / (1024 * 1024) = 2 MiB`: the line converts by itself
        yield Fraction(1)
    own = {_beyond_thousands(scale) for scale in (result.scale, result.binary)}
    theirs = {_beyond_thousands(scale) for unit in inputs for scale in (unit.scale, unit.binary)} | {Fraction(1)}
    extras = {one / other for one in own for other in theirs}
    factors = [Fraction(1000) ** power * extra for power in range(-5, 6) for extra in extras]
    if result.binary > 2000:  # 2,560 KiB are written 2.56 MB too
        factors.append(result.scale * Fraction(1024, 1000))
    near = [factor for factor in factors if Fraction(2, 3) < value / printed / factor < Fraction(3, 2)]
    yield from near or [min(factors, key=lambda factor: max(value / printed / factor, printed * factor / value))]


def _beyond_thousands(scale: Fraction) -> Fraction:
    """A scale without its powers of 1000: 1.024 for KiB, 1 for ms."""
    while scale > 100:
        scale /= 1000
    while scale < Fraction(1, 100):
        scale *= 1000
    return scale


def in_base_units(tree: Node, units: Mapping[str, Unit], binary: bool) -> Node:
    """The tree with each number in bytes, seconds and operations; `binary`: K as 1024."""
    scales = {name: units[name].binary if binary else units[name].scale for name in free_names(tree)}
    return substitute(tree, {n: Node("mul", (num(scale), sym(n))) for n, scale in scales.items() if scale != 1})


def dims(tree: Node, units: Mapping[str, Unit]) -> Dims | None:
    """What a tree measures; None where terms differ."""
    if tree.op == "sym":
        return units[tree.args[0]].dims
    if tree.op == "num":
        return PLAIN
    parts = [dims(child, units) for child in tree.children()]
    known = [part for part in parts if part is not None]
    if len(known) != len(parts):
        return None
    if tree.op == "mul":
        return _combined(known, [1] * len(known))
    if tree.op == "div":
        return _combined(known, [1, -1])
    if tree.op in ("add", "min", "max"):
        return known[0] if len(set(known)) == 1 else None
    if tree.op in ("floor", "ceil", "abs"):
        return known[0]
    return PLAIN if set(known) == {PLAIN} else None


def inverse(one: Dims | None, other: Dims) -> bool:
    """Whether one is a time and the other a rate."""
    return one is not None and one[1] != 0 and one == (-other[0], -other[1], -other[2])


def mixes(tree: Node, units: Mapping[str, Unit]) -> bool:
    """Whether numbers with a unit and numbers with none are added up in it."""
    kinds = {dims(part, units) for part in tree.children()} if tree.op == "add" else set()
    return len(kinds - {None}) > 1 or any(mixes(part, units) for part in tree.children())


def _combined(dims: Sequence[Dims], signs: Sequence[int]) -> Dims:
    sums = [sum(sign * one[place] for one, sign in zip(dims, signs, strict=True)) for place in range(3)]
    return sums[0], sums[1], sums[2]
