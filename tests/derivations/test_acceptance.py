"""The chain `acceptance`: what is derived, what must not be, and figures whose judgement is on record."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest
import sympy as sp
from draftproof.derivations import acceptance_counts as counts
from draftproof.derivations import acceptance_estimators as estimators
from draftproof.derivations import acceptance_order as order
from draftproof.derivations import acceptance_ratio as ratio
from draftproof.derivations import derive
from draftproof.derivations.acceptance import CHAIN
from draftproof.derivations.acceptance_ratio import E, L, alpha, gamma, r
from draftproof.derivations.claims import Claim
from draftproof.derivations.export import export
from draftproof.derivations.expr import number
from draftproof.derivations.figures import judge
from draftproof.derivations.statements import eq, le, lt, relations, tree
from draftproof.derivations.symbols import unfold
from draftproof.errors import StepRejected
from draftproof.ledger import Verdict

FIGURES = [figure for claim in CHAIN.claims for figure in claim.figures]
RIVALS = [(claim, rival) for claim in CHAIN.claims for rival in claim.rivals]


def value(expression: sp.Expr, **point: Fraction | int) -> Fraction:
    return number(export(unfold(expression)), {name: Fraction(given) for name, given in point.items()})


def derived(claim: Claim) -> derive.Derivation:
    found = derive.derivation(claim)
    assert found is not None
    return found


@pytest.mark.parametrize("claim", CHAIN.claims, ids=lambda claim: claim.id)
def test_every_claim_is_derived_and_stands_at_exact_points(claim: Claim) -> None:
    outcome = derive.conclude(claim.statement, derived(claim))
    assert outcome.points >= 100
    assert not outcome.undecided


@pytest.mark.parametrize("claim", CHAIN.claims, ids=lambda claim: claim.id)
def test_no_step_is_typed_by_hand(claim: Claim) -> None:
    assert not any(step.stated for argument in derived(claim).arguments for step in argument.steps)


@pytest.mark.parametrize(("claim", "rival"), RIVALS, ids=lambda given: given.id)
def test_every_rival_is_refuted_at_the_example(claim: Claim, rival: derive.Rival) -> None:
    assert rival.statement is not None
    with pytest.raises(StepRejected) as rejected:
        derive.conclude(rival.statement, derived(claim))
    shown = rejected.value.witness
    assert shown, "no exact point refutes it"
    assert all(shown[name] == str(given) for name, given in claim.example.items() if name in shown and name != "a")


def test_length_by_r_is_the_identity_and_by_alpha_the_misconception() -> None:
    """1 + γr and 1 + γα have one shape: the first must pass and the second must not, whichever side it stands on."""
    length = derived(ratio.LENGTH)
    assert derive.conclude(eq(L(alpha, gamma), 1 + gamma * r(alpha, gamma)), length).holds
    with pytest.raises(StepRejected):
        derive.conclude(eq(L(alpha, gamma), 1 + gamma * alpha), length)
    for rate in (Fraction(0), Fraction(1, 3), Fraction(1)):
        assert value(1 + gamma * r(alpha, gamma), alpha=rate, gamma=4) == value(E(alpha, gamma), alpha=rate, gamma=4)


@pytest.mark.parametrize(
    ("name", "rate", "drafts"),
    [("one draft", Fraction(2, 7), 1), ("none accepted", Fraction(0), 6), ("all", Fraction(1), 6)],
)
def test_r_is_alpha_only_in_these_cases(name: str, rate: Fraction, drafts: int) -> None:
    assert value(r(alpha, gamma), alpha=rate, gamma=drafts) == rate
    assert value(r(alpha, gamma), alpha=Fraction(2, 7), gamma=2) < Fraction(2, 7)


def test_the_order_of_two_drafters_flips_with_their_draft_lengths() -> None:
    better, worse = Fraction(1, 2), Fraction(9, 20)
    assert value(r(alpha, gamma), alpha=better, gamma=2) < value(r(alpha, gamma), alpha=worse, gamma=1)
    assert value(r(alpha, gamma), alpha=better, gamma=2) > value(r(alpha, gamma), alpha=worse, gamma=2)


def test_an_argument_on_less_than_the_domain_concludes_nothing() -> None:
    """The fall of r is strict inside only: put without its condition, it must not follow."""
    with pytest.raises(StepRejected):
        derive.conclude(lt(ratio.LONGER, r(alpha, gamma)), derived(ratio.DECREASING))


def test_the_order_at_one_gamma_needs_the_order_of_the_rates() -> None:
    loose = replace(order.INCREASING, domain=order.INVERSE.domain)
    with pytest.raises(StepRejected, match="another domain"):
        derive.conclude(loose.statement, replace(derived(order.INCREASING), claim=loose))


def test_estimators_agree_where_the_acceptance_rate_is_constant() -> None:
    (law,) = relations(estimators.ESTIMATORS.statement)
    for rate in (Fraction(0), Fraction(3, 4), Fraction(1)):
        point = {"alpha": rate, "beta": rate, "x": rate}
        assert value(law.lhs, **point) == value(estimators.TWO_ACCEPTED / 2, **point)


@pytest.mark.parametrize(
    ("first", "second", "sign"), [(Fraction(4, 5), Fraction(3, 5), -1), (Fraction(3, 5), Fraction(4, 5), 1)]
)
def test_the_sign_of_the_disagreement_is_that_of_the_trend(first: Fraction, second: Fraction, sign: int) -> None:
    assert value(estimators.DISAGREEMENT, alpha=first, beta=second) * sign > 0


def test_the_likelihood_is_level_at_its_estimate_only() -> None:
    slope = tree(estimators.LIKELIHOOD.statement).args[0]
    at = {"accepted": Fraction(167), "reached": Fraction(212), "drafted": Fraction(259)}
    assert number(slope, {**at, "alpha": Fraction(167, 212)}) == 0
    assert number(slope, {**at, "alpha": Fraction(1, 2)}) > 0 > number(slope, {**at, "alpha": Fraction(9, 10)})


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: figure.id)
def test_figures_are_judged_as_recorded(figure: ratio.Figure) -> None:
    assert judge(figure).passes


def test_figures_cover_the_seed_and_the_log() -> None:
    printed = {figure.id: figure.printed for figure in FIGURES}
    assert {printed[name] for name in ("seed.accepted", "seed.ratio", "seed.length")} == {"1.94", "0.39", "2.94"}
    assert (
        judge(next(f for f in FIGURES if f.id == "llamacpp.mean_length_by_nominal_length")).verdict is Verdict.REFUTED
    )


def test_a_changed_digit_is_refuted() -> None:
    (figure,) = (f for f in FIGURES if f.id == "llamacpp.acceptance")
    assert judge(replace(figure, printed="0.64478")).verdict is Verdict.REFUTED


def test_counts_hold_where_a_draft_has_no_token_of_its_own() -> None:
    """Every drafted token may have come in one draft: the identity does not ask how they are spread."""
    (law,) = relations(counts.COUNTS.statement)
    point = {"accepted": 3, "drafted": 5, "drafts": 40}
    assert value(law.lhs, **point) == value(law.rhs, **point) == Fraction(43, 40)


def test_r_lies_between_the_last_power_and_alpha() -> None:
    found = derived(ratio.BETWEEN)
    assert derive.conclude(le(r(alpha, gamma), alpha), found).holds
    with pytest.raises(StepRejected):
        derive.conclude(le(r(alpha, gamma), alpha**2), found)
