"""Simulations of the chain `losslessness`: one position, other samplers there, and whole drafts."""

from __future__ import annotations

from ..derivations.claims import Claim
from ..derivations.options import Options
from ..ledger import Evidence
from . import enrol, losslessness_drafts, losslessness_position, losslessness_variants
from .enrol import Settings

SETTINGS: dict[str, Settings] = {
    **losslessness_position.SETTINGS,
    **losslessness_variants.SETTINGS,
    **losslessness_drafts.SETTINGS,
}


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The simulation of a claim of this chain."""
    return enrol.evidence(claim, SETTINGS, options)
