"""From simulations to evidence: a claim must hold at every setting, and the same comparison must refute its rivals."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from contextlib import ExitStack
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np

from ..errors import BadInput
from ..ledger import Evidence, RivalOutcome, Verdict
from .compare import MAX_MISS, PER_COMPARISON, Comparison, Measured, compare, draws_needed, miss, radius
from .process import Counts
from .runner import Simulation, pool, run

ENGINE = f"numpy {np.__version__} (PCG64)"


@dataclass(frozen=True)
class Setting:
    """One place where a claim meets its process: `measured relation predicted`, and what each rival predicts there.

    `label` is for people ("alpha .7, gamma 5"). `predicted` and `rivals` (rival id -> value) are exact values of the
    statements of the claim and of its rivals at this setting; `relations` holds the relations of those rivals that do
    not state the claim's own.
    """

    label: str
    simulation: Simulation
    relation: str
    predicted: Fraction
    rivals: Mapping[str, Fraction] = field(default_factory=dict)
    relations: Mapping[str, str] = field(default_factory=dict)

    def relation_of(self, rival: str) -> str:
        """The relation that a rival states here."""
        return self.relations.get(rival, self.relation)


@dataclass(frozen=True)
class Result:
    """A setting with what was measured there."""

    setting: Setting
    measured: Measured
    comparison: Comparison

    def against(self, rival: str) -> Comparison:
        """The comparison of this setting with the rival's value in the claim's place."""
        return compare(self.measured, self.setting.relation_of(rival), self.setting.rivals[rival], PER_COMPARISON)

    def miss(self, rival: str) -> float:
        """At most how probable it is that `against(rival)` does not refute, at this number of draws."""
        m, s = self.measured, self.setting
        relation = s.relation_of(rival)
        return miss(m.draws, m.low, m.high, PER_COMPARISON, relation, self.truth(rival), s.rivals[rival])

    def truth(self, rival: str) -> Fraction:
        """The mean from which a rival must be told: the predicted one, if the claim is an equation.

        An inequality does not name the mean. It is then taken from the measurement, moved by the radius to where the
        rival is hardest to refute (wrong with probability `PER_COMPARISON`, which the evidence counts).
        """
        m, s = self.measured, self.setting
        reach = Fraction(radius(m.draws, m.high - m.low, PER_COMPARISON))
        least, most = Fraction(m.mean) - reach, Fraction(m.mean) + reach
        hardest = {"<": least, ">": most, "=": min(max(s.rivals[rival], least), most)}
        found = s.predicted if s.relation == "=" else hardest[s.relation_of(rival)[0]]
        return min(max(found, Fraction(m.low)), Fraction(m.high))  # a wrong claim may predict what no values can have


def simulate(
    settings: Sequence[Setting],
    *,
    draws: int,
    seed: int,
    executor: Executor | None = None,
    workers: int = 1,
    blind: Mapping[str, str] | None = None,
    progress: bool = False,
) -> Evidence:
    """Evidence of kind `simulation` for one claim, from `draws` sequences for each of its simulations.

    Null hypothesis: at every setting the measured mean stands in the setting's relation to `predicted`; were it true,
    the verdict is `refuted` with probability at most the evidence's `false_alarm`. The verdict is `holds` if every
    comparison holds, `refuted` if one is refuted, else `unknown`.

    A rival is rejected if some setting refutes it and the probability of missing it, at these sizes, is at most
    `MAX_MISS`. Any other has survived; `detail["cannot_tell"]` names those for which there were too few draws. Rivals
    in `blind` (id -> reason) are expected to escape; `detail["not_blind"]` names those that were rejected all the same.
    Settings whose simulations have the same claim and name share one run. Raises `BadInput` if there is no setting, or
    if such simulations differ in more than what they measure.
    """
    if not settings:
        raise BadInput("no setting to simulate")
    began = time.perf_counter()
    with ExitStack() as stack:
        if executor is None and workers > 1:
            executor = stack.enter_context(pool(workers))
        totals: dict[tuple[str, str], tuple[Simulation, Counts]] = {}
        for simulation in (setting.simulation for setting in settings):
            key = (simulation.claim, simulation.name)
            if key not in totals:
                total = run(simulation, draws=draws, seed=seed, executor=executor, workers=workers, progress=progress)
                totals[key] = simulation, total
            first = totals[key][0]
            if (first.chunk, first.params) != (simulation.chunk, simulation.params):
                raise BadInput(f"two different simulations are called {' '.join(key)}: they would share random streams")
    results = []
    for setting in settings:
        total = totals[setting.simulation.claim, setting.simulation.name][1]
        measured = setting.simulation.measure(total, draws)
        results.append(
            Result(setting, measured, compare(measured, setting.relation, setting.predicted, PER_COMPARISON))
        )
    outcome, detail = _judge_rivals(results, blind or {})
    verdict, reason = _verdict(results)
    inequalities = sum(setting.relation != "=" and bool(setting.rivals) for setting in settings)  # see `Result.truth`
    return Evidence(
        kind="simulation",
        verdict=verdict,
        engine=ENGINE,
        reason=reason,
        seconds=time.perf_counter() - began,
        seed=seed,
        draws=draws * len(totals),
        false_alarm=(len(settings) + inequalities) * PER_COMPARISON,
        detail={"settings": [_row(result) for result in results], **detail},
        rivals=outcome,
    )


def _verdict(results: Sequence[Result]) -> tuple[Verdict, str]:
    """The worst verdict of all settings, and the settings that have it."""
    for verdict in (Verdict.REFUTED, Verdict.UNKNOWN):
        found = [result for result in results if result.comparison.verdict is verdict]
        if found:
            return verdict, "; ".join(_numbers(result, result.setting.predicted, result.comparison) for result in found)
    return Verdict.HOLDS, ""


def _judge_rivals(
    results: Sequence[Result], blind: Mapping[str, str]
) -> tuple[RivalOutcome, dict[str, dict[str, str]]]:
    """What the comparisons made of each rival, and the faults that `simulate` describes."""
    rejected, survived, misses = {}, [], {}
    cannot_tell, not_blind = {}, {}
    for rival in dict.fromkeys(rival for result in results for rival in result.setting.rivals):
        tried = [result for result in results if rival in result.setting.rivals]
        best = min(tried, key=lambda result: result.miss(rival))
        misses[rival] = best.miss(rival)
        refuted = [result for result in tried if result.against(rival).verdict is Verdict.REFUTED]
        clearest = min(refuted, key=lambda result: result.miss(rival), default=None)
        if clearest is not None and misses[rival] <= MAX_MISS:
            stated = clearest.setting.relation_of(rival)
            numbers = _numbers(clearest, clearest.setting.rivals[rival], clearest.against(rival), stated)
            rejected[rival] = numbers
            if rival in blind:
                not_blind[rival] = f"said to be blind ({blind[rival]}), but rejects it: {numbers}"
        elif rival not in blind:
            survived.append(rival)
            if misses[rival] > MAX_MISS:
                cannot_tell[rival] = _too_few(best, rival, misses[rival])
    faults = {"cannot_tell": cannot_tell, "not_blind": not_blind}
    outcome = RivalOutcome(rejected, tuple(survived), dict(blind), misses)
    return outcome, {name: found for name, found in faults.items() if found}


def _too_few(result: Result, rival: str, probability: float) -> str:
    """Why a rival cannot be told, and the number of draws that would do if any would."""
    relation = result.setting.relation_of(rival)
    value, truth, m = result.setting.rivals[rival], result.truth(rival), result.measured
    why = f"missed with probability up to {min(probability, 1.0):.1g} at {m.draws} draws ({result.setting.label})"
    gap = abs(float(value - truth))
    if relation != "=" or gap == 0:
        return why
    try:
        return f"{why}; {draws_needed(m.high - m.low, PER_COMPARISON, MAX_MISS, gap)} would do"
    except BadInput:
        return f"{why}; no number of draws would do"


def _numbers(result: Result, value: Fraction, comparison: Comparison, op: str | None = None) -> str:
    """A comparison for a person: "4.500 against 2.941 ± 0.004 measured at alpha .7, gamma 5"."""
    op = op or result.setting.relation
    relation = "" if op == "=" else f"{op} "
    digits = max(3, math.ceil(-math.log10(comparison.radius))) if comparison.radius > 0 else 3
    predicted, mean, reach = (f"{x:.{digits}f}" for x in (float(value), result.measured.mean, comparison.radius))
    return f"{relation}{predicted} against {mean} ± {reach} measured at {result.setting.label}"


def _row(result: Result) -> dict[str, str | float | int]:
    """One setting for the ledger: plain data."""
    return {
        "at": result.setting.label,
        "relation": result.setting.relation,
        "measured": float(result.measured.mean),
        "draws": int(result.measured.draws),
        "radius": result.comparison.radius,
        "predicted": str(result.setting.predicted),
        "verdict": str(result.comparison.verdict),
    }
