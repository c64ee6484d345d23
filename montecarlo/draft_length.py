"""Simulations of the chain `draft_length`: cycles of neighbouring lengths, run draft by draft."""

from __future__ import annotations

from fractions import Fraction

from ..derivations import draft_length_drafters as drafters
from ..derivations import draft_length_ends as ends
from ..derivations import draft_length_steps as steps
from ..derivations.claims import Claim
from ..derivations.draft_cost_times import S
from ..derivations.draft_length_steps import D, alpha, beta, c, c_2, gamma, here, j, longer, tokens_longer
from ..derivations.options import Options
from ..derivations.tokens_law import E
from ..ledger import Evidence
from . import enrol
from .cycles import at
from .enrol import Point, Settings

SHORT: Point = {"alpha": Fraction(7, 10), "gamma": Fraction(1), "c": Fraction(77, 500)}
WORTH_IT: Point = {"alpha": Fraction(7, 10), "gamma": Fraction(2), "c": Fraction(1, 20)}
CERTAIN: Point = {"alpha": Fraction(1), "gamma": Fraction(3), "c": Fraction(1, 2)}

POWER = alpha ** (gamma + 1)
MARGINAL, CLIPPED, FLAT = steps.MARGINAL, ends.CLIPPED, drafters.FLAT

SETTINGS: dict[str, Settings] = {
    steps.ADDED.id: at(steps.ADDED, (steps.ADDED.example, tokens_longer)),
    MARGINAL.id: at(MARGINAL, (MARGINAL.example, here - longer), (MARGINAL.example, longer), (SHORT, longer)),
    steps.CONCAVE.id: at(steps.CONCAVE, (steps.FURTHER, E(alpha, gamma + j)), (steps.FURTHER, E(alpha, gamma))),
    steps.DEFICIT.id: at(steps.DEFICIT, (steps.FURTHER, D(alpha, gamma + j, c))),
    steps.UNIMODAL.id: at(steps.UNIMODAL, (steps.FURTHER, S(alpha, gamma + j, c)), (steps.FURTHER, here)),
    ends.LONGEST.id: at(ends.LONGEST, (ends.LONGEST.example, here)),
    CLIPPED.id: at(CLIPPED, (CLIPPED.example, here), (CLIPPED.example, ends.one_draft), (WORTH_IT, ends.one_draft)),
    ends.UNBOUNDED.id: at(ends.UNBOUNDED, (ends.UNBOUNDED.example, longer), (CERTAIN, longer)),
    drafters.CHEAPER.id: at(drafters.CHEAPER, (drafters.CHEAPER.example, D(alpha, gamma, c_2))),
    drafters.LIKELIER.id: at(drafters.LIKELIER, (drafters.LIKELIER.example, POWER * E(beta, gamma))),
    drafters.MONOTONE.id: at(
        drafters.MONOTONE,
        (drafters.MONOTONE.example, POWER * drafters.better),
        (drafters.MONOTONE.example, drafters.better),
    ),
    FLAT.id: at(
        FLAT, (FLAT.example, longer), (FLAT.example, S(alpha, gamma, c_2)), (FLAT.example, c_2 * S(alpha, gamma, c_2))
    ),
}


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The simulation of a claim of this chain."""
    return enrol.evidence(claim, SETTINGS, options)
