"""The difference of two snapshots of cumulative counters, by Prometheus's rule for resets.

The rule of `increase()`: a counter that fell began again at zero, so its increase is what it shows now. All counters of
an engine live in one process and reset together, so one that fell, another start time, or another number of positions
resets all of them; what the engine did between the older snapshot and its restart is lost, and the report says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest

from ...errors import BadInput
from .counters import Counters, printable

RESET_NOTE = (
    "counter reset: the engine restarted after the older snapshot; these figures cover only the time since the restart "
    "(Prometheus's rule for increase())"
)
NEW_NOTE = "not in the older snapshot: these figures count from the engine's start"


def difference(old: Sequence[Counters], new: Sequence[Counters]) -> tuple[Counters, ...]:
    """Per engine of `new`, what was counted after `old`. Engines match by their labels.

    `BadInput` if either side is no running total, if no engine is in both, or if the difference is impossible.
    """
    for counters in (*old, *new):
        if not counters.cumulative:
            raise BadInput(
                f"{counters.where}: {counters.source} already prints differences, expected running totals "
                "(Prometheus text, JSON or llama.cpp statistics lines) for two snapshots"
            )
    before = {counters.engine: counters for counters in old}
    if not any(counters.engine in before for counters in new):
        known = ", ".join(printable(engine, 40) for engine in list(before)[:4])
        raise BadInput(f"{new[0].where}: no engine in common with {old[0].where} (which has {known})")
    return tuple(_since(before.get(counters.engine), counters) for counters in new)


def was_reset(old: Counters, new: Counters) -> bool:
    """Whether the engine restarted in between: a counter fell, or its start time or number of positions changed."""
    if old.started is not None and new.started is not None and old.started != new.started:
        return True
    if old.gamma != new.gamma:
        return True
    pairs = [(old.drafted, new.drafted), (old.accepted, new.accepted), (old.drafts or 0, new.drafts or 0)]
    for earlier, later in ((old.per_position, new.per_position), (old.reached, new.reached)):
        if earlier is not None and later is not None:
            pairs += zip_longest(earlier, later, fillvalue=0)
    return any(later < earlier for earlier, later in pairs)


def _since(old: Counters | None, new: Counters) -> Counters:
    if old is None:
        return replace(new, notes=(*new.notes, NEW_NOTE))
    if was_reset(old, new):
        return replace(new, notes=(*new.notes, RESET_NOTE))
    return replace(
        new,
        drafted=new.drafted - old.drafted,
        accepted=new.accepted - old.accepted,
        drafts=None if new.drafts is None or old.drafts is None else new.drafts - old.drafts,
        per_position=_minus(new.per_position, old.per_position),
        reached=_minus(new.reached, old.reached),
    )


def _minus(new: tuple[int, ...] | None, old: tuple[int, ...] | None) -> tuple[int, ...] | None:
    if new is None or old is None:
        return None
    return tuple(later - earlier for later, earlier in zip_longest(new, old, fillvalue=0))


def since_reset(totals: Sequence[Counters]) -> Counters:
    """All that a series of running totals counted, over its resets: the last total of each run, added up."""
    runs = [earlier for earlier, later in pairwise(totals) if was_reset(earlier, later)]
    counted = totals[-1]
    for run in runs:
        counted = _plus(counted, run)
    note = f"counter reset: restarts in the log: {len(runs)}; the runs are added up"
    return replace(counted, notes=(*counted.notes, note)) if runs else counted


def _plus(one: Counters, other: Counters) -> Counters:
    both = one.per_position is not None and other.per_position is not None
    positions = zip_longest(one.per_position or (), other.per_position or (), fillvalue=0)
    return replace(
        one,
        drafted=one.drafted + other.drafted,
        accepted=one.accepted + other.accepted,
        drafts=(one.drafts or 0) + (other.drafts or 0),
        per_position=tuple(map(sum, positions)) if both else None,
    )
