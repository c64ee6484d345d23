"""Rivals for a reader: each at the claim's own point, with the numbers that reject it there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import sympy as sp

from ...derivations import exact
from ...derivations.claims import Claim, Rival
from ...derivations.export import export
from ...derivations.expr import Undefined
from ...derivations.numbers import against
from ...derivations.place import Place
from ...derivations.printing import text
from ...derivations.statements import Statement, expressions, tree
from ...errors import BadInput
from .model import Tempting
from .substituted import MAX_DIGITS, at

FEW = 12
"""Points that are drawn before `exact.POINTS` are."""

SAME = "the same at these numbers"
CLOSE = f"apart only past {MAX_DIGITS} digits at these numbers"


def tempting(claim: Claim, rival: Rival, place: Place) -> Tempting:
    """A rival at a point: "4.5 against 2.94 at α .7, γ 5".

    Where it does not differ from the claim at a reader's own numbers, that is said; at the claim's example the numbers of a point
    that tells them apart are given, as in the evidence. A behaviour has neither.

    A rival whose formula, as it is said, has no value at the point (it divides by zero there) has none, though its statement
    has the claim's: that serves to refute it elsewhere.
    """
    said = rival.statement
    if said is None:
        return Tempting(rival, None, _said(""))
    here = at(said, place, claim.domain, example=place.env == claim.example)
    if here.holds is False and all(line.left.value == line.right.value for line in here.lines):
        return Tempting(rival, here, _said(CLOSE))
    if here.holds is False:
        return Tempting(rival, here, lambda: against(said, place))
    if here.holds and (where := _without_value(said, place)):
        return Tempting(rival, replace(here, lines=()), _said(f"no value at {where}"))
    if place.env != claim.example:
        return Tempting(rival, here, _said(SAME if here.holds else ""))
    return Tempting(rival, here, lambda: _elsewhere(claim, said))


def _said(words: str) -> Callable[[], str]:
    return lambda: words


def _elsewhere(claim: Claim, said: Statement) -> str:
    """The numbers of the first point at which a rival is false: most often among a few, which more would begin with."""
    for points in (FEW, exact.POINTS):
        found = exact.check(tree(said), claim.domain, first=claim.example or None, points=points).witness
        if found is not None:
            return against(said, found)
    return ""


def _without_value(statement: Statement, place: Place) -> str:
    """The case of a formula that applies at a point where its last one, which is the formula as it is said, has no value."""
    found = {cases for side in expressions(statement) for cases in side.atoms(sp.Piecewise)}
    for cases in sorted(found, key=sp.default_sort_key):
        *special, (said, _) = cases.args
        for _, condition in special:
            applies = isinstance(condition, sp.Eq) and exact.holds_at(export(condition), place.env)
            if applies and not _has_value(said, place):
                return text(condition)
    return ""


def _has_value(formula: sp.Expr, place: Place) -> bool:
    try:
        place.value(formula)
    except (Undefined, BadInput):
        return False
    return True
