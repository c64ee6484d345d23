"""The symbols that a document uses, for its nomenclature: in the vocabulary's order, each with what it means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import sympy as sp
from sympy.core.function import AppliedUndef

from ...derivations.claims import Claim
from ...derivations.expr import free_names
from ...derivations.kernel import Argument
from ...derivations.statements import All, Rel, Some, Statement, When
from ...derivations.vocabulary import TERMS, Term
from .model import Entry

NONE = frozenset[str]()


def terms_of(entries: Iterable[Entry]) -> tuple[Term, ...]:
    """The vocabulary's entries of every symbol in statements, steps, domains, rivals and figures; bound indices apart."""
    used = {name for entry in entries for name in _of_entry(entry)}
    return tuple(term for name, term in TERMS.items() if name in used)


def _of_entry(entry: Entry) -> Iterator[str]:
    yield from _of_claim(entry.claim)
    for argument in entry.derivation.arguments if entry.derivation else ():
        yield from _of_argument(argument)
    for published in entry.figures:
        yield from free_names(published.figure.expression)


def _of_claim(claim: Claim) -> Iterator[str]:
    yield from claim.domain.sets
    for condition in claim.domain.conditions:
        yield from free_names(condition)
    for statement in (claim.statement, *(rival.statement for rival in claim.rivals if rival.statement)):
        yield from _of_statement(statement)


def _of_argument(argument: Argument) -> Iterator[str]:
    for statement in argument.given:
        yield from _of_statement(statement)
    for formula in (argument.start, *(step.after for step in argument.steps)):
        yield from _free(formula)


def _of_statement(statement: Statement) -> Iterator[str]:
    if isinstance(statement, Rel):
        yield from _free(statement.lhs) | _free(statement.rhs)
    elif isinstance(statement, When):
        yield from _of_statement(statement.condition)
        yield from _of_statement(statement.then)
    elif isinstance(statement, All | Some):
        for part in statement.parts:
            yield from _of_statement(part)


@lru_cache(maxsize=2**14)  # the steps of an argument share most of their parts
def _free(formula: sp.Basic) -> frozenset[str]:
    """Names of free symbols, sequences and quantities. An index bound somewhere inside is not the vocabulary's symbol."""
    if isinstance(formula, sp.Symbol):
        return frozenset({formula.name})
    if not formula.args:
        return NONE
    inner = [_free(part) for part in formula.args]
    if isinstance(formula, sp.Sum | sp.Product):
        bound = {index.name for index, *_ in formula.limits}
        ends = [_free(end) for _, *limits in formula.limits for end in limits]
        return (inner[0] - bound).union(*ends)
    if isinstance(formula, sp.Limit):
        return inner[0] - {formula.args[1].name}
    own = {formula.func.__name__} if isinstance(formula, AppliedUndef) else NONE
    return NONE.union(own, *inner)
