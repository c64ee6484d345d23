"""A derivation concludes its claim, all of it, on all of its domain; and none of what only looks like it."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from draftproof.derivations import derive
from draftproof.derivations.claims import Claim
from draftproof.derivations.derive import Derivation, conclude, derivation, derives
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.kernel import Argument
from draftproof.derivations.statements import All, Statement, both, either, eq, gt, le, lt, tree, when
from draftproof.derivations.symbols import symbol
from draftproof.errors import BadInput, StepRejected, Vacuous

alpha, gamma, k = (symbol(name) for name in ("alpha", "gamma", "k"))
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0)})
POWERS = sp.Sum(alpha**k, (k, 0, gamma))
CLOSED = sp.Piecewise((gamma + 1, sp.Eq(alpha, 1)), ((1 - alpha ** (gamma + 1)) / (1 - alpha), True))


def closed(domain: Domain = DOMAIN, *given: Statement) -> Argument:
    return Argument(POWERS, domain, given).by("geometric_sum", "a finite geometric sum")


def at_most() -> Argument:
    shown = Argument(POWERS, DOMAIN).by("monotone_bound", "no probability exceeds 1", by=sp.S.One)
    return shown.by("linearity", "gamma + 1 ones")


def found(statement: Statement, *arguments: Argument, domain: Domain = DOMAIN) -> Derivation:
    return Derivation(Claim("demo.claim", statement, domain, "a test"), arguments)


BOTH = both(eq(POWERS, CLOSED), le(POWERS, gamma + 1))


def test_every_part_is_concluded() -> None:
    outcome = conclude(BOTH, found(BOTH, closed(), at_most()))
    assert outcome.holds
    assert outcome.points >= 120


def test_a_part_of_the_claim_is_true_too() -> None:
    """A rival that states less than the claim is no rival: it survives."""
    assert conclude(le(POWERS, gamma + 1), found(BOTH, closed(), at_most())).holds


NOT_CONCLUDED = {
    "a part without an argument": (BOTH, (closed(),)),
    "the other direction": (eq(CLOSED, POWERS), (closed(),)),
    "a strict bound": (lt(POWERS, gamma + 2), (at_most(),)),
    "a weaker bound that is true": (le(POWERS, gamma + 2), (at_most(),)),
    "an equality for a bound": (eq(POWERS, gamma + 1), (at_most(),)),
    "an alternative": (either(eq(POWERS, CLOSED), le(POWERS, gamma + 1)), (closed(), at_most())),
    "without its condition": (eq(POWERS, CLOSED), (closed(DOMAIN, lt(alpha, 1)),)),
    "under another condition": (when(gt(alpha, 0), eq(POWERS, CLOSED)), (closed(DOMAIN, lt(alpha, 1)),)),
    "no argument": (eq(POWERS, CLOSED), ()),
    "an independent draft": (eq(POWERS, 1 + gamma * alpha), (closed(),)),
}


@pytest.mark.parametrize("name", NOT_CONCLUDED)
def test_not_concluded(name: str) -> None:
    statement, arguments = NOT_CONCLUDED[name]
    with pytest.raises(StepRejected, match="no argument concludes"):
        conclude(statement, found(statement, *arguments))


def test_a_false_rival_has_a_witness() -> None:
    with pytest.raises(StepRejected) as rejected:
        conclude(eq(POWERS, 1 + gamma * alpha), found(eq(POWERS, CLOSED), closed()))
    assert rejected.value.witness


def test_an_argument_on_another_domain() -> None:
    narrow = DOMAIN.given(tree(lt(alpha, 1)))
    with pytest.raises(StepRejected, match="another domain"):
        conclude(eq(POWERS, CLOSED), found(eq(POWERS, CLOSED), closed(narrow)))


def test_an_argument_without_steps() -> None:
    reflexive = eq(POWERS, POWERS)
    with pytest.raises(StepRejected, match="without steps"):
        conclude(reflexive, found(reflexive, Argument(POWERS, DOMAIN)))


def test_a_condition_that_is_never_met() -> None:
    never = gt(alpha, 1)
    with pytest.raises(StepRejected, match="without steps"):
        conclude(when(never, eq(alpha, alpha)), found(when(never, eq(alpha, alpha)), Argument(alpha, DOMAIN, (never,))))
    with pytest.raises(Vacuous):
        Argument(alpha, DOMAIN, (never,)).by("algebra", "nothing", to=alpha)


def test_nothing_stated_is_not_concluded() -> None:
    with pytest.raises(Vacuous):
        conclude(All(()), found(All(()), closed()))


def test_a_statement_without_a_value_somewhere() -> None:
    ratio = (1 - alpha ** (gamma + 1)) / (1 - alpha)
    with pytest.raises(StepRejected):
        conclude(eq(ratio, ratio), found(eq(ratio, ratio), Argument(ratio, DOMAIN).by("algebra", "the same", to=ratio)))


def test_a_limit_alone_is_not_confirmed_by_points() -> None:
    limit = sp.Limit(1 / (gamma + 1), gamma, sp.oo)
    shown = Argument(limit, DOMAIN).by("limit", "1 over a growing number", rate=1 / (gamma + 1))
    with pytest.raises(StepRejected, match="does not confirm"):
        conclude(eq(limit, 0), found(eq(limit, 0), shown))


def test_the_example_lies_in_the_domain() -> None:
    claim = Claim(
        "demo.claim", eq(POWERS, CLOSED), DOMAIN, "a test", example={"alpha": Fraction(2), "gamma": Fraction(1)}
    )
    with pytest.raises(BadInput, match="does not lie in the domain"):
        conclude(claim.statement, Derivation(claim, (closed(),)))


def test_the_register(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(derive, "_BUILDERS", {})
    claim = Claim("demo.claim", eq(POWERS, CLOSED), DOMAIN, "a test")
    assert derivation(claim) is None
    derives(claim.id)(lambda: (closed(),))
    built = derivation(claim)
    assert built is not None
    assert conclude(claim.statement, built).holds
    with pytest.raises(BadInput, match="two derivations"):
        derives(claim.id)(lambda: ())
