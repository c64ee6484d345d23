"""The search: certificates for yes, exclusions for no, and neither past its bound."""

from fractions import Fraction

import pytest
from draftproof.derivations.expr import Node, evaluate, num, sym
from draftproof.derivations.intervals import Interval, point
from draftproof.derivations.search import feasible_part, search
from hypothesis import given, settings
from hypothesis import strategies as st

X, Y = sym("x"), sym("y")
UNIT = Interval(Fraction(0), Fraction(1))


def node(op, *args):
    return Node(op, tuple(num(a) if isinstance(a, int | Fraction) else a for a in args))


PARABOLA = node(
    "mul", X, node("add", 1, node("mul", -1, X))
)  # x (1 - x): its range is [0, 1/4], plainly enclosed [0, 1]
PEAK = node("mul", X, node("add", Fraction(2, 3), node("mul", -1, X)))  # its maximum 1/9 at 1/3, which no halving meets


def test_a_yes_is_a_point_of_the_box_whose_value_is_in_the_target():
    target = Interval(Fraction(249, 1000), Fraction(1, 4))
    found = search(PARABOLA, {"x": Interval(Fraction(0), Fraction(9, 10))}, target)
    assert 0 <= found.witness["x"] <= Fraction(9, 10)
    assert evaluate(PARABOLA, found.witness) in target
    assert not found.excluded


def test_a_point_below_and_one_above_settle_it_without_a_split():
    narrow = Interval(Fraction(2), 2 + Fraction(1, 10**12))
    found = search(node("pow", X, 2), {"x": Interval(Fraction(1), Fraction(2))}, narrow, max_splits=0)
    assert evaluate(node("pow", X, 2), found.witness) in narrow


def test_a_value_known_only_to_straddle_the_targets_end_is_neither():
    two = node("exp", node("log", X))  # at 2 its enclosure holds values on both sides of 2
    found = search(two, {"x": point(Fraction(2))}, Interval(Fraction(1), Fraction(2)))
    assert (found.witness, found.excluded) == (None, False)


def test_a_no_is_an_exclusion_where_one_enclosure_is_too_wide():
    found = search(PARABOLA, {"x": UNIT}, Interval(Fraction(26, 100), Fraction(1)))
    assert found.excluded
    assert found.witness is None
    assert found.splits > 0


def test_past_its_bound_it_knows_nothing():
    at_the_peak = search(PEAK, {"x": UNIT}, point(Fraction(1, 9)), max_splits=100)
    assert (at_the_peak.witness, at_the_peak.excluded, at_the_peak.splits) == (None, False, 100)
    too_few = search(PARABOLA, {"x": UNIT}, Interval(Fraction(26, 100), Fraction(1)), max_splits=0)
    assert (too_few.witness, too_few.excluded) == (None, False)


def test_a_jump_over_the_target_is_no_crossing():
    step = node(
        "add", node("floor", X), node("mul", Fraction(1, 10), X)
    )  # jumps from 0.1 to 1.1 at 1, creeps on to 1.2
    reached, jumped_over = Interval(Fraction(115, 100), Fraction(116, 100)), Interval(Fraction(1, 2), Fraction(6, 10))
    found = search(step, {"x": Interval(Fraction(1, 2), Fraction(2))}, reached)
    assert evaluate(step, found.witness) in reached
    open_ = search(step, {"x": Interval(Fraction(1, 2), Fraction(3, 2))}, jumped_over, max_splits=200)
    assert (open_.witness, open_.excluded) == (None, False)  # the closed pieces at the jump hull both its sides


def test_a_pole_inside_is_never_excluded():
    found = search(
        node("div", 1, X),
        {"x": Interval(Fraction(-1), Fraction(2))},
        Interval(Fraction(-1, 2), Fraction(1, 4)),
        max_splits=200,
    )
    assert (found.witness, found.excluded) == (None, False)


@settings(derandomize=True, max_examples=100, deadline=None)
@given(
    st.fractions(0, Fraction(3, 10), max_denominator=100),
    st.fractions(Fraction(1, 1000), Fraction(1, 10), max_denominator=1000),
)
def test_it_decides_the_parabola_as_arithmetic_does(low, width):
    found = search(PARABOLA, {"x": UNIT}, Interval(low, low + width))
    assert (found.witness is not None) == (low <= Fraction(1, 4))
    assert found.excluded == (low > Fraction(1, 4))


def test_the_feasible_part_is_certified_from_inside_and_outside():
    conditions = [
        (node("pow", X, 2), Interval(Fraction(2), Fraction(5))),
        (node("add", X, 1), Interval(Fraction(0), Fraction(3))),
    ]
    found = feasible_part(conditions, "x", Interval(Fraction(0), Fraction(10)))  # sqrt(2) <= x <= 2
    assert found.feasible.low**2 >= 2 >= found.possible.low**2
    assert found.possible.low < found.feasible.low < found.possible.low + Fraction(1, 10**9)
    assert found.feasible.high <= 2 <= found.possible.high
    assert all(evaluate(tree, found.witness) in target for tree, target in conditions)


def test_conditions_that_no_value_meets_are_excluded():
    conditions = [(X, Interval(Fraction(0), Fraction(1, 3))), (node("mul", 2, X), Interval(Fraction(1), Fraction(2)))]
    found = feasible_part(conditions, "x", UNIT)
    assert found.excluded
    assert found.witness is found.feasible is found.possible is None


def test_a_single_feasible_value_is_found_at_an_end_and_otherwise_left_open():
    assert feasible_part([(X, Interval(Fraction(1), Fraction(2)))], "x", UNIT).witness == {"x": 1}
    peak = feasible_part([(PEAK, point(Fraction(1, 9)))], "x", UNIT)
    assert (peak.witness, peak.excluded) == (None, False)


@pytest.mark.parametrize("y", [Fraction(0), Fraction(1)])
def test_an_exact_input_is_never_moved(y):
    found = search(node("add", X, Y), {"x": UNIT, "y": point(y)}, point(y + Fraction(1, 2)))
    assert found.witness == {"x": Fraction(1, 2), "y": y}
