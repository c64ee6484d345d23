"""Rivals: in step with the chain, and one place away from the oracle."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest
from draftproof.derivations.losslessness import CHAIN
from draftproof.gpu_reference import rejection
from draftproof.gpu_reference.calls import dyadic_call
from draftproof.gpu_reference.rivals import BEHAVIOURS, DRAFTERS, SAMPLERS, first_above, to_bf16, verified
from draftproof.gpu_reference.rivals_block import blocked

OF_CHAIN = {rival.id: rival for claim in CHAIN.claims for rival in claim.rivals}
"""The chain's rivals."""

SEEDS = range(12)


def out_of_step(behaviours, rivals):
    """Behaviours that are no rival, and rivals without a statement that have no behaviour."""
    return sorted(
        [id_ for id_ in behaviours if id_ not in rivals]
        + [id_ for id_, rival in rivals.items() if rival.statement is None and id_ not in behaviours]
    )


def test_behaviours_and_the_rivals_of_the_chain_are_in_step():
    assert not out_of_step(BEHAVIOURS, OF_CHAIN)
    assert len(BEHAVIOURS) == len(set(BEHAVIOURS))


def test_what_is_out_of_step_is_seen():
    assert out_of_step([*BEHAVIOURS, "losslessness.unheard_of"], OF_CHAIN) == ["losslessness.unheard_of"]
    assert out_of_step(BEHAVIOURS[1:], {k: r for k, r in OF_CHAIN.items() if k != BEHAVIOURS[0]}) == []


def arguments(call):
    return (call.draft_tokens, call.draft_probs, call.target_probs, call.uniforms), {"draft_lens": call.draft_lens}


@pytest.mark.parametrize("ragged", [False, True])
@pytest.mark.parametrize("seed", SEEDS)
def test_unchanged_they_are_the_oracle(seed, ragged):
    given, lens = arguments(dyadic_call(seed, 300, 1 + seed % 3, 2 + seed % 4, ragged=ragged))
    tokens, _, target_probs, uniforms = given
    assert (verified(*given, **lens) == rejection.token_wise(*given, **lens)).all()
    assert (blocked(*given, **lens) == rejection.block_wise(*given, **lens)).all()
    without = verified(tokens, None, target_probs, uniforms, **lens)
    assert (without == rejection.point_mass(tokens, None, target_probs, uniforms, **lens)).all()


@pytest.mark.parametrize(("id_", "ways"), SAMPLERS.items(), ids=SAMPLERS)
def test_changed_they_are_not(id_, ways):
    """On dyadic laws with coins at the ends; lenience needs coins near a break."""
    for way in ways:
        differs = False
        for seed in SEEDS:
            given, lens = arguments(dyadic_call(seed, 300, 1 + seed % 3, 2 + seed % 4, ragged=True))
            with np.errstate(all="ignore"):
                differs |= bool((way(*given, **lens) != rejection.token_wise(*given, **lens)).any())
        assert differs or id_ == "losslessness.lenience"


def test_drafters_declare_another_law():
    law = [Fraction(5, 16), Fraction(7, 16), Fraction(4, 16)]
    for id_, drafter in DRAFTERS.items():
        sampled, declared = drafter(law)
        assert sum(sampled) == 1
        assert id_ == "losslessness.declared_bf16" or list(declared) != [float(x) for x in sampled]
    sampled, declared = DRAFTERS["losslessness.declared_bf16"]([Fraction(1, 3), Fraction(2, 3)])
    assert list(declared) != [float(x) for x in sampled]


BF16 = {1.0: 1.0, 1 / 3: 0.333984375, 0.1: 0.10009765625, 1 + 2.0**-8: 1.0, 1 + 3 * 2.0**-8: 1 + 2.0**-6, 0.0: 0.0}
"""Eight bits of significand, ties to even."""


@pytest.mark.parametrize(("value", "rounded"), BF16.items())
def test_bf16(value, rounded):
    assert to_bf16(value) == rounded


def test_first_above():
    masses = np.array([[0.0, 1.0, 1.0], [np.nan] * 3, [1.0, 0.0, 1.0]])
    assert list(first_above(masses, np.array([0.0, 0.5, 0.5]))) == [1, 0, 2]
