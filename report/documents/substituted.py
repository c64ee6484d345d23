"""A statement with numbers put in: (1 - 0.7^6)/0.3 = 2.94117.

What stands on the page is computed in exact arithmetic; a logarithm or the like by enclosures, to digits that both of their ends
share. Sums and differences of numbers are added up (`1 - 0.7` is 0.3, `5 + 1` is 6), powers, quotients and products of decimals
stay, sums over an index stay sums, and of a formula with cases only the one that applies here is left.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import sympy as sp
from sympy.core.function import AppliedUndef

from ...derivations.domain import Domain
from ...derivations.enclosure import value_at
from ...derivations.exact import holds_at
from ...derivations.export import export
from ...derivations.expr import Env, Node, NotRational, Undefined, free_names, num, number, substitute
from ...derivations.intervals import Interval
from ...derivations.notation import TEXT
from ...derivations.printing import text
from ...derivations.statements import Rel, Some, Statement, When, parts, relations, tree
from ...derivations.symbols import unfold
from ...derivations.tree_printing import DIGITS, arranged, decimal, digits, rounded, written
from ...derivations.vocabulary import term
from ...errors import BadInput
from .folding import put_in
from .model import At, Line, Shown, Side

MAX_DIGITS = 20
"""Digits up to which different values are told apart."""

MAX_POWER, MAX_WORK = 10_000, 2**16
"""The largest exponent that is computed exactly for a reader, and the most terms of sums times the longest of them, which is what
their digits grow with: 256 terms, or 40 in 40. It takes tenths of a second.
"""

SMALL = 1000
"""A quantity's value inside a formula stands as a fraction where its numerator and denominator are below this."""

IN_WORDS = "said in words: no formula states it"
NOT_HERE = "none of its cases applies at these numbers"
NO_LIMIT = "a limit is not a matter of one point"


def at(statement: Statement, env: Env, domain: Domain) -> At:
    """The relations that a statement asserts at a point, both sides with numbers put in.

    `reason` says why there is no line: words, a point outside the domain, no value; or which relation has none.
    """
    stated = relations(statement)
    if not stated:
        return At({}, reason=IN_WORDS)
    names = frozenset[str]().union(*map(free_names, _trees(statement)))
    here = {name: value for name, value in env.items() if name in names}
    if refused := too_long((*_trees(statement), *domain.conditions), env) or why_outside(env, domain):
        return At(here, reason=refused)
    lines: list[Line] = []
    holds: list[bool | None] = []
    reasons = []
    for rel in _asserted(statement, env):
        line = _line(rel, env)
        if isinstance(line, str):
            reasons.append(line)
        else:
            lines.append(line)
            holds.append(holds_at(tree(rel), env))
    if not lines and not reasons:
        reasons = [NOT_HERE]
    return At(here, _strongest(lines), _all(holds), "; ".join(dict.fromkeys(reasons)))


def _strongest(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines without those that another one says more strictly of the same sides."""
    said = {(line.left.formula, line.sign, line.right.formula): line for line in lines}
    return tuple(
        line for (left, sign, right), line in said.items() if (left, sign[0], right) not in said or len(sign) == 1
    )


def why_outside(env: Env, domain: Domain) -> str:
    """Why a point does not lie in a domain, for a reader; "" where it does."""
    for name, values in domain.sets.items():
        if name not in env:
            return f"no number is given for {term(name).text}"
        if not Domain({name: values}).admits(env):
            return f"{_given(name, env)} lies outside: {term(name).text} in {values}"
    for condition in domain.conditions:
        if not Domain({}, (condition,)).admits(env):
            names = [name for name in domain.sets if name in free_names(condition)]
            given, verb = ", ".join(_given(name, env) for name in names), "lie" if len(names) > 1 else "lies"
            return f"{given} {verb} outside: {written(condition)}"
    return ""


def too_long(formulas: Iterable[Node], env: Env) -> str:
    """Why a point costs too much to compute exactly, for a reader; "" where it does not."""
    for formula in formulas:
        terms, longest = _terms(formula, env, 1)
        if terms * longest > MAX_WORK:
            return f"a sum of {digits(rounded(Fraction(terms), 4))} terms is more than is computed exactly here"
        if (exponent := _exponent(formula, env)) > MAX_POWER:
            return f"an exponent of {digits(rounded(Fraction(exponent), 4))} is more than is computed exactly here"
    return ""


def _terms(formula: Node, env: Env, outer: int) -> tuple[int, int]:
    """How many terms the sums of a tree have, each counted for every term of those around it, and the longest of them; an inner
    end that depends on an index is as large as the outer one.
    """
    if formula.op not in _WITH_TERMS:
        found = [_terms(child, env, outer) for child in formula.children() if _has_terms(child)]
        return max(found, default=(0, 0), key=lambda size: size[0] * size[1])
    low, high, body = formula.args[1:]
    size = _size(high, env)
    terms = outer if size is None else max(0, math.ceil(size - (_size(low, env) or 0)) + 1)
    inner, longest = _terms(body, env, terms) if _has_terms(body) else (0, 0)
    return terms * max(1, inner), max(terms, longest)


def _exponent(formula: Node, env: Env) -> int:
    """The largest exponent in a tree that no index is part of: those are no larger than the ends of its range."""
    own = _size(formula.args[1], env) if formula.op == "pow" else None
    inner = [_exponent(child, env) for child in formula.children() if _has_powers(child)]
    return max([math.ceil(abs(own or Fraction(0))), *inner])


def _size(formula: Node, env: Env) -> Fraction | None:
    try:
        return number(formula, env)
    except (Undefined, NotRational, BadInput):
        return None


_WITH_TERMS = frozenset({"sum", "prod"})


@lru_cache(maxsize=2**14)
def _has_terms(formula: Node) -> bool:
    return formula.op in _WITH_TERMS or any(map(_has_terms, formula.children()))


@lru_cache(maxsize=2**14)
def _has_powers(formula: Node) -> bool:
    return formula.op == "pow" or any(map(_has_powers, formula.children()))


def put(formula: Node, env: Env) -> Node | None:
    """A tree with the numbers of a point put in, for a reader; None where only a number is left that says nothing new."""
    return _put(formula, env, {})


def shown(values: Sequence[Interval]) -> tuple[Shown, ...]:
    """Values to six digits, or to as many as tell different ones apart."""
    for places in range(DIGITS, MAX_DIGITS):
        found = tuple(_digits(value, places) for value in values)
        if len({one.text for one in found}) == len(set(values)):
            return found
    return tuple(_digits(value, DIGITS) for value in values)


def value_of(formula: Node, env: Env) -> Interval | None:
    """The value of a tree at a point, None where it has none."""
    try:
        return value_at(formula, env)
    except (Undefined, BadInput):
        return None


def _given(name: str, env: Env) -> str:
    value = env[name]
    written_value = ", ".join(map(_plain, value)) if isinstance(value, tuple) else _plain(value)
    return f"{term(name).text} = {written_value}"


def _plain(value: Fraction) -> str:
    return written(num(value), TEXT)


def _digits(value: Interval, places: int) -> Shown:
    """The digits that both ends of a value share."""
    whole = decimal(value.low, places) if value.width == 0 else None
    if whole is not None:
        return Shown(whole, True)
    if value.low < 0 < value.high:
        return Shown("0", False)
    while places > 1 and rounded(value.low, places) != rounded(value.high, places):
        places -= 1
    return Shown(rounded(value.middle, places), False)


def _all(holds: Sequence[bool | None]) -> bool | None:
    return False if False in holds else None if None in holds or not holds else True


@lru_cache(maxsize=1024)
def _trees(statement: Statement) -> tuple[Node, ...]:
    """The trees of the parts that are no words."""
    return tuple(tree(part) for part in parts(statement) if relations(part))


def _asserted(statement: Statement, env: Env) -> Iterator[Rel]:
    """The relations of the parts whose conditions hold at a point, also where only enclosures decide that."""
    for part in parts(statement):
        if isinstance(part, Rel):
            yield part
        elif isinstance(part, When) and holds_at(tree(part.condition), env):
            yield from _asserted(part.then, env)
        elif isinstance(part, Some):
            yield from (rel for one in part.parts if holds_at(tree(one), env) for rel in _asserted(one, env))


def _line(rel: Rel, env: Env) -> Line | str:
    """A relation with numbers put in; or why it has none."""
    if rel.lhs.has(sp.Limit) or rel.rhs.has(sp.Limit):
        return NO_LIMIT
    found = []
    for side in (rel.lhs, rel.rhs):
        value = value_of(export(unfold(side)), env)
        if value is None:
            return _without_value(side, env)
        found.append(value)
    left, right = (
        _side(formula, digits, env) for formula, digits in zip((rel.lhs, rel.rhs), shown(found), strict=True)
    )
    return Line(left, rel.op, right)


def _without_value(side: sp.Expr, env: Env) -> str:
    try:
        value_at(export(unfold(side)), env)
    except (Undefined, BadInput) as error:
        return f"{text(side)} has no value at these numbers: {error}"
    return ""


def _side(formula: sp.Expr, value: Shown, env: Env) -> Side:
    opened, calls = _closed(formula)
    if isinstance(opened, sp.Symbol | sp.Indexed | sp.Rational):
        return Side(formula, None, value)  # a number, or a quantity: its formula stands on the other side
    found = {name: value_of(export(unfold(call)), env) for name, call in calls.items()}
    numbers = {name: _Inner.of(inner) for name, inner in found.items() if inner is not None}
    node = _put(export(opened), env, {name: number.node for name, number in numbers.items()})
    return Side(formula, node, value, rounded=any(number.rounded for number in numbers.values()))


@dataclass(frozen=True)
class _Inner:
    """A quantity's value as it stands inside a formula."""

    node: Node
    rounded: bool

    @classmethod
    def of(cls, value: Interval) -> _Inner:
        exact = value.low if value.width == 0 else None
        if exact is not None and (decimal(exact) is not None or max(abs(exact.numerator), exact.denominator) < SMALL):
            return cls(num(exact), False)
        digits = _digits(value, DIGITS)
        return cls(num(Fraction(digits.text)), not digits.exact)


@lru_cache(maxsize=2**12)
def _closed(formula: sp.Expr) -> tuple[sp.Expr, Mapping[str, sp.Expr]]:
    """The formula with names in place of its quantities (and slopes), and what they name.

    A quantity of a sum's index has no one value: it is unfolded there.
    """
    opened = formula
    while within := _of_an_index(opened):
        opened = opened.xreplace({call: unfold(call) for call in within})
    calls: dict[str, sp.Expr] = {}
    names: dict[sp.Expr, sp.Symbol] = {}
    for call in _outermost(opened):
        names[call] = sp.Symbol(f"~{len(names)}", real=True)  # sorted after all names
        calls[names[call].name] = call
    return opened.xreplace(names), calls


def _of_an_index(formula: sp.Expr) -> list[sp.Expr]:
    return [
        call
        for fold in formula.atoms(sp.Sum, sp.Product)
        for call in fold.function.atoms(AppliedUndef)
        if call.free_symbols & {limit[0] for limit in fold.limits}
    ]


def _outermost(formula: sp.Basic) -> Iterator[sp.Expr]:
    if isinstance(formula, AppliedUndef | sp.Derivative):
        yield formula
    else:
        for part in formula.args:
            yield from _outermost(part)


def _put(formula: Node, env: Env, quantities: Mapping[str, Node]) -> Node | None:
    numbers = {name: num(value) for name, value in env.items() if not isinstance(value, tuple)}
    sequences = {name: value for name, value in env.items() if isinstance(value, tuple)}
    node = arranged(substitute(put_in(substitute(arranged(formula), numbers), sequences), quantities))
    return None if node.op == "num" else node
