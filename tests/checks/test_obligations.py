import re

import pytest
import sympy as sp
from draftproof.checks.obligations import Proof, obligations
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.statements import both, eq, ge, le, lt, when
from draftproof.errors import BadInput


def names(toy, statement, domain=None, **how):
    return [o.name for o in obligations(Proof(toy.claim(statement, domain), **how))]


def test_base_step_and_the_bounds_they_use(toy):
    assert names(toy, ge(toy.mean(toy.alpha, toy.gamma), 1)) == [
        "toy.0.base",
        "bounds of (alpha^gamma).step",
        "toy.0.step",
    ]


def test_every_conjunct_starts_where_its_condition_says(toy):
    mean = toy.mean(toy.alpha, toy.gamma)
    found = names(toy, both(ge(mean, 1), when(both(ge(toy.gamma, 2), lt(toy.alpha, 1)), lt(mean, toy.gamma + 1))))
    assert [name for name in found if name.startswith("toy")] == [
        "toy.0.1.base",
        "toy.0.1.step",
        "toy.0.2.base",
        "toy.0.2.step",
    ]


def test_the_step_is_given_the_whole_statement(toy):
    mean = toy.mean(toy.alpha, toy.gamma)
    step = obligations(Proof(toy.claim(both(ge(mean, 1), le(mean, toy.gamma + 1)))))[-1]
    assert step.role == "step"
    assert sum(premise.op == "and" and len(premise.args) == 2 for premise in step.premises) == 1


def test_no_obligation_twice(toy):
    mean = toy.mean(toy.alpha, toy.gamma)
    texts = [o.text.split("\n", 1)[1] for o in obligations(Proof(toy.claim(both(ge(mean, 1), ge(mean, 1)))))]
    assert len(texts) == len(set(texts))


def test_each_atom_is_explained_in_the_text(toy):
    step = obligations(Proof(toy.claim(ge(toy.mean(toy.alpha, toy.gamma), 1))))[-1]
    assert "; alpha_to_gamma = (alpha^gamma)" in step.text
    declared = set(re.findall(r"declare-const (\S+)", step.text))
    explained = set(re.findall(r"^; (\S+) = ", step.text, re.MULTILINE))
    assert declared == {"alpha", "gamma"} | explained
    assert step.expected == "unsat"
    assert step.logic == "QF_NRA"


def test_integers_keep_their_sort_when_asked_to(toy):
    claim = toy.claim(ge(toy.mean(toy.alpha, toy.gamma), 1))
    step = obligations(Proof(claim, integers=True))[-1]
    assert "(declare-const gamma Int)" in step.text
    assert step.logic == "QF_NIRA"


def test_which_variable_is_inducted_over(toy):
    both_free = Domain({"alpha": UNIT, "gamma": Naturals(0), "k": Naturals(0)})
    two = eq(sp.Sum(toy.alpha**toy.n, (toy.n, 1, toy.gamma)), sp.Sum(toy.alpha**toy.n, (toy.n, 1, toy.k)))
    with pytest.raises(BadInput, match="gamma, k"):
        names(toy, two, both_free)
    assert names(toy, two, both_free, over="k")
    with pytest.raises(BadInput, match="alpha"):
        names(toy, two, both_free, over="alpha")


def test_direct_has_no_induction(toy):
    assert names(toy, ge(toy.mean(toy.alpha, toy.gamma), 1), direct=True) == ["toy.0"]


def test_values_at_which_a_sum_has_no_recurrence_are_shown_one_by_one(toy):
    found = names(toy, ge(sp.Sum(toy.alpha**toy.k, (toy.k, 1, toy.gamma - 2)), 0))
    assert [name for name in found if name.startswith("toy")] == ["toy.0.gamma=0", "toy.0.step"]
    with pytest.raises(BadInput, match="ends before it starts"):
        names(toy, ge(sp.Sum(toy.alpha**toy.k, (toy.k, 1, toy.gamma - 9)), 0))
