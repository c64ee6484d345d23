"""What several rules' checkers share: identities over atoms, poles, and refusals."""

from __future__ import annotations

from typing import NoReturn

import sympy as sp

from ...errors import StepRejected
from ..atoms import atomize
from ..bounds import nonnegative, nonzero, positive
from ..domain import Domain
from ..export import export
from ..expr import Node, num
from ..kernel import Identity, relation_tree
from ..symbols import unfold
from ..vocabulary import term


def refuse(reason: str, lhs: sp.Basic | str = "", rhs: sp.Basic | str = "") -> NoReturn:
    raise StepRejected(reason, lhs=str(lhs), rhs=str(rhs))


def need(condition: bool, reason: str, lhs: sp.Basic | str = "", rhs: sp.Basic | str = "") -> None:
    if not condition:
        refuse(reason, lhs, rhs)


def equal(label: str, lhs: sp.Expr, rhs: sp.Expr, domain: Domain) -> Identity:
    """The identity lhs = rhs over atoms; refused unless the difference cancels to 0 as a rational function."""
    atoms = atomize((lhs, rhs), domain)
    left, right = atoms.expressions
    difference = sp.cancel(sp.together(left - right))
    need(difference is sp.S.Zero, f"{label}: the difference does not cancel", lhs, rhs)
    bound = {s.name for s in (left.free_symbols | right.free_symbols) if s.name not in atoms.domain.sets}
    around = atoms.domain.extended({name: term(name).domain for name in sorted(bound)})
    for pole in dict.fromkeys(map(export, denominators(left) + denominators(right))):
        if not nonzero(pole, around):
            around = around.given(Node("ne", (pole, num(0))))
    return Identity(label, relation_tree("=", left, right), around)


def denominators(expression: sp.Expr) -> tuple[sp.Expr, ...]:
    """The distinct bases that the expression divides by, anywhere in it."""
    found: set[sp.Expr] = set()
    for power in expression.atoms(sp.Pow):
        if power.exp.is_number and power.exp.is_negative and power.base.free_symbols:
            found.add(power.base)
    return tuple(sorted(found, key=sp.default_sort_key))


def never_zero(expression: sp.Expr, domain: Domain) -> bool:
    return nonzero(export(unfold(expression)), domain)


def is_nonnegative(expression: sp.Expr, domain: Domain) -> bool:
    return nonnegative(export(unfold(expression)), domain)


def is_positive(expression: sp.Expr, domain: Domain) -> bool:
    return positive(export(unfold(expression)), domain)


def sum_parts(expression: sp.Expr) -> tuple[sp.Expr, sp.Symbol, sp.Expr, sp.Expr]:
    """(body, index, low, high) of a sum over one index; refuse anything else."""
    if not isinstance(expression, sp.Sum) or len(expression.limits) != 1:
        refuse("not a finite sum over one index", expression)
    index, low, high = expression.limits[0]
    return expression.function, index, low, high


def need_range(low: sp.Expr, high: sp.Expr, domain: Domain, *, empty_allowed: bool = True) -> None:
    """The range low..high is not reversed: high >= low - 1 (or high >= low where an empty one will not do)."""
    slack = high - low + (1 if empty_allowed else 0)
    need(is_nonnegative(slack, domain), f"the range {low}..{high} may be {'reversed' if empty_allowed else 'empty'}")


def short_written(term: sp.Expr) -> sp.Expr:
    """Sums and products of one term or of none, written out (a product over i = 1..0 is 1)."""
    return term.replace(
        lambda e: isinstance(e, sp.Sum | sp.Product) and e.limits[0][2] - e.limits[0][1] in (-1, 0), lambda e: e.doit()
    )


def written(fraction: sp.Expr) -> sp.Expr:
    """A fraction over 1 - r, as people write it, not over r - 1."""
    top, bottom = sp.fraction(fraction)
    return sp.Mul(-top, 1 / -bottom) if bottom.is_Add and not bottom.could_extract_minus_sign() else fraction
