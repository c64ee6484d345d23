"""Simulations of one position for the chain `losslessness`: a token drafted, accepted or rejected, and recovered."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from ..derivations import losslessness_coins as coins
from ..derivations import losslessness_declared as declared
from ..derivations import losslessness_position as position
from ..derivations.claims import Claim
from ..derivations.export import export
from ..derivations.expr import number
from ..derivations.losslessness_position import ALL_REST, ALPHA, EMITTED, accept, p, q
from ..derivations.statements import asserted
from ..derivations.symbols import unfold
from . import enrol
from .compare import Measured
from .drafts import value
from .enrol import Point, Settings
from .evidence import Setting
from .process import Counts, accepted_counts, kinds, tiles
from .runner import Simulation

Law = Sequence[Fraction]
Counted = Callable[[Counts, int], Measured]


def one_token(rng: np.random.Generator, sequences: int, params: Any) -> Counts:
    """A histogram of accepted tokens, then one of recovered ones: drafted, accepted each with its chance, else recovered.

    params: the law of the drafts, the chances, weights of the residual; where they are all 0, nothing is recovered.
    """
    drafts, chances, residual = params
    drafted = kinds(rng, sequences, drafts)
    accepted = [int(accepted_counts(rng, int(n), [chance])[1]) for n, chance in zip(drafted, chances, strict=True)]
    weight = math.fsum(residual)
    recovered = kinds(rng, sequences - sum(accepted), [part / weight for part in residual]) if weight else 0 * drafted
    return np.concatenate([np.array(accepted, np.int64), recovered])


def at_token(expression: sp.Expr, point: Point) -> Fraction:
    """The value of a formula of the derivations."""
    return number(export(unfold(expression)), point)


def values(law: position.Law, point: Point) -> list[Fraction]:
    """A law of the derivations, token by token."""
    return [at_token(law(sp.Integer(token)), point) for token in range(1, int(value(point, "V")) + 1)]


def along(law: sp.IndexedBase, point: Point) -> list[Fraction]:
    """A law that is a sequence of the claim's, token by token."""
    return values(lambda token: law[token], point)


def chances(target: Law, shown: Law, point: Point) -> list[Fraction]:
    """The probability that each token is accepted where it is drafted."""
    return [at_token(accept.at(*map(sp.Rational, map(str, pair))), point) for pair in zip(target, shown, strict=True)]


def residual(target: Law, shown: Law) -> list[Fraction]:
    """What the target has beyond the law shown, token by token."""
    return [max(x - y, Fraction(0)) for x, y in zip(target, shown, strict=True)]


def floats(law: Law) -> tuple[float, ...]:
    """A law as floats."""
    return tuple(map(float, law))


def verified(
    claim: Claim, point: Point, measure: Counted, name: str, drawn: Law, shown: Law, target: Law
) -> Simulation:
    """A draft from the law `drawn`, verified as if it came from `shown`."""
    params = (drawn, chances(target, shown, point), residual(target, shown))
    return Simulation(claim.id, name, one_token, tuple(map(floats, params)), measure)


def usual(claim: Claim, point: Point, measure: Counted) -> Simulation:
    """A draft from q, verified against p."""
    drawn, target = (along(of, point) for of in (q, p))
    return verified(claim, point, measure, "one draft", drawn, drawn, target)


def share(of: Callable[[Counts], int], less: Fraction = Fraction(0)) -> Counted:
    """How often something happens, less a number."""

    def measure(total: Counts, draws: int) -> Measured:
        low, high = (float(end - less) for end in (0, 1))
        return Measured(min(max(of(total) / draws - float(less), low), high), draws, low, high)

    return measure


def accepted(total: Counts) -> int:
    """Accepted drafts."""
    return int(total[: len(total) // 2].sum())


def rejected(total: Counts) -> int:
    """Rejected drafts."""
    return int(total[len(total) // 2 :].sum())


def emitted(point: Point, less: Fraction = Fraction(0)) -> Counted:
    """How often the point's token is emitted, accepted or recovered."""
    token = int(value(point, "l")) - 1
    return share(lambda total: int(total[token] + total[len(total) // 2 + token]), less)


def _overlap() -> list[Setting]:
    claim, point = position.OVERLAPPING, position.EXAMPLE
    return enrol.settings(claim, point, {ALPHA: usual(claim, point, share(accepted))})


def _residual_mass() -> list[Setting]:
    claim, point = position.RESIDUAL_MASS, position.EXAMPLE
    return enrol.settings(claim, point, {ALL_REST: usual(claim, point, share(rejected))})


def _one_position() -> list[Setting]:
    """Every token in turn: some rivals are right about one of them."""
    claim, found = position.ONE_POSITION, []
    for token in (1, 2, 3):
        point = {**position.EXAMPLE, "l": Fraction(token)}
        found += enrol.settings(claim, point, {EMITTED: usual(claim, point, emitted(point))})
    return found


def _recovered() -> list[Setting]:
    """How often the point's token is emitted after a rejection."""
    claim, point = position.RECOVERED, position.AT_TOKEN
    token = int(value(point, "l")) - 1
    there = share(lambda total: int(total[len(total) // 2 + token]))
    return enrol.settings(claim, point, {position.CHANCE: usual(claim, point, there)})


def _declared() -> list[Setting]:
    """The bias of a token; and for each rival the token emitted where it is drafted from one law and declared as another."""
    claim, point = declared.BIAS, declared.BIAS.example
    drawn, shown, target = (along(of, point) for of in (declared.s, q, p))
    bias = emitted(point, target[int(value(point, "l")) - 1])
    measured = {declared.DECLARED - p[position.l]: verified(claim, point, bias, "drawn from s", drawn, shown, target)}
    for name, mistaken in declared.MISTAKEN.items():
        drawn, shown = (values(law, point) for law in (mistaken.drawn, mistaken.shown))
        measured[mistaken.law] = verified(claim, point, emitted(point), name, drawn, shown, target)
    return enrol.settings(claim, point, measured)


def _only() -> list[Setting]:
    claim, point = declared.ONLY, declared.ONLY.example
    drawn, target = (along(of, point) for of in (declared.s, q))
    left = declared.declared(position.l, position.V, q, q, declared.s)
    return enrol.settings(
        claim, point, {left: verified(claim, point, emitted(point), "target q", drawn, target, target)}
    )


def coin_cells(rng: np.random.Generator, sequences: int, params: Any) -> Counts:
    """How often a coin of so many cells is at most a level; params: cells, number of the first cell, level."""
    cells, first, level = params
    below = sum(int((rng.integers(first, cells + first, size) <= level).sum()) for size in tiles(sequences))
    return np.array([below], np.int64)


ACCEPTING: dict[str, Callable[[int], tuple[int, int]]] = {
    coins.less.name: lambda level: (0, level - 1),
    coins.upper.name: lambda level: (1, level),
    coins.most.name: lambda level: (0, level),
}
"""The first cell of the coin, and the last one that accepts: u < ρ on [0, 1), u ≤ ρ on (0, 1], u ≤ ρ on [0, 1)."""


def _coin(claim: Claim) -> Settings:
    """Every comparison that the claim or a rival speaks of."""

    def made() -> list[Setting]:
        point, measured = claim.example, {}
        for rel in asserted(claim.statement, point):
            level, cells = (int(at_token(part, point)) for part in rel.lhs.args)
            first, last = ACCEPTING[rel.lhs.func.__name__](level)
            name = f"{rel.lhs.func.__name__}, {level} of {cells} cells"
            measured[rel.lhs] = Simulation(
                claim.id, name, coin_cells, (cells, first, last), share(lambda total: int(total[0]))
            )
        return enrol.settings(claim, point, measured)

    return made


SETTINGS: dict[str, Settings] = {
    position.OVERLAPPING.id: _overlap,
    position.RESIDUAL_MASS.id: _residual_mass,
    position.ONE_POSITION.id: _one_position,
    position.RECOVERED.id: _recovered,
    declared.BIAS.id: _declared,
    declared.ONLY.id: _only,
    **{claim.id: _coin(claim) for claim in coins.CLAIMS},
}
