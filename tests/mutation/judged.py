"""What the tests of formula mutants share: the claims, and when a statement is false or no longer derived."""

from __future__ import annotations

from draftproof.derivations import derive, exact
from draftproof.derivations.claims import Claim, chain, chain_names
from draftproof.derivations.statements import Statement, tree
from draftproof.errors import DraftproofError, StepRejected

POINTS = 30
"""Inner points beside the example and the corners: a mutant that passes them all must fall to the derivation."""

CLAIMS = [claim for name in chain_names() for claim in chain(name).claims]


def false_somewhere(statement: Statement, claim: Claim) -> bool:
    """Whether exact evaluation finds a point of the claim's domain at which a statement is false or has no value."""
    try:
        return exact.check(tree(statement), claim.domain, first=claim.example or None, points=POINTS).holds is False
    except DraftproofError:
        return True  # it cannot even be read as a formula (a range without end, an exponent that is no integer)


def concluded(claim: Claim) -> bool:
    """Whether the claim is still derived when its derivation is built anew."""
    try:
        found = derive.derivation(claim)
        return found is None or derive.conclude(claim.statement, found).holds is True
    except StepRejected:
        return False
