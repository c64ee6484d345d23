"""The judgement of an engine's counters, as data."""

from __future__ import annotations

from dataclasses import dataclass

from .counters import Counters
from .drift import Drift
from .estimate import Conditional, Inversion, MaximumLikelihood


@dataclass(frozen=True)
class EngineReport:
    """What one engine's counters say; None where they do not say it (why: in `notes` and `drift.reason`)."""

    counters: Counters
    ratio: float | None
    length: float | None
    length_between: tuple[float, float] | None
    maximum_likelihood: MaximumLikelihood | None
    inversion: Inversion | None
    conditionals: tuple[Conditional, ...]
    drift: Drift
    query: str | None
    notes: tuple[str, ...]


@dataclass(frozen=True)
class MetricsReport:
    """The judgement of one input (`name`), or of what happened between `since` and it."""

    name: str
    since: str | None
    engines: tuple[EngineReport, ...]

    @property
    def drift(self) -> bool:
        """Whether constant alpha is refuted for some engine."""
        return any(engine.drift.verdict == "refuted" for engine in self.engines)

    @property
    def undecided(self) -> bool:
        """Whether some engine's test has no verdict, which is not the same as no drift."""
        return any(engine.drift.verdict == "unknown" for engine in self.engines)
