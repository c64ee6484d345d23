"""Whole drafts in the chain `losslessness`: derived, and held against counts of every draft and every outcome."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import losslessness_by_hand as by_hand
import pytest
from draftproof.derivations import losslessness_sequence as sequence
from draftproof.derivations.export import export
from draftproof.derivations.expr import number
from draftproof.derivations.losslessness_sequence import ACCEPTED, COMPLETE, COMPLETED, EMITTED, KEPT, MADE_UP, WHOLE
from draftproof.derivations.statements import Rel, When
from draftproof.derivations.symbols import unfold

RIVALS = {rival.id: (claim, rival) for claim in sequence.CLAIMS for rival in claim.rivals}
SIZES = [(1, 2), (2, 2), (3, 2), (1, 3), (2, 3)]
"""Draft length and vocabulary."""


def value(expression, **point):
    return number(export(unfold(expression)), point)


def at(tokens, p, q, gamma):
    """The point of a claim that one sequence of tokens is; what lies beyond it is 1."""
    rest = (Fraction(1),) * (24 - len(tokens))
    along = {
        name: (*(law(tokens[:i])[x] for i, x in enumerate(tokens)), *rest) for name, law in (("p_seq", p), ("q_seq", q))
    }
    return {**along, "gamma": Fraction(gamma)}


def said(name):
    """What a rival says the completed law is."""
    statement = RIVALS[f"losslessness.{name}"][1].statement
    while isinstance(statement, When):
        statement = statement.then
    assert isinstance(statement, Rel)
    return statement.rhs


@pytest.mark.parametrize(("gamma", "vocab"), SIZES)
@pytest.mark.parametrize("zeros", [False, True])
@pytest.mark.parametrize("block", [False, True], ids=["one by one", "block"])
def test_the_completed_law_is_the_target_s_for_laws_by_prefix(gamma, vocab, zeros, block):
    p, q = by_hand.laws(1, vocab, zeros), by_hand.laws(2, vocab, zeros)
    found = by_hand.completed(p, q, gamma, vocab, block)
    for tokens in product(range(vocab), repeat=gamma + 1):
        assert found[tokens] == by_hand.probability(p, tokens)


@pytest.mark.parametrize(("gamma", "vocab"), SIZES)
def test_the_claim_s_formula_is_what_is_counted(gamma, vocab):
    p, q = by_hand.laws(3, vocab), by_hand.laws(4, vocab)
    found = by_hand.completed(p, q, gamma, vocab, block=False)
    for tokens in product(range(vocab), repeat=gamma + 1):
        point = at(tokens, p, q, gamma)
        assert value(COMPLETE, **point) == found[tokens] == value(WHOLE, **point)


@pytest.mark.parametrize("zeros", [False, True])
def test_what_is_accepted_so_far_is_what_is_counted(zeros):
    p, q = by_hand.laws(5, 3), by_hand.laws(6, 3, zeros)
    sequences = [tokens for length in (1, 2) for tokens in product(range(3), repeat=length)]
    assert zeros is any(by_hand.probability(q, tokens) == 0 for tokens in sequences)
    for tokens in sequences:
        point = {**at(tokens, p, q, 0), "k": Fraction(len(tokens))}
        assert value(KEPT, **point) == by_hand.kept_mass(p, q, tokens, 2, 3, block=False)


def test_the_kept_mass_of_block_verification_makes_up_too():
    p, q = by_hand.laws(7, 3), by_hand.laws(8, 3)
    tokens = (0, 2, 1)
    masses = [by_hand.kept_mass(p, q, tokens[:k], 2, 3, block=True) for k in range(3)]
    point = {**at(tokens, p, q, 2), "m_seq": (*masses, *(Fraction(1),) * 21)}
    assert value(MADE_UP, **point) == by_hand.probability(p, tokens)


def test_tokens_per_verification_are_what_is_counted():
    example = sequence.TOKENS.example
    p, q = (example[name][:3] for name in ("p_l", "q_l"))
    kept = by_hand.mean_kept(lambda _: p, lambda _: q, 3, 3, block=False)
    assert value(EMITTED, **example) == 1 + kept


def position_laws(seed, vocab, gamma):
    """Laws by position only, two tokens or more: the prefix of each length has one law."""
    by_prefix = by_hand.laws(seed, vocab)
    return [by_prefix((0,) * place) for place in range(gamma + 1)]


GAMMA, REPEATED = 2, (0, 0, 0)


def faulty(tested, p, q, after=None, bonus=None):
    """The mass of a run of token 0, completed, where position i is judged by the row `tested(i)` and laws go by position.

    `after(k)` gives the probability of token 0 at the positions after a rejection at k, `bonus` that of the last token.
    """
    found, before = Fraction(0), Fraction(1)
    for k in range(GAMMA):
        row = tested(k)
        chance = min(row[0] / q[k][0], Fraction(1))
        left = by_hand.residual(Fraction(1), row, q[k])
        rejected = 1 - sum(min(x, y) for x, y in zip(row, q[k], strict=True))
        recovered = rejected * left[0] / sum(left) if sum(left) else Fraction(0)
        rest = Fraction(1)
        for place in range(k + 1, GAMMA + 1):
            rest *= (after or (lambda place: p[place][0]))(place)
        found += before * recovered * rest
        before *= q[k][0] * chance
    return found + before * (p[GAMMA][0] if bonus is None else bonus)


@pytest.mark.parametrize("seed", range(6))
def test_the_rivals_say_what_the_faults_do(seed):
    p, q = (position_laws(2 * seed + n, 2, GAMMA) for n in (100, 101))
    point = at(REPEATED, lambda prefix: p[len(prefix)], lambda prefix: q[len(prefix)], GAMMA)
    kept_drafts = lambda place: q[place][0] if place < GAMMA else p[place][0]  # noqa: E731 - a table's entry
    left = by_hand.residual(Fraction(1), p[GAMMA], q[GAMMA])
    passes = min(p[GAMMA][1] / q[GAMMA][1], Fraction(1))  # -1 as an index is the last of two tokens
    assert value(said("wrong_row"), **point) == faulty(lambda k: p[k + 1], p, q)
    assert value(said("rows_aliased"), **point) == faulty(lambda _: p[GAMMA], p, q)
    assert value(said("drafts_kept_after_rejection"), **point) == faulty(lambda k: p[k], p, q, after=kept_drafts)
    assert value(said("bonus_omitted"), **point) == faulty(lambda k: p[k], p, q, bonus=Fraction(0))
    if sum(left):
        bonus = left[0] / sum(left)
        assert value(said("bonus_from_residual"), **point) == faulty(lambda k: p[k], p, q, bonus=bonus)
        assert value(said("padding_as_token"), **point) == faulty(lambda k: p[k], p, q, bonus=(1 - passes) * bonus)


def coin_mass(intervals):
    """The length of what intervals [0, x) have in common with each other and [low, high)."""
    return max(min(high for _, high in intervals) - max(low for low, _ in intervals), Fraction(0))


@pytest.mark.parametrize("seed", range(6))
def test_one_coin_for_two_tests_accepts_as_the_rivals_say(seed):
    p, q = by_hand.laws(200 + seed, 3), by_hand.laws(300 + seed, 3)
    tokens = (0, 0)
    point = {**at(tokens, p, q, 0), "k": Fraction(2)}
    ratios = [p(tokens[:i])[0] / q(tokens[:i])[0] for i in range(2)]
    one = Fraction(1)
    shared = coin_mass([(Fraction(0), min(ratio, one)) for ratio in ratios])
    assert value(said("coins_shared"), **point) == by_hand.probability(q, tokens) * shared
    seen = one
    for i, ratio in enumerate(ratios):  # token 0 is drawn where the coin lies below q(0)
        seen *= coin_mass([(Fraction(0), q(tokens[:i])[0]), (Fraction(0), min(ratio, one))])
    assert value(said("draft_sees_coins"), **point) == seen


def test_accepted_drafts_and_completion_are_said_for_every_length():
    assert ACCEPTED.domain.sets["k"].stop is None
    assert COMPLETED.domain.sets["gamma"].stop is None
    nothing = {**COMPLETED.example, "gamma": Fraction(0)}
    assert value(COMPLETE, **nothing) == COMPLETED.example["p_seq"][0]
