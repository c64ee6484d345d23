"""The mutants of a formula: one for every occurrence of an operator, generated, none chosen by hand.

A mutant changes one place of a SymPy expression or statement: the sign of a term, an exponent, an end of a range or a whole
number off by one, min against max, the two sides of a quotient, <= against <, the branches of a case distinction.
"""

from __future__ import annotations

from collections.abc import Iterator

import sympy as sp
from draftproof.derivations.statements import All, Rel, Some, Statement, When

LOOSER = {"<=": "<", "<": "<=", ">=": ">", ">": ">=", "=": "!=", "!=": "="}
SWAPS = ((sp.Min, sp.Max), (sp.Max, sp.Min), (sp.floor, sp.ceiling), (sp.ceiling, sp.floor))

Mutant = tuple[str, sp.Basic]


def of_expression(expression: sp.Basic) -> Iterator[Mutant]:
    """Every mutant of an expression: its own, and those of its parts put back in their place."""
    yield from _here(expression)
    if isinstance(expression, sp.Indexed | sp.IndexedBase | sp.Symbol):
        return
    if isinstance(expression, sp.Sum | sp.Product):
        yield from _of_fold(expression)
        return
    if isinstance(expression, sp.Limit):
        return
    for position, argument in enumerate(expression.args):
        for name, changed in of_expression(argument):
            arguments = list(expression.args)
            arguments[position] = changed
            yield name, expression.func(*arguments)


def _of_fold(folded: sp.Sum | sp.Product) -> Iterator[Mutant]:
    for name, changed in of_expression(folded.function):
        yield name, folded.func(changed, *folded.limits)
    for position, (index, low, high) in enumerate(folded.limits):
        for shifted in ((index, low + 1, high), (index, low, high - 1), (index, low, high + 1)):
            limits = list(folded.limits)
            limits[position] = shifted
            yield f"the range of {index} to {shifted[1]}..{shifted[2]}", folded.func(folded.function, *limits)


def _here(expression: sp.Basic) -> Iterator[Mutant]:
    if isinstance(expression, sp.Integer):
        yield f"{expression} to {expression + 1}", expression + 1
    if isinstance(expression, sp.Add):
        for term in expression.args:
            yield f"the sign of {term}", expression - 2 * term
    if isinstance(expression, sp.Pow):
        for shift in (1, -1):
            yield f"the exponent of {expression} by {shift}", expression.base ** (expression.exp + shift)
    if isinstance(expression, sp.Mul):
        top, bottom = sp.fraction(expression)
        if bottom != 1:
            yield "the two sides of the quotient", bottom / top
    if isinstance(expression, sp.Piecewise) and len(expression.args) > 1:
        (first, condition), *rest = expression.args
        yield "the branches", sp.Piecewise((rest[0][0], condition), (first, rest[0][1]), *rest[1:])
    for one, other in SWAPS:
        if isinstance(expression, one):
            yield f"{one.__name__} to {other.__name__}", other(*expression.args)


def of_statement(statement: Statement) -> Iterator[tuple[str, Statement]]:
    """Every mutant of what a statement asserts (its conditions are judged as hypotheses, by the proofs)."""
    if isinstance(statement, Rel):
        yield f"{statement.op} to {LOOSER[statement.op]}", Rel(LOOSER[statement.op], statement.lhs, statement.rhs)
        for name, changed in of_expression(statement.lhs):
            yield f"left: {name}", Rel(statement.op, changed, statement.rhs)
        for name, changed in of_expression(statement.rhs):
            yield f"right: {name}", Rel(statement.op, statement.lhs, changed)
    elif isinstance(statement, When):
        for name, changed in of_statement(statement.then):
            yield name, When(statement.condition, changed)
    elif isinstance(statement, All | Some):
        for position, part in enumerate(statement.parts):
            for name, changed in of_statement(part):
                parts = list(statement.parts)
                parts[position] = changed
                yield f"part {position + 1}: {name}", type(statement)(tuple(parts))
