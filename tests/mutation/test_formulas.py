"""Every operator occurrence of every claim's statement, changed: the change must be noticed.

A mutant is killed by an exact point where it is false, or else by the claim's derivation, which no longer concludes it (a
weaker bound is true and still not what was derived). What only the derivation kills is listed after the run.
"""

from __future__ import annotations

import pytest
from draftproof.derivations import derive
from draftproof.derivations.claims import Claim
from draftproof.errors import StepRejected
from judged import CLAIMS, false_somewhere

import formulas


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_every_mutant_of_a_statement_is_killed(claim: Claim, mutation_report: list[str]) -> None:
    found = derive.derivation(claim)
    killed = by_derivation = 0
    for name, mutant in formulas.of_statement(claim.statement):
        if mutant == claim.statement:
            continue  # SymPy wrote the change back into the same formula
        killed += 1
        if false_somewhere(mutant, claim):
            continue
        assert found is not None, f"{name} survives exact evaluation, and {claim.id} has no derivation"
        with pytest.raises(StepRejected):
            derive.conclude(mutant, found)
        by_derivation += 1
        mutation_report.append(f"{claim.id}: {name}: killed by the derivation alone")
    mutation_report.append(f"{claim.id}: {killed} mutants killed, {by_derivation} of them by the derivation alone")
