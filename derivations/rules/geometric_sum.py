"""geometric_sum: the finite geometric sum, its ratio 1 included."""

from __future__ import annotations

import sympy as sp

from ..domain import Domain
from ..kernel import Identity, rule
from .common import equal, need, need_range, never_zero, sum_parts, written


def _ratio(body: sp.Expr, index: sp.Symbol) -> sp.Expr:
    return sp.powsimp(sp.cancel(sp.expand_power_exp(body.subs(index, index + 1)) / sp.expand_power_exp(body)))


def compute(before: sp.Expr, domain: Domain) -> tuple[str, sp.Expr]:
    """SymPy's `summation`; the case of ratio 1 is kept unless the domain excludes it."""
    body, index, low, high = sum_parts(before)
    ratio = _ratio(body, index)
    found = sp.summation(body, (index, low, high))
    pieces = found.args if isinstance(found, sp.Piecewise) else ((found, sp.true),)
    general = sp.factor_terms(pieces[-1][0])
    first = sp.simplify(body.subs(index, low))
    general = (
        written(sp.simplify(general))
        if not general.has(sp.Sum)
        else first * (1 - ratio ** (high - low + 1)) / (1 - ratio)
    )
    if never_zero(1 - ratio, domain):
        return "=", general
    return "=", sp.Piecewise((first.subs(ratio, 1) * (high - low + 1), sp.Eq(ratio, 1)), (general, True))


@rule("geometric_sum", "the range is not reversed; where the ratio may be 1, that case is told apart", compute)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain) -> tuple[Identity, ...]:
    body, index, low, high = sum_parts(before)
    ratio = _ratio(body, index)
    need(not ratio.has(index), "the ratio of neighbouring terms depends on the index", body)
    need(relation == "=", "a sum equals its closed form", before, after)
    need_range(low, high, domain)
    need(not body.has(_end(high)) and not low.has(_end(high)), "the terms depend on the upper end", body, high)
    general = after
    identities: tuple[Identity, ...] = ()
    if isinstance(after, sp.Piecewise):
        conditions = tuple(condition for _, condition in after.args)
        need(conditions == (sp.Eq(ratio, 1), sp.true), "not told apart by the ratio being 1", after)
        general = after.args[1][0]
        terms = high - low + 1
        need(ratio.is_Symbol, "a ratio that may be 1 must be a symbol", ratio)
        at_one = sp.powsimp(body.subs(ratio, 1))
        identities = (equal("all terms equal at ratio 1", after.args[0][0], at_one * terms, domain),)
    else:
        need(never_zero(1 - ratio, domain), "the ratio may be 1 on the domain", before, after)
    return (
        *identities,
        equal("empty range", _shifted(general, high, low), sp.S.Zero, domain),
        equal("one more term", _next(general, high) - general, body.subs(index, high + 1), domain),
    )


def _end(high: sp.Expr) -> sp.Symbol:
    free = sorted(high.free_symbols, key=sp.default_sort_key)
    need(len(free) == 1 and sp.diff(high, free[0]) == 1, "the upper end must be a symbol plus a number", high)
    return free[0]


def _next(general: sp.Expr, high: sp.Expr) -> sp.Expr:
    end = _end(high)
    return general.subs(end, end + 1)


def _shifted(general: sp.Expr, high: sp.Expr, low: sp.Expr) -> sp.Expr:
    end = _end(high)
    return general.subs(end, low - 1 - (high - end))
