"""What formulas come to with the definitions of their names put in: `avg = rate*k; (1 + avg)/cost` is `(1 + rate*k)/cost`."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass

from ...derivations.expr import Node, free_names, substitute, sym
from ...errors import BadInput
from .document import Document, Formula, How, Kind
from .mathtext import Numeral

MAX_LEVELS = 4
MAX_SIZE = 400  # nodes of a tree with definitions put in: what people work out by hand is a tenth of it
MAX_SCOPES = 20  # functions in functions

_DEFINES = frozenset({How.SAID, How.ASSIGNED, How.LOOPED, How.CALLED, How.ENTRY, How.DEFAULT, How.RETURNED})
_OWN = frozenset({"self", "cls", "this"})


@dataclass(frozen=True)
class Inlined:
    """What a formula comes to with definitions put in: a tree, what its numerals are, and the formulas that it took up.

    Numerals are named anew in the whole tree, the formula's own first: `#0`, `#1`, ...
    """

    tree: Node
    numerals: Mapping[str, Numeral]
    taken: tuple[Formula, ...] = ()


def inlined(formula: Formula, document: Document) -> Iterator[Inlined]:
    """What the formula comes to: its own templates, then these with one level of definitions put in after another.

    A name is replaced by its last definition before its use in the innermost scope that has one; where only an outer scope
    has, and later, by the only one there. `self.rate` is what the class assigns or what its property returns, if that is one.
    Plain numbers are left to be looked up: they say what a name is.
    """
    known = _Definitions.of(document)
    for template in formula.templates:
        state = Inlined(template, formula.numerals)
        users = dict.fromkeys(free_names(template), formula)
        yield state
        for _ in range(MAX_LEVELS):
            found = {name: known.of_name(name, users[name]) for name in sorted(free_names(state.tree)) if name in users}
            new = {name: one for name, one in found.items() if one is not None and one not in state.taken}
            inner = [(name, one) for one in new.values() for name in free_names(one.templates[0])]
            later = {name for name, one in inner if known.of_name(name, one) is new.get(name)}  # with its uses in there
            new = {name: one for name, one in new.items() if name not in later} or new
            grown = _put_in(state, new) if new else None
            if grown is None:
                break
            for one in new.values():
                for name in free_names(one.templates[0]):
                    first = users.setdefault(name, one)
                    if known.of_name(name, one) is not known.of_name(name, first):
                        del users[name]  # it means two things by now
            state = grown
            yield state


def used(document: Document, names: Callable[[Node], Collection[str]] = free_names) -> frozenset[int]:
    """The places in `document.formulas` of those that another formula takes up: steps on the way, not what is stated.

    `names` are those of a tree that count.
    """
    known = _Definitions.of(document)
    taken = {
        id(one)
        for formula in document.formulas
        if formula.templates[0].op != "sym"  # another name for it, or `return tokens`: it is not gone on with
        for name in frozenset().union(*map(names, formula.templates))
        if (one := known.of_name(name, formula)) is not None
    }
    return frozenset(place for place, formula in enumerate(document.formulas) if id(formula) in taken)


def terms(tree: Node) -> frozenset[str]:
    """The names that are terms of a sum: of `prefix + a**k`, both where these are names."""
    own = {part.args[0] for part in tree.args if part.op == "sym"} if tree.op == "add" else set()
    return frozenset(own).union(*map(terms, tree.children()))


def _put_in(state: Inlined, definitions: Mapping[str, Formula]) -> Inlined | None:
    """The tree with names replaced by what they are defined as. None where that is too large or catches an index."""
    numerals = dict(state.numerals)
    trees: dict[str, Node] = {}
    for name, one in definitions.items():
        fresh = {old: f"#{len(numerals) + place}" for place, old in enumerate(one.numerals)}
        numerals |= {fresh[old]: numeral for old, numeral in one.numerals.items()}
        trees[name] = substitute(one.templates[0], {old: sym(new) for old, new in fresh.items()})
    if _size(state.tree, {name: _size(tree, {}) for name, tree in trees.items()}) > MAX_SIZE:
        return None
    try:
        return Inlined(substitute(state.tree, trees), numerals, (*state.taken, *definitions.values()))
    except BadInput:
        return None


def _size(tree: Node, sizes: Mapping[str, int]) -> int:
    own = sizes.get(tree.args[0], 1) if tree.op == "sym" else 1
    return own + sum(_size(child, sizes) for child in tree.children())


class _Definitions:
    """What names are defined as in a document: by name and scope, each in the order of the file."""

    def __init__(self, document: Document) -> None:
        self._order = {id(formula): place for place, formula in enumerate(document.formulas)}
        self._of: dict[tuple[str, str], list[Formula]] = {}
        self._properties: dict[str, list[Formula]] = {}
        self._generals: dict[int, list[Formula]] = {}
        for formula in document.formulas:
            name, scope = _joined(formula.result), formula.passage.scope
            if not name or formula.how not in _DEFINES:
                continue
            if formula.how is How.RETURNED:
                name, scope = f"self.{name}", scope.rpartition(".")[0]
                self._properties.setdefault(formula.result, []).append(formula)
            elif name.partition(".")[0] in _OWN:
                name, scope = f"self.{name.partition('.')[2]}", scope.rpartition(".")[0]
            self._of.setdefault((name, scope), []).append(formula)

    @staticmethod
    def of(document: Document) -> _Definitions:
        """Made once a document."""
        found: _Definitions | None = document.__dict__.get("_definitions")
        if found is None:
            found = _Definitions(document)
            object.__setattr__(document, "_definitions", found)
        return found

    def of_name(self, name: str, user: Formula) -> Formula | None:
        """The definition of a name as a formula uses it, where that is one and more than a number."""
        name = _joined(name)
        owner, _, member = name.removesuffix("()").partition(".")
        if member in self._properties and owner not in _OWN:
            return self._only(self._properties[member], user)
        scope = user.passage.scope
        if member and owner in _OWN:
            name, scope = f"self.{member}", scope.rpartition(".")[0]
        for _ in range(MAX_SCOPES):
            definitions = self._of.get((name, scope), [])
            if definitions and name[:5] == "self.":  # its methods run in any order
                return self._only(definitions, user)
            if definitions:
                place = self._order.get(id(user), len(self._order))
                earlier = bisect_left(definitions, place, key=lambda one: self._order[id(one)])
                if earlier or scope == user.passage.scope:
                    return _one(definitions[max(0, earlier - 1) : earlier], user)
                return self._only(definitions, user)
            if not scope:
                break
            scope = scope.rpartition(".")[0]
        return None

    def _only(self, definitions: list[Formula], user: Formula) -> Formula | None:
        """The definition among all of a name in a scope, which are the same list for every user."""
        if len(definitions) > 1:
            if id(definitions) not in self._generals:
                self._generals[id(definitions)] = _general(definitions)
            definitions = self._generals[id(definitions)]
        return _one(definitions, user)


def _joined(name: str) -> str:
    """A name of words as one: `E[accepted tokens]` is `E[accepted_tokens]` inside of a formula."""
    return name.replace(" ", "_")


def _one(definitions: list[Formula], user: Formula) -> Formula | None:
    """The definition, where there is one and it is more than a number."""
    if len(definitions) != 1 or definitions[0] is user:
        return None
    (one,) = definitions
    tree = one.templates[0]
    return None if tree.op == "sym" and tree.args[0] in one.numerals else one


def added_to(one: Formula) -> bool:
    """Whether a variable is added to soon after its definition (`tokens += 1`, `n++`): what it is, it is only then."""
    if one.how is not How.ASSIGNED or one.passage.kind is not Kind.CODE:
        return False
    text, end = one.passage.source.text, one.passage.end(one.end)
    left = _LEAVES.search(text, end, end + _SOON)
    between = text[end : left.start() if left else end + _SOON]
    return one.result in between and any((match["a"] or match["b"]) == one.result for match in _ADDS.finditer(between))


_SOON = 600  # characters: a dozen lines
_LEAVES = re.compile(r"^(?:\w|[})])", re.MULTILINE)
"""A line that begins at the margin, where a function has ended."""
_ADDS = re.compile(r"(?<![\w.])(?P<a>[^\W\d][\w.]*)\s*(?:[-+*/]=(?!=)|\+\+|--)|(?:\+\+|--)(?P<b>[^\W\d][\w.]*)")


def _general(definitions: list[Formula]) -> list[Formula]:
    """Of what one function returns, what it returns in general: early returns of numbers and of fewer names are special cases."""
    first = definitions[0]
    if any(one.how is not How.RETURNED or one.passage.scope != first.passage.scope for one in definitions):
        return definitions
    names = [frozenset().union(*map(free_names, one.templates)) - set(one.numerals) for one in definitions]
    most = max(names, key=len)
    widest = [one for one, own in zip(definitions, names, strict=True) if own == most]
    return widest if len(widest) == 1 and all(own < most for own in names if own is not most) else definitions
