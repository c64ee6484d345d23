"""Every chain's simulations: enrolled or excused, and of bounded error over the whole of `verify`."""

from __future__ import annotations

import importlib
from importlib.util import find_spec

import pytest
from draftproof.derivations.claims import chain, chain_names
from draftproof.derivations.options import Options
from draftproof.ledger import Evidence
from draftproof.montecarlo.compare import BUDGET, MAX_MISS

SIMULATED = [name for name in chain_names() if find_spec(f"draftproof.montecarlo.{name}")]


@pytest.fixture(scope="module")
def evidence() -> dict[str, Evidence | None]:
    found: dict[str, Evidence | None] = {}
    for name in SIMULATED:
        module = importlib.import_module(f"draftproof.montecarlo.{name}")
        found |= {claim.id: module.evidence(claim, Options()) for claim in chain(name).claims}
    return found


def test_every_claim_is_simulated_or_says_why_not(evidence: dict[str, Evidence | None]) -> None:
    for name in chain_names():
        for claim in chain(name).claims:
            simulated = evidence.get(claim.id) is not None
            assert simulated != ("simulation" in claim.not_applicable), claim.id


def test_every_simulation_holds_and_rejects_every_rival_it_can_see(evidence: dict[str, Evidence | None]) -> None:
    for name in SIMULATED:
        for claim in chain(name).claims:
            found = evidence[claim.id]
            if found is None:
                continue
            assert found.passes, (claim.id, found.reason, found.rivals.survived)
            for rival in claim.rivals:
                assert (rival.id in found.rivals.rejected) != ("simulation" in rival.blind), rival.id
                if rival.id in found.rivals.rejected:
                    assert found.rivals.miss[rival.id] <= MAX_MISS


def test_all_false_alarms_together_stay_within_the_budget(evidence: dict[str, Evidence | None]) -> None:
    assert sum(found.false_alarm or 0.0 for found in evidence.values() if found) <= BUDGET
