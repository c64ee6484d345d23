"""Block verification in the chain `losslessness`: derived, and held against counts of every draft and every outcome."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import losslessness_by_hand as by_hand
import pytest
from draftproof.derivations import losslessness_block as block
from draftproof.derivations.export import export
from draftproof.derivations.expr import number
from draftproof.derivations.losslessness_block import COMPLETE, KEPT, RECOVERED, THEN, TOY
from draftproof.derivations.symbols import unfold

RIVALS = {rival.id: (claim, rival) for claim in block.CLAIMS for rival in claim.rivals}
GAMMA, VOCAB = 2, 3
LAWS = [(by_hand.laws(2 * seed, VOCAB), by_hand.laws(2 * seed + 1, VOCAB)) for seed in range(10, 14)]
PAD = (Fraction(1),) * 21


def _zeros_later(seed):
    """Laws by prefix in which tokens are impossible after the first one."""
    return lambda prefix: by_hand.laws(seed, VOCAB, zeros=bool(prefix))(prefix)


WITH_ZEROS = [*LAWS, (_zeros_later(18), _zeros_later(19))]


def value(expression, **point):
    return number(export(unfold(expression)), point)


def after(p, q, first):
    """The point of the claims about what follows a first draft: w, P, the laws after it and their residual."""
    w, share = q(())[first], by_hand.shares((first,), p, q)[1]
    here = {"w_blk": w, "P_blk": share, "V": Fraction(VOCAB), "p_l": (*p((first,)), *PAD), "q_l": (*q((first,)), *PAD)}
    return {**here, "R_blk": sum(by_hand.residual(share, p((first,)), q((first,))), Fraction(0))}


@pytest.mark.parametrize(("p", "q"), WITH_ZEROS)
@pytest.mark.parametrize("first", range(VOCAB))
def test_the_share_kept_one_draft_later_is_what_is_counted(p, q, first):
    point = after(p, q, first)
    kept = [by_hand.kept_mass(p, q, (first, x), GAMMA, VOCAB, block=True) for x in range(VOCAB)]
    assert value(block.PASSES, **point) * point["w_blk"] == sum(kept)
    for x, counted in enumerate(kept):
        at_x = {"p_x": point["p_l"][x], "q_x": point["q_l"][x]}
        assert value(block.LATER_MASS, w_blk=point["w_blk"], P_blk=point["P_blk"], **at_x) == counted


def test_some_of_these_drafts_are_impossible():
    assert any(0 in q((first,)) for _, q in WITH_ZEROS for first in range(VOCAB))


@pytest.mark.parametrize(("p", "q"), WITH_ZEROS)
@pytest.mark.parametrize("first", range(VOCAB))
def test_the_mass_kept_is_what_is_counted(p, q, first):
    point = after(p, q, first)
    assert value(block.REST, **point) == point["R_blk"]
    counted = by_hand.kept_mass(p, q, (first,), GAMMA, VOCAB, block=True)
    assert value(KEPT, **point) == counted == point["w_blk"] * point["P_blk"]


@pytest.mark.parametrize(("p", "q"), WITH_ZEROS)
def test_the_kept_mass_by_recursion_is_min_of_two(p, q):
    for tokens in product(range(VOCAB), repeat=GAMMA):
        before = by_hand.kept_mass(p, q, tokens[:1], GAMMA, VOCAB, block=True)
        drafted = by_hand.probability(q, tokens)
        here = by_hand.kept_mass(p, q, tokens, GAMMA, VOCAB, block=True)
        assert here == min(before * p(tokens[:1])[tokens[1]], drafted)
        assert here >= by_hand.kept_mass(p, q, tokens, GAMMA, VOCAB, block=False)


@pytest.mark.parametrize(("p", "q"), LAWS)
def test_a_draft_is_kept_by_grace_of_those_after_it(p, q):
    depends = False
    for first, second in product(range(VOCAB), repeat=2):
        point = {**after(p, q, first), "q_x": q((first,))[second], "P_next": by_hand.shares((first, second), p, q)[2]}
        if point["P_blk"] == 1:
            continue
        kept = by_hand.probability(q, (first, second)) * sum(by_hand.as_block((first, second), p, q)[1:])
        assert value(THEN, **point) == kept
        depends |= kept != point["w_blk"] * point["P_blk"] * point["q_x"]
    assert depends


@pytest.mark.parametrize(("p", "q"), WITH_ZEROS)
def test_what_is_recovered_is_what_is_counted(p, q):
    for first in range(VOCAB):
        point = after(p, q, first)
        if not point["R_blk"]:
            continue
        stopped = sum(
            drafted * by_hand.as_block(draft, p, q)[1]
            for draft, drafted in by_hand.drafts(q, GAMMA, VOCAB)
            if draft[0] == first
        )
        left = by_hand.residual(point["P_blk"], p((first,)), q((first,)))
        for token in range(VOCAB):
            found = value(RECOVERED, **point, l=Fraction(token + 1))
            assert found == stopped * left[token] / point["R_blk"]


@pytest.mark.parametrize(("p", "q"), LAWS[:2])
def test_the_next_token_emitted_has_the_target_s_law_given_those_before(p, q):
    """Seen from outside, by position: of the emitted tokens, not of the drafts, the conditional laws are the target's."""
    for first, second in product(range(VOCAB), repeat=2):
        kept = by_hand.kept_mass(p, q, (first,), GAMMA, VOCAB, block=True)
        both = by_hand.kept_mass(p, q, (first, second), GAMMA, VOCAB, block=True)
        if (point := after(p, q, first))["R_blk"]:
            both += value(RECOVERED, **point, l=Fraction(second + 1))
        assert both == kept * p((first,))[second]


def test_three_drafts_written_out_are_what_is_counted():
    p, q = by_hand.laws(30, 2), by_hand.laws(31, 2)
    found = by_hand.completed(p, q, 3, 2, block=True)
    for tokens in product(range(2), repeat=4):
        along = {
            name: (*(law(tokens[:i])[x] for i, x in enumerate(tokens)), *PAD[:-1])
            for name, law in (("p_seq", p), ("q_seq", q))
        }
        assert value(COMPLETE, **along) == found[tokens]


@pytest.mark.parametrize("length", TOY)
def test_the_toy_s_counts_are_what_is_counted(length):
    p, q = ((Fraction(n, 3), Fraction(3 - n, 3)) for n in (1, 2))
    laws = (lambda _: p), (lambda _: q)
    for in_block, accepted, said in zip((False, True), (block.one_by_one, block.by_block), TOY[length], strict=True):
        exact = by_hand.mean_kept(*laws, length, 2, in_block)
        assert value(accepted(length)) == exact == Fraction(int(said.p), int(said.q))


@pytest.mark.parametrize("seed", range(6))
def test_shares_of_other_laws_are_what_is_counted(seed):
    p, q = by_hand.laws(40 + seed, 2)(()), by_hand.laws(50 + seed, 2)(())
    point = {"P_blk": Fraction(1), "p_x": p[0], "q_x": q[0]}
    found = [value(share(block.P, block.p_x, block.q_x), **point) for share in block.SHARE]
    for length in (1, 2, 3, 4):
        assert sum(found[:length]) == by_hand.mean_kept(lambda _: p, lambda _: q, length, 2, block=True)
