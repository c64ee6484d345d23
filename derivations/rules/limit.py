"""limit: the limit at infinity of an expression, with the rate at which it is approached.

SymPy finds the value. The checker does not take its word: the distance to it must vanish, by degrees and by powers of bases below
1; and |expression - value| <= rate must hold on the domain, with a rate that is a constant over (variable + number).
"""

from __future__ import annotations

import sympy as sp

from ..atoms import atomize
from ..defined import undefined_parts
from ..domain import Domain
from ..export import export
from ..expr import Node
from ..kernel import Identity, rule
from ..symbols import unfold
from .common import equal, is_nonnegative, is_positive, need, never_zero, refuse, written


def compute(before: sp.Expr, domain: Domain, *, rate: sp.Expr) -> tuple[str, sp.Expr]:
    """`before` is an unevaluated `Limit` at infinity."""
    if not isinstance(before, sp.Limit):
        refuse("not a limit", before)
    expression, variable, _, _ = before.args
    # Interior values: SymPy asks for signs that the domain knows and SymPy's assumptions cannot say.
    hidden = {name: sp.Dummy(str(name), positive=True) for name in expression.free_symbols - {variable}}
    inside = {name: 1 / (1 + d) if _below_one(name, domain) else d for name, d in hidden.items()}
    back = {d: 1 / name - 1 if _below_one(name, domain) else name for name, d in hidden.items()}
    return "=", written(sp.simplify(_limit(expression.subs(inside), variable).subs(back)))


def _limit(expression: sp.Expr, variable: sp.Symbol) -> sp.Expr:
    """SymPy's limit; a maximum or minimum, of which SymPy has none, is continuous: it takes those of its values."""

    def inner(extreme: sp.Expr) -> sp.Expr:
        return extreme.func(*(_limit(value, variable) for value in extreme.args))

    found: sp.Expr = sp.limit(expression.replace(lambda e: isinstance(e, sp.Max | sp.Min), inner), variable, sp.oo)
    return found


def _below_one(name: sp.Symbol, domain: Domain) -> bool:
    return is_positive(1 - name, domain)


@rule(
    "limit",
    "the distance to the value is at most the rate, and the rate is a constant over (variable + number)",
    compute,
)
def check(before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, rate: sp.Expr) -> tuple[Identity, ...]:
    if not isinstance(before, sp.Limit):
        refuse("not a limit", before)
    expression, variable, to, _ = before.args
    need(relation == "=" and to is sp.oo, "a limit at infinity equals its value", before, after)
    need(not after.has(variable), "the value depends on the variable", after)
    top, bottom = sp.fraction(sp.together(rate))
    lead = sp.Poly(bottom, variable) if bottom.is_polynomial(variable) else None
    need(
        lead is not None and lead.degree() >= 1 and not top.has(variable),
        "the rate is not constant over (variable + number)",
        rate,
    )
    need(is_positive(rate, domain), "the rate may be negative", rate)
    found = _tends(unfold(expression), after, variable, domain.without(variable.name))
    distance = sp.Abs(unfold(expression) - after)
    return (*found, Identity("within the rate", Node("le", (export(distance), export(rate))), domain))


def _tends(expression: sp.Expr, value: sp.Expr, variable: sp.Symbol, domain: Domain) -> tuple[Identity, ...]:
    """Refuse unless the expression tends to the value. Where the variable stands in extremes only, each of their values must."""
    extremes = [e for e in expression.atoms(sp.Max, sp.Min) if e.has(variable)]
    if not extremes:
        need(
            _vanishes(expression - value, variable, domain),
            "the distance to the value may not vanish",
            expression,
            value,
        )
        return ()
    reached = {}
    for extreme in extremes:
        ends = {inner: _limit(inner, variable) for inner in extreme.args}
        vanish = all(_vanishes(inner - end, variable, domain) for inner, end in ends.items())
        need(vanish, "the values of an extreme may not tend to what SymPy says", extreme)
        reached[extreme] = extreme.func(*ends.values())
    places = {extreme: sp.Dummy() for extreme in extremes}
    held = expression.xreplace(places)
    need(not held.has(variable), "the variable stands beside an extreme that it moves", expression)
    continuous = held.is_rational_function(*places.values())
    need(bool(continuous), "the expression may jump where an extreme reaches its limit", expression)
    found = expression.xreplace(reached)
    need(not undefined_parts(export(found), domain), "the expression may have no value at the limit", found)
    return (equal("the value", found, value, domain),)


def _vanishes(distance: sp.Expr, variable: sp.Symbol, domain: Domain) -> bool:
    """Whether a quotient of polynomials in the variable and in powers base^variable (0 <= base < 1) tends to 0.

    After cancelling, every term has such a power or a lower degree than the denominator, whose leading coefficient is
    never 0.
    """
    atoms = atomize((distance,), domain)
    powers = []
    for made, stands_for in atoms.meaning:
        if stands_for.has(variable):
            base, exponent = stands_for.as_base_exp()
            falls = is_nonnegative(base, domain) and is_positive(1 - base, domain) and sp.diff(exponent, variable) == 1
            need(falls and not base.has(variable), f"{stands_for} may not tend to 0", distance)
            powers.append(made)
    top, bottom = sp.fraction(sp.cancel(sp.together(atoms.expressions[0])))
    if bottom.has(*powers) or not (bottom.is_polynomial(variable) and top.is_polynomial(variable, *powers)):
        return False
    below = sp.Poly(bottom, variable)
    fades = all(
        any(degrees[1:]) or degrees[0] < below.degree()
        for degrees, _ in sp.Poly(top, variable, *powers).terms()
        if top != 0
    )
    return fades and never_zero(below.LC(), atoms.domain)
