"""Simulations of the chain `verify_budget`: verifications run draft by draft, their tokens against a cycle's time.

Tokens per verification are drawn; the times of steps are not. So one claim has a simulation, at a batch in each regime.
"""

from __future__ import annotations

from fractions import Fraction

from sympy.core.function import AppliedUndef

from ..derivations.claims import Claim
from ..derivations.export import export
from ..derivations.expr import number
from ..derivations.options import Options
from ..derivations.symbols import unfold
from ..derivations.tokens_law import E
from ..derivations.verify_budget_rows import B, gamma
from ..derivations.verify_budget_speedup import CONSTANT_RATE, S_B, alpha, at_batch
from ..ledger import Evidence
from . import drafts, enrol, measures
from .enrol import Settings
from .evidence import Setting
from .process import accepted_counts
from .runner import Simulation

BATCHES = (8, 64, 512)
"""Of the seed's models without a KV cache: below the ridge, past it, and past that of a plain step."""


def _at(batch: int) -> list[Setting]:
    point = {**CONSTANT_RATE.example, "batch": Fraction(batch)}
    speedup = at_batch(B, E(alpha, gamma))
    shown = S_B.at(*speedup.args)
    others = {q: unfold(q) for q in shown.atoms(AppliedUndef) if q != E(alpha, gamma)}
    per_token = number(export((shown / E(alpha, gamma)).xreplace(others)), point)
    rates = drafts.rates(point)
    tokens = measures.mean(lambda emitted: emitted * per_token)
    made = Simulation(CONSTANT_RATE.id, f"batch {batch}", accepted_counts, rates, tokens)
    return enrol.settings(CONSTANT_RATE, point, {speedup: made})


SETTINGS: dict[str, Settings] = {CONSTANT_RATE.id: lambda: [setting for batch in BATCHES for setting in _at(batch)]}


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The simulation of a claim of this chain."""
    return enrol.evidence(claim, SETTINGS, options)
