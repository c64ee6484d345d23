"""SymPy symbols and quantities, made from the vocabulary.

A *quantity* (E, r, S, ...) is a function of primitive symbols with one definition, given beside the claims of its chain.
Statements are written with quantities; `unfold` replaces them by their definitions, down to primitive symbols.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from ..errors import BadInput, StepRejected
from .domain import Interval, Naturals, Sequences
from .vocabulary import TERMS, term


def symbol(name: str) -> sp.Symbol:
    """The SymPy symbol of a vocabulary name, with the assumptions its set allows (integer, nonnegative, positive, real)."""
    values = term(name).domain
    if isinstance(values, Naturals):
        return (
            sp.Symbol(name, integer=True, positive=True)
            if values.start > 0
            else sp.Symbol(name, integer=True, nonnegative=True)
        )
    if isinstance(values, Interval) and values.low is not None and values.low >= 0:
        return (
            sp.Symbol(name, positive=True) if values.low > 0 or values.low_open else sp.Symbol(name, nonnegative=True)
        )
    return sp.Symbol(name, real=True)


def sequence(name: str) -> sp.IndexedBase:
    """The SymPy sequence of a vocabulary name whose domain is `Sequences`."""
    if not isinstance(term(name).domain, Sequences):
        raise BadInput(f"{name} is not a sequence in the vocabulary")
    return sp.IndexedBase(name, real=True)


FOLDS = (sp.Sum, sp.Product)


def put(expression: sp.Expr, values: Mapping[sp.Basic, sp.Expr]) -> sp.Expr:
    """`expression` with values put for symbols, all at once.

    Refused (`StepRejected`) where a value mentions an index that is bound at the place it would go to: SymPy would capture it.
    """
    return _put(expression, tuple(values.items())) if values else expression


@lru_cache(maxsize=2**12)  # a rule computes with a claim's formulas, and its checker with the same
def _put(expression: sp.Expr, values: tuple[tuple[sp.Basic, sp.Expr], ...]) -> sp.Expr:
    for binder in expression.atoms(sp.Sum, sp.Product, sp.Limit):
        bound = {binder.args[1]} if isinstance(binder, sp.Limit) else {limit[0] for limit in binder.limits}
        for name, value in values:
            if name not in bound and value.free_symbols & bound and binder.args[0].has(name):
                raise StepRejected(f"{value}, put for {name}, would be captured", lhs=str(binder))
    sequences = {
        name: value for name, value in values if isinstance(name, sp.IndexedBase)
    }  # `subs` has no place for them
    numbers = {name: value for name, value in values if not isinstance(name, sp.IndexedBase)}
    put_in: sp.Expr = expression.xreplace(sequences)
    kept_apart = {name: apart(value, _around(name, put_in)) for name, value in numbers.items()}
    return put_in.subs(kept_apart, simultaneous=True)


def _indices(folds: Iterable[sp.Expr]) -> frozenset[sp.Symbol]:
    return frozenset(limit[0] for fold in folds for limit in fold.limits)


def _around(part: sp.Basic, whole: sp.Basic) -> frozenset[sp.Symbol]:
    """The indices of the sums and products that have a part in what they add up or multiply."""
    return _indices(fold for fold in whole.atoms(*FOLDS) if fold.function.has(part))


def apart(expression: sp.Expr, taken: frozenset[sp.Symbol]) -> sp.Expr:
    """The expression with other indices for those of its sums and products that are `taken`, by a fold it is put into.

    SymPy brings the cases of what a sum adds up to its front where they mention the index; of a sum in a sum over the same
    letter it takes the inner index for the outer one, and the result has another value.
    """
    if not taken & _indices(expression.atoms(*FOLDS)):
        return expression
    return expression.replace(lambda part: isinstance(part, FOLDS), lambda fold: _renamed(fold, taken))


def _renamed(fold: sp.Expr, taken: frozenset[sp.Symbol]) -> sp.Expr:
    used = taken | fold.free_symbols | _indices(fold.atoms(*FOLDS))
    new: dict[sp.Symbol, sp.Symbol] = {}
    for index, *_ in fold.limits:
        if index in taken:
            name = next(name for k in range(1, 100) if (name := f"{index.name}_{k}") not in {one.name for one in used})
            new[index] = sp.Symbol(name, **index.assumptions0)
            used |= {new[index]}
    return fold.func(fold.function.xreplace(new), *((new.get(index, index), *ends) for index, *ends in fold.limits))


@dataclass(frozen=True)
class Quantity:
    """A defined function: `Quantity("E", ...)(alpha, gamma)` is the applied, opaque SymPy term."""

    name: str
    parameters: tuple[sp.Symbol | sp.IndexedBase, ...]
    definition: sp.Expr

    def __call__(self, *args: Any) -> sp.Expr:
        if len(args) != len(self.parameters):
            raise BadInput(f"{self.name} takes {len(self.parameters)} arguments, not {len(args)}")
        return sp.Function(self.name, real=True)(*(sp.Integer(a) if isinstance(a, int) else a for a in args))

    def at(self, *args: sp.Expr) -> sp.Expr:
        """The definition with the arguments put in."""
        return put(
            self.definition, {name: value for name, value in zip(self.parameters, args, strict=True) if name != value}
        )


def _parameter(name: str) -> sp.Symbol | sp.IndexedBase:
    return sequence(name) if isinstance(term(name).domain, Sequences) else symbol(name)


_QUANTITIES: dict[str, Quantity] = {}


def quantity(name: str, definition: sp.Expr) -> Quantity:
    """Define a vocabulary quantity, once."""
    if name not in TERMS or not TERMS[name].is_quantity:
        raise BadInput(f"{name} is not a quantity of the vocabulary: expected one that derivations/vocabulary.py lists")
    made = Quantity(name, tuple(_parameter(p) for p in TERMS[name].parameters), definition)
    if _QUANTITIES.setdefault(name, made) != made:
        raise BadInput(f"the quantity {name} is already defined otherwise")
    unfold.cache_clear()  # what was opaque may have a definition now
    return made


def quantities() -> tuple[Quantity, ...]:
    """The quantities that the chains imported so far define."""
    return tuple(_QUANTITIES.values())


def quantity_of(name: str) -> Quantity | None:
    """The quantity of that name, if a chain imported so far defines one."""
    return _QUANTITIES.get(name)


def definition_of(applied: sp.Expr) -> sp.Expr | None:
    """One level of unfolding of an applied quantity; None when it is not one."""
    if isinstance(applied, AppliedUndef) and applied.func.__name__ in _QUANTITIES:
        return _QUANTITIES[applied.func.__name__].at(*applied.args)
    return None


@lru_cache(maxsize=2**14)  # a claim, its steps and its rivals unfold the same parts over and over
def unfold(expression: sp.Expr) -> sp.Expr:
    """`expression` with every quantity replaced by its definition, until only primitive symbols are left."""
    for _ in range(20):  # deeper than any nesting of definitions; a circle of definitions is caught here
        calls = expression.atoms(AppliedUndef)
        found = {f: apart(d, _around(f, expression)) for f in calls if (d := definition_of(f)) is not None}
        if not found:
            return expression
        expression = expression.xreplace(found)
    raise BadInput("definitions nest without end")
