"""Simulations of drafting cycles at a cost: what a cycle emits is measured, its time and all else is known."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
from sympy.core.function import AppliedUndef

from ..derivations.claims import Claim
from ..derivations.draft_cost_marginal import NEXT_TOKEN
from ..derivations.export import export
from ..derivations.expr import number
from ..derivations.symbols import definition_of, unfold
from ..derivations.tokens_law import E, alpha, gamma
from . import enrol, measures
from .enrol import Point, Settings
from .process import accepted_counts
from .runner import Simulation


def exact(expression: sp.Expr, point: Point) -> Fraction:
    """The exact value of an expression at a point."""
    return number(export(unfold(expression)), point)


def _opened(expression: sp.Expr) -> sp.Expr:
    """The expression by definition, down to E: what a cycle emits is measured, all else is known."""
    found = {q: d for q in expression.atoms(AppliedUndef) if q.func != E(alpha, gamma).func and (d := definition_of(q))}
    return _opened(expression.xreplace(found)) if found else expression


def run(claim: Claim, left: sp.Expr, point: Point, drafts: int | None = None) -> Simulation:
    """A simulation whose mean is `left`: the emitted tokens of each verification stand for E.

    There are as many drafts as the longest E of `left` has; a shorter one sees the same drafts, cut short. `drafts`
    asks for one more, and whether it was accepted then stands for the probability of that, alpha^(gamma+1).
    """
    shown = _opened(left)
    tokens = {call: int(exact(call.args[1], point)) + 1 for call in shown.atoms(AppliedUndef)}
    (rate,) = {call.args[0] for call in tokens}
    longest = drafts or max(tokens.values()) - 1

    def value(emitted: int) -> Fraction:
        put = {call: sp.Integer(min(emitted, most)) for call, most in tokens.items()}
        accepted = {NEXT_TOKEN: sp.Integer(emitted > longest)} if drafts else {}
        return exact(shown.xreplace({**put, **accepted}), point)

    label = ", ".join(f"{name} {float(v):g}" for name, v in point.items() if isinstance(v, Fraction))
    name = f"{label}, {rate}, {longest} drafts"
    rates = (float(exact(rate, point)),) * longest
    return Simulation(claim.id, name, accepted_counts, rates, measures.mean(value))


def at(claim: Claim, *pairs: tuple[Point, sp.Expr]) -> Settings:
    """The settings of a claim: at each point, the left side that is measured there."""
    return lambda: [s for point, left in pairs for s in enrol.settings(claim, point, {left: run(claim, left, point)})]
