"""Which claim or rival a formula is: equal up to algebra, not spelling, under some meaning of its names and numbers.

    matches(tree, {"k": (sym("gamma"),), "rate": (sym("alpha"), sym("r"))})

tries every meaning. A meaning whose names occur in no entry falls out unread; else the formula's exact value at one fixed point
is looked up among those of all entries, and what is found is compared at further points. `confirm` asks SymPy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import count, islice

from ...derivations.expr import Node, Point, evaluate, free_names, sym
from ...errors import DraftproofError
from .branches import branch_disagrees as branch_disagrees
from .catalogue import Condition, Entry, conditions, entries, family
from .points import COUNT, SAME, Held, anywhere, at, value
from .shapes import LENGTH, MAX_LENGTH, Tamed, plain, tamed

MAX_TRIES = 2_000
"""Meanings tried for one formula."""
MAX_STEPS = 10_000
"""Choices made on the way to them."""
ENOUGH = 100
"""Points at which two formulas must both have a value, and the same, of the 120."""
LITERAL_GAMMAS = range(1, 21)
"""Draft lengths at which formulas that do not name it, such as 1 + a + a^2, are looked up."""


@dataclass(frozen=True)
class Match:
    """An entry that a formula equals, what its names and numerals then mean, and the draft length where it is a number."""

    entry: Entry
    meant: Mapping[str, Node]
    gamma: int | None = None


@dataclass(frozen=True)
class ConditionMatch:
    """A condition of the catalogue that a written one is, and what its names and numerals then mean."""

    condition: Condition
    meant: Mapping[str, Node]


def matches(tree: Node, candidates: Mapping[str, Sequence[Node]], gamma: int | None = None) -> tuple[Match, ...]:
    """The entries that a tree over written names and numerals equals: right ones first, then in the catalogue's order.

    `candidates` are the vocabulary trees that each free name may stand for; `rate` is alpha or r. A name with none: no match.
    `gamma` is the draft length where it is known from elsewhere; a formula without a name for it is else looked up at 1 to 20.
    Under one meaning, no rival is given whose formula is also right for a quantity of the same family, whether as it stands,
    or at the draft length that is known or that a numeral says: 1 + gamma*alpha at gamma = 1.
    """
    if gamma is not None and _length(Fraction(gamma)) is None:
        return ()
    readings = tamed(tree, {name: _meanings(tuple(given)) for name, given in candidates.items()})
    found: list[Match] = []
    for shaped in readings:
        for reading in islice(_readings(shaped, gamma), int(MAX_TRIES * shaped.share) // len(readings)):
            found += _found(shaped, reading, gamma)
    return tuple(sorted(found, key=lambda match: (not match.entry.right, _order()[id(match.entry)])))


def condition_matches(tree: Node, candidates: Mapping[str, Sequence[Node]]) -> tuple[ConditionMatch, ...]:
    """The conditions under which speculation is said to pay that a relation equals: `a > c`. Right ones first.

    `<` and `<=` are not told apart: which holds at break-even is nobody's mistake.
    """
    found = []
    for shaped in tamed(tree, {name: _meanings(tuple(given)) for name, given in candidates.items()}):
        if shaped.tree.op not in ("lt", "le"):
            continue
        for reading in islice(_readings(shaped), int(MAX_TRIES * shaped.share)):
            found += [ConditionMatch(one, reading.meant) for one in _said(shaped, reading.meant)]
    rights = [match for match in found if match.condition.right]
    return tuple(rights or found)


def decides(tree: Node, candidates: Mapping[str, Sequence[Node]]) -> bool:
    """Whether a relation holds at some points of what its names may be and not at others; `p + ... + p^k < k` always does."""
    for shaped in tamed(tree, {name: _meanings(tuple(given)) for name, given in candidates.items()}):
        for reading in islice(_readings(shaped), int(MAX_TRIES * shaped.share)):
            if len({_truth(shaped.tree, _point(reading.meant, place)) for place in range(COUNT)}) > 1:
                return True
    return False


def same(a: Node, b: Node) -> bool:
    """Whether two trees over the same names, whatever they are, are equal at every one of at least 100 exact points.

    A name in an exponent or a range is a natural number from 2, any other between 0 and 1.
    """
    left, right = plain(a), plain(b)
    if left is None or right is None:
        return False
    whole = frozenset().union(*(free_names(part) for part in (*left.whole, *right.whole)))
    compared = 0
    for place in range(COUNT):
        first, second = (_number(one.tree, anywhere(one.tree, place, whole)) for one in (left, right))
        if first is not None and second is not None:
            if first != second:
                return False
            compared += 1
    return compared >= ENOUGH


def confirm(match: Match, tree: Node) -> bool:
    """Whether SymPy too finds the match's formula and `tree`, under its meaning, equal as rational functions.

    Powers with a symbolic exponent are taken as atoms; what has a sum or product is compared for gamma 1 to 6.
    """
    from .symbolic import equal

    return equal(tree, match.meant, match.entry.tree, match.gamma)


# Meanings


@lru_cache(maxsize=4096)
def _meanings(given: Sequence[Node]) -> tuple[Node, ...]:
    """The candidates, alpha and r for `rate`, and of several letters for one quantity the first."""
    found: dict[Node, Node] = {}
    for node in given:
        for meaning in (sym("alpha"), sym("r")) if node == RATE else (node,):
            found.setdefault(
                sym(SAME.get(meaning.args[0], meaning.args[0])) if meaning.op == "sym" else meaning, meaning
            )
    return tuple(found.values())


RATE = sym("rate")


@dataclass(frozen=True)
class _Meaning:
    """What a name may stand for: its vocabulary names, what it says that symbols are, and its value at the first point."""

    node: Node
    names: frozenset[str]
    implied: Mapping[str, Fraction]
    first: Held


@dataclass(frozen=True)
class _Reading:
    """A meaning of every name of a formula, the vocabulary names in it, and what numerals say that these are."""

    meant: Mapping[str, Node]
    names: frozenset[str]
    first: Point
    implied: Mapping[str, Fraction]


def _readings(shaped: Tamed, gamma: int | None = None) -> Iterator[_Reading]:
    """Every meaning of all names whose vocabulary names occur together in an entry, numerals meaning one gamma."""
    choices = []
    for name in shaped.names:
        meanings = (_meaning(node, shaped.printed.get(name)) for node in shaped.candidates[name])
        choices.append([meaning for meaning in meanings if meaning is not None])
    steps = count()

    def extend(
        used: frozenset[str], implied: Mapping[str, Fraction], chosen: tuple[_Meaning, ...]
    ) -> Iterator[_Reading]:
        if len(chosen) == len(choices):
            named = list(zip(shaped.names, chosen, strict=True))
            point = Point({name: meaning.first for name, meaning in named})
            yield _Reading({name: meaning.node for name, meaning in named}, used, point, implied)
            return
        for meaning in choices[len(chosen)]:
            wider = used | meaning.names
            if next(steps) > MAX_STEPS or not _occurs(wider):
                continue
            if meaning.implied and any(implied.get(name, value) != value for name, value in meaning.implied.items()):
                continue
            yield from extend(wider, {**implied, **meaning.implied}, (*chosen, meaning))

    return extend(frozenset(), {} if gamma is None else {"gamma": Fraction(gamma)}, ())


@lru_cache(maxsize=4096)
def _meaning(node: Node, printed: Fraction | None) -> _Meaning | None:
    """None for a candidate without a value."""
    try:
        return _Meaning(node, _canonical(node), dict(_implied(node, printed)), _held(node, 0))
    except DraftproofError:
        return None


def _canonical(node: Node) -> frozenset[str]:
    return frozenset(SAME.get(name, name) for name in free_names(node))


def _implied(node: Node, printed: Fraction | None) -> tuple[tuple[str, Fraction], ...]:
    """What a printed number says that a symbol is: of `gamma + 1` for 6, gamma is 5."""
    if printed is None or node.op == "num":
        return ()
    if node.op == "sym":
        return ((node.args[0], printed),)
    if node.op == "add" and len(node.args) == 2:
        symbols = [part for part in node.args if part.op == "sym"]
        numbers = [part.args[0] for part in node.args if part.op == "num"]
        if len(symbols) == len(numbers) == 1:
            return ((symbols[0].args[0], printed - numbers[0]),)
    return ()


# Look-up


@lru_cache(maxsize=1)
def _order() -> dict[int, int]:
    return {id(entry): place for place, entry in enumerate(entries())}


@lru_cache(maxsize=4096)
def _occurs(names: frozenset[str]) -> bool:
    return any(names <= known for known in _known_names())


@lru_cache(maxsize=1)
def _known_names() -> frozenset[frozenset[str]]:
    return frozenset(_by_names()) | {_canonical(one.pays) for one in conditions()}


@lru_cache(maxsize=1)
def _by_names() -> dict[frozenset[str], list[Entry]]:
    found: dict[frozenset[str], list[Entry]] = {}
    for entry in entries():
        found.setdefault(_canonical(entry.tree), []).append(entry)
    return found


Row = tuple[Entry, int | None]
"""An entry, and the draft length put into it where a formula does not name it."""
Values = tuple[Fraction | None, ...]


@lru_cache(maxsize=512)
def _table(names: frozenset[str], gamma: int | None) -> dict[Fraction, list[Row]]:
    """Entries in just these names by their value at the first point; with a number for gamma where it is not among them."""
    rows: list[Row] = [(entry, None) for entry in _by_names().get(names, ())]
    if "gamma" not in names and names:
        lengths = LITERAL_GAMMAS if gamma is None else (gamma,)
        rows += [(entry, length) for entry in _by_names().get(names | {"gamma"}, ()) for length in lengths]
    found: dict[Fraction, list[Row]] = {}
    for entry, length in rows:
        first = _number(entry.tree, at(entry.tree, 0, length))
        if first is not None:
            found.setdefault(first, []).append((entry, length))
    return found


@lru_cache(maxsize=4096)
def _alike(names: frozenset[str], gamma: int | None, first: Fraction) -> tuple[tuple[Values, list[Row]], ...]:
    """The rows of a table with a value at the first point, those together that have the same values at all."""
    found: dict[Values, list[Row]] = {}
    for entry, length in _table(names, gamma)[first]:
        found.setdefault(_values(entry.tree, length), []).append((entry, length))
    return tuple(found.items())


@lru_cache(maxsize=1024)
def _values(tree: Node, gamma: int | None) -> Values:
    return tuple(_number(tree, at(tree, place, gamma)) for place in range(COUNT))


def _number(tree: Node, point: Point) -> Fraction | None:
    try:
        found = evaluate(tree, point)
    except DraftproofError:
        return None
    return None if isinstance(found, bool) else found


def _found(shaped: Tamed, reading: _Reading, gamma: int | None) -> Iterator[Match]:
    table = _table(reading.names, gamma)
    if not table or not shaped.bounded(reading.meant):
        return
    rows = _rows(shaped.tree, tuple(reading.meant.items()), reading.names, gamma)
    rights = {(family(entry.quantity), literal is None) for entry, literal in rows if entry.right}
    length = _length(reading.implied.get("gamma"))
    for entry, literal in rows:
        of = family(entry.quantity)
        if (
            entry.right
        ):  # a cost of one draft is right at one draft: where nothing says that there is one, neither is this said
            shown = literal != 1 or length == 1
        else:
            at_some_length = literal is not None and (of, False) in rights
            at_this_length = length is not None and _right_at(entry, length)
            shown = not (shaped.unsaid or (of, True) in rights or at_some_length or at_this_length)
        if shown:
            yield Match(entry, {name: node for name, node in reading.meant.items() if name != LENGTH}, literal)


@lru_cache(maxsize=4096)  # formulas that differ in their numbers alone are the same once these stand for quantities
def _rows(tree: Node, given: tuple[tuple[str, Node], ...], names: frozenset[str], gamma: int | None) -> Sequence[Row]:
    """The rows of a table that a tree equals under a meaning of its names: looked up at the first point, compared at all."""
    meant = dict(given)
    first = _number(tree, _point(meant, 0))
    if first is None or first not in _table(names, gamma):
        return ()
    alike = _alike(names, gamma, first)
    return tuple(row for values, rows in alike if _agrees(tree, meant, values) for row in rows)


def _length(known: Fraction | None) -> int | None:
    """A draft length that formulas may be worked out at."""
    return int(known) if known is not None and known.denominator == 1 and 0 < known <= MAX_LENGTH else None


@lru_cache(maxsize=4096)
def _right_at(rival: Entry, gamma: int) -> bool:
    """Whether a rival says at one draft length what is right there."""
    of = family(rival.quantity)
    names = _canonical(rival.tree) | {"gamma"}
    rights = (one for one in entries() if one.right and not one.where and family(one.quantity) == of)
    return any(_alike_at(one.tree, rival.tree, gamma) for one in rights if _canonical(one.tree) | {"gamma"} == names)


def _alike_at(a: Node, b: Node, gamma: int) -> bool:
    """Whether two trees have the same values at one draft length: nearly all differ at the first point already."""
    pairs = ((_number(tree, at(tree, place, gamma)) for tree in (a, b)) for place in range(COUNT))
    return all(first == second for first, second in pairs)


def _agrees(tree: Node, meant: Mapping[str, Node], values: Values) -> bool:
    """Whether a formula has these values at every point where both have one, which is nearly all of them."""
    compared = 0
    for place, expected in enumerate(values):
        found = _number(tree, _point(meant, place))
        if found is not None and expected is not None:
            if found != expected:
                return False
            compared += 1
    return compared >= ENOUGH


def _point(meant: Mapping[str, Node], place: int) -> Point:
    return Point({name: _held(node, place) for name, node in meant.items()})


@lru_cache(maxsize=2**16)
def _held(node: Node, place: int) -> Held:
    """The value of what a name stands for at a point."""
    if node.op == "sym":
        return value(node.args[0], place)
    found = evaluate(node, at(node, place))
    return Fraction(found).numerator, Fraction(found).denominator


# Conditions


@lru_cache(maxsize=1)
def _conditions() -> tuple[tuple[Condition, tuple[bool | None, ...]], ...]:
    return tuple((one, tuple(_truth(one.pays, at(one.pays, place)) for place in range(COUNT))) for one in conditions())


def _said(shaped: Tamed, meant: Mapping[str, Node]) -> list[Condition]:
    """The conditions that have a relation's truth at every point."""
    left = _conditions() if shaped.bounded(meant) else ()
    seen = set()
    for place in range(COUNT):
        if not left:
            break
        here = _truth(shaped.tree, _point(meant, place))
        seen.add(here)
        left = tuple((one, truths) for one, truths in left if truths[place] is here)
    found = [one for one, _ in left]
    if len(seen) < 2:  # true everywhere, `p + ... + p^k < k`, `beams > 1`: another such is no other way to write it
        symbols = {node.args[0] for node in meant.values() if node.op == "sym"}
        return [one for one in found if len(symbols) == 1 and free_names(one.pays) == symbols]
    return found


def _truth(tree: Node, point: Point) -> bool | None:
    try:
        return evaluate(tree, point) is True
    except DraftproofError:
        return None
