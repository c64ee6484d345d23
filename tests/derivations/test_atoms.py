"""Atoms stand for what they say: a formula over atoms has the value of the formula."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy as sp
from draftproof.derivations.atoms import Atoms, atomize
from draftproof.derivations.domain import REALS, UNIT, Domain, Naturals, Sequences
from draftproof.derivations.export import export
from draftproof.derivations.expr import Env, number
from draftproof.derivations.symbols import sequence, symbol
from draftproof.errors import StepRejected

alpha, beta, gamma, k, i, x = (symbol(name) for name in ("alpha", "beta", "gamma", "k", "i", "x"))
a = sequence("a")
DOMAIN = Domain(
    {"alpha": UNIT, "beta": UNIT, "gamma": Naturals(0), "k": Naturals(1), "x": REALS, "a": Sequences(UNIT, 48)}
)


def powers(low: int, high: sp.Expr) -> sp.Sum:
    return sp.Sum(alpha**k, (k, low, high))


def product(high: sp.Expr) -> sp.Product:
    return sp.Product(a[i], (i, 1, high))


FORMULAS = {
    "powers": alpha ** (gamma + 2) - 3 * alpha**gamma,
    "double exponents": alpha ** (2 * gamma + 1) + alpha**gamma,
    "exponents that differ": alpha ** (3 * gamma + 2) - alpha ** (2 * gamma),
    "a power of a product": (alpha * beta) ** (gamma + 1) / 2,
    "a power of a sum": (1 + x) ** (gamma + 1) + (1 + x) ** gamma,
    "a tower": (1 + alpha**gamma) ** gamma,
    "sums of three lengths": powers(0, gamma) + 2 * powers(0, gamma + 2) - powers(0, gamma + 1),
    "sums that may be empty": powers(1, gamma) - powers(1, gamma + 3),
    "sums that may be reversed": powers(3, gamma) - powers(3, gamma + 1),
    "products": product(gamma) - product(gamma + 2) * alpha,
    "products that may be empty": product(gamma) + product(gamma + 1),
    "a product that may be reversed": product(gamma - 1) - product(gamma),
    "products that start apart": sp.Product(a[i], (i, k, gamma + k)) - sp.Product(a[i], (i, k + 2, gamma + k)),
    "products that may start beyond their end": sp.Product(a[i], (i, 1, gamma)) - sp.Product(a[i], (i, 3, gamma)),
    "sums that start and end apart": powers(0, gamma + 1) - powers(2, gamma + 3) + powers(1, gamma + 3),
    "literal ends": powers(0, sp.S(3)) - powers(0, sp.S(1)),
    "a literal reversed end": powers(5, sp.S(1)) - powers(5, sp.S(6)),
    "elements": a[1] * a[gamma + 1] - a[gamma + 1] ** 2,
    "extremes": sp.Max(alpha, x) - sp.Min(alpha, x) + sp.Abs(x) - sp.floor(x) * sp.ceiling(x),
}
POINTS: list[Env] = [*DOMAIN.corners(), *DOMAIN.points(40)]


def value(found: Atoms, env: Env) -> Fraction:
    """The formula over atoms, with what each atom stands for evaluated (some stand for powers of others)."""
    known = dict(env)
    for made, stands_for in found.meaning:
        known[made.name] = number(export(stands_for), known)
    return number(export(found.expressions[0]), known)


@pytest.mark.parametrize("name", FORMULAS)
def test_the_value_is_kept(name: str) -> None:
    found = atomize((FORMULAS[name],), DOMAIN)
    for env in POINTS:
        assert value(found, env) == number(export(FORMULAS[name]), env)


@pytest.mark.parametrize("name", FORMULAS)
def test_an_atom_lies_in_its_set(name: str) -> None:
    found = atomize((FORMULAS[name],), DOMAIN)
    for env in POINTS:
        known = dict(env)
        for made, stands_for in found.meaning:
            known[made.name] = number(export(stands_for), known)
            assert found.domain.sets[made.name].contains(known[made.name])


def atoms_of(*expressions: sp.Expr, domain: Domain = DOMAIN) -> int:
    return len(atomize(expressions, domain).meaning)


def test_sums_are_aligned_where_they_are_not_reversed() -> None:
    assert atoms_of(powers(0, gamma), powers(0, gamma + 1)) == 2  # the shorter sum, and alpha^gamma
    assert atoms_of(powers(1, gamma), powers(1, gamma + 1)) == 2  # empty at worst


def test_products_are_aligned_by_their_starts_where_they_are_not_reversed() -> None:
    from_one, from_three = (sp.Product(a[i], (i, low, gamma)) for low in (1, 3))
    assert atoms_of(from_one, from_three) == 2  # gamma may be 0
    late = DOMAIN.extended({"gamma": Naturals(2)})
    assert atoms_of(from_one, from_three, domain=late) == 3  # the later product, and the two elements before it
    assert atomize((from_one,), late).meaning[0][1] == from_one


def test_sums_that_may_be_reversed_are_two_atoms() -> None:
    assert atoms_of(powers(2, gamma), powers(2, gamma + 1)) == 2
    found = atomize((powers(2, gamma), powers(2, gamma + 1)), DOMAIN)
    assert found.expressions[0] != found.expressions[1]
    assert all(isinstance(stands_for, sp.Sum) for _, stands_for in found.meaning)
    assert atoms_of(powers(2, gamma), powers(2, gamma + 1), domain=DOMAIN.extended({"gamma": Naturals(1)})) == 2


def test_sums_with_other_terms_are_other_atoms() -> None:
    grown = sp.Sum(alpha**k * (gamma + 1), (k, 0, gamma + 1))
    found = atomize((sp.Sum(alpha**k * gamma, (k, 0, gamma)), grown), DOMAIN)
    assert len({stands_for for _, stands_for in found.meaning}) == 2


def test_a_limit_is_one_atom() -> None:
    inside = sp.Limit(alpha**gamma, gamma, sp.oo)
    found = atomize((inside + alpha**gamma,), DOMAIN)
    assert inside in [stands_for for _, stands_for in found.meaning]
    assert found.expressions[0].has(*(made for made, _ in found.meaning))


@pytest.mark.parametrize("upwards", [True, False], ids=["ends", "starts"])
def test_a_term_beyond_a_range_is_not_written_out_with_an_index_captured(upwards: bool) -> None:
    """The term at i + 1 of a product over another i: SymPy would make one of the two."""
    body = sp.Product(k * a[i], (i, 1, 2))
    ranges = ((1, i), (1, i + 1)) if upwards else ((i + 1, 2 * i), (i + 2, 2 * i))
    with pytest.raises(StepRejected, match="captured"):
        atomize(tuple(sp.Sum(body, (k, *ends)) for ends in ranges), DOMAIN.extended({"i": Naturals(1)}))
