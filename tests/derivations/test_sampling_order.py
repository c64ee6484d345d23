"""The chain `sampling_order`: derived, its rivals false, its figures judged, and its formulas those of pipelines on laws."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest
from draftproof.derivations import sampling_order as chain
from draftproof.derivations import sampling_order_cuts as cuts
from draftproof.derivations import sampling_order_law as law
from draftproof.derivations.derive import conclude, derivation
from draftproof.derivations.evidence import derive_evidence
from draftproof.derivations.export import export
from draftproof.derivations.expr import number
from draftproof.derivations.figures import judge
from draftproof.derivations.kernel import Argument
from draftproof.derivations.pipelines import distance, parse, process
from draftproof.derivations.statements import both, ge, gt, le, when
from draftproof.derivations.symbols import unfold
from draftproof.errors import StepRejected
from draftproof.ledger import Verdict
from hypothesis import given, settings
from hypothesis import strategies as st

CLAIMS = {claim.id: claim for claim in chain.CHAIN.claims}
FIGURES = {figure.id: figure for claim in chain.CHAIN.claims for figure in claim.figures}
drawn = settings(max_examples=80, derandomize=True, deadline=None)
WEIGHTS = st.lists(st.integers(1, 20).map(Fraction), min_size=2, max_size=6).map(
    lambda found: sorted(found, reverse=True)
)


@pytest.mark.parametrize("id_", CLAIMS)
def test_every_claim_is_concluded_and_its_rivals_are_rejected(id_: str) -> None:
    found = derivation(CLAIMS[id_])
    assert found is not None
    assert not any(step.stated for argument in found.arguments for step in argument.steps)
    evidence = derive_evidence(CLAIMS[id_])
    assert evidence is not None
    assert evidence.passes
    assert evidence.detail["points"] >= 100
    assert set(evidence.rivals.rejected) == {rival.id for rival in CLAIMS[id_].rivals}


WRONG_TURNS = {
    "colder takes mass from the top": lambda: Argument(law.Q_f(law.k, law.V, law.s, law.f), law.COLDER).by(
        "lemma", "turned round", claim=law.MAJORISATION, order="<="
    ),
    "the same p keeps fewer": lambda: Argument(law.Q_f(law.k - 1, law.V, law.s, law.f), law.COLDER).by(
        "lemma", "one fewer", claim=law.MAJORISATION, order=">="
    ),
    "the total left out": lambda: (
        Argument(cuts.CONDITIONED, cuts.KEPT)
        .by("definition", "kept over all", at=law.Q(law.k, law.V, law.s))
        .by("algebra", "hope", to=law.w(law.rank, law.s) / law.G(law.V, law.s))
    ),
    "mass falls with more tokens": lambda: Argument(law.Q(cuts.h, law.V, law.s), cuts.PREFIXES).by(
        "lemma", "turned round", claim=cuts.GROWS, order=">="
    ),
}


@pytest.mark.parametrize("name", WRONG_TURNS)
def test_a_wrong_turn_is_rejected(name: str) -> None:
    with pytest.raises(StepRejected):
        WRONG_TURNS[name]()


BENT = {
    "strictly more mass when colder": (law.MAJORISATION, gt(law.Q_f(law.k, law.V, law.s, law.f), law.Q(law.k, law.V, law.s))),
    "p = 1 cuts a tail": (cuts.TOP_P, le(law.Q(law.k, law.V, law.s), 0)),
    "a distance where both keep as many": (cuts.DISTANCE, gt(cuts.CUT_AWAY, 0)),
    "joint keeps no more than sequential": (
        cuts.JOINT, when(ge(law.Q(cuts.h, law.k, law.s), law.p_top), ge(law.Q(cuts.h, law.V, law.s), law.p_top)),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BENT)
def test_a_bent_statement_is_not_concluded(name: str) -> None:
    claim, bent = BENT[name]
    found = derivation(claim)
    assert found is not None
    with pytest.raises(StepRejected):
        conclude(both(bent), found)


def ratios(weights: list[Fraction]) -> tuple[Fraction, ...]:
    found = [b / a for a, b in pairwise(weights)]
    return (*found, *(Fraction(1),) * (24 - len(found)))


def value(expression: object, **point: object) -> Fraction:
    env = {name: Fraction(v) if isinstance(v, int) else v for name, v in point.items()}
    return number(export(unfold(expression)), env)  # type: ignore[arg-type]


@given(WEIGHTS, st.integers(1, 6))
@drawn
def test_the_mass_of_the_top_is_that_of_the_law(weights: list[Fraction], kept: int) -> None:
    kept = min(kept, len(weights))
    mass = value(law.Q(law.k, law.V, law.s), s=ratios(weights), k=kept, V=len(weights))
    assert mass == sum(weights[:kept]) / sum(weights)


@given(WEIGHTS, st.integers(1, 6), st.integers(1, 3))
@drawn
def test_a_temperature_is_a_factor_on_each_ratio(weights: list[Fraction], kept: int, inverse: int) -> None:
    kept, own = min(kept, len(weights)), ratios(weights)
    factors = tuple(ratio ** (inverse - 1) for ratio in own)
    cold = process(weights, parse(f"temperature:1/{inverse}"))
    mass = value(law.Q_f(law.k, law.V, law.s, law.f), s=own, f=factors, k=kept, V=len(weights))
    assert mass == sum(cold.probabilities()[:kept])


@given(WEIGHTS, st.integers(1, 9), st.integers(1, 3))
@drawn
def test_the_distance_of_two_orders_is_the_mass_that_one_alone_keeps(
    weights: list[Fraction], tenths: int, inverse: int
) -> None:
    first = process(weights, parse(f"temperature:1/{inverse},top_p:0.{tenths}"))
    last = process(weights, parse(f"top_p:0.{tenths},temperature:1/{inverse}"))
    powers = ratios([weight**inverse for weight in weights])
    apart = value(cuts.CUT_AWAY, s=powers, h=len(first.kept), k=len(last.kept))
    assert distance(first, last) == apart


@pytest.mark.parametrize("id_", FIGURES)
def test_every_published_figure_is_exact(id_: str) -> None:
    judged = judge(FIGURES[id_])
    assert judged.passes
    assert judged.verdict is Verdict.EXACT


def test_the_published_figures_are_complete() -> None:
    counts = {part: sum(part in id_ for id_ in FIGURES) for part in ("token", "kept", "distance")}
    assert counts == {"token": 8, "kept": 2, "distance": 1}
