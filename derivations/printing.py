"""Formulas as people write them, in text and in LaTeX: `1 - α^(γ+1)`, not `-α^(γ+1) + 1`.

SymPy's own printers order terms for machines. Here one walk decides the order (`ordering`), and a `Notation` decides
the signs on the page. Names come from the vocabulary. What has no entry in the table is left to SymPy's printers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any

import sympy as sp
from sympy.core.function import AppliedUndef

from .notation import LATEX, TEXT, Notation, product
from .ordering import BIG, Ratio, ratio, terms
from .statements import All, Rel, Some, Statement, When, Words


def text(formula: sp.Basic | Statement) -> str:
    """A formula or statement in one line of Unicode; the parts of a statement are separated by semicolons."""
    return _whole(formula, TEXT)


def latex(formula: sp.Basic | Statement) -> str:
    """A formula or statement as LaTeX for math mode, a line for each part of a statement; amsmath is all it needs."""
    return _whole(formula, LATEX)


def written(formula: sp.Basic | Statement, to: Notation) -> str:
    """A formula or statement in a notation."""
    return _whole(formula, to)


def lines(formula: sp.Basic | Statement, to: Notation) -> list[str]:
    """A formula, or the parts of a statement, each written for a line of its own."""
    return _chained(formula, to) if isinstance(formula, All) else [_write(formula, to)]


def inline(statements: Iterable[Statement], to: Notation) -> str:
    """Statements within a sentence, joined by "and"."""
    return to.words(" and ").join(_write(statement, to) for statement in statements)


def _whole(formula: sp.Basic | Statement, to: Notation) -> str:
    return to.list(lines(formula, to)) if isinstance(formula, All) else _write(formula, to)


@lru_cache(maxsize=2**15)  # a step changes little of a formula, and claims share the rest
def _write(formula: sp.Basic | Statement, to: Notation) -> str:
    kind: type = type(formula)
    return _writer(kind)(formula, to)


@cache
def _writer(kind: type) -> Callable[[Any, Notation], str]:
    """The first entry of the table for a class: the table is long, and formulas have many parts."""
    return next((write for of, write in _WRITERS if issubclass(kind, of)), lambda formula, to: to.fallback(formula))


def _sum_of_terms(formula: sp.Add, to: Notation) -> str:
    written = ""
    ordered = terms(formula)
    for position, term in enumerate(ordered):
        parts = ratio(term)
        body = _ratio(parts, to)
        if isinstance(term, BIG) and position < len(ordered) - 1:
            body = to.group(body)
        sign = to.sign["-" if parts.negative else "+"]
        written += f" {sign} {body}" if position else _signed(body, to, negative=parts.negative)
    return written


def _product(formula: sp.Expr, to: Notation) -> str:
    parts = ratio(formula)
    return _signed(_ratio(parts, to), to, negative=parts.negative)


def _signed(body: str, to: Notation, *, negative: bool) -> str:
    return to.sign["negative"] + body if negative else body


def _ratio(parts: Ratio, to: Notation) -> str:
    if not parts.bottom:
        return _factors(parts.top, to)
    single = [len(side) == 1 and not isinstance(side[0], _WIDE) for side in (parts.top, parts.bottom)]
    # A product stands on a line as it is above, not below: α·β/γ, but α/(β·γ).
    top_whole = single[0] or len(parts.top) != 1
    return to.fraction(_alone(parts.top, to), _alone(parts.bottom, to), not top_whole, not single[1])


def _alone(factors: tuple[sp.Expr, ...], to: Notation) -> str:
    return _write(factors[0], to) if len(factors) == 1 else _factors(factors, to)


def _factors(factors: tuple[sp.Expr, ...], to: Notation) -> str:
    if len(factors) == 1:
        return _write(factors[0], to)
    written = []
    for position, factor in enumerate(factors):
        loose = isinstance(factor, sp.Add) or (isinstance(factor, BIG) and position < len(factors) - 1)
        body = _write(factor, to)
        called = position and _is_called(factor) and isinstance(factors[position - 1], _LETTERS)
        written.append((to.apart if called else to.times, to.group(body) if loose else body))
    return product(written, to) if factors else to.number("1")


def _is_called(factor: sp.Expr) -> bool:
    """Whether a factor begins with a name that takes arguments, of which a letter right before it would seem a part."""
    return isinstance(factor.base if isinstance(factor, sp.Pow) else factor, AppliedUndef)


def _power(formula: sp.Pow, to: Notation) -> str:
    base, exponent = formula.as_base_exp() if isinstance(formula, sp.exp) else formula.args
    if exponent is sp.S.Half:
        return to.root(_write(base, to))
    if exponent.is_Rational and exponent.is_negative:
        return _product(formula, to)
    simple = isinstance(base, _NAMED) or (base.is_Integer and base.is_nonnegative) or base is sp.E
    body = _write(base, to)
    return to.power(body if simple else to.group(body), _write(exponent, to.raised or to))


def _rational(formula: sp.Rational, to: Notation) -> str:
    top, bottom = to.number(str(abs(int(formula.p)))), int(formula.q)
    body = top if bottom == 1 else to.fraction(top, to.number(str(bottom)), False, False)
    return _signed(body, to, negative=bool(formula < 0))


def _applied(formula: AppliedUndef, to: Notation) -> str:
    return to.call(to.name(formula.func.__name__), to.sign[","].join(_write(a, to) for a in formula.args))


def _call(name: str) -> Callable[[Any, Notation], str]:
    def write(formula: sp.Expr, to: Notation) -> str:
        ordered = sorted(formula.args, key=sp.default_sort_key) if len(formula.args) > 1 else formula.args
        return to.call(to.sign[name], to.sign[","].join(_write(a, to) for a in ordered))

    return write


def _between(left: str, right: str) -> Callable[[Any, Notation], str]:
    return lambda formula, to: to.between(to.sign[left], _write(formula.args[0], to), to.sign[right])


def _lambert(formula: sp.LambertW, to: Notation) -> str:
    branch = formula.args[1] if len(formula.args) > 1 else sp.S.Zero
    return to.call(to.element(to.name("W"), _write(branch, to)), _write(formula.args[0], to))


def _fold(operator: str) -> Callable[[Any, Notation], str]:
    def write(formula: sp.Sum | sp.Product, to: Notation) -> str:
        head = "".join(to.fold(operator, *(_write(part, to) for part in limit)) for limit in reversed(formula.limits))
        return head + _operand(formula.function, to)

    return write


def _operand(formula: sp.Expr, to: Notation) -> str:
    """What a big operator acts on: grouped if it is a sum of terms."""
    body = _write(formula, to)
    return to.group(body) if isinstance(formula, sp.Add) else body


def _limit(formula: sp.Limit, to: Notation) -> str:
    inside, variable, target, _ = formula.args
    return to.fold("lim", _write(variable, to), _write(target, to), "") + _operand(inside, to)


def _derivative(formula: sp.Derivative, to: Notation) -> str:
    if len(formula.variable_count) != 1 or formula.variable_count[0][1] != 1:
        return to.fallback(formula)
    return to.fold("d", _write(formula.variable_count[0][0], to), "", "") + _operand(formula.expr, to)


def _piecewise(formula: sp.Piecewise, to: Notation) -> str:
    def condition(when: sp.Basic) -> str:
        return to.words("otherwise") if when is sp.true else to.words("if ") + _write(when, to)

    return to.cases([(_write(value, to), condition(when)) for value, when in formula.args])


def _relational(op: str) -> Callable[[Any, Notation], str]:
    return lambda formula, to: f"{_write(formula.args[0], to)} {to.sign[op]} {_write(formula.args[1], to)}"


def _joined(word: str) -> Callable[[Any, Notation], str]:
    return lambda formula, to: to.words(f" {word} ").join(
        _write(part, to) for part in sorted(formula.args, key=sp.default_sort_key)
    )


def _relation(statement: Rel, to: Notation) -> str:
    return f"{_write(statement.lhs, to)} {to.sign[statement.op]} {_write(statement.rhs, to)}"


def _when(statement: When, to: Notation) -> str:
    return f"{_part(statement.then, to)}{to.words(' where ')}{_write(statement.condition, to)}"


def _chained(statement: All, to: Notation) -> list[str]:
    """The parts, each written; 1 <= E and E <= γ + 1 become one chain."""
    written: list[str] = []
    last: Statement | None = None
    for part in statement.parts:
        if isinstance(part, Rel) and isinstance(last, Rel) and last.rhs == part.lhs:
            written[-1] += f" {to.sign[part.op]} {_write(part.rhs, to)}"
        else:
            written.append(_write(part, to))
        last = part
    return written


def _all(statement: All, to: Notation) -> str:
    return to.words(" and ").join(_part(part, to) for part in statement.parts)


def _some(statement: Some, to: Notation) -> str:
    return to.words(" or ").join(_part(part, to) for part in statement.parts)


def _part(statement: Statement, to: Notation) -> str:
    body = _write(statement, to)
    return body if isinstance(statement, Rel) else to.group(body)


_WIDE, _LETTERS = (sp.Add, *BIG), (sp.Symbol, sp.Indexed)
_NAMED = (*_LETTERS, AppliedUndef)

_WRITERS: tuple[tuple[Any, Callable[[Any, Notation], str]], ...] = (
    (Rel, _relation),
    (When, _when),
    (All, _all),
    (Some, _some),
    (Words, lambda f, to: to.words(f.says)),
    (sp.Rational, _rational),
    (sp.Symbol, lambda f, to: to.name(f.name)),
    (sp.IndexedBase, lambda f, to: to.name(f.label.name)),
    (sp.Indexed, lambda f, to: to.element(to.name(f.base.label.name), _write(f.indices[0], to))),
    (sp.Add, _sum_of_terms),
    (sp.Mul, _product),
    (sp.exp, _power),
    (sp.Pow, _power),
    (AppliedUndef, _applied),
    (sp.Sum, _fold("sum")),
    (sp.Product, _fold("prod")),
    (sp.Limit, _limit),
    (sp.Derivative, _derivative),
    (sp.Piecewise, _piecewise),
    (sp.Min, _call("min")),
    (sp.Max, _call("max")),
    (sp.log, _call("ln")),
    (sp.LambertW, _lambert),
    (sp.floor, _between("floor(", ")floor")),
    (sp.ceiling, _between("ceil(", ")ceil")),
    (sp.Abs, _between("|", "|")),
    (type(sp.E), lambda f, to: to.name("e")),
    (type(sp.oo), lambda f, to: to.sign["oo"]),
    (type(-sp.oo), lambda f, to: to.sign["negative"] + to.sign["oo"]),
    (sp.Eq, _relational("=")),
    (sp.Ne, _relational("!=")),
    (sp.Lt, _relational("<")),
    (sp.Le, _relational("<=")),
    (sp.Gt, _relational(">")),
    (sp.Ge, _relational(">=")),
    (sp.And, _joined("and")),
    (sp.Or, _joined("or")),
)  # fmt: skip
