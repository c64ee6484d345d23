"""The symbols that a document uses, for its nomenclature: in the vocabulary's order, each with what it means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import sympy as sp
from sympy.core.function import AppliedUndef

from ...derivations.expr import Node, free_names
from ...derivations.statements import expressions
from ...derivations.vocabulary import TERMS, Term
from .model import Entry

NONE = frozenset[str]()


def terms_of(entries: Iterable[Entry]) -> tuple[Term, ...]:
    """The vocabulary's entries of every symbol in statements, steps, domains, rivals and figures; bound indices apart."""
    used: set[str] = set()
    formulas: dict[sp.Basic, None] = {}
    for entry in entries:
        used.update(entry.claim.domain.sets, *map(free_names, _trees(entry)))
        formulas.update(dict.fromkeys(_formulas(entry)))
    used |= _free(formulas)
    return tuple(term for name, term in TERMS.items() if name in used)


def _trees(entry: Entry) -> Iterator[Node]:
    yield from entry.claim.domain.conditions
    yield from (published.figure.expression for published in entry.figures)


def _formulas(entry: Entry) -> Iterator[sp.Basic]:
    yield from expressions(entry.claim.statement)
    for rival in entry.claim.rivals:
        yield from expressions(rival.statement) if rival.statement else ()
    for argument in entry.derivation.arguments if entry.derivation else ():
        yield argument.start
        yield from (step.after for step in argument.steps)
        yield from (formula for given in argument.given for formula in expressions(given))


def _free(formulas: Iterable[sp.Basic]) -> set[str]:
    """Names of free symbols, sequences and quantities. An index bound somewhere inside is not the vocabulary's symbol."""
    names: set[str] = set()
    left = {NONE: [*formulas]}  # by the indices that are bound there
    seen: dict[frozenset[str], dict[int, sp.Basic]] = {}  # the steps of an argument share most of their parts
    while left:
        bound, parts = left.popitem()
        known = seen.setdefault(bound, {})
        while parts:
            part = parts.pop()
            if id(part) in known:
                continue
            known[id(part)] = part
            if isinstance(part, sp.Symbol):
                names.update({part.name} - bound)
            elif isinstance(part, _BINDING):
                inside, *ranges = part.args
                folds = [ranges[:1]] if isinstance(part, sp.Limit) else ranges
                left.setdefault(bound.union(index.name for index, *_ in folds), []).append(inside)
                parts += [end for _, *ends in folds for end in ends]
            else:
                if isinstance(part, AppliedUndef):
                    names.add(part.func.__name__)
                parts += part.args
    return names


_BINDING = (sp.Sum, sp.Product, sp.Limit)
