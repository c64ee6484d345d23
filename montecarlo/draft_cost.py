"""Simulations of the chain `draft_cost`: cycles run draft by draft, their emitted tokens held against their cost."""

from __future__ import annotations

from fractions import Fraction

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
from ..derivations.options import Options
from ..derivations.tokens_law import E
from ..ledger import Evidence
from . import enrol
from .cycles import at, exact, run
from .enrol import Point, Settings
from .evidence import Setting

PLAN: Point = chain.EXAMPLE
CERTAIN: Point = {**chain.EXAMPLE, "alpha": Fraction(1)}


def _dilution() -> list[Setting]:
    point = DILUTION.example
    left = E(alpha, gamma) - gamma * NEXT_TOKEN
    return enrol.settings(DILUTION, point, {left: run(DILUTION, left, point, int(exact(gamma, point)) + 1)})


ANY, CHEAP = S(alpha, gamma, c), S(alpha, gamma, c_2)
BETTER = chain.INCREASING.example

SETTINGS: dict[str, Settings] = {
    SPEEDUP.id: at(SPEEDUP, (SPEEDUP.example, S_t(alpha, gamma, t_d, t_t))),
    chain.CLOSED_SPEEDUP.id: at(chain.CLOSED_SPEEDUP, (PLAN, ANY), (CERTAIN, ANY)),
    chain.BREAK_EVEN.id: at(chain.BREAK_EVEN, (chain.BREAK_EVEN.example, ANY), ({**PLAN, "gamma": Fraction(30)}, ANY)),
    chain.PAYS.id: at(chain.PAYS, (chain.PAYS.example, S(alpha, 1, c)), (chain.PAYS.example, ANY)),
    chain.NEVER_PAYS.id: at(chain.NEVER_PAYS, (chain.NEVER_PAYS.example, ANY)),
    chain.DECREASING.id: at(chain.DECREASING, (chain.TWO_DRAFTERS, CHEAP), (chain.TWO_DRAFTERS, CHEAP * (1 + c_2))),
    chain.INCREASING.id: at(chain.INCREASING, (BETTER, ANY), (BETTER, S(beta, gamma, c) * alpha)),
    DILUTION.id: _dilution,
    MARGINAL.id: at(MARGINAL, (MARGINAL.example, LONGER)),
    PAYS_MORE.id: at(PAYS_MORE, (PAYS_MORE.example, LONGER), ({**PAYS_MORE.example, "gamma": Fraction(1)}, LONGER)),
    CHEAPER_LONGER.id: at(
        CHEAPER_LONGER,
        ({**CHEAPER_LONGER.example, "gamma": Fraction(8)}, LONGER),
        (CHEAPER_LONGER.example, CHEAP_LONGER),
    ),
}


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The simulation of a claim of this chain."""
    return enrol.evidence(claim, SETTINGS, options)
