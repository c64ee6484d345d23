"""The proofs of `grammar_mask`: words and rows in bit-vectors, and written obligations that go wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from draftproof.checks import grammar_mask_bits as bits
from draftproof.checks.grammar_mask import PROOFS
from draftproof.checks.prove import proved_before
from draftproof.checks.session import Session
from draftproof.checks.solvers import Solvers
from draftproof.derivations.grammar_mask import CHAIN
from draftproof.ledger import Verdict


@pytest.fixture(scope="module")
def session() -> Iterator[Session]:
    solvers = Solvers(timeout=20.0)
    yield Session(solvers)
    solvers.close()


def test_every_claim_has_a_proof_or_says_why_not() -> None:
    assert set(PROOFS) == {claim.id for claim in CHAIN.claims if "proof" not in claim.not_applicable}


NAMES = ["words", "place", "pack_unpack", "unpack_pack", "bytes", "conditional_law", "empty_state", "stall_chance",
         "commutes_with_temperature"]  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_both_solvers_prove_it(session: Session, name: str) -> None:
    found = proved_before(PROOFS[f"grammar_mask.{name}"], PROOFS, session)
    assert found.verdict is Verdict.PROVED, found.reason
    assert found.detail["cvc5"] == found.detail["z3"]
    assert not found.rivals.survived
    assert found.rivals.rejected


def test_the_conditional_law_needs_the_allowed_mass(session: Session) -> None:
    alone = replace(PROOFS["grammar_mask.conditional_law"], lemmas=())
    assert not proved_before(alone, {}, Session(session.solvers)).verdict.passes


def test_a_row_is_not_inductive_without_its_last_word(session: Session) -> None:
    step = bits.UNPACK_PACK[-1]
    broken = replace(PROOFS["grammar_mask.unpack_pack"], questions=(replace(step, premises=step.premises[:-1]),))
    assert proved_before(broken, {}, Session(session.solvers)).verdict is Verdict.NOT_INDUCTIVE


def test_a_word_read_by_another_shift_is_refuted(session: Session) -> None:
    word = bits.UNPACK_PACK[0]
    wrong = replace(word, goal=word.rivals["grammar_mask.bit_above"])
    broken = replace(PROOFS["grammar_mask.unpack_pack"], questions=(wrong,))
    assert proved_before(broken, {}, Session(session.solvers)).verdict is Verdict.REFUTED


def test_premises_without_a_model_are_vacuous(session: Session) -> None:
    word = bits.PACK_UNPACK[0]
    empty = replace(word, premises=("(distinct w w)",))
    broken = replace(PROOFS["grammar_mask.pack_unpack"], questions=(empty,))
    assert proved_before(broken, {}, Session(session.solvers)).verdict is Verdict.VACUOUS


def test_a_rival_that_no_question_denies_survives(session: Session) -> None:
    silent = replace(bits.PACK_UNPACK[0], rivals={})
    broken = replace(PROOFS["grammar_mask.pack_unpack"], questions=(silent,))
    found = proved_before(broken, {}, Session(session.solvers))
    assert set(found.rivals.survived) == {"grammar_mask.packed_reversed", "grammar_mask.sign_bit_lost"}
    assert not found.passes


def test_a_question_that_is_not_settled_in_time_is_a_timeout() -> None:
    """Factors of the product of two Mersenne primes, 150 bits long: no solver finds them in a fraction of a second."""
    width, bound, product = 192, 2**90, (2**61 - 1) * (2**89 - 1)
    hard = replace(
        bits.PACK_UNPACK[0],
        setting=f"(declare-const a (_ BitVec {width}))\n(declare-const b (_ BitVec {width}))",
        premises=tuple(
            text
            for name in "ab"
            for text in (f"(bvult (_ bv1 {width}) {name})", f"(bvult {name} (_ bv{bound} {width}))")
        ),
        goal=f"(distinct (bvmul a b) (_ bv{product} {width}))",
        rivals={},
    )
    solvers = Solvers(timeout=0.3)
    try:
        broken = replace(PROOFS["grammar_mask.pack_unpack"], questions=(hard,))
        assert proved_before(broken, {}, Session(solvers)).verdict is Verdict.TIMEOUT
    finally:
        solvers.close()
