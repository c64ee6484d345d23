"""solve_lambert: a variable from the value of an expression with the variable beside and inside an exponential.

SymPy's `solve` gives the principal branch of Lambert's W only. Here both real branches are kept, told apart by v <= -1
for the argument v e^v of W, so that choosing one is a step of its own. The checker substitutes back: v e^v must be that
argument.
"""

from __future__ import annotations

from functools import lru_cache

import sympy as sp

from ..bounds import nonzero
from ..domain import Domain, Interval
from ..export import export
from ..kernel import Identity, rule
from ..symbols import unfold
from .common import equal, need, refuse
from .lambert import in_exponentials


def compute(before: sp.Expr, domain: Domain, *, equation: sp.Expr, value: sp.Expr) -> tuple[str, sp.Expr]:
    """`before` is the variable, `equation` an expression in it, `value` what stands for that expression afterwards."""
    if not before.is_Symbol:
        refuse("not a variable", before)
    solution, place, argument = solved(equation, before, value)
    at = sp.expand(sp.solve(solution - before, place)[0])
    branches = [solution.subs(place, sp.LambertW(argument, branch)) for branch in (-1, 0)]
    return "=", sp.Piecewise((branches[0], at <= -1), (branches[1], True))


@lru_cache(maxsize=16)  # a claim says what the rule then derives
def solved(equation: sp.Expr, unknown: sp.Symbol, value: sp.Expr) -> tuple[sp.Expr, sp.Symbol, sp.Expr]:
    """(solution, w, z): the variable is `solution`, in which w stands for W(z)."""
    rate, held, place = sp.Dummy(positive=True), sp.Dummy(positive=True), sp.Dummy("w", real=True)
    (base,) = {power.base for power in equation.atoms(sp.Pow) if power.exp.has(unknown)}
    free = sp.Dummy(real=True)
    exponential = equation.replace(lambda e: e.is_Pow and e.base == base, lambda e: sp.exp(-rate * e.exp))
    exponential = exponential.subs({sp.log(base): -rate, unknown: free})
    found = sp.solve(exponential - held, free, check=False)  # our own checker substitutes back
    calls = found[0].atoms(sp.LambertW) if len(found) == 1 else set()
    if len(calls) != 1:
        refuse("SymPy finds no single solution by Lambert's W", equation)
    (call,) = calls
    back = {rate: -sp.log(base)}
    powers = [factor for factor in sp.Mul.make_args(sp.factor(call.args[0])) if isinstance(factor, sp.exp)]
    exponent = sp.expand(sum(power.args[0] for power in powers))
    outside = sp.cancel(call.args[0] / sp.Mul(*powers)).subs(held, value)
    argument = sp.expand(outside) * sp.exp(sp.factor(exponent + 1) - 1)  # so that its distance from -1/e shows
    return sp.expand(found[0].subs(call, place)).subs(back), place, argument.subs(back)


@rule("solve_lambert", "the variable is real; each branch's W is taken at v e^v, on its own side of v = -1", compute)
def check(
    before: sp.Expr, relation: str, after: sp.Expr, domain: Domain, *, equation: sp.Expr, value: sp.Expr
) -> tuple[Identity, ...]:
    need(relation == "=" and before.is_Symbol, "a solution is equal to its variable", before, after)
    need(isinstance(domain.sets.get(before.name), Interval), f"{before} does not range over an interval", before)
    need(unfold(value) == unfold(equation), "not the value of the expression", value, equation)
    need(isinstance(after, sp.Piecewise) and len(after.args) == 2, "not one case for each branch", after)
    (lower, condition), (upper, _) = after.args
    found = []
    for case, branch in ((lower, -1), (upper, 0)):
        calls = [call for call in case.atoms(sp.LambertW) if (call.args[1] if len(call.args) > 1 else 0) == branch]
        need(len(calls) == 1 == len(case.atoms(sp.LambertW)), f"not by branch {branch} of Lambert's W", case)
        place = sp.Dummy("w")
        linear = sp.Poly(case.subs(calls[0], place), place)
        need(linear.degree() == 1 and nonzero(export(linear.LC()), domain), "not linear in W", case)
        at = sp.expand((before - linear.nth(0)) / linear.LC())
        apart = isinstance(condition, sp.Le) and sp.cancel(condition.lhs - condition.rhs - at - 1) == 0
        need(apart, "the branches are not told apart by v <= -1", condition, at)
        argument = calls[0].args[0].subs(value, equation)
        product, target = in_exponentials((at * sp.exp(at), argument), domain)
        found.append(equal(f"v e^v on branch {branch}", product, target, domain))
    return tuple(found)
