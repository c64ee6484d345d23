"""Traits of formulas: a table of each with formulas that have it and that do not."""

import pytest
from draftproof.checks.lint.mathtext import parse
from draftproof.checks.lint.traits import complementary, free_of, linear, unbounded, vanishes, whole_drafts
from draftproof.derivations.expr import Node, num, sym

LAST = Node("at", ("T_a", sym("gamma")))
TRAITS = [
    (linear, ("alpha",), ["1 + gamma*alpha", "alpha", "gamma - alpha*c"],
     ["alpha^2", "1/(1 - alpha)", "(1-alpha^gamma)/(1-alpha)"]),
    (vanishes, ("alpha",), ["gamma*alpha", "alpha^2"], ["1 + gamma*alpha", "1 - alpha"]),
    (free_of, ("alpha",), ["gamma + 0*alpha", "(1 - alpha)*c/(1 - alpha)"], ["alpha", "gamma + alpha^gamma"]),
    (whole_drafts, (), ["alpha^gamma", "1 + gamma*alpha^gamma"],
     ["alpha", "gamma", "alpha^(gamma+1)", "1 - alpha^gamma*alpha", "gamma + 0*alpha"]),
    (unbounded, (), ["1/(1 - alpha)", "(2 - alpha^gamma)/(1 - alpha)"],
     ["(1 - alpha^gamma)/(1 - alpha)", "gamma", "log(alpha)"]),
    (complementary, (), ["(k+1)*p + (1-p)", "p*x + y*(1-p)", "(k+1)*p^k + 1 - p^k"],
     ["1 + k*p", "1 - p + k", "p", "p*(1-p)"]),
]  # fmt: skip
CASES = [
    (trait, given, text, expected)
    for trait, given, having, lacking in TRAITS
    for texts, expected in ((having, True), (lacking, False))
    for text in texts
]


@pytest.mark.parametrize(
    ("trait", "given", "text", "expected"), CASES, ids=[f"{case[0].__name__}: {case[2]}" for case in CASES]
)
def test_trait(trait, given, text, expected):
    tree = sym(text) if text.isidentifier() else parse(text).tree
    assert trait(tree, *given) is expected


def test_of_rates_by_position_the_last_one_only():
    assert whole_drafts(Node("add", (num(1), Node("mul", (sym("gamma"), LAST)))))
    total = Node("sum", ("k", num(1), sym("gamma"), Node("at", ("T_a", sym("k")))))
    assert not whole_drafts(Node("add", (num(1), total)))
