"""False claims and rivals that equal the claim, put through `simulate`: none may pass."""

from fractions import Fraction

import pytest
from draftproof.derivations import draft_cost as chain
from draftproof.errors import BadInput
from draftproof.ledger import Verdict
from draftproof.montecarlo.compare import MAX_MISS, PER_COMPARISON, Measured
from draftproof.montecarlo.enrol import settings
from draftproof.montecarlo.evidence import Setting, simulate
from draftproof.montecarlo.process import accepted_counts
from draftproof.montecarlo.runner import Simulation

DRAWS, GAMMA, ALPHA = 300_000, 5, Fraction(7, 10)
TRUTH = sum(ALPHA**k for k in range(GAMMA + 1))


def tokens(total, draws):
    return Measured(sum((k + 1) * int(n) for k, n in enumerate(total)) / draws, draws, 1, GAMMA + 1)


def at(predicted, relation="=", measure=tokens, relations=None, **rivals):
    simulation = Simulation("toy.mean", "one run", accepted_counts, (float(ALPHA),) * GAMMA, measure)
    return Setting("alpha .7, gamma 5", simulation, relation, predicted, rivals, relations or {})


def judged(*places, **more):
    return simulate(places, draws=DRAWS, seed=1, **more)


@pytest.mark.parametrize(
    ("relation", "predicted", "verdict"),
    [
        ("=", TRUTH + ALPHA ** (GAMMA + 1), Verdict.REFUTED),  # off by one in an exponent
        ("=", TRUTH - 1, Verdict.REFUTED),
        ("=", Fraction(GAMMA + 2), Verdict.REFUTED),  # no values have this mean
        ("<=", TRUTH - Fraction(1, 20), Verdict.REFUTED),
        (">=", TRUTH + Fraction(1, 20), Verdict.REFUTED),
        ("<", TRUTH, Verdict.UNKNOWN),
        (">", TRUTH, Verdict.UNKNOWN),
        (">", TRUTH + 1, Verdict.REFUTED),
    ],
)
def test_no_false_claim_holds(relation, predicted, verdict):
    assert judged(at(predicted, relation)).verdict is verdict
    assert judged(at(TRUTH), at(predicted, relation)).verdict is verdict, "one true setting excuses nothing"


def test_every_comparison_is_charged_though_one_run_serves_all():
    found = judged(at(TRUTH), at(TRUTH), at(Fraction(1), ">=", rival=Fraction(5)))
    assert found.draws == DRAWS
    assert found.false_alarm == pytest.approx(4 * PER_COMPARISON)  # the third one also names the mean by measurement


@pytest.mark.parametrize("relation", ["=", "<=", ">="])
def test_a_rival_that_equals_the_claim_survives(relation):
    assert judged(at(TRUTH, relation, same=TRUTH)).rivals.survived == ("same",)


@pytest.mark.parametrize("off", [Fraction(-1, 20), Fraction(1, 20)])
def test_an_equation_near_the_mean_of_an_inequality_cannot_be_told_on_either_side(off):
    """The claim says >= 1 only, so the true mean may lie a radius nearer to the rival than what was measured."""
    found = judged(at(Fraction(1), ">=", relations={"near": "=", "far": "="}, near=TRUTH + off, far=TRUTH + 10 * off))
    assert found.rivals.survived == ("near",)
    assert found.rivals.miss["near"] > MAX_MISS
    assert set(found.rivals.rejected) == {"far"}


def test_a_rival_said_to_be_out_of_sight_is_named_when_it_is_seen():
    found = judged(at(TRUTH, seen=TRUTH + 1), blind={"seen": "too close"})
    assert "seen" in found.rivals.rejected
    assert "seen" in found.detail["not_blind"]


def test_a_setting_outside_the_domain_is_refused():
    outside = {**chain.EXAMPLE, "alpha": Fraction(3, 2)}
    with pytest.raises(BadInput, match="outside the domain"):
        settings(chain.CLOSED_SPEEDUP, outside, {})
