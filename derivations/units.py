"""Units carried through formulas by SymPy's unit system: what may be added, and what a value is measured in.

Every symbol has its unit from the vocabulary. Adding or comparing different units, or the same dimension at another
scale (milliseconds and seconds), is rejected. Counts (tokens, parameters) are plain numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction

import sympy as sp
from sympy.core.function import AppliedUndef
from sympy.physics import units as si
from sympy.physics.units.systems import SI

from ..errors import BadInput, StepRejected
from .export import export
from .expr import Node, num
from .kernel import Argument
from .statements import Statement, relations
from .symbols import unfold
from .vocabulary import TERMS, term

UNITS: Mapping[str, sp.Expr] = {
    "1": sp.S.One,
    "tokens": sp.S.One,
    "tokens²": sp.S.One,
    "B": si.byte,
    "GB": si.giga * si.byte,
    "s": si.second,
    "ms": si.milli * si.second,
    "B/s": si.byte / si.second,
    "GB/s": si.giga * si.byte / si.second,
    "TB/s": si.tera * si.byte / si.second,
}
"""The units that the vocabulary and published figures use, as SymPy writes them."""

Given = Mapping[str, str]
"""Units that differ from the vocabulary's: name -> a key of `UNITS` (`{"t_d": "ms"}`)."""


def unit(name: str) -> sp.Expr:
    """The SymPy unit of that name. Raises `BadInput` naming those there are."""
    if name not in UNITS:
        raise BadInput(f"unknown unit '{name}': expected one of {', '.join(UNITS)}")
    return UNITS[name]


def ratio(one: sp.Expr, other: sp.Expr) -> Fraction:
    """How many `other` make `one`: 1 GB/(TB/s) is 1 ms. Raises `StepRejected` where the dimensions differ."""
    found = sp.simplify(si.convert_to(one / other, [si.byte, si.second], SI))
    if not found.is_Rational:
        raise StepRejected("different dimensions", step="units", lhs=str(one), rhs=str(other))
    return Fraction(int(found.p), int(found.q))


def unit_of(expression: sp.Basic, given: Given | None = None) -> sp.Expr:
    """The unit of a formula's value. Raises `StepRejected` for a sum (or comparison) of different units."""
    given = given or {}
    if isinstance(expression, sp.Symbol):
        return unit(given.get(expression.name, term(expression.name).unit))
    if isinstance(expression, AppliedUndef):
        return _quantity(expression, given)
    if isinstance(expression, sp.Add):
        return _same(expression, expression.args, given)
    if isinstance(expression, sp.Mul):
        return sp.Mul(*(unit_of(factor, given) for factor in expression.args))
    if isinstance(expression, sp.Pow):
        _plain(expression.exp, given)
        base = unit_of(expression.base, given)
        if base != 1 and not expression.exp.is_Integer:
            raise StepRejected(f"a unit to the power {expression.exp}", step="units", lhs=str(expression))
        return base**expression.exp if base != 1 else base
    if isinstance(expression, sp.Sum):
        for bound in expression.limits[0][1:]:
            _plain(bound, given)
        return unit_of(expression.function, given)
    if isinstance(expression, sp.Max | sp.Min):
        return _same(expression, expression.args, given)
    if isinstance(expression, sp.Piecewise):
        return _same(expression, [value for value, _ in expression.args], given)
    for argument in expression.args:
        _plain(argument, given)
    return sp.S.One


def _quantity(applied: AppliedUndef, given: Given) -> sp.Expr:
    """A quantity has the unit of its vocabulary entry, if its arguments have those of its parameters."""
    entry = TERMS[applied.func.__name__]
    for parameter, argument in zip(entry.parameters, applied.args, strict=True):
        if ratio(unit_of(argument, given), unit(term(parameter).unit)) != 1:
            raise StepRejected(f"{argument} is not in {term(parameter).unit}", step="units", lhs=str(applied))
    return unit(entry.unit)


def _same(whole: sp.Basic, values: Iterable[sp.Basic], given: Given) -> sp.Expr:
    first, *others = [unit_of(value, given) for value in values if value != 0] or [sp.S.One]  # 0 is 0 in any unit
    for other in others:
        if ratio(first, other) != 1:
            raise StepRejected("the same dimension at another scale", step="units", lhs=f"{whole}: {first}, {other}")
    return first


def _plain(expression: sp.Basic, given: Given) -> None:
    if ratio(unit_of(expression, given), sp.S.One) != 1:
        raise StepRejected("a plain number is expected here", step="units", lhs=str(expression))


def check_statement(statement: Statement) -> None:
    """Refuse a statement that compares what has different units. Raises `StepRejected`."""
    for relation in relations(statement):
        _same(relation.lhs, (relation.lhs, relation.rhs), {})


def check_units(argument: Argument) -> Argument:
    """The argument, if every step has the same unit before and after, and every quantity that of its definition.

    Raises `StepRejected`.
    """
    for step in argument.steps:
        for side in (step.before, step.after):
            _same(side, (step.before, step.after, unfold(side)), {})
    return argument


def scaled(formula: sp.Expr, given: Given, result: str) -> Node:
    """The tree of a formula for inputs in the units `given`, its value in the unit `result` (GB over TB/s in ms).

    Raises `StepRejected` where the formula does not give such a unit.
    """
    shown = unfold(formula)
    factor = ratio(unit_of(shown, given), unit(result))
    return export(shown) if factor == 1 else Node("mul", (num(factor), export(shown)))
