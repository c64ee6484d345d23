"""Settings come from statements: what is predicted, by the claim and by each rival, and which faults are seen."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
from draftproof.derivations import tokens_bounds as bounds
from draftproof.derivations import tokens_growth as growth
from draftproof.derivations import tokens_law as law
from draftproof.derivations.claims import Claim, Rival
from draftproof.derivations.options import Options
from draftproof.derivations.statements import asserted, both, eq, gt, le, when
from draftproof.derivations.tokens_law import E, alpha, gamma
from draftproof.errors import BadInput
from draftproof.ledger import Verdict
from draftproof.montecarlo import enrol, measures
from draftproof.montecarlo.process import accepted_counts, independent_counts
from draftproof.montecarlo.runner import Simulation

POINT = law.EXAMPLE
OPTIONS = Options(seed=7, draws=2**18)


def simulation(chunk=accepted_counts, claim=law.CLOSED_FORM) -> Simulation:
    return Simulation(claim.id, "here", chunk, (0.7,) * 5, measures.tokens)


def test_predictions_are_the_right_sides_of_the_statements() -> None:
    (setting,) = enrol.settings(law.CLOSED_FORM, POINT, {E(alpha, gamma): simulation()})
    assert setting.relation == "="
    assert setting.predicted == sum(Fraction(7, 10) ** k for k in range(6))
    assert setting.rivals["tokens.one_plus_gamma_alpha"] == Fraction(9, 2)
    assert set(setting.rivals) == {rival.id for rival in law.CLOSED_FORM.rivals}


def test_a_rival_keeps_its_own_relation() -> None:
    first, *_ = enrol.settings(bounds.LINEAR_OVER, POINT, {E(alpha, gamma): simulation()})
    assert first.relation == "<="
    assert first.relation_of("tokens.linear_is_conservative") == ">="


def test_only_the_parts_whose_condition_holds_are_asserted() -> None:
    statement = both(le(alpha, 1), when(gt(gamma, 9), eq(alpha, 0)), when(gt(gamma, 2), eq(alpha, 1)))
    assert [rel.op for rel in asserted(statement, POINT)] == ["<=", "="]


def test_a_left_side_of_which_nothing_speaks_is_refused() -> None:
    with pytest.raises(BadInput, match="nothing of what is measured"):
        enrol.settings(law.CLOSED_FORM, POINT, {gamma: simulation()})


def test_a_process_that_does_not_stop_refutes_the_claim() -> None:
    """The planted fault: every draft is tested whatever became of those before it."""

    def settings():
        return enrol.settings(law.CLOSED_FORM, POINT, {E(alpha, gamma): simulation(independent_counts)})

    found = enrol.evidence(law.CLOSED_FORM, {law.CLOSED_FORM.id: settings}, OPTIONS)
    assert found is not None
    assert found.verdict is Verdict.REFUTED
    assert "tokens.one_plus_gamma_alpha" in found.rivals.survived


def test_a_rival_that_is_seen_although_listed_as_blind_is_reported_as_rejected() -> None:
    """The ledger makes it a fault (tests/test_ledger.py)."""
    seen = replace(law.CLOSED_FORM.rivals[0], blind={"simulation": "said to be invisible"})
    claim: Claim = replace(law.CLOSED_FORM, rivals=(seen,))
    found = enrol.evidence(
        claim, {claim.id: lambda: enrol.settings(claim, POINT, {E(alpha, gamma): simulation()})}, OPTIONS
    )
    assert found is not None
    assert seen.id in found.rivals.rejected


def test_a_rival_equal_to_the_claim_survives() -> None:
    twin = Rival("tokens.twin", "the same", "it is right", law.CLOSED_FORM.statement)
    claim = replace(law.CLOSED_FORM, rivals=(twin,))
    found = enrol.evidence(
        claim, {claim.id: lambda: enrol.settings(claim, POINT, {E(alpha, gamma): simulation()})}, OPTIONS
    )
    assert found is not None
    assert found.rivals.survived == (twin.id,)


def test_what_is_not_enrolled_has_no_evidence() -> None:
    assert enrol.evidence(growth.DECAY, {}, OPTIONS) is None
