"""The tell of a case at 1: values and formulas that agree and disagree, and conditions that single out 1 or do not."""

from fractions import Fraction

import pytest
from draftproof.checks.lint.branches import beside_one, branch_disagrees
from draftproof.checks.lint.mathtext import parse
from draftproof.derivations.expr import Node, num, substitute, sym


def case(at_one, formula, condition=None):
    side = parse(formula).sides[0]
    value = sym(at_one) if at_one.isidentifier() else parse(at_one).sides[0].tree
    return Node("ite", (condition or Node("eq", (sym("p"), num(1))), value, side.tree))


BRANCHES = [
    ("k + 1", "(1 - p^(k+1))/(1 - p)", False),
    ("k", "(1 - p^(k+1))/(1 - p)", True),
    ("k + 1", "(1 - p^k)/(1 - p)", True),
    ("k", "(1 - p^k)/(1 - p)", False),  # blind: wrong alike
    ("k + 1", "1/(1 - p)", True),
    ("k", "p*(1 - p^k)/(1 - p)", False),
    ("(k + 1)/(1 + k*c)", "(1 - p^(k+1))/((1 - p)*(1 + k*c))", False),
    ("k + 1", "(1 - p^(k+1))/((1 - p)*(1 + k*c))", True),
    ("k + 1", "min(k, 1/(1 - p))", False),  # no series: nothing said
]


@pytest.mark.parametrize(("at_one", "formula", "tells"), BRANCHES)
def test_branch_at_one(at_one, formula, tells):
    assert branch_disagrees(case(at_one, formula)) is tells


@pytest.mark.parametrize(
    "condition",
    [
        Node("le", (num(1), sym("p"))),
        Node("lt", (num(Fraction(999, 1000)), sym("p"))),
        Node("lt", (Node("abs", (Node("add", (sym("p"), num(-1))),)), num(Fraction(1, 10**9)))),
        Node("eq", (Node("add", (num(1), Node("mul", (num(-1), sym("p"))))), num(0))),
    ],
)
def test_ways_to_single_out_one(condition):
    assert branch_disagrees(case("k", "(1 - p^(k+1))/(1 - p)", condition))
    assert not branch_disagrees(case("k + 1", "(1 - p^(k+1))/(1 - p)", condition))


def test_branches_the_other_way_round():
    tree = case("k", "(1 - p^(k+1))/(1 - p)")
    turned = Node("ite", (Node("ne", tree.args[0].args), tree.args[2], tree.args[1]))
    assert branch_disagrees(turned)


@pytest.mark.parametrize(
    "condition", [Node("eq", (sym("p"), num(0))), Node("eq", (sym("k"), sym("p"))), Node("lt", (sym("k"), num(3)))]
)
def test_other_cases_say_nothing(condition):
    assert not branch_disagrees(case("k", "(1 - p^(k+1))/(1 - p)", condition))


def test_formula_beside_the_case():
    """Whichever way round the case distinction is; with the tree's own names for its numerals."""
    formula, one = Node("div", (num(1), sym("p"))), sym("#0")
    below, at = Node("lt", (sym("p"), one)), Node("le", (one, sym("p")))
    for tree in (Node("ite", (below, formula, sym("k"))), Node("ite", (at, sym("k"), formula))):
        assert beside_one(tree, substitute(tree, {"#0": num(1)})) is formula
    half = Node("ite", (Node("lt", (sym("p"), num(Fraction(1, 2)))), formula, sym("k")))
    assert beside_one(half, half) is None
    assert beside_one(formula, formula) is None
