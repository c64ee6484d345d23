"""Formulas over atoms: what is not rational in the variables becomes an independent variable of its own.

alpha^(gamma+1) over the atom x = alpha^gamma is alpha·x; a finite sum, a logarithm, a sequence element is one atom. An identity
that holds for independent atoms holds for what they stand for, and it is rational: exact arithmetic and the re-checker, which
knows no SymPy, can evaluate it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import sympy as sp
from sympy.core.function import AppliedUndef

from .bounds import bounds, nonnegative
from .domain import Domain, Interval
from .export import export
from .symbols import put

OPAQUE = (
    sp.Sum,
    sp.Product,
    sp.log,
    sp.exp,
    sp.LambertW,
    sp.Indexed,
    AppliedUndef,
    sp.Limit,
    sp.Derivative,
    sp.floor,
    sp.ceiling,
    sp.Min,
    sp.Max,
    sp.Abs,
)


@dataclass(frozen=True)
class Atoms:
    """Expressions over atoms, what each atom stands for, and the domain that includes the atoms."""

    expressions: tuple[sp.Expr, ...]
    meaning: tuple[tuple[sp.Symbol, sp.Expr], ...]
    domain: Domain


def atomize(expressions: tuple[sp.Expr, ...], domain: Domain) -> Atoms:
    """The expressions with opaque parts and symbolic powers replaced by atoms, the same atom for the same part everywhere."""
    meaning: list[tuple[sp.Symbol, sp.Expr]] = []

    def fresh(stands_for: sp.Expr) -> sp.Symbol:
        made = sp.Symbol(f"atom_{len(meaning) + 1}", real=True)
        meaning.append((made, stands_for))
        return made

    for aligned in (_ends_aligned, _starts_aligned):
        expressions = tuple(e.xreplace(aligned(_opaque(expressions), domain)) for e in expressions)
    opaque = {part: fresh(part) for part in _opaque(expressions)}  # all at once: one may also stand inside another
    expressions = tuple(e.xreplace(opaque) for e in expressions)
    expressions = tuple(_exponents_split(sp.expand_power_base(e)) for e in expressions)
    for (base, symbolic), group in _powers(expressions).items():
        lowest = min((offset // times for _, times, offset in group if times > 0), default=0)
        atom = fresh(base ** (symbolic + lowest))
        replace = {power: atom**times * base ** (offset - times * lowest) for power, times, offset in group}
        expressions = tuple(e.xreplace(replace) for e in expressions)
    sets = {made.name: _set(stands_for, domain, dict(meaning)) for made, stands_for in meaning}
    return Atoms(expressions, tuple(meaning), domain.extended(sets))


def _set(stands_for: sp.Expr, domain: Domain, meaning: dict[sp.Symbol, sp.Expr]) -> Interval:
    spelled = stands_for.xreplace(meaning)
    return bounds(export(spelled), domain) if not spelled.has(AppliedUndef) else Interval()


def _opaque(expressions: tuple[sp.Expr, ...]) -> list[sp.Expr]:
    """The outermost opaque parts, in a deterministic order."""
    found: set[sp.Expr] = set()

    def visit(expression: sp.Basic) -> None:
        if isinstance(expression, OPAQUE):
            found.add(expression)
            return
        for argument in expression.args:
            visit(argument)

    for expression in expressions:
        visit(expression)
    return sorted(found, key=sp.default_sort_key)


Ranges = dict[tuple[sp.Basic, ...], list[tuple[sp.Integer, sp.Expr]]]


def _ends_aligned(found: list[sp.Expr], domain: Domain) -> dict[sp.Expr, sp.Expr]:
    """Sums (products) that differ only in how far they run, written by the shortest of them and the terms beyond it."""
    groups: Ranges = {}
    for part, index, low, high in _folds(found):
        symbolic, offset = _split(sp.expand(high))
        groups.setdefault((part.func, part.function, index, low, symbolic), []).append((offset, part))
    aligned: dict[sp.Expr, sp.Expr] = {}
    for (kind, body, index, low, symbolic), members in groups.items():
        least = min(offset for offset, _ in members)
        if not _runs(low, symbolic + least, domain):
            continue
        shortest = kind(body, (index, low, symbolic + least))
        for offset, part in members:
            beyond = [put(body, {index: symbolic + least + step}) for step in range(1, int(offset - least) + 1)]
            aligned[part] = _JOIN[kind](shortest, *beyond)
    return aligned


def _starts_aligned(found: list[sp.Expr], domain: Domain) -> dict[sp.Expr, sp.Expr]:
    """Those that differ only in where they start, written by the one that starts last and the terms before it."""
    groups: Ranges = {}
    for part, index, low, high in _folds(found):
        symbolic, offset = _split(sp.expand(low))
        groups.setdefault((part.func, part.function, index, high, symbolic), []).append((offset, part))
    aligned: dict[sp.Expr, sp.Expr] = {}
    for (kind, body, index, high, symbolic), members in groups.items():
        last = max(offset for offset, _ in members)
        if not _runs(symbolic + last, high, domain):
            continue
        shortest = kind(body, (index, symbolic + last, high))
        for offset, part in members:
            before = [put(body, {index: symbolic + offset + step}) for step in range(int(last - offset))]
            aligned[part] = _JOIN[kind](*before, shortest)
    return aligned


_JOIN: dict[sp.Basic, Callable[..., sp.Expr]] = {sp.Sum: sp.Add, sp.Product: sp.Mul}


def _folds(found: list[sp.Expr]) -> Iterator[tuple[sp.Expr, sp.Symbol, sp.Expr, sp.Expr]]:
    """The sums and products over one index, each with its index and its ends."""
    for part in found:
        if isinstance(part, sp.Sum | sp.Product) and len(part.limits) == 1:
            yield part, *part.limits[0]


def _runs(low: sp.Expr, high: sp.Expr, domain: Domain) -> bool:
    """Whether a range is never reversed: an empty sum grows by its terms, a reversed one does not."""
    return nonnegative(export(high - low + 1), domain)


def _exponents_split(expression: sp.Expr) -> sp.Expr:
    """alpha^(gamma+j+1) as alpha^gamma alpha^(j+1): one symbolic part an exponent, none negative (alpha may be 0)."""

    def parted(power: sp.Pow) -> sp.Expr:
        symbolic, offset = _split(power.exp)
        first, *others = sp.Add.make_args(symbolic)
        return sp.Mul(power.base ** (first + offset), *(power.base**other for other in others))

    def sums(part: sp.Basic) -> bool:
        return bool(part.is_Pow and _split(part.exp)[0].is_Add and all(t.is_nonnegative for t in part.exp.args))

    return expression.replace(sums, parted)


def _split(exponent: sp.Expr) -> tuple[sp.Expr, sp.Integer]:
    """gamma + 3 -> (gamma, 3): the symbolic part and the integer part of an exponent."""
    constant, rest = exponent.as_coeff_Add()
    if constant.is_Integer:
        return rest, constant
    return exponent, sp.S.Zero


def _powers(expressions: tuple[sp.Expr, ...]) -> dict[tuple[sp.Expr, sp.Expr], list[tuple[sp.Pow, int, int]]]:
    """The powers with a symbolic exponent times·s + offset, by (base, s): each with its times and offset."""
    groups: dict[tuple[sp.Expr, sp.Expr], set[tuple[sp.Pow, int, int]]] = {}
    for expression in expressions:
        for power in expression.atoms(sp.Pow):
            symbolic, offset = _split(power.exp)
            if symbolic.free_symbols:
                times, primitive = symbolic.as_content_primitive()
                if not (times.is_Integer and times > 0):
                    times, primitive = sp.S.One, symbolic
                if primitive.is_Mul and primitive.args[0] is sp.S.NegativeOne:  # 2^-n is 1/2^n, over the same atom
                    times, primitive = -times, -primitive
                groups.setdefault((power.base, primitive), set()).add((power, int(times), int(offset)))
    order = sorted(groups, key=lambda key: (sp.default_sort_key(key[0]), sp.default_sort_key(key[1])))
    return {key: sorted(groups[key], key=lambda found: sp.default_sort_key(found[0])) for key in order}
