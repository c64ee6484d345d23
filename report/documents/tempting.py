"""Rivals for a reader: each at the claim's own point, with the numbers that reject it there."""

from __future__ import annotations

from ...derivations import exact
from ...derivations.claims import Claim, Rival
from ...derivations.expr import Env
from ...derivations.numbers import against
from ...derivations.statements import tree
from .model import Tempting
from .substituted import MAX_DIGITS, at

SAME = "the same at these numbers"
CLOSE = f"apart only past {MAX_DIGITS} digits at these numbers"


def tempting(claim: Claim, rival: Rival, env: Env) -> Tempting:
    """A rival at a point: "4.5 against 2.94 at α .7, γ 5".

    Where it does not differ from the claim at a reader's own numbers, that is said; at the claim's example the numbers of a point
    that tells them apart are given, as in the evidence. A behaviour has neither.
    """
    if rival.statement is None:
        return Tempting(rival, None, "")
    here = at(rival.statement, env, claim.domain)
    if here.holds is False and all(line.left.value == line.right.value for line in here.lines):
        return Tempting(rival, here, CLOSE)
    if here.holds is False:
        return Tempting(rival, here, against(rival.statement, env))
    if env != claim.example:
        return Tempting(rival, here, SAME if here.holds else "")
    found = exact.check(tree(rival.statement), claim.domain, first=claim.example or None).witness
    return Tempting(rival, here, "" if found is None else against(rival.statement, found))
