"""The chain `losslessness`: derived, its rivals false, and its formulas those of samplers whose coins are counted."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
import sympy as sp
from draftproof.derivations import exact
from draftproof.derivations import losslessness as chain
from draftproof.derivations import losslessness_block as block
from draftproof.derivations import losslessness_coins as coins
from draftproof.derivations import losslessness_declared as declared
from draftproof.derivations import losslessness_lenience as lenience
from draftproof.derivations import losslessness_position as position
from draftproof.derivations import losslessness_sequence as sequence
from draftproof.derivations import losslessness_variants as variants
from draftproof.derivations.derive import conclude, derivation
from draftproof.derivations.domain import Naturals
from draftproof.derivations.evidence import derive_evidence
from draftproof.derivations.export import export
from draftproof.derivations.expr import number
from draftproof.derivations.kernel import Argument
from draftproof.derivations.losslessness_position import ALL_REST, ALPHA, EMITTED, OVERLAP, REST, TV, l, p, q
from draftproof.derivations.statements import both, eq, ge, gt, le, lt, narrow, tree
from draftproof.derivations.symbols import unfold
from draftproof.errors import StepRejected
from hypothesis import given, settings
from hypothesis import strategies as st

CLAIMS = {claim.id: claim for claim in chain.CHAIN.claims}
drawn = settings(max_examples=60, derandomize=True, deadline=None)
Law = tuple[Fraction, ...]
WEIGHTS = st.lists(st.integers(0, 5), min_size=3, max_size=3).filter(any)
LAWS = WEIGHTS.map(lambda found: tuple(Fraction(weight, sum(found)) for weight in found))


@pytest.mark.parametrize("id_", CLAIMS)
def test_every_claim_is_concluded_and_its_rivals_are_rejected(id_: str) -> None:
    found = derivation(CLAIMS[id_])
    assert found is not None
    steps = [step for argument in found.arguments for step in argument.steps]
    assert not any(step.stated or step.before == step.after for step in steps)
    evidence = derive_evidence(CLAIMS[id_])
    assert evidence is not None
    assert evidence.passes
    assert evidence.detail["points"] >= 100
    assert set(evidence.rivals.rejected) == {rival.id for rival in CLAIMS[id_].rivals}


WRONG_TURNS = {
    "an empty residual divided by": lambda: (
        Argument(EMITTED, position.TOKEN)
        .by("definition", "accepted, or recovered")
        .by("choose_branch", "there is always a residual")
    ),
    "the target taken for the smaller one": lambda: Argument(OVERLAP, position.PAIR).by(
        "either_order", "hope", of=p[position.i], against=q[position.i], to=position.TOTAL_P
    ),
    "a law that nobody says is one": lambda: Argument(position.TOTAL_P, position.SUMS).by(
        "substitution", "p is a law", values={position.TOTAL_P: position.sp.S.One}
    ),
    "no residual though there is some": lambda: Argument(REST, position.TOKEN, (gt(ALL_REST, 0),)).by(
        "zero_term", "hope", total=ALL_REST, place=l
    ),
    "lossless without knowing the drafts' law": lambda: Argument(declared.DECLARED, declared.BIAS.domain).by(
        "lemma", "hope", claim=position.ONE_POSITION
    ),
}


@pytest.mark.parametrize("name", WRONG_TURNS)
def test_a_wrong_turn_is_rejected(name: str) -> None:
    with pytest.raises(StepRejected):
        WRONG_TURNS[name]()


BENT = {
    "accepted more than the overlap": (position.OVERLAPPING, gt(ALPHA, OVERLAP)),
    "the distance squared": (position.ACCEPTANCE, eq(TV**2, 1 - ALPHA)),
    "never more than half of it": (position.ACCEPTANCE, le(TV, (1 - ALPHA) / 2)),
    "no bias where q was declared": (declared.BIAS, eq(declared.DECLARED, p[l])),
    "point masses are as fast": (variants.SLOW, ge(variants.AGREE, ALPHA)),
    "lenience rejects something": (lenience.SHARE, lt(lenience.LENIENT, position.TOTAL_Q)),
    "all that is rejected is recovered": (lenience.SHARE, le(lenience.LENIENT + ALL_REST, position.TOTAL_P)),
    "every token is recovered at times": (position.RECOVERED, gt(position.CHANCE, 0)),
    "block verification keeps m·p": (block.STEP, ge(block.LATER_MASS, block.w * block.P * position.p_x)),
    "a strict comparison loses a cell": (coins.CERTAIN, le(coins.less(coins.j + coins.h, coins.j), 1 - 1 / coins.j)),
}


@pytest.mark.parametrize("name", BENT)
def test_a_bent_statement_is_not_concluded(name: str) -> None:
    claim, bent = BENT[name]
    found = derivation(claim)
    assert found is not None
    with pytest.raises(StepRejected):
        conclude(both(bent), found)


FALSE = {
    "two laws share a token": (gt(ALPHA, 0), position.PAIR),
    "no two laws are as far apart as can be": (lt(TV, 1), position.PAIR),
    "something is always left": (gt(ALL_REST, 0), position.PAIR),
    "not all is left of two tokens": (lt(ALL_REST, 1), narrow(position.PAIR, ge(position.V, 2))),
    "weights are as good as laws": (eq(TV, 1 - ALPHA), position.SUMS),
    "the target may have any total": (eq(EMITTED, p[l]), narrow(position.SUMS.extended({"l": Naturals(1)}), le(l, position.V))),
    "a token beyond the vocabulary": (eq(EMITTED, p[l]), position.PAIR.extended({"l": Naturals(1)})),
    "point masses are always slower": (lt(variants.AGREE, ALPHA), position.PAIR),
    "any share of the residual makes a law": (
        eq(lenience.LENIENT_LAW, position.TOTAL_P), narrow(lenience.LENIENCE.domain, eq(position.TOTAL_P, 1)),
    ),
    "one token less is completed": (
        eq(sequence.COMPLETE, sp.Product(sequence.p[sequence.i], (sequence.i, 1, sequence.gamma))), sequence.COMPLETED.domain,
    ),
    "a first mass other than 1": (eq(sequence.MADE_UP, sequence.WHOLE), sequence.ANY_MASS.domain),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_exact_evaluation_refutes(name: str) -> None:
    statement, domain = FALSE[name]
    assert exact.check(tree(statement), domain).holds is False


def value(expression: object, **point: object) -> Fraction:
    env = {name: Fraction(v) if isinstance(v, int) else v for name, v in point.items()}
    return number(export(unfold(expression)), env)  # type: ignore[arg-type]


def accepted(target: Law, draft: Law, token: int) -> Fraction:
    return min(Fraction(1), target[token] / draft[token]) if draft[token] else Fraction(1)


def verified(target: Law, draft: Law, drafts_from: Law) -> Law:
    """Drafts one by one, each accepted or not, and what is recovered then: the law of the emitted token."""
    found = [Fraction(0)] * len(target)
    residual = [max(a - b, Fraction(0)) for a, b in zip(target, draft, strict=True)]
    for token, chance in enumerate(drafts_from):
        keep = accepted(target, draft, token)
        found[token] += chance * keep
        if keep < 1:
            for other, part in enumerate(residual):
                found[other] += chance * (1 - keep) * part / sum(residual)
    return tuple(found)


@given(LAWS, LAWS)
@drawn
def test_the_emitted_law_is_that_of_a_verifier_and_is_the_target(target: Law, draft: Law) -> None:
    law = tuple(value(EMITTED, p_l=target, q_l=draft, V=3, l=token) for token in (1, 2, 3))
    assert law == verified(target, draft, draft) == target
    if value(ALPHA, p_l=target, q_l=draft, V=3) < 1:
        for token, (wanted, drafted) in enumerate(zip(target, draft, strict=True), 1):
            recovered = value(position.CHANCE, p_l=target, q_l=draft, V=3, l=token)
            assert recovered == wanted - drafted * accepted(target, draft, token - 1)


@given(LAWS, LAWS, LAWS)
@drawn
def test_the_law_of_misdeclared_drafts_is_that_of_a_verifier(target: Law, draft: Law, drawn_from: Law) -> None:
    at = {"p_l": target, "q_l": draft, "s_l": drawn_from, "V": 3}
    law = tuple(value(declared.DECLARED, **at, l=token) for token in (1, 2, 3))
    assert law == verified(target, draft, drawn_from)


@given(LAWS, LAWS)
@drawn
def test_the_rate_is_one_less_the_largest_difference_of_any_event(target: Law, draft: Law) -> None:
    """Total variation distance by its other definition: over all events."""
    at = {"p_l": target, "q_l": draft, "V": 3}
    events = product((0, 1), repeat=3)
    apart = max(sum((a - b) * e for a, b, e in zip(target, draft, event, strict=True)) for event in events)
    assert value(TV, **at) == apart == 1 - value(ALPHA, **at)


@given(LAWS.filter(lambda law: max(law) < 1), LAWS)
@drawn
def test_point_mass_drafts_emit_the_target(target: Law, draft: Law) -> None:
    at = {"p_l": target, "q_l": draft, "V": 3}
    assert tuple(value(variants.EMITTED_POINT, **at, l=token) for token in (1, 2, 3)) == target
    assert value(variants.AGREE, **at) == sum(a * b for a, b in zip(target, draft, strict=True))


@given(LAWS, LAWS, st.integers(1, 10))
@drawn
def test_the_lenient_law_is_as_far_from_the_target_as_it_accepts_more(target: Law, draft: Law, tenths: int) -> None:
    at = {"p_l": target, "q_l": draft, "V": 3, "lenience": Fraction(tenths, 10)}
    rejected, strict = 1 - value(lenience.LENIENT, **at), 1 - value(ALPHA, **at)
    share = rejected / strict if strict else Fraction(0)
    law = [value(lenience.lenient(l, p, q, lenience.lam, lenience.w), **at, left=share, l=token) for token in (1, 2, 3)]
    assert sum(law) == 1
    assert 0 <= share <= 1
    assert sum(abs(a - b) for a, b in zip(law, target, strict=True)) / 2 == strict - rejected


@pytest.mark.parametrize("cells", [1, 2, 5, 8])
def test_coins_are_counted(cells: int) -> None:
    for level in range(cells + 3):
        ratio, grid = Fraction(level, cells), [Fraction(k, cells) for k in range(cells)]
        at = {"level": level, "cells": cells}
        for quantity, accept in (
            (coins.less, [u < ratio for u in grid]),
            (coins.most, [u <= ratio for u in grid]),
            (coins.upper, [1 - u <= ratio for u in grid]),
        ):
            assert value(quantity(coins.j, coins.M), **at) == Fraction(sum(accept), cells)


@pytest.mark.parametrize("id_", declared.MISTAKEN)
def test_every_mistaken_declaration_is_one_of_laws(id_: str) -> None:
    """What is drawn sums to one; what is declared need not, which is a mistake of its own."""
    point = declared.BIAS.example
    mistaken = declared.MISTAKEN[id_]
    assert value(position.summed(mistaken.drawn), **point) == 1
    shown = value(position.summed(mistaken.shown), **point)
    assert (shown == 1) is (id_ not in ("losslessness.declared_unnormalised", "losslessness.declared_bf16"))


BEHAVIOURS = (
    "accept_always", "accept_if_likelier", "ratio_inverted", "resample_from_target", "residual_not_clamped",
    "residual_absolute", "residual_reversed", "declared_argmax", "declared_other_temperature", "declared_other_top_k",
    "declared_unnormalised", "declared_bf16", "bonus_from_residual", "bonus_omitted", "drafts_kept_after_rejection",
    "coins_shared", "draft_sees_coins", "wrong_row", "rows_aliased", "nan_residual", "zero_at_u_zero",
    "padding_as_token", "lenience", "typical_acceptance", "independent_tries",
)  # fmt: skip


def test_the_rivals_are_those_that_the_reference_runs() -> None:
    rivals = {rival.id for claim in chain.CHAIN.claims for rival in claim.rivals}
    assert rivals >= {f"losslessness.{name}" for name in BEHAVIOURS}


def test_a_claim_at_no_law_says_nothing() -> None:
    """Laws that do not sum to one lie outside the domain, where the formulas are another thing."""
    half = (Fraction(1, 2),) * 24
    assert not position.TOKEN.admits({"p_l": half, "q_l": half, "V": Fraction(3), "l": Fraction(1)})
