"""Laws of completed sequences and what they say, against values written out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest
from draftproof.gpu_reference.instances import EVEN, cycled, law
from draftproof.gpu_reference.judgement import (
    Tally,
    accepted_excess,
    completed,
    completed_excess,
    judge,
    judge_acceptance,
    no_bonus,
    target_law,
    token_wise_acceptance,
)
from draftproof.ledger import Verdict

F = Fraction
ONE = cycled("one", 1, [law(1, 3), law(3, 1)], [EVEN])
"""p = (1/4, 3/4); after 0 (3/4, 1/4), after 1 (1/4, 3/4)."""


def test_completed_sequences():
    tally = Tally(ONE, {(0,): F(1, 4), (1, 1): F(3, 4)})
    assert completed(tally) == {(0, 0): F(3, 16), (0, 1): F(1, 16), (1, 0): 0, (1, 1): F(3, 4)}
    assert target_law(ONE) == {(0, 0): F(3, 16), (0, 1): F(1, 16), (1, 0): F(3, 16), (1, 1): F(9, 16)}
    assert completed_excess(tally) == ((1, 1), F(3, 16))


VERDICTS = {
    "exact": ({(0,): F(1, 4), (1,): F(3, 4)}, Verdict.EXACT, 0),
    "refuted": ({(0,): F(1, 2), (1,): F(1, 2)}, Verdict.REFUTED, F(1, 4)),
    "refuted, some undecided": ({(0,): F(1, 2)}, Verdict.REFUTED, F(1, 4)),
    "not refuted": ({(0,): F(1, 4), (1,): F(1, 2)}, Verdict.HOLDS, 0),
    "nothing known": ({}, Verdict.HOLDS, 0),
    "the tokens hide it, the bonus shows it": ({(0, 0): F(1, 4), (1,): F(3, 4)}, Verdict.REFUTED, F(1, 16)),
}


@pytest.mark.parametrize(("emitted", "verdict", "bias"), VERDICTS.values(), ids=VERDICTS)
def test_verdicts(emitted, verdict, bias):
    judged = judge(Tally(ONE, emitted))
    assert (judged.verdict, judged.bias) == (verdict, bias)
    assert judged.undecided == 1 - sum(emitted.values())
    assert judged.excluded == judged.bias + judged.undecided


def test_acceptance():
    assert token_wise_acceptance(ONE) == F(3, 4)
    two = cycled("two", 2, [law(1, 3), law(3, 1)], [EVEN])
    assert token_wise_acceptance(two) == F(3, 4) + F(3, 4) ** 2
    slow = judge(Tally(ONE, {(0,): F(1, 4), (1,): F(1, 2), (1, 1): F(1, 4)}))
    assert slow.accepted == (F(1, 4), F(1, 4))
    assert slow.slow
    assert not judge(Tally(ONE, {})).slow


def test_what_is_accepted_beyond_the_target():
    within = Tally(ONE, {(0, 0): F(1, 4), (1, 0): F(1, 2), (1,): F(1, 4)})
    beyond = Tally(ONE, {(0, 0): F(3, 8), (1, 0): F(1, 2), (1,): F(1, 8)})
    assert judge_acceptance(within).verdict is Verdict.HOLDS
    assert accepted_excess(beyond) == ((0,), F(1, 8))
    judged = judge_acceptance(beyond)
    assert (judged.verdict, judged.found, judged.target) == (Verdict.REFUTED, F(3, 8), F(1, 4))


def test_no_bonus():
    sure = cycled("sure", 1, [law(1, 0), law(0, 1)], [law(1, 0)])
    assert no_bonus([Tally(ONE, {(0,): F(1)}), Tally(sure, {(0,): F(1)})]) is not None
    assert no_bonus([Tally(ONE, {(0, 1): F(1)}), Tally(sure, {(0,): F(1)})]) is None
    assert no_bonus([Tally(ONE, {(0,): F(1)})]) is None
    assert no_bonus([Tally(sure, {(0,): F(1, 2)})]) is None


def test_the_excess_is_the_difference_of_the_laws():
    for emitted in ({(): F(0)}, {(0,): F(1, 3), (1, 0): F(1, 7)}, {(0, 1): F(2, 5), (1,): F(1, 2)}):
        tally = Tally(ONE, emitted)
        target, found = target_law(ONE), completed(tally)
        difference = {sequence: found[sequence] - target[sequence] for sequence in found}
        worst, excess = completed_excess(tally)
        assert excess == difference[worst] == max(difference.values())
        judged = judge(tally)
        assert judged.bias == sum(max(one, F(0)) for one in difference.values())
        assert (judged.found, judged.target) == (found[judged.worst], target[judged.worst])
