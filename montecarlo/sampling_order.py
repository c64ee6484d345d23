"""Simulations of the chain `sampling_order`: tokens drawn step by step, held against the claims and their rivals.

A pipeline is run as engines run it: weights are raised, cut and renormalised, and a token is drawn. What is measured is
how often the drawn tokens lie where the claim says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ..derivations import sampling_order_cuts as cuts
from ..derivations import sampling_order_law as chain
from ..derivations import sampling_order_speculative as speculative
from ..derivations.claims import Claim
from ..derivations.losslessness_position import EMITTED
from ..derivations.options import Options
from ..derivations.sampling_order_law import Q, Q_f, V, f, h, k, s
from ..ledger import Evidence
from . import enrol
from .compare import Measured
from .drafts import label
from .enrol import Point
from .evidence import Setting
from .measures import Measure
from .process import Counts, kinds
from .runner import Simulation

Law = Sequence[Fraction]


def _label(point: Point) -> str:
    return label({name: value for name, value in point.items() if isinstance(value, Fraction)})


def _number(point: Point, name: str) -> int:
    value = point[name]
    assert isinstance(value, Fraction)
    return int(value)


def _numbers(point: Point, name: str) -> tuple[Fraction, ...]:
    value = point[name]
    assert isinstance(value, tuple)
    return value


def _weights(point: Point, *ratios: str) -> list[Fraction]:
    """The weights of the V tokens, from their ratios; `ratios` of two kinds are multiplied (a lower temperature)."""
    found = [Fraction(1)]
    for rank in range(_number(point, "V") - 1 if "V" in point else _number(point, "k") - 1):
        found.append(found[-1] * math.prod((_numbers(point, name)[rank] for name in ratios), start=Fraction(1)))
    return found


def _law(weights: Law) -> tuple[float, ...]:
    """The weights renormalised."""
    return tuple(float(weight / sum(weights)) for weight in weights)


def _ranks(rng: np.random.Generator, sequences: int, law: Any) -> Counts:
    """How often each rank is drawn from a law."""
    return kinds(rng, sequences, law)


def _two_ranks(rng: np.random.Generator, sequences: int, laws: Any) -> Counts:
    """How often each rank is drawn from the first law, then from the second, on their own."""
    return np.concatenate([kinds(rng, sequences, law) for law in laws])


def _speculative(rng: np.random.Generator, sequences: int, laws: Any) -> Counts:
    """How often each token is emitted: drafted from q, accepted with probability min(1, p/q), else recovered."""
    target, draft = laws
    drafted = kinds(rng, sequences, draft)
    accepted = np.array(
        [rng.binomial(n, min(1.0, p / q)) if q else 0 for n, p, q in zip(drafted, target, draft, strict=True)], np.int64
    )
    residual = [max(p - q, 0.0) for p, q in zip(target, draft, strict=True)]
    recovered = kinds(rng, int(drafted.sum() - accepted.sum()), [part / math.fsum(residual) for part in residual])
    return accepted + recovered


def _share(of: Sequence[int], among: Sequence[int] | None = None) -> Measure:
    """How often the rank drawn is one of these; `among`: of the draws that are one of those."""

    def measure(total: Counts, draws: int) -> Measured:
        counted = draws if among is None else int(sum(total[rank - 1] for rank in among))
        return Measured(float(sum(int(total[rank - 1]) for rank in of) / counted), counted, 0.0, 1.0)

    return measure


def _lead(top: int, size: int) -> Measure:
    """How much more often the first law's draw lies in the top than the second's: of pairs of draws, in [-1, 1]."""

    def measure(total: Counts, draws: int) -> Measured:
        gained = int(total[:top].sum()) - int(total[size : size + top].sum())
        return Measured(gained / draws, draws, -1.0, 1.0)

    return measure


def _run(claim: Claim, point: Point, law: Law, measure: Measure, name: str = "") -> Simulation:
    return Simulation(claim.id, _label(point) + name, _ranks, _law(law), measure)


def _top(claim: Claim, point: Point, law: Law, number: int, name: str = "") -> Simulation:
    return _run(claim, point, law, _share(range(1, number + 1)), name)


def _majorisation() -> list[Setting]:
    claim, point = chain.MAJORISATION, chain.MAJORISATION.example
    return enrol.settings(claim, point, {Q(k, V, s): _top(claim, point, _weights(point, "s"), _number(point, "k"))})


def _never_more() -> list[Setting]:
    """Tokens drawn at both temperatures: where the warmer law reaches p, and where only the colder one does."""
    claim, found = chain.NEVER_MORE, []
    for point in (claim.example, {**claim.example, "p_top": Fraction(1, 2)}):
        kept = _number(point, "k")
        warm, cold = _weights(point, "s"), _weights(point, "s", "f")
        found += enrol.settings(
            claim,
            point,
            {
                Q(k, V, s): _top(claim, point, warm, kept),
                Q_f(k, V, s, f): _top(claim, point, cold, kept, ", colder"),
                Q_f(k - 1, V, s, f): _top(claim, point, cold, kept - 1, ", colder"),
            },
        )
    return found


def _top_p() -> list[Setting]:
    """At a p that two tokens reach, and at one that the first reaches."""
    claim, found = cuts.TOP_P, []
    for point in (claim.example, {**claim.example, "p_top": Fraction(1, 5)}):
        kept, size = _number(point, "k"), _number(point, "V")
        law = _weights(point, "s")
        masses = {V: size, k - 1: kept - 1, h: _number(point, "h"), k: kept, 0: 0}
        measured = {Q(number, V, s): _top(claim, point, law, count) for number, count in masses.items()}
        found += enrol.settings(claim, point, measured)
    return found


def _conditional() -> list[Setting]:
    """Tokens of the whole law; those beyond the cut are thrown away."""
    claim, point = cuts.CONDITIONAL, cuts.CONDITIONAL.example
    kept = _share([_number(point, "l")], range(1, _number(point, "k") + 1))
    return enrol.settings(claim, point, {cuts.CONDITIONED: _run(claim, point, _weights(point, "s"), kept)})


def _top_k() -> list[Setting]:
    """The cut first, then the temperature; and the temperature first, with draws beyond the cut thrown away."""
    claim, point = cuts.TOP_K, cuts.TOP_K.example
    token, kept = [_number(point, "l")], _number(point, "k")
    cold = _weights(point, "s", "f")
    first, second = claim.statement.parts  # type: ignore[union-attr]
    return enrol.settings(
        claim,
        point,
        {
            first.lhs: _run(claim, point, cold[:kept], _share(token), ", cut first"),  # type: ignore[union-attr]
            second.lhs: _run(claim, point, cold, _share(token, range(1, kept + 1)), ", colder first"),  # type: ignore[union-attr]
        },
    )


def _distance() -> list[Setting]:
    """A token from what each order keeps: how much more often the shorter cut's lies in its own top."""
    claim, point = cuts.DISTANCE, cuts.DISTANCE.example
    short = _number(point, "h")
    law = _weights(point, "s")
    laws = (_law(law[:short]), _law(law))
    made = Simulation(claim.id, _label(point), _two_ranks, laws, _lead(short, short))
    return enrol.settings(claim, point, {cuts.POSITIVE_PARTS: made})


def _joint() -> list[Setting]:
    """Tokens of the whole law, and of what top-k leaves."""
    claim, point = cuts.JOINT, cuts.JOINT.example
    few, kept = _number(point, "h"), _number(point, "k")
    law = _weights(point, "s")
    return enrol.settings(
        claim,
        point,
        {Q(h, V, s): _top(claim, point, law, few), Q(h, k, s): _top(claim, point, law[:kept], few, ", after top-k")},
    )


def _emitted(claim: Claim, point: Point, less: Fraction) -> Simulation:
    """How often the token is emitted, less a number."""
    size, token = _number(point, "V"), _number(point, "l")
    laws = tuple(tuple(float(p) for p in _numbers(point, name)[:size]) for name in ("p_l", "q_l"))

    def measure(total: Counts, draws: int) -> Measured:
        return Measured(int(total[token - 1]) / draws - float(less), draws, -float(less), 1.0 - float(less))

    return Simulation(claim.id, "drafted, accepted, recovered", _speculative, laws, measure)


def _lossless() -> list[Setting]:
    claim, point = speculative.LOSSLESS, speculative.LOSSLESS.example
    return enrol.settings(claim, point, {EMITTED: _emitted(claim, point, Fraction(0))})


def _matches() -> list[Setting]:
    claim, point = speculative.MATCHES, speculative.MATCHES.example
    plain = _numbers(point, "o_l")[_number(point, "l") - 1]
    left = EMITTED - speculative.o[chain.rank]
    return enrol.settings(claim, point, {left: _emitted(claim, point, plain)})


SETTINGS: dict[str, Callable[[], list[Setting]]] = {
    chain.MAJORISATION.id: _majorisation,
    chain.NEVER_MORE.id: _never_more,
    cuts.TOP_P.id: _top_p,
    cuts.CONDITIONAL.id: _conditional,
    cuts.TOP_K.id: _top_k,
    cuts.DISTANCE.id: _distance,
    cuts.JOINT.id: _joint,
    speculative.LOSSLESS.id: _lossless,
    speculative.MATCHES.id: _matches,
}


def evidence(claim: Claim, options: Options) -> Evidence | None:
    """The simulation of a claim of this chain."""
    return enrol.evidence(claim, SETTINGS, options)
