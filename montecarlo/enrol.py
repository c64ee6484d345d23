"""From a claim to the settings of its simulation: what it and its rivals predict for a measured quantity at a point.

No formula is typed here or in a chain's module: the module says how the left side of a relation is *measured*, and the
right side is evaluated in exact arithmetic from the statement of the claim, and from that of each rival.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

import sympy as sp

from ..derivations.claims import Claim
from ..derivations.export import export
from ..derivations.expr import number
from ..derivations.options import Options
from ..derivations.statements import Rel, asserted
from ..derivations.symbols import unfold
from ..errors import BadInput
from ..ledger import Evidence
from .evidence import Setting, simulate
from .runner import Simulation

Point = Mapping[str, Fraction | tuple[Fraction, ...]]
Measures = Mapping[sp.Expr, Simulation]
"""The left side of a relation, as the claim writes it -> the simulation that measures it."""

Settings = Callable[[], list[Setting]]


def settings(claim: Claim, point: Point, measures: Measures) -> list[Setting]:
    """The settings of a claim at a point, one for each measured left side that the claim or a rival speaks of.

    A left side of which only a rival speaks is held against its own definition. Raises `BadInput` for a point outside
    the claim's domain, where the claim says nothing and a rival may be wrong for no fault of its own.
    """
    if not claim.domain.admits(point):
        raise BadInput(f"{claim.id}: a setting lies outside the domain {claim.domain}")
    found: list[Setting] = []
    for left, simulation in measures.items():
        wrong = {
            rival.id: rel
            for rival in claim.rivals
            if rival.statement is not None
            for rel in asserted(rival.statement, point)
            if rel.lhs == left
        }
        own = [rel for rel in asserted(claim.statement, point) if rel.lhs == left]
        for index, rel in enumerate(own or ([Rel("=", left, left)] if wrong else [])):
            here = wrong if index == 0 else {}
            found.append(
                Setting(
                    simulation.name,
                    simulation,
                    rel.op,
                    _value(rel.rhs, point),
                    {id_: _value(rival.rhs, point) for id_, rival in here.items()},
                    {id_: rival.op for id_, rival in here.items()},
                )
            )
    if not found:
        raise BadInput(f"{claim.id}: nothing of what is measured occurs on the left of its relations")
    return found


def _value(expression: sp.Expr, point: Point) -> Fraction:
    return number(export(unfold(expression)), point)


def evidence(claim: Claim, enrolled: Mapping[str, Settings], options: Options) -> Evidence | None:
    """The simulation of a claim, None where the chain enrols none."""
    if claim.id not in enrolled:
        return None
    blind = {rival.id: rival.blind["simulation"] for rival in claim.rivals if "simulation" in rival.blind}
    return simulate(
        enrolled[claim.id](),
        draws=options.draws,
        seed=options.seed,
        executor=options.executor,
        workers=options.workers,
        blind=blind,
        progress=options.progress,
    )
