"""The symbols that a document uses, for its nomenclature: in the vocabulary's order, each with what it means."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import sympy as sp
from sympy.core.function import AppliedUndef

from ...derivations.claims import Claim
from ...derivations.expr import free_names
from ...derivations.kernel import Argument
from ...derivations.statements import Statement, expressions
from ...derivations.vocabulary import TERMS, Term
from .model import Entry

NONE = frozenset[str]()


def terms_of(entries: Iterable[Entry]) -> tuple[Term, ...]:
    """The vocabulary's entries of every symbol in statements, steps, domains, rivals and figures; bound indices apart."""
    used = NONE.union(*map(_of_entry, entries))
    return tuple(term for name, term in TERMS.items() if name in used)


def _of_entry(entry: Entry) -> frozenset[str]:
    arguments = entry.derivation.arguments if entry.derivation else ()
    figures = (free_names(published.figure.expression) for published in entry.figures)
    return _of_claim(entry.claim).union(*map(_of_argument, arguments), *figures)


def _of_claim(claim: Claim) -> frozenset[str]:
    rivals = (rival.statement for rival in claim.rivals if rival.statement)
    conditions = map(free_names, claim.domain.conditions)
    return frozenset(claim.domain.sets).union(*conditions, *map(_of_statement, (claim.statement, *rivals)))


def _of_argument(argument: Argument) -> frozenset[str]:
    formulas = (argument.start, *(step.after for step in argument.steps))
    return NONE.union(*map(_of_statement, argument.given), *map(_free, formulas))


def _of_statement(statement: Statement) -> frozenset[str]:
    return NONE.union(*map(_free, expressions(statement)))


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
