from fractions import Fraction

import pytest
from draftproof.checks.frame import frame
from draftproof.derivations.domain import UNIT, Domain, Naturals
from draftproof.derivations.expr import Node, evaluate, num, sym, truth
from draftproof.errors import BadInput

GAMMA, K, N = sym("gamma"), sym("k"), sym("n")


def domain(*conditions, **naturals):
    return Domain({"alpha": UNIT, **{name: Naturals(*ends) for name, ends in naturals.items()}}, conditions)


CASES = {
    "from 0": (domain(gamma=(0,)), "gamma", "gamma", {}),
    "from 2": (domain(gamma=(2,)), "gamma", "gamma_beyond", {"gamma": lambda e: e["gamma_beyond"] + 2}),
    "another from 1": (domain(gamma=(0,), n=(1,)), "gamma", "gamma", {"n": lambda e: e["n_from_1"] + 1}),
    "above another": (
        domain(Node("le", (K, GAMMA)), gamma=(0,), k=(0,)), "gamma", "gamma_beyond",
        {"gamma": lambda e: e["k"] + e["gamma_beyond"]},
    ),
    "strictly above another": (
        domain(Node("lt", (K, GAMMA)), gamma=(0,), k=(0,)), "gamma", "gamma_beyond",
        {"gamma": lambda e: e["k"] + 1 + e["gamma_beyond"]},
    ),
    "above another that starts at 1": (
        domain(Node("le", (N, Node("add", (GAMMA, num(1))))), gamma=(0,), n=(1,)), "gamma", "gamma_beyond",
        {"gamma": lambda e: e["n_from_1"] + e["gamma_beyond"], "n": lambda e: e["n_from_1"] + 1},
    ),
    "one value": (domain(gamma=(3, 3)), "gamma", None, {"gamma": lambda e: 3}),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_every_point_of_the_domain_and_no_other(name):
    before, over, expected, back = CASES[name]
    made = frame(before, over)
    assert made.over == expected
    assert made.back.keys() == back.keys()
    reached = set()
    naturals = [n for n, values in made.domain.sets.items() if isinstance(values, Naturals)]
    for values in [(i, j, k)[: len(naturals)] for i in range(5) for j in range(5) for k in range(2)]:
        env = {"alpha": Fraction(1, 2), **{n: Fraction(v) for n, v in zip(naturals, values, strict=True)}}
        full = {**env, **{n: evaluate(tree, env) for n, tree in made.back.items()}}
        assert all(full[n] == back[n](env) for n in back)
        assert all(truth(c, full) for c in before.conditions)
        reached.add(tuple(full[n] for n in before.sets))
    small = [Fraction(v) for v in range(4)]
    names = [n for n in before.sets if n != "alpha"]
    for point in [(u, v)[: len(names)] for u in small for v in small]:
        env = {"alpha": Fraction(1, 2), **dict(zip(names, point, strict=True))}
        if all(before.sets[n].contains(env[n]) for n in names) and all(truth(c, env) for c in before.conditions):
            assert tuple(env[n] for n in before.sets) in reached, (
                "a value of the domain is out of reach of the induction"
            )


def test_what_moves_with_the_variable_is_no_fixed_condition():
    made = frame(domain(Node("le", (GAMMA, K)), gamma=(0,), k=(0,)), "gamma")
    assert made.moving == (Node("le", (GAMMA, K)),)
    assert made.domain.conditions == ()


def test_a_largest_value_moves_too():
    assert frame(domain(gamma=(0, 4)), "gamma").moving == (Node("le", (GAMMA, num(4))),)


def test_only_a_natural_variable_is_inducted_over():
    with pytest.raises(BadInput, match="alpha"):
        frame(domain(gamma=(0,)), "alpha")
