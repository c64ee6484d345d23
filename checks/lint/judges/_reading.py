"""A formula read: what its names may be, and which claims and rivals it equals under these meanings."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ....derivations.expr import Node, free_names, num, substitute, sym
from .. import matching, roles
from ..branches import beside_one, off_at_one
from ..divisions import core, less_one
from ..document import Document, Formula, Kind
from ..formulas import Inlined
from ..instances import instance_of
from ..matching import Match
from ..mathtext import Numeral, letters
from ..meaning import best
from ..roles import Meaning, Strength
from ..stops import is_tested
from ..traits import complementary
from ._context import length_in_words
from ._figures import of_figures

ALPHA, RATIO, GAMMA = sym("alpha"), sym("r"), sym("gamma")
_MEANT: Mapping[str, tuple[Node, ...]] = {
    "rate": (ALPHA, RATIO),
    "gamma+1": (Node("add", (GAMMA, num(1))),),
    "per_position": (sym("T_a"),),
}
"""What a meaning stands for where its symbol is no vocabulary name."""
_NO_FORMULA = frozenset({"emitted", "throughput", "share"})
_RATES = {"alpha": "alpha", "r": "r", "r_n": "r", "rate": "rate"}
OVERLAP = "Σ min(p, q)"
TESTED = "accepted / tested"


@dataclass(frozen=True)
class Read:
    """One reading of a formula: its tree, what its names may be, and the matches of it."""

    tree: Node
    numerals: Mapping[str, Numeral]
    known: Mapping[str, tuple[Meaning, ...]]
    found: tuple[Match, ...]

    @property
    def worked(self) -> Node:
        """The tree with its numerals as numbers."""
        return substitute(self.tree, {name: num(numeral.values[0]) for name, numeral in self.numerals.items()})

    @property
    def disagrees(self) -> bool:
        """Whether the tree gives for a rate of 1 something that its own formula does not."""
        return self.tree.op == "ite" and matching.branch_disagrees(self.worked)

    @property
    def is_off_at_one(self) -> bool:
        """Whether the tree gives for a rate of 1 a token more or less than its own formula comes to."""
        return self.tree.op == "ite" and off_at_one(self.worked) in (1, -1)


def read(given: Inlined, formula: Formula, document: Document) -> Read:
    """The reading of a tree; where it is nothing as it stands, of what its percentages and run-together letters come to."""
    named = _tested_named(_overlap_named(given.tree), given.numerals, formula, document)
    found = _plainly(replace(given, tree=named), formula, document)
    new = _products(found, formula, document) if found.found else _spread(found, formula)
    spread = substitute(found.tree, new) if new else found.tree
    if spread != found.tree:
        again = _plainly(replace(given, tree=spread), formula, document)
        return again if again.found else found
    if not found.found and (general := beside_one(found.tree, found.worked)) is not None:
        found = _plainly(replace(given, tree=general), formula, document)
    return found if found.found else _of_block(found, formula)


_PERCENT = re.compile(
    r"(?P<of>\w+?)(?:_?(?:in_)?(?:percent(?:age)?|pct|perc|prozent)|(?:In)?(?:Percent(?:age)?|Pct))|(?:percent|pct)_(?P<after>\w+)"
)


def _spread(read: Read, formula: Formula) -> dict[str, Node]:
    """What names may be written for: `beta_percent` is 100·beta; in text `kp`, where it is no name, is k·p."""
    found = {}
    for name in read.known:
        if share := _PERCENT.fullmatch(name):
            found[name] = Node("mul", (num(100), sym(share["of"] or share["after"])))
        elif formula.passage.kind is not Kind.CODE and not read.known[name] and name not in read.numerals:
            found[name] = letters(sym(name))
    return found


def _products(read: Read, formula: Formula, document: Document) -> dict[str, Node]:
    """Names in a text that are written for the product of their letters, each of which it says the meaning of: `Nc` of N and c."""
    if formula.passage.kind is Kind.CODE:
        return {}
    written = {name: letters(sym(name)) for name in read.known}
    return {
        name: product
        for name, product in written.items()
        if product.op == "mul" and all(_is_said(one, formula, document) for one in free_names(product))
    }


def _of_block(read: Read, formula: Formula) -> Read:
    """The reading with a length that one is taken away from as that of a block, whose other tokens are the drafts:
    `1 + rate*(k - 1)`; written as two outcomes, `k*rate + (1 - rate)`.
    """
    names = [name for node in walk(read.tree) if node.op == "sym" for name in node.args]
    blocks = {
        name
        for node in walk(read.tree)
        if (kept := less_one(node, read.numerals)) is not None
        and kept.op == "sym"
        and names.count(name := kept.args[0]) == 1
        and _may_be_block(read.known.get(name))
    }
    if complementary(read.worked):
        blocks |= _lengths(read.known)
    powers = any(node.op in ("pow", "sum", "prod") for node in walk(read.tree))
    told = any(one.symbol in _RATES and one.strength >= Strength.NEAR for known in read.known.values() for one in known)
    if not blocks or powers or not told:
        return read
    known = _as_blocks(read.known, blocks)
    length = length_in_words(formula)
    return replace(read, known=known, found=_kept(Inlined(read.tree, read.numerals), known, length and length - 1))


def _lengths(known: Mapping[str, Sequence[Meaning]]) -> set[str]:
    return {name for name, meanings in known.items() if any(one.symbol == "gamma" for one in meanings)}


def _as_blocks(known: Mapping[str, tuple[Meaning, ...]], blocks: Container[str] = ()) -> dict[str, tuple[Meaning, ...]]:
    """The meanings with some lengths, or all, as those of blocks."""
    block = Meaning("gamma+1", Strength.NAME, "one of its tokens is no draft")
    blocks = blocks or _lengths(known)
    return {name: (block,) if name in blocks else meanings for name, meanings in known.items()}


def _may_be_block(known: Sequence[Meaning] | None) -> bool:
    return known is not None and (not known or any(one.symbol in ("gamma", "drafted", "batch") for one in known))


def _is_said(name: str, formula: Formula, document: Document) -> bool:
    return any(one.strength >= Strength.STATED for one in roles.meanings(name, formula, document))


def _plainly(given: Inlined, formula: Formula, document: Document) -> Read:
    names = free_names(given.tree)
    put_in = replace(formula, numerals=given.numerals)
    known = {name: roles.meanings(name, put_in, document) for name in names if not _bare_index(name)}
    for name, meaning in of_figures(put_in, document).items():
        if name in known:
            known[name] = best((*known[name], meaning))
    if (instance := instance_of(put_in, document)) is not None:
        other, stands_for = instance
        for name, symbol in stands_for.items():
            if name in known:
                known[name] = best((*known[name], *roles.meanings(symbol, other, document)))
    for name in _exponents(given.tree, known) - set(given.numerals):
        known[name] = known[name] or (Meaning("gamma", Strength.NAME, "an exponent of the rate"),)
    for name, why in ((OVERLAP, "a sum of mins"), (TESTED, "accepted over tested")):
        if name in known:
            known[name] = (Meaning("alpha", Strength.DEFINED, why),)
    return Read(given.tree, given.numerals, known, _kept(given, known, length_in_words(formula)))


def _exponents(tree: Node, known: Mapping[str, Sequence[Meaning]]) -> set[str]:
    """The names in exponents of what is said to be a rate, whatever letter they are: `1 - alpha^B`."""
    powers = (node.args for node in walk(tree) if node.op == "pow" and node.args[0].op == "sym")
    return {
        name
        for base, exponent in powers
        for name in free_names(exponent) & known.keys()
        if any(one.symbol in _RATES and one.strength >= Strength.STATED for one in known.get(base.args[0], ()))
    }


def _kept(given: Inlined, known: Mapping[str, tuple[Meaning, ...]], length: int | None) -> tuple[Match, ...]:
    """What a tree is under all meanings of its names that can hold together."""
    candidates = {name: tuple(trees_of(known[name], given.numerals, name)) for name in known}
    return tuple(
        match
        for match in _matches(given.tree, candidates, length)
        if _consistent(match, known) and _length_stands(match, given) and one_name_each(match.meant, given.numerals)
    )


def part(tree: Node, read: Read) -> list[Match]:
    """The matches of a part of a formula, or of what stands in for one, with the meanings of its reading.

    Written as two outcomes, `k*rate + (1 - rate)`, its length is that of a block, as of a whole formula.
    """
    found = _in_part(tree, read)
    if found or not complementary(replace(read, tree=tree).worked):
        return found
    return _in_part(tree, replace(read, known=_as_blocks(read.known)))


def _in_part(tree: Node, read: Read) -> list[Match]:
    names = [name for name in free_names(tree) if name in read.known]
    candidates = {name: tuple(trees_of(read.known[name], read.numerals, name)) for name in names}
    return [
        match
        for match in _matches(tree, candidates, None)
        if _consistent(match, read.known)
        and (match.entry.right or match.gamma != 1)
        and one_name_each(match.meant, read.numerals)
    ]


def _matches(tree: Node, candidates: Mapping[str, tuple[Node, ...]], gamma: int | None) -> tuple[Match, ...]:
    """`matching.matches`, worked out once a shape: most formulas of a tree of files are some others with other names."""
    names = list(dict.fromkeys(_names(tree)))
    plain = {name: f"{'#' if name[:1] == '#' else 'n'}{place}" for place, name in enumerate(names)}
    if not plain.keys() <= candidates.keys():  # an index of a sum
        return matching.matches(tree, candidates, gamma)
    renamed = substitute(tree, {name: sym(new) for name, new in plain.items()})
    found = _of_shape(renamed, tuple((new, candidates[name]) for name, new in plain.items()), gamma)
    written = {new: name for name, new in plain.items()}
    return tuple(replace(one, meant={written[name]: node for name, node in one.meant.items()}) for one in found)


@lru_cache(maxsize=2048)
def _of_shape(tree: Node, candidates: tuple[tuple[str, tuple[Node, ...]], ...], gamma: int | None) -> tuple[Match, ...]:
    return matching.matches(tree, dict(candidates), gamma)


def _names(tree: Node) -> Iterator[str]:
    """The free names of a tree in the order in which they stand."""
    free = free_names(tree)
    return (node.args[0] for node in walk(tree) if node.op == "sym" and node.args[0] in free)


def _consistent(match: Match, known: Mapping[str, tuple[Meaning, ...]]) -> bool:
    """Whether the match takes its rate for what the evidence says, where it says it."""
    return all(
        rate_of(known[name]) in ("", "either", node.args[0])
        for name, node in match.meant.items()
        if node in (ALPHA, RATIO)
    )


def _overlap_named(tree: Node) -> Node:
    """The tree with every sum of mins of two laws as one name: it is alpha."""
    if tree.op == "sum" and tree.args[3].op == "min" and len(tree.args[3].args) == 2:
        return sym(OVERLAP)
    return tree.rebuild(_overlap_named)


def _tested_named(tree: Node, numerals: Mapping[str, Numeral], formula: Formula, document: Document) -> Node:
    """The tree with every quotient of accepted over tested counters as one name: it is alpha."""
    if tree.op == "div":
        top, bottom = (core(part, numerals) for part in tree.args)
        counted = top.op == bottom.op == "sym" and is_tested(bottom.args[0], formula, document)
        if counted and not is_tested(top.args[0], formula, document):
            return sym(TESTED)
    return tree.rebuild(lambda part: _tested_named(part, numerals, formula, document))


def _bare_index(name: str) -> bool:
    return name.startswith("?")


HUNDRED = 100


def trees_of(known: Sequence[Meaning], numerals: Mapping[str, Numeral], name: str) -> Iterator[Node]:
    """What a name may stand for; a numeral stands for itself too, first."""
    if name in numerals:
        yield from (num(value) for value in numerals[name].values)
        if HUNDRED in numerals[name].values:  # a percentage's, and no length
            return
    for meaning in known:
        if meaning.symbol not in _NO_FORMULA:
            yield from _MEANT.get(meaning.symbol, (sym(meaning.symbol),))


def rate_of(known: Sequence[Meaning]) -> str:
    """Which rate a name is by its evidence: alpha, r, `either` where nothing tells, "" where it is none."""
    best = {"alpha": 0, "r": 0, "rate": 0}
    for meaning in known:
        if meaning.symbol in _RATES:
            kind = _RATES[meaning.symbol]
            best[kind] = max(best[kind], int(meaning.strength))
    if not any(best.values()):
        return ""
    if best["alpha"] == best["r"] or max(best["alpha"], best["r"]) < Strength.NEAR:
        return "either"
    return "alpha" if best["alpha"] > best["r"] else "r"


def one_name_each(given: Mapping[str, Node], numerals: Mapping[str, Numeral]) -> bool:
    """Whether no two names stand for one quantity: `a*x + (1 - a)*y` is no formula of one rate."""
    meant = [node for name, node in given.items() if name not in numerals and node.op == "sym"]
    return len(meant) == len(set(meant))


def _length_stands(match: Match, given: Inlined) -> bool:
    """Whether a draft length that the formula does not name can be read off it: from a number, or a sum of powers."""
    if match.entry.right or match.gamma is None:
        return True
    numbers = {value for numeral in given.numerals.values() for value in numeral.values}
    return (match.gamma > 1 and match.gamma in numbers) or any(node.op == "pow" for node in walk(given.tree))


def walk(tree: Node) -> Iterator[Node]:
    """A tree and all that is in it."""
    yield tree
    for child in tree.children():
        yield from walk(child)
