"""Lines of claims and rivals that the reader's sliders move: what live.js writes them again from. No formula is typed here.

A line is taken whose symbols all have sliders. Each of its sides comes with its tree, with the formula as the claim writes it, and
with the same where numbers are put in: places instead of the numbers, each with a tree of its own. Numbers are added up there as
`folding` does it, and quantities stand as what they come to; only a 0 or 1 that comes out stays, as in 1 + 0·0.7.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

import sympy as sp

from ....derivations import opened
from ....derivations.domain import Domain, Naturals, as_conditions
from ....derivations.expr import Node, free_names, num, operators, substitute, sym, to_json
from ....derivations.mathml import MATHML
from ....derivations.printing import lines as formula_lines
from ....derivations.statements import Rel, Statement, When, parts
from ....derivations.tree_printing import arranged, written
from ....derivations.vocabulary import term
from .. import plots
from ..folding import BINDERS
from ..model import At, Document, Entry
from .parts import math

_STAND_INS = {
    num(Fraction(text)): text for text in (f"0.{k}" for k in (2, 3, 4, 6, 7, 8, 9, *range(31, 40), *range(61, 70)))
}
"""Numbers written where places are to be: as long as the usual ones, since long fractions are not stacked."""

_NUMBER = re.compile(r"(?<=<mn>)(0\.\d\d?)(?=</mn>)")
_MINUS_ONE = num(-1)
_TRUE = Node("and", ())


Put = tuple[str, Node, list[Node]]
"""A formula with numbers put in: as MathML with places for them, as a tree over the places, and the trees of the numbers."""


class Moving(NamedTuple):
    """A statement that can be written again: relations `(condition, left, sign, right)` over names that have sliders."""

    names: tuple[str, ...]
    domain: Node
    relations: tuple[tuple[Node, sp.Expr, str, sp.Expr], ...]


def moving(document: Document) -> dict[str, Moving]:
    """What can be written again, by the ids of claims and rivals: `data` has it as JSON, and the page a place for each."""
    names = plots.start_of(document).keys()
    return {
        id_: made
        for entry in document.entries
        for id_, said, at in _said(entry)
        if at.point and at.lines and at.point.keys() <= names
        if (made := _moving(said, tuple(at.point), entry.claim.domain))
    }


def data(found: Mapping[str, Moving]) -> str:
    """The lines as JSON that may stand in a script element, each side and tree once; "" where there are none."""
    trees: dict[Node, int] = {}
    sides: dict[sp.Expr, int] = {}

    def tree(node: Node) -> int:
        return trees.setdefault(node, len(trees))

    def side(formula: sp.Expr) -> int:
        return sides.setdefault(formula, len(sides))

    lines = {
        id_: {
            "names": [[name, term(name).text] for name in one.names],
            "domain": tree(one.domain),
            "parts": [[tree(given), side(left), sign, side(right)] for given, left, sign, right in one.relations],
        }
        for id_, one in found.items()
    }
    written_sides = [
        [
            tree(value),
            formula,
            [[tree(given), put, tree(named), list(map(tree, places))] for given, (put, named, places) in cases],
        ]
        for value, formula, cases in map(_side, sides)
    ]
    whole = {"lines": lines, "sides": written_sides, "trees": list(map(to_json, trees))}
    return json.dumps(whole, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c") if found else ""


def _said(entry: Entry) -> Iterator[tuple[str, Statement, At]]:
    yield entry.claim.id, entry.claim.statement, entry.at
    for one in entry.rivals:
        if one.at is not None and one.rival.statement is not None:
            yield one.rival.id, one.rival.statement, one.at


def _moving(said: Statement, names: tuple[str, ...], domain: Domain) -> Moving | None:
    """A statement's relations, each under its conditions; None where there is none, or a limit in one."""
    found = tuple(_relations(said, ()))
    if not found or any("limit" in operators(opened.named(side)[0]) for _, *sides in found for side in sides[::2]):
        return None
    bounds = [bound for name, values in domain.sets.items() if name in names for bound in as_conditions(name, values)]
    bounds += [condition for condition in domain.conditions if free_names(condition) <= set(names)]
    return Moving(names, Node("and", tuple(bounds)), found)


def _relations(said: Statement, given: tuple[Node, ...]) -> Iterator[tuple[Node, sp.Expr, str, sp.Expr]]:
    for part in parts(said):
        if isinstance(part, Rel):
            yield Node("and", given), part.lhs, part.op, part.rhs
        elif isinstance(part, When):
            yield from _relations(part.then, (*given, opened.tree(part.condition)))


@lru_cache(maxsize=2**8)  # a claim and its rivals have sides in common
def _side(formula: sp.Expr) -> tuple[Node, str, tuple[tuple[Node, Put], ...]]:
    """Its tree, the formula as it is written, and its cases, each with the formula where numbers are put in."""
    node, quantities = opened.named(formula)
    cases = tuple((given, _put(case, quantities)) for given, case in _cases(arranged(node)))
    return opened.opened(formula), math(formula_lines(formula, MATHML)[0]), cases


def _cases(node: Node) -> Iterator[tuple[Node, Node]]:
    """Its cases with their conditions, to be asked in this order; the last one's always holds."""
    while node.op == "ite":
        condition, case, node = node.args
        yield condition, case
    yield _TRUE, node


def _put(node: Node, quantities: Mapping[str, Node]) -> Put:
    """A formula with numbers put in; "" where it is a number, or a quantity, and nothing else.

    Its places are `{0}`, `{1}`, and so they are called in its tree.
    """
    folding = _Folding({name: sym(name) for name in sorted(free_names(node).difference(quantities))})
    folded = folding.outermost(node)
    if folded.op in ("num", "sym"):
        return "", folded, []
    places = {name: tree for name, tree in {**folding.atoms, **quantities}.items() if name in free_names(folded)}
    own = set(_numbers(folded))
    stand_ins = dict(zip(places, (one for one in _STAND_INS if one not in own), strict=False))
    at = {_STAND_INS[one]: place for place, one in enumerate(stand_ins.values())}
    text = math(written(substitute(folded, stand_ins), MATHML))
    marked = _NUMBER.sub(lambda found: f"{{{at[found[1]]}}}" if found[1] in at else found[0], text)
    named = substitute(folded, {name: sym(str(place)) for place, name in enumerate(places)})
    return marked, named, list(places.values())


def _numbers(node: Node) -> Iterator[Node]:
    if node.op == "num":
        yield node
    for child in node.children():
        yield from _numbers(child)


class _Folding(NamedTuple):
    """`folding.put_in` where the numbers are not known yet: what comes of some of them is a number again, with a tree.

    `atoms` are the names that stand for a number, with the trees of what they stand for. Quantities are put in afterwards.
    """

    atoms: dict[str, Node]

    def outermost(self, node: Node) -> Node:
        """Folded inside; the outermost sum or product stays."""
        if node.op not in ("add", "mul"):
            return self._folded(node)
        return node.rebuild(lambda child: child.rebuild(self._folded) if child.op == "mul" else self._folded(child))

    def _folded(self, node: Node) -> Node:
        made = node.rebuild(self._folded)
        if made.op == "add":
            return self._sum([self._whole(part) for part in made.args])
        if made.op == "pow":
            return Node("pow", (made.args[0], self._whole(made.args[1])))
        if made.op in BINDERS:
            index, *ends, body = made.args
            return Node(made.op, (index, *map(self._whole, ends), body))
        return made

    def _sum(self, terms: list[Node]) -> Node:
        """Numbers added up, at the place of the first."""
        numbers = [part for part in terms if self._value(part) is not None]
        if len(numbers) < 2:
            return Node("add", tuple(terms))
        first, rest = terms.index(numbers[0]), [part for part in terms if part not in numbers]
        total = self._number("add", numbers)
        return Node("add", (*rest[:first], total, *rest[first:])) if rest else total

    def _whole(self, node: Node) -> Node:
        """A product of whole numbers, multiplied out."""
        if node.op != "mul":
            return node
        values = [self._value(part) for part in node.args]
        return (
            self._number("mul", node.args) if all(value is not None and _is_whole(value) for value in values) else node
        )

    def _value(self, node: Node) -> Node | None:
        """The tree of what is a number: one that is written, a name that stands for one, or its negative."""
        if node.op == "sym":
            return self.atoms.get(node.args[0])
        if node.op == "mul" and len(node.args) == 2 and node.args[0] == _MINUS_ONE:
            value = self._value(node.args[1])
            return None if value is None else Node("mul", (_MINUS_ONE, value))
        return node if node.op == "num" else None

    def _number(self, op: str, parts_: Iterable[Node]) -> Node:
        """A new name for what comes of numbers."""
        name = f"~{len(self.atoms)}."
        self.atoms[name] = Node(op, tuple(value for part in parts_ if (value := self._value(part)) is not None))
        return sym(name)


def _is_whole(node: Node) -> bool:
    if node.op == "sym":
        return isinstance(term(node.args[0]).domain, Naturals)
    if node.op == "num":
        return bool(node.args[0].denominator == 1)
    return node.op in ("add", "mul") and all(map(_is_whole, node.children()))
