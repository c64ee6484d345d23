"""What is evaluated of a foreign formula: its bounds, and the limits put into sums that have none."""

from fractions import Fraction

import pytest
from draftproof.checks.lint.mathtext import parse
from draftproof.checks.lint.shapes import LENGTH, MAX_EXPONENT, MAX_NAMES, tamed
from draftproof.derivations.expr import Node, num, sym

ALPHA, GAMMA = (sym("alpha"),), (sym("gamma"),)
BOUNDED = [
    ("p^k", {"p": ALPHA, "k": GAMMA}, True),
    ("p^6", {"p": ALPHA}, True),
    ("p^130", {"p": ALPHA}, True),
    ("p^131", {"p": ALPHA}, False),
    ("p^(-131)", {"p": ALPHA}, False),
    ("p^(2*k + 2)", {"p": ALPHA, "k": GAMMA}, True),
    ("p^(20*k)", {"p": ALPHA, "k": GAMMA}, False),
    ("p^(k/0.01)", {"p": ALPHA, "k": GAMMA}, False),
    ("p^(1/k)", {"p": ALPHA, "k": GAMMA}, False),
    ("(p^60)^60", {"p": ALPHA}, True),
    ("((p^2)^2)^2", {"p": ALPHA}, False),
    ("p^(k^2)", {"p": ALPHA, "k": GAMMA}, False),
    ("Σ_{i=0}^{k} p^i", {"p": ALPHA, "k": GAMMA}, True),
    ("Σ_{i=0}^{k} Σ_{j=0}^{i} p^j", {"p": ALPHA, "k": GAMMA}, True),
    ("Σ_{i=0}^{131} p^i", {"p": ALPHA}, False),
    ("Σ_{i=0}^{100} Σ_{j=0}^{100} p^j", {"p": ALPHA}, False),  # each end is fine, the terms are too many
    ("p + q", {"p": ALPHA}, False),  # nothing known of q
    ("12345678901234567 + p", {"p": ALPHA}, False),
]


@pytest.mark.parametrize(("text", "meant", "safe"), BOUNDED, ids=[row[0] for row in BOUNDED])
def test_bounds(text, meant, safe):
    readings = tamed(parse(text).tree, meant)
    assert bool(readings and readings[0].bounded({name: nodes[0] for name, nodes in meant.items()})) is safe


def test_a_numeral_in_an_exponent_is_bounded_by_what_it_means():
    side = parse("p^9999").sides[0]
    (one,) = tamed(side.templates[0], {"p": ALPHA, "#0": (num(9999), sym("gamma"))})
    assert not one.bounded({"p": ALPHA[0], "#0": num(9999)})
    assert one.bounded({"p": ALPHA[0], "#0": num(MAX_EXPONENT)})
    assert one.bounded({"p": ALPHA[0], "#0": sym("gamma")})


def test_long_sums_get_fewer_tries():
    (short,) = tamed(parse("Σ_{i=0}^{k} p^i").tree, {"p": ALPHA, "k": GAMMA})
    (long,) = tamed(parse("Σ_{i=0}^{60} Σ_{j=0}^{60} p^j").tree, {"p": ALPHA})
    assert short.share == 1
    assert long.share < Fraction(1, 30)


def test_many_names():
    tree = Node("add", tuple(sym(f"n{place}") for place in range(MAX_NAMES + 1)))
    assert tamed(tree, {f"n{place}": ALPHA for place in range(MAX_NAMES + 1)}) == ()


def limits(tree):
    return {(fold.args[0], *fold.args[1:3]) for fold in tree.args if fold.op == "sum"}


def test_sum_without_limits_over_a_sequence_goes_over_all_of_it():
    readings = tamed(parse("1 + Σ rates").sides[0].templates[0], {"#0": (num(1),), "rates": (sym("T_a"),)})
    assert {limit for one in readings for limit in limits(one.tree)} == {("?", num(1), sym(LENGTH))}
    assert not any(one.unsaid for one in readings)


def test_sum_without_limits_over_powers_may_start_at_0_or_1():
    readings = tamed(parse("2 + Σ p^i").sides[0].templates[0], {"#0": (num(2),), "p": ALPHA})
    assert {limit for one in readings for limit in limits(one.tree)} == {("i", num(k), sym(LENGTH)) for k in (0, 1)}
    assert all(one.unsaid for one in readings)


def test_limits_that_are_said_stay():
    (one,) = tamed(parse("Σ_{i=2}^{k} p^i").tree, {"p": ALPHA, "k": GAMMA})
    assert one.tree.args[1:3] == (num(2), sym("k"))
    assert not one.unsaid


def test_elements_may_be_counted_from_zero():
    tree = Node("at", ("rates", num(0)))
    readings = {one.tree for one in tamed(tree, {"rates": (sym("a"),)})}
    assert readings == {tree, Node("at", ("rates", Node("add", (num(0), num(1)))))}


def test_exponentials_of_logarithms_are_powers():
    (one,) = tamed(parse("exp((k+1)*log(p))").tree, {"p": ALPHA, "k": GAMMA})
    assert one.tree == Node("pow", (sym("p"), Node("add", (sym("k"), num(1)))))
    assert tamed(parse("exp(log(p))").tree, {"p": ALPHA})[0].tree == Node("pow", (sym("p"), num(1)))
    assert tamed(parse("exp(k*p)").tree, {"p": ALPHA, "k": GAMMA})[0].tree.op == "exp"
