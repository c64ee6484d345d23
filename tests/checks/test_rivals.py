from fractions import Fraction

import pytest
from draftproof.checks.hypotheses import judge_hypotheses
from draftproof.checks.obligations import Proof, Task
from draftproof.checks.prove import prove
from draftproof.checks.rivals import judge_rivals
from draftproof.derivations.claims import Rival
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.expr import Node, num, sym
from draftproof.derivations.statements import both, eq, ge, le, lt, when
from draftproof.ledger import Verdict


def rival(statement, **more):
    return Rival("toy.rival", "says", "tempts", statement, **more)


def judged(toy, session, statement, wrong, domain=None, example=None):
    id_ = toy.claim(statement, domain, (wrong,), example=example or {})
    return judge_rivals(Task.of(Proof(id_)), session)


def test_rejected_at_the_example_with_its_numbers(toy, session):
    mean = toy.mean(toy.alpha, toy.gamma)
    outcome, detail = judged(toy, session, ge(mean, 1), rival(eq(mean, 1 + toy.gamma * toy.alpha)), example=toy.example)
    assert outcome.rejected == {"toy.rival": "4.5 against 2.94 at α .7, γ 5"}
    assert outcome.survived == ()
    assert "against" in detail["rival_models"]["toy.rival"]


def test_rejected_by_the_solvers_model_where_the_example_does_not_separate(toy, session):
    mean, blunt = toy.mean(toy.alpha, toy.gamma), {"alpha": Fraction(1), "gamma": Fraction(5)}
    outcome, _ = judged(toy, session, ge(mean, 1), rival(eq(mean, 1 + toy.gamma * toy.alpha)), example=blunt)
    assert outcome.rejected["toy.rival"].endswith("γ 5, α .5")


def test_a_rival_that_is_true_survives(toy, session):
    mean = toy.mean(toy.alpha, toy.gamma)
    outcome, _ = judged(toy, session, le(mean, toy.gamma + 1), rival(le(mean, toy.gamma + 2)))
    assert outcome.survived == ("toy.rival",)
    assert not outcome.rejected


def test_a_rival_that_is_wrong_only_where_the_claim_is_too_survives(toy, session):
    mean = toy.mean(toy.alpha, toy.gamma)
    outcome, _ = judged(toy, session, le(mean, 2), rival(both(le(mean, 2), le(mean, 2))))
    assert outcome.survived == ("toy.rival",), "no point tells it from the claim"


def test_a_survivor_spoils_the_evidence(toy, session):
    mean = toy.mean(toy.alpha, toy.gamma)
    id_ = toy.claim(le(mean, toy.gamma + 1), None, (rival(le(mean, toy.gamma + 2)),))
    found = prove(Proof(id_), session, hypotheses=False)
    assert found.verdict is Verdict.PROVED
    assert not found.passes


def test_blind_in_vain_is_said(toy, session):
    mean = toy.mean(toy.alpha, toy.gamma)
    wrong = rival(eq(mean, toy.gamma * toy.alpha), blind={"proof": "cannot see it"})
    outcome, detail = judged(toy, session, ge(mean, 1), wrong)
    assert detail["not_blind"] == ["toy.rival"]
    assert outcome.blind == {"toy.rival": "cannot see it"}
    true = rival(le(mean, toy.gamma + 2), blind={"proof": "weaker, not wrong"})
    outcome, detail = judged(toy, session, le(mean, toy.gamma + 1), true)
    assert outcome.survived == ()
    assert "not_blind" not in detail


def test_a_behaviour_is_not_judged_here(toy, session):
    outcome, _ = judged(toy, session, ge(toy.mean(toy.alpha, toy.gamma), 1), rival(None))
    assert (outcome.rejected, outcome.survived) == ({}, ())


# ---- hypotheses


def hypotheses(toy, session, statement, domain):
    return judge_hypotheses(Task.of(Proof(toy.claim(statement, domain))), session)


def test_needed_with_a_counterexample_and_redundant(toy, session):
    mean = toy.mean(toy.alpha, toy.gamma)
    found = hypotheses(toy, session, both(ge(mean, 1), le(mean, toy.gamma + 1)), toy.domain)
    assert found.keys() == {"0 <= alpha", "alpha <= 1"}
    assert all(finding.startswith("needed: ") for finding in found.values())
    assert hypotheses(toy, session, eq(toy.mean(toy.alpha, toy.gamma + 1), 1 + toy.alpha * mean), toy.domain) == {
        "0 <= alpha": "redundant",
        "alpha <= 1": "redundant",
    }


def test_a_side_condition_and_a_start(toy, session):
    beyond = Domain({"alpha": UNIT, "gamma": Naturals(1)}, (Node("lt", (num(0), sym("alpha"))),))
    found = hypotheses(toy, session, lt(1, toy.mean(toy.alpha, toy.gamma)), beyond)
    assert found["1 <= gamma"].startswith("needed: ")
    assert found["0 < alpha"].startswith("needed: ")


def test_needed_for_this_proof(toy, session):
    """True for every alpha >= 0 as well, but with alpha free the powers lose the bound that the step uses."""
    a, g = toy.alpha, toy.gamma
    found = hypotheses(toy, session, when(ge(g, 0), ge(toy.mean(a, g) + a ** (2 * g), 0)), toy.domain)
    assert set(found) == {"0 <= alpha", "alpha <= 1"}
    assert all(value == "redundant" or value.startswith("needed") for value in found.values())


@pytest.mark.parametrize("dropped", ["0 <= alpha", "alpha <= 1"])
def test_hypotheses_stand_in_the_evidence_and_can_be_left_out(toy, session, dropped):
    id_ = toy.claim(le(toy.mean(toy.alpha, toy.gamma), 1 + toy.gamma * toy.alpha))
    assert dropped in prove(Proof(id_), session).detail["hypotheses"]
    assert "hypotheses" not in prove(Proof(id_), session, hypotheses=False).detail
