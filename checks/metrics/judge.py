"""`draftproof metrics`: what an engine's counters say about r, L and alpha, and whether alpha is constant."""

from __future__ import annotations

from dataclasses import replace

from ...errors import BadInput
from .counters import Counters, printable
from .drift import constant_alpha
from .estimate import (
    acceptance_ratio,
    conditionals,
    inversion,
    maximum_likelihood,
    mean_length,
    mean_length_between,
)
from .formats import read_counters
from .prometheus import mean_length_query
from .render import to_json, to_text
from .report import EngineReport, MetricsReport
from .snapshots import difference

MAX_NAME = 400
"""Characters of a file name in errors and reports; a name may come from a stranger's archive."""

MAX_JUDGED = 2**16
"""Positions of all engines together; an interval for each takes 30 microseconds."""

__all__ = ["EngineReport", "MetricsReport", "judge", "to_json", "to_text"]


def judge(text: str, *, name: str, since: tuple[str, str] | None = None, gamma: int | None = None) -> MetricsReport:
    """Judge the counters in `text`, or their growth since an older snapshot.

    `name` stands for the input in errors and in the report; `since` is the older snapshot's (name, text); `gamma` is
    the longest draft that the engine makes (its configured draft length), where the input does not say it. Raises
    `BadInput` (one line: what, where, what was expected) for anything that is not an engine's possible counters.
    """
    if gamma is not None and (isinstance(gamma, bool) or not isinstance(gamma, int) or gamma < 1):
        raise BadInput(f"gamma is {gamma!r}, expected a natural number from 1")
    name, older = printable(name, MAX_NAME), printable(since[0], MAX_NAME) if since else None
    counted = read_counters(text, name)
    if since is not None and older is not None:
        counted = difference(read_counters(since[1], older), counted)
    if gamma is not None:
        counted = tuple(_declare(counters, gamma) for counters in counted)
    positions = sum(max(len(counters.per_position or ()), counters.gamma or 0) for counters in counted)
    if positions > MAX_JUDGED:
        raise BadInput(f"{name}: {positions} positions of {len(counted)} engines, expected at most {MAX_JUDGED}")
    return MetricsReport(name, older, tuple(_engine(counters) for counters in counted))


def _declare(counters: Counters, gamma: int) -> Counters:
    """The counters with the user's gamma; one that the input contradicts is refused."""
    if counters.gamma is not None and counters.gamma != gamma:
        raise BadInput(
            f"{counters.where}: gamma {gamma} was given, but the counters are for {counters.gamma} positions, "
            "expected the same"
        )
    return replace(counters, gamma=gamma)


def _engine(counters: Counters) -> EngineReport:
    idle = () if counters.drafted else ("no drafts in this span: nothing to judge",)
    return EngineReport(
        counters=counters,
        ratio=acceptance_ratio(counters),
        length=mean_length(counters),
        length_between=mean_length_between(counters),
        maximum_likelihood=maximum_likelihood(counters),
        inversion=inversion(counters),
        conditionals=conditionals(counters),
        drift=constant_alpha(counters),
        query=mean_length_query(counters.series) if counters.series else None,
        notes=(*counters.notes, *idle),
    )
