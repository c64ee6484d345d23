"""Simulations of the chain `draft_cost`: cycles run draft by draft, their emitted tokens held against their cost."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp
from sympy.core.function import AppliedUndef

from ..derivations import draft_cost as chain
from ..derivations.claims import Claim
from ..derivations.draft_cost import S, alpha, beta, c, c_2, gamma
from ..derivations.draft_cost_marginal import (
    CHEAP_LONGER,
    CHEAPER_LONGER,
    DILUTION,
    LONGER,
    MARGINAL,
    NEXT_TOKEN,
    PAYS_MORE,
)
from ..derivations.draft_cost_times import SPEEDUP, S_t, t_d, t_t
from ..derivations.export import export
from ..derivations.expr import number
from ..derivations.options import Options
from ..derivations.symbols import definition_of, unfold
from ..derivations.tokens_law import E
from ..ledger import Evidence
from . import enrol, measures
from .enrol import Point, Settings
from .evidence import Setting
from .process import accepted_counts
from .runner import Simulation

PLAN: Point = chain.EXAMPLE
CERTAIN: Point = {**chain.EXAMPLE, "alpha": Fraction(1)}


def _exact(expression: sp.Expr, point: Point) -> Fraction:
    return number(export(unfold(expression)), point)


def _opened(expression: sp.Expr) -> sp.Expr:
    """The expression by definition, down to E: what a cycle emits is measured, all else is known."""
    found = {q: d for q in expression.atoms(AppliedUndef) if q.func != E(alpha, gamma).func and (d := definition_of(q))}
    return _opened(expression.xreplace(found)) if found else expression


def _run(claim: Claim, left: sp.Expr, point: Point, drafts: int | None = None) -> Simulation:
    """A simulation whose mean is `left`: the emitted tokens of each verification stand for E.

    There are as many drafts as the longest E of `left` has; a shorter one sees the same drafts, cut short. `drafts`
    asks for one more, and whether it was accepted then stands for the probability of that, alpha^(gamma+1).
    """
    shown = _opened(left)
    tokens = {call: int(_exact(call.args[1], point)) + 1 for call in shown.atoms(AppliedUndef)}
    (rate,) = {call.args[0] for call in tokens}
    longest = drafts or max(tokens.values()) - 1

    def value(emitted: int) -> Fraction:
        put = {call: sp.Integer(min(emitted, most)) for call, most in tokens.items()}
        accepted = {NEXT_TOKEN: sp.Integer(emitted > longest)} if drafts else {}
        return _exact(shown.xreplace({**put, **accepted}), point)

    label = ", ".join(f"{name} {float(v):g}" for name, v in point.items() if isinstance(v, Fraction))
    name = f"{label}, {rate}, {longest} drafts"
    rates = (float(_exact(rate, point)),) * longest
    return Simulation(claim.id, name, accepted_counts, rates, measures.mean(value))


def _at(claim: Claim, *pairs: tuple[Point, sp.Expr]) -> Settings:
    """The settings of a claim: at each point, the left side that is measured there."""
    return lambda: [s for point, left in pairs for s in enrol.settings(claim, point, {left: _run(claim, left, point)})]


def _dilution() -> list[Setting]:
    point = DILUTION.example
    left = E(alpha, gamma) - gamma * NEXT_TOKEN
    return enrol.settings(DILUTION, point, {left: _run(DILUTION, left, point, int(_exact(gamma, point)) + 1)})


ANY, CHEAP = S(alpha, gamma, c), S(alpha, gamma, c_2)
BETTER = chain.INCREASING.example

SETTINGS: dict[str, Settings] = {
    SPEEDUP.id: _at(SPEEDUP, (SPEEDUP.example, S_t(alpha, gamma, t_d, t_t))),
    chain.CLOSED_SPEEDUP.id: _at(chain.CLOSED_SPEEDUP, (PLAN, ANY), (CERTAIN, ANY)),
    chain.BREAK_EVEN.id: _at(chain.BREAK_EVEN, (chain.BREAK_EVEN.example, ANY), ({**PLAN, "gamma": Fraction(30)}, ANY)),
    chain.PAYS.id: _at(chain.PAYS, (chain.PAYS.example, S(alpha, 1, c)), (chain.PAYS.example, ANY)),
    chain.NEVER_PAYS.id: _at(chain.NEVER_PAYS, (chain.NEVER_PAYS.example, ANY)),
    chain.DECREASING.id: _at(chain.DECREASING, (chain.TWO_DRAFTERS, CHEAP), (chain.TWO_DRAFTERS, CHEAP * (1 + c_2))),
    chain.INCREASING.id: _at(chain.INCREASING, (BETTER, ANY), (BETTER, S(beta, gamma, c) * alpha)),
    DILUTION.id: _dilution,
    MARGINAL.id: _at(MARGINAL, (MARGINAL.example, LONGER)),
    PAYS_MORE.id: _at(PAYS_MORE, (PAYS_MORE.example, LONGER), ({**PAYS_MORE.example, "gamma": Fraction(1)}, LONGER)),
    CHEAPER_LONGER.id: _at(
        CHEAPER_LONGER,
        ({**CHEAPER_LONGER.example, "gamma": Fraction(8)}, LONGER),
        (CHEAPER_LONGER.example, CHEAP_LONGER),
    ),
}


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The simulation of a claim of this chain."""
    return enrol.evidence(claim, SETTINGS, options)
