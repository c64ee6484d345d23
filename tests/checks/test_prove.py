"""Each way in which a proof can fail ends in a verdict of its own; every one of these faults is planted."""

import sys
import textwrap
from fractions import Fraction

import pytest
import sympy as sp
from draftproof.checks import prove as proving
from draftproof.checks.obligations import Lemma, Proof, obligations
from draftproof.checks.prove import prove, proved_before, rests_on
from draftproof.checks.session import Session
from draftproof.checks.solvers import Answer, Solvers
from draftproof.derivations.domain import OPEN_UNIT, REALS, UNIT, Domain, Naturals, Sequences
from draftproof.derivations.expr import Node, num, sym
from draftproof.derivations.statements import both, eq, ge, gt, le, lt, when
from draftproof.derivations.symbols import sequence
from draftproof.errors import BadInput
from draftproof.ledger import Verdict


class Scripted:
    """Solvers that answer as told, for verdicts that real ones must never give."""

    def __init__(self, real, z3=None, cvc5=None):
        self.real, self.says = real, {"z3": z3, "cvc5": cvc5}

    def run(self, engine, text, **options):
        said = self.says[engine]
        return (
            Answer(engine, *said) if said and not options.get("want_model") else self.real.run(engine, text, **options)
        )

    def both(self, text):
        return self.run("z3", text), self.run("cvc5", text)


def verdict_of(id_, session, **how):
    return prove(Proof(id_, **how), session, hypotheses=False)


# ---- what is proved, for every gamma


def claims_that_hold(toy):
    a, g, n, k, i = toy.alpha, toy.gamma, toy.n, toy.k, toy.i
    rates, tail = sequence("a"), sp.Sum(a**k, (k, 0, g))
    survive = sp.Sum(sp.Product(rates[i], (i, 1, k)), (k, 1, g))
    closed = sp.Piecewise((g + 1, sp.Eq(a, 1)), ((1 - a ** (g + 1)) / (1 - a), True))
    law = sp.Piecewise((a ** (n - 1) * (1 - a), n <= g), (a**g, True))
    above = Domain({"alpha": UNIT, "gamma": Naturals(0), "k": Naturals(0)}, (Node("le", (sym("k"), sym("gamma"))),))
    return {
        "law and tail": (eq(toy.mean(a, g), tail), None),
        "closed form": (eq(toy.mean(a, g), closed), None),
        "recurrence": (eq(toy.mean(a, g + 1), 1 + a * toy.mean(a, g)), None),
        "bounds": (both(ge(toy.mean(a, g), 1), le(toy.mean(a, g), g + 1)), None),
        "strict bounds": (when(both(lt(a, 1), ge(g, 1)), lt(toy.mean(a, g), g + 1)), None),
        "one value of gamma": (when(eq(g, 1), eq(toy.mean(a, g), 1 + a)), None),
        "linear": (le(toy.mean(a, g), 1 + g * a), None),
        "strict in gamma": (when(gt(a, 0), lt(toy.mean(a, g), toy.mean(a, g + 1))), None),
        "tail from k": (eq(sp.Sum(law, (n, k + 1, g + 1)), a**k), above),
        "by position": (le(1 + survive, g + 1), Domain({"a": Sequences(UNIT), "gamma": Naturals(0)})),
        "no natural number": (ge(a**2 + 1, 2 * a), Domain({"alpha": UNIT})),
        "accepted": (eq(sp.Sum(k * law.subs(n, k + 1), (k, 1, g)), toy.mean(a, g) - 1), None),
        "shorter by two": (le(sp.Sum(a**k, (k, 1, g - 2)), g), None),
        "its own domain": (gt(toy.mean(a, g), 1), Domain({"alpha": OPEN_UNIT, "gamma": Naturals(1)})),
    }  # fmt: skip


NAMES = (
    "law and tail", "closed form", "recurrence", "bounds", "strict bounds", "one value of gamma", "linear",
    "strict in gamma", "tail from k", "by position", "no natural number", "accepted", "shorter by two",
    "its own domain",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_proved_by_both_solvers_from_the_statement_alone(toy, session, name):
    holds = claims_that_hold(toy)
    assert tuple(holds) == NAMES
    statement, domain = holds[name]
    found = verdict_of(toy.claim(statement, domain), session)
    assert (found.verdict, found.reason) == (Verdict.PROVED, "")
    count = found.detail["obligations"]
    assert found.detail["z3"] == found.detail["cvc5"] == {"unsat": count}
    assert found.detail["premises_hold_at"]
    assert found.engine.startswith("z3 ")
    assert " + cvc5 " in found.engine


def test_a_lemma_at_other_values(toy, session):
    a, b, g = toy.alpha, toy.beta, toy.gamma
    tail = sp.Sum(a**toy.k, (toy.k, 0, g))
    lemma = toy.claim(eq(toy.mean(a, g), tail))
    rising = toy.claim(
        when(both(lt(a, b), ge(g, 1)), lt(toy.mean(a, g), toy.mean(b, g))), Domain({**toy.domain.sets, "beta": UNIT})
    )
    lemmas, powers = (Lemma(lemma), Lemma(lemma, {"alpha": b})), (when(lt(a, b), le(a**g, b**g)),)
    assert verdict_of(rising, session).verdict is Verdict.NOT_INDUCTIVE, "the lemmas are there because they are needed"
    assert verdict_of(rising, session, lemmas=lemmas).verdict is Verdict.NOT_INDUCTIVE, "and so is the invariant"
    found = verdict_of(rising, session, lemmas=lemmas, invariants=powers)
    assert found.verdict is Verdict.PROVED, found.reason
    assert found.detail["uses"] == [lemma]
    assert any(".invariant.1.step" in name for name, *_ in found.detail["each"])


def test_a_limit_is_named_and_its_rate_is_proved(toy, session):
    a, g = toy.alpha, toy.gamma
    rate = eq(1 / (1 - a) - toy.mean(a, g), a ** (g + 1) / (1 - a))
    limit = eq(sp.Limit(toy.mean(a, g), g, sp.oo), 1 / (1 - a))
    domain = Domain({"alpha": OPEN_UNIT, "gamma": Naturals(0)})
    found = verdict_of(toy.claim(both(rate, limit), domain), session)
    assert found.verdict is Verdict.PROVED
    assert len(found.detail["not_proved_here"]) == 1
    assert verdict_of(toy.claim(limit, domain), session).verdict is Verdict.UNKNOWN, "a limit alone is not proved"


# ---- planted faults


def test_a_false_claim_is_refuted_with_its_numbers(toy, session):
    found = verdict_of(toy.claim(eq(toy.mean(toy.alpha, toy.gamma), 1 + toy.gamma * toy.alpha)), session)
    assert found.verdict is Verdict.REFUTED
    assert "against" in found.reason
    assert not found.passes


def test_planted_premises_that_contradict_each_other_are_vacuous(toy, session):
    impossible = Domain(toy.domain.sets, (Node("lt", (Node("mul", (sym("alpha"), sym("alpha"))), num(0))),))
    found = verdict_of(toy.claim(eq(toy.mean(toy.alpha, toy.gamma), 17), impossible), session)
    assert found.verdict is Verdict.VACUOUS
    assert "no model" in found.reason


def test_planted_contradictory_antecedent_is_vacuous(toy, session):
    never = both(gt(toy.alpha * toy.alpha, toy.alpha), lt(toy.alpha, 1))
    found = verdict_of(toy.claim(when(never, eq(toy.mean(toy.alpha, toy.gamma), 17))), session)
    assert found.verdict is Verdict.VACUOUS


def test_planted_invariant_that_is_not_inductive(toy, session):
    a, g = toy.alpha, toy.gamma
    claim = toy.claim(ge(toy.mean(a, g), 1))
    # True for gamma up to 2, and nothing carries it on: (1 - alpha)^gamma >= 1 - 2 alpha.
    found = verdict_of(claim, session, invariants=(ge((1 - a) ** g, 1 - 2 * a),))
    assert found.verdict is Verdict.NOT_INDUCTIVE
    assert "invariant.1.step" in found.reason


def test_a_true_claim_that_is_not_inductive_is_not_refuted(toy, session):
    a, g = toy.alpha, toy.gamma
    hidden = toy.claim(le(sp.Sum(a**toy.k * (1 - a), (toy.k, 0, g)), 1))
    assert verdict_of(hidden, session).verdict is Verdict.NOT_INDUCTIVE


def test_planted_division_by_what_can_be_zero(toy, session):
    a, g = toy.alpha, toy.gamma
    found = verdict_of(toy.claim(eq(toy.mean(a, g), (1 - a ** (g + 1)) / (1 - a))), session)
    assert found.verdict is Verdict.REFUTED, "at alpha = 1 it has no value"
    assert "α 1" in found.reason


def test_planted_solver_disagreement(toy, session):
    claim = toy.claim(ge(toy.mean(toy.alpha, toy.gamma), 1))
    for told in ({"cvc5": ("sat",)}, {"z3": ("sat",)}):
        found = verdict_of(claim, Session(Scripted(session.solvers, **told)))
        assert found.verdict is Verdict.DISAGREEMENT
        assert not found.passes


IGNORES_ITS_LIMIT = """
import sys, time
from draftproof.checks.solver_child import pack
sys.stdout.buffer.write(pack({"ready": "cvc5"}))
sys.stdout.buffer.flush()
time.sleep(600)
"""


def test_planted_solver_that_ignores_its_limit(toy):
    claim = toy.claim(ge(toy.mean(toy.alpha, toy.gamma), 1))
    with Solvers(timeout=1.0, command={"cvc5": [sys.executable, "-c", textwrap.dedent(IGNORES_ITS_LIMIT)]}) as late:
        found = verdict_of(claim, Session(late))
    assert found.verdict is Verdict.TIMEOUT
    assert "killed after 1 s" in found.reason
    assert not found.passes


@pytest.mark.parametrize("said", [("unknown", "incomplete"), ("error", "out of memory")])
def test_no_answer_is_unknown(toy, session, said):
    claim = toy.claim(ge(toy.mean(toy.alpha, toy.gamma), 1))
    assert verdict_of(claim, Session(Scripted(session.solvers, z3=said))).verdict is Verdict.UNKNOWN
    found = verdict_of(claim, Session(Scripted(session.solvers, cvc5=said)))
    assert found.verdict is Verdict.UNKNOWN
    assert said[1] in found.reason


def test_z3_alone_passes_only_with_a_reason(toy, session):
    claim = toy.claim(ge(toy.mean(toy.alpha, toy.gamma), 1))
    silent = Session(Scripted(session.solvers, cvc5=("unknown", "incomplete")))
    found = verdict_of(claim, silent, cvc5_unknown="its coverings do not take this")
    assert found.verdict is Verdict.PROVED
    assert set(found.detail["by_z3_alone"].values()) == {"its coverings do not take this"}
    late = Session(Scripted(session.solvers, cvc5=("timeout", "killed after 10 s")))
    assert verdict_of(claim, late, cvc5_unknown="a reason is no answer to a time-out").verdict is Verdict.TIMEOUT


def test_a_model_that_exact_evaluation_does_not_confirm_is_no_witness(toy, session):
    class Liar(Scripted):
        def run(self, engine, text, **options):
            found = self.real.run(engine, text, **options)
            wrong = {name: Fraction(2) for name in found.model or {}}
            return Answer(engine, found.status, model=wrong) if options.get("want_model") else found

    positive = Domain({"alpha": UNIT}, (Node("lt", (num(0), Node("mul", (sym("alpha"), sym("alpha"))))),))
    found = verdict_of(toy.claim(le(toy.alpha**2, toy.alpha), positive), Session(Liar(session.solvers)))
    assert found.verdict is Verdict.VACUOUS
    assert "not confirmed" in found.reason


def test_what_has_no_translation_is_unknown(toy, session):
    g = toy.gamma
    found = verdict_of(
        toy.claim(ge(sp.Sum(1 / (toy.n + g), (toy.n, 1, g)), 0), Domain({"gamma": Naturals(0)})), session
    )
    assert found.verdict is Verdict.UNKNOWN
    assert "cannot separate" in found.reason


# ---- lemmas


def test_what_rests_on_an_unproved_lemma_is_not_proved(toy, session):
    a, g = toy.alpha, toy.gamma
    wrong = toy.claim(when(ge(g, 1), le(toy.mean(a, g), g)))
    resting = toy.claim(le(toy.mean(a, g), g + 2))
    proofs = {id_: Proof(id_, lemmas=(wrong,) if id_ == resting else ()) for id_ in (wrong, resting)}
    found = proved_before(proofs[resting], proofs, session)
    assert found.verdict is Verdict.UNKNOWN
    assert wrong in found.reason


def test_a_lemma_of_another_chain_is_proved_as_that_chain_says(session):
    """tokens.convex needs its own chain's proof: the default one is not inductive."""
    assert prove(Proof("tokens.convex"), session, hypotheses=False).verdict is Verdict.NOT_INDUCTIVE
    resting = Proof("tokens.linear_peak", direct=True, lemmas=("tokens.convex",))
    assert proved_before(resting, {}, session).verdict is Verdict.PROVED
    assert session.proved["tokens.convex"].verdict is Verdict.PROVED


def test_a_circle_of_lemmas_is_refused(toy, session):
    one, two = (toy.claim(ge(toy.mean(toy.alpha, toy.gamma), 1)) for _ in range(2))
    proofs = {one: Proof(one, lemmas=(two,)), two: Proof(two, lemmas=(one,))}
    with pytest.raises(BadInput, match="circle"):
        proved_before(proofs[one], proofs, session)


def test_a_claim_rests_on_the_lemmas_of_its_lemmas(monkeypatch):
    proofs = {"a": Proof("a", lemmas=("b", "c")), "b": Proof("b", lemmas=("d",)), "d": Proof("d", lemmas=("a",))}
    monkeypatch.setattr(proving, "proofs_beside", lambda name: proofs)
    assert rests_on("a") == rests_on("d") == {"a", "b", "c", "d"}  # a circle too comes to an end
    assert rests_on("c") == {"c"}


@pytest.mark.parametrize(
    "at", [{"gamma": sp.Symbol("alpha", nonnegative=True)}, {"gamma": sp.Rational(1, 2)}, {"alpha": sp.Symbol("y")}]
)
def test_a_lemma_is_used_inside_its_domain_only(toy, at):
    lemma = toy.claim(ge(toy.mean(toy.alpha, toy.gamma), 1))
    claim = toy.claim(ge(toy.mean(toy.alpha, toy.gamma), 0))
    with pytest.raises(BadInput):
        obligations(Proof(claim, lemmas=(Lemma(lemma, at),)))


def test_a_lemma_outside_its_domain_says_nothing(toy, session):
    small = toy.claim(le(toy.alpha, 1), Domain({"alpha": UNIT}))
    claim = toy.claim(le(toy.alpha, 1), Domain({"alpha": REALS}))
    assert verdict_of(claim, session, lemmas=(small,), direct=True).verdict is Verdict.REFUTED


# ---- logarithms


def test_a_logarithm_is_known_by_the_facts_given_and_no_more(toy, session):
    a, fact = toy.alpha, (lt(sp.log(toy.alpha), 0),)
    claim = toy.claim(lt(toy.alpha * sp.log(a), 0), Domain({"alpha": OPEN_UNIT}))
    assert verdict_of(claim, session).verdict is Verdict.UNKNOWN
    found = verdict_of(claim, session, facts=fact)
    assert found.verdict is Verdict.PROVED, found.reason
    assert found.detail["assumed"] == ["log(alpha) < 0"]
    wrong = verdict_of(claim, session, facts=(gt(sp.log(a), 0), lt(sp.log(a), 0)))
    assert wrong.verdict is Verdict.UNKNOWN, "no point of the domain meets what is assumed"
    assert wrong.reason.startswith("assumes 0 < log(alpha), which exact points do not bear out")
