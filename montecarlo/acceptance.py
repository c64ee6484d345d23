"""Simulations of the chain `acceptance`: accepted drafts counted as an engine counts them, held against the claims."""

from __future__ import annotations

from fractions import Fraction

import sympy as sp

from ..derivations import acceptance_counts as counts
from ..derivations import acceptance_estimators as estimators
from ..derivations import acceptance_order as order
from ..derivations import acceptance_positions as positions
from ..derivations import acceptance_ratio as chain
from ..derivations.acceptance_order import beta
from ..derivations.acceptance_ratio import A, L, alpha, gamma, r
from ..derivations.claims import Claim
from ..derivations.options import Options
from ..derivations.tokens_positions import E_a, a
from ..ledger import Evidence
from . import enrol, measures
from .drafts import Point, two_lengths, verifications
from .enrol import Settings
from .evidence import Setting
from .measures import Measure

SEED_POINT: Point = chain.EXAMPLE
ONE_DRAFT: Point = {"alpha": Fraction(7, 10), "gamma": Fraction(1)}
NEVER: Point = {"alpha": Fraction(0), "gamma": Fraction(3)}
ALWAYS: Point = {"alpha": Fraction(1), "gamma": Fraction(3)}

accepted = measures.mean(lambda t: t - 1)


def _ratio(drafts: int) -> Measure:
    """Accepted over drafted tokens, where every draft has the same length."""
    return measures.mean(lambda t: Fraction(t - 1, drafts))


def _drafts(point: Point) -> int:
    length = point["gamma"]
    assert not isinstance(length, tuple)
    return int(length)


def _measured(claim: Claim, left: sp.Expr, measure: Measure, *points: Point) -> Settings:
    """A left side measured at each point."""
    return lambda: [
        s for point in points for s in enrol.settings(claim, point, {left: verifications(claim, point, measure)})
    ]


def _ratios(claim: Claim, *points: Point) -> Settings:
    """r(alpha, gamma) at each point."""
    return lambda: [
        s
        for point in points
        for s in enrol.settings(claim, point, {r(alpha, gamma): verifications(claim, point, _ratio(_drafts(point)))})
    ]


def _decreasing() -> list[Setting]:
    """r at one draft more."""
    claim, left, found = chain.DECREASING, r(alpha, gamma + 1), []
    for point in (SEED_POINT, NEVER, ALWAYS):
        measure = _ratio(_drafts(point) + 1)
        found += enrol.settings(claim, point, {left: verifications(claim, point, measure, longer=1)})
    return found


def _inverse() -> list[Setting]:
    """r at two rates in either order (the rivals speak of both), and at both ends."""
    claim, found = order.INVERSE, []
    for first, second in ((Fraction(18, 25), Fraction(7, 10)), (Fraction(7, 10), Fraction(18, 25))):
        point: Point = {"alpha": first, "beta": second, "gamma": Fraction(5)}
        measured = {r(rate, gamma): verifications(claim, point, _ratio(5), rate=rate.name) for rate in (alpha, beta)}
        found += enrol.settings(claim, point, measured)
    for point in (NEVER, ALWAYS):
        end = {**point, "beta": Fraction(1, 2)}
        left = r(0 if point is NEVER else 1, gamma)
        found += enrol.settings(claim, end, {left: verifications(claim, end, _ratio(_drafts(end)))})
    return found


def _order_flips() -> list[Setting]:
    claim, point = order.ORDER_FLIPS, order.ORDER_FLIPS.example
    return enrol.settings(claim, point, {order.LONG: verifications(claim, point, _ratio(2), length=2)})


def _pooled() -> list[Setting]:
    claim, point = counts.POOLED, counts.MIXED_EXAMPLE
    return enrol.settings(claim, point, {counts.MIXED_LENGTH * counts.MIXED_RATIO: two_lengths(claim, point, accepted)})


def _varying() -> list[Setting]:
    claim, point = counts.VARYING, counts.MIXED_EXAMPLE
    return enrol.settings(claim, point, {counts.EMITTED: two_lengths(claim, point, measures.tokens)})


def _estimators() -> list[Setting]:
    """r of a drafter whose constant rate is the maximum-likelihood estimate from two positions of different rates."""
    claim, point = estimators.ESTIMATORS, estimators.ESTIMATORS.example
    return enrol.settings(
        claim, point, {r(estimators.x, 2): verifications(claim, point, _ratio(2), rate="x", length=2)}
    )


def _by_position(claim: Claim) -> Settings:
    """How often more than three tokens are emitted: the rate of position 3."""
    return _measured(claim, positions.HERE, measures.frequency(range(4, 7)), positions.RATES_EXAMPLE)


SETTINGS: dict[str, Settings] = {
    chain.ACCEPTED.id: _measured(chain.ACCEPTED, A(alpha, gamma), accepted, SEED_POINT, ALWAYS),
    chain.RATIO.id: _ratios(chain.RATIO, SEED_POINT),
    chain.MEAN.id: _ratios(chain.MEAN, SEED_POINT, ONE_DRAFT),
    chain.CLOSED_FORM.id: _ratios(chain.CLOSED_FORM, SEED_POINT, ALWAYS),
    chain.BETWEEN.id: _ratios(chain.BETWEEN, SEED_POINT, ONE_DRAFT, NEVER, ALWAYS),
    chain.DECREASING.id: _decreasing,
    order.INCREASING.id: _ratios(order.INCREASING, order.INCREASING.example),
    order.INVERSE.id: _inverse,
    order.ORDER_FLIPS.id: _order_flips,
    chain.LENGTH.id: _measured(chain.LENGTH, L(alpha, gamma), measures.tokens, SEED_POINT),
    counts.POOLED.id: _pooled,
    counts.VARYING.id: _varying,
    estimators.REACHED.id: _measured(estimators.REACHED, A(alpha, gamma), accepted, SEED_POINT),
    estimators.ESTIMATORS.id: _estimators,
    positions.SURVIVAL.id: _by_position(positions.SURVIVAL),
    positions.CONDITIONAL.id: _by_position(positions.CONDITIONAL),
    positions.POSITIONS.id: _measured(positions.POSITIONS, E_a(a, gamma), measures.tokens, positions.POSITIONS.example),
}


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The simulation of a claim of this chain."""
    return enrol.evidence(claim, SETTINGS, options)
