"""SymPy's own verdict on two trees: right and wrong pairs, sums, sequences, cases."""

import pytest
from draftproof.checks.lint.mathtext import parse
from draftproof.checks.lint.symbolic import equal
from draftproof.derivations.expr import Node, num, sym

E = "(1 - alpha^(gamma+1))/(1 - alpha)"
PAIRS = [
    (E, "(alpha^(gamma+1) - 1)/(alpha - 1)", None, True),
    (E, "1 + alpha*(1 - alpha^gamma)/(1 - alpha)", None, True),
    (E, "Σ_{i=0}^{gamma} alpha^i", None, True),
    (E, "Σ_{i=1}^{gamma} alpha^i", None, False),
    (E, "(1 - alpha^gamma)/(1 - alpha)", None, False),
    (E, "1 + alpha + alpha^2", 2, True),
    (E, "1 + alpha + alpha^2", 3, False),
    ("tau/(1 + gamma*c)", "E/(1 + c*gamma)", None, True),  # two letters for the tokens
    ("tau/(1 + gamma*c)", "E/(1 + c)", None, False),
    ("min(alpha, c)", "min(c, alpha)", None, True),
    ("ceil(V/32)*4", "4*ceil(V/32)", None, True),
    ("floor(V/32)*4", "4*ceil(V/32)", None, False),
]


@pytest.mark.parametrize(("expected", "written", "gamma", "same"), PAIRS)
def test_pairs(expected, written, gamma, same):
    trees = [parse(text).tree for text in (written, expected)]
    meant = {name: sym(name) for name in ("alpha", "gamma", "c", "tau", "E", "V")}
    assert equal(trees[0], meant, trees[1], gamma) is same


def total(body, index="k"):
    return Node("sum", (index, num(1), sym("gamma"), body))


def test_sequences_go_by_the_name_that_they_mean():
    written = total(Node("at", ("rates", sym("i"))), "i")
    expected = total(Node("at", ("T_a", sym("k"))))
    assert equal(written, {"rates": sym("T_a"), "gamma": sym("gamma")}, expected, None)
    assert not equal(written, {"rates": sym("a"), "gamma": sym("gamma")}, expected, None)


def test_cases():
    at_one = Node("ite", (Node("eq", (sym("alpha"), num(1))), sym("gamma"), sym("alpha")))
    assert equal(at_one, {"alpha": sym("alpha"), "gamma": sym("gamma")}, sym("alpha"), None)
    inside = Node("ite", (Node("le", (sym("n"), sym("gamma"))), sym("alpha"), num(1)))
    assert equal(inside, {name: sym(name) for name in ("n", "gamma", "alpha")}, inside, None)
    assert equal(Node("abs", (sym("alpha"),)), {"alpha": sym("alpha")}, sym("alpha"), None)  # rates are positive
    known = Node("ite", (Node("le", (num(1), num(2))), sym("alpha"), num(1)))
    assert equal(known, {"alpha": sym("alpha")}, sym("alpha"), None)
