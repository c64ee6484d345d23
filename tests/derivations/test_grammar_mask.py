"""The chain `grammar_mask`: derived, its rivals false where a reader is shown them, and masks built bit by bit."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from draftproof.derivations import grammar_mask as chain
from draftproof.derivations import grammar_mask_bits as bits
from draftproof.derivations import grammar_mask_law as law
from draftproof.derivations import grammar_mask_rows as rows
from draftproof.derivations import grammar_mask_times as times
from draftproof.derivations.derive import conclude, derivation
from draftproof.derivations.exact import holds_at
from draftproof.derivations.export import export
from draftproof.derivations.expr import number
from draftproof.derivations.figures import Figure, judge
from draftproof.derivations.statements import tree
from draftproof.derivations.symbols import unfold
from draftproof.errors import StepRejected
from draftproof.ledger import Verdict
from hypothesis import given, settings
from hypothesis import strategies as st

CLAIMS = {claim.id: claim for claim in chain.CHAIN.claims}
RIVALS = {rival.id: (claim, rival) for claim in chain.CHAIN.claims for rival in claim.rivals}
FIGURES = {figure.id: figure for claim in chain.CHAIN.claims for figure in claim.figures if isinstance(figure, Figure)}
drawn = settings(max_examples=60, derandomize=True, deadline=None)
CHANCES = st.fractions(0, 1, max_denominator=12)


def value(expression: object, **point: object) -> Fraction:
    at = {name: Fraction(v) if not isinstance(v, tuple) else v for name, v in point.items()}  # type: ignore[arg-type]
    return number(export(unfold(expression)), at)  # type: ignore[arg-type]


@pytest.mark.parametrize("id_", CLAIMS)
def test_every_claim_is_concluded_and_none_of_its_steps_is_stated(id_: str) -> None:
    found = derivation(CLAIMS[id_])
    assert found is not None
    assert conclude(CLAIMS[id_].statement, found).points >= 100
    assert not any(step.stated for argument in found.arguments for step in argument.steps)


@pytest.mark.parametrize("id_", RIVALS)
def test_no_derivation_concludes_a_rival_and_the_example_refutes_it(id_: str) -> None:
    claim, rival = RIVALS[id_]
    found = derivation(claim)
    assert found is not None
    assert rival.statement is not None
    assert holds_at(tree(rival.statement), claim.example) is False
    with pytest.raises(StepRejected):
        conclude(rival.statement, found)


@pytest.mark.parametrize("id_", FIGURES)
def test_every_figure_prints_what_its_formula_gives(id_: str) -> None:
    assert judge(FIGURES[id_]).verdict is Verdict.EXACT


def test_a_figure_for_a_row_of_another_layout_is_refuted() -> None:
    figure = FIGURES["grammar_mask.row_llama"]
    wrong = Figure(figure.id, "16,036", figure.inputs, figure.expression, figure.source, figure.exact_inputs)
    assert judge(wrong).verdict is Verdict.REFUTED


@given(st.integers(1, 400))
@drawn
def test_words_are_as_many_as_are_begun(size: int) -> None:
    begun = len({token // 32 for token in range(size)})
    assert value(rows.W(rows.V), V=size) == begun
    assert value(rows.word_of(rows.token), token=size) == size // 32
    assert value(rows.bit_of(rows.token), token=size) == size % 32


@given(st.integers(1, 100), st.integers(1, 200))
@drawn
def test_uncovered_columns_are_those_without_a_word(size: int, columns: int) -> None:
    bare = sum(column // 32 >= value(rows.W(rows.V), V=size) for column in range(columns))
    assert value(rows.uncovered(rows.columns, rows.V), V=size, columns=columns) == bare


@given(st.lists(st.booleans(), max_size=10))
@drawn
def test_bits_are_what_shifts_give(flags: list[bool]) -> None:
    packed = sum(1 << place for place, flag in enumerate(flags) if flag)
    found = [value(bits.digit(bits.x, bits.k), packed=packed, k=place) for place in range(len(flags))]
    assert found == flags


@given(st.lists(st.tuples(st.integers(1, 9), st.booleans()), min_size=1, max_size=6))
@drawn
def test_the_masked_softmax_is_the_conditional_law_of_equally_likely_tickets(tokens: list[tuple[int, bool]]) -> None:
    """A token of weight w has w tickets: what is drawn, given that it is allowed, counts tickets."""
    weights, mask = zip(*((Fraction(w), Fraction(a)) for w, a in tokens), strict=True)
    tickets = [token for token, weight in enumerate(weights) for _ in range(int(weight))]
    allowed = [token for token in tickets if mask[token]]
    point = {"V": len(tokens), "Z": len(tickets), "y_l": weights, "allow_l": mask}
    assert value(law.CONDITIONAL_SUM, **point) == Fraction(len(allowed), len(tickets))
    for token in range(len(tokens)) if allowed else ():
        share = Fraction(allowed.count(token), len(allowed))
        assert value(law.P_a(law.l, law.V, law.y, law.a), **point, l=token + 1) == share


@given(CHANCES, st.integers(1, 5))
@drawn
def test_a_batch_waits_unless_every_mask_is_ready(ready: Fraction, batch: int) -> None:
    waits = Fraction(0)
    for states in product((True, False), repeat=batch):
        probability = Fraction(1)
        for is_ready in states:
            probability *= ready if is_ready else 1 - ready
        waits += probability * (not all(states))
    assert value(times.P_stall(times.h, times.B), ready=ready, batch=batch) == waits


@given(*[st.fractions(0, 5, max_denominator=8)] * 3, st.integers(1, 6))
@drawn
def test_requests_are_timed_one_by_one(forward: Fraction, mask: Fraction, compiling: Fraction, count: int) -> None:
    one = max(forward, mask) + 1
    total = sum([one] * count, compiling)
    point = {"t_f": forward, "t_m": mask, "t_s": 1, "t_g": compiling, "requests": count}
    assert value(times.AVERAGE, **point) == total / count
