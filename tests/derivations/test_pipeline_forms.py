"""Normal forms: equal ones give equal laws, whatever is drawn; and what is known to differ has different ones."""

from __future__ import annotations

from fractions import Fraction

import pytest
from draftproof.derivations.claims import claim
from draftproof.derivations.pipeline_forms import USES, Ratio, form
from draftproof.derivations.pipelines import Pipeline, Undecided, distance, ends, parse, process
from hypothesis import assume, given, settings
from hypothesis import strategies as st

EQUAL = [
    ("temperature:0.5,top_k:5", "top_k:5,temperature:0.5"),
    ("top_p:0.9,top_k:5", "joint(top_k:5,top_p:0.9)"),
    ("top_p:0.9,top_k:5", "joint(top_p:0.9,top_k:5)"),
    ("top_k:5,top_k:3", "top_k:3,top_k:7"),
    ("temperature:0.5,temperature:0.5", "temperature:0.25"),
    ("temperature:1,top_p:0.9", "top_p:0.9,temperature:1"),
    ("temperature:0.5,min_p:0.25", "min_p:0.5,temperature:0.5"),
    ("temperature:2,min_p:0.5", "min_p:0.25,temperature:2"),
    ("top_k:5,min_p:0.2", "min_p:0.2,top_k:5"),
    ("min_p:0.2,top_k:5", "joint(top_k:5,min_p:0.2)"),
    ("top_p:1,min_p:0", "temperature:1"),
    ("greedy", "temperature:0.3,top_p:0.5,top_k:1"),
    ("top_k:1,temperature:2", "greedy,top_p:0.1"),
    ("top_k:4,top_k:9:keep_ties", "top_k:4"),
    ("joint(top_p:0.9,top_p:0.8)", "top_p:0.8"),
    ("temperature:0.5,top_p:0.9,temperature:2", "temperature:0.5,top_p:0.9,temperature:2,temperature:1"),
]
DIFFERENT = [
    ("temperature:0.5,top_p:0.85", "top_p:0.85,temperature:0.5"),
    ("top_k:5,top_p:0.9", "joint(top_k:5,top_p:0.9)"),
    ("top_k:5,top_p:0.9", "top_p:0.9,top_k:5"),
    ("temperature:0.5,min_p:0.25", "min_p:0.25,temperature:0.5"),
    ("top_k:5", "top_k:5:keep_ties"),
    ("top_p:0.9", "top_p:0.9,top_p:0.9"),
    ("top_p:0.9,top_p:0.8", "joint(top_p:0.9,top_p:0.8)"),
    ("top_p:0.9,top_p:0.8:keep_ties", "joint(top_p:0.9,top_p:0.8:keep_ties)"),
    ("min_p:0.1,top_p:0.9", "top_p:0.9,min_p:0.1"),
    ("temperature:0.5", "temperature:0.6"),
    ("top_k:1:keep_ties", "top_k:1"),
]


@pytest.mark.parametrize(("one", "other"), EQUAL)
def test_steps_that_commute_have_one_form(one: str, other: str) -> None:
    assert form(parse(one)) == form(parse(other))


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_steps_that_do_not_commute_have_two(one: str, other: str) -> None:
    assert form(parse(one)) != form(parse(other))


RANKS = ("top_k:1", "top_k:2", "top_k:3", "top_k:2:keep_ties")
MASSES = ("top_p:0.5", "top_p:0.8", "top_p:0.5:keep_ties", "top_p:1")
CUTS = st.sampled_from([*RANKS, *MASSES, "min_p:0.25", "min_p:0.5", "min_p:0"])
STEPS = st.one_of(
    CUTS,
    st.sampled_from(["temperature:0.5", "temperature:2", "temperature:1", "greedy"]),
    st.lists(CUTS, min_size=2, max_size=3).map(lambda cuts: f"joint({','.join(cuts)})"),
)
WEIGHTS = st.lists(st.integers(1, 9).map(lambda n: Fraction(n * n)), min_size=1, max_size=5)


@st.composite
def shuffled(draw: st.DrawFn) -> tuple[Pipeline, Pipeline]:
    """A pipeline, and the same steps with two neighbours swapped, a joint one taken apart or a step left out."""
    steps = draw(st.lists(STEPS, min_size=1, max_size=4))
    place = draw(st.integers(0, len(steps) - 1))
    kind = draw(st.sampled_from(["swap", "apart", "without"]))
    other = list(steps)
    if kind == "swap" and place:
        other[place - 1], other[place] = other[place], other[place - 1]
    elif kind == "apart" and other[place].startswith("joint"):
        other[place : place + 1] = sorted(other[place][len("joint(") : -1].split(","), reverse=draw(st.booleans()))
    elif kind == "without":
        del other[place]
    return parse(",".join(steps)), parse(",".join(other)) if other else ()


@given(shuffled(), st.lists(WEIGHTS, min_size=4, max_size=4))
@settings(max_examples=600, derandomize=True, deadline=None)
def test_equal_forms_give_equal_laws(pair: tuple[Pipeline, Pipeline], laws: list[list[Fraction]]) -> None:
    one, other = pair
    assume(form(one) == form(other))
    for weights in laws:
        try:
            assert ends(distance(process(weights, one), process(weights, other)))[0] == 0
        except Undecided:
            continue


def test_a_ratio_is_compared_by_powers() -> None:
    quarter, half = Ratio(Fraction(1, 4), Fraction(2)), Ratio(Fraction(1, 2), Fraction(1))
    assert quarter == half
    assert hash(quarter) == hash(half)
    assert Ratio(Fraction(1, 3), Fraction(1)) != half


def test_what_it_rests_on_are_claims() -> None:
    for id_ in USES:
        assert claim(id_)
