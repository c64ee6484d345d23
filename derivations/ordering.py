"""The order in which people write: 1 - α^(γ+1), γ + 1, 1 + γ·r, (1 - α^(γ+1))/(1 - α).

Constants first and powers last, unless whole numbers are counted (γ + 1, n - 1); a positive term at the front; factors
flipped in pairs, so that 1 - α is never written as α - 1 under (or beside) another such factor.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Any, NamedTuple

import sympy as sp
from sympy.core.function import AppliedUndef

BIG = (sp.Sum, sp.Product, sp.Limit, sp.Derivative)
"""Operators that take in what follows them: written last, or in parentheses."""


class Ratio(NamedTuple):
    """A term as it is written: a sign, factors above the line, factors below it (empty: there is no line)."""

    negative: bool
    top: tuple[sp.Expr, ...]
    bottom: tuple[sp.Expr, ...]


@lru_cache(maxsize=2**13)
def terms(formula: sp.Add) -> tuple[sp.Expr, ...]:
    """The terms in written order."""
    ordered = _ascending(formula)
    first = next((i for i, term in enumerate(ordered) if not ratio(term).negative), 0)
    return (ordered[first], *ordered[:first], *ordered[first + 1 :])


@lru_cache(maxsize=2**13)  # asked of each term to order it, and again to write it, in each notation
def ratio(term: sp.Expr) -> Ratio:
    """The term as sign, numerator and denominator, each factor turned the way it is written."""
    coefficient, rest = term.as_coeff_Mul()
    if not coefficient.is_Rational:
        coefficient, rest = sp.S.One, term
    top, bottom = [], []
    for factor in sp.Mul.make_args(rest):
        base, exponent = factor.as_base_exp() if isinstance(factor, sp.Pow) else (factor, sp.S.One)
        if exponent.is_Rational and exponent.is_negative:
            bottom.append((base, -exponent))
        elif factor is not sp.S.One:
            top.append((base, exponent))
    turned = [_is_turned(base, exponent) for base, exponent in (*top, *bottom)]
    odd = [i for i, (_, exponent) in enumerate((*top, *bottom)) if turned[i] and exponent.is_odd]
    negative = (coefficient.p < 0) != (len(odd) % 2 == 1)
    if negative and odd:
        turned[odd[0]] = negative = False
    sides = [(_negated(base) if turn else base, e) for (base, e), turn in zip((*top, *bottom), turned, strict=True)]
    above, below = (
        _sorted([_power(*side) for side in part], _factor_key) for part in (sides[: len(top)], sides[len(top) :])
    )
    if abs(coefficient.p) != 1 or not above:
        above.insert(0, sp.Integer(abs(coefficient.p)))
    if coefficient.q != 1:
        below.insert(0, sp.Integer(coefficient.q))
    return Ratio(negative, tuple(above), tuple(below))


@lru_cache(maxsize=2**13)  # of the few factors that there are, in many terms
def _power(base: sp.Expr, exponent: sp.Expr) -> sp.Expr:
    return base if exponent is sp.S.One else sp.Pow(base, exponent, evaluate=False)


def _is_turned(base: sp.Expr, exponent: sp.Expr) -> bool:
    """Whether -base is the way to write it: α - 1, but not n - 1."""
    return isinstance(base, sp.Add) and bool(exponent.is_Integer) and _is_backwards(base)


@lru_cache(maxsize=2**13)
def _is_backwards(base: sp.Add) -> bool:
    return not _counts(base) and bool(_ascending(base)[0].could_extract_minus_sign())


@lru_cache(maxsize=2**13)
def _negated(base: sp.Add) -> sp.Expr:
    return -base


def _counts(formula: sp.Add) -> bool:
    """Whether the terms are whole numbers: symbols of counts, and a number."""
    return all(
        rest is sp.S.One or (rest.is_Symbol and rest.is_integer) for _, rest in (t.as_coeff_Mul() for t in formula.args)
    )


@lru_cache(maxsize=2**13)  # of a factor it is asked which way to write it, and then its terms
def _ascending(formula: sp.Add) -> list[sp.Expr]:
    if _counts(formula):
        return _sorted(formula.args, lambda term: (term.is_number,))
    return _sorted(formula.args, _term_key)


def _sorted(parts: Sequence[sp.Expr], key: Callable[[sp.Expr], tuple[Any, ...]]) -> list[sp.Expr]:
    """Parts by a key of ours, those that it does not tell apart by SymPy's, which takes long to make."""
    if len(parts) < 2:
        return list(parts)
    groups: dict[tuple[Any, ...], list[sp.Expr]] = {}
    for part in parts:
        groups.setdefault(key(part), []).append(part)
    return [
        part
        for _, group in sorted(groups.items())
        for part in (sorted(group, key=_tie_key(group)) if len(group) > 1 else group)
    ]


def _tie_key(group: Sequence[sp.Expr]) -> Callable[[sp.Expr], Any]:
    """SymPy's key; of symbols that is their names, and of parts of different kinds what it begins with."""
    if all(type(part) is sp.Symbol for part in group):
        return _NAME
    return _kind if len(set(map(_kind, group))) == len(group) else sp.default_sort_key


def _kind(part: sp.Expr) -> tuple[Any, ...]:
    """The beginning of SymPy's key."""
    rest = part.as_coeff_Mul()[1]
    base = rest.as_base_exp()[0] if rest.is_Pow else rest
    return *base.class_key(), 0 if base.is_Number else len(base.args) or 1


_NAME = attrgetter("name")


def _term_key(term: sp.Expr) -> tuple[Any, ...]:
    """Numbers, then by degree, then what has a symbolic exponent, then big operators."""
    above = list(_above(term))
    powers = [factor.as_base_exp() for factor in above if not _is_number(factor)]
    symbolic = any(not exponent.is_number for _, exponent in powers)
    degree = sum(int(exponent) for _, exponent in powers if exponent.is_Integer)
    big = any(isinstance(factor, BIG) for factor in above)
    return big, big or not _is_number(term), symbolic, degree


def _above(term: sp.Expr) -> Iterator[sp.Expr]:
    """The factors above the line: `sympy.fraction`, which multiplies out again what it has taken apart."""
    if isinstance(term, sp.Mul):
        for factor in term.args:
            yield from _above(factor)
    elif not isinstance(term, _POWERS):
        yield term
    elif not (exponent := term.as_base_exp()[1]).is_negative:
        above = exponent.is_positive or not exponent.is_Mul
        yield from (term,) if above else sp.Mul.make_args(term.as_numer_denom()[0])


@lru_cache(maxsize=2**13)
def _is_number(formula: sp.Expr) -> bool:
    """Whether a formula has no symbols; a big operator counts as having some, since SymPy takes long to tell."""
    if isinstance(formula, BIG):
        return False
    if isinstance(formula, _ARITHMETIC):
        return all(map(_is_number, formula.args))
    return bool(formula.is_number)


def _factor_key(factor: sp.Expr) -> tuple[Any, ...]:
    """Counts, other symbols, powers, elements, sums of terms, functions, big operators: γ·α^k·(1 - α)·E(α, γ)."""
    base, exponent = factor.as_base_exp() if isinstance(factor, sp.Pow) else (factor, sp.S.One)
    rank = next((i for i, kind in enumerate(_KINDS) if isinstance(base, kind)), len(_KINDS))
    rank = len(_KINDS) + 1 if isinstance(base, BIG) else rank
    count = bool(base.is_Symbol and base.is_integer)
    return rank, not count, not exponent.is_number


_POWERS, _ARITHMETIC = (sp.Pow, sp.exp), (sp.Add, sp.Mul, sp.Pow)
_KINDS = (sp.Number, sp.Symbol, sp.Indexed, sp.Add, AppliedUndef, sp.Function)
