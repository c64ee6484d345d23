"""The chain `beam_paging`: derived, its rivals false where a reader is shown them, and counts made token by token."""

from __future__ import annotations

from fractions import Fraction

import pytest
from draftproof.derivations import beam_paging as chain
from draftproof.derivations.beam_paging_blocks import H_K, RHO_K, U_K, C, K
from draftproof.derivations.beam_paging_tokens import RHO, SAVED, H, H_d, U, b, d, n, s, t
from draftproof.derivations.derive import conclude, derivation
from draftproof.derivations.exact import holds_at
from draftproof.derivations.export import export
from draftproof.derivations.expr import number
from draftproof.derivations.figures import judge
from draftproof.derivations.kernel import Argument
from draftproof.derivations.printing import latex, text
from draftproof.derivations.statements import Words, parts, tree
from draftproof.derivations.symbols import unfold
from draftproof.errors import BadInput, StepRejected
from draftproof.ledger import Verdict
from hypothesis import given, settings
from hypothesis import strategies as st

CLAIMS = {claim.id: claim for claim in chain.CHAIN.claims}
FORMULAS = {id_: claim for id_, claim in CLAIMS.items() if "derivation" not in claim.not_applicable}
RIVALS = {rival.id: (claim, rival) for claim in FORMULAS.values() for rival in claim.rivals}
FIGURES = {figure.id: figure for claim in CLAIMS.values() for figure in claim.figures}
drawn = settings(max_examples=60, derandomize=True, deadline=None)


def value(expression, **point):
    return number(export(unfold(expression)), {name: Fraction(v) for name, v in point.items()})


@pytest.mark.parametrize("id_", FORMULAS)
def test_every_claim_is_concluded_and_none_of_its_steps_is_stated(id_):
    found = derivation(CLAIMS[id_])
    assert conclude(CLAIMS[id_].statement, found).points >= 100
    assert not any(step.stated for argument in found.arguments for step in argument.steps)


@pytest.mark.parametrize("id_", sorted(set(RIVALS) - {"beam_paging.boundary_copies_too"}))
def test_every_rival_is_false_at_the_example_where_its_claim_is_true(id_):
    claim, rival = RIVALS[id_]
    assert holds_at(tree(claim.statement), claim.example) is not False  # limits are beyond a point
    assert holds_at(tree(rival.statement), claim.example) is False


def test_at_a_boundary_nothing_is_copied_although_a_rival_says_so():
    claim, rival = RIVALS["beam_paging.boundary_copies_too"]
    boundary = {**claim.example, "prompt": Fraction(1008)}
    assert holds_at(tree(claim.statement), boundary) is True
    assert holds_at(tree(rival.statement), boundary) is False


@pytest.mark.parametrize("id_", RIVALS)
def test_no_derivation_concludes_a_rival(id_):
    claim, rival = RIVALS[id_]
    with pytest.raises(StepRejected):
        conclude(rival.statement, derivation(claim))


def test_the_chain_has_its_kinds_of_claims():
    assert len(FORMULAS) >= 8
    assert all("simulation" in claim.not_applicable for claim in CLAIMS.values())
    assert all(
        isinstance(part, Words) for id_ in CLAIMS.keys() - FORMULAS.keys() for part in parts(CLAIMS[id_].statement)
    )


def test_what_is_said_in_words_is_printed_and_has_no_formula():
    claim = CLAIMS["beam_paging.copy_on_write"]
    assert "nobody holds a free block" in text(claim.statement)
    assert r"\text{nobody holds a free block}" in latex(claim.statement)
    with pytest.raises(BadInput, match="said in words, it has no formula"):
        tree(claim.statement)


@pytest.mark.parametrize("id_", FIGURES)
def test_every_published_figure_is_reproduced_exactly(id_):
    assert judge(FIGURES[id_]).verdict is Verdict.EXACT


def test_the_seeds_figures_are_there():
    assert {figure.printed for figure in FIGURES.values()} == {
        "4,800",
        "1,800",
        "2.67",
        "2.7",
        "300",
        "114",
        "2.63",
        "3",
    }


SIZES = {"beams": st.integers(1, 6), "prompt": st.integers(1, 40), "generated": st.integers(1, 20)}


def stored(beams, prompt, generated, size):
    """Blocks of all beams, each block known by the tokens that it holds for good: shared if it ends within the prompt."""
    blocks = set()
    for beam in range(beams):
        for start in range(0, prompt + generated, size):
            end = min(start + size, prompt + generated)
            blocks.add((start, None if end <= prompt and end - start == size else beam))
    return len(blocks)


@drawn
@given(**SIZES, size=st.integers(1, 7))
def test_blocks_are_those_of_beams_laid_out_token_by_token(beams, prompt, generated, size):
    point = {"beams": beams, "prompt": prompt, "generated": generated, "block_size": size}
    assert value(H_K(b, s, t, K), **point) == stored(beams, prompt, generated, size)
    assert value(U_K(b, s, t, K), **point) == beams * stored(1, prompt, generated, size)


@drawn
@given(**SIZES)
def test_tokens_are_blocks_of_one_token(beams, prompt, generated):
    point = {"beams": beams, "prompt": prompt, "generated": generated}
    assert value(H(b, s, t), **point) == stored(beams, prompt, generated, 1)
    assert value(U(b, s, t), **point) == beams * (prompt + generated)
    assert value(RHO(b, s, t), **point) == value(RHO_K(b, s, t, K), **point, block_size=1)
    assert value(SAVED(b, s, t), **point) == 1 - 1 / value(RHO(b, s, t), **point)


@drawn
@given(depths=st.lists(st.integers(0, 9), max_size=5), length=st.integers(9, 15), data=st.data())
def test_forks_share_the_beginnings_that_they_have_in_common(depths, length, data):
    beams = [tuple((0, at) for at in range(length))]
    for name, depth in enumerate(depths, 1):
        parent = data.draw(st.sampled_from(beams))
        beams.append(parent[:depth] + tuple((name, at) for at in range(depth, length)))
    tokens = {beam[: end + 1] for beam in beams for end in range(length)}
    point = {"beams": len(beams), "kv_len": length}
    expression = export(unfold(H_d(d, b, n)))
    got = number(expression, {**{k: Fraction(v) for k, v in point.items()}, "forked_at": tuple(map(Fraction, depths))})
    assert got == len(tokens)


@drawn
@given(beams=st.integers(1, 6), prompt=st.integers(1, 40), size=st.integers(1, 7))
def test_copies_are_those_of_branches_that_write_in_turn(beams, prompt, size):
    holders, copies = beams, 0
    for _ in range(beams if prompt % size else 0):
        if holders > 1:
            copies, holders = copies + 1, holders - 1
    assert value(C(b, s, K), beams=beams, prompt=prompt, block_size=size) == copies


def test_the_factor_in_blocks_falls_by_one_token_and_tends_to_the_beams():
    def factor(prompt):
        return value(RHO_K(b, s, t, K), beams=4, prompt=prompt, generated=200, block_size=16)

    assert factor(1001) < factor(1000) == Fraction(300, 114)
    assert factor(10**6) > Fraction(399, 100)
    assert factor(10**6) < 4


def test_a_bound_the_wrong_way_round_is_refused():
    with pytest.raises(StepRejected):
        Argument(RHO(b, s, t), chain.tokens.DOMAIN).by("definition", "the ratio").by(
            "monotone_bound", "hope", by=b, order=">=", gap=chain.tokens.SHORTFALL
        )
