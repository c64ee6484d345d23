"""Which samplers emit as the audited one does: the rivals, and the right samplers that it may be.

Laws are compared, not tokens, so that a token order of the inverse CDF or the side from which a coin is read does not
matter: on every instance that was tried, the intervals of the mass of each emitted sequence must meet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from .exact import end_point_fault, explore
from .instances import Group
from .judgement import Tally
from .laws import Ints
from .rejection import block_wise, point_mass, target_sample, token_wise
from .rivals import SAMPLERS, Behaviour
from .rows import Misbehaved, Rows, Sampler, call

RIGHT: Mapping[str, tuple[Behaviour, ...]] = {
    "token-wise": (token_wise,),
    "block verification": (block_wise,),
    "point-mass acceptance": (point_mass,),
    "the target's own sample": (target_sample,),
}
"""The right samplers, by the words for them."""

WITHOUT_LAWS = ("point-mass acceptance", "the target's own sample")
"""The right samplers that need no draft laws."""

ROWS = 1 << 18
"""Rows that one comparison may cost, a tenth of a second; with fewer its intervals are wider, never wrong."""


@dataclass(frozen=True)
class Trial:
    """What the audited sampler did on a group: its tallies, or the row on which it misbehaved and how.

    `kind` is "" for tallies alone, `impossible_token` for a fault at the end points, `not_an_emission` or `batch`. For the
    last three `rows` shows it and `emitted` is what came back, row by row (nothing where the batch was not returned).
    """

    group: Group
    tallies: tuple[Tally, ...] = ()
    kind: str = ""
    rows: Rows | None = None
    emitted: Ints | None = None


def meet(one: Tally, other: Tally) -> bool:
    """Whether some law of emitted sequences lies in both intervals."""
    return all(
        one.emitted.get(e, 0) <= other.emitted.get(e, 0) + other.undecided
        and other.emitted.get(e, 0) <= one.emitted.get(e, 0) + one.undecided
        for e in one.emitted.keys() | other.emitted.keys()
    )


def alike(trials: Sequence[Trial], *, point_mass: bool = False, recovered: bool = True) -> Iterator[str]:
    """The ids of the rivals that did the same in every trial."""
    return _among(SAMPLERS, trials, point_mass, recovered)


def same_as(trials: Sequence[Trial], *, point_mass: bool = False, recovered: bool = True) -> Iterator[str]:
    """The right samplers that did the same in every trial."""
    known = {name: RIGHT[name] for name in WITHOUT_LAWS} if point_mass else RIGHT
    return _among(known, trials, point_mass, recovered)


def _among(
    known: Mapping[str, Sequence[Behaviour]], trials: Sequence[Trial], point_mass: bool, recovered: bool
) -> Iterator[str]:
    for id_, ways in known.items():
        samplers = (partial(_without_laws, way) if point_mass else way for way in ways)
        if any(all(_did(way, trial, recovered) for trial in trials) for way in samplers):
            yield id_


def _without_laws(
    way: Behaviour, tokens: Ints, laws: object, target: object, uniforms: object, *, draft_lens: Ints | None = None
) -> Ints:
    """A sampler that is given no draft laws."""
    return way(tokens, None, target, uniforms, draft_lens=draft_lens)


def _did(way: Sampler, trial: Trial, recovered: bool) -> bool:
    with np.errstate(all="ignore"):
        try:
            if trial.kind and not DID[trial.kind](way, trial):
                return False
            if not trial.tallies:
                return True
            found = explore(way, trial.group, max_rows=ROWS, recovered=recovered).tallies
        except Misbehaved:
            return False
    return all(meet(*pair) for pair in zip(trial.tallies, found, strict=True))


def _emits_impossible(way: Sampler, trial: Trial) -> bool:
    """At fault at the end points of the same group."""
    return end_point_fault(way, trial.group) is not None


def _emits_likewise(way: Sampler, trial: Trial) -> bool:
    """The same tokens for the same coins, whichever end of an accepting coin is the good one."""
    assert trial.rows is not None
    mirrored = trial.rows.uniforms.copy()
    mirrored[:, :-1] = 1 - 2.0**-53 - mirrored[:, :-1]
    tried = (trial.rows, trial.rows._replace(uniforms=mirrored))
    return any((call(way, rows) == trial.emitted).all() for rows in tried)


DID: Mapping[str, Callable[[Sampler, Trial], bool]] = {
    "impossible_token": _emits_impossible,
    "not_an_emission": _emits_likewise,
    "batch": _emits_likewise,
}
"""How a fault beside the law is compared, by its kind."""
