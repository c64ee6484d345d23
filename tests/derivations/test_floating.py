"""Bounds on rounding: what floats really give lies inside, in every order of evaluation, and what is a little off does not."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from draftproof.derivations.claims import claim
from draftproof.derivations.domain import REALS, UNIT, Domain, Naturals
from draftproof.derivations.expr import Env, Node, Undefined, num, sym
from draftproof.derivations.expr import number as exact
from draftproof.derivations.floating import rounded, widened
from draftproof.derivations.given import given
from draftproof.derivations.intervals import point

DOMAIN = Domain({"x": UNIT, "y": UNIT, "n": Naturals(0), "k": Naturals(1)})
X, Y, N, K = (sym(name) for name in "xynk")
SUM = Node("sum", ("i", num(0), N, Node("pow", (X, sym("i")))))
LAST = Node("pow", (X, Node("add", (N, num(1)))))
CLOSED = Node("div", tuple(Node("add", (num(1), Node("mul", (num(-1), part)))) for part in (LAST, X)))

FORMS: list[tuple[Node, Callable[[float, float, int], float]]] = [
    (Node("add", (X, Y)), lambda x, y, n: x + y),
    (Node("mul", (X, Y)), lambda x, y, n: x * y),
    (Node("div", (X, Y)), lambda x, y, n: x / y),
    (Node("add", (X, Y, num(Fraction(1, 3)))), lambda x, y, n: x + (y + 1 / 3)),
    (Node("add", (X, Y, num(Fraction(1, 3)))), lambda x, y, n: (x + y) + 1 / 3),
    (Node("add", (X, Node("mul", (num(-1), Y)))), lambda x, y, n: x - y),
    (Node("pow", (X, N)), lambda x, y, n: x**n),
    (Node("pow", (X, N)), lambda x, y, n: math.prod([x] * n)),
    (Node("pow", (X, Y)), lambda x, y, n: x**y),
    (Node("pow", (X, Y)), lambda x, y, n: math.exp(y * math.log(x))),
    (Node("log", (X,)), lambda x, y, n: math.log(x)),
    (Node("exp", (X,)), lambda x, y, n: math.exp(x)),
    (SUM, lambda x, y, n: sum(x**i for i in range(n + 1))),
    (SUM, lambda x, y, n: sum(x**i for i in reversed(range(n + 1)))),
    (CLOSED, lambda x, y, n: (1 - x ** (n + 1)) / (1 - x)),
    (Node("max", (X, Y)), lambda x, y, n: max(x, y)),
    (Node("ite", (Node("lt", (X, Y)), X, Node("mul", (X, Y)))), lambda x, y, n: x if x < y else x * y),
]


def points(count: int) -> list[dict[str, Fraction]]:
    rng = random.Random(3)
    return [
        {
            "x": Fraction(rng.randint(1, 22), 23),
            "y": Fraction(rng.randint(1, 18), 19),
            "n": Fraction(rng.randint(0, 40)),
        }
        for _ in range(count)
    ]


@pytest.mark.parametrize("place", range(len(FORMS)))
def test_what_floats_give_lies_inside_and_what_is_off_does_not(place: int) -> None:
    tree, floats = FORMS[place]
    for env in points(200):
        found = Fraction(floats(float(env["x"]), float(env["y"]), int(env["n"])))
        bound = rounded(tree, env, DOMAIN)
        assert found in bound
        assert found + Fraction(1, 10**11) not in bound


def test_in_single_precision_too() -> None:
    unit = Fraction(1, 2**24)
    for env in points(100):
        powers = np.float32(env["x"]) ** np.arange(int(env["n"]) + 1, dtype=np.float32)
        found = Fraction(float(np.sum(powers, dtype=np.float32)))
        assert found in rounded(SUM, env, DOMAIN, unit)
        assert found + Fraction(1, 1000) not in rounded(SUM, env, DOMAIN, unit)


def test_underflow_of_narrower_floats_is_in_the_bound() -> None:
    power = Node("pow", (X, N))
    for kind, unit in ((np.float16, Fraction(1, 2**11)), (np.float32, Fraction(1, 2**24))):
        for n in (2, 5, 7, 9, 40):
            env = {"x": Fraction(1, 14), "n": Fraction(n)}
            found = np.prod(np.full(n, 1 / 14, kind), dtype=kind)
            assert Fraction(float(found)) in rounded(power, env, DOMAIN, unit)


def test_natural_numbers_are_exact() -> None:
    words = Node("ceil", (Node("div", (K, num(32))),))
    for k, value in ((31, 1), (32, 1), (33, 2), (64, 2), (65, 3)):
        assert rounded(words, {"k": Fraction(k)}, DOMAIN) == point(Fraction(value))
    big = {"k": Fraction(2**53 + 1)}
    assert rounded(Node("add", (K, num(2))), big, DOMAIN).width > 0  # no double


def test_a_floor_that_rounding_may_move_is_two_values() -> None:
    floor = Node("floor", (Node("mul", (X, num(3))),))
    found = rounded(floor, {"x": Fraction(1, 3)}, DOMAIN)
    assert point(Fraction(0)).meet(found)
    assert point(Fraction(1)).meet(found)


def test_a_condition_that_rounding_may_turn_gives_both_branches() -> None:
    tree = Node("ite", (Node("le", (Node("mul", (X, num(3))), num(1))), num(0), num(1)))
    found = rounded(tree, {"x": Fraction(1, 3)}, DOMAIN)
    assert (found.low <= 0, found.high >= 1) == (True, True)


@pytest.mark.parametrize(
    ("tree", "env"),
    [
        (Node("div", (num(1), Node("add", (Node("mul", (X, num(3))), num(-1))))), {"x": Fraction(1, 3)}),
        (Node("sum", ("i", num(0), Node("floor", (Node("mul", (X, num(3))),)), num(1))), {"x": Fraction(1, 3)}),
        (Node("log", (Node("add", (X, Node("mul", (num(-1), X)))),)), {"x": Fraction(1, 3)}),
    ],
)
def test_where_rounding_leaves_nothing_there_is_no_bound(tree: Node, env: Env) -> None:
    with pytest.raises(Undefined):
        rounded(tree, env, DOMAIN)
    with pytest.raises(Undefined):
        widened(point(Fraction(1)), 2**53)


def test_inputs_may_be_exact() -> None:
    env = {"x": Fraction(1, 3)}
    assert rounded(X, env, DOMAIN, exact_inputs=True).width < rounded(X, env, DOMAIN).width
    half = {"x": Fraction(1, 2)}
    assert rounded(X, half, Domain({"x": REALS})).width < Fraction(1, 2**51)


def test_a_planted_bound_without_roundings_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    from draftproof.derivations import floating

    monkeypatch.setitem(floating._ROUNDINGS, "div", lambda parts: 0)
    monkeypatch.setitem(floating._ROUNDINGS, "mul", lambda parts: 0)
    missed = [
        env for env in points(200)
        if Fraction(float(env["x"]) / float(env["y"]) * float(env["x"]) * float(env["y"]))
        not in rounded(Node("mul", (Node("div", (X, Y)), X, Y)), env, DOMAIN, exact_inputs=True)
    ]  # fmt: skip
    assert missed


def test_the_closed_form_of_a_claim_is_bounded_near_its_value() -> None:
    of = claim("tokens.closed_form")
    (one,) = given(of)
    env = {"alpha": Fraction(7, 10), "gamma": Fraction(5)}
    value = exact(one.definition(), env)
    bound = rounded(one.definition(), env, of.domain)
    assert value in bound
    assert bound.width / value < Fraction(1, 10**14)
