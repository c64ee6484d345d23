"""A derivation is evidence only if it concludes the claim and an exact point refutes each rival."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from draftproof.derivations.claims import Claim, Joint, Rival
from draftproof.derivations.derive import derives
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.evidence import derive_evidence, figure_evidence
from draftproof.derivations.figures import Expected, Figure
from draftproof.derivations.kernel import Argument
from draftproof.derivations.statements import Statement, eq, le, tree
from draftproof.derivations.symbols import symbol
from draftproof.ledger import Evidence, Verdict

alpha, gamma, k = (symbol(name) for name in ("alpha", "gamma", "k"))
DOMAIN = Domain({"alpha": UNIT, "gamma": Naturals(0)})
SUM = sp.Sum(alpha**k, (k, 0, gamma))
SPLIT = eq(SUM, 1 + sp.Sum(alpha**k, (k, 1, gamma)))


def claim(id_: str, *rivals: Rival, statement: Statement = SPLIT) -> Claim:
    point = {"alpha": Fraction(1, 2), "gamma": Fraction(1)}
    return Claim(id_, statement, DOMAIN, "own", rivals, example=point)


@derives("evidence.split")
def _split() -> tuple[Argument, ...]:
    return (Argument(SUM, DOMAIN).by("split_term", "the first term", last=False),)


@derives("evidence.refused")
def _refused() -> tuple[Argument, ...]:
    return (Argument(SUM, DOMAIN).stated("algebra", "hope", gamma + 1),)


def found(made: Claim) -> Evidence:
    evidence = derive_evidence(made)
    assert evidence is not None
    return evidence


def test_a_derivation_proves_and_rejects_at_the_example_if_it_separates_there() -> None:
    bound = Rival("evidence.bound", "E = γ", "", eq(SUM, gamma))
    evidence = found(claim("evidence.split", bound))
    assert (evidence.verdict, evidence.passes, evidence.reason) == (Verdict.PROVED, True, "")
    assert evidence.rivals.rejected == {"evidence.bound": "1 against 1.5 at α .5, γ 1"}
    assert evidence.detail["steps"] == 1
    assert evidence.detail["points"] >= 100
    assert evidence.detail["rules"] == {"split_term": 1}


def test_where_the_example_does_not_separate_a_witness_does() -> None:
    linear = Rival("evidence.linear", "E = 1 + γα", "", eq(SUM, 1 + gamma * alpha))  # right at γ = 1
    numbers = found(claim("evidence.split", linear)).rivals.rejected["evidence.linear"]
    assert " against " in numbers
    assert "γ 1" not in numbers


def test_a_true_rival_survives_although_no_argument_concludes_it() -> None:
    weaker = Rival("evidence.weaker", "E is at least 1", "", le(1, SUM))
    evidence = found(claim("evidence.split", weaker))
    assert (evidence.rivals.survived, evidence.passes) == (("evidence.weaker",), False)


def test_the_claim_itself_as_a_rival_survives() -> None:
    same = Rival("evidence.same", "the claim", "", SPLIT)
    assert not found(claim("evidence.split", same)).passes


def test_a_rival_declared_invisible_does_not_survive() -> None:
    weaker = Rival("evidence.weaker", "E is at least 1", "", le(1, SUM), blind={"derivation": "it is weaker"})
    evidence = found(claim("evidence.split", weaker))
    assert (evidence.rivals.blind, evidence.passes) == ({"evidence.weaker": "it is weaker"}, True)


def test_a_rival_that_no_point_decides_is_neither_rejected_nor_passed_over() -> None:
    endless = Rival("evidence.endless", "no limit", "", eq(sp.Limit(SUM, gamma, sp.oo), 3))
    evidence = found(claim("evidence.split", endless))
    assert evidence.rivals.rejected == {}
    assert set(evidence.detail["undecided"]) == {"evidence.endless"}


def test_a_behaviour_is_not_tried() -> None:
    evidence = found(claim("evidence.split", Rival("evidence.behaviour", "a sampler", "")))
    assert (evidence.rivals.rejected, evidence.rivals.survived) == ({}, ())


@pytest.mark.parametrize(
    "wrong",
    [
        claim("evidence.refused"),
        claim("evidence.split", statement=eq(SUM, gamma)),
        claim("evidence.split", statement=le(1, SUM)),
    ],
    ids=["a step is refused", "another statement, false", "another statement, true"],
)
def test_what_is_not_concluded_is_refuted_with_the_reason(wrong: Claim) -> None:
    evidence = found(wrong)
    assert (evidence.verdict, evidence.passes, evidence.reason != "") == (Verdict.REFUTED, False, True)


def test_without_a_derivation_there_is_no_evidence() -> None:
    assert derive_evidence(claim("evidence.none")) is None


def figure(printed: str, expected: Expected | None = None) -> Figure:
    return Figure(
        f"evidence.{printed}", printed, {"alpha": "0.7"}, tree(eq(2 * alpha, 0)).args[0], "a table", expected=expected
    )


FIGURES = [
    (figure("1.4"), Verdict.EXACT, True),
    (figure("1.41"), Verdict.HOLDS, True),
    (figure("1.6"), Verdict.REFUTED, False),
    (figure("1.6", Expected(Verdict.REFUTED, "a slip")), Verdict.HOLDS, True),
    (figure("1.4", Expected(Verdict.REFUTED, "a slip")), Verdict.REFUTED, False),
    (figure("1.4", Expected(Verdict.HOLDS, "rounded")), Verdict.REFUTED, False),
    (figure("1.6", Expected(Verdict.EXACT, "surely")), Verdict.REFUTED, False),
    (Joint((figure("1.4"), figure("1.41")), "alpha"), Verdict.HOLDS, True),
    (Joint((figure("1.4"), figure("1.6")), "alpha"), Verdict.REFUTED, False),
]


@pytest.mark.parametrize(("made", "verdict", "passes"), FIGURES)
def test_figures(made: Figure | Joint, verdict: Verdict, passes: bool) -> None:
    (evidence,) = figure_evidence(Claim("evidence.figures", eq(alpha, alpha), DOMAIN, "own", figures=(made,)))
    assert (evidence.kind, evidence.verdict, evidence.passes) == ("figure", verdict, passes)
    assert passes or evidence.reason
