"""What may be evaluated of a foreign formula, and how: bounds on its size, and unsaid limits of sums put in."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import prod

from ...derivations.expr import ARITY, Node, evaluate, free_names, num, substitute, sym
from ...errors import BadInput, DraftproofError
from .points import is_sequence

MAX_NODES = 150
MAX_NAMES = 12
MAX_LENGTH = 64
"""Largest number that is taken for a draft length, or stands at the end of a range. Draft lengths are below 30."""
MAX_EXPONENT = 2 * MAX_LENGTH + 2
"""Largest exponent: a variance has alpha^(2*gamma + 2)."""
MAX_VALUE = 10
"""What names stand for is at no point larger where it is a whole number; gamma + 1 is the largest."""
MAX_TERMS = 10_000
"""Terms of all sums and products together."""
FREE_TERMS = 100
"""With more terms, fewer meanings are tried."""
MAX_SIZE = 10**15
"""Largest numerator and denominator of a number."""
MAX_NESTED = 2
"""Powers within powers, and sums within sums."""
LENGTH = "?gamma"
"""The draft length where a sum does not say how far it goes."""

NOTHING = Node("and")
"""Stands for a name of which nothing is known, a number or a sequence."""

Candidates = Mapping[str, tuple[Node, ...]]


@dataclass(frozen=True)
class Tamed:
    """A tree that is safe to evaluate once `bounded` says so of a meaning of its names, those with fewest candidates first.

    `printed` are the values of numerals, `whole` the exponents, ends of ranges and indices. `unsaid` where the limits of a sum
    were put in: then nothing is wrong with them.
    """

    tree: Node
    names: tuple[str, ...]
    candidates: Candidates
    printed: Mapping[str, Fraction]
    whole: tuple[Node, ...]
    unsaid: bool

    def bounded(self, meant: Mapping[str, Node]) -> bool:
        """Whether no exponent, no range and no sum gets too large."""
        return self._always or self._fits({name: _largest((node,)) for name, node in meant.items()})

    @cached_property
    def _largest(self) -> Mapping[str, Fraction]:
        return {name: _largest(given) for name, given in self.candidates.items()}

    @cached_property
    def _always(self) -> bool:
        return not self.whole or self._fits(self._largest)

    def _fits(self, sizes: Mapping[str, Fraction]) -> bool:
        return all(_size(part, sizes) <= MAX_EXPONENT for part in self.whole) and _terms(self.tree, sizes) <= MAX_TERMS

    @property
    def share(self) -> Fraction:
        """The share of the usual number of meanings that may be tried."""
        if not self.whole:
            return Fraction(1)
        return min(Fraction(1), FREE_TERMS / max(Fraction(1), _terms(self.tree, self._largest)))


def tamed(tree: Node, candidates: Candidates) -> tuple[Tamed, ...]:
    """The ways to read a tree, with the limits of its sums put in; none where it is too large or a name has no candidate."""
    for size, node in enumerate(_nodes(tree)):
        if size > MAX_NODES or node.op not in ARITY or (node.op == "num" and not _small(node.args[0])):
            return ()
    readings = [(_rational(tree), False)]
    if any(node.op in ("sum", "prod") and "?high" in free_names(node) for node in _nodes(tree)):
        try:
            readings = [(said, unsaid) for low in (0, 1) for said, unsaid in _said(readings[0][0], candidates, low)]
        except BadInput:  # a sum without limits in another: their indices cannot be told apart
            return ()
    if any(node.op == "at" for node in _nodes(tree)):
        readings += [(_from_zero(said), unsaid) for said, unsaid in readings]
    known = {**candidates, LENGTH: (sym("gamma"),)}
    found = (_tamed(said, known, unsaid) for said, unsaid in dict.fromkeys(readings))
    return tuple(one for one in found if one is not None)


def plain(tree: Node) -> Tamed | None:
    """The tree if it is safe to evaluate at any names' small values."""
    found = tamed(tree, dict.fromkeys(free_names(tree), (NOTHING,)))
    return found[0] if found and found[0].bounded(dict.fromkeys(found[0].names, NOTHING)) else None


def number(tree: Node, values: Mapping[str, Fraction]) -> Fraction | None:
    """The value of a foreign tree with these values for its names; None where it has none, or is too large to be worked out."""
    put = substitute(tree, {name: num(value) for name, value in values.items()})
    if plain(put) is None:
        return None
    try:
        found = evaluate(put, {})
    except DraftproofError:
        return None
    return None if isinstance(found, bool) else found


def _tamed(tree: Node, given: Candidates, unsaid: bool) -> Tamed | None:
    elements = {node.args[0] for node in _nodes(tree) if node.op == "at"}
    if elements & {node.args[0] for node in _nodes(tree) if node.op == "sym"}:
        return None
    candidates = {  # sequences for what has elements, numbers for the rest
        name: tuple(one for one in meanings if one == NOTHING or _is_sequence(one) is (name in elements))
        for name, meanings in given.items()
    }
    names = sorted(free_names(tree), key=lambda name: (len(candidates.get(name, ())), name))
    if len(names) > MAX_NAMES or any(not candidates.get(name) for name in names) or _deep(tree):
        return None
    whole = tuple(part for node in _nodes(tree) for part in _whole(node))
    if any(inner.op not in _WHOLE for part in whole for inner in _nodes(part)):
        return None
    mine = {name: candidates[name] for name in names}
    printed = {
        name: node.args[0] for name, given in mine.items() if name[0] == "#" for node in given if node.op == "num"
    }
    return Tamed(tree, tuple(names), mine, printed, whole, unsaid)


def _nodes(tree: Node) -> Iterator[Node]:
    left = [tree]
    while left:
        node = left.pop()
        yield node
        left.extend(node.children())


def _small(value: Fraction) -> bool:
    return abs(value.numerator) <= MAX_SIZE and value.denominator <= MAX_SIZE


def _whole(node: Node) -> tuple[Node, ...]:
    """The parts of a node that must be whole numbers, and small ones."""
    if node.op in ("pow", "at"):
        return node.args[1:]
    return node.args[1:3] if node.op in ("sum", "prod") else ()


_WHOLE = frozenset({"num", "sym", "add", "mul", "div", "min", "max", "floor", "ceil", "abs", "at"})
"""Operators in exponents and ranges."""


def _largest(meanings: tuple[Node, ...]) -> Fraction:
    """The size of a name's value, at any point and under any of its meanings."""
    return max(abs(node.args[0]) if node.op == "num" else Fraction(MAX_VALUE) for node in meanings)


def _size(part: Node, sizes: Mapping[str, Fraction]) -> Fraction:
    """A bound of a whole number's size; an index goes at most as far as a range."""
    if part.op == "num":
        return Fraction(abs(part.args[0]))
    if part.op == "sym":
        return sizes.get(part.args[0], Fraction(MAX_LENGTH))
    inner = [_size(child, sizes) for child in part.children()]
    if part.op == "mul":
        return prod(inner, start=Fraction(1))
    if part.op == "div":
        divisor = abs(part.args[1].args[0]) if part.args[1].op == "num" else Fraction(0)
        return inner[0] / divisor if divisor else Fraction(MAX_TERMS)
    return sum(inner, start=Fraction(part.op in ("floor", "ceil")))


def _terms(tree: Node, sizes: Mapping[str, Fraction]) -> Fraction:
    """A bound of how many terms of sums and products are worked out."""
    if tree.op in ("sum", "prod"):
        _, low, high, body = tree.args
        return (_size(low, sizes) + _size(high, sizes) + 1) * max(Fraction(1), _terms(body, sizes))
    return sum((_terms(child, sizes) for child in tree.children()), start=Fraction(0))


def _deep(tree: Node) -> bool:
    return any(_nested(tree, ops) > MAX_NESTED for ops in (("pow", "prod"), ("sum", "prod")))


def _nested(tree: Node, ops: tuple[str, ...]) -> int:
    """How many nodes of these kinds stand within each other."""
    return max((_nested(child, ops) for child in tree.children()), default=0) + (tree.op in ops)


def _rational(tree: Node) -> Node:
    """The tree with powers for `exp(k*log(a))`, which is how they are computed near 1."""
    tree = tree.rebuild(_rational)
    if tree.op == "exp":
        factors = tree.args[0].args if tree.args[0].op == "mul" else tree.args
        logs = [factor for factor in factors if factor.op == "log"]
        if len(logs) == 1:
            others = tuple(factor for factor in factors if factor is not logs[0])
            exponent = Node("mul", others) if len(others) > 1 else others[0] if others else num(1)
            return Node("pow", (logs[0].args[0], exponent))
    return tree


def _said(tree: Node, candidates: Candidates, low: int) -> Iterator[tuple[Node, bool]]:
    """The tree with limits for its sums that have none: over a sequence from 1 to gamma; else from `low` to gamma, unsaid."""
    unsaid = False

    def put(node: Node) -> Node:
        nonlocal unsaid
        if node.op not in ("sum", "prod"):
            return node.rebuild(put)
        index, start, stop, body = node.args
        body = put(body)
        sequences = {n for n in free_names(body) if any(_is_sequence(meaning) for meaning in candidates.get(n, ()))}
        if index == "?" and sequences:
            body, start_at = substitute(body, {n: Node("at", (n, sym("?"))) for n in sequences}), 1
        else:
            loose = sorted(n for n in free_names(body) if n not in candidates)
            index, start_at, unsaid = (loose[0] if index == "?" and len(loose) == 1 else index), low, True
        start = num(start_at) if start == sym("?low") else start
        return Node(node.op, (index, start, sym(LENGTH) if stop == sym("?high") else stop, body))

    said = put(tree)
    yield said, unsaid


def _is_sequence(meaning: Node) -> bool:
    return meaning.op == "sym" and is_sequence(meaning.args[0])


def _from_zero(tree: Node) -> Node:
    """The tree with elements counted from 0, as programs do."""
    tree = tree.rebuild(_from_zero)
    return Node("at", (tree.args[0], Node("add", (tree.args[1], num(1))))) if tree.op == "at" else tree
