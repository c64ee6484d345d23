"""Every operator occurrence of every chain formula, changed: the change must be noticed.

A mutant of a claim's statement is killed by an exact point where it is false, or else by its derivation, which no longer
concludes it (a weaker bound is true and still not what was derived). A mutant of a definition is killed when some claim is
false with it, or else no longer derived (its units, say, do not fit). What only the derivation kills is listed after the run.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import sympy as sp
from draftproof.derivations import derive, exact, symbols
from draftproof.derivations.claims import Claim, chain, chain_names
from draftproof.derivations.statements import Statement, tree
from draftproof.derivations.symbols import Quantity
from draftproof.errors import DraftproofError, StepRejected

import formulas

POINTS = 30
"""Inner points beside the example and the corners: a mutant that passes them all must fall to the derivation."""

POINTS = 30
"""Inner points beside the example and the corners: a mutant that passes them all must fall to the derivation."""

POINTS = 30
"""Inner points beside the example and the corners: a mutant that passes them all must fall to the derivation."""

CLAIMS = [claim for name in chain_names() for claim in chain(name).claims]


def false_somewhere(statement: Statement, claim: Claim) -> bool:
    """Whether exact evaluation finds a point of the claim's domain at which a statement is false or has no value."""
    try:
        return exact.check(tree(statement), claim.domain, first=claim.example or None, points=POINTS).holds is False
    except DraftproofError:
        return True  # it cannot even be read as a formula (a range without end, an exponent that is no integer)


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.id)
def test_every_mutant_of_a_statement_is_killed(claim: Claim, mutation_report: list[str]) -> None:
    found = derive.derivation(claim)
    killed = by_derivation = 0
    for name, mutant in formulas.of_statement(claim.statement):
        if mutant == claim.statement:
            continue  # SymPy wrote the change back into the same formula
        killed += 1
        if false_somewhere(mutant, claim):
            continue
        assert found is not None, f"{name} survives exact evaluation, and {claim.id} has no derivation"
        with pytest.raises(StepRejected):
            derive.conclude(mutant, found)
        by_derivation += 1
        mutation_report.append(f"{claim.id}: {name}: killed by the derivation alone")
    mutation_report.append(f"{claim.id}: {killed} mutants killed, {by_derivation} of them by the derivation alone")


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


def concluded(claim: Claim) -> bool:
    """Whether the claim is still derived when its derivation is built anew."""
    try:
        found = derive.derivation(claim)
        return found is None or derive.conclude(claim.statement, found).holds is True
    except StepRejected:
        return False


def mentions(statement: Statement, name: str) -> bool:
    """Whether a quantity occurs in a statement, or in the definitions of those that do."""
    return f"{name}(" in str(statement) or any(
        f"{name}(" in str(q.definition) and mentions(statement, q.name) for q in symbols.quantities() if q.name != name
    )
