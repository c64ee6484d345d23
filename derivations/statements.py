"""What a claim says: relations between SymPy expressions, joined by words of our own.

Not SymPy's booleans: `Eq` may evaluate itself away, and `bool(sympy.Implies(x < 1, x < 0))` is True. A statement here
never has a truth value; it is exported to a tree (`tree`), and the tree is evaluated in exact arithmetic.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import sympy as sp

from ..errors import BadInput
from .domain import Domain
from .export import export
from .expr import Env, Node, truth
from .symbols import unfold

RELATIONS = {"=": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "lt", ">=": "le"}
SWAPPED = frozenset({">", ">="})


@dataclass(frozen=True)
class Rel:
    """`lhs op rhs`, op one of = != < <= > >=."""

    op: str
    lhs: sp.Expr
    rhs: sp.Expr


@dataclass(frozen=True)
class All:
    """Every part holds."""

    parts: tuple[Statement, ...]


@dataclass(frozen=True)
class Some:
    """At least one part holds."""

    parts: tuple[Statement, ...]


@dataclass(frozen=True)
class When:
    """Where `condition` holds, `then` holds."""

    condition: Statement
    then: Statement


@dataclass(frozen=True)
class Words:
    """What a program does, said in words because no formula says it. It has no tree: its evidence is run elsewhere."""

    says: str


Statement = Rel | All | Some | When | Words


def _expr(value: sp.Expr | int) -> sp.Expr:
    return sp.Integer(value) if isinstance(value, int) else value


def _relation(op: str) -> Callable[[sp.Expr | int, sp.Expr | int], Rel]:
    return lambda lhs, rhs: Rel(op, _expr(lhs), _expr(rhs))


eq, ne, lt, le, gt, ge = (_relation(op) for op in ("=", "!=", "<", "<=", ">", ">="))


def both(*parts: Statement) -> All:
    """The statement that all parts hold."""
    return All(parts)


def either(*parts: Statement) -> Some:
    """The statement that at least one part holds."""
    return Some(parts)


def when(condition: Statement, then: Statement) -> When:
    """The statement that `then` holds wherever `condition` does."""
    return When(condition, then)


def parts(statement: Statement) -> tuple[Statement, ...]:
    """The conjuncts, flattened."""
    if isinstance(statement, All):
        return tuple(leaf for part in statement.parts for leaf in parts(part))
    return (statement,)


def relations(statement: Statement) -> tuple[Rel, ...]:
    """Every relation that the statement asserts (conditions excluded), in reading order."""
    if isinstance(statement, Rel):
        return (statement,)
    if isinstance(statement, When):
        return relations(statement.then)
    if isinstance(statement, Words):
        return ()
    return tuple(rel for part in statement.parts for rel in relations(part))


def expressions(statement: Statement) -> tuple[sp.Expr, ...]:
    """Every expression in a statement, conditions included."""
    if isinstance(statement, Rel):
        return (statement.lhs, statement.rhs)
    if isinstance(statement, When):
        return (*expressions(statement.condition), *expressions(statement.then))
    if isinstance(statement, Words):
        return ()
    return tuple(found for part in statement.parts for found in expressions(part))


def asserted(statement: Statement, point: Env) -> Iterator[Rel]:
    """The relations that a statement asserts at a point: those of its parts whose conditions hold there."""
    for part in parts(statement):
        if isinstance(part, Rel):
            yield part
        elif isinstance(part, When) and truth(tree(part.condition), point):
            yield from asserted(part.then, point)


def map_expressions(statement: Statement, change: Callable[[sp.Expr], sp.Expr]) -> Statement:
    """The statement with `change` applied to every expression in it."""
    if isinstance(statement, Rel):
        return Rel(statement.op, change(statement.lhs), change(statement.rhs))
    if isinstance(statement, When):
        return When(map_expressions(statement.condition, change), map_expressions(statement.then, change))
    if isinstance(statement, Words):
        return statement
    return type(statement)(tuple(map_expressions(part, change) for part in statement.parts))


def narrow(domain: Domain, *statements: Statement) -> Domain:
    """The domain under further conditions."""
    for statement in statements:
        domain = domain.given(tree(statement))
    return domain


def tree(statement: Statement) -> Node:
    """The truth-valued tree of the statement, quantities unfolded: only primitive symbols are left in it."""
    if isinstance(statement, Rel):
        left, right = export(unfold(statement.lhs)), export(unfold(statement.rhs))
        return Node(RELATIONS[statement.op], (right, left) if statement.op in SWAPPED else (left, right))
    if isinstance(statement, When):
        return Node("implies", (tree(statement.condition), tree(statement.then)))
    if isinstance(statement, Words):
        raise BadInput(f"said in words, it has no formula: {statement.says}")
    return Node("and" if isinstance(statement, All) else "or", tuple(tree(part) for part in statement.parts))
