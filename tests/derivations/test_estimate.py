"""Floats refuse only what is false, and leave open what they cannot say."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from draftproof.derivations.elementary import lambertw_bounds
from draftproof.derivations.enclosure import at_point, decide
from draftproof.derivations.estimate import _lambertw, clearly_false
from draftproof.derivations.expr import Node, num, sym
from hypothesis import given, settings
from hypothesis import strategies as st

X, Y = sym("x"), sym("y")
LOG, EXP = Node("log", (X,)), Node("exp", (Y,))
SIDES = st.recursive(
    st.sampled_from([X, Y, num(1), num(-2), LOG, EXP]),
    lambda inner: st.builds(lambda op, a, b: Node(op, (a, b)), st.sampled_from(["add", "mul", "div"]), inner, inner),
    max_leaves=5,
)
VALUES = st.fractions(min_value=Fraction(1, 9), max_value=5, max_denominator=9)


@settings(max_examples=200, derandomize=True, deadline=None)
@given(st.sampled_from(["lt", "le"]), SIDES, SIDES, VALUES, VALUES)
def test_what_is_refused_is_false(op: str, left: Node, right: Node, x: Fraction, y: Fraction) -> None:
    env = {"x": x, "y": y}
    condition = Node(op, (left, right))
    if clearly_false(condition, env):
        assert decide(condition, at_point(env)) is False


REFUSED = {
    "far off": Node("le", (num(2), LOG)),
    "one part of two": Node("and", (Node("lt", (X, num(9))), Node("le", (num(2), LOG)))),
    "the lower branch": Node("le", (num(-1), Node("lambertw", (num(Fraction(-1, 10)), num(-1))))),
}
LEFT_OPEN = {
    "true": Node("le", (LOG, num(2))),
    "a hair's breadth": Node("lt", (X, num(3 - Fraction(1, 10**9)))),
    "an equality": Node("eq", (LOG, num(2))),
    "an operator without floats": Node("le", (num(2), Node("sum", ("k", num(1), num(2), LOG)))),
    "an overflow": Node("le", (Node("exp", (num(900),)), LOG)),
    "the upper branch": Node("le", (num(2), Node("lambertw", (num(1), num(0))))),
    "below the branch point": Node("le", (num(2), Node("lambertw", (num(-1), num(-1))))),
    "an unknown name": Node("le", (num(2), sym("z"))),
    "a sequence": Node("le", (num(9), sym("s"))),
}
POINT = {"x": Fraction(3), "y": Fraction(1), "s": (Fraction(1),)}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    assert clearly_false(REFUSED[name], POINT)


@pytest.mark.parametrize("name", LEFT_OPEN)
def test_left_open(name: str) -> None:
    assert not clearly_false(LEFT_OPEN[name], POINT)


@pytest.mark.parametrize("x", [Fraction(-36, 100), Fraction(-1, 3), Fraction(-1, 10), Fraction(-1, 10**9)])
def test_lambert_in_floats_is_the_true_value(x: Fraction) -> None:
    assert math.isclose(_lambertw(float(x), -1.0), float(lambertw_bounds(x, -1).middle), rel_tol=1e-9)
