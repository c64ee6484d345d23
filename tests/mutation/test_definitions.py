"""Every operator occurrence of every definition, changed: some claim must be false with it, or no longer derived."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sympy as sp
from draftproof.derivations import symbols
from draftproof.derivations.claims import chain, chain_names
from draftproof.derivations.statements import Statement
from draftproof.derivations.symbols import Quantity
from judged import CLAIMS, concluded, false_somewhere

import formulas


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
        (claim for claim in CLAIMS if mentions(claim.statement, quantity.name)),
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


def mentions(statement: Statement, name: str) -> bool:
    """Whether a quantity occurs in a statement, or in the definitions of those that do."""
    return f"{name}(" in str(statement) or any(
        f"{name}(" in str(q.definition) and mentions(statement, q.name) for q in symbols.quantities() if q.name != name
    )
