"""The translation is judged by exact evaluation: with every atom given its exact value, nothing changes."""

from fractions import Fraction

import pytest
import sympy as sp
from draftproof.checks import folds
from draftproof.checks.abstraction import Abstraction
from draftproof.checks.terms import plus, with_indices_named
from draftproof.derivations.domain import UNIT, Domain, Interval, Naturals, Sequences
from draftproof.derivations.export import export
from draftproof.derivations.expr import Node, Undefined, evaluate, num, substitute, sym
from draftproof.errors import BadInput
from hypothesis import given, settings
from hypothesis import strategies as st

alpha, beta, x = sp.symbols("alpha beta x", real=True)
gamma, k, n, i, m = sp.symbols("gamma k n i m", integer=True, nonnegative=True)
a = sp.IndexedBase("a", real=True)

DOMAIN = Domain(
    {
        "alpha": Interval(Fraction(0), Fraction(1), True, True),
        "beta": UNIT,
        "x": Interval(Fraction(1, 10), Fraction(3)),
        "gamma": Naturals(0),
        "k": Naturals(0),
        "a": Sequences(UNIT),
    }
)


EVERY = sp.Product(a[i], (i, 1, gamma))


def law(length, at=alpha):
    return sp.Piecewise((at ** (n - 1) * (1 - at), n <= length), (at**length, True))


def mean(length, at=alpha):
    return sp.Sum(n * law(length, at), (n, 1, length + 1))


GOOD = {
    "power": alpha**gamma,
    "power of two naturals": alpha ** (gamma + 2 * k + 3),
    "power of a tree": (1 - alpha * beta) ** (2 * gamma + 1),
    "power of a number": sp.Rational(1, 2) ** (gamma + 1),
    "a negative exponent": alpha ** (-gamma - 2) + alpha ** (gamma - k),
    "law": mean(gamma),
    "law, squared terms": sp.Sum(n**2 * law(gamma), (n, 1, gamma + 1)),
    "law without the bonus": sp.Sum(n * law(gamma), (n, 1, gamma)),
    "law with the guard one late": sp.Sum(n * sp.Piecewise((alpha**n, n <= gamma + 1), (beta, True)), (n, 1, gamma)),
    "strict guard": sp.Sum(sp.Piecewise((alpha**n, n < gamma), (beta, True)), (n, 0, gamma + 1)),
    "guard on the other side": sp.Sum(sp.Piecewise((alpha**n, gamma - n >= 1), (beta, True)), (n, 0, gamma)),
    "guard the other way": sp.Sum(sp.Piecewise((alpha**n, n > gamma), (beta, True)), (n, 0, gamma + 2)),
    "guard the other way, not strict": sp.Sum(sp.Piecewise((alpha**n, n >= gamma), (beta, True)), (n, 0, gamma + 2)),
    "equality guard": sp.Sum(sp.Piecewise((alpha, sp.Eq(n, gamma + 1)), (beta, True)), (n, 1, gamma + 2)),
    "inequality guard": sp.Sum(sp.Piecewise((alpha, sp.Ne(n, gamma)), (beta, True)), (n, 0, gamma + 2)),
    "tail from k": sp.Sum(law(gamma + k), (n, k + 1, gamma + k + 1)),
    "to k and gamma": sp.Sum(alpha**n, (n, 1, gamma + k + 1)),
    "constant in gamma": sp.Sum(alpha**n, (n, 0, k + 2)),
    "starts at gamma": sp.Sum(alpha**n, (n, gamma, 2 * gamma + 1)),
    "two steps at a time": sp.Sum(n * alpha, (n, 1, 2 * gamma + 1)),
    "gamma in the terms": sp.Sum((gamma - n) * alpha ** (n + gamma), (n, 0, gamma + 1)),
    "gamma in a denominator": sp.Sum(n / (gamma + 1), (n, 0, gamma)),
    "squared with gamma": sp.Sum((n + gamma) ** 2, (n, 0, gamma)),
    "product": sp.Product(x * n, (n, 1, gamma)),
    "product with a guard": sp.Product(sp.Piecewise((alpha, n <= gamma), (beta, True)), (n, 1, gamma + 2)),
    "survival": sp.Sum(sp.Product(a[i], (i, 1, k)), (k, 1, gamma)),
    "products from the index on": sp.Sum(a[k] * sp.Product(a[i], (i, k + 1, gamma + 1)), (k, 1, gamma)),
    "products that end with the sum": sp.Sum(sp.Product(a[i], (i, k + 1, gamma)), (k, 1, gamma)),
    "products that end long after the sum": sp.Sum(sp.Product(a[i], (i, k, gamma + 3)) * k, (k, 2, gamma + 2)),
    "products up to the index, and from it on": sp.Sum(
        sp.Product(a[i], (i, 1, k - 1)) * (alpha - a[k]) * sp.Product(a[i], (i, k + 1, gamma + 1)), (k, 1, gamma)
    ),
    "law by position": sp.Sum(
        n * sp.Piecewise((sp.Product(a[i], (i, 1, n - 1)) * (1 - a[n]), n <= gamma), (EVERY, True)),
        (n, 1, gamma + 1),
    ),
    "double sum": sp.Sum(sp.Sum(alpha**i, (i, 0, n)), (n, 0, gamma)),
    "case distinction": sp.Piecewise((gamma + 1, sp.Eq(x, 1)), ((1 - x ** (gamma + 1)) / (1 - x), True)),
    "extremes": sp.Max(alpha, beta) + sp.Min(gamma, k),
}  # fmt: skip

REFUSED = {
    "a base that moves": (alpha + gamma) ** gamma,
    "ends before it starts": sp.Sum(alpha**n, (n, 3, gamma)),
    "a product whose factors move": sp.Product(alpha + gamma * n, (n, 1, gamma)),
    "a product that ends before the sum": sp.Sum(sp.Product(a[i], (i, k + 2, gamma)), (k, 1, gamma)),
    "a product that starts at twice the index": sp.Sum(sp.Product(a[i], (i, 2 * k, 2 * gamma)), (k, 1, gamma)),
    "a product that ends twice as far": sp.Sum(sp.Product(a[i], (i, k, 2 * gamma)), (k, 1, gamma)),
    "a product from the index on whose factors move": sp.Sum(
        sp.Product(alpha + gamma * i, (i, k, gamma)), (k, 1, gamma)
    ),
    "a product from the index on whose factors know the index": sp.Sum(
        sp.Product(alpha + k * i, (i, k, gamma)), (k, 1, gamma)
    ),
    "terms that do not separate": sp.Sum(1 / (n + gamma + 1), (n, 0, gamma)),
    "a guard whose side is unknown": sp.Sum(sp.Piecewise((alpha, n <= 2 * gamma), (x, True)), (n, 1, gamma + 3)),
    "a guard below the start for small gamma": sp.Sum(sp.Piecewise((alpha, n < gamma), (beta, True)), (n, 1, gamma)),
    "an end that is not linear": sp.Sum(alpha**n, (n, 1, gamma**2)),
    "an end that is no natural": sp.Sum(alpha**n, (n, 1, x)),
    "a possible negative power of 0": beta ** (gamma - k),
    "an atom that hides a division by 0": sp.Sum(1 / (beta * n), (n, 1, gamma)),
    "a limit": sp.Limit(alpha**gamma, gamma, sp.oo),
    "an unknown variable": sp.Symbol("y") + 1,
    "a logarithm that moves": sp.log(gamma + 2),
}  # fmt: skip


def value_of(scope, rewritten, env):
    """Exact value of the rewritten tree, each atom given the value of what it stands for."""
    atoms = {name: evaluate(meaning, env) for name, meaning in scope.atoms.items()}
    return evaluate(rewritten, {**env, **atoms})


def points():
    part = st.integers(1, 9).map(lambda top: Fraction(top, 10))
    return st.fixed_dictionaries(
        {
            "alpha": part,
            "beta": part,
            "x": st.sampled_from([Fraction(1), Fraction(3, 2), Fraction(2, 7)]),
            "gamma": st.integers(0, 4).map(Fraction),
            "k": st.integers(0, 4).map(Fraction),
            "a": st.lists(part, min_size=16, max_size=16).map(tuple),
        }
    )


@pytest.mark.parametrize("name", GOOD)
@settings(derandomize=True, deadline=None, max_examples=12)
@given(env=points())
def test_exact_values_agree(name, env):
    tree = with_indices_named(export(GOOD[name]))
    ahead = substitute(tree, {"gamma": plus((sym("gamma"), num(1)))})
    scope = Abstraction(DOMAIN, "gamma")
    for node in (tree, ahead):  # at gamma and at gamma + 1, over the same atoms: the recurrence
        assert value_of(scope, scope.rewrite(node), env) == evaluate(node, env)


@pytest.mark.parametrize("name", GOOD)
def test_nothing_of_gamma_is_left_at_the_start(name):
    tree = substitute(with_indices_named(export(GOOD[name])), {"gamma": num(0)})
    scope = Abstraction(DOMAIN, "gamma")
    scope.rewrite(tree)
    assert "gamma" not in {n for meaning in scope.atoms.values() for n in _symbols(meaning)}


def _symbols(node):
    return {node.args[0]} if node.op == "sym" else {n for child in node.children() for n in _symbols(child)}


@pytest.mark.parametrize("name", REFUSED)
def test_what_it_cannot_translate_is_refused(name):
    with pytest.raises(BadInput):
        Abstraction(DOMAIN, "gamma").rewrite(with_indices_named(export(REFUSED[name])))


def test_the_shifted_statement_adds_no_atom():
    tree = with_indices_named(export(mean(gamma) - sp.Sum(alpha**k, (k, 0, gamma))))
    scope = Abstraction(DOMAIN, "gamma")
    scope.rewrite(tree)
    before = dict(scope.atoms)
    scope.rewrite(substitute(tree, {"gamma": plus((sym("gamma"), num(1)))}))
    assert scope.atoms == before


def test_whole_sums_are_left_as_they_stand():
    scope = Abstraction(DOMAIN, "gamma", whole=True)
    rewritten = scope.rewrite(with_indices_named(export(mean(gamma))))
    assert rewritten.op == "sym"
    assert scope.atoms[rewritten.args[0]] == with_indices_named(export(mean(gamma)))


@pytest.mark.parametrize(
    "fault",
    [
        ("turn", lambda self, found: (plus((_turn(self, found)[0], num(1))), _turn(self, found)[1])),  # one term late
        ("term", lambda self, j: self.scope.rewrite(self.at(plus((self.low, num(j + 1)))))),  # terms shifted by one
        ("at", lambda self, index: _at(self, plus((index, num(1))))),  # a wrong recurrence
    ],
    ids=lambda fault: fault[0],
)
def test_a_wrong_recurrence_is_caught(monkeypatch, fault):
    monkeypatch.setattr(folds.Fold, *fault)
    env = {"alpha": Fraction(1, 3), "beta": Fraction(1, 2), "x": Fraction(1), "gamma": Fraction(3), "k": Fraction(2)}
    env["a"] = tuple(Fraction(1, j + 2) for j in range(16))
    assert any(_differs(name, env) for name in GOOD)


_turn, _at = folds.Fold.turn, folds.Fold.at


def _differs(name, env):
    tree = with_indices_named(export(GOOD[name]))
    scope = Abstraction(DOMAIN, "gamma")
    try:
        ahead = substitute(tree, {"gamma": plus((sym("gamma"), num(1)))})
        return any(value_of(scope, scope.rewrite(node), env) != evaluate(node, env) for node in (tree, ahead))
    except BadInput:
        return True


def test_a_logarithm_is_an_atom_with_its_condition():
    scope = Abstraction(DOMAIN, "gamma")
    free = scope.rewrite(export(sp.log(beta)))
    assert free.op == "ite", "beta may be 0, where the logarithm has no value"
    assert scope.rewrite(export(sp.log(x))).op == "sym"


def test_elements_carry_their_interval():
    scope = Abstraction(DOMAIN, "gamma")
    name = scope.rewrite(Node("at", ("a", plus((sym("gamma"), num(1)))))).args[0]
    assert list(scope.facts(frozenset({name}))) == [Node("le", (num(0), sym(name))), Node("le", (sym(name), num(1)))]


def test_a_real_power_of_0_has_the_value_that_evaluation_gives_it():
    scope, power = Abstraction(DOMAIN), export(beta ** (x - 1))
    rewritten = scope.rewrite(power)
    (name,) = scope.atoms
    point = {"beta": Fraction(0), "x": Fraction(2), name: Fraction(7)}
    for exponent in (Fraction(1), Fraction(2)):
        assert evaluate(rewritten, point | {"x": exponent}) == evaluate(power, point | {"x": exponent})
    assert evaluate(rewritten, point | {"beta": Fraction(1, 2)}) == 7
    for at in (Fraction(1, 2), Fraction(0)):
        with pytest.raises(Undefined):
            evaluate(rewritten, point | {"x": at})


def test_a_real_power_whose_base_may_be_negative_is_refused():
    """At whole exponents it has a value, which no atom over positive bases gives."""
    with pytest.raises(BadInput, match="may be negative"):
        Abstraction(DOMAIN).rewrite(export((alpha - beta) ** x))
