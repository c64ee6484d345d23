"""Simulations of other samplers for the chain `losslessness`: point-mass drafts, further tries, lenience, one noise row."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from ..derivations import losslessness_lenience as lenience
from ..derivations import losslessness_variants as variants
from ..derivations.claims import Claim
from ..derivations.losslessness_lenience import BIAS, LENIENT, lam
from ..derivations.losslessness_position import ALL_REST, ALPHA, V, p, q, rest
from . import drafts, enrol
from .drafts import value
from .enrol import Point, Settings
from .evidence import Setting
from .losslessness_position import (
    Counted,
    accepted,
    along,
    at_token,
    chances,
    floats,
    one_token,
    residual,
    share,
    values,
)
from .process import Counts, accepted_counts, kinds
from .runner import Simulation


def point_mass(rng: np.random.Generator, sequences: int, params: Any) -> Counts:
    """How often each draft comes with each emitted token: accepted with its target probability, else drawn without it.

    params: the drafts' law, the target's; no token has all of the target.
    """
    law, target = params
    joint = np.zeros((len(law), len(law)), np.int64)
    for draft, drafted in enumerate(kinds(rng, sequences, law)):
        failed, kept = accepted_counts(rng, int(drafted), [target[draft]])
        others = [0.0 if token == draft else part / (1.0 - target[draft]) for token, part in enumerate(target)]
        joint[draft] = kinds(rng, int(failed), others)
        joint[draft, draft] += kept
    return joint.ravel()


def two_tries(rng: np.random.Generator, sequences: int, params: Any) -> Counts:
    """Tokens emitted where a rejected draft is followed by another; params: those of `one_token` for each of the two."""
    first = one_token(rng, sequences, params[0])
    second = one_token(rng, sequences - int(first.sum()), params[1])
    return first + second


def _share(rows: slice, columns: slice, size: int) -> Counted:
    """How often draft and emitted token lie there."""
    return share(lambda total: int(total.reshape(size, size)[rows, columns].sum()))


def _points(claim: Claim, point: Point, measure: Counted) -> Simulation:
    laws = (floats(along(of, {**point, "V": Fraction(3)})) for of in (q, p))
    return Simulation(claim.id, "a point mass", point_mass, tuple(laws), measure)


def _sample() -> list[Setting]:
    """A rejected draft with another token, and the draft itself."""
    claim, found = variants.SAMPLE, []
    for draft, token in ((3, 1), (1, 1)):
        point = {**claim.example, "i": Fraction(draft), "l": Fraction(token)}
        here = _share(slice(draft - 1, draft), slice(token - 1, token), 3)
        found += enrol.settings(claim, point, {variants.JOINT: _points(claim, point, here)})
    return found


def _point_mass() -> list[Setting]:
    claim, point = variants.POINT_MASS, variants.POINT_MASS.example
    token = int(value(point, "l"))
    there = _share(slice(None), slice(token - 1, token), 3)
    return enrol.settings(claim, point, {variants.EMITTED_POINT: _points(claim, point, there)})


def _slow() -> list[Setting]:
    """Drafts that are emitted: what is drawn after a rejection is another token."""
    claim, point = variants.SLOW, variants.SLOW.example
    kept = share(lambda total: int(total.reshape(3, 3).trace()))
    return enrol.settings(claim, point, {variants.AGREE: _points(claim, point, kept)})


def _tries() -> list[Setting]:
    claim, point = variants.INDEPENDENT_TRIES, variants.INDEPENDENT_TRIES.example
    fails = [1.0 - float(value(point, "p_x"))] * int(value(point, "k"))
    some = share(lambda total: int(total[:-1].sum()))  # some test did not fail
    made = Simulation(claim.id, drafts.label(point), accepted_counts, fails, some)
    return enrol.settings(claim, point, {variants.TRIES: made})


def _another_try() -> list[Setting]:
    """A second draft from the same law, tested against what the first one left."""
    claim, point = variants.ANOTHER_TRY, variants.ANOTHER_TRY.example
    law, target = (along(of, point) for of in (q, p))
    left = values(lambda token: rest(token, p, q) / ALL_REST, point)
    token, size = int(value(point, "l")) - 1, len(law)
    params = tuple(
        tuple(map(floats, (law, chances(aim, law, point), last)))
        for aim, last in ((target, [Fraction(0)] * size), (left, residual(left, law)))
    )
    emitted = share(lambda total: int(total[token] + total[size + token]))
    return enrol.settings(
        claim, point, {variants.ANOTHER: Simulation(claim.id, "two tries", two_tries, params, emitted)}
    )


def _lenient(claim: Claim, point: Point, factor: Fraction, measure: Counted) -> Simulation:
    """Drafts accepted with probability min(1, p/(λq)), and the residual as without lenience."""
    law, target = (along(of, point) for of in (q, p))
    milder = [part / factor for part in target]
    params = tuple(map(floats, (law, chances(milder, law, point), residual(target, law))))
    return Simulation(claim.id, f"lenience {float(factor):g}", one_token, params, measure)


def _bias() -> list[Setting]:
    """Accepted drafts; and the total variation distance: how much more often the tokens are emitted that are too often."""
    claim = lenience.LENIENCE
    point = {**claim.example, "left": at_token((1 - LENIENT) / (1 - ALPHA), claim.example)}
    target, size = along(p, point), int(value(point, "V"))
    law = values(lambda token: lenience.lenient(token, p, q, lam, lenience.w), point)
    favoured = [token for token in range(size) if law[token] > target[token]]
    too_often = share(
        lambda total: sum(int(total[token] + total[size + token]) for token in favoured),
        sum((target[token] for token in favoured), Fraction(0)),
    )
    factor = value(point, "lenience")
    measured = {
        LENIENT: _lenient(claim, point, factor, share(accepted)),
        BIAS: _lenient(claim, point, factor, too_often),
    }
    return enrol.settings(claim, point, measured)


def _order() -> list[Setting]:
    claim, point = lenience.LENIENCE_ORDER, lenience.LENIENCE_ORDER.example
    none = lenience.alpha_len(V, p, q, 1)
    return enrol.settings(
        claim,
        point,
        {
            LENIENT: _lenient(claim, point, value(point, "lenience"), share(accepted)),
            none: _lenient(claim, point, Fraction(1), share(accepted)),
        },
    )


def _noise_row() -> list[Setting]:
    """Verifications in which a token is recovered."""
    claim, point = variants.NOISE_ROW, variants.NOISE_ROW.example
    some = share(lambda total: int(total[:-1].sum()))
    return enrol.settings(claim, point, {variants.RECOVERED: drafts.verifications(claim, point, some)})


SETTINGS: dict[str, Settings] = {
    variants.SAMPLE.id: _sample,
    variants.POINT_MASS.id: _point_mass,
    variants.SLOW.id: _slow,
    variants.INDEPENDENT_TRIES.id: _tries,
    variants.ANOTHER_TRY.id: _another_try,
    lenience.LENIENCE.id: _bias,
    lenience.LENIENCE_ORDER.id: _order,
    variants.NOISE_ROW.id: _noise_row,
}
