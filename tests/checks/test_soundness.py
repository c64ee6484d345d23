"""False claims, each of another kind, put through the public path: none may pass."""

from fractions import Fraction

import pytest
import sympy as sp
from draftproof.checks.abstraction import Abstraction
from draftproof.checks.obligations import Lemma, Proof
from draftproof.checks.prove import proved_before
from draftproof.checks.session import Session
from draftproof.derivations import derive
from draftproof.derivations.claims import Claim, Rival
from draftproof.derivations.domain import OPEN_UNIT, REALS, UNIT, Domain, Naturals, Sequences
from draftproof.derivations.evidence import derive_evidence
from draftproof.derivations.export import export
from draftproof.derivations.expr import evaluate
from draftproof.derivations.kernel import Argument
from draftproof.derivations.statements import both, eq, ge, gt, le, lt, when
from draftproof.derivations.symbols import sequence, symbol
from draftproof.errors import BadInput, StepRejected, Vacuous
from draftproof.ledger import ClaimRecord, Evidence, RivalOutcome, Verdict

y = symbol("y")
ONLY_GAMMA = Domain({"gamma": Naturals(0)})


def prove(id_, session, **how):
    return proved_before(Proof(id_, **how), {}, session)


def false_claims(toy):
    """name -> statement, domain, how it is proved."""
    a, b, g, n, k = toy.alpha, toy.beta, toy.gamma, toy.n, toy.k
    mean, power = toy.mean(a, g), a**g
    lengths, rates = {"alpha": UNIT, "gamma": Naturals(0)}, sequence("a")
    last_differs = sp.Sum(sp.Piecewise((1, g - n >= 1), (5, True)), (n, 0, g))
    never = both(gt(a * a, a), lt(a, 1))
    return {
        "off by one in an exponent": (eq((1 - a) * mean, 1 - power), None, {}),
        "true for gamma <= 5 only": (le(mean, 6), None, {}),
        "true for gamma >= 1 only": (gt(mean, 1), Domain({"alpha": OPEN_UNIT, "gamma": Naturals(0)}), {}),
        "true except at alpha = 1": (lt(mean, g + 1), Domain({"alpha": UNIT, "gamma": Naturals(1)}), {}),
        "false only at an open end that is closed": (gt(power * a, 0), None, {}),
        "a vacuous condition": (when(never, eq(mean, 17)), None, {}),
        "a vacuous condition inside another": (when(gt(a, 0), both(ge(mean, 1), when(never, eq(mean, 17)))), None, {}),
        "a condition that no natural number meets": (when(eq(2 * g, 3), eq(mean, 17)), None, {}),
        "division by zero": (eq(mean, (1 - a ** (g + 1)) / (1 - a)), None, {}),
        "a gap that cancels": (eq((a**2 - 1) / (a - 1), a + 1), Domain({"alpha": UNIT}), {}),
        "undefined where a sum is not empty": (
            eq(y * sp.Sum(g / y, (k, 1, g)), g**2),
            Domain({"y": UNIT, "gamma": Naturals(0)}),
            {"invariants": (eq(sp.Sum(1, (k, 1, g)), g),)},
        ),
        "an element before the first": (le(rates[g], 1), Domain({"a": Sequences(UNIT), "gamma": Naturals(0)}), {}),
        "elements before the first in a sum": (
            le(sp.Sum(rates[k], (k, 0, g)), g + 1),
            Domain({"a": Sequences(UNIT), "gamma": Naturals(0)}),
            {},
        ),
        "a comparison read from the wrong side": (eq(last_differs, 5 * g + 5), ONLY_GAMMA, {}),
        "an even power of a negative number": (ge((a - 1) ** g, 0), None, {}),
        "a false invariant": (le(mean, 2), None, {"invariants": (le(power, 0),)}),
        "an invariant that contradicts the premises": (le(mean, 2), None, {"invariants": (lt(a, 0),)}),
        "a false consequence": (le(mean, 2), None, {"direct": True, "consequences": (le(mean, 2),)}),
        "direct, from itself": (eq(mean, 1 + g * a), None, {"direct": True}),
        "a false fact": (le(mean, 2), None, {"facts": (le(mean, 2),)}),
        "a fact false in a corner": (
            ge(a**y, y), Domain({"alpha": OPEN_UNIT, "y": UNIT}), {"direct": True, "facts": (ge(a**y, y),)},
        ),
        "two conjuncts that rest on each other": (both(le(mean, g), ge(g, mean)), None, {}),
        "false only where both conditions meet": (
            when(lt(a, b), lt(mean, toy.mean(b, g))), Domain({**lengths, "beta": UNIT}), {},
        ),
        "over real numbers without ends": (ge(a**3, a), Domain({"alpha": REALS}), {}),
        "0 to the real power 0": (
            when(ge(a**y, sp.Rational(1, 2)), gt(a, 0)), Domain({"alpha": UNIT, "y": UNIT}), {"direct": True},
        ),
        "a negative number to a real power that is whole": (
            when(ge((a - 1) ** y, 1), eq(a, 1)), Domain({"alpha": UNIT, "y": UNIT}), {"direct": True},
        ),
    }  # fmt: skip


NAMES = (
    "off by one in an exponent", "true for gamma <= 5 only", "true for gamma >= 1 only", "true except at alpha = 1",
    "false only at an open end that is closed", "a vacuous condition", "a vacuous condition inside another",
    "a condition that no natural number meets", "division by zero", "a gap that cancels",
    "undefined where a sum is not empty", "an element before the first", "elements before the first in a sum",
    "a comparison read from the wrong side", "an even power of a negative number", "a false invariant",
    "an invariant that contradicts the premises", "a false consequence", "direct, from itself", "a false fact",
    "a fact false in a corner", "two conjuncts that rest on each other", "false only where both conditions meet",
    "over real numbers without ends", "0 to the real power 0", "a negative number to a real power that is whole",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
def test_no_false_claim_is_proved(toy, session, name):
    planted = false_claims(toy)
    assert tuple(planted) == NAMES
    statement, domain, how = planted[name]
    found = prove(toy.claim(statement, domain), session, **how)
    assert not found.verdict.passes, found.detail
    assert found.reason


def test_a_false_lemma_proves_nothing(toy, session):
    a, g = toy.alpha, toy.gamma
    wrong = toy.claim(le(toy.mean(a, g), 2))
    for at in ({}, {"gamma": g + 1}):
        found = prove(toy.claim(le(toy.mean(a, g), 3)), session, lemmas=(Lemma(wrong, at),))
        assert not found.passes
    with pytest.raises(BadInput, match="circle"):
        prove(wrong, Session(session.solvers), lemmas=(wrong,))


@pytest.mark.parametrize("condition", [lambda n, g: g - n >= 1, lambda n, g: n <= g - 1, lambda n, g: n - g <= -1])
def test_a_comparison_is_read_by_the_sign_of_its_index(toy, condition):
    node = export(sp.Sum(sp.Piecewise((1, condition(toy.n, toy.gamma)), (5, True)), (toy.n, 0, toy.gamma)))
    scope = Abstraction(ONLY_GAMMA, "gamma")
    rewritten = scope.rewrite(node)
    for gamma in range(5):
        env = {"gamma": Fraction(gamma)}
        atoms = {name: evaluate(meaning, env) for name, meaning in scope.atoms.items()}
        assert evaluate(rewritten, {**env, **atoms}) == evaluate(node, env) == gamma + 5


# ---- rivals


def rejected(toy, session, rival, statement=None, domain=None, **more):
    statement = statement or eq(toy.mean(toy.alpha, toy.gamma), sp.Sum(toy.alpha**toy.k, (toy.k, 0, toy.gamma)))
    made = (Rival("toy.rival", "it", "tempting", rival),)
    return prove(toy.claim(statement, domain, made, **more), session)


def test_a_rival_that_says_what_the_claim_says_survives(toy, session):
    a, g = toy.alpha, toy.gamma
    closed = sp.Piecewise((g + 1, sp.Eq(a, 1)), ((1 - a ** (g + 1)) / (1 - a), True))
    for same in (eq(toy.mean(a, g), closed), ge(toy.mean(a, g), 1), when(lt(a, 0), eq(a, 5))):
        found = rejected(toy, session, same)
        assert found.verdict is Verdict.PROVED
        assert found.rivals.survived == ("toy.rival",), same
        assert not found.passes


def test_a_rival_wrong_outside_the_domain_only_survives(toy, session):
    a = toy.alpha
    found = rejected(toy, session, ge(a, a**3), ge(a, a**2), Domain({"alpha": UNIT}), example={"alpha": Fraction(2)})
    assert found.rivals.survived == ("toy.rival",)


# ---- derivations


def derived(monkeypatch, claim, *arguments):
    monkeypatch.setitem(derive._BUILDERS, claim.id, lambda: arguments)
    return derive_evidence(claim)


def test_no_false_claim_is_derived(monkeypatch, toy):
    a = toy.alpha
    product, domain = a * (1 + a), Domain({"alpha": UNIT})
    multiplied = Argument(product, domain).stated("algebra", "multiplied out", a + a**2)
    narrower = Argument(product, Domain({"alpha": OPEN_UNIT})).stated("algebra", "multiplied out", a + a**2)
    true, off, at_the_ends = eq(product, a + a**2), eq(product, a + a**3), eq(product, 2 * a)
    assert derived(monkeypatch, Claim("toy.true", true, domain, "made up"), multiplied).passes
    for name, statement, argument in (
        ("an exponent", off, multiplied),
        ("true at 0 and 1 only", at_the_ends, multiplied),
        ("more than is shown", both(true, off), multiplied),
        ("on less than the domain", true, narrower),
        ("without a step", eq(product, product), Argument(product, domain)),
    ):
        found = derived(monkeypatch, Claim("toy.false", statement, domain, "made up"), argument)
        assert found.verdict is Verdict.REFUTED, name
    with pytest.raises(StepRejected):
        Argument(product, domain).stated("algebra", "wrong", a + a**3)


def test_an_argument_under_a_condition_that_nothing_meets_is_refused(toy):
    a = toy.alpha
    with pytest.raises(Vacuous):
        Argument(a, toy.domain, (lt(a * a, 0),)).stated("algebra", "nothing is there", a + 17)


# ---- the ledger


def record(**fields):
    return ClaimRecord("toy.claim", "E", "E", "made up", **fields)


def test_a_claim_without_any_evidence_does_not_pass():
    none = dict.fromkeys(("derivation", "proof", "simulation"), "not here")
    assert record(not_applicable=none).faults() == ["no evidence of any kind"]


def test_a_survivor_that_the_claim_does_not_name_is_a_fault():
    proof = Evidence("proof", Verdict.PROVED, "z3", rivals=RivalOutcome(survived=("toy.stray",)))
    none = dict.fromkeys(("derivation", "simulation"), "not here")
    assert record(evidence=(proof,), not_applicable=none).faults() == ["proof: toy.stray survived"]
