"""The allow-list is exact: every premise of a claim is in it with a reason, and no entry is idle."""

from __future__ import annotations

import pytest
from draftproof.derivations.assumptions import ASSUMPTIONS
from draftproof.derivations.axioms import axioms
from draftproof.derivations.claims import chain, chain_names

CLAIMS = [claim for name in chain_names() for claim in chain(name).claims]
USED = {premise for claim in CLAIMS for premise in claim.assumes}


def test_every_premise_is_allowed_for_a_reason() -> None:
    assert USED - ASSUMPTIONS.keys() == set()
    assert all(ASSUMPTIONS.values())


def test_no_entry_is_idle() -> None:
    assert ASSUMPTIONS.keys() - USED == set()


@pytest.mark.parametrize("name", chain_names())
def test_nothing_stands_outside_the_allow_list(name: str) -> None:
    """The last claim of a chain and those it rests on: no stated step, no undeclared lemma, no circle."""
    assert axioms(chain(name).claims[-1].id).refused == ()


def test_no_result_is_stated() -> None:
    """`stated` is for examples and experiments: no chain types a result past a rule that could compute it."""
    from draftproof.derivations.derive import derivation

    stated = [
        claim.id
        for claim in CLAIMS
        if (found := derivation(claim)) is not None
        for argument in found.arguments
        for step in argument.steps
        if step.stated
    ]
    assert stated == []
