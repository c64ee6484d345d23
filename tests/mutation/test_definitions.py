"""Every operator occurrence of every definition, changed: some claim must be false with it, or no longer derived."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

import pytest
import sympy as sp
from draftproof.derivations import symbols
from draftproof.derivations.claims import Claim, chain, chain_names
from draftproof.derivations.statements import map_expressions
from draftproof.derivations.symbols import Quantity
from judged import CLAIMS, concluded, false_somewhere
from sympy.core.function import AppliedUndef

import formulas

BY_ID = {claim.id: claim for claim in CLAIMS}


def quantities() -> Iterator[Quantity]:
    for name in chain_names():
        chain(name)
    yield from symbols.quantities()


@pytest.mark.parametrize("quantity", list(quantities()), ids=lambda quantity: quantity.name)
def test_every_mutant_of_a_definition_is_killed(
    quantity: Quantity,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    mutation_report: list[str],
) -> None:
    users = sorted(  # those that speak of it most first: they miss it first
        (claim for claim in CLAIMS if mentions(claim, quantity.name)),
        key=lambda claim: str(claim.statement).count(f"{quantity.name}("),
        reverse=True,
    )
    request.addfinalizer(symbols.unfold.cache_clear)  # what was unfolded with a mutant must not outlive it
    killed = 0
    for name, mutant in formulas.of_expression(quantity.definition):
        if mutant == quantity.definition or not isinstance(mutant, sp.Expr):
            continue
        changed = Quantity(quantity.name, quantity.parameters, mutant)
        monkeypatch.setitem(symbols._QUANTITIES, quantity.name, changed)
        symbols.unfold.cache_clear()
        killed += 1
        if any(false_somewhere(claim.statement, claim) for claim in users):
            continue
        assert any(not concluded(claim) for claim in users), f"{quantity.name}: {name} survives"
        mutation_report.append(f"definition of {quantity.name}: {name}: killed by the derivation alone")
    mutation_report.append(f"definition of {quantity.name}: {killed} mutants killed")


def names(expressions: Iterable[sp.Basic]) -> set[str]:
    """The quantities that occur in expressions."""
    return {applied.func.__name__ for expression in expressions for applied in expression.atoms(AppliedUndef)}


@cache
def below(name: str) -> frozenset[str]:
    """A quantity and those that its definition rests on."""
    found = {quantity.name: quantity for quantity in symbols.quantities()}[name]
    return frozenset({name}).union(*(below(other) for other in names([found.definition])))


@cache
def sides(id_: str) -> tuple[sp.Basic, ...]:
    """Every expression in a claim's statement."""
    found: list[sp.Basic] = []

    def keep(expression: sp.Expr) -> sp.Expr:
        found.append(expression)
        return expression

    map_expressions(BY_ID[id_].statement, keep)
    return tuple(found)


def mentions(claim: Claim, name: str) -> bool:
    """Whether a quantity occurs in a statement, or in the definitions of those that do."""
    return any(name in below(other) for other in names(sides(claim.id)))
