"""A claim about the accepted drafts, with its rivals, against the right process and against wrong ones."""

import json
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction

import pytest
from draftproof.errors import BadInput
from draftproof.ledger import Verdict
from draftproof.montecarlo.compare import MAX_MISS, PER_COMPARISON, Measured
from draftproof.montecarlo.evidence import Setting, simulate
from draftproof.montecarlo.process import accepted_counts, independent_counts
from draftproof.montecarlo.runner import Simulation

DRAWS = 300_000
GAMMA = 5
ALPHA = Fraction(7, 10)
TRUTH = 1 + sum(ALPHA**k for k in range(1, GAMMA + 1))


def emitted(total, draws):
    """Tokens per verification, bonus or recovered token included."""
    return Measured(sum((k + 1) * int(n) for k, n in enumerate(total)) / draws, draws, 1, GAMMA + 1)


def none_accepted(total, draws):
    return Measured(int(total[0]) / draws, draws, 0, 1)


def setting(relation="=", predicted=TRUTH, chunk=accepted_counts, measure=emitted, label="alpha .7, gamma 5", **rivals):
    simulation = Simulation("tokens.mean", label, chunk, (float(ALPHA),) * GAMMA, measure)
    return Setting(label, simulation, relation, predicted, rivals)


def judge(*settings, blind=None, draws=DRAWS):
    return simulate(settings, draws=draws, seed=1, blind=blind)


def test_the_claim_holds_and_its_rivals_are_rejected():
    evidence = judge(setting(plain=1 + GAMMA * ALPHA, no_bonus=TRUTH - 1, no_cap=1 / (1 - ALPHA)))
    assert evidence.verdict is Verdict.HOLDS
    assert evidence.passes
    assert (evidence.kind, evidence.seed, evidence.draws) == ("simulation", 1, DRAWS)
    assert evidence.engine.startswith("numpy ")
    assert evidence.false_alarm == PER_COMPARISON
    assert set(evidence.rivals.rejected) == {"plain", "no_bonus", "no_cap"}
    assert evidence.rivals.rejected["plain"].startswith("4.500 against 2.9")
    assert evidence.rivals.rejected["plain"].endswith("measured at alpha .7, gamma 5")
    assert all(probability <= MAX_MISS for probability in evidence.rivals.miss.values())
    assert evidence.rivals.survived == ()
    json.dumps(dict(evidence.detail))
    assert evidence.detail["settings"][0]["predicted"] == str(TRUTH)


def test_a_wrong_process_is_refuted():
    evidence = judge(setting(chunk=independent_counts))
    assert evidence.verdict is Verdict.REFUTED
    assert not evidence.passes
    assert evidence.reason.startswith("2.941 against 4.")


def test_each_rival_in_the_claims_place_is_refuted():
    for value in (1 + GAMMA * ALPHA, TRUTH - 1, TRUTH + Fraction(1, 20)):
        assert judge(setting(predicted=value)).verdict is Verdict.REFUTED


def test_a_claim_that_predicts_the_impossible_is_refuted():
    evidence = judge(setting(predicted=Fraction(GAMMA + 2), plain=1 + GAMMA * ALPHA))
    assert evidence.verdict is Verdict.REFUTED


def test_independent_survival_gives_the_misconception():
    evidence = judge(setting(predicted=1 + GAMMA * ALPHA, chunk=independent_counts, stops=TRUTH))
    assert evidence.passes
    assert set(evidence.rivals.rejected) == {"stops"}


def test_a_rival_that_coincides_everywhere_survives():
    evidence = judge(setting(twin=TRUTH))
    assert evidence.rivals.survived == ("twin",)
    assert evidence.rivals.miss["twin"] == 1.0
    assert "twin" in evidence.detail["cannot_tell"]
    assert not evidence.passes


def test_one_setting_that_tells_is_enough():
    apart = setting(label="first draft", predicted=1 - ALPHA, measure=none_accepted, twin=Fraction(1, 2))
    evidence = judge(setting(twin=TRUTH), apart)
    assert set(evidence.rivals.rejected) == {"twin"}
    assert "first draft" in evidence.rivals.rejected["twin"]
    assert evidence.passes
    assert evidence.draws == 2 * DRAWS
    assert evidence.false_alarm == 2 * PER_COMPARISON


@pytest.mark.parametrize("gap", [Fraction(1, 10_000), Fraction(1, 50)], ids=["inside the radius", "about the radius"])
def test_too_few_draws_to_tell_is_no_rejection(gap):
    evidence = judge(setting(near=TRUTH + gap), draws=DRAWS)
    assert evidence.verdict is Verdict.HOLDS
    assert evidence.rivals.survived == ("near",)
    assert evidence.rivals.miss["near"] > MAX_MISS
    assert "would do" in evidence.detail["cannot_tell"]["near"]


def test_the_number_of_draws_that_would_do_does():
    near = setting(near=TRUTH + Fraction(1, 10))
    asked = judge(near, draws=1000).detail["cannot_tell"]["near"]
    evidence = judge(near, draws=int(asked.split("; ")[1].split()[0]))
    assert set(evidence.rivals.rejected) == {"near"}
    assert evidence.passes


def test_a_rival_said_to_be_unseen():
    near = judge(setting(near=TRUTH + Fraction(1, 10_000)), blind={"near": "1e-4 apart"})
    assert near.passes
    assert near.rivals.blind == {"near": "1e-4 apart"}
    assert "not_blind" not in near.detail
    plain = judge(setting(plain=1 + GAMMA * ALPHA), blind={"plain": "an excuse"})
    assert "an excuse" in plain.detail["not_blind"]["plain"]


def test_an_inequality_and_its_rivals():
    """The bound 1 + gamma alpha holds strictly; a bound below the truth is rejected by the same comparison."""
    evidence = judge(setting("<", 1 + GAMMA * ALPHA, low_bound=Fraction(2)))
    assert evidence.passes
    assert evidence.rivals.rejected["low_bound"].startswith("< 2.000 against 2.9")
    assert evidence.false_alarm == 2 * PER_COMPARISON
    assert judge(setting(">", Fraction(2), high_bound=1 + GAMMA * ALPHA)).passes
    weak = judge(setting("<=", 1 + GAMMA * ALPHA, weaker=Fraction(6)))
    assert weak.rivals.survived == ("weaker",)


def test_strictness_that_does_not_show_is_unknown():
    evidence = judge(setting("<", TRUTH))
    assert evidence.verdict is Verdict.UNKNOWN
    assert not evidence.passes


def test_settings_of_one_name_share_a_run():
    first = setting()
    second = replace(
        setting(predicted=1 - ALPHA, measure=none_accepted),
        label="none",
        simulation=replace(first.simulation, measure=none_accepted),
    )
    evidence = judge(first, second)
    assert evidence.passes
    assert evidence.draws == DRAWS
    assert len(evidence.detail["settings"]) == 2


def test_two_simulations_of_one_name_are_refused():
    with pytest.raises(BadInput, match="share random streams"):
        judge(setting(), setting(chunk=independent_counts))
    with pytest.raises(BadInput, match="no setting"):
        judge()


def test_workers_change_nothing_but_the_time():
    alone, two = (
        simulate([setting(plain=1 + GAMMA * ALPHA)], draws=3 * 2**18, seed=1, workers=workers)
        for workers in (1, 2)  # the misconception
    )
    assert replace(alone, seconds=0.0) == replace(two, seconds=0.0)


def test_neither_scipy_nor_rich_nor_sympy_is_loaded():
    code = (
        "import draftproof.montecarlo.evidence, sys; print([m for m in ('scipy', 'rich', 'sympy') if m in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
