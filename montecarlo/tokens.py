"""Simulations of the chain `tokens`: verifications run draft by draft, held against the claims and their rivals."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial

import sympy as sp

from ..derivations import tokens_bounds as bounds
from ..derivations import tokens_convexity as convexity
from ..derivations import tokens_growth as growth
from ..derivations import tokens_law as law
from ..derivations import tokens_moments as moments
from ..derivations import tokens_positions as positions
from ..derivations.claims import Claim
from ..derivations.export import export
from ..derivations.expr import number
from ..derivations.options import Options
from ..derivations.symbols import unfold
from ..derivations.tokens_convexity import w
from ..derivations.tokens_law import E, P, T, alpha, beta, gamma, i, k, n
from ..derivations.tokens_moments import M, V
from ..derivations.tokens_positions import E_a, a
from ..ledger import Evidence
from . import drafts, enrol, measures
from .enrol import Point, Settings
from .evidence import Setting
from .process import independent_counts
from .runner import Simulation

SEED_POINT: Point = law.EXAMPLE
SMALL: Point = {"alpha": Fraction(1, 5), "gamma": Fraction(2)}
CERTAIN: Point = {"alpha": Fraction(1), "gamma": Fraction(3)}
NO_DRAFT: Point = {"alpha": Fraction(7, 10), "gamma": Fraction(0)}


def _exact(expression: sp.Expr, point: Point) -> Fraction:
    return number(export(unfold(expression)), point)


def _emitted(claim: Claim, *points: Point) -> Settings:
    """E(alpha, gamma), measured as the mean number of emitted tokens."""
    return lambda: [
        s
        for p in points
        for s in enrol.settings(claim, p, {E(alpha, gamma): drafts.verifications(claim, p, measures.tokens)})
    ]


def _grown(claim: Claim, *points: Point) -> Settings:
    """E at one draft more."""

    def at(point: Point) -> list[Setting]:
        simulation = drafts.verifications(claim, point, measures.tokens, longer=1)
        return enrol.settings(claim, point, {E(alpha, gamma + 1): simulation})

    return lambda: [setting for point in points for setting in at(point)]


def _law() -> list[Setting]:
    """P(n) one draft longer and one token later; and the rival's own P(n), with the bonus token's among them."""
    found: list[Setting] = []
    for emitted in (2, 6):
        point = {**SEED_POINT, "n": Fraction(emitted)}
        run = partial(drafts.verifications, law.LAW, point)
        shorter = {P(n, alpha, gamma): run(measures.frequency({emitted}))}
        longer = {P(n + 1, alpha, gamma + 1): run(measures.frequency({emitted + 1}), longer=1)}
        found += enrol.settings(law.LAW, point, longer | shorter)
    return found


def _tail() -> list[Setting]:
    found: list[Setting] = []
    for reached in (0, 2, 5):
        point = {**SEED_POINT, "k": Fraction(reached)}
        more = measures.frequency(range(reached + 1, 7))
        found += enrol.settings(law.TAIL, point, {T(k, alpha, gamma): drafts.verifications(law.TAIL, SEED_POINT, more)})
    return found


def _total() -> list[Setting]:
    every, drafted = (sp.Sum(P(n, alpha, gamma), (n, 1, last)) for last in (gamma + 1, gamma))
    run = partial(drafts.verifications, law.TOTAL, SEED_POINT)
    return enrol.settings(
        law.TOTAL,
        SEED_POINT,
        {every: run(measures.frequency(range(1, 7))), drafted: run(measures.frequency(range(1, 6)))},
    )


def _less(claim: Claim, left: sp.Expr, point: Point, value: Callable[[int], Fraction]) -> list[Setting]:
    return enrol.settings(claim, point, {left: drafts.verifications(claim, point, measures.mean(value))})


def _linear() -> list[Setting]:
    """The tokens emitted, and by how much they miss the linear form where the two agree."""
    found = _emitted(bounds.LINEAR_OVER, SEED_POINT)()
    for point in ({**SEED_POINT, "gamma": Fraction(1)}, CERTAIN):
        linear = _exact(law.LINEAR, point)
        found += _less(bounds.LINEAR_OVER, E(alpha, gamma) - law.LINEAR, point, partial(_beyond, linear))
    return found


def _beyond(linear: Fraction, tokens: int) -> Fraction:
    return tokens - linear


def _peak() -> list[Setting]:
    point = convexity.PEAK.example
    drafted = _exact(gamma * beta, point)
    measure = measures.mean(lambda t: t - drafted)
    return enrol.settings(
        convexity.PEAK,
        point,
        {E(beta, gamma) - gamma * beta: drafts.verifications(convexity.PEAK, point, measure, rate="beta")},
    )


def _convex() -> list[Setting]:
    point = convexity.CONVEX.example
    return enrol.settings(
        convexity.CONVEX,
        point,
        {E(beta, gamma): drafts.verifications(convexity.CONVEX, point, measures.tokens, rate="beta")},
    )


def _survival() -> list[Setting]:
    """Every draft tested whatever became of those before it: the assumption behind 1 + gamma·alpha."""
    left = 1 + sp.Sum(alpha, (i, 1, gamma))
    made = Simulation(
        bounds.SURVIVAL.id, drafts.label(SEED_POINT), independent_counts, drafts.rates(SEED_POINT), measures.tokens
    )
    return enrol.settings(bounds.SURVIVAL, SEED_POINT, {left: made})


def _limit() -> list[Setting]:
    cap = _exact(growth.CAP, SEED_POINT)
    return _less(growth.LIMIT, growth.CAP - E(alpha, gamma), SEED_POINT, lambda t: cap - t)


def _variance() -> list[Setting]:
    expected = _exact(E(alpha, gamma), SEED_POINT)
    return _less(moments.VARIANCE, V(alpha, gamma), SEED_POINT, lambda t: (t - expected) ** 2)


def _positions() -> list[Setting]:
    point = positions.POSITIONS.example
    made = drafts.verifications(positions.POSITIONS, point, measures.tokens)
    return enrol.settings(positions.POSITIONS, point, {E_a(a, gamma): made})


def _plug_in() -> list[Setting]:
    point = convexity.PLUG_IN.example
    kinds = (drafts.rates(point), drafts.rates(point, "beta"))
    left = w * E(alpha, gamma) + (1 - w) * E(beta, gamma)
    made = drafts.mixture(convexity.PLUG_IN, point, _exact(w, point), kinds, measures.tokens)
    return enrol.settings(convexity.PLUG_IN, point, {left: made})


SETTINGS: dict[str, Settings] = {
    law.LAW.id: _law,
    law.TAIL.id: _tail,
    law.TOTAL.id: _total,
    law.EXPECTATION.id: _emitted(law.EXPECTATION, SEED_POINT, CERTAIN),
    law.CLOSED_FORM.id: _emitted(law.CLOSED_FORM, SEED_POINT, CERTAIN),
    law.RECURRENCE.id: _grown(law.RECURRENCE, SEED_POINT, NO_DRAFT),
    bounds.BOUNDS.id: _emitted(bounds.BOUNDS, SEED_POINT, SMALL, CERTAIN, NO_DRAFT),
    bounds.LINEAR_OVER.id: _linear,
    convexity.PEAK.id: _peak,
    bounds.SURVIVAL.id: _survival,
    growth.INCREASING_ALPHA.id: _emitted(growth.INCREASING_ALPHA, growth.INCREASING_ALPHA.example),
    growth.INCREASING_GAMMA.id: _grown(growth.INCREASING_GAMMA, SEED_POINT),
    growth.LIMIT.id: _limit,
    moments.SECOND_MOMENT.id: lambda: _less(
        moments.SECOND_MOMENT, M(alpha, gamma), SEED_POINT, lambda t: Fraction(t * t)
    ),
    moments.VARIANCE.id: _variance,
    positions.POSITIONS.id: _positions,
    convexity.CONVEX.id: _convex,
    convexity.PLUG_IN.id: _plug_in,
}


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The simulation of a claim of this chain."""
    return enrol.evidence(claim, SETTINGS, options)
